"""Adjustments: builds, coasts, waives, removals, and what civil disorder takes (2023 rule: 6.J)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from judge.board import Position, Unit
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome, adjudicate, check, dues_by_power
from judge.rules.centres import UNREACHABLE, distance
from judge.rules.reasons import CivilDisorder, NotAllowed, TooMany
from tests.rules.boards import AUTUMN, BOARD, RULES, WINTER, Told, stand, unit


def winter(units: Told, centres: Told, orders: Told) -> PhaseOutcome:
    """A winter in which powers own these centres, judged."""
    sent = {power: tuple(map(order, lines)) for power, lines in orders.items()}
    return adjudicate(before(units, centres), sent, RULES)


def order(line: str) -> Order:
    """`build F(StP)` as it stands: the notation itself would ask for the coast."""
    verb, _, rest = line.partition(" ")
    return Order(verb, UnitRef(rest[0], rest[2:-1])) if rest else Order(verb)


def before(units: Told, centres: Told) -> Position:
    return stand(units, WINTER, {code: power for power, codes in centres.items() for code in codes})


def told(outcome: PhaseOutcome) -> list[tuple[str, object]]:
    """word and the reason's essence, result by result."""
    found: list[tuple[str, object]] = []
    for result in outcome.results:
        match result.reason:
            case NotAllowed(why, _):
                found.append((result.word, why))
            case TooMany(number) | CivilDisorder(number):
                found.append((result.word, number))
            case None:
                found.append((result.word, ""))
            case other:
                raise AssertionError(other)
    return found


def standing(outcome: PhaseOutcome, power: str) -> list[str]:
    return [str(unit) for unit in outcome.position.units_of(power)]


RUSSIA = ["Mos", "War", "Sev", "StP"]
TWICE, LOST = ("illegal", "second-order"), ("illegal", "centre-not-owned")


@pytest.mark.parametrize(
    ("units", "centres", "orders", "results", "stands"),
    [
        (["A(Ukr)"], RUSSIA, ["build A(Mos)"], [("succeeds", "")], ["A(Mos)", "A(Ukr)"]),
        (["A(Ukr)"], RUSSIA, ["build F(StP.nc)", "build F(Sev)"], [("succeeds", "")] * 2, ["A(Ukr)", "F(Sev)", "F(StP.nc)"]),
        # 6.B.14: the coast must be told
        (["A(Ukr)"], RUSSIA, ["build F(StP)"], [("fails", "which-coast")], ["A(Ukr)"]),
        (["A(Ukr)"], RUSSIA, ["build F(StP.ec)"], [("illegal", "cannot-stand-there")], ["A(Ukr)"]),
        (["A(Ukr)"], RUSSIA, ["build F(Mos)"], [("illegal", "cannot-stand-there")], ["A(Ukr)"]),
        (["A(Ukr)"], RUSSIA, ["build A(StP)", "build F(StP.sc)"], [("succeeds", ""), TWICE], ["A(StP)", "A(Ukr)"]),
        (["A(Mos)"], RUSSIA, ["build A(Mos)"], [("illegal", "occupied")], ["A(Mos)"]),
        (["A(Ukr)"], [*RUSSIA[1:], "Rum"], ["build A(Mos)"], [LOST], ["A(Ukr)"]),
        (["A(Ukr)"], [*RUSSIA, "Rum"], ["build A(Rum)"], [("illegal", "not-a-home-centre")], ["A(Ukr)"]),
        (["A(Ukr)"], ["Mos"], ["build A(Mos)"], [("illegal", "no-builds-due")], ["A(Ukr)"]),
        # too many: the first ones stand, and a build that is refused takes nobody's place
        (["A(Ukr)"], ["Mos", "War"], ["build A(War)", "build A(Mos)"], [("succeeds", ""), ("illegal", 1)], ["A(Ukr)", "A(War)"]),
        (["A(Ukr)"], ["Mos", "War"], ["build A(Sev)", "build A(Mos)"], [LOST, ("succeeds", "")], ["A(Mos)", "A(Ukr)"]),
        # waives count as builds
        (["A(Ukr)"], ["Mos", "War"], ["waive"], [("succeeds", "")], ["A(Ukr)"]),
        (["A(Ukr)"], ["Mos", "War"], ["waive", "build A(Mos)"], [("succeeds", ""), ("illegal", 1)], ["A(Ukr)"]),
        (["A(Ukr)"], ["Mos", "War"], ["build A(Mos)", "waive"], [("succeeds", ""), ("illegal", 1)], ["A(Mos)", "A(Ukr)"]),
        (["A(Ukr)"], ["Mos"], ["waive"], [("illegal", "no-builds-due")], ["A(Ukr)"]),
        # nothing said: nothing built
        (["A(Ukr)"], RUSSIA, [], [], ["A(Ukr)"]),
        # removals
        (["A(Ukr)", "A(Gal)"], ["Mos"], ["remove A(Ukr)"], [("succeeds", "")], ["A(Gal)"]),
        (["A(Ukr)", "A(Gal)"], ["Mos"], ["remove A(Ukr)", "remove A(Gal)"], [("succeeds", ""), ("illegal", 1)], ["A(Gal)"]),
        (["A(Ukr)", "A(Gal)"], ["Mos", "War"], ["remove A(Ukr)"], [("illegal", "no-removals-due")], ["A(Gal)", "A(Ukr)"]),
        # Gal is two moves from Mos, Ukr one
        (["A(Ukr)", "A(Gal)"], ["Mos"], ["remove A(Rum)"], [("illegal", "no-unit"), ("succeeds", 2)], ["A(Ukr)"]),
        (["A(Ukr)", "A(Gal)"], ["Mos"], ["build A(Mos)"], [("illegal", "no-builds-due"), ("succeeds", 2)], ["A(Ukr)"]),
    ],
)  # fmt: skip
def test_one_power(
    units: Sequence[str], centres: Sequence[str], orders: Sequence[str], results: list[tuple[str, object]], stands: list[str]
) -> None:
    outcome = winter({"Russia": units}, {"Russia": centres}, {"Russia": orders})
    assert told(outcome) == results
    assert standing(outcome, "Russia") == stands


