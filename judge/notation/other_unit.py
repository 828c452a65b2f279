"""`The other fleet`: the writer's only unit of a kind that has no order yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from judge.board import Position
from judge.notation.complaints import unit_reference
from judge.notation.readings import ParsedOrder, Reading

_OTHER = re.compile(r"(?:\b(?:the|my|our)\s+|^|(?<=[.;:!,]\s))other\s+(?P<kind>\w+)\b(?!\s+of\b|')", re.IGNORECASE)
_ANY = ("one", "unit")
_NAMED = re.compile(r",(?P<place>\s+[^\W\d_][\w .]*),")
"""The name that is put in behind it: `my other army, Burgundy, goes to Munich`."""

Kinds = Callable[[str], Collection[str]]


def with_other_unit(line: str, read: Sequence[Reading], position: Position, power: str, kinds: Kinds) -> str:
    """Return a line with the unit's own name and blanks for `the other fleet`, if only one can be meant; else the line as it is.

    `read` is what was read of the letter so far, and of the line: a unit that has an order there is not the other one. `kinds`
    returns what kinds of unit a word names.
    """
    found = _OTHER.search(line)
    if found is None or position.phase.kind != "movement":
        return line
    named = kinds(found["kind"])
    if not named and found["kind"].lower() not in _ANY:
        return line
    if name := _NAMED.match(line, found.end()):
        whole = f"{found['kind']}{name['place']}"
        return line[: found.start()] + whole.ljust(name.end() - found.start()) + line[name.end() :]
    ordered = {each.order.unit.space for each in read if isinstance(each, ParsedOrder) and each.order.unit}
    own = [unit for unit in position.units_of(power) if not named or unit.kind in named]
    left = [unit for unit in own if unit.space not in ordered]
    if len(left) != 1 or len(own) == 1:
        return line
    return line[: found.start()] + str(unit_reference(left[0])).ljust(len(found[0])) + line[found.end() :]
