"""Answers to queries: why an order had its result, what the result of other orders would be, and how the game went so far."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from typing import Any

from judge.board import Position, Unit, space_of
from judge.game import PhaseView
from judge.game.model.serialization import write_reason, write_result
from judge.game.orders.what_if import TrialResult
from judge.notation import Order
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.reports.notes import Note, Notes, describe_unit, is_marked_failed, note_facts, support_in_vain, supported_order
from judge.reports.report import format_reported_order, retreat_facts, units_without_retreat
from judge.reports.templates import Templates
from judge.rules.contested_space import Contestant, contestants
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.reasons import InVain, Reason
from judge.rules.ruleset import Ruleset

Facts = dict[str, Any]
MOST = 12
"""The most orders in one answer."""


def why_facts(seen: PhaseView, ruleset: Ruleset, what: str, reader: str, words: Templates) -> Facts:
    """Return verdicts, reasons and strengths for a unit, an order or a space. If no unit stood in the space, they
    are of the reader's own moves there.

    Only readers who see the whole board get strengths, which may depend on units that others do not see.
    """
    spaces = _spaces(seen, ruleset, what, reader)
    found = [r for r in seen.results if r.unit and (r.unit.space in spaces or (not seen.common and _space(r) in spaces))]
    found = found or [r for r in seen.results if r.unit and r.power == reader and _space(r) in spaces]
    found.sort(key=lambda result: result.power != reader)
    fought = dict.fromkeys(_space(r) for r in found) if found else dict.fromkeys(spaces)
    whole = seen.whole and seen.before.phase.kind == "movement"
    units = [unit for unit in seen.before.units if unit.space in spaces]
    return {
        "known": bool(spaces),
        "whole": seen.whole,
        "phase": seen.before.phase.name,
        "verdicts": [verdict_facts(result, seen, ruleset, words) for result in found[:MOST]],
        "untold": [describe_unit(unit, ruleset).whose for unit in units if unit not in [result.unit for result in found]],
        "contests": [c for space in fought if whole and (c := _contest(seen, ruleset, space, words))],
    }


def own_result_facts(
    seen: PhaseView, ruleset: Ruleset, spaces: Sequence[str], kinds: Sequence[str], words: Templates
) -> list[Facts]:
    """Return the verdicts on the reader's own orders for units in these spaces or moving there; if there are none, for units of
    these kinds.
    """
    own = [result for result in seen.results if result.power == seen.reader]
    there = [r for r in own if (r.unit and r.unit.space in spaces) or space_of(r.order.target) in spaces]
    found = there or [r for r in own if r.unit and r.unit.kind in kinds]
    return [verdict_facts(result, seen, ruleset, words) for result in found[:MOST]]


def verdict_facts(result: OrderResult, seen: PhaseView, ruleset: Ruleset, words: Templates) -> Facts:
    """Return one order's verdict at length: its note, the rule, and details for which the report has no room."""
    notes = Notes((), {}, seen.results, ruleset)
    reason = (result.reason if is_marked_failed(result) or not result.ordered else None) or support_in_vain(result, seen)
    note = note_facts(Note(0, result, reason), seen, notes) if reason else {}
    own = seen.whole or result.power == seen.reader
    return {
        **_verdict(result, seen.before, ruleset),
        "why": words.why(reason, notes.told, note=note, result=result) if reason else "",
        "rule": words.rule(reason, result) if reason else "",
        "more": words.said("part/more.j2", **(_at_length(result, reason, seen, notes) if own else {}), told=notes.told),
        "phase": seen.before.phase.name,
    }


def _at_length(result: OrderResult, reason: Reason | None, seen: PhaseView, notes: Notes) -> Facts:
    """Return more about an order than its note says, for a reader who may know all of it."""
    helped = supported_order(result, seen.results)
    given = result.word in ("given", "available") and not isinstance(reason, InVain)
    beaten = (*seen.after.dislodged, *units_without_retreat(seen))
    return {
        "reason": reason,
        "helped": notes.told(helped.unit) if helped and helped.unit else None,
        "other": seen.otherwise(result) if given else None,
        "uncut": [notes.told(r.unit) for r in _passed_over(result, seen) if r.unit] if seen.whole else [],
        "supported": result.order.target,
        "retreats": [retreat_facts(b, seen, notes, notes.ruleset) for b in beaten if b.unit == result.unit],
    }


