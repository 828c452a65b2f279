"""A whole game of the Colonial Variant by mail, with armies at sea and colonies, to a victory; a replay is identical."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from judge.board import Unit
from judge.cli.replay import replay_game
from judge.game.model.serialization import write_game
from judge.rules import awaited_dues, dues_by_power
from tests.letters.colonial_variant_players import orders
from tests.letters.post_office import GM, body, headline
from tests.letters.table import Table, mail_of

GAME = "halcyon"
SEED = 19
"""Of the players' whims: with it armies go aboard and land, transport fleets yield, colonies are disrupted and become permanent."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The game played to its end: everyone writes, everyone says FINAL, and the phase is run with the last letter."""
    found = Table(tmp_path_factory.mktemp("colonial_variant"), "colonial_variant", GAME)
    random, board = Random(SEED), found.rules.board_at(found.rules.start)
    while (game := found.game).stage == "running" and game.board_now.phase.year < 1930:
        position = game.board_now
        for power, owed in awaited_dues(position, found.rules).items():
            sent = orders(power, owed, position, board, random)
            found.send(power, [found.rules.notation.write(order) for order in sent])
    return found


def test_it_is_won_by_the_winners_own_targets(table: Table) -> None:
    game = table.game
    assert (game.stage, game.ending, len(game.winners)) == ("finished", "won", 1)
    assert f"The game is over: {game.winners[0]} won." in table.reports[-1]
    targets = table.rules.start.facts["targets"][game.winners[0]]
    spaces = table.rules.board.spaces
    mine = game.board_now.centres(game.winners[0])
    solid = [code for code in mine if spaces[code].notes.get("colony") != "yes"]
    assert len(solid) >= int(targets["permanent"])
    assert len(mine) - len(solid) >= int(targets["colonial"])


def test_armies_sailed_and_colonies_lived(table: Table) -> None:
    told = " ".join(" ".join(table.reports).split())
    for sign in (" embarks A(", "+A (", "TF(", " is disrupted: ", "Winter 1899 yes yes"):
        assert sign in told, sign


def test_no_report_lacks_a_reason(table: Table) -> None:
    assert not [report for report in table.reports if "cannot say why" in report]


def test_it_replays_identically(table: Table) -> None:
    lines, same = replay_game(table.office.parts, GAME)
    assert same, [line for line in lines if "identical" not in line]


@pytest.fixture
def opening(tmp_path: Path) -> Table:
    """A game that has just begun."""
    return Table(tmp_path, "colonial_variant", GAME)


def test_a_fleet_and_the_army_aboard_keep_an_order_each(opening: Table) -> None:
    opening.send("Berenia", ["F MC40 - PO15"], "")
    opening.office.letter(GM, "PROCESS")
    opening.send("Berenia", ["A CP2 - PO15", "F PO15 embarks A CP2"], "")
    for _ in ("autumn", "winter"):
        opening.office.letter(GM, "PROCESS")
    opening.send("Berenia", ["F(PO15)+A holds", "A PO15 - MC34"], "")
    assert opening.standing("Berenia") == ["F(PO15) stands", "A(PO15)-MC34"]
    opening.send("Berenia", ["F PO15 - PO16"], "")
    assert sorted(opening.standing("Berenia")) == ["A(PO15)-MC34", "F(PO15)-PO16"]


def test_builds_and_removals_that_are_due_together_are_both_told(tmp_path: Path) -> None:
    """Kinds of units are counted apart: a power may owe one and build another, and its letters name both."""
    table = Table(tmp_path, "colonial_variant", GAME)
    position, rules = table.game.board_now, table.rules
    kept = tuple(unit for unit in position.units if unit.power != "Oceania")
    yielded = tuple(Unit("Oceania", "TF", place) for place in ("PO12", "PO13"))
    winter = replace(position, phase=rules.calendar.read("Winter 1901"), units=(*kept, *yielded))
    owed = dues_by_power(winter, rules)["Oceania"]
    assert owed.builds
    assert owed.removals
    with table.office.parts.store.work() as work:
        stored = work.games.get(GAME)
        assert stored is not None
        work.games.save(GAME, write_game(replace(table.game, position=winter)), stored.seq + 1, None)
    (answer,) = table.office.letter(mail_of("Oceania"), "STATUS")
    assert f"0 of {owed.builds + owed.removals} adjustments" in headline(answer)
    assert "removal" in body(answer)
    assert "build" in body(answer)
