"""1492: a judged phase as each reader may know it: their own orders in full, all others as in the public report (6, 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from judge.board import Board, Position, Unit
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.base import Rules
from judge.rules.reasons import UNTOLD_DISTANCE, CivilDisorder, Force, HeadToHead, Held, NotLeft, Reason
from judge.rules.variant import Variant

from .charts import EVERYBODY
from .helping import all_on_the_map, on_the_map, without_the_ferries, without_the_unseen
from .sight import OB, Terms, reworded

BARE = "untold"
"""The verb of a secret order: only its unit is printed."""
LISTED = ("movement",)
"""Kinds of phases in which every unit has a line, so that lines reveal nothing about orders."""
FLEETING = {"uncounted", "at", "ready"}
"""Fields of reasons with units that are named for what they were ordered: supports that did not count, fleets that might carry."""
KEYS = ("why", "settled_by", "paradox")
"""Fields of reasons whose texts are not places."""


class Telling(Rules):
    """Rules 6 and 7: what happens beyond the map is reported only to those who are there."""

    def visible_outcome(self, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        """Return a reader's own results in their terms and the others' as everybody may know them, sorted only after parts are left
        out.
        """
        public = Terms(variant.board, outcome.before.facts, EVERYBODY)
        terms = Terms(variant.board, outcome.position.facts, reader) if reader else public
        veiled = [r for r in outcome.results if r.power != reader and not all_on_the_map(_whole(r), public)]
        silent = frozenset(result.unit for result in veiled if result.unit)
        board = self.board_with_facts(variant.board, outcome.before.facts)
        results: list[OrderResult] = []
        for power in variant.powers:
            theirs = [r for r in outcome.results if r.power == power.name]
            if power.name == reader:
                results += _own(variant, board, outcome.before, theirs, terms, silent)
            else:
                results += _hushed(variant, board, outcome.before, power.name, theirs, public, silent)
        positions = (outcome.before, _with_the_lost(outcome, terms, reader))
        before, after = (self.visible_position(variant, position, reader) for position in positions)
        return outcome._replace(
            before=before,
            position=after,
            results=tuple(results),
            removed=tuple(_gone(outcome.removed, terms, reader)),
            changed=dict(_changed(outcome, terms, reader)),
            facts=(),
        )


def _with_the_lost(outcome: PhaseOutcome, terms: Terms, reader: str) -> Position:
    """What follows. Before retreats, units that were annihilated out of sight still count, as those do that may retreat."""
    position = outcome.position
    told = {gone.unit for gone in _told_of(outcome.removed, terms, reader)}
    lost = [gone.unit._replace(place=OB, name="") for gone in outcome.removed if gone.unit not in told]
    return replace(position, units=(*position.units, *lost)) if position.phase.kind == "retreats" else position


def _own(
    variant: Variant, board: Board, before: Position, mine: Sequence[OrderResult], terms: Terms, silent: frozenset[Unit]
) -> Iterator[OrderResult]:
    """Return the reader's own results. Support for another's unit says only what the reader sees of that unit."""
    for result in mine:
        told = without_the_ferries(board, without_the_unseen(variant, board, before, result, mine), silent)
        unit = told.unit and told.unit._replace(place=terms.place(told.unit.place))
        reason = retold(told.reason, terms, result.power, silent)
        yield told._replace(order=reworded(told.order, terms.place), unit=unit, reason=reason)


def retold(reason: Reason | None, terms: Terms, reader: str, silent: frozenset[Unit]) -> Reason | None:
    """Return a reason that names only places and units which the reader may know, and no orders of others out of sight.

    `silent` are the others' units whose orders are not wholly told: what they help is not said. A reason that nobody has thought of
    says nothing.
    """
    if reason is None or not reason.told_by_sight:
        return None
    if isinstance(reason, CivilDisorder) and reason.distance is not None:
        return replace(reason, distance=UNTOLD_DISTANCE)  # it is counted over areas and from centres that nobody need know
    if isinstance(reason, NotLeft | HeadToHead) and reason.by.power != reader and reason.by.space not in terms.known:
        reason = Held(reason.by, reason.mine, reason.theirs, reason.uncounted)
    values = {f.name: getattr(reason, f.name) for f in fields(reason) if f.name not in KEYS}
    for name in FLEETING & values.keys():
        if isinstance(values[name], tuple):
            values[name] = tuple(unit for unit in values[name] if unit not in silent)
    return replace(reason, **{name: _reworded(value, terms, reader, silent) for name, value in values.items()})


def _reworded(value: Any, terms: Terms, reader: str, silent: frozenset[Unit]) -> Any:
    if isinstance(value, Unit):
        return value._replace(place=terms.place(value.place)) if value.power == reader and reader else terms.unit(value)
    if isinstance(value, Force):
        return value._replace(helpers=tuple(_reworded(u, terms, reader, silent) for u in value.helpers if u not in silent))
    if isinstance(value, tuple):
        return tuple(_reworded(item, terms, reader, silent) for item in value)
    return _in_words(value, terms) if isinstance(value, str) else value


def _in_words(text: str, terms: Terms) -> str:
    """Replace a place, or a unit in its house form, in a text."""
    start, bracket, rest = text.partition("(")
    return f"{start}({terms.place(rest[:-1])})" if bracket else terms.place(text)


# The public report


def _hushed(
    variant: Variant, board: Board, before: Position, power: str, results: Sequence[OrderResult], public: Terms,
    silent: frozenset[Unit],
) -> list[OrderResult]:
    """Return one power's results as everybody may know them, one line for each unit, whatever its order."""
    told, covered = list[OrderResult](), set[Unit]()
    hidden = {u for u in before.units if u.power == power and not on_the_map(u.space, public)}
    for result in results:
        order = hushed(_whole(result), public, before.phase.kind)
        if order is not None:
            told.append(_told(board, result, order, public, silent))
            covered.update(_lines_of(result, results, hidden - covered))
    if before.phase.kind in LISTED:
        told += [_bare(unit) for unit in hidden - covered]
    return sorted(told, key=lambda r: (variant.notation.write(r.order).lower(), r.word))


