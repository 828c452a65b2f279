"""What a reader must be able to tell apart in the picture of a game that is not the common one."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import pairwise
from math import dist, inf
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor

from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset, judge_case
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.maps.art import TENTHS
from judge.maps.build_scenes import turn_scenes
from judge.maps.cartouche import key_entries
from judge.maps.colours import GREY, ink_colour
from judge.maps.curves import route_curve
from judge.maps.draw import draw_strips, draw_svg, mark_places, unit_places
from judge.maps.draw_orders import drawn_moves
from judge.maps.ground import BARREN_IN_GREY
from judge.maps.rasterize import FLAT_APART, render_png
from judge.maps.scene import Scene, SceneOrder, SceneUnit
from judge.maps.shapes import BOX
from judge.office.rendering.maps import MapRenderer
from tests.maps.test_scenes import LOOKS, RULES, looks, start_scene
from tests.print.gallery import Quiet

BATTLE = """
variant: gigaton
phase: Autumn 1902
units: {France: [A(Bur), F(NTH)], Germany: [A(Mun), A(Ruh), F(Hol)], England: [F(ENG)]}
state:
  bombs: {Bur: {power: France, number: 2}, NTH: {power: France, number: 1}, ENG: {power: England, number: 1}}
orders:
  France: [A(Bur) stands, F(NTH) stands]
  Germany: [A(Mun)-Bur, A(Ruh) S A(Mun)-Bur, F(Hol) stands]
  England: [B(ENG)-NTH, F(ENG)-Bel]
"""
LANDING = """
variant: outer_space
phase: Autumn 1903
units: {Martians: [A1(ORB)], Venusians: [A1(ORB), A2(ORB)]}
orders: {Martians: [A1(ORB)-Bel], Venusians: [A1(ORB)-Ruh, A2(ORB)-Bel]}
"""
ABOARD = """
variant: new_world_1492
phase: Autumn 1493
units: {Portugal: [F(SAO), A(SAO)]}
orders: {Portugal: [A(SAO)-Mor, F(SAO)-MAO]}
"""
FAR = "variant: colonial_variant\nphase: Spring 1901\nunits: {Union: [F(PO22), TF(PO5)]}\norders: {Union: [F(PO22)-PO4.obb]}\n"


def turn(text: str) -> tuple[Scene, ...]:
    """The pictures of a case's phase."""
    (sheet,) = read_cases(text, "here")
    case = read_case(sheet)
    rules = case_ruleset(case, RULES(case.variant))
    ((_, judged),) = judge_case(case, rules, Quiet())
    seen = view_phase(JudgedPhase("blot", rules.key, outcome=judged.outcome), rules, "")
    return turn_scenes(seen, rules, looks(case.variant)[1])


def words(scene: Scene, game: str) -> list[str]:
    """What the key explains."""
    return [entry.text for entry in key_entries(scene, looks(game)[0].words)]


def test_bombs_beside_a_unit_that_was_driven_out_are_seen() -> None:
    """Germany's bombs in Bur lie clear of both units."""
    _, after = turn(BATTLE)
    plate = looks("gigaton")[0].plate
    there = [at for piece, at in unit_places(after, plate).items() if piece.place == "Bur"]
    (bombs,) = [at for mark, at in mark_places(after, plate) if mark.space == "Bur"]
    assert len(there) == 2
    assert min(dist(bombs, at) for at in there) >= 17


def test_what_a_bomb_destroyed_is_crossed_out_in_the_picture_of_the_results() -> None:
    """The fleet in NTH looked untouched."""
    results, _ = turn(BATTLE)
    assert {piece.place: piece.state for piece in results.pieces} == {
        "Bur": "dislodged", "NTH": "gone", "Mun": "", "Ruh": "", "Hol": "", "ENG": "",
    }  # fmt: skip
    assert "has left the board" in words(results, "gigaton")


def test_a_fleet_that_leaves_over_an_edge_is_drawn_to_the_edge_with_the_name_of_its_goal() -> None:
    """Not into the box on the near side, which is another space."""
    scene, _ = turn(FAR)
    kit, _ = looks("colonial_variant")
    (line,) = drawn_moves(scene, kit.plate, unit_places(scene, kit.plate))
    width = kit.plate.art.size[0]
    assert 0 < line.curve[-1][0] < width
    assert line.note == "PO4 obb"


def test_which_ship_of_a_box_lands_where_is_seen() -> None:
    """Each line begins at its own ship, though two of one Power stand side by side in Orbit."""
    scene, _ = turn(LANDING)
    plate = looks("outer_space")[0].plate
    spots = unit_places(scene, plate)
    ships = {f"{piece.power} {piece.name}": at for piece, at in spots.items() if piece.place == "ORB"}
    found = {(at, drawn.line.end) for drawn in drawn_moves(scene, plate, spots) for at in [drawn.curve[0]]}
    assert found == {(ships["Venusians 1"], "Ruh"), (ships["Venusians 2"], "Bel"), (ships["Martians 1"], "Bel")}


