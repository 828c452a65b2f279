"""Columbus on random boards: the chart is sound whatever was found, every failure has its words, no order of things shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hls
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from judge.assets import Assets
from judge.board import Board, Position, Unit, space_of
from judge.cases.texts import CaseTemplates, load_case_templates
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome, Ruleset, adjudicate
from judge.rules.dice import draw_throw
from judge.variants import load_ruleset

NUMBERS = [str(n) for n in range(1, 57)]
HOMES = ("Eng", "Fra", "Net", "Por", "Spa")
FINE = ("succeeds", "given", "available", "stands")


@pytest.fixture(scope="module")
def rules(shipped: Assets) -> Ruleset:
    return load_ruleset("columbus", [shipped.games], shipped.grammars())


@pytest.fixture(scope="module")
def words(rules: Ruleset, shipped: Assets) -> CaseTemplates:
    return load_case_templates(rules, shipped.templates, [shipped.games])


def found(random: Random, share: float) -> dict[str, Any]:
    """Facts of a game in which so much of the New World is explored."""
    terrain = {n: random.choice(["sea", "sea", "land", "land", "native", "major"]) for n in NUMBERS if random.random() < share}
    manned = [space for space in (*HOMES, *terrain) if terrain.get(space, "major") == "major" and random.random() < 0.7]
    return {"terrain": terrain, "rolls": {}, "garrisons": sorted(manned)}


def fleet_place(board: Board, kind: str, place: str) -> bool:
    """Whether a unit may stand there: nothing stands in the unknown, and no fleet on no coast."""
    space = board.spaces[space_of(place)]
    return space.kind != "unknown" and (kind == "A" or not space.coasts or place != space.code)


def scene(rules: Ruleset, random: Random) -> tuple[Position, dict[str, list[Order]]]:
    """A random position and an order for every unit, most of them possible."""
    facts = found(random, 0.6)
    position = replace(rules.start, units=(), facts=facts, phase=rules.calendar.at(1510, random.choice([0, 2])))
    board = rules.board_at(position)
    spots = [(kind, place) for kind in "AF" for place in board.links[kind] if fleet_place(board, kind, place)]
    units: dict[str, Unit] = {}
    for kind, place in random.sample(spots, 24):
        power = random.choice(rules.powers).name
        if space_of(place) not in facts["garrisons"] or board.spaces[space_of(place)].home == power:
            units.setdefault(space_of(place), Unit(power, kind, place))
    orders: dict[str, list[Order]] = {}
    for unit in units.values():
        orders.setdefault(unit.power, []).append(order(unit, list(units.values()), board, random))
    return replace(position, units=tuple(units.values())), orders


def order(unit: Unit, units: Sequence[Unit], board: Board, random: Random) -> Order:
    me, near = ref(unit), sorted(board.reach(unit.kind, unit.place)) or ["NAO"]
    to, other = random.choice(near), random.choice(units)
    theirs = sorted({space_of(p) for p in board.reach(other.kind, other.place)} & set(map(space_of, near)))
    return random.choice(
        [
            Order("move", me, to),
            Order("move", me, to),
            Order("support", me, random.choice(theirs), ref(other)) if theirs else Order("stands", me),
            Order("support", me, "", UnitRef("G", space_of(to))),
            Order("convoy", me, space_of(to), ref(other)),
        ]
    )


def ref(unit: Unit) -> UnitRef:
    return UnitRef(unit.kind, unit.place)


@pytest.mark.parametrize("seed", range(40))
def test_a_chart_is_sound_whatever_was_found(seed: int, rules: Ruleset) -> None:
    board = rules.board_at(replace(rules.start, facts=found(Random(seed), seed / 39)))
    for by_place in board.links.values():
        known = {place: targets for place, targets in by_place.items() if board.spaces[space_of(place)].kind != "unknown"}
        assert all(place in known[to] for place, targets in known.items() for to in targets if to in known)
    for code, space in board.spaces.items():
        assert len(space.coasts) != 1
        assert board.places("F", code) == tuple(f"{code}.{coast}" for coast in space.coasts) or len(board.places("F", code)) <= 1


@pytest.mark.parametrize("seed", range(60))
def test_a_random_board_is_judged_whole(seed: int, rules: Ruleset, words: CaseTemplates) -> None:
    random = Random(seed)
    position, orders = scene(rules, random)
    outcome = judged(position, orders, rules, seed)
    after, board = outcome.position, rules.board_at(outcome.position)
    assert all(unit.place in board.places(unit.kind, unit.space) for unit in after.units)
    assert len({unit.space for unit in after.units}) == len(after.units)
    assert all(board.spaces[u.space].home == u.power for u in after.units if u.space in after.facts["garrisons"])
    for result in outcome.results:
        assert result.word in FINE or (result.reason and result.reason.code not in ("unexplained", "not-possible"))
        assert result.reason is None or words.why(result, outcome)
    again = judged(replace(position, units=position.units[::-1]), dict(reversed(turned(orders).items())), rules, seed)
    assert told(again) == told(outcome)


def judged(position: Position, orders: Mapping[str, Sequence[Order]], rules: Ruleset, seed: int) -> PhaseOutcome:
    return adjudicate(position, orders, rules, lambda subject: draw_throw(b"%d" % seed, subject))


def turned(orders: Mapping[str, list[Order]]) -> dict[str, list[Order]]:
    return {power: listed[::-1] for power, listed in orders.items()}


def told(outcome: PhaseOutcome) -> object:
    """What must not depend on the order of anything."""
    results = {(result.unit, result.word, result.reason) for result in outcome.results}
    return results, set(outcome.position.units), set(outcome.position.dislodged), outcome.position.facts


@pytest.mark.parametrize(
    "state",
    [
        {"terrain": {"46": "water"}}, {"terrain": {"99": "sea"}}, {"terrain": ["46"]}, {"garrisons": "Eng"},
        {"coasts": {"29": "ec"}}, {"unchosen": {"Eng": "wc"}}, {"rolls": {"46": "7"}},
    ],
)  # fmt: skip
def test_facts_that_cannot_be_are_refused(state: dict[str, Any], rules: Ruleset) -> None:
    with pytest.raises(ValueError, match=next(iter(state))):
        rules.board_at(replace(rules.start, facts={**rules.start.facts, **state}))


def test_the_pieces_have_the_sheet_s_colours(rules: Ruleset) -> None:
    """By hue in degrees, lightness and saturation in percent: yellow, pink, blue, black, green."""
    found = {}
    for power in rules.powers:
        red, green, blue = (int(power.colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        hue, light, full = rgb_to_hls(red, green, blue)
        found[power.name] = (hue * 360, light * 100, full * 100)
    (yellow, *_), (pink, pale, _), (blue, *_), (_, dark, grey), (green, *_) = found.values()
    assert list(found) == ["Netherlands", "England", "France", "Spain", "Portugal"]
    assert 40 <= yellow <= 65
    assert (pink >= 320 and pale >= 65, 200 <= blue <= 250, 90 <= green <= 150) == (True, True, True)
    assert (dark <= 30, grey <= 10) == (True, True)
