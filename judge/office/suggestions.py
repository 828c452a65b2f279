"""What a letter of prose may want: the answer to a letter without commands names some."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from judge.assets import find_assets
from judge.board import normalize_name
from judge.commands.suggestions import CommandsSpokenOf
from judge.office.context import LetterContext
from judge.office.unit_of_work import game_key
from judge.store import GameListing
from judge.variants.yaml_source import parse_document

MOST_ASKED = 2000
"""In how many characters of a letter a question is looked for."""
MOST_POINTERS = 3
"""Most commands that such an answer names."""
_STANDS_BY = re.compile(
    r"\b(?:stand[ -]?by|tak\w+\s?over|takeover|vacant|substitute|replacement|join\w*|seats?|(?:free|open|empty|spare) \w+)\b",
    re.IGNORECASE,
)


@cache
def commands_spoken_of() -> CommandsSpokenOf:
    """Return the commands that letters in prose may mean, with their words, as our data has them. Raises FolderError."""
    file = find_assets().spoken_of
    rows = parse_document(file.read_text("utf-8"), f"grammar/{file.name}").list()
    return CommandsSpokenOf((row.get("command").text(), row.get("useful_to").texts(), row.get("words").texts()) for row in rows)


def public_forming_games(context: LetterContext) -> list[GameListing]:
    """Return the games that wait for players and that anybody may know of."""
    return [card for card in context.uow.work.games.forming() if card.listed]


def standby_for(context: LetterContext) -> list[str]:
    """Return the public running games that a letter about taking a seat over names, in which its writer has no place."""
    said = f"{context.mail.subject}\n{context.mail.text[:MOST_ASKED]}"
    named = [name for name in public_games_named(context) if not context.sits_in(name)] if _STANDS_BY.search(said) else []
    return [name for name in named if context.uow.stage(name) == "running"][:MOST_POINTERS]


def public_games_named(context: LetterContext) -> list[str]:
    """Return the games that a letter names, of those that anybody may know of."""
    words = normalize_name(f"{context.mail.subject}\n{context.mail.text[:MOST_ASKED]}").split()
    names = {game_key("".join(words[at : at + length])) for at in range(len(words)) for length in (1, 2)}
    return [card.name for card in context.uow.work.games.listings(names) if card.listed]


def question_subject(context: LetterContext) -> dict[str, Any] | None:
    """Return what a question is about, if the sender's game has an adjudicated phase: its number, spaces, kinds of unit."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.uow.opened(context.game) if seat else None
    judged = context.uow.judged(game) if game else []
    if not game or not judged:
        return None
    rules = context.uow.rules(game)
    spaces, kinds = rules.notation.named(context.mail.text[:MOST_ASKED], rules.board)
    return {"turn": judged[-1].seq, "spaces": sorted(spaces), "kinds": sorted(kinds)} if spaces or kinds else None


def reader_kind(context: LetterContext) -> str:
    """What a writer is at present: `gm`, `player`; `opener` or `waiting` before their game begins; `editor`; `stranger`; or ''."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.uow.opened(context.game) if seat else None
    if seat and game:
        gm, forming = seat.seat.is_gm, game.stage == "forming"
        return ("opener" if gm else "waiting") if forming else "gm" if gm else "player"
    zines = context.uow.work.zines
    return "editor" if context.person and zines.of_person(context.person.id) else "stranger" if not context.seats else ""


def suggestions(context: LetterContext) -> dict[str, Any]:
    """What a letter of prose may be after: what it asks about, commands of use to its writer; for a stranger also games that wait
    for players, those that it names if it names any.
    """
    said, whom = context.mail.text[:MOST_ASKED], reader_kind(context)
    words = f" {normalize_name(said)} "
    known = [card.name for card in public_forming_games(context)] if whom == "stranger" else []
    spoken = list(commands_spoken_of().commands(said, whom))
    game = context.uow.opened(context.game) if whom == "player" else None
    if game and game.ballot:
        spoken = ["VOTE" if word == "PROPOSE DRAW" else word for word in spoken]
    return {
        "about": question_subject(context),
        "whom": whom,
        "waiting": ([name for name in known if f" {normalize_name(name)} " in words] or known)[:MOST_POINTERS],
        "spoken_of": spoken[:MOST_POINTERS],
    }