def test_a_second_removal_of_one_unit_and_somebody_elses() -> None:
    units = {"Russia": ["A(Ukr)", "A(Gal)", "A(Bud)"], "Turkey": ["A(Rum)"]}
    orders = {"Russia": ["remove A(Ukr)", "remove A(Ukr)", "remove A(Rum)"]}
    outcome = winter(units, {"Russia": ["Mos"], "Turkey": ["Con"]}, orders)
    assert told(outcome) == [("succeeds", ""), ("illegal", "second-order"), ("illegal", "not-yours"), ("succeeds", 3)]
    assert standing(outcome, "Russia") == ["A(Gal)"]


@pytest.mark.parametrize(
    ("text", "centres", "moves"),
    [
        ("A(Mos)", ["Mos"], 0),
        ("A(Gal)", ["Mos"], 2),
        ("A(Lon)", ["Bre"], 2),  # armies count seas as if they could walk them: Lon, ENG, Bre
        ("A(Lon)", ["Mos", "Bre"], 2),  # the nearest centre
        ("F(BAR)", ["StP"], 1),  # any coast will do
        ("F(NWG)", ["StP"], 2),
        ("F(BLA)", ["Sev", "Con"], 1),
        ("F(Rum)", ["Bud"], 1),  # 6.J.8: an inland centre is one further than the coast beside it
        ("F(BLA)", ["Bud"], 2),
        ("F(ION)", ["Par"], 5),  # TYS WES MAO Bre, then Par
        ("F(ION)", [], UNREACHABLE),
        ("A(Mos)", [], UNREACHABLE),
    ],
)  # fmt: skip
def test_distances(text: str, centres: Sequence[str], moves: int) -> None:
    assert distance(BOARD, unit("Russia", text), frozenset(centres)) == moves