def _whole(result: OrderResult) -> Order:
    unit = result.unit
    return result.order._replace(unit=unit_reference(unit)) if result.order.unit is None and unit else result.order


def _told(board: Board, result: OrderResult, order: Order, public: Terms, silent: frozenset[Unit]) -> OrderResult:
    """Remove mark and note from a line that has, or is about, anything off the board."""
    unit = result.unit and result.unit._replace(place=public.place(result.unit.place))
    if (unit and unit.place == OB) or not all_on_the_map(_whole(result), public):
        return OrderResult(result.power, order, None, "succeeds")
    told = without_the_ferries(board, result, silent)
    return told._replace(order=order, unit=unit, reason=retold(told.reason, public, EVERYBODY, silent))


def _bare(unit: Unit) -> OrderResult:
    return OrderResult(unit.power, Order(BARE, unit_reference(unit)._replace(place=OB, name="")), None, "succeeds")


def _lines_of(result: OrderResult, results: Iterable[OrderResult], hidden: set[Unit]) -> Iterator[Unit]:
    """Return hidden units that a line reveals: an army that lands in the turn in which it boards, by where it boarded."""
    if result.unit in hidden:
        both = result.order.unit is not None and result.order.unit.kind == "A/F"
        yield from (u for u in hidden if u == result.unit or (both and u.space == result.unit.space))
    elif result.order.verb == "disembark":
        yield from [r.unit for r in results if r.order.verb == "embark" and r.unit in hidden][:1]


def hushed(order: Order, public: Terms, kind: str) -> Order | None:
    """Return the part of an order that is on the map; None if even its existence is secret."""
    if all_on_the_map(order, public):
        return reworded(order, public.place)
    unit = order.unit
    if unit is None:
        return None
    short = _shortened(order, public)
    here = on_the_map(unit.place, public)
    seen = [place for place in (order.of.place if order.of else "", order.target) if place and on_the_map(place, public)]
    acts = order.target or (order.of.place if order.of else "")
    if here or (on_the_map(acts, public) if acts and order.verb in ("support", "convoy") else seen):
        return short
    return None if kind == "retreats" or kind in LISTED else short


def _shortened(order: Order, public: Terms) -> Order:
    """Return the order with a single `OB` for what is off the board: of a unit that goes from `OB` to `OB` only the name remains.
    """
    told = reworded(order._replace(path=()), public.place)
    of, target = told.of, told.target
    if of and of.place == OB and target == OB:
        target = ""
    names = {ref: ref and (ref._replace(name="") if ref.place == OB else ref) for ref in (told.unit, of)}
    return told._replace(unit=names[told.unit], of=names[of], target=target)


def _told_of(removed: Iterable[RemovedUnit], terms: Terms, reader: str) -> Iterator[RemovedUnit]:
    """Of units that left the board, return the reader's own and those on the map."""
    open_to_all = terms.known.keys() | terms.common
    return (gone for gone in removed if gone.unit.power == reader or gone.unit.space in open_to_all)


def _gone(removed: Iterable[RemovedUnit], terms: Terms, reader: str) -> Iterator[RemovedUnit]:
    """Return those units in the reader's terms."""
    for gone in _told_of(removed, terms, reader):
        by, barred = gone.by and terms.unit(gone.by), terms.place(gone.barred)
        unit = gone.unit._replace(place=terms.place(gone.unit.place))
        yield RemovedUnit(unit, gone.how, by, "" if barred == OB else barred)


def _changed(outcome: PhaseOutcome, terms: Terms, reader: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Return centres that changed hands: those on the map, and others that the reader gained or lost."""
    for centre, owners in outcome.changed.items():
        if centre in terms.known or centre in terms.common:
            yield terms.place(centre), owners
        elif reader and reader in owners:
            old, new = (owner if owner == reader else "" for owner in owners)
            yield terms.place(centre), (old, new)
