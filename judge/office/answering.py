"""The one answer to a letter: what was said while its commands were carried out, and the state of the game."""

from __future__ import annotations

from typing import Any

from judge.commands.answers import is_thanks
from judge.game import Reply
from judge.game.players.press import press_offered, press_wished
from judge.office import refusals
from judge.office.context import LetterContext
from judge.office.suggestions import standby_for, suggestions
from judge.reports import answer_facts
from judge.store import SeatRecord

QUOTED, LONGEST = 6, 200
"""How many texts that were not understood are quoted, and how many characters of each."""


def answer(context: LetterContext, answers: str) -> None:
    """Queue the one answer to the letter with this Message-ID; if it is about several games, one answer for each."""
    if not context.replies and not context.parked:
        _say_that_nothing_was_done(context)
    elif context.came:
        context.say("not-looked-at", came=context.came)
    if context.mail.unmarked:
        unmarked = context.mail.unmarked
        context.say("quotation-left", lines=unmarked.lines, below=unmarked.below, within=unmarked.within)
    for game, replies in {**context.parked, context.game: context.replies}.items():
        seat = context.sits_in(game) if game else None
        if replies:
            context.uow.answer(context.address, _facts(context, seat, refusals.merged(replies)), seat, answers, context.once)


def _say_that_nothing_was_done(context: LetterContext) -> None:
    """Tell the writer why a letter changed nothing. Of a quotation alone, its own reply tells."""
    mail = context.mail
    if mail.problem == "empty" and mail.unmarked and not context.came:
        return
    if not mail.problem and not context.came and not mail.unmarked and is_thanks(mail.text):
        context.say("nothing-asked")
    else:
        context.say("nothing-read", problem=mail.problem, came=context.came, **suggestions(context))


def _facts(context: LetterContext, seat: SeatRecord | None, replies: list[Reply]) -> dict[str, Any]:
    game = context.uow.opened(seat.game) if seat else None
    seen = context.uow.seen(game, seat.seat) if game and seat else None
    facts = answer_facts(seen, context.uow.rules(game) if game else None, replies, context.letter.received)
    elsewhere = context.mail.sender if context.person and context.mail.sender != context.address.lower() else ""
    if context.person and seat is None and context.uow.work.zines.of_person(context.person.id):  # a reply then shows who wrote it
        facts["edits"] = context.person.id
    if asks := [reply.facts["held"] for reply in replies if reply.kind == "question-open"]:
        facts["held"] = asks[0]
    name = context.person.name if context.person else ""
    unread = context.account.unread() if context.obeyed else []
    facts |= {"unread_words": [text[:LONGEST] for text in unread[:QUOTED]], "more_unread": max(0, len(unread) - QUOTED)}
    facts["press_offered"] = press_offered(seen, context.uow.rules(game), context.mail.text) if game and seen else []
    told = facts["press_offered"] or any(reply.kind in ("press", "press-in-doubt") for reply in replies)
    facts["press_wished"] = press_wished(seen, context.uow.rules(game), context.mail.text) if game and seen and not told else ""
    outside = any(reply.kind in ("stranger", "nothing-read", "not-in-game") for reply in replies)
    facts["standby_for"] = standby_for(context) if outside else []
    return {**facts, "elsewhere": elsewhere, "name": name, "known": context.person is not None}