@pytest.mark.parametrize(
    ("units", "centres", "gone"),
    [
        (["A(Ukr)", "A(Gal)"], ["Mos"], ["A(Gal)"]),  # the farthest
        (["A(Lvn)", "F(Lvn)"], ["Mos"], ["F(Lvn)"]),  # (two in a space, for the comparison) fleets first
        (["A(Sev)", "F(StP.nc)"], ["Mos"], ["F(StP.nc)"]),  # 6.J.5: as far, fleet before army
        (["A(Sev)", "A(Lvn)", "A(Ukr)"], ["Mos"], ["A(Lvn)", "A(Sev)"]),  # as far: Livonia, Sevastopol, Ukraine
        (["F(NAO)", "F(NTH)"], ["Lon"], ["F(NAO)"]),
        (["F(NWG)", "F(NAO)"], ["Edi"], ["F(NAO)"]),
        (["F(TYS)", "F(GOL)"], ["Rom"], ["F(LYO)"]),  # a name, not the code, counts where both are as far
        (["A(Boh)", "A(Bur)"], [], ["A(Boh)", "A(Bur)"]),  # no centre left: everything goes
        (["F(ADR)", "F(AEG)"], ["Gre"], ["F(ADR)"]),
    ],
)  # fmt: skip
def test_civil_disorder(units: Sequence[str], centres: Sequence[str], gone: Sequence[str]) -> None:
    placed: Mapping[str, Sequence[str]] = {"Russia": units}
    outcome = winter(placed, {"Russia": centres}, {})
    assert sorted(str(removed.unit) for removed in outcome.removed) == sorted(gone)
    assert [removed.how for removed in outcome.removed] == ["removed"] * len(gone)
    assert all(isinstance(r.reason, CivilDisorder) and not r.ordered and r.word == "succeeds" for r in outcome.results)


def test_the_alphabet_goes_by_full_names() -> None:
    """North Atlantic Ocean (NAO), North Sea (NTH), Norwegian Sea (NWG); Naples, North Africa (NAf), Norway."""
    units = tuple(unit("Russia", text) for text in ("F(NWG)", "A(Nwy)", "F(NTH)", "A(NAf)", "A(Nap)", "F(NAO)"))
    chosen = RULES.rules.civil_disorder_removals(RULES, BOARD, Position(WINTER, units), "Russia", len(units))
    assert [u.place for u in chosen] == ["NAO", "NTH", "NWG", "Nap", "NAf", "Nwy"]


def test_a_power_that_owns_nothing_loses_everything_and_others_are_untouched() -> None:
    outcome = winter({"Russia": ["A(Ukr)"], "Turkey": ["A(Rum)"]}, {"Turkey": ["Con"]}, {})
    assert told(outcome) == [("succeeds", None)]
    assert standing(outcome, "Russia") == []
    assert standing(outcome, "Turkey") == ["A(Rum)"]


def test_what_is_due_is_no_more_than_there_is_room_for() -> None:
    position = before({"Russia": ["A(Mos)", "A(War)", "A(Sev)"]}, {"Russia": [*RUSSIA, "Rum", "Bul"]})
    assert dues_by_power(position, RULES)["Russia"].builds == 1
    assert {str(site) for site in dues_by_power(position, RULES)["Russia"].sites} == {"A(StP)", "F(StP.nc)", "F(StP.sc)"}


def test_winter_is_passed_over_when_nothing_is_due() -> None:
    position = stand({"Russia": ["A(Mos)"]}, AUTUMN, {"Mos": "Russia"})
    after = adjudicate(position, {}, RULES).position
    assert str(after.phase) == "Spring 1903"
    homeless = stand({"Russia": ["A(Mos)"]}, AUTUMN, {"Mos": "Russia", "Rum": "Russia"})
    assert str(adjudicate(homeless, {}, RULES).position.phase) == "Spring 1903"  # a build is owed, but no site is free


@pytest.mark.parametrize(
    ("line", "why"),
    [("build A(Mos)", None), ("build F(StP)", "which-coast"), ("build A(Rum)", "not-a-home-centre"), ("waive", None)],
)
def test_the_checker_agrees(line: str, why: str | None) -> None:
    position = before({"Russia": ["A(Ukr)"]}, {"Russia": RUSSIA})
    reason = check(order(line), "Russia", position, RULES)
    assert reason is None if why is None else isinstance(reason, NotAllowed) and reason.why == why


def test_units_are_as_they_were_where_nothing_is_ordered() -> None:
    position = before({"Russia": ["A(Mos)"]}, {"Russia": ["Mos"]})
    assert adjudicate(position, {}, RULES).position.units == (Unit("Russia", "A", "Mos"),)
