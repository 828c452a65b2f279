"""The one answer to a letter: what was said while it was obeyed, and how the game stands."""

from __future__ import annotations

from typing import Any

from judge.game import Reply
from judge.office import refusals
from judge.office.context import LetterContext
from judge.office.suggestions import suggestions
from judge.reports import answer_facts
from judge.store import SeatRecord


def answer(visit: LetterContext, answers: str) -> None:
    """Queue the one answer to the letter of this Message-ID; one for each game, if it speaks of several."""
    if not visit.replies and not visit.parked:
        visit.say("nothing-read", problem=visit.mail.problem, came=visit.came, **suggestions(visit))
    elif visit.came:
        visit.say("not-looked-at", came=visit.came)
    for game, replies in {**visit.parked, visit.game: visit.replies}.items():
        seat = visit.sits_in(game) if game else None
        if replies:
            visit.books.answer(visit.address, _facts(visit, seat, refusals.merged(replies)), seat, answers, visit.once)


def _facts(visit: LetterContext, seat: SeatRecord | None, replies: list[Reply]) -> dict[str, Any]:
    game = visit.books.opened(seat.game) if seat else None
    seen = visit.books.seen(game, seat.seat) if game and seat else None
    facts = answer_facts(seen, visit.books.rules(game) if game else None, replies, visit.letter.received)
    elsewhere = visit.mail.sender if visit.person and visit.mail.sender != visit.address.lower() else ""
    if visit.person and seat is None and any(reply.kind.startswith("zine") for reply in replies):
        facts["edits"] = visit.person.id
    if asks := [reply.facts["held"] for reply in replies if reply.kind == "question-open"]:
        facts["held"] = asks[0]
    return {**facts, "elsewhere": elsewhere, "name": visit.person.name if visit.person else "", "known": visit.person is not None}
