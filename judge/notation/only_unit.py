"""What a letter says of the writer's only unit without naming it: `Gascony please`, `disband it`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from judge.board import Position
from judge.notation.complaints import unit_reference
from judge.notation.readings import COURTESY, IgnoredText, ParsedOrder, Reading

LONG = 60
"""Characters of a line that says no more than this."""
_WHO = re.compile(r"^\W*(?:(?:i|we|it|he|she|they)(?:'ll| will|'d| would)?|let (?:it|him|her|them))\s+", re.IGNORECASE)
_WHOM = re.compile(r"\s+(?:it|him|her|them)(?=\W*$)", re.IGNORECASE)

Read = Callable[[str], Sequence[Reading]]


def with_only_unit(readings: list[Reading], position: Position, power: str, read: Read) -> list[Reading]:
    """Return the readings of a letter; if none is an order, and one line is one with the writer's only unit in front, as that.

    In retreats the only unit is the only one that must retreat. `read` reads a line.
    """
    waiting = [each.unit for each in position.dislodged] if position.phase.kind == "retreats" else position.units
    own = [unit for unit in waiting if unit.power == power]
    if len(own) != 1 or position.phase.kind == "adjustments" or any(isinstance(each, ParsedOrder) for each in readings):
        return readings
    orders = dict[str, ParsedOrder]()
    for line in dict.fromkeys(each.line for each in readings if each.line and len(each.line) <= LONG):
        said = read(f"{unit_reference(own[0])} {_WHOM.sub('', _WHO.sub('', line))}")
        found = [each for each in said if not (isinstance(each, IgnoredText) and each.kind == COURTESY)]
        if len(found) == 1 and isinstance(found[0], ParsedOrder):
            orders[line] = found[0]._replace(text=line, line=line, at=0)
    if len(orders) != 1:
        return readings
    line, order = orders.popitem()
    at = next(n for n, each in enumerate(readings) if each.line == line)
    return [*readings[:at], order, *(each for each in readings[at:] if each.line != line)]
