"""What a reader has found of a world, joined to the known one: as the rules have it, and nothing that he does not know."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import yaml

from judge.assets import find_assets
from judge.board import Unit
from judge.cli.new_world import load_world_module
from judge.drawing.overlaps import is_inside
from judge.drawing.write_art import format_art
from judge.game.model.game import Game
from judge.game.visibility import view_game
from judge.maps.art import read_art
from judge.maps.build_scenes import position_scene
from judge.maps.discovered_areas import DiscoveredArea, join_areas, read_areas
from judge.maps.drawn_borders import SHORTEST, shared_border_lengths
from judge.maps.scene import read_scene, write_scene
from judge.variants import load_ruleset
from judge.variants.folder import art_text
from judge.variants.marks import load_marks

ROOTS = (find_assets().games,)
GAME = "new_world_1492"
RULES = load_ruleset(GAME, ROOTS, find_assets().grammars())
ART = read_art(art_text(GAME, ROOTS))
CUT = {-3, 11}
"""Columns on both sides of where a drawing of the whole earth ends."""


def world_of(seed: int) -> dict[str, Any]:
    world: dict[str, Any] = load_world_module(GAME, ROOTS).make(RULES, seed)["world"]
    return world


def pairs(lots: Mapping[str, DiscoveredArea]) -> set[frozenset[str]]:
    """Who touches a lot by the rules; across the cut nothing can be drawn."""
    known = {*lots, *ART.places}
    found = {frozenset((code, other)) for code, lot in lots.items() for other in lot.borders & known}
    return {pair for pair in found if not {lots[code].at[0] for code in pair if code in lots} >= CUT}


@pytest.mark.parametrize("seed", [1, 2, 3, 7])
def test_a_whole_world_touches_as_its_borders_say(seed: int) -> None:
    lots = read_areas(world_of(seed))
    art = join_areas(ART, lots)
    shared = {pair: far for pair, far in shared_border_lengths(art).items() if pair & set(lots)}
    assert set(shared) == pairs(lots)
    assert min(shared.values()) > SHORTEST * 3
    assert [code for code in lots if not is_inside(art, code, art.places[code].unit)] == []


def test_the_known_world_is_as_it_was() -> None:
    art = join_areas(ART, read_areas(world_of(1)))
    assert {pair: round(far, 3) for pair, far in shared_border_lengths(art).items() if pair <= set(ART.places)} == {
        pair: round(far, 3) for pair, far in shared_border_lengths(ART).items()
    }


def test_a_reader_s_drawing_holds_what_he_knows_and_hangs_on_nothing_else() -> None:
    world = world_of(7)
    mine = sorted(code for code, area in world.items() if "NAO" in area["borders"] or "MAO" in area["borders"])
    known = {code: {**world[code], "borders": [b for b in world[code]["borders"] if b in {*mine, *ART.places}]} for code in mine}
    art = join_areas(ART, read_areas(known))
    assert set(art.places) - set(ART.places) == set(mine)
    text = format_art(art)
    assert [code for code in world if code not in mine and f'"{code}"' in text] == []
    assert join_areas(ART, read_areas(dict(reversed(known.items())))) == art


def test_nobody_s_world_is_the_known_one() -> None:
    assert join_areas(ART, {}) == ART


def test_areas_that_lie_nowhere_are_not_drawn() -> None:
    assert read_areas({"Abc": {"kind": "sea", "borders": ["NAO"]}, "Xyz": {"at": "here", "borders": []}}) == {}


def test_a_board_without_a_rim_has_nothing_joined_to_it() -> None:
    with pytest.raises(ValueError, match="rim"):
        join_areas(replace(ART, rim=()), {})


def test_a_chart_goes_on_westwards_however_wide_the_world_is() -> None:
    facts = load_world_module(GAME, ROOTS).make(RULES, 7)
    found: dict[str, str] = {}
    place = "NAO"
    for _ in range(5):
        position = replace(RULES.start, units=(Unit("England", "F", place),), facts=facts)
        facts = RULES.rules.facts_after_sighting(RULES, position)
        chart = facts["charts"]["England"]
        found = {code: entry["at"] for code, entry in chart.items()}
        place = min(found, key=lambda code: (int(found[code].split()[0]), code))
    columns = {int(at.split()[0]) for at in found.values()}
    assert min(columns) == -5
    assert max(columns) == -1



def england_sees(*portugal: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """England's picture, as lots and as JSON, when its fleet lies off the west and Portugal's fleets went along these spaces."""
    marks = load_marks(GAME, ROOTS)
    facts = load_world_module(GAME, ROOTS).make(RULES, 7)
    for place in portugal:
        position = replace(RULES.start, units=(Unit("England", "F", "NAO"), Unit("Portugal", "F", place)), facts=facts)
        facts = RULES.rules.facts_after_sighting(RULES, position)
    game = Game("blot", GAME, RULES.version, stage="running", position=replace(position, facts=facts))
    scene = position_scene(view_game(game, RULES, "England"), RULES, marks)
    assert read_scene(write_scene(scene)) == scene
    return scene.lots, write_scene(scene)


def test_a_reader_s_picture_has_his_own_finds_and_none_of_anybody_else_s() -> None:
    lots, picture = england_sees("SAO", "ZEM", "SAO")
    assert {(x, y) for x, y, _ in lots.values()} == {(-1, 1)}
    assert {name for _, _, borders in lots.values() for name in borders} <= {"NAO"}
    assert england_sees("SAO", "SAO", "SAO") == (lots, picture)


@pytest.mark.parametrize("reader", ["", "England", "Portugal"])
def test_the_legend_counts_every_centre_wherever_it_lies(reader: str) -> None:
    """How many centres a power has everybody may know (rule 7), and the legend is taken for the score."""
    facts = load_world_module(GAME, ROOTS).make(RULES, 7)
    far = [code for code, area in facts["world"].items() if area.get("centre") == "yes"][:3]
    owners = {**RULES.start.owners, far[0]: "Portugal", far[1]: "Portugal", far[2]: "France"}
    units = (Unit("England", "F", "NAO"), Unit("Portugal", "F", far[0]))
    position = replace(RULES.start, units=units, owners=owners, facts={**facts, "seen": {"Portugal": far[:2]}})
    position = replace(position, facts=RULES.rules.facts_after_sighting(RULES, position))
    game = Game("blot", GAME, RULES.version, stage="running", position=position)
    scene = position_scene(view_game(game, RULES, reader), RULES, load_marks(GAME, ROOTS))
    assert {power.name: power.centres for power in scene.powers} == {"England": "3", "France": "4", "Portugal": "5", "Spain": "3"}


JUMBLED = """
Xab: {kind: sea, at: -1 2, borders: [NAO, MAO, SAO, Xaf, Xac, Xad]}
Xac: {kind: land, at: -2 2, centre: yes, borders: [Xab, Xaf, Xae, Xad]}
Xad: {kind: sea, at: -1 0, borders: [NWG, NAO, Xab, Xac, Xae, Xag]}
Xae: {kind: land, at: -3 2, centre: yes, borders: [Xac, Xaf, Xah, Xag, Xad]}
Xaf: {kind: sea, at: -1 4, borders: [SAO, Mor, Alg, Xah, Xae, Xac, Xab]}
Xag: {kind: land, at: 8 1, centre: yes, borders: [BAR, Arc, Tar, Cau, Xad, Xae, Xah]}
Xah: {kind: land, at: 6 4, borders: [Per, Syr, Egy, Lib, Tun, Xaf, Xae, Xag]}
"""


def _unlike(world: Mapping[str, Any]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    pictured: Any = sys.modules[f"judge_games.{GAME}.pictured"]
    found: tuple[list[tuple[str, str]], list[tuple[str, str]]] = pictured.unlike_the_picture(world)
    return found


@pytest.mark.parametrize("name", ["jumbled", *map(str, range(6))])
def test_a_gm_is_told_which_borders_the_picture_shows_otherwise(name: str) -> None:
    """As the picture itself says, of the world of the findings and of drawn ones whose borders somebody changed."""
    world = yaml.safe_load(JUMBLED) if name == "jumbled" else _changed(world_of(int(name)), Random(name))
    lots = read_areas(world)
    shown = {tuple(sorted(pair)) for pair, far in shared_border_lengths(join_areas(ART, lots)).items() if pair & set(lots)}
    shown = {pair for pair in shown if not any(code.startswith("~") for code in pair)}
    true = {tuple(sorted((code, str(b)))) for code, area in world.items() for b in area["borders"] if b != "#"}
    hidden, seeming = _unlike(world)
    assert set(hidden) == true - shown
    assert set(seeming) == shown - true
    assert name != "jumbled" or ("Tun", "Xah") in hidden


def _changed(world: Mapping[str, Any], lots: Random) -> dict[str, Any]:
    changed = {code: {**area, "borders": [str(b) for b in area["borders"]]} for code, area in world.items()}
    for one, other in (lots.sample(sorted(changed), 2) for _ in range(12)):
        for a, b in ((one, other), (other, one)):
            ring = changed[a]["borders"]
            changed[a]["borders"] = [each for each in ring if each != b] if b in ring else [*ring, b]
    return changed
