"""Armies aboard fleets in 1492, by mail: what is ordered, answered and reported, before and after the judge is started anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.board import DislodgedUnit, Phase, Unit
from judge.commands.orders import OrderLines
from judge.game.decision import open_context
from judge.game.model.events import OrdersTaken
from judge.game.orders.submit import submit_orders as decide_orders
from judge.rules import adjudicate
from tests.letters.post_office import GM, PostOffice, body
from tests.letters.table import mail_of
from tests.letters.test_new_world import Voyage


class Crew(Voyage):
    """Portugal has A(Lis) and F(MAO), in Autumn 1492."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self.office.staged(lambda: self.turn(Portugal="F(Lis)-MAO\nA(Coi)-Lis"))

    def restart(self) -> None:
        """Another judge on the same store, which has read nothing yet."""
        old = self.office
        self.office = PostOffice(self.folder)
        self.office.hands.time, self.office.count, self.office.last = old.hands.time, old.count, old.last

    def stands(self, power: str) -> set[str]:
        return {str(unit) for unit in self.game.board_now.units_of(power)}

    def report(self) -> dict[str, str]:
        """Run the phase; address → what came there, the report for all and the player's own."""
        told: dict[str, str] = {}
        for letter in self.office.letter(GM, "PROCESS"):
            told[letter["To"]] = f"{told.get(letter['To'], '')} {' '.join(body(letter).split())}"
        return told


@pytest.fixture
def crew(tmp_path: Path) -> Crew:
    return Crew(tmp_path)


ABOARD = "A(Lis) embarks F(MAO)"


def test_aboard_out_to_sea_and_ashore_in_one_letter(crew: Crew) -> None:
    answer, _ = crew.said("Portugal", f"{ABOARD}\nA/F(MAO)-SAO\nA(SAO) disembarks Mor")
    for line in (ABOARD, "A/F(MAO)-SAO", "A(SAO) disembarks Mor"):
        assert f"> {line}" in answer or line in answer.partition("STANDING ORDERS")[2], answer
    assert "You have no" not in answer
    assert "no such unit" not in answer.lower()
    assert sorted(crew.standing("Portugal")) == sorted([ABOARD, "A/F(MAO)-SAO", "A(SAO) disembarks Mor"])
    crew.restart()
    crew.report()
    assert crew.stands("Portugal") >= {"A(Mor)", "F(SAO)"}


@pytest.mark.parametrize(
    "lines",
    [
        ("A(SAO) disembarks Mor", "A/F(MAO)-SAO", ABOARD),  # the other way about
        ("A(SAO) lands in Morocco", "F MAO-SAO", "A Lis boards F MAO"),
        (ABOARD, "A/F(MAO)-NAO", "let me do that again", "A/F(MAO)-SAO", "A(SAO)-Mor"),  # the last word counts
    ],
)
def test_the_order_of_the_lines_does_not_matter(lines: tuple[str, ...], crew: Crew) -> None:
    answer, _ = crew.said("Portugal", "\n".join(lines))
    assert "You have no" not in answer
    crew.restart()
    crew.report()
    assert crew.stands("Portugal") >= {"A(Mor)", "F(SAO)"}


def test_each_of_them_in_a_letter_of_its_own(crew: Crew) -> None:
    for line in (ABOARD, "A/F(MAO)-SAO", "A(SAO) disembarks Mor"):
        assert "You have no" not in crew.said("Portugal", line)[0]
        crew.restart()
    crew.report()
    assert crew.stands("Portugal") >= {"A(Mor)", "F(SAO)"}


def test_another_landing_takes_the_place_of_the_first(crew: Crew) -> None:
    crew.said("Portugal", f"{ABOARD}\nA/F(MAO)-SAO\nA(SAO) disembarks Mor")
    crew.said("Portugal", "A/F(MAO) stands\nA(MAO) disembarks Lis")
    assert sorted(crew.standing("Portugal")) == sorted([ABOARD, "A/F(MAO) stands", "A(MAO) disembarks Lis"])


def test_a_fleet_has_one_order_whatever_it_is_called(crew: Crew) -> None:
    crew.said("Portugal", f"{ABOARD}\nA/F(MAO)-SAO")
    crew.said("Portugal", "F(MAO)-NAO")
    assert len([line for line in crew.standing("Portugal") if "MAO)-" in line]) == 1
    crew.report()
    assert crew.stands("Portugal") >= {"A(NAO)", "F(NAO)"}


ABOARD_IN_SAO = ("A/F(SAO)-MAO", "A/F(SAO) stands", "A/F(SAO) S F(Opo)-MAO", "F(SAO)-MAO", "A(SAO) disembarks Mor")


@pytest.mark.parametrize("line", ABOARD_IN_SAO)
def test_who_is_aboard_already_is_ordered_as_one(line: str, crew: Crew) -> None:
    crew.turn(Portugal=f"{ABOARD}\nA/F(MAO)-SAO")
    assert crew.stands("Portugal") >= {"A(SAO)", "F(SAO)"}
    answer, _ = crew.said("Portugal", line)
    assert "You have no" not in answer
    assert len(crew.standing("Portugal")) == 1
    crew.restart()
    crew.report()
    there = {"MAO": {"A(MAO)", "F(MAO)"}, "Mor": {"A(Mor)", "F(SAO)"}}
    assert crew.stands("Portugal") >= there.get(line[-3:] if " S " not in line else "", {"A(SAO)", "F(SAO)"})


