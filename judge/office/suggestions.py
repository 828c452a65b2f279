"""What a letter of prose may be after: the answer to a letter in which nothing was found names the commands."""

from __future__ import annotations

from typing import Any

from judge.board import normalize_name
from judge.commands.suggestions import suggest_commands
from judge.office.context import LetterContext
from judge.store import GameListing

MOST_ASKED = 2000
"""Characters of a letter in which a question is looked for."""
MOST_POINTERS = 3
"""Commands that a letter of prose is told at most."""


def public_forming_games(visit: LetterContext) -> list[GameListing]:
    """The games that wait for players and that anybody may hear of."""
    return [card for card in visit.books.work.games.forming() if card.listed]


def question_subject(visit: LetterContext) -> dict[str, Any] | None:
    """What a question is about, where the sender's game has a judged phase to tell of: its number, spaces, kinds of unit."""
    seat = visit.sits_in(visit.game) if visit.game else None
    game = visit.books.opened(visit.game) if seat else None
    judged = visit.books.judged(game) if game else []
    if not game or not judged:
        return None
    rules = visit.books.rules(game)
    spaces, kinds = rules.notation.named(visit.mail.text[:MOST_ASKED], rules.board)
    return {"turn": judged[-1].seq, "spaces": sorted(spaces), "kinds": sorted(kinds)} if spaces or kinds else None


def suggestions(visit: LetterContext) -> dict[str, Any]:
    """What a letter of prose may be after: what it asks about, commands of use to its writer; for a stranger also games that wait
    for players, those that it names if it names any.
    """
    said, work = visit.mail.text[:MOST_ASKED], visit.books.work
    seat = visit.sits_in(visit.game) if visit.game else None
    game = visit.books.opened(visit.game) if seat else None
    if seat and game:
        gm, forming = seat.seat.is_gm, game.stage == "forming"
        whom = ("opener" if gm else "waiting") if forming else "gm" if gm else "player"
    else:
        whom = "editor" if visit.person and work.zines.of_person(visit.person.id) else "stranger" if not visit.seats else ""
    words = f" {normalize_name(said)} "
    known = [card.name for card in public_forming_games(visit)] if whom == "stranger" else []
    return {
        "about": question_subject(visit),
        "whom": whom,
        "waiting": ([name for name in known if f" {normalize_name(name)} " in words] or known)[:MOST_POINTERS],
        "spoken_of": list(suggest_commands(said, whom))[:MOST_POINTERS],
    }
