"""Taking orders in advance: retreats and adjustments that come before the next moves, ordered together with these moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.board import Calendar, DislodgedUnit, Phase, space_of
from judge.game.decision import CommandContext
from judge.game.model.events import OrdersAhead
from judge.notation import Order
from judge.notation.completion import PHASE_OF
from judge.notation.reader import ParsedOrder, Reading, UnreadableText

_RETREATS = re.compile(r"\W*ret\w*\b[\s:.,]*(?:to\s+)?(?P<places>.*?)\W*", re.IGNORECASE)
"""What stands behind an order, as a rule in brackets: `(ret: Alb, Gre)`, `ret: Alb/Gre`."""
_NEXT = re.compile(r"\s*(?:[,;>]|/(?!\s*[nsew]c\b)|\bor\b|\bthen\b|\belse\b)\s*", re.IGNORECASE)


def split_advance_orders(asked: CommandContext, readings: Sequence[Reading]) -> tuple[list[Reading], list[Order]]:
    """The readings that are for the running phase, and orders for the phases that come before the next moves."""
    if asked.game.board_now.phase.kind != "movement":
        return list(readings), []
    kept, ahead = list[Reading](), list[Order]()
    for n, reading in enumerate(readings):
        later = _foreseen(asked, reading, readings[n - 1] if n else None)
        ahead += [each.order for each in later if isinstance(each, ParsedOrder) and each is not reading]
        kept += [each for each in later if each is reading or isinstance(each, UnreadableText)]
    return kept, ahead


def merge_advance_orders(asked: CommandContext, ahead: Sequence[Order]) -> OrdersAhead:
    """All that a power has ordered in advance: new retreats replace those of the same unit, new adjustments all older ones."""
    units = {space_of(order.unit.place) for order in ahead if order.unit and is_retreat(order)}
    adjusts = any(not is_retreat(order) for order in ahead)
    old = [
        order
        for order in asked.game.ahead.get(asked.voice, ())
        if not (adjusts if not is_retreat(order) else order.unit and space_of(order.unit.place) in units)
    ]
    return OrdersAhead(asked.voice, (*old, *ahead))


def is_retreat(order: Order) -> bool:
    """Whether an order is for a phase of retreats."""
    return PHASE_OF.get(order.verb) == "retreats"


def next_phase_of_kind(calendar: Calendar, phase: Phase, kind: str) -> Phase | None:
    """The phase of this kind that comes after one, before the next moves; None if there is none."""
    following = calendar.after(phase)
    while following.kind not in ("movement", kind):
        following = calendar.after(following)
    return following if following.kind == kind else None


def _foreseen(asked: CommandContext, reading: Reading, before: Reading | None) -> list[Reading]:
    """A line read as for a later phase, if it can be that; else as it was read."""
    if not isinstance(reading, UnreadableText):
        return [reading]
    if reading.complaint.code == "not-now":
        return _later(asked, reading, PHASE_OF.get(reading.complaint.word, "adjustments"), [reading.text])
    if isinstance(before, UnreadableText) and reading.complaint.code == "aside" and _RETREATS.fullmatch(reading.text):
        return []  # of the order that they go with it has been said that it cannot be read
    lines = retreat_lines(reading, before.order) if isinstance(before, ParsedOrder) else []
    return _later(asked, reading, "retreats", lines) if lines else [reading]


def retreat_lines(reading: UnreadableText, order: Order) -> list[str]:
    """The retreats that stand behind an order, each as a line of its own; none if it is something else."""
    found = _RETREATS.fullmatch(reading.text) if reading.complaint.code in ("aside", "not-read") else None
    if found is None or order.unit is None:
        return []
    return [_retreat(str(order.unit), place) for place in _NEXT.split(found["places"]) if place]


def _retreat(unit: str, place: str) -> str:
    return f"{unit} {place}" if place.lower().startswith("disb") else f"{unit} ret {place}"


def _later(asked: CommandContext, reading: UnreadableText, kind: str, lines: Sequence[str]) -> list[Reading]:
    """Lines read as for the next phase of a kind, as if every unit of the power's had to retreat."""
    position, ruleset = asked.game.board_now, asked.ruleset
    phase = next_phase_of_kind(ruleset.calendar, position.phase, kind)
    if phase is None or not lines:
        return [reading]
    board = ruleset.board_at(position)
    mine = position.units_of(asked.voice) if kind == "retreats" else ()
    beaten = tuple(DislodgedUnit(unit, unit, "", tuple(sorted(board.reach(unit.kind, unit.place)))) for unit in mine)
    then = replace(position, phase=phase, dislodged=beaten, standoffs=frozenset())
    return [each for line in lines for each in ruleset.notation.read(line, board, then, asked.voice)]
