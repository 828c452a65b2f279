"""`hold` and nothing else: an order for a player's only unit, a question with several units, and the GM's command from a GM."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, body
from tests.letters.table import Table
from tests.letters.test_builds import sent, winter

BARE = ("hold", "Hold", "HOLD", "hold!", "holds", "Hold again.", "I hold", "stand", "Hello Judge,\n\nhold please\n\nKaren")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """England has one fleet, France an army and a fleet in the English Channel."""
    folder = tmp_path_factory.mktemp("hold")
    return winter(folder, "standard", "Spring 1902", "England", "F(NTH)", "Lon")


@pytest.mark.parametrize("text", BARE)
def test_the_only_unit_holds(table: Table, text: str) -> None:
    sent(table, "England", "CLEAR")
    _, answer = sent(table, "England", text)
    assert table.standing("England") == ["F(NTH) stands"], answer


@pytest.mark.parametrize("text", BARE)
def test_of_several_units_it_is_asked_which(table: Table, text: str) -> None:
    """The answer offers an order for each; `all` gives them all."""
    sent(table, "France", "CLEAR")
    _, answer = sent(table, "France", text)
    assert not table.standing("France")
    assert "Which of your units should do this? Reply with one of these: > A(Mar) stands > A(Par) stands > F(Bre) stands" in answer
    sent(table, "France", "all of them")
    assert table.standing("France") == ["A(Mar) stands", "A(Par) stands", "F(Bre) stands"]


@pytest.mark.parametrize("text", ["Hold on, I am not ready.", "Please hold the deadline", "hold it?", "Hold your horses"])
def test_other_talk_of_holding_orders_nothing(table: Table, text: str) -> None:
    sent(table, "France", "CLEAR")
    sent(table, "England", "CLEAR")
    sent(table, "France", text)
    sent(table, "England", text)
    assert not table.standing("France")
    assert not table.standing("England")


def test_the_gm_holds_a_report(table: Table) -> None:
    """From the GM it is the command as before."""
    answer = next(each for each in table.office.letter(GM, "HOLD") if each["To"] == GM)
    assert "Nothing is held" in " ".join(body(answer).split())


@pytest.mark.parametrize("text", ["ENG H", "ENG h", "Eng H", "ENG H please", "ENG - H"])
def test_the_channel_holds(tmp_path: Path, text: str) -> None:
    """Though ENG may be England, too."""
    table = winter(tmp_path, "standard", "Spring 1902", "France", "F(ENG) A(Bre)", "Bre")
    sent(table, "France", text)
    assert table.standing("France") == ["F(ENG) stands"]
