"""Retreats told with the movement before them, as zines print a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.print.copy import PhaseCopy

Json = dict[str, Any]
LAST = ("adjustments", "total", "aims", "history", "position", "state", "over", "deadline", "due_at", "addresses")
"""What is said once, after the retreats."""
BOTH = ("events", "standbys", "rulings", "dice", "since", "press")
"""What is said of the movement, then of the retreats."""


def by_season(copies: Sequence[PhaseCopy]) -> list[list[PhaseCopy]]:
    """Return the phases of a game in groups: retreats with the movement before them, every other phase alone."""
    found = list[list[PhaseCopy]]()
    for copy in copies:
        if found and len(found[-1]) == 1 and follows(copy.record, found[-1][0].record):
            found[-1].append(copy)
        else:
            found.append([copy])
    return found


def follows(record: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether a phase is that of the retreats after a movement: it has all units that might retreat, and no other."""
    if (before["kind"], record["kind"]) != ("movement", "retreats"):
        return False
    could = {one["unit"] for one in before["retreats"] if one["options"]}
    return bool(could) and could == {_unit(order) for block in record["powers"] for order in block["orders"] if order["unit"]}


def combined(group: Sequence[PhaseCopy]) -> PhaseCopy:
    """Return the phases of a group as one. Its map shows the movement; that of the position, what came of the retreats."""
    if len(group) == 1:
        return group[0]
    movement, retreats = group
    record, words = movement.record, movement.words.listed("print/words.j2")
    made = {
        **record, **{key: retreats.record[key] for key in LAST},
        **{key: [*record[key], *retreats.record[key]] for key in BOTH},
        "headline": ". ".join(filter(None, [record["headline"], retreats.record["headline"]])),
        "powers": _counted(record, retreats.record), "gone": [*record["gone"], *_gone(retreats.record)],
        "retreats": [*(one for one in record["retreats"] if not one["options"]), *_went(retreats.record, words["unordered"])],
    }  # fmt: skip
    return replace(movement, record=made, position=retreats.picture, phases=tuple(group))


def _counted(movement: Mapping[str, Any], retreats: Mapping[str, Any]) -> list[Json]:
    """Return a movement's blocks with the units that each Power has after the retreats."""
    now = {block["power"]: block["units"] for block in retreats["powers"]}
    return [{**block, "units": now.get(block["power"], block["units"])} for block in movement["powers"]]


def _went(record: Mapping[str, Any], unordered: str) -> Iterator[Json]:
    """Yield what each unit did that had to retreat, and why it could not do what was ordered."""
    reasons = {note["number"]: note["text"] for note in record["notes"]}
    for block in record["powers"]:
        for order in block["orders"]:
            became = order["word"] if order["failed"] else unordered if order["unordered"] else ""
            said = f"{order['text']}{order['mark']}" + (f" ({became})" if became else "")
            text = f"{block['silent']} {said}." if block["silent"] else f"{said}."
            why = reasons.get(order["note"], "")
            yield {"power": block["power"], "unit": _unit(order), "text": text, "shut": why, "options": 0}


def _gone(record: Mapping[str, Any]) -> list[str]:
    """Return which units are gone that are not said to disband."""
    told = {_unit(order) for block in record["powers"] for order in block["orders"] if order["verb"] == "disband"}
    return [said for said in record["gone"] if not any(unit in said for unit in told)]


def _unit(order: Mapping[str, Any]) -> str:
    """Return the unit that an order begins with: `A(Bur)`."""
    return str(order["text"]).partition(" ")[0]
