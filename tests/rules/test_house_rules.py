"""Each switch of the standard game: a phase whose outcome it changes, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from judge.rules import adjudicate, check
from judge.rules.house_rules import HouseRule
from judge.rules.outcome import orders_by_power
from judge.rules.ruleset import Ruleset
from tests.rules.boards import AUTUMN, BOARD, POWERS, RULES, Told, datc, judged, read, stand, why, words

FALLS_BACK = RULES.with_house_rules({"convoy_land_fallback": "yes"})
EXPLICIT = RULES.with_house_rules({"explicit_via": "yes"})
ALL_HOLD = RULES.with_house_rules({"paradox": "all-hold"})


class Ruled(NamedTuple):
    """One phase under two rulings: unit → word, `+` if dislodged."""

    title: str
    rules: Ruleset
    units: Told
    orders: Told
    before: dict[str, str]
    after: dict[str, str]


SKAGERRAK_FALLS = {"F(SKA)": "disrupted+", "F(Den)": "succeeds", "F(NTH)": "given"}
PHASES = [
    Ruled(
        "6.G.8: a convoy that is not there; the army walks",
        FALLS_BACK,
        {"France": ["A(Bel)"], "England": ["F(NTH)", "A(Hol)"]},
        {"France": ["A(Bel)-Hol via convoy"], "England": ["F(NTH)-HEL", "A(Hol)-Kie"]},
        {"A(Bel)": "invalid", "F(NTH)": "succeeds", "A(Hol)": "succeeds"},
        {"A(Bel)": "succeeds", "F(NTH)": "succeeds", "A(Hol)": "succeeds"},
    ),
    Ruled(
        "a convoy where no fleet could be",
        FALLS_BACK,
        {"France": ["A(Bel)"]},
        {"France": ["A(Bel)-Hol via convoy"]},
        {"A(Bel)": "illegal"},
        {"A(Bel)": "succeeds"},
    ),
    Ruled(
        "the convoying fleet is driven out; the army walks, and bites on its way",
        FALLS_BACK,
        {"England": ["A(Nwy)", "F(SKA)"], "Germany": ["F(Den)", "F(NTH)"], "Russia": ["A(Swe)", "A(Fin)"]},
        {
            "England": ["A(Nwy)-Swe", "F(SKA) C A(Nwy)-Swe"],
            "Germany": ["F(Den)-SKA", "F(NTH) S F(Den)-SKA"],
            "Russia": ["A(Swe) S A(Fin)"],
        },
        {**SKAGERRAK_FALLS, "A(Nwy)": "fails", "A(Swe)": "given", "A(Fin)": "stands"},
        {**SKAGERRAK_FALLS, "A(Nwy)": "fails", "A(Swe)": "cut", "A(Fin)": "stands"},
    ),
    Ruled(
        "6.G.11: the paradox closes the way by sea, so Sweden goes by land and Skagerrak is not dislodged",
        FALLS_BACK,
        {"England": ["F(Nwy)", "F(NTH)"], "Russia": ["A(Swe)", "F(SKA)", "F(BAR)"]},
        {
            "England": ["F(Nwy) S F(NTH)-SKA", "F(NTH)-SKA"],
            "Russia": ["A(Swe)-Nwy", "F(SKA) C A(Swe)-Nwy", "F(BAR) S A(Swe)-Nwy"],
        },
        {"F(Nwy)": "given", "F(NTH)": "succeeds", "A(Swe)": "fails", "F(SKA)": "disrupted+", "F(BAR)": "given"},
        {"F(Nwy)": "cut+", "F(NTH)": "fails", "A(Swe)": "succeeds", "F(SKA)": "disrupted", "F(BAR)": "given"},
    ),
    Ruled(
        "a swap whose convoy fails meets head-on by land: the stronger of the two wins",
        FALLS_BACK,
        {"England": ["A(Nwy)", "F(SKA)", "F(Fin)"], "Germany": ["F(Den)", "F(NTH)"], "Russia": ["A(Swe)"]},
        {
            "England": ["A(Nwy)-Swe", "F(SKA) C A(Nwy)-Swe", "F(Fin) S A(Nwy)-Swe"],
            "Germany": ["F(Den)-SKA", "F(NTH) S F(Den)-SKA"],
            "Russia": ["A(Swe)-Nwy"],
        },
        {**SKAGERRAK_FALLS, "A(Nwy)": "fails", "A(Swe)": "fails", "F(Fin)": "given"},
        {**SKAGERRAK_FALLS, "A(Nwy)": "succeeds", "A(Swe)": "fails+", "F(Fin)": "given"},
    ),
    Ruled(
        "6.G.1 without `via`: a head-on battle instead of a swap",
        EXPLICIT,
        {"England": ["A(Nwy)", "F(SKA)"], "Russia": ["A(Swe)"]},
        {"England": ["A(Nwy)-Swe", "F(SKA) C A(Nwy)-Swe"], "Russia": ["A(Swe)-Nwy"]},
        {"A(Nwy)": "succeeds", "F(SKA)": "available", "A(Swe)": "succeeds"},
        {"A(Nwy)": "fails", "F(SKA)": "available", "A(Swe)": "fails"},
    ),
    Ruled(
        "6.G.9 without `via`: dislodged instead of swapped",
        EXPLICIT,
        {"England": ["A(Nwy)", "F(SKA)", "F(Fin)"], "Russia": ["A(Swe)"]},
        {"England": ["A(Nwy)-Swe", "F(SKA) C A(Nwy)-Swe", "F(Fin) S A(Nwy)-Swe"], "Russia": ["A(Swe)-Nwy"]},
        {"A(Nwy)": "succeeds", "F(SKA)": "available", "F(Fin)": "given", "A(Swe)": "succeeds"},
        {"A(Nwy)": "succeeds", "F(SKA)": "available", "F(Fin)": "given", "A(Swe)": "fails+"},
    ),
    Ruled(
        "`via` is still read where it is asked for",
        EXPLICIT,
        {"England": ["A(Nwy)", "F(SKA)"], "Russia": ["A(Swe)"]},
        {"England": ["A(Nwy)-Swe via convoy", "F(SKA) C A(Nwy)-Swe"], "Russia": ["A(Swe)-Nwy"]},
        {"A(Nwy)": "succeeds", "F(SKA)": "available", "A(Swe)": "succeeds"},
        {"A(Nwy)": "succeeds", "F(SKA)": "available", "A(Swe)": "succeeds"},
    ),
    Ruled(
        "6.F.14: the attack on the convoying fleet fails with the convoy",
        ALL_HOLD,
        {"England": ["F(Lon)", "F(Wal)"], "France": ["A(Bre)", "F(ENG)"]},
        {"England": ["F(Lon) S F(Wal)-ENG", "F(Wal)-ENG"], "France": ["A(Bre)-Lon", "F(ENG) C A(Bre)-Lon"]},
        {"F(Lon)": "given", "F(Wal)": "succeeds", "A(Bre)": "fails", "F(ENG)": "disrupted+"},
        {"F(Lon)": "given", "F(Wal)": "fails", "A(Bre)": "fails", "F(ENG)": "available"},
    ),
    Ruled(
        "a circle of moves is no paradox",
        ALL_HOLD,
        {"Turkey": ["F(Ank)", "A(Con)", "A(Smy)"]},
        {"Turkey": ["F(Ank)-Con", "A(Con)-Smy", "A(Smy)-Ank"]},
        {"F(Ank)": "succeeds", "A(Con)": "succeeds", "A(Smy)": "succeeds"},
        {"F(Ank)": "succeeds", "A(Con)": "succeeds", "A(Smy)": "succeeds"},
    ),
]


@pytest.mark.parametrize("phase", [pytest.param(phase, id=phase.title) for phase in PHASES])
def test_a_phase_under_two_rulings(phase: Ruled) -> None:
    assert words(judged(phase.units, phase.orders)) == phase.before
    assert words(judged(phase.units, phase.orders, phase.rules)) == phase.after


def test_a_fallback_is_explained_by_the_way_that_was_tried() -> None:
    phase = next(phase for phase in PHASES if phase.title.startswith("a swap whose convoy fails"))
    assert why(judged(phase.units, phase.orders))["A(Nwy)"] == "no-route"
    units, orders = dict(phase.units), dict(phase.orders)
    orders["England"] = [line for line in orders["England"] if not line.startswith("F(Fin)")]
    assert why(judged(units, orders, phase.rules))["A(Nwy)"] == "head-to-head"


def test_what_the_checker_says_follows_the_switch() -> None:
    position = stand({"France": ["A(Bel)"]})
    order = read(position, {"France": ["A(Bel)-Hol via convoy"]})["France"][0]
    assert check(order, "France", position, RULES) is not None
    assert check(order, "France", position, FALLS_BACK) is None


PARADOXES = ("6.F.14", "6.F.15", "6.F.16", "6.F.17", "6.F.18", "6.F.22", "6.F.23", "6.F.24", "6.F.26", "6.F.27", "6.F.28", "6.G.11")
MOVES_YET = {"6.F.26": {"A(Spa)"}}
"""Moves outside the paradox."""


@pytest.mark.parametrize("case", PARADOXES)
def test_all_hold_under_all_hold(case: str) -> None:
    """Nobody in the paradox moves, no convoy is disrupted, and a reason says which rule settled it."""
    phase = datc()[case]
    outcome = adjudicate(phase.before, orders_by_power(phase), ALL_HOLD)
    moved = {str(r.unit) for r in outcome.results if r.order.verb == "move" and r.word == "succeeds"}
    assert moved == MOVES_YET.get(case, set())
    assert "disrupted" not in {r.word for r in outcome.results}
    assert any(ALL_HOLD.word("paradox") in repr(r.reason) for r in outcome.results)


def test_all_hold_changes_no_case_without_a_paradox() -> None:
    for case, phase in datc().items():
        if phase.before.phase.kind == "movement" and case not in PARADOXES:
            assert adjudicate(phase.before, orders_by_power(phase), ALL_HOLD) == phase, case


@pytest.mark.parametrize(("wanted", "winners"), [(18, ()), (6, ("France",)), (5, ("France",)), (7, ())])
def test_centres_to_win(wanted: int, winners: tuple[str, ...]) -> None:
    """France comes to six centres in autumn, England to five."""
    france, england = ["Par", "Mar", "Bre", "Spa", "Por"], ["Lon", "Edi", "Lvp", "Nwy", "Swe"]
    owners = {**dict.fromkeys(france, "France"), **dict.fromkeys(england, "England")}
    position = stand({"France": ["A(Bur)"]}, phase=AUTUMN, owners=owners)
    rules = RULES.with_house_rules({"centres_to_win": str(wanted)})
    outcome = adjudicate(position, read(position, {"France": ["A(Bur)-Mun"]}), rules)
    assert outcome.changed == {"Mun": ("", "France")}
    assert outcome.winners == winners


def test_centres_count_for_nothing_in_spring() -> None:
    rules = RULES.with_house_rules({"centres_to_win": "2"})
    position = stand({"France": ["A(Mun)"]}, owners={"Par": "France"})
    outcome = adjudicate(position, {}, rules)
    assert (outcome.changed, outcome.counted, outcome.winners) == ({}, False, ())
    assert adjudicate(outcome.position, {}, rules).winners == ("France",)


def test_two_that_reach_the_number_together_share_only_if_they_have_as_many() -> None:
    owners = {code: POWERS[n % 2] for n, code in enumerate(BOARD.centres[:10])}
    position = stand({}, phase=AUTUMN, owners=owners)
    rules = RULES.with_house_rules({"centres_to_win": "5"})
    assert adjudicate(position, {}, rules).winners == POWERS[:2]
    more = replace(position, owners={**owners, BOARD.centres[10]: POWERS[1]})
    assert adjudicate(more, {}, rules).winners == (POWERS[1],)


@pytest.mark.parametrize(
    ("default", "words", "value", "allowed", "written", "then"),
    [
        ("yes", (), True, ("yes", "no", "true", "false", "on", "off"), "OFF", False),
        ("no", (), False, ("yes", "no", "true", "false", "on", "off"), "true", True),
        ("18", (), 18, (), "007", 7),
        ("szykman", ("szykman", "all-hold"), "szykman", ("szykman", "all-hold"), "All-Hold", "all-hold"),
        ("no", ("no", "rarely"), "no", ("no", "rarely"), "rarely", "rarely"),
    ],
)
def test_a_switch_has_the_type_of_its_default(
    default: str, words: tuple[str, ...], value: object, allowed: tuple[str, ...], written: str, then: object
) -> None:
    """As a folder declares it and as a GM sets it: yes or no, a number, or one of the words that are listed."""
    rule = HouseRule.declared(default, words)
    assert (rule.value, type(rule.value), rule.allowed) == (value, type(value), allowed)
    assert (rule.with_value(written).value, type(rule.with_value(written).value)) == (then, type(then))
    assert str(rule) == default


@pytest.mark.parametrize(("default", "words"), [("perhaps", ()), ("-1", ()), ("1.5", ()), ("", ()), ("coin", ("head", "tail"))])
def test_a_default_without_a_type_is_an_error(default: str, words: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=f"{default!r} is (no whole number|not one of its values)"):
        HouseRule.declared(default, words)


def test_a_switch_is_read_by_its_type() -> None:
    assert (RULES.number("centres_to_win"), RULES.word("paradox"), RULES.flag("explicit_via")) == (18, "szykman", False)
    assert EXPLICIT.flag("explicit_via")
    assert (RULES.number("fog", 3), RULES.word("fog"), RULES.flag("fog")) == (3, "", False)
    for ask, rule in ((RULES.number, "explicit_via"), (RULES.flag, "centres_to_win"), (RULES.word, "centres_to_win")):
        with pytest.raises(TypeError, match=f"house rule {rule!r} is "):
            ask(rule)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"paradox": "coin"}, "cannot be 'coin'; it takes szykman, all-hold"),
        ({"explicit_via": "maybe"}, "it takes yes, no"),
        ({"centres_to_win": "many"}, "it takes a whole number"),
        ({"fog": "yes"}, "unknown house rule 'fog'"),
    ],
)
def test_switches_that_do_not_exist(change: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        RULES.with_house_rules(change)
