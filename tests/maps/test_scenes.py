"""What a picture shows is what its reader may know, of every game that has a board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.assets import find_assets
from judge.board import Position, Unit
from judge.daemon.wiring import map_loader, ruleset_loader
from judge.game import view_phase
from judge.game.model.game import CurrentOrders, Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.visibility import view_game
from judge.maps.build_scenes import own_orders_scene, position_scene, turn_scenes
from judge.maps.draw import DrawingKit, draw_svg, unit_places
from judge.maps.mark_rules import Marks
from judge.maps.scene import Scene, read_scene, write_scene
from judge.notation import Order, UnitRef
from judge.rules import adjudicate
from judge.rules.ruleset import Ruleset

FOUND = find_assets()
RULES = ruleset_loader((FOUND.games,), FOUND)
LOOKS = map_loader((FOUND.games,), FOUND)
GAMES = sorted(name for path in FOUND.games.glob("[!_]*/game.yaml") if LOOKS(name := path.parent.name))
"""Games with a drawn board (`test_art.py` says which must have one)."""
NEAR = 15.0
"""Closer than this, one unit's letters would lie under the other unit."""


@cache
def looks(game: str) -> tuple[DrawingKit, Marks]:
    found = LOOKS(game)
    assert found is not None, f"{game} has no drawn board"
    return found


def begun(game: str, position: Position | None = None, standing: dict[str, CurrentOrders] | None = None) -> tuple[Game, Ruleset]:
    rules = RULES(game)
    return Game("blot", game, rules.version, stage="running", position=position or rules.start, standing=standing or {}), rules


def start_scene(game: str) -> Scene:
    running, rules = begun(game)
    return position_scene(view_game(running, rules, ""), rules, looks(game)[1])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_picture_of_its_start(game: str) -> None:
    scene = start_scene(game)
    kit, _ = looks(game)
    assert draw_svg(scene, kit).startswith("<svg")
    assert read_scene(write_scene(scene)) == scene
    lost = [piece for piece in scene.pieces if piece not in unit_places(scene, kit.plate) and piece.place not in scene.beside]
    assert lost == []


@pytest.mark.parametrize("game", GAMES)
def test_no_two_units_stand_on_one_another_wherever_they_are(game: str) -> None:
    """One unit in every space of the board, on every coast in its turn: each can be told from its neighbours."""
    kit, _ = looks(game)
    art = kit.plate.art
    spots = [(space, place.unit) for space, place in art.places.items()]
    near = NEAR * art.scale
    close = [(a, b) for n, (a, p) in enumerate(spots) for b, q in spots[:n] if (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 < near**2]
    assert close == []


@pytest.mark.parametrize("game", GAMES)
def test_everything_declared_is_about_what_there_is(game: str) -> None:
    """Lines run along tracks that the board has, and everything on the board is a space of the game or scenery."""
    kit, marks = looks(game)
    extras = {extra.kind for extra in kit.plate.art.extras}
    assert {way.track for way in (*marks.orders.values(), *marks.ways.values()) if way.track} <= extras
    assert set(kit.plate.art.places) <= set(RULES(game).board.spaces)


@given(
    first=st.sampled_from(["stands", "Bur", "Pic", "Gas"]),
    second=st.sampled_from(["stands", "Bur", "Pic", "Gas"]),
)
@settings(max_examples=12)
def test_others_orders_leave_no_trace_before_the_deadline(first: str, second: str) -> None:
    """Whatever France writes, Germany's map of its own orders is the same to the byte."""

    def shown(target: str) -> str:
        verb = "stands" if target == "stands" else "move"
        order = Order(verb, UnitRef("A", "Par"), "" if target == "stands" else target)
        mine = Order("move", UnitRef("A", "Mun"), "Ruh")
        running, rules = begun("standard", None, {"France": CurrentOrders(1, (order,)), "Germany": CurrentOrders(1, (mine,))})
        return draw_svg(own_orders_scene(view_game(running, rules, "Germany"), rules, looks("standard")[1]), looks("standard")[0])

    assert shown(first) == shown(second)


def test_coasts_that_were_found_are_told_with_their_seas() -> None:
    """Land between two seas has two coasts since it was found."""
    rules = RULES("columbus")
    terrain = {"53": "land", "49": "sea", "56": "sea", "52": "land", "50": "land"}
    fleet = Unit("Spain", "F", "53.nc")
    position = replace(rules.start, units=(fleet,), facts={**rules.start.facts, "terrain": terrain, "unchosen": {}})
    running, _ = begun("columbus", position)
    scene = position_scene(view_game(running, rules, ""), rules, looks("columbus")[1])
    found = {"50.ec": ("MAO", "SAO"), "50.wc": ("49",), "53.nc": ("49",), "53.sc": ("56", "SAO")}
    assert scene.shores == {**start_scene("columbus").shores, **found}
    assert read_scene(write_scene(scene)) == scene
    assert start_scene("standard").shores == {}


WORLD = {
    "Xan": {"name": "Xanadu", "kind": "sea", "borders": ["SAO", "MAO", "Yaz"]},
    "Yaz": {"name": "Yazoo", "kind": "land", "centre": "yes", "borders": ["Xan", "Zim", "#"]},
    "Zim": {"name": "Zimba", "kind": "land", "centre": "yes", "borders": ["Yaz", "#"]},
}


def far(places: list[str], natives: list[str]) -> Position:
    """Spain's fleet off the map, Portugal's units where they are told to be, natives too."""
    start = RULES("new_world_1492").start
    mine = tuple(unit for unit in start.units if unit.power != "Portugal")
    others = tuple(Unit("Portugal", "A", place) for place in places)
    return replace(start, units=(*mine, *others), facts={**start.facts, "world": WORLD, "natives": natives})


def shown(reader: str, places: list[str], natives: list[str]) -> str:
    """A reader's map of a world that reaches beyond the board."""
    running, rules = begun("new_world_1492", far(places, natives))
    kit, marks = looks("new_world_1492")
    return draw_svg(position_scene(view_game(running, rules, reader), rules, marks), kit)


@pytest.mark.parametrize("reader", ["England", ""])
def test_what_lies_beyond_a_readers_sight_changes_no_byte(reader: str) -> None:
    """England, whose ships are at home, has one and the same map whoever is where beyond the edge."""
    assert shown(reader, ["Zim"], []) == shown(reader, ["Yaz"], ["Zim"]) == shown(reader, ["Yaz"], [])


def test_the_gm_sees_what_players_do_not() -> None:
    """Else the test above would be about nothing."""
    assert len({shown("gm", ["Zim"], []), shown("gm", ["Yaz"], []), shown("gm", ["Yaz"], ["Zim"])}) == 3


def test_a_judged_phase_shows_a_reader_no_more_than_its_report() -> None:
    """The same for reports: orders given out of sight leave no line and no unit."""

    def drawn(places: list[str]) -> list[str]:
        position, rules = far(places, []), RULES("new_world_1492")
        outcome = adjudicate(position, {"Portugal": [Order("stands", UnitRef("A", place)) for place in places]}, rules)
        seen = view_phase(JudgedPhase("blot", "new_world_1492", outcome=outcome), rules, "England")
        kit, marks = looks("new_world_1492")
        return [draw_svg(scene, kit) for scene in turn_scenes(seen, rules, marks)]

    assert drawn(["Zim"]) == drawn(["Yaz"])
