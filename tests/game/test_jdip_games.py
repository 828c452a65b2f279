"""Saved games of jDip move in; ours go out in that form and come back the same; hostile files are refused.

The files that are written here were also opened, and each phase judged again, by jDip 1.6 itself: see docs/decisions.md.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from judge.game.foreign.game import play_again, read_foreign_game
from judge.game.foreign.jdip_writing import write_jdip_game
from judge.game.foreign.phase import NoForeignGame
from judge.game.model.judged_phase import JudgedPhase
from judge.rules import adjudicate
from tests.game.jdip_files import PHASES, small_game
from tests.game.test_position_text import same
from tests.game.test_saved_game import STANDARD, drawn

HUMAN = (Path(__file__).parent / "saved" / "human_game.json").read_text("utf-8")
"""A game that people played on webDiplomacy, to the spring of 1908, as facts: its boards and orders.

Source: the anonymised game 100012 among the test data of github.com/facebookresearch/diplomacy_cicero (MIT).
"""
THERE = ("Standard", {"swi": "Switzerland"})
"""What jDip calls the board, and what it has beyond it."""



@pytest.mark.parametrize("package", ["dip.world", "info.jdip.world"])
def test_a_game_of_jdip_moves_in(package: str) -> None:
    """Boards, phases and orders are those that the file has; the referee comes to the same boards, retreats and all."""
    found = play_again(read_foreign_game(small_game(package), STANDARD), STANDARD)
    assert not found.unread
    assert not found.differences
    assert [phase.phase for phase in found.phases] == ["Spring 1901", "Autumn 1901", "Autumn 1901 retreats", "Winter 1901"]
    assert found.position.phase.name == "Spring 1902"
    stands = {power: {str(unit) for unit in found.position.units_of(power)} for power in ("Austria", "Italy", "Russia")}
    assert stands == {
        "Austria": {"A(Bud)", "A(Ven)", "A(Vie)", "F(ADR)"}, "Italy": {"A(Rom)", "F(Nap)"},
        "Russia": {"A(Mos)", "A(War)", "F(Sev)", "F(Swe)"},
    }  # fmt: skip
    assert found.position.centres("Austria") == ("Bud", "Tri", "Ven", "Vie")
    spring = {power: {str(order.verb) for order in orders} for power, orders in found.phases[0].orders.items()}
    assert spring["France"] == {"support", "move"}
    [waived] = found.phases[3].orders["Russia"]
    assert waived.verb == "waive"


def test_orders_of_the_open_phase_are_not_judged() -> None:
    """What was entered in jDip for the phase that waits has not been sent to anybody here."""
    phases = read_foreign_game(small_game(), STANDARD)
    assert PHASES[-1][5]
    assert phases[-1].orders == {}


def test_a_game_of_people_goes_out_to_jdip_and_comes_back() -> None:
    """Thirty phases that people played elsewhere: the referee comes to each board of the source, and they survive both ways."""
    found = play_again(read_foreign_game(HUMAN, STANDARD), STANDARD)
    assert not found.unread
    assert not found.differences
    assert (len(found.phases), found.position.phase.name) == (30, "Spring 1908")
    position, turns = found.start, list[JudgedPhase]()
    for phase in found.phases:
        outcome = adjudicate(position, phase.orders, STANDARD)
        turns.append(JudgedPhase(game="quill", variant="standard", outcome=outcome))
        position = outcome.position
    text = write_jdip_game(turns, position, STANDARD, *THERE, ended=False)
    again = play_again(read_foreign_game(text, STANDARD), STANDARD)
    assert not again.unread
    assert not again.differences
    assert again.phases == found.phases
    assert same(again.position, found.position)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_played_comes_back_from_jdip(seed: int) -> None:
    """Four years of drawn orders: retreats, convoys, builds, waived ones, supports of what never moved."""
    random, position, turns = Random(seed), STANDARD.start, list[JudgedPhase]()
    while position.phase.year < 1905:
        outcome = adjudicate(position, drawn(position, random), STANDARD)
        turns.append(JudgedPhase(game="quill", variant="standard", outcome=outcome))
        position = outcome.position
    text = write_jdip_game(turns, position, STANDARD, *THERE, ended=False)
    found = play_again(read_foreign_game(text, STANDARD), STANDARD)
    assert not found.unread
    assert not found.differences
    assert same(found.position, position)
    assert [phase.phase for phase in found.phases] == [turn.outcome.before.phase.name for turn in turns]


def test_a_game_that_is_over_ends_with_its_last_phase() -> None:
    turns = [JudgedPhase(game="q", variant="standard", outcome=adjudicate(STANDARD.start, {}, STANDARD))]
    text = write_jdip_game(turns, turns[0].outcome.position, STANDARD, *THERE, ended=True)
    assert [phase.name for phase in read_foreign_game(text, STANDARD)] == ["S1901M"]
    assert "field='isEnded' type='boolean' value='true'" in text


def test_each_number_is_given_before_it_is_referred_to() -> None:
    """So JSX reads it: from the beginning to the end, with every object known when it is needed."""
    turns = [JudgedPhase(game="q", variant="standard", outcome=adjudicate(STANDARD.start, {}, STANDARD))]
    given = set[str]()
    for each in ElementTree.fromstring(write_jdip_game(turns, turns[0].outcome.position, STANDARD, *THERE, ended=False)).iter():
        if number := each.get("id"):
            assert number not in given
            given.add(number)
        assert each.get("idref", "") in given | {""}


def test_what_nobody_may_enter_is_on_its_board() -> None:
    """jDip's drawings name Switzerland, and its program refuses a drawing that names what the board does not have."""
    text = write_jdip_game([], STANDARD.start, STANDARD, *THERE, ended=False)
    assert "value='Switzerland'" in text
    names = [each.get("value") for each in ElementTree.fromstring(text).iter("string")]
    assert sum(name == "swi" for name in names) == 1


LAUGHS = '<!DOCTYPE jsx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    "text",
    [
        LAUGHS + small_game().partition("-->\n")[2].replace("Venice", "&b;"),
        '<!DOCTYPE jsx SYSTEM "http://elsewhere.example/jsx.dtd"><jsx></jsx>',
        "<jsx>" * 100_000, "<jsx></jsx>", "<jsx", "<jsx><object class='dip.world.World'/></jsx>",
        "<jsx><object id='a' class='dip.world.World'><reference idref='a' field='turnStates'/></object></jsx>",
        "<jsx><string value='x'/></jsx>", "<jsx><script/></jsx>", small_game()[:20_000],
        small_game().replace("field='position' type='int'", "field='position' type='text'"),
        small_game().replace("GUIMove", "GUIJump"), small_game().replace("value='1901'", "value='x'"),
        small_game().replace("field='map'", "field='board'"), small_game().replace("provArray", "provMap"),
    ],
)  # fmt: skip
def test_hostile_and_broken_files_are_refused(text: str) -> None:
    """None raises anything else, is looked up anywhere, or takes long."""
    with pytest.raises(NoForeignGame):
        play_again(read_foreign_game(text, STANDARD), STANDARD)


@pytest.mark.parametrize("cut", range(1000, 30_000, 1700))
def test_no_cut_file_does_harm(cut: int) -> None:
    with pytest.raises(NoForeignGame):
        read_foreign_game(small_game()[:cut], STANDARD)