def _passed_over(result: OrderResult, seen: PhaseView) -> list[OrderResult]:
    """Return attacks on a supporting unit that did not cut its support, because they came from where it was directed (DATC 4.A.4).
    """
    space = result.unit.space if result.unit and result.word == "given" and result.order.target else ""
    attacks = [r for r in seen.results if space and r.order.verb == "move" and space_of(r.order.target) == space]
    return [r for r in attacks if r.unit and r.unit.space == space_of(result.order.target) and r.power != result.power]


def concerning_facts(seen: PhaseView, ruleset: Ruleset, power: str, words: Templates) -> list[Facts]:
    """Return the verdicts on a power's orders, and on others' that bear on the spaces where its units stood or went."""
    shown = [result for result in seen.results if result.ordered or result.dislodged or result.power == power]
    return [verdict_facts(result, seen, ruleset, words) for result in _concerning(power, (), shown)[:MOST]]


def trial_facts(trial: TrialResult, ruleset: Ruleset, of: str = "") -> Facts:
    """Return the results of trial orders as JSON values. Units without an order are listed only if affected; if `of` names a power,
    only its orders and those that were tried, and of the others' those for the same spaces.
    """
    shown = [r for r in trial.outcome.results if r.ordered or r.dislodged]
    shown = _concerning(of, trial.tried, shown) if of else shown
    beaten = [n for n, each in enumerate(trial.outcome.position.dislodged) if of in ("", each.unit.power, each.by.power)]
    removed = [each for each in trial.outcome.removed if of in ("", each.unit.power)]
    return {
        "phase": trial.outcome.before.phase.name,
        "verdicts": [_tried(result, trial.outcome.before, ruleset) for result in shown],
        "beaten": [_beaten(trial.outcome, ruleset, n) for n in beaten],
        "gone": [{"unit": str(gone.unit), "power": gone.unit.power, "how": gone.how} for gone in removed],
        "adjectives": _adjectives(ruleset),
        "unread": [{"text": misread.text, "word": misread.complaint.word} for misread in trial.unread],
    }


def _concerning(power: str, tried: Container[str], results: Sequence[OrderResult]) -> list[OrderResult]:
    """Return the results of a power and of the units in some spaces, and then all others that bear on where these stand or go."""
    own = [result for result in results if result.power == power or (result.unit and result.unit.space in tried)]
    spaces = {space for result in own for space in (_space(result), result.unit.space if result.unit else "")}
    others = [result for result in results if result not in own]
    return own + [each for each in others if (each.unit and each.unit.space in spaces) or space_of(each.order.target) in spaces]


def _adjectives(ruleset: Ruleset) -> dict[str, str]:
    return {power.name: power.adjective for power in ruleset.powers}


def _spaces(seen: PhaseView, ruleset: Ruleset, what: str, reader: str) -> Sequence[str]:
    """Return the spaces that a question is about: that of the unit it names, or the places it names."""
    board = ruleset.board_at(seen.before)
    readings = ruleset.notation.read(what, board, seen.before, reader, strict=False)
    units = [r.order.unit.space for r in readings if isinstance(r, ParsedOrder) and r.order.unit]
    if units:
        return units
    try:
        return [ruleset.notation.read_unit(what, board).space]
    except ValueError:
        about = [r.complaint.about.space for r in readings if isinstance(r, UnreadableText) and r.complaint.about]
        return list(board.names.find(what)) or about or sorted(ruleset.notation.named(what, board)[0])