def test_which_of_two_units_in_one_space_has_which_line() -> None:
    """A fleet and an army aboard it, in 1492."""
    scene, _ = turn(ABOARD)
    plate = looks("new_world_1492")[0].plate
    spots = unit_places(scene, plate)
    army, fleet = (next(at for piece, at in spots.items() if piece.kind == kind) for kind in "AF")
    assert army != fleet
    found = {drawn.line.end: drawn.curve[0] for drawn in drawn_moves(scene, plate, spots)}
    assert found == {"Mor": army, "MAO": fleet}


def test_transport_fleets_are_in_the_key() -> None:
    """By what tells them from fleets."""
    scene, _ = turn(FAR)
    assert "transport fleet" in words(scene, "colonial_variant")
    assert "transport fleet" not in words(start_scene("colonial_variant"), "colonial_variant")


def test_a_centre_that_is_nobodys_on_a_powers_ground_is_boxed() -> None:
    """Rule 6 of Colonial Diplomacy: Ben, Kam and Cey are neutral at the start though Britain's ground is around them."""
    scene = start_scene("colonial_diplomacy")
    boxed = {sign.space for sign in scene.centres if sign.shape == "boxed"}
    assert {"Ben", "Kam", "Cey"} <= boxed
    assert not {"Bom", "Ban", "Rum"} & boxed
    assert "neutral centre in a power's colour" in words(scene, "colonial_diplomacy")
    assert "neutral centre" not in words(start_scene("standard"), "standard")


@pytest.mark.parametrize("palette", ["colour", "grey"])
def test_a_train_and_a_fleet_through_the_canal_look_like_no_move(palette: str) -> None:
    """In grey, too, where all have one colour."""
    scene, kit = start_scene("colonial_diplomacy"), looks("colonial_diplomacy")[0]
    lines = {style: SceneOrder(style, "Turkey", "Con", "Red") for style in ("move", "pass", "train")}
    drawn = {style: draw_svg(replace(scene, lines=(line,), legend=()), kit, palette) for style, line in lines.items()}
    thick = {style: re.sub(r'stroke-width="(?!16")[0-9]+"', "", text) for style, text in drawn.items()}
    assert len(set(thick.values())) == 3


def test_few_colours_are_enough_for_every_power() -> None:
    """One unit of each of 34 Powers is a small part of the picture, and keeps its own colour in it."""
    scene, kit = start_scene("chaos"), looks("chaos")[0]
    alone = tuple(SceneUnit(power.name, "A", sign.space) for power, sign in zip(scene.powers, scene.centres, strict=True))
    with Image.open(io.BytesIO(render_png(draw_svg(replace(scene, pieces=alone, owners={}, centres=()), kit), 1200))) as drawn:
        shown = [colour for _, colour in drawn.convert("RGB").getcolors(1 << 16) or ()]
    assert len(alone) == 34
    for power in scene.powers:
        assert min(dist(ImageColor.getrgb(ink_colour(power.colour)), colour) for colour in shown) <= FLAT_APART


@pytest.mark.parametrize("number", [12, 60, 102, 180])
def test_orbit_holds_all_armies(number: int) -> None:
    """34 empires have 102 armies; none lies over the map, or over another."""
    scene = start_scene("outer_space")
    kit, _ = looks("outer_space")
    armies = tuple(SceneUnit("Klaatu", "A", "ORB", str(n)) for n in range(number))
    full = replace(scene, pieces=armies)
    x, y, wide, high = kit.plate.art.boxes["ORB"].rect
    spots = list(unit_places(full, kit.plate).values())
    assert len(set(spots)) == number
    assert all(x < at[0] < x + wide and y + 8 < at[1] < y + high - 8 for at in spots)
    assert draw_svg(full, kit)


def test_a_line_that_goes_round_units_stays_on_the_board() -> None:
    """Its nearest way past them leads over the right edge."""
    units = [(570.0 + x, 100.0 + y) for x in (-40, -20, 0, 20) for y in range(0, 200, 15)]
    free, kept = (route_curve((580.0, 10.0), (575.0, 390.0), units, width=width) for width in (inf, 600.0))
    assert max(x for x, _ in free) > 600
    assert max(x for x, _ in kept) < 600


