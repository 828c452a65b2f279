"""The standard board is the published one: counts, links, names, start."""

from __future__ import annotations

import pytest

from judge.board import space_of
from judge.rules.ruleset import Ruleset

ATLANTIC = ("atlantik", "atlantique", "ocean atlantique", "atlantico", "oceano atlantico", "atlantische oceaan", "atlanten")
ASKED_ABOUT = {
    "nor": {"Nwy", "NWG", "NTH"},
    "north": {"NTH", "NAO", "NAf"},
    "liv": {"Lvp", "Lvn"},
    "tir": {"Tyr", "Tri"},
    **{name: {"NAO", "MAO"} for name in (*ATLANTIC, "atlantyk", "atlantyku")},
}


def pairs(ruleset: Ruleset, kind: str) -> set[frozenset[str]]:
    return {frozenset((a, b)) for a, others in ruleset.board.links[kind].items() for b in others}


def test_it_has_75_provinces_34_centres_and_22_units(ruleset: Ruleset) -> None:
    assert len(ruleset.board.spaces) == 75
    assert sum(space.kind == "sea" for space in ruleset.board.spaces.values()) == 19
    assert len(ruleset.board.centres) == 34
    assert len(ruleset.start.units) == 22
    assert len(ruleset.start.owners) == 22


def test_it_has_111_army_links_and_141_fleet_links(ruleset: Ruleset) -> None:
    assert len(pairs(ruleset, "A")) == 111
    assert len(pairs(ruleset, "F")) == 141


def test_armies_never_name_a_coast_and_fleets_always_do(ruleset: Ruleset) -> None:
    split = {code: space.coasts for code, space in ruleset.board.spaces.items() if space.coasts}
    assert split == {"Bul": ("ec", "sc"), "Spa": ("nc", "sc"), "StP": ("nc", "sc")}
    assert not any("." in place for pair in pairs(ruleset, "A") for place in pair)
    assert not any(place in split for pair in pairs(ruleset, "F") for place in pair)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("NRG", "NWG"), ("GOL", "LYO"), ("gob", "BOT"), ("Nat", "NAO"), ("MID", "MAO"), ("ech", "ENG"), ("EMS", "EAS"),
        ("TYN", "TYS"), ("Lpl", "Lvp"), ("norwegian sea", "NWG"), ("Gulf of Lyons", "LYO"), ("Mid-Atlantic", "MAO"),
        ("st. petersburg", "StP"), ("STP", "StP"), ("Roumania", "Rum"), ("romania", "Rum"), ("Rom", "Rom"),
        ("Tyrol", "Tyr"), ("TYR", "Tyr"), ("Heligoland", "HEL"), ("Livonia", "Lvn"), ("münchen", "Mun"),
        ("north atlantic", "NAO"), ("NORTH SEA", "NTH"), ("n. africa", "NAf"), ("english  channel", "ENG"),
    ],
)  # fmt: skip
def test_what_people_write_finds_the_province(ruleset: Ruleset, text: str, code: str) -> None:
    assert ruleset.board.names.find(text) == (code,)


def test_every_name_is_one_province_except_those_asked_about(ruleset: Ruleset) -> None:
    unclear = {name: set(codes) for name, codes in ruleset.board.names.table.items() if len(codes) > 1}
    assert unclear == ASKED_ABOUT
    for code, space in ruleset.board.spaces.items():
        for name in (code, space.name, *space.also):
            assert code in ruleset.board.names.find(name)


def test_the_russian_fleet_starts_on_the_south_coast(ruleset: Ruleset) -> None:
    assert [str(u) for u in ruleset.start.units_of("Russia")] == ["A(Mos)", "A(War)", "F(Sev)", "F(StP.sc)"]


def test_a_year_has_five_phases_and_fall_is_read_as_autumn(ruleset: Ruleset) -> None:
    calendar = ruleset.calendar
    names = [calendar.at(1901, index).name for index in range(len(calendar.seasons))]
    assert names == ["Spring 1901", "Spring 1901 retreats", "Autumn 1901", "Autumn 1901 retreats", "Winter 1901"]
    assert calendar.read("Fall 1902 retreats") == calendar.at(1902, 3)
    assert [season.counts for season in calendar.seasons] == [False, False, False, False, True]


def test_centres_lie_where_their_powers_start(ruleset: Ruleset) -> None:
    homes = {code: space.home for code, space in ruleset.board.spaces.items() if space.home}
    assert {space_of(unit.place): unit.power for unit in ruleset.start.units} == homes == dict(ruleset.start.owners)


def test_the_version_is_a_short_fingerprint(ruleset: Ruleset) -> None:
    assert len(ruleset.version) == 12
