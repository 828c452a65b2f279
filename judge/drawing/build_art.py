"""From borders to an Art: kinds of border, rings of faces, points rounded to what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.maps.art import BARREN, COAST, EDGE, FRAME, LAND, OPEN, SCENERY, SEA, Arc, Art
from judge.maps.border_graph import Border, find_rings

WATER = "~lake"
"""Scenery that is water; all other scenery is land."""


def border_kind(border: Border, kinds: Mapping[str, str]) -> str:
    """What kind of border it is; `kinds`: space → `land`, `sea`, or another word for what may be either."""
    if FRAME in (border.left, border.right):
        return EDGE
    wet = [_wet(name, kinds) for name in (border.left, border.right)]
    if None in wet:
        return OPEN
    if all(name.startswith(SCENERY) for name in (border.left, border.right)) and wet[0] == wet[1]:
        return BARREN
    return SEA if all(wet) else COAST if any(wet) else LAND


def _wet(name: str, kinds: Mapping[str, str]) -> bool | None:
    if name.startswith(SCENERY):
        return name == WATER
    return {"sea": True, "land": False, "coast": False}.get(kinds[name])


def build_art(size: tuple[float, float], borders: Sequence[Border], kinds: Mapping[str, str], **more: Any) -> Art:
    """The board that borders make."""
    arcs = tuple(
        Arc(border.left, border.right, border_kind(border, kinds), tuple((round(x, 1), round(y, 1)) for x, y in border.points))
        for border in borders
    )
    faces = {name: tuple(tuple(ring) for ring in rings) for name, rings in find_rings(borders).items()}
    return Art(size=size, arcs=arcs, faces=faces, places=more.pop("places", {}), **more)
