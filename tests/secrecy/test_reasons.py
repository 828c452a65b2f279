"""Reasons are told to those who see only a part of the board if somebody has thought of each: a new one says nothing there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from judge.assets import find_assets
from judge.board import Position, Unit
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome, Ruleset, adjudicate, blind_play
from judge.rules.blind_play import make_blind
from judge.rules.phases import begin_position
from judge.rules.reasons import UNTOLD_DISTANCE, CivilDisorder, NoRoute, NotAllowed, Reason, Unexplained
from judge.variants import load_ruleset
from tests.rules.boards import RULES as STANDARD

WORLD = {
    "Xab": {"kind": "sea", "borders": ["SAO", "Mor", "Alg", "Xcd"]},
    "Xcd": {"kind": "land", "borders": ["Xab", "Tun", "Lib"], "centre": "yes"},
}


@dataclass(frozen=True, slots=True)
class Spied(Reason):
    """A reason that somebody has added to a game without a thought of secrecy."""

    code: ClassVar[str] = "spied"
    what: str = "Xcd"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    """1492."""
    return load_ruleset("new_world_1492", [find_assets().games], find_assets().grammars())


def begun(rules: Ruleset, *units: Unit, phase: str = "Spring 1493", **more: Any) -> Position:
    """A board with a small world beyond it."""
    found = rules.calendar.read(phase)
    assert found
    facts = {"world": WORLD, "natives": []}
    return begin_position(Position(found, units, {**rules.start.owners, **more}, facts=facts), rules)


def seen(rules: Ruleset, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
    """A judged phase as a power or the public may know it."""
    return rules.rules.visible_outcome(rules, outcome, reader)


@pytest.mark.parametrize("reader", ["Spain", ""])
def test_a_new_reason_says_nothing_in_1492(rules: Ruleset, reader: str) -> None:
    outcome = adjudicate(begun(rules, Unit("Spain", "A", "Mor")), {}, rules)
    planted = outcome._replace(results=tuple(r._replace(reason=Spied(), word="fails") for r in outcome.results))
    assert [(r.word, r.reason) for r in seen(rules, planted, reader).results] == [("fails", None)]


def test_a_new_reason_says_nothing_in_blind_play() -> None:
    blind = make_blind(STANDARD)
    outcome = adjudicate(blind.start, {}, blind)
    planted = outcome._replace(results=tuple(r._replace(reason=Spied(), word="fails") for r in outcome.results))
    assert {r.reason for r in seen(blind, planted, "France").results} == {None}


def test_what_is_told_was_thought_of() -> None:
    """The referee's own admission that it knows no reason is not for everybody."""
    assert not Unexplained.told_by_sight
    assert not Reason.told_by_sight
    assert CivilDisorder.told_by_sight
    assert blind_play._retold(Unexplained(), "France", frozenset(), set()) is None


@pytest.mark.parametrize("reader", ["Spain", "England", ""])
def test_no_reason_tells_whether_a_fleet_lies_off_two_shores(rules: Ruleset, reader: str) -> None:
    """An army goes from Morocco to Tunisia, and nobody convoys it: a French fleet may lie beside both, out of sight."""
    army, crossing = Unit("Spain", "A", "Mor"), Order("move", UnitRef("A", "Mor"), "Tun")
    far = {**WORLD, "Xab": {**WORLD["Xab"], "borders": ["SAO", "Mor", "Alg", "Tun", "Xcd"]}}
    told = []
    for fleet in (Unit("France", "F", "Xab"), Unit("France", "F", "WMS"), Unit("France", "F", "BOB")):
        before = replace(begun(rules, army, fleet), facts={"world": far, "natives": []})
        outcome = adjudicate(begin_position(before, rules), {"Spain": [crossing]}, rules)
        told += [(r.word, r.reason) for r in seen(rules, outcome, reader).results if r.power == "Spain"]
    assert told == [("fails", NoRoute(unseen=True))] * 3


def test_what_the_map_of_all_shows_is_told(rules: Ruleset) -> None:
    """No sea beyond the map touches London: everybody knows all fleets that could have carried an army from there."""
    outcome = adjudicate(begun(rules, Unit("England", "A", "Lon")), {"England": [Order("move", UnitRef("A", "Lon"), "Mor")]}, rules)
    assert [r.reason for r in seen(rules, outcome, "").results] == [NotAllowed("no-ferry", "Mor")]


def test_how_far_a_unit_was_from_home_is_not_told(rules: Ruleset) -> None:
    """Distances are counted over areas that nobody need know, and from centres whose place is secret."""
    units = [Unit("Spain", "F", place) for place in ("MAO", "SAO", "WMS", "EMS")]
    outcome = adjudicate(begun(rules, *units, phase="Winter 1493", Xcd=""), {}, rules)
    assert any(isinstance(r.reason, CivilDisorder) and (r.reason.distance or 0) > 0 for r in outcome.results)
    for reader in ("Spain", "France", ""):
        reasons = [r.reason for r in seen(rules, outcome, reader).results if isinstance(r.reason, CivilDisorder)]
        assert {reason.distance for reason in reasons} == {UNTOLD_DISTANCE}


