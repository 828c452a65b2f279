"""The one table from commands to handlers is complete, and each handler takes what its command's row says it is about."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest

from judge.commands import OF_DICE, TABLE, Command, CommandSpec, Remark, VariantCommand
from judge.commands.foreign_words import ELSEWHERE
from judge.game.decide import HANDLERS as DECIDED_BY_GAME
from judge.office.context import LetterContext, SeatInGame
from judge.office.dispatch import HANDLERS
from judge.store import Person

ROWS: tuple[CommandSpec, ...] = (*TABLE, *OF_DICE)
GIVEN: dict[str, list[type]] = {"game": [SeatInGame], "person": [Person], "nothing": []}
"""What a row says it is about → what its handler is given between the letter and the command."""


def kinds_of(kind: type[Command]) -> Iterator[type[Command]]:
    """Every type of a kind, itself included; not what a dataclass with slots was before it had them."""
    if getattr(sys.modules[kind.__module__], kind.__name__) is kind:
        yield kind
    for each in kind.__subclasses__():
        yield from kinds_of(each)


def test_every_type_of_command_has_exactly_one_handler() -> None:
    """Those that rows make, those that only some game has, and those that reading alone makes; and there is no handler for what
    nobody can say.
    """
    made = {row.makes for row in (*ROWS, *ELSEWHERE.values())} | {VariantCommand}
    assert set(HANDLERS) == made | (set(kinds_of(Remark)) - {Remark})


def test_the_table_names_all_types_there_are() -> None:
    """A type that no row makes is forgotten."""
    assert set(HANDLERS) == set(kinds_of(Command)) - {Command, Remark}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.word)
def test_a_handler_takes_what_its_row_says(row: CommandSpec) -> None:
    """The letter, the seat or the person that the row is about, and a command of the row's own type."""
    handler = HANDLERS[row.makes].obey
    hints = get_type_hints(handler)
    taken = [hints[name] for name in inspect.signature(handler).parameters]
    assert taken[:-1] == [LetterContext, *GIVEN[row.about]]
    assert row.makes in kinds_of(taken[-1]) if inspect.isclass(taken[-1]) else row.makes in get_args(taken[-1])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.word)
def test_rows_of_one_type_agree_in_what_is_looked_up_by_the_type(row: CommandSpec) -> None:
    for other in ROWS:
        if other.makes is row.makes:
            assert (other.about, other.when, other.gm) == (row.about, row.when, row.gm), other.word


def test_the_game_decides_what_is_about_it_and_changes_it() -> None:
    """What its row says is about a game and does more than read is decided there, so that it can be tried beforehand."""
    assert {row.makes for row in ROWS if row.about == "game" and not row.reads_only} <= set(DECIDED_BY_GAME)


def test_only_the_game_s_stage_keeps_back_what_it_decides() -> None:
    """A row says when its command may be given only where the game asks for it."""
    assert {row.makes for row in ROWS if row.when != "any" or row.gm} <= set(DECIDED_BY_GAME)
