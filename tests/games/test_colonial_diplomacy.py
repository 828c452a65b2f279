"""The board of Colonial Diplomacy is the published one, in its Moulmein form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from judge.assets import Assets, find_assets
from judge.board import Unit, space_of
from judge.daemon.wiring import map_loader
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.maps.build_scenes import turn_scenes
from judge.rules import adjudicate
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

LINE = ("Mos", "Prm", "Oms", "Kra", "Irk", "Vla")


@pytest.fixture(scope="module")
def colonial(shipped: Assets) -> Ruleset:
    return load_ruleset("colonial_diplomacy", [shipped.games], shipped.grammars())


def pairs(ruleset: Ruleset, kind: str) -> set[frozenset[str]]:
    return {frozenset((a, b)) for a, others in ruleset.board.links[kind].items() for b in others}


def test_it_has_119_provinces_and_58_centres(colonial: Ruleset) -> None:
    spaces = colonial.board.spaces.values()
    assert len(spaces) == 119
    assert [sum(space.kind == kind for space in spaces) for kind in ("land", "coast", "sea")] == [32, 60, 27]
    homes = [space.home for space in spaces if space.home]
    assert len(colonial.board.centres) == 58
    assert len(homes) == 29
    assert [homes.count(power.name) for power in colonial.powers] == [6, 5, 3, 3, 4, 5, 3]


def test_every_home_centre_starts_with_a_unit(colonial: Ruleset) -> None:
    homes = {space.code: space.home for space in colonial.board.spaces.values() if space.home}
    assert {space_of(unit.place): unit.power for unit in colonial.start.units} == homes == dict(colonial.start.owners)


def test_every_link_leads_back(colonial: Ruleset) -> None:
    """Army links 171; fleet links 211, those of split coasts counted one by one."""
    for kind, number in (("A", 171), ("F", 211)):
        by_place = colonial.board.links[kind]
        assert all(any(space_of(back) == space_of(a) for back in by_place[b]) for a, others in by_place.items() for b in others)
        assert all(a in by_place[b] for a, others in by_place.items() for b in others)
        assert len(pairs(colonial, kind)) == number


def test_three_coasts_are_split(colonial: Ruleset) -> None:
    split = {code: space.coasts for code, space in colonial.board.spaces.items() if space.coasts}
    assert split == {"Arb": ("nc", "sc"), "Ban": ("ec", "wc"), "Seo": ("ec", "wc")}


def test_land_bridges_canals_and_what_is_closed(colonial: Ruleset) -> None:
    armies, fleets = pairs(colonial, "A"), pairs(colonial, "F")
    for bridge in (frozenset({"Ota", "Aki"}), frozenset({"Ota", "Sak"})):
        assert bridge in armies & fleets
    assert frozenset({"Sak", "Vla"}) not in armies | fleets
    assert frozenset({"Med", "Red"}) not in fleets
    assert {"Med", "Red"} <= colonial.board.reach("F", "Egy")
    assert {"Blas", "Med"} <= colonial.board.reach("F", "Con")
    assert {"Luzs", "Low", "Mid", "Suls"} <= colonial.board.reach("F", "Ceb")


def test_stations_lie_next_to_one_another_and_to_no_other(colonial: Ruleset) -> None:
    board = colonial.board
    assert tuple(sorted(LINE, key=lambda code: int(board.spaces[code].notes["station"]))) == LINE
    for at, station in enumerate(LINE):
        near = {LINE[n] for n in (at - 1, at + 1) if 0 <= n < len(LINE)}
        assert board.reach("A", station) & set(LINE) == near


def test_every_name_but_one_is_one_province(colonial: Ruleset) -> None:
    """`Man` is Manchuria, Manila, Mandalay or the Gulf of Manaar, whichever the unit can reach."""
    unclear = {name: codes for name, codes in colonial.board.names.table.items() if len(codes) > 1}
    assert unclear == {"man": ("Gom", "Mac", "Mna", "May")}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Abyssinia", "Aby"), ("Nanchang", "Nan"), ("Somaliland", "Som"), ("Conchin", "Coc"), ("Sakalin", "Sak"),
        ("hk", "Hon"), ("meds", "Med"), ("rs", "Red"), ("PORT ARTHUR", "Part"), ("s china sea", "Scs"), ("Per", "Prs"),
    ],
)  # fmt: skip
def test_what_people_write_finds_the_province(colonial: Ruleset, text: str, code: str) -> None:
    assert colonial.board.names.find(text) == (code,)


def test_it_opens_in_spring_1870_and_29_centres_win(colonial: Ruleset) -> None:
    assert colonial.start.phase.name == "Spring 1870"
    assert colonial.number("centres_to_win") == 29


def drawn(colonial: Ruleset, units: dict[str, Sequence[str]], lines: dict[str, Sequence[str]]) -> list[tuple[str, str, str, bool]]:
    """The lines of a turn's picture: (style, from, to, whether it failed)."""
    found = find_assets()
    there = tuple(Unit(power, *each.rstrip(")").split("(")) for power, own in units.items() for each in own)
    position = replace(colonial.start, units=there)
    orders = {
        power: [each.order for line in own for each in colonial.notation.read(line, colonial.board, position, power)]
        for power, own in lines.items()
    }
    outcome = adjudicate(position, orders, colonial)
    look = map_loader((found.games,), found)("colonial_diplomacy")
    assert look
    view = view_phase(JudgedPhase("blot", "colonial_diplomacy", outcome=outcome), colonial, "")
    return [(line.style, line.start, line.end, line.failed) for line in turn_scenes(view, colonial, look[1])[0].lines]


def test_the_map_shows_who_may_pass_the_canal(colonial: Ruleset) -> None:
    """An arrow that points the way that may be gone, also if the fleet does not go; without permission there is none."""
    units = {"Britain": ["A(Egy)"], "Turkey": ["F(Med)"]}
    allowed = drawn(colonial, units, {"Britain": ["permit F(Med)-Red"], "Turkey": ["F(Med) stands"]})
    assert ("pass", "Med", "Red", False) in allowed
    assert not [line for line in drawn(colonial, units, {"Turkey": ["F(Med)-Red"]}) if line[0] == "pass"]


def test_the_map_shows_where_a_train_was_bound_and_where_it_came(colonial: Ruleset) -> None:
    """It was held up before Krasnoyarsk: one line to Omsk, one that failed from there to Vladivostok."""
    units = {"Russia": ["A(Mos)"], "China": ["A(Kra)"]}
    lines = drawn(colonial, units, {"Russia": ["A(Mos)-Vla via TSR"], "China": ["A(Kra) stands"]})
    trains = [line for line in lines if line[0] == "train"]
    assert {line[2]: line[3] for line in trains} == {"Oms": False, "Vla": True}