def test_a_crew_is_no_unit_before_anybody_is_aboard(crew: Crew) -> None:
    answer, _ = crew.said("Portugal", "A/F(MAO)-SAO")
    assert "You have no A/F(MAO), but F(MAO)." in answer
    assert "> F(MAO)-SAO" in answer
    answer, _ = crew.said("Spain", "A/F(MAO)-SAO")  # Portugal's fleet is there
    assert "A/F(MAO) is not yours: it is Portuguese F(MAO)." in answer
    assert crew.standing("Spain") == []
    assert "You have no A(SAO)." in crew.said("Portugal", f"{ABOARD}\nA/F(MAO)-NAO\nA(SAO) disembarks Mor")[0]


def test_help_for_a_crew_that_is_not_there_does_no_harm(crew: Crew) -> None:
    """One such letter used to shut the game for good."""
    crew.said("Portugal", "F(Opo) S A/F(MAO)")
    crew.said("Spain", "F(Cad) S A/F(MAO)-SAO")
    crew.restart()
    assert "F(Cad) S A/F(MAO)-SAO" in crew.said("Spain", "STATUS")[0]
    assert "Autumn 1492" in crew.report()[mail_of("Spain")]
    crew.restart()
    assert "Autumn 1492 retreats" in crew.said(GM, "STATUS")[0]


def test_two_fleets_in_one_sea_and_one_army(crew: Crew) -> None:
    crew.turn(Portugal="F(Opo)-MAO")
    answer, _ = crew.said("Portugal", "A(Lis) embarks F2(MAO)\nA/F(MAO)-SAO\nA(SAO) disembarks Mor")
    assert "You have no" not in answer
    crew.restart()
    crew.report()
    assert crew.stands("Portugal") >= {"A(Mor)", "F(SAO)", "F(MAO)"}


# A crew stays at sea


@pytest.mark.parametrize("line", ["A/F(SAO)-Mor", "F(SAO)-Mor", "A/F(SAO)-Cad"])
def test_a_crew_sails_into_no_land(line: str, crew: Crew) -> None:
    crew.turn(Portugal=f"{ABOARD}\nA/F(MAO)-SAO")
    answer, _ = crew.said("Portugal", line)
    assert "army aboard" in answer or "home" in answer
    crew.restart()
    crew.report()
    assert crew.stands("Portugal") >= {"A(SAO)", "F(SAO)"}


def test_a_fleet_that_an_army_boards_this_turn_sails_into_no_land_either(crew: Crew) -> None:
    answer, _ = crew.said("Portugal", f"{ABOARD}\nF(MAO)-Lis")
    assert "army aboard" in answer
    crew.report()
    assert crew.stands("Portugal") >= {"A(MAO)", "F(MAO)"}


# One crew is shown as one


def test_a_crew_is_shown_as_one_unit(crew: Crew) -> None:
    crew.turn(Portugal=f"{ABOARD}\nA/F(MAO)-SAO")
    answer, _ = crew.said("Portugal", "F(Opo) stands")
    assert "No order yet for A/F(SAO):" in answer
    assert "No order yet" not in crew.said("Portugal", "A/F(SAO) stands")[0]
    crew.said("Portugal", "CLEAR")
    crew.restart()
    sent = crew.report()
    for power in ("Portugal", "Spain"):
        told = sent[mail_of(power)]
        assert "A/F(SAO)" in told, told
        assert "A(SAO)" not in told, told
        assert " F(SAO)" not in told, told


def test_a_fleet_that_sails_with_its_army_is_reported_with_it(crew: Crew) -> None:
    crew.turn(Portugal=f"{ABOARD}\nA/F(MAO)-SAO")
    crew.said("Portugal", "F(SAO)-MAO")
    assert crew.standing("Portugal") == ["A/F(SAO)-MAO"]
    assert "A/F(SAO)-MAO" in crew.report()[mail_of("Spain")]


# Driven out


@pytest.mark.parametrize("line", ["A/F(SAO) retreats MAO", "F(SAO) retreats MAO", "A/F SAO - MAO"])
def test_a_crew_that_was_driven_out_retreats_together(line: str, crew: Crew) -> None:
    """The fleet's retreat is the crew's, by either name."""
    crew.turn(Portugal=f"{ABOARD}\nA/F(MAO)-SAO")
    game = crew.game
    beaten = [u for u in game.board_now.units_of("Portugal") if u.space == "SAO"]
    by = Unit("Spain", "F", "WMS")
    position = replace(
        game.board_now,
        phase=Phase("Spring 1493 retreats", "retreats", 1493, 1),
        units=tuple(u for u in game.board_now.units if u not in beaten),
        dislodged=tuple(DislodgedUnit(u, by, "", ("MAO",)) for u in beaten),
    )
    seat = next(seat.key for seat in game.seats if seat.power == "Portugal")
    asked = open_context(replace(game, position=position, standing={}), seat, crew.office.hands.time, crew.rules)
    decision = decide_orders(asked, OrderLines(line, lines=(line,)))
    (taken,) = [event for event in decision.events if isinstance(event, OrdersTaken)]
    outcome = adjudicate(position, {"Portugal": taken.orders}, crew.rules)
    assert {str(unit) for unit in outcome.position.units_of("Portugal")} >= {"A(MAO)", "F(MAO)"}
