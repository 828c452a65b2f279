"""A picture is well-formed, plain, the same every time, and shows its scene."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from judge.maps import rasterize
from judge.maps.art import Label, Point
from judge.maps.board_paths import BoardPaths
from judge.maps.colours import GREY, PALETTES, WHITE, contrast, ink_colour, tint_colour
from judge.maps.draw import draw_layers, draw_svg, unit_places
from judge.maps.draw_orders import LOOKS
from judge.maps.extra_coasts import add_coasts_to_plate
from judge.maps.rasterize import RasterizeError, render_png, svg_to_png
from judge.maps.scene import Scene, SceneMark, SceneOrder, SceneUnit, read_scene, write_scene
from judge.maps.shapes import BURST
from judge.maps.space_labels import draw_labels_over_bursts
from judge.maps.typeface import TextWriter
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


@pytest.mark.parametrize(("down", "again"), [(-8.0, False), (-20.0, True), (-60.0, False)])
def test_a_burst_covers_no_name(down: float, again: bool) -> None:
    """The name of a space whose unit was driven out is written above the burst; never on the unit, should it stand there."""
    (x, y), name = ART.places["Ash"].unit, ART.places["Ash"].label
    assert name
    ash = replace(ART.places["Ash"], label=replace(name, at=(x, y + down)))
    plate = BoardPaths(replace(ART, places={**ART.places, "Ash": ash}))
    beaten = scene(pieces=(SceneUnit("East", "A", "Ash", "", "dislodged"),), lines=())
    written = draw_labels_over_bursts(beaten, plate, GREY, TextWriter(kit().faces), [(x, y)])
    assert bool(written) == again
    if written:
        picture = draw_svg(beaten, kit()._replace(plate=plate), GREY.name)
        assert picture.rindex(written) > picture.index(BURST), "the key has another"


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


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def spot(picture: Image.Image, x: float, y: float) -> str:
    """The colour at a point of the board, which begins 12 units from the picture's edges."""
    scale = picture.size[0] / (ART.size[0] + 24)
    return "#{:02x}{:02x}{:02x}".format(*picture.getpixel((round((x + 12) * scale), round((y + 12) * scale))))


def alike(one: str, other: str) -> bool:
    return all(abs(int(one[n : n + 2], 16) - int(other[n : n + 2], 16)) < rasterize.FLAT_APART for n in (1, 3, 5))


BARE = {"pieces": (), "lines": (), "signs": (), "centres": ()}


def test_what_is_laid_on_its_ground_is_the_whole_picture() -> None:
    """Each land is in the colour of its owner, and a picture in two parts is the one that is drawn at once."""
    here = scene(owners={"Ash": "East", "Elm": "West"}, **{**BARE, "pieces": scene().pieces})
    layers = draw_layers(here, kit(), 600)
    made = pixels(render_png(layers.over, 600, render_png(layers.ground, 600)))
    drawn = pixels(render_png(draw_svg(here, kit()), 600))
    tints = {power.name: tint_colour(power.colour) for power in scene().powers}
    for land, at in {"Ash": (130, 180), "Elm": (480, 180)}.items():
        assert alike(spot(made, *at), tints[here.owners[land]])
    assert made.size == drawn.size
    apart = ImageChops.difference(made, drawn).convert("L").histogram()
    assert sum(apart[48:]) < made.size[0] * made.size[1] / 200, "only edges differ, and only a few of their pixels"


def test_a_name_is_in_the_ground_and_again_above_what_crosses_it() -> None:
    """Names that nothing crosses cost a new picture nothing. The line runs from Elm over its own name to Ash."""
    name = kit().plate.art.places["Elm"].label
    assert name
    at = re.compile(rf"translate\(\d+ {round(name.at[1] * 10)}\) scale")
    plate = BoardPaths(replace(ART, places={**ART.places, "Elm": replace(ART.places["Elm"], unit=(420.0, 146.0))}))
    line = SceneOrder("move", "West", "Elm", "Ash")
    plain, crossed = (draw_layers(scene(**{**BARE, "lines": lines}), kit()._replace(plate=plate), 600) for lines in ((), (line,)))
    assert plain.ground == crossed.ground
    assert at.search(plain.ground)
    assert not at.search(plain.over)
    assert at.search(crossed.over)


def test_flat_colours_survive_few_of_them() -> None:
    """Two grounds that are hardly apart stay two, however few colours a picture has; edges between them may not."""
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">'
        '<rect width="400" height="400" fill="#f0e6d2"/><rect width="200" height="400" fill="#e2d8c4"/>'
        + "".join(f'<circle cx="{n % 20 * 20}" cy="{n // 20 * 20}" r="3" fill="#{n * 41 % 4096:03x}"/>' for n in range(400))
        + "</svg>"
    )
    made = pixels(render_png(text, 400))
    assert made.getpixel((110, 110)) == (0xE2, 0xD8, 0xC4)
    assert made.getpixel((310, 110)) == (0xF0, 0xE6, 0xD2)
    assert len(made.getcolors(1 << 16)) <= rasterize.EDGES + 3


def test_what_is_no_picture_says_so() -> None:
    with pytest.raises(RasterizeError):
        svg_to_png("<svg", 600)
