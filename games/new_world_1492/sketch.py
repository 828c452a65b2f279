"""1492: the world on one sheet, for the GM only: a drawing in letters, then every area with its neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.board import Unit

from .atlas import HIGH, WIDE

SIGNS = {"roaming": "&", "natives": "!", "centre": "*"}
"""What follows the code of an area: natives that roam, natives that stay, a centre."""


def drawing(facts: Mapping[str, Any], units: Iterable[Unit] = ()) -> str:
    """Draw the areas in their places, if the world gives them: seas in capitals, dots for the known world. Then list all of them.

    `units`: natives that roam, once the game has begun.
    """
    world, names = facts["world"], facts.get("names") or {}
    roaming = {*facts.get("roaming", ()), *(unit.space for unit in units)}
    signs = {code: _sign(code, area, facts, roaming) for code, area in world.items()}
    lines = _map(world, signs)
    for code, area in world.items():
        note = f"  ({area['note']})" if area.get("note") else ""
        name = f"  = {names[code]['name']} ({names[code]['code']})" if code in names else ""
        lines.append(f"{code}{signs[code]} {area['kind']:4}  {' '.join(area['borders'])}{name}{note}")
    return "\n".join(lines)


def _sign(code: str, area: Mapping[str, Any], facts: Mapping[str, Any], roaming: Iterable[str]) -> str:
    if code in roaming:
        return SIGNS["roaming"]
    if code in facts.get("natives", ()):
        return SIGNS["natives"]
    return SIGNS["centre"] if area.get("centre") == "yes" else " "


def _map(world: Mapping[str, Mapping[str, Any]], signs: Mapping[str, str]) -> list[str]:
    """Return rows of codes; nothing if an area has no place, or lies outside the drawn grid."""
    spots = {tuple(map(int, area["at"].split())): code for code, area in world.items() if area.get("at")}
    west = min((x for x, _ in spots), default=0)
    grid = [[(x, y) for x in range(west, west + WIDE)] for y in range(HIGH)]
    if len(spots) < len(world) or not set(spots) <= {spot for row in grid for spot in row}:
        return []
    cells = {spot: code + signs[code] for spot, code in spots.items()}
    return ["".join(cells.get(spot, ".   ") for spot in row).rstrip() for row in grid] + [""]
