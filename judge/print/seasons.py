"""Retreats and builds told with the movement before them, as zines print a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.print.copy import PhaseCopy

Json = dict[str, Any]
LAST = ("adjustments", "total", "aims", "history", "position", "state", "over", "deadline", "due_at", "addresses")
"""What is said once, after the retreats."""
ONLY_LAST = ("history", "position", "state", "over", "deadline", "due_at", "addresses")
"""What is said once, after the builds."""
BOTH = ("events", "standbys", "rulings", "dice", "since", "press")
"""What is said of the movement, then of the phases after it."""


def by_season(copies: Sequence[PhaseCopy], builds: bool = False) -> list[list[PhaseCopy]]:
    """Return the phases of a game in groups: retreats with the movement before them, with `builds` the builds, too; every other
    phase alone.
    """
    found = list[list[PhaseCopy]]()
    for copy in copies:
        before = found[-1] if found else []
        is_retreat = len(before) == 1 and follows(copy.record, before[0].record)
        if is_retreat or (builds and before and are_builds(copy.record, [each.record for each in before])):
            before.append(copy)
        else:
            found.append([copy])
    return found


def are_builds(record: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a phase is that of the builds after a movement and its retreats, which say how many there are; and all of it, if
    anything is, can be said in their table.
    """
    if record["kind"] != "adjustments" or before[-1]["kind"] == "adjustments" or record["revision"] != before[-1]["revision"]:
        return False
    powers = {row["power"] for row in before[-1]["adjustments"]}
    failed = any(order["failed"] for block in record["powers"] for order in block["orders"])
    return not failed and {block["power"] for block in record["powers"]} <= powers


def follows(record: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether a phase is that of the retreats after a movement: it has all units that might retreat, and no other."""
    if (before["kind"], record["kind"]) != ("movement", "retreats"):
        return False
    could = {one["unit"] for one in before["retreats"] if one["options"]}
    return bool(could) and could == {_unit(order) for block in record["powers"] for order in block["orders"] if order["unit"]}


def combined(group: Sequence[PhaseCopy]) -> PhaseCopy:
    """Return the phases of a group as one. Its map shows the movement; that of the position, what came of the others."""
    first, *others = group
    made = first
    for copy in others:
        record = _with_builds(made, copy.record) if copy.record["kind"] == "adjustments" else _with_retreats(made, copy)
        record = {
            **record, **{key: [*made.record[key], *copy.record[key]] for key in BOTH},
            "dice": [*_once(made.record["dice"], copy.record["dice"]), *copy.record["dice"]],
            "headline": ". ".join(filter(None, [made.record["headline"], copy.record["headline"]])),
        }  # fmt: skip
        made = replace(made, record=record, position=copy.picture, phases=tuple(group))
    return made


def _once(before: Sequence[str], after: Sequence[str]) -> Sequence[str]:
    """Return lines on dice without the last, the seal, if those that follow end with it, too."""
    return before[:-1] if before and after and before[-1] == after[-1] else before


def _with_retreats(movement: PhaseCopy, retreats: PhaseCopy) -> Json:
    record, words = movement.record, movement.words.listed("print/words.j2")
    return {
        **record, **{key: retreats.record[key] for key in LAST},
        "powers": _counted(record, retreats.record), "gone": [*record["gone"], *retreats.record["gone"]],
        "retreats": [*(one for one in record["retreats"] if not one["options"]), *_went(retreats.record, words["unordered"])],
    }  # fmt: skip


def _with_builds(movement: PhaseCopy, builds: Mapping[str, Any]) -> Json:
    """Return a season's record in whose table stands what each Power built or removed, instead of how many units. The notes of
    removals that nobody ordered are numbered after those of the movement.
    """
    season, unordered = movement.record, movement.words.listed("print/words.j2")["unordered"]
    told = max((note["number"] for note in season["notes"]), default=0)
    notes = [{**note, "number": told + note["number"]} for note in builds["notes"]]
    done = {block["power"]: (_done(block, unordered, told), _done(block, unordered)) for block in builds["powers"]}
    rows = list[Json]()
    for row in season["adjustments"]:
        noted, plain = done.get(row["power"], ("", ""))
        rows.append({**row, "does": noted or row["does"], "plain": plain or row["does"]})
    return {**season, **{key: builds[key] for key in ONLY_LAST}, "adjustments": rows, "notes": [*season["notes"], *notes]}


def _done(block: Mapping[str, Any], unordered: str, told: int | None = None) -> str:
    """Return what a Power did: `build A(Kie), F(Ber)`. `told`: how many notes come before those of the builds, None without any."""
    said, before = list[str](), ""
    for order in block["orders"]:
        verb, _, rest = order["text"].partition(" ")
        note = f" ({told + order['note']})" if order["note"] and told is not None else ""
        alone = f" ({unordered})" if order["unordered"] else ""
        said.append((rest if verb == before else order["text"]) + order["mark"] + alone + note)
        before = verb
    return " ".join(filter(None, [block["silent"], ", ".join(said)]))


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


def _unit(order: Mapping[str, Any]) -> str:
    """Return the unit that an order begins with: `A(Bur)`."""
    return str(order["text"]).partition(" ")[0]
