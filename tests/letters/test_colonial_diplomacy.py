"""A whole game of Colonial Diplomacy by mail, with railway and canal, to a victory; a replay is identical."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from judge.cli.replay import replay_game
from judge.rules import awaited_dues
from tests.letters.colonial_players import orders
from tests.letters.post_office import GM
from tests.letters.table import Table

GAME = "moulmein"
SEED = 2
"""Of the players' whims: with it trains arrive, trains are stopped, and a fleet passes the canal."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The game played to its end: everyone writes, everyone says FINAL, and the phase is run with the last letter."""
    found = Table(tmp_path_factory.mktemp("colonial"), "colonial_diplomacy", GAME)
    random = Random(SEED)
    while (game := found.game).stage == "running" and game.board_now.phase.year < 1900:
        position = game.board_now
        for power, owed in awaited_dues(position, found.rules).items():
            sent = orders(power, owed, position, found.rules.board, random)
            found.send(power, [found.rules.notation.write(order) for order in sent])
    return found


def test_it_is_won(table: Table) -> None:
    game = table.game
    assert (game.stage, game.ending, len(game.winners)) == ("finished", "won", 1)
    assert len(game.board_now.centres(game.winners[0])) >= 29
    assert f"The game is over: {game.winners[0]} won." in table.reports[-1]


def test_every_order_was_read_and_none_refused(table: Table) -> None:
    assert not [answer for answer in table.answers if "You wrote" in answer or " ?  " in answer]


def test_trains_ran_and_were_stopped_and_the_canal_was_passed(table: Table) -> None:
    told = " ".join(" ".join(table.reports).split())
    assert " via TSR; " in told
    assert " via TSR, stops at " in told
    assert "permit F(" in told
    assert "F(Med)-Red; " in told or "F(Red)-Med; " in told


def test_no_report_lacks_a_reason(table: Table) -> None:
    assert not [report for report in table.reports if "cannot say why" in report]


def test_it_replays_identically(table: Table) -> None:
    lines, same = replay_game(table.office.parts, GAME)
    assert same, [line for line in lines if "identical" not in line]


@pytest.fixture
def opening(tmp_path: Path) -> Table:
    """A game that has just begun."""
    return Table(tmp_path, "colonial_diplomacy", GAME)


def test_a_second_train_is_refused_with_the_first_quoted(opening: Table) -> None:
    answer = " ".join(opening.send("Russia", ["A Mos - Irk via TSR", "A Oms - Kra via TSR"], "").split())
    assert 'You wrote "A Oms - Kra via TSR". Only one such order counts in a turn, and it is A(Mos)-Irk via TSR.' in answer
    assert standing(opening, "Russia") == ["A(Mos)-Irk via TSR"]


def test_a_second_train_in_a_later_letter_is_refused_too_until_the_first_is_withdrawn(opening: Table) -> None:
    opening.send("Russia", ["A Mos - Irk via TSR"], "")
    answer = " ".join(opening.send("Russia", ["A Oms - Vla via TSR"], "").split())
    assert "To give another, write CLEAR A(Mos)-Irk via TSR first" in answer
    opening.send("Russia", ["A Mos H", "A Oms - Vla via TSR"], "")
    assert standing(opening, "Russia") == ["A(Mos) stands", "A(Oms)-Vla via TSR"]


def test_the_same_train_may_be_sent_again(opening: Table) -> None:
    opening.send("Russia", ["A Mos - Irk via TSR"], "")
    opening.send("Russia", ["A Mos - TSR - Vla"], "")
    assert standing(opening, "Russia") == ["A(Mos)-Vla via TSR"]


def test_a_far_station_without_the_railway_is_warned_of(opening: Table) -> None:
    answer = opening.send("Russia", ["A Mos - Irk"], "")
    assert '! Irk cannot be reached on foot. By rail it could: write "via TSR" at the end.' in " ".join(answer.split())


def test_who_does_not_stand_in_egypt_is_refused_the_permission(opening: Table) -> None:
    opening.send("Turkey", ["F Con - Med"], "")
    opening.office.letter(GM, "PROCESS")
    answer = " ".join(opening.send("Britain", ["permit F Med"], "").split())
    assert "Nobody stands in Egy, so nobody opens the canal. [7]" in answer
    assert standing(opening, "Britain") == []


def test_a_repeated_permission_counts_once_and_clear_takes_it_back(opening: Table) -> None:
    for moves in (["F Con - Med"], ["F Med - Egy"], [], ["F Egy - Red", "A Ang - Syr"], ["A Syr - Egy"], []):
        opening.send("Turkey", moves, "")
        opening.office.letter(GM, "PROCESS")
    opening.send("Turkey", ["permit F Red", "permit F Red-Med"], "")
    assert standing(opening, "Turkey") == ["permit F(Red)-Med"]
    for clear in ("CLEAR Red", "CLEAR permit F(Red)-Med", "clear permit F Red", "CLEAR the permit"):
        opening.send("Turkey", ["permit F Red"], "")
        opening.send("Turkey", [clear], "")
        assert standing(opening, "Turkey") == [], clear


def test_an_order_is_cleared_as_it_is_listed(opening: Table) -> None:
    """By its order, or its unit; an order that does not stand is not guessed at."""
    opening.send("Russia", ["A Mos - Irk via TSR", "F Part - Yels", "A Vla H"], "")
    opening.send("Russia", ["CLEAR A(Mos)-Irk via TSR"], "")
    opening.send("Russia", ["CLEAR A(Vla)"], "")
    assert standing(opening, "Russia") == ["F(Part)-Yels"]
    answer = " ".join(opening.send("Russia", ["CLEAR F(Part)-Seo"], "").split())
    assert 'I do not know what to clear: "F(Part)-Seo"' in answer
    assert "write it as it stands: CLEAR F(Part)-Yels." in answer
    assert standing(opening, "Russia") == ["F(Part)-Yels"]


def standing(table: Table, power: str) -> list[str]:
    """The orders that stand for a power."""
    found = table.game.standing.get(power)
    return [table.rules.notation.write(order) for order in found.orders] if found else []
