"""Leave parts out of copy that is too long, the least important first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from judge.print.phase_record import without_reasons
from judge.print.style import Style

ORDER = ("why", "position", "run-on")
"""What is left out first, second and third: the reasons, the position, a line for each order. Press is last, the oldest first."""
CUTS = ((), ("why",), ("why", "position"), ("run-on",), ("why", "run-on"), ORDER)
"""What is left out together, from little to much: once orders have no lines of their own, the others are back where they fit."""


class Omissions(NamedTuple):
    """Which parts of ORDER are left out, and how many of the older pieces of press."""

    parts: tuple[str, ...] = ()
    older: int = 0

    def __or__(self, other: Omissions) -> Omissions:
        """Return what either leaves out."""
        return Omissions(tuple(part for part in ORDER if part in self.parts + other.parts), max(self.older, other.older))


WHOLE = Omissions()


def apply_omissions(record: Mapping[str, Any], style: Style, cut: Omissions) -> tuple[dict[str, Any], Style]:
    """Return the record and the style without what a cut leaves out."""
    made, out = dict(record), cut.parts
    if "why" in out:
        made = without_reasons(made)
    if "position" in out:
        made["position"] = []
    return made | {"press": made["press"][cut.older :]}, replace(style, orders="run-on") if "run-on" in out else style


def omitted_parts(record: Mapping[str, Any], style: Style, cut: Omissions) -> list[str]:
    """Return the parts that a cut really left out: `why`, `position`, `run-on`, `press`."""
    there = {"why": style.why and record["notes"], "position": record["position"], "run-on": style.orders == "lines"}
    return [what for what in cut.parts if there[what]] + (["press"] if cut.older else [])
