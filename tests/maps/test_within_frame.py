"""No map's frame cuts what is drawn on it: units, what stands beside them, and the marks of failed orders, in every space."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import accumulate

import pytest

from judge.assets import find_assets
from judge.daemon import wiring
from judge.maps import shapes
from judge.maps.art import AROUND, MARKED, SpaceLayout
from judge.maps.board_paths import BoardPaths
from judge.maps.colours import GREY
from judge.maps.draw import DrawingKit, mark_places, unit_places
from judge.maps.draw_orders import MARK, draw_orders
from judge.maps.scene import PowerStyle, Scene, SceneMark, SceneOrder, SceneUnit
from judge.maps.typeface import TextWriter
from tests.maps.boards import ART
from tests.maps.test_art import GAMES

NEAR = 70
"""How near to the frame spaces are whose orders are drawn."""


@cache
def kit_of(game: str) -> DrawingKit:
    found = find_assets()
    looks = wiring.map_loader((found.games,), found)(game)
    assert looks is not None
    return looks[0]


def pictured(what: str = "results", **changes: object) -> Scene:
    powers = (PowerStyle("West", "W", "#b5413b", "1"), PowerStyle("East", "Eas", "#2b3f8f", "0"))
    usual: dict[str, object] = {
        "game": "blot", "what": what, "title": "", "phase": "Spring 10", "powers": powers, "ground": {}, "owners": {}, "pieces": (),
        "lines": (), "signs": (), "centres": (), "beside": {},
    }  # fmt: skip
    return Scene(**{**usual, **changes})  # type: ignore[arg-type]


def places(plate: BoardPaths) -> list[str]:
    return [f"{code}.{coast}".strip(".") for code, place in plate.art.places.items() for coast in ("", *place.coasts)]


@pytest.mark.parametrize("game", GAMES)
def test_units_and_marks_beside_them_are_inside_the_frame(game: str) -> None:
    """One, two or more in a space; new, driven out, or driven out by somebody who stands there."""
    plate, outside = kit_of(game).plate, []
    for place in places(plate):
        for many in (1, 2, 5):
            came = tuple(SceneUnit("West", "A", place, str(n)) for n in range(many))
            gone = tuple(SceneUnit("East", "F", place, str(n), "dislodged") for n in range(many))
            for scene in (pictured(pieces=came), pictured(pieces=gone), pictured(pieces=came + gone)):
                spots = unit_places(scene, plate)
                outside += [(place, many, at) for at in spots.values() if plate.art.inside(at, AROUND - 0.01) != at]
            signs = tuple(SceneMark("chest", place, spot=spot) for spot in ("second", "centre", "unit") for _ in range(many))
            marks = mark_places(pictured(signs=signs, pieces=came + gone), plate)
            outside += [(place, many, at) for _, at in marks if plate.art.inside(at, MARKED - 0.01) != at]
    assert outside == []


@pytest.mark.parametrize("game", GAMES)
def test_marks_of_failed_orders_are_inside_the_frame(game: str) -> None:
    kit = kit_of(game)
    art, outside = kit.plate.art, []
    (wide, high), (left, top, right, bottom) = art.size, art.margins
    edge = [code for code, place in art.places.items() if near_frame(place, wide, high)]
    for code in edge:
        for other in (goal for goal in edge if goal != code):
            lines = (SceneOrder("move", "West", code, other, failed=True), SceneOrder("move", "East", other, code, failed=True))
            scene = pictured(lines=lines, pieces=(SceneUnit("West", "A", code), SceneUnit("East", "A", other)))
            drawn = draw_orders(scene, kit.plate, GREY, TextWriter(kit.faces), unit_places(scene, kit.plate))
            size = MARK[1] / 10
            outside += [
                (code, other, at) for at in drawn.rings
                if not (size - left <= at[0] <= wide + right - size and size - top <= at[1] <= high + bottom - size)
            ]  # fmt: skip
    assert outside == []


def near_frame(place: SpaceLayout, wide: float, high: float) -> bool:
    x, y = place.unit
    return min(x, y, wide - x, high - y) < NEAR


def test_nothing_is_drawn_farther_from_a_unit_than_it_is_kept_from_the_frame() -> None:
    numbers = [(float(x), float(y)) for x, y in re.findall(r"(-?\d+)[ ]?(-\d+|(?<= )\d+)", shapes.BURST.replace("M0-235", ""))]
    corners = list(accumulate(numbers, lambda at, step: (at[0] + step[0], at[1] + step[1]), initial=(0.0, -235.0)))
    assert len(corners) == 16
    burst = max(max(abs(x), abs(y)) for x, y in corners) + 11
    new = 168 + 80 + 11
    assert max(burst, new) <= AROUND * 10


def test_a_unit_at_the_frame_is_moved_a_little_and_a_board_with_room_stays() -> None:
    assert BoardPaths(ART).art is ART
    tight = replace(ART, places={**ART.places, "Sea": replace(ART.places["Sea"], unit=(300.0, 390.0), coasts={"nc": (3.0, 200.0)})})
    assert BoardPaths(tight).unit("Sea") == (300.0, 374.0)
    assert BoardPaths(tight).unit("Sea.nc") == (26.0, 200.0)
