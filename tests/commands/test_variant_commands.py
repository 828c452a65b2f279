"""DIE, and the commands that only some game has: known where they are given to the reader, plain lines elsewhere."""

from __future__ import annotations

import pytest

from judge.commands import OF_DICE, Command, VariantCommand, parse, variant_command_row
from judge.commands.base import IncompleteCommand, UnknownCommand
from judge.commands.dice import StateThrow
from judge.commands.orders import MarkFinal, OrderLines

OWN = (*OF_DICE, variant_command_row("NAME", "player", "NAME 46 Bahia"), variant_command_row("DIG UP", "gm", "DIG UP 46"))

LINES: dict[str, tuple[type[Command], dict[str, str]]] = {
    "DIE 46 = 2 REASON at the club": (StateThrow, {"subject": "46", "throw": "2", "reason": "at the club"}),
    "die 46=2, reason: seen by all.": (StateThrow, {"subject": "46", "throw": "2", "reason": "seen by all"}),
    "Please DIE Swiss: 12 because we threw it": (StateThrow, {"subject": "Swiss", "throw": "12", "reason": "we threw it"}),
    "DIE 46#2 = 2 REASON x": (StateThrow, {"subject": "46#2", "throw": "2", "reason": "x"}),
    "DIE": (IncompleteCommand, {"word": "DIE"}),
    "DIE 46 = 2": (IncompleteCommand, {"word": "DIE"}),
    "DIE 46 = 2 REASON": (IncompleteCommand, {"word": "DIE"}),
    "DIE 46 2 at the club": (IncompleteCommand, {"word": "DIE"}),
    "die, Turkish dog!": (OrderLines, {}),
    "NAME 46 New Bahia": (VariantCommand, {"word": "NAME", "text": "46 New Bahia"}),
    "name 46: Bahia": (VariantCommand, {"word": "NAME", "text": "46: Bahia"}),
    "Dig up 46, please": (VariantCommand, {"word": "DIG UP", "text": "46"}),
    "DIG 46": (OrderLines, {}),
    "NAMED 46": (UnknownCommand, {}),
    "NAMES 46": (IncompleteCommand, {"word": "NAMES"}),
}


@pytest.mark.parametrize("line", LINES)
def test_lines_of_games_that_have_them(line: str) -> None:
    """What follows the word is the game's to read."""
    kind, fields = LINES[line]
    (command,) = parse(line, own=OWN)
    assert type(command) is kind
    assert {name: getattr(command, name) for name in fields} == fields


@pytest.mark.parametrize("line", [line for line, (kind, _) in LINES.items() if kind is VariantCommand])
def test_lines_of_games_that_do_not(line: str) -> None:
    """A word of another game is no command: an order line, or a question. DIE and DICE in capitals are: the game says of itself
    that nothing is thrown for.
    """
    assert isinstance(parse(line)[0], OrderLines | UnknownCommand)


def test_among_others() -> None:
    """They end a run of orders, and are asked about where a letter is wrong."""
    read = parse("A(Par)-Bur\nNAME 46 Bahia\nA(Mar)-Spa\nFINAL\nNAMW 46 x", own=OWN)
    assert [type(command) for command in read] == [OrderLines, VariantCommand, OrderLines, MarkFinal, UnknownCommand]
    assert isinstance(read[-1], UnknownCommand)
    assert "NAME" in read[-1].nearest
