"""No mark of failure lies on another order's line, measured in the finished pictures of hard phases."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from judge.assets import find_assets
from judge.daemon.wiring import map_loader
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.maps.build_scenes import turn_scenes
from judge.maps.draw import draw_svg
from judge.maps.scene import Scene
from judge.rules import adjudicate
from tests.benchmarks.referee import phases, standard

PALETTES = ("colour", "grey")
RING = {"66", "50"}
"""The radii of marks, in tenths."""
Point = tuple[float, float]


def numbers(path: str) -> list[Point]:
    """The corners of a path; a relative one adds up."""
    made, x, y, relative = list[Point](), 0.0, 0.0, False
    for command, first, second in re.findall(r"([MLlmz]?)\s*(-?\d+(?:\.\d+)?)[ ,]*(-?\d+(?:\.\d+)?)", path):
        relative = command == "l" if command else relative
        x, y = (x + float(first), y + float(second)) if relative else (float(first), float(second))
        made.append((x, y))
    return made


def near(a: Point, b: Point, p: Point) -> float:
    """How far a point is from a segment."""
    (ax, ay), (bx, by) = a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = min(1.0, max(0.0, ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length)) if length else 0.0
    return math.dist(p, (ax + (bx - ax) * share, ay + (by - ay) * share))


def overlaps(picture: str) -> tuple[int, int]:
    """(marks, those whose middle lies within six units of a line that is not their own).

    A mark's own line is the nearest of its colour: in a picture each order's line is drawn once with a white edge, then in ink.
    """
    tree = ElementTree.fromstring(picture)
    lines, marks = list[tuple[str, list[Point]]](), list[tuple[Point, str]]()
    edged = ""
    for element in tree.iter():
        tag = element.tag.rpartition("}")[2]
        if tag == "path" and element.get("stroke-opacity") == ".8":
            edged = element.get("d", "")
        elif tag == "path" and edged and element.get("d") == edged:
            lines.append((element.get("stroke", ""), numbers(element.get("d", ""))))
        if tag == "g" and len(element) == 2 and element[0].get("r") in RING and element[0].get("fill") == "#ffffff":
            x, y = re.findall(r"-?\d+(?:\.\d+)?", element.get("transform", ""))[:2]
            marks.append(((float(x), float(y)), element[0].get("stroke", "")))
    bad = 0
    for spot, own_ink in marks:
        apart = sorted((min(near(a, b, spot) for a, b in pairwise(line)), ink) for ink, line in lines if len(line) > 1)
        own = next((n for n, (_, colour) in enumerate(apart) if colour == own_ink), 0)
        bad += any(distance < 60 for n, (distance, _) in enumerate(apart) if n != own)
    return len(marks), bad


def scenes(some: slice) -> list[Scene]:
    """The pictures of orders of hard phases."""
    ruleset, found = standard(), find_assets()
    looks = map_loader((found.games,), found)("standard")
    assert looks is not None
    made = []
    for phase in phases(ruleset)[some]:
        outcome = adjudicate(phase.position, phase.orders, ruleset)
        seen = view_phase(JudgedPhase("bench", "standard", outcome=outcome), ruleset, "")
        made.append(turn_scenes(seen, ruleset, looks[1])[0])
    return made


def measured(some: slice) -> tuple[int, int]:
    found = find_assets()
    looks = map_loader((found.games,), found)("standard")
    assert looks is not None
    counts = [overlaps(draw_svg(scene, looks[0], palette)) for scene in scenes(some) for palette in PALETTES]
    return sum(marks for marks, _ in counts), sum(bad for _, bad in counts)


def test_no_mark_lies_on_another_orders_line() -> None:
    marks, bad = measured(slice(0, 500, 50))
    assert marks > 50
    assert bad == 0


@pytest.mark.slow
def test_no_mark_lies_on_another_orders_line_in_a_thousand_pictures() -> None:
    marks, bad = measured(slice(None))
    assert marks > 5000
    assert bad == 0
