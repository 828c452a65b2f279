"""The board of Colonial Diplomacy is the published one, in its Moulmein form."""

from __future__ import annotations

import pytest

from judge.assets import Assets
from judge.board import space_of
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


def test_every_name_is_one_province(colonial: Ruleset) -> None:
    unclear = {name: codes for name, codes in colonial.board.names.table.items() if len(codes) > 1}
    assert unclear == {}


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