def test_a_board_that_is_a_strip_is_drawn_in_parts_as_well() -> None:
    """On a phone no code of the Colonial Variant could be read. Every space is in one part whole."""
    scene = start_scene("colonial_variant")
    kit, _ = looks("colonial_variant")
    parts = [ElementTree.fromstring(part).attrib["viewBox"].split() for part in draw_strips(scene, kit)]
    whole = ElementTree.fromstring(draw_svg(scene, kit)).attrib["viewBox"].split()
    boxes = [(int(left), int(left) + int(width)) for left, _, width, _ in parts]
    assert len(boxes) == 3
    assert boxes[0][0] == 0
    assert boxes[-1][1] == int(whole[2])
    assert all(end - start < 1.1 * int(whole[3]) for start, end in boxes)
    assert all(one[1] - other[0] >= 500 for one, other in pairwise(boxes))
    assert draw_strips(start_scene("standard"), looks("standard")[0]) == ()


def viewed(svg: str) -> list[float]:
    """Where a picture begins on the drawing, and its size; lengths are written in tenths."""
    return [float(each) / 10 for each in ElementTree.fromstring(svg).attrib["viewBox"].split()]


def test_a_crowded_orbit_is_drawn_in_parts_as_well() -> None:
    """On a phone 102 armies in one box are specks. Every army is in one part whole; a few, drawn at their usual size, need none."""
    start = start_scene("outer_space")
    kit, _ = looks("outer_space")
    few, many = (
        replace(start, pieces=tuple(SceneUnit("Klaatu", "A", "ORB", str(n)) for n in range(number))) for number in (12, 102)
    )
    assert draw_strips(few, kit) == ()
    parts = [viewed(part) for part in draw_strips(many, kit)]
    assert len(parts) == 3
    margin, half = (viewed(draw_svg(many, kit))[2] - kit.plate.art.size[0]) / 2, 12.0
    for x, _ in unit_places(many, kit.plate).values():
        assert any(at + half <= x + margin <= at + wide - half for at, _, wide, _ in parts)
    high = kit.plate.art.boxes["ORB"].rect[3]
    assert all(part[3] == high for part in parts)
    assert all(3 * high < part[2] < 5 * high for part in parts)


def test_a_letter_of_the_colonial_variant_brings_the_whole_board_and_its_parts() -> None:
    """Each is called what it is."""
    maps = MapRenderer(LOOKS, lambda svg, width, ground=b"": svg[:200].encode())
    found = maps.of([("colonial_variant", start_scene("colonial_variant")), ("standard", start_scene("standard"))])
    whole = "blot, Spring 1901: position"
    assert [image.shows for image in found] == [
        whole, *(f"{whole}, part {n}/3" for n in (1, 2, 3)), whole,
    ]  # fmt: skip
    assert len({image.png for image in found[:4]}) == 4


def test_in_grey_ground_that_nobody_may_enter_is_hatched_like_no_power() -> None:
    """On a photocopy Switzerland would else be Austrian: its dots are lighter than their ground, and a power's strokes darker."""
    (dots, _, _), (ground, _, _) = map(ImageColor.getrgb, (GREY.bars, GREY.barren))
    assert dots > ground
    assert BARREN_IN_GREY.angles == ()
    svg = draw_svg(start_scene("standard"), looks("standard")[0], "grey")
    assert f'stroke="{GREY.bars}" stroke-width="{round(BARREN_IN_GREY.width * TENTHS)}"' in svg


def test_the_square_of_a_neutral_centre_leaves_its_name_alone() -> None:
    """And its words are true of these alone: other neutral centres, on nobody's land, are rings."""
    scene, kit = start_scene("colonial_diplomacy"), looks("colonial_diplomacy")[0]
    half = int(BOX.removeprefix("M-").partition("-")[0]) + 6
    boxed = [sign.space for sign in scene.centres if sign.shape == "boxed"]
    assert boxed
    for space in boxed:
        place = kit.plate.art.places[space]
        if place.label and place.centre and place.label.anchor == "start":
            assert (place.label.at[0] - place.centre[0]) * TENTHS >= half, space
    assert "neutral centre in a power's colour" in {entry.text for entry in key_entries(scene, kit.words)}


def test_a_line_starts_where_its_unit_is_drawn() -> None:
    """Also if the order names a coast from which the unit goes, and the unit lies on none."""
    scene, kit = start_scene("columbus"), looks("columbus")[0]
    fleet = next(piece for piece in scene.pieces if piece.power == "Spain" and piece.kind == "F")
    at = unit_places(scene, kit.plate)[fleet]
    line = SceneOrder("move", "Spain", f"{fleet.place}.ec", "MAO", unit="F")
    (drawn,) = drawn_moves(replace(scene, lines=(line,)), kit.plate, unit_places(scene, kit.plate))
    assert dist(drawn.curve[0], at) < 1
