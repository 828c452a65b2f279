"""A map as a file of its own, to be opened in a browser: pointing at a space or an order says what it is and what became of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from judge.board import space_of
from judge.maps.draw import DrawingKit, draw_page_svg
from judge.maps.draw_orders import order_key
from judge.maps.scene import Scene

_SPACE = re.compile(r'<(path|g)([^<>]*? data-space="([^"]+)")(/?)>')


def order_stories(record: Mapping[str, Any]) -> dict[str, str]:
    """Return what is said of each order of a phase's record when it is pointed at: the order, what became of it, and why."""
    notes = {note["number"]: note["text"] for note in record["notes"]}
    found: dict[str, str] = {}
    for block in record["powers"]:
        for order in block["orders"]:
            if order["unit"]:
                unit = order["unit"]
                key = order_key(block["power"], unit["space"], f"{unit['kind']}{unit['called']}")
                why = notes.get(order["note"], "")
                said = f"{block['power']}: {order['text']}{order['mark']} ({order['word']})"
                found[key] = f"{said}. {why}" if why else f"{said}."
    return found


def units_of(scene: Scene, words: Mapping[str, str]) -> dict[str, str]:
    """Return space → the unit that stands there. `words`: of print."""
    found = dict[str, str]()
    for piece in scene.pieces:
        if piece.state != "gone":
            kind = {"A": words["army"], "F": words["fleet"]}.get(piece.kind, piece.kind)
            found.setdefault(space_of(piece.place), f"{piece.power}: {kind}")
    return found


def owners_of(scene: Scene, words: Mapping[str, str]) -> dict[str, str]:
    """Return space → whose centre it is. `words`: of print."""
    return {sign.space: f"{words['centre']}: {sign.power}" for sign in scene.centres if sign.power}


def map_file(
    scene: Scene, kit: DrawingKit, names: Mapping[str, str], words: Mapping[str, str], told: Mapping[str, str]
) -> bytes:
    """Return a map as SVG with what is said of its spaces and orders.

    Args:
        scene: what it shows; nothing else is told.
        kit: the board as it is drawn.
        names: space → its name.
        words: of print.
        told: what is said of an order, by `order_key`.
    """
    units, owners = units_of(scene, words), owners_of(scene, words)

    def titled(found: re.Match[str]) -> str:
        tag, inside, space, closed = found.groups()
        said = ". ".join(filter(None, [names.get(space, space), units.get(space), owners.get(space)]))
        return f"<{tag}{inside}><title>{escape(said)}</title>" + (f"</{tag}>" if closed else "")

    return _SPACE.sub(titled, draw_page_svg(scene, kit, told)).encode()
