"""Find places for fleets on coasts that are made in play and were not drawn: at the shore of the seas that they border."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import groupby
from math import dist, hypot

from judge.maps.art import Art, Label, Point
from judge.maps.board_paths import WORLDS, BoardPaths
from judge.maps.curves import MeasuredCurve

ASHORE, AFLOAT = 8.0, 17.0
"""The distance from the water's edge to the middle of a fleet on land, and to the coast's letters at sea."""
SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)
"""The parts of a shore's length at which a place is tried. Places near its middle are slightly preferred."""
CLEAR = 30.0
"""The room wanted between a fleet and anything else there; more is no better."""


def add_coasts_to_plate(plate: BoardPaths, shores: Mapping[str, Collection[str]]) -> BoardPaths:
    """Return the prepared board with places on coasts that it was not drawn with; itself if there are none."""
    if not shores:
        return plate
    key = ("berths", *((place, *seas) for place, seas in sorted(shores.items())))
    if key not in plate.plates:
        if len(plate.plates) >= WORLDS:
            plate.plates.clear()
        found = copy(plate)
        found.art = add_coasts_to_art(plate.art, shores)
        plate.plates[key] = found
    return plate.plates[key]


def add_coasts_to_art(art: Art, shores: Mapping[str, Collection[str]]) -> Art:
    """Return the board with a place for every coast in `shores` (`27.ec` → the seas that it borders) that it lacks."""
    places = dict(art.places)
    taken = [spot for place in art.places.values() for spot in (*place.coasts.values(), *_letters(place.label))]
    for name, seas in sorted(shores.items()):
        space, _, coast = name.partition(".")
        old = places.get(space)
        if old is None or coast in old.coasts or not (spots := list(_spots(art, space, seas))):
            continue
        near = [*taken, *([old.centre] if old.centre else [])]
        berth, letters = max(spots, key=lambda spot: _room(spot[0], near) + _room(spot[1], near) - spots.index(spot))
        taken += (berth, letters)
        coasts, marks = {**old.coasts, coast: berth}, {**old.coast_labels, coast: letters}
        places[space] = replace(old, coasts=coasts, coast_labels=marks)
    return replace(art, places=places)


def _letters(label: Label | None) -> tuple[Point, ...]:
    return ((label.at[0], label.at[1] - label.size / 3),) if label else ()


def _room(spot: Point, near: Sequence[Point]) -> float:
    return min([CLEAR, *(dist(spot, other) for other in near)])


def _spots(art: Art, space: str, seas: Collection[str]) -> Iterator[tuple[Point, Point]]:
    """Return where a fleet could stand along a shore, each with the place of the coast's letters."""
    ruler = MeasuredCurve(max(_stretches(art, space, seas), key=lambda line: MeasuredCurve(line).length, default=[]))
    for share in SHARES if ruler.curve else ():
        (ax, ay), (x, y), (bx, by) = (ruler.after(ruler.length * part) for part in (share - 0.15, share, share + 0.15))
        length = hypot(bx - ax, by - ay) or 1.0
        left, up = (by - ay) / length, (ax - bx) / length
        yield (x + left * ASHORE, y + up * ASHORE), (x - left * AFLOAT, y - up * AFLOAT)


def _stretches(art: Art, space: str, seas: Collection[str]) -> Iterator[list[Point]]:
    """Return the stretches of a space's outline that lie on some seas, with the space to the left."""
    for ring in art.faces.get(space, ()):
        dry = [n for n, number in enumerate(ring) if _other(art, number) not in seas]
        turned = (*ring[dry[0] :], *ring[: dry[0]]) if dry else ring
        for found, run in groupby(turned, lambda number: _other(art, number) in seas):
            if found:
                yield list(dict.fromkeys(point for number in run for point in _walked(art, number)))


def _walked(art: Art, number: int) -> tuple[Point, ...]:
    points = art.arcs[abs(number) - 1].points
    return points if number > 0 else points[::-1]


def _other(art: Art, number: int) -> str:
    """Return what lies on the other side of a stretch of a ring."""
    arc = art.arcs[abs(number) - 1]
    return arc.right if number > 0 else arc.left
