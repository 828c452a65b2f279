"""Read orders in advance: retreats and adjustments that are sent together with the moves before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.board import Calendar, DislodgedUnit, Phase
from judge.game.decision import CommandContext
from judge.notation import Order
from judge.notation.complaints import Complaint
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.notation.tokens import is_place
from judge.notation.verbs import PHASE_OF

_RETREATS = re.compile(r"\W*ret\w*\b[\s:.,]*(?:to\s+)?(?P<places>.*?)\W*", re.IGNORECASE)
"""What may follow an order, with or without brackets: `(ret: Alb, Gre)`, `ret: Alb/Gre`."""
_CUT_OFF = re.compile(r".*[-\N{EN DASH}\N{EM DASH}>]\s*(?P<letter>\w)\W*", re.DOTALL)
"""A move with only one letter of its goal (`A Con - B`, cut from `A Con - Bul`)."""
_NEXT = re.compile(r"\s*(?:[,;>]|/(?!\s*[nsew]c\b)|\bor\b|\bthen\b|\belse\b)\s*", re.IGNORECASE)


def split_advance_orders(asked: CommandContext, readings: Sequence[Reading]) -> tuple[list[Reading], dict[Phase, list[Order]]]:
    """Return the readings for the running phase, and the orders for each phase that comes before the next moves."""
    kept, found, running = list[Reading](), dict[Phase, list[Order]](), asked.game.board_now.phase
    readings = [_without_goal(reading) for reading in readings] if running.kind == "movement" else readings
    for reading, before in zip(readings, (None, *readings), strict=False):
        kind, lines = _foreseen(reading, before) if running.kind == "movement" else ("", [])
        phase = next_phase_of_kind(asked.ruleset.calendar, running, kind) if kind else None
        for each in _read_for(asked, phase, lines) if phase else (reading,):
            if phase and isinstance(each, ParsedOrder):
                found.setdefault(phase, []).append(each.order)
                kept += _perhaps_now(asked, reading, each.order, readings)
            elif not phase or isinstance(each, UnreadableText):
                kept.append(each)
    return kept, found


def _perhaps_now(asked: CommandContext, reading: Reading, order: Order, readings: Sequence[Reading]) -> Iterator[Reading]:
    """A question whether a retreat is meant as a move: one that begins with a space (`Warsaw retreats to Galicia`), beside orders
    for the moves, of a unit that has none.
    """
    if not isinstance(reading, UnreadableText) or reading.complaint.code != "not-now" or not order.unit or not order.target:
        return
    position, standing = asked.game.board_now, asked.game.standing.get(asked.voice)
    given = [each.order for each in readings if isinstance(each, ParsedOrder)]
    others = [*given, *(standing.orders if standing else ())]
    tokens = asked.ruleset.notation.vocabulary.lex(reading.text, asked.ruleset.board_at(position).names)
    if not given or any(each.unit and each.unit.space == order.unit.space for each in others) or not any(map(is_place, tokens[:1])):
        return
    about = next((unit for unit in position.units_of(asked.voice) if unit.space == order.unit.space), None)
    move = Order("move", order.unit, order.target)
    yield reading._replace(complaint=Complaint("retreat-later", reading.complaint.word, (move,), about=about))


def next_phase_of_kind(calendar: Calendar, phase: Phase, kind: str) -> Phase | None:
    """The next phase of this kind before the next moves, or None."""
    following = calendar.after(phase)
    while following.kind not in ("movement", kind):
        following = calendar.after(following)
    return following if following.kind == kind else None


def _without_goal(reading: Reading) -> Reading:
    """Ask where a unit is to go, if only one letter of its goal is there, which would mean build or disband in another phase."""
    if not isinstance(reading, UnreadableText) or reading.complaint.code != "not-now":
        return reading
    cut = _CUT_OFF.fullmatch(reading.text)
    return reading._replace(complaint=Complaint("no-place", cut["letter"], about=reading.complaint.about)) if cut else reading


def _foreseen(reading: Reading, before: Reading | None) -> tuple[str, list[str]]:
    """Return the kind of later phase that a line must be for ('' for none), and the text to read for it."""
    if not isinstance(reading, UnreadableText):
        return "", []
    if reading.complaint.code == "not-now":
        return PHASE_OF.get(reading.complaint.word, "adjustments"), [reading.text]
    if isinstance(before, UnreadableText) and reading.complaint.code == "aside" and _RETREATS.fullmatch(reading.text):
        return "retreats", []  # of the order that they go with it has been said that it cannot be read
    lines = retreat_lines(reading, before.order) if isinstance(before, ParsedOrder) else []
    return "retreats" if lines else "", lines


def retreat_lines(reading: UnreadableText, order: Order) -> list[str]:
    """Return the retreats written behind an order, one line each; none if there are no such retreats."""
    found = _RETREATS.fullmatch(reading.text) if reading.complaint.code in ("aside", "not-read") else None
    if found is None or order.unit is None:
        return []
    return [_retreat(str(order.unit), place) for place in _NEXT.split(found["places"]) if place]


def _retreat(unit: str, place: str) -> str:
    return f"{unit} {place}" if place.lower().startswith("disb") else f"{unit} ret {place}"


def _read_for(asked: CommandContext, phase: Phase, lines: Sequence[str]) -> list[Reading]:
    """Read lines as retreats, as if every unit of the Power had to retreat."""
    position, ruleset = asked.game.board_now, asked.ruleset
    board = ruleset.board_at(position)
    mine = position.units_of(asked.voice) if phase.kind == "retreats" else ()
    beaten = tuple(DislodgedUnit(unit, unit, "", tuple(sorted(board.reach(unit.kind, unit.place)))) for unit in mine)
    then = replace(position, phase=phase, dislodged=beaten, standoffs=frozenset())
    return [each for line in lines for each in ruleset.notation.read(line, board, then, asked.voice)]
