"""A picture is well-formed, plain, the same every time, and shows its scene."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from judge.maps import rasterize
from judge.maps.art import Label, Point
from judge.maps.board_paths import BoardPaths
from judge.maps.colours import GREY, PALETTES, WHITE, contrast, ink_colour, tint_colour
from judge.maps.draw import draw_svg, unit_places
from judge.maps.draw_orders import LOOKS
from judge.maps.extra_coasts import add_coasts_to_plate
from judge.maps.rasterize import RasterizeError, render_png, svg_to_png
from judge.maps.scene import Scene, SceneMark, SceneOrder, SceneUnit, read_scene, write_scene
from tests.maps.boards import ART, kit, scene

PLAIN = {"svg", "g", "defs", "path", "rect", "circle", "use"}
"""Elements that every viewer draws alike; text, markers, patterns, filters and clips are none of them."""


@pytest.mark.parametrize("palette", PALETTES)
def test_a_picture_is_well_formed_and_plain(palette: str) -> None:
    text = draw_svg(scene(), kit(), palette)
    found = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert found <= PLAIN
    assert set(re.findall(r' href="#(\w+)"', text)) <= set(re.findall(r' id="(\w+)"', text))
    assert not re.search(r'd="M[-\d]+ [-\d]+l"|nan|inf"', text), "a path that goes nowhere stops some viewers"


@pytest.mark.parametrize("palette", PALETTES)
def test_the_same_scene_is_the_same_bytes(palette: str) -> None:
    assert draw_svg(scene(), kit(), palette) == draw_svg(scene(), kit()._replace(plate=BoardPaths(ART)), palette)


def test_a_scene_survives_the_store() -> None:
    assert read_scene(write_scene(scene())) == scene()


@pytest.mark.parametrize("style", LOOKS)
def test_every_style_of_line_is_drawn(style: str) -> None:
    line = next(line for line in (*scene().lines, scene().lines[0]._replace(style=style)) if line.style == style)
    assert draw_svg(scene(lines=(line,)), kit()) != draw_svg(scene(lines=()), kit())


@pytest.mark.parametrize("state", ["", "held", "dislodged", "new", "gone"])
def test_every_state_of_a_unit_looks_different(state: str) -> None:
    def of(state: str) -> str:
        return draw_svg(scene(pieces=(SceneUnit("West", "A", "Ash", "", state),), lines=()), kit())

    assert all(of(state) != of(other) for other in ("", "held", "dislodged", "new", "gone") if other != state)


@pytest.mark.parametrize("shape", ["ring", "boxed", "double", "hollow", "dot", "age"])
def test_every_centre_is_drawn(shape: str) -> None:
    assert draw_svg(scene(centres=(SceneMark(shape, "Ash"),), signs=()), kit()) != draw_svg(scene(centres=(), signs=()), kit())


def test_a_grey_picture_has_no_colour() -> None:
    for red, green, blue in re.findall(r'"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})"', draw_svg(scene(), kit(), GREY.name)):
        assert red == green == blue


def test_units_of_one_space_stand_apart() -> None:
    here: Scene = scene(pieces=tuple(SceneUnit("West", "F", "Sea", str(n)) for n in range(6)), lines=())
    spots = list(unit_places(here, kit().plate).values())
    near = [(a, b) for n, a in enumerate(spots) for b in spots[:n] if abs(a[0] - b[0]) < 20 and abs(a[1] - b[1]) < 20]
    assert near == []


def test_who_was_driven_out_stands_clear_of_who_came() -> None:
    came, beaten = SceneUnit("West", "A", "Ash"), SceneUnit("East", "A", "Ash", "", "dislodged")
    plate = BoardPaths(replace(ART, places={**ART.places, "Ash": replace(ART.places["Ash"], second=(180.0, 178.0))}))
    spots = unit_places(scene(what="position", pieces=(came, beaten)), plate)
    assert (spots[came], spots[beaten]) == ((180.0, 200.0), (180.0, 167.0))


def test_a_fleet_stands_at_the_shore_of_a_coast_that_play_made() -> None:
    """The board was drawn with no coast of Ash's; its shore with the sea is three sides of a square."""
    fleet = SceneUnit("West", "F", "Ash.wc")
    found = add_coasts_to_plate(kit().plate, {"Ash.wc": ("Sea",)})
    (x, y), letters = unit_places(scene(pieces=(fleet,)), found)[fleet], found.art.places["Ash"].coast_labels["wc"]
    assert 100 < x < 115, "on land, close to the west side, whose middle is the middle of the shore"
    assert 120 < y < 280
    assert letters[0] < 100
    assert abs(letters[1] - y) < 10
    assert add_coasts_to_plate(kit().plate, {"Ash.wc": (), "Nowhere.nc": ("Sea",), "Elm.nc": ("Sea",)}).art == ART


def test_a_mark_of_failure_leaves_a_name_free() -> None:
    """On a way from the one side of the board to the other, whose usual place for the mark has a name on it, or has none."""

    def mark(name: Point) -> Point:
        plate = BoardPaths(replace(ART, places={**ART.places, "Elm": replace(ART.places["Elm"], label=Label("Elm", name))}))
        here = scene(lines=(SceneOrder("move", "West", "Ash", "Elm", failed=True),), pieces=(SceneUnit("West", "A", "Ash"),))
        found = re.search(r'translate\((\d+) (\d+)\)"><circle r="66"', draw_svg(here, kit()._replace(plate=plate)))
        assert found
        return int(found[1]) / 10, int(found[2]) / 10

    usual = mark((420.0, 150.0))
    moved = mark((usual[0], usual[1] + 4))
    assert abs(moved[0] - usual[0]) > 12
    assert 180 < moved[0] < 420


@pytest.mark.parametrize("colour", ["#b5413b", "#2b3f8f", "#d9b13b", "#ffffff", "#4a4a4a", "#5bccb0"])
def test_letters_can_be_read_on_units_and_names_on_land(colour: str) -> None:
    assert contrast(ink_colour(colour), WHITE) >= 4.5
    assert contrast(tint_colour(colour), "#33302b") >= 6


def test_what_cannot_be_seen_changes_nothing() -> None:
    """A unit, an owner or a mark in a space that is not on the reader's board leaves no trace."""
    away = scene(
        owners={"Ash": "West", "Nowhere": "East"},
        pieces=(*scene().pieces, SceneUnit("East", "A", "Nowhere")),
        signs=(*scene().signs, SceneMark("ball", "Nowhere")),
    )
    assert draw_svg(away, kit()) == draw_svg(scene(), kit())


def test_a_picture_made_in_its_own_process_is_the_same() -> None:
    text = draw_svg(scene(), kit())
    made = svg_to_png(text, 600)
    assert made == render_png(text, 600)
    assert made.startswith(b"\x89PNG")


def test_a_picture_that_would_be_large_has_fewer_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    text = draw_svg(scene(), kit())
    usual = render_png(text, 600)
    monkeypatch.setattr(rasterize, "LARGE", len(usual) - 1)
    assert len(render_png(text, 600)) < len(usual)


def test_what_is_no_picture_says_so() -> None:
    with pytest.raises(RasterizeError):
        svg_to_png("<svg", 600)