def is_about(seen: PhaseView, ruleset: Ruleset, what: str, reader: str) -> bool:
    """Whether the reader knows that the order which a question names was given in this phase, that the unit stood there, or that
    something stood in the space or moved there; True if it names nothing.
    """
    board = ruleset.board_at(seen.before)
    readings = ruleset.notation.read(what, board, seen.before, reader, strict=False)
    orders = [reading.order for reading in readings if isinstance(reading, ParsedOrder) and reading.order.unit]
    if orders:
        given = {_outline(result.order) for result in seen.results}
        return any(_outline(order) in given for order in orders)
    spaces, kind = _spaces(seen, ruleset, what, reader), ""
    with suppress(ValueError):
        kind = ruleset.notation.read_unit(what, board).kind
    stood = any(each.space in spaces and kind in ("", each.kind) for each in seen.before.units)
    return not spaces or stood or (not kind and any(_space(result) in spaces for result in seen.results))


def _outline(order: Order) -> tuple[str, ...]:
    """What an order is, without coasts and ways."""
    unit, helped = order.unit.space if order.unit else "", order.of.space if order.of else ""
    return order.verb, unit, helped, space_of(order.target)


def _space(result: OrderResult) -> str:
    """Return the space in which a result was decided: a move's target, or where the unit stood."""
    target = result.order.target if result.order.verb == "move" else result.unit.space if result.unit else ""
    return target.partition(".")[0]


def _tried(result: OrderResult, before: Position, ruleset: Ruleset) -> Facts:
    """Return a verdict as JSON, with its reason."""
    reason = write_reason(result.reason) if result.reason else None
    return {**_verdict(result, before, ruleset), "reason": reason, "result": write_result(result)}


def _verdict(result: OrderResult, before: Position, ruleset: Ruleset) -> Facts:
    unit = describe_unit(result.unit, ruleset) if result.unit and result.order.verb not in ("build", "remove") else None
    return {
        "power": result.power,
        "adjective": unit.adjective if unit else "",
        "order": ruleset.notation.write(format_reported_order(result, before, ruleset)),
        "ordered": result.ordered,
        "word": result.word,
        "verb": result.order.verb,
        "failed": is_marked_failed(result),
        "dislodged": result.dislodged,
    }


def _contest(seen: PhaseView, ruleset: Ruleset, space: str, words: Templates) -> Facts | None:
    judged = PhaseOutcome(seen.before, seen.after, seen.results, throws=seen.throws)
    sides = contestants(judged, ruleset, space) if space in ruleset.board_at(seen.before).spaces else ()
    notes = Notes((), {}, seen.results, ruleset)
    return {"space": space, "sides": [_side(side, notes, words) for side in sides]} if any(s.moved for s in sides) else None


def _side(side: Contestant, notes: Notes, words: Templates) -> Facts:
    ruleset = notes.ruleset
    return {
        "unit": describe_unit(side.unit, ruleset).whose,
        "total": side.force.total,
        "helpers": [describe_unit(unit, ruleset).whose for unit in side.force.helpers],
        "moved": side.moved,
        "stays": side.stays,
        "leaving": side.leaving,
        "idle": [_idle(unit, order, notes, words) for unit, order in side.idle],
    }


def _idle(unit: Unit, order: Order, notes: Notes, words: Templates) -> str:
    """Return a support that was ordered and did not count, with its result."""
    result = next((each for each in notes.results if each.unit == unit and each.order == order), None)
    reason = result.reason if result else None
    why = words.why(reason, notes.told, result=result) if reason else ""
    written = f"{describe_unit(unit, notes.ruleset).adjective} {notes.ruleset.notation.write(order)}".strip()
    return words.said("part/idle.j2", order=written, r=reason, told=notes.told, why=why)


def _beaten(outcome: PhaseOutcome, ruleset: Ruleset, n: int) -> Mapping[str, Any]:
    beaten = outcome.position.dislodged[n]
    return {
        "unit": describe_unit(beaten.unit, ruleset).whose,
        "by": describe_unit(beaten.by, ruleset).whose,
        "retreats": list(beaten.retreats),
    }
