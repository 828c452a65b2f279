"""The table of commands: what a row is taken for that does not say so, and which commands may change what was published."""

from __future__ import annotations

import pytest

from judge.commands import TABLE, Command, CommandSpec
from judge.commands.dice import OF_DICE
from judge.seat import Seat

AMENDS = {"ROLLBACK", "UNDO", "ACCEPT LATE", "DIE", "SET POSITION"}
"""What a GM says to change a phase that was run and reported."""
GIVES_AWAY = {"VACANT", "DRAW", "EJECT", "PROMOTE", "HANDOVER", "TERMINATE", "TAKEOVER", "RESIGN", "ADDRESS"}
"""What takes a seat, a game or a mailbox from somebody."""


def row(who: str, **said: object) -> CommandSpec:
    return CommandSpec("NEW", (), who, "", "NEW", lambda line, rest, below: None, Command, **said)  # type: ignore[arg-type]


def test_a_gms_new_row_is_taken_to_change_what_was_published() -> None:
    """Until it says that it does not; whoever forgets that is asked too often, and no record is changed by the way."""
    assert row("gm").lasts(Seat.player(1))
    assert not row("gm", amends=False).lasts(Seat.player(1))
    assert not row("gm", reads_only=True).lasts(Seat.player(1))
    assert row("gm", amends=False, proof="code").lasts(Seat.player(1))
    assert row("player", proof="code").lasts(Seat.player(1))


def test_what_lasts() -> None:
    """These and no others need a yes to a question about themselves."""
    assert {each.word for each in (*TABLE, *OF_DICE) if each.lasts(Seat.player(1))} == AMENDS | GIVES_AWAY


@pytest.mark.parametrize("each", [*TABLE, *OF_DICE], ids=lambda each: each.word)
def test_only_gms_rows_speak_of_it(each: CommandSpec) -> None:
    """No player can change what was published."""
    assert each.amends or each.who == "gm"
    assert not (each.reads_only and not each.amends)
