"""Blind play, for any game: a power sees the spaces where it has units or centres and those beside them, and nothing else.

Laid on a ruleset as a module is (`blinded`), it answers the questions of `judge.rules.visibility`. What a reader sees depends on
their own units and centres and on what stands in those spaces, before and after a phase; never on what stands elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules.base import Rules, stack_rules
from judge.rules.claims import Claim
from judge.rules.dues import AdjustmentDue
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.reasons import Force, Held, NotAllowed, NotLeft, Reason, Unmatched
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Variant
from judge.rules.visibility import mentions_hidden_space, without_unseen_fleets

Spaces = frozenset[str]
MARK = "blind"
"""The fact in a reader's position: who the reader is, what they see, and which powers remain."""
UNSEEN = "?"
"""The place of a unit that fought with the reader's and is out of the reader's sight."""
HELPS = {"support": "given", "convoy": "available"}
"""Verb → the word for the result of such an order where the reader may not know it."""
ABOUT_OTHERS = frozenset({"no-such-unit", "could-not-go", "no-convoy-there", "no-sea-route"})
"""Reasons for which help may be refused because of what its writer cannot see."""


def make_blind(ruleset: Ruleset) -> Ruleset:
    """The same game, played blind. A game that hides things by its own rules is left as it is."""
    rules = ruleset.rules
    return ruleset if rules.hides_information(ruleset) else replace(ruleset, rules=stack_rules((type(rules), BlindRules)))


def visible_spaces(board: Board, position: Position, reader: str) -> Spaces:
    """The spaces that a power sees; the public ('') sees none."""
    if not reader:
        return frozenset()
    units = (*position.units, *(beaten.unit for beaten in position.dislodged))
    own = {unit.space for unit in units if unit.power == reader} | set(position.centres(reader))
    return frozenset(own.union(*(board.near.get(space, ()) for space in own)))


class BlindRules(Rules):
    """The answers of blind play."""

    def hides_information(self, variant: Variant) -> bool:
        """Always."""
        return True

    def counts_are_public(self, variant: Variant) -> bool:
        """Only who is still in the game is public."""
        return False

    def visible_position(self, variant: Variant, position: Position, reader: str) -> Position:
        """Return the units in sight, and the facts about them."""
        board = self.board_with_facts(variant.board, position.facts)
        seen = visible_spaces(board, position, reader)
        mark = {"reader": reader, "spaces": sorted(seen), "alive": list(_alive(variant, position))}
        return replace(
            position,
            units=tuple(sorted(unit for unit in position.units if unit.space in seen)),
            owners=dict(sorted((centre, power) for centre, power in position.owners.items() if centre in seen)),
            dislodged=tuple(sorted(_beaten(b, reader, seen) for b in position.dislodged if b.unit.space in seen)),
            standoffs=position.standoffs & seen,
            facts={**self.visible_facts(variant, board, position.facts, seen), MARK: mark},
        )

    def visible_outcome(self, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        """The reader's own results; of others the orders that take place in sight, without their results elsewhere."""
        board, board_after = (self.board_with_facts(variant.board, p.facts) for p in (outcome.before, outcome.position))
        before = visible_spaces(board, outcome.before, reader)
        after = visible_spaces(board_after, outcome.position, reader)
        told = [*_own(board, outcome, reader, before)]
        for power in variant.powers:
            theirs = [r for r in outcome.results if r.power == power.name != reader and _in_view(r, before, before | after)]
            told += sorted((_watched(r) for r in theirs), key=lambda r: variant.notation.write(r.order).lower())
        return outcome._replace(
            before=self.visible_position(variant, outcome.before, reader),
            position=self.visible_position(variant, outcome.position, reader),
            results=tuple(told),
            removed=tuple(_removed(removed, reader, before) for removed in outcome.removed if removed.unit.power == reader),
            changed={centre: owners for centre, owners in outcome.changed.items() if reader and reader in owners},
            facts=tuple(
                fact for fact in outcome.facts if reader and not mentions_hidden_space(fact, variant.board, before | after)
            ),
            throws={subject: throw for subject, throw in outcome.throws.items() if subject.partition("#")[0] in before | after},
        )

    def visible_dues(self, variant: Variant, position: Position, owed: Mapping[str, AdjustmentDue]) -> Mapping[str, AdjustmentDue]:
        """Return every Power that is still in the game: from whom something is due is not public."""
        found = super().visible_dues(variant, position, owed)
        mark = position.facts.get(MARK)
        if mark is None:
            return {power: found.get(power, AdjustmentDue()) for power in _alive(variant, position)}
        return {power: found.get(power, AdjustmentDue()) if power == mark["reader"] else AdjustmentDue() for power in mark["alive"]}

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Accept help for a unit out of the writer's sight: whether it is possible shows when all orders are known."""
        refused = super().why_illegal(turn, claim, order)
        mark = turn.facts.get(MARK)
        if mark is None or order.of is None or not isinstance(refused, NotAllowed) or refused.why not in ABOUT_OTHERS:
            return refused
        if order.of.space in mark["spaces"]:
            return refused
        claim.of = claim.of or Claim(Unit(order.of.power, order.of.kind, order.of.place))
        return _wrong_by_itself(order, claim.unit, turn.board)


def _alive(variant: Variant, position: Position) -> Iterator[str]:
    """Powers that have anything left."""
    left = {unit.power for unit in position.units} | {b.unit.power for b in position.dislodged} | set(position.owners.values())
    return (power.name for power in variant.powers if power.name in left)


def _beaten(beaten: DislodgedUnit, reader: str, seen: Spaces) -> DislodgedUnit:
    """Return a dislodged unit without its retreats, which only its owner may know."""
    own = beaten.unit.power == reader
    return DislodgedUnit(
        beaten.unit, _spoken_of(beaten.by, reader, seen), beaten.barred if own else "", beaten.retreats if own else ()
    )


def _removed(removed: RemovedUnit, reader: str, seen: Spaces) -> RemovedUnit:
    """A unit of the reader's that was dislodged and left the board. Of an attacker out of sight only the kind is told."""
    return removed._replace(by=removed.by and _spoken_of(removed.by, reader, seen))


def _spoken_of(unit: Unit, reader: str, seen: Spaces) -> Unit:
    """Return a unit as the reader may know it: of a unit out of sight only its kind."""
    return unit if unit.power == reader or unit.space in seen else Unit("", unit.kind, UNSEEN)


# Results


def _in_view(result: OrderResult, before: Spaces, seen: Spaces) -> bool:
    """Whether all of another Power's order takes place in sight."""
    if result.unit and result.unit.space not in (seen if result.order.verb == "build" else before):
        return False
    order, unit = result.order, result.unit
    places = [ref.place for ref in (order.unit, order.of) if ref] + [order.target, *order.path] + ([unit.place] if unit else [])
    return any(places) and all(space_of(place) in seen for place in places if place)


def _watched(result: OrderResult) -> OrderResult:
    """Return what is seen of another Power's order: whether the unit went where it was ordered, without the reason."""
    unit = result.unit
    order = result.order._replace(unit=unit_reference(unit)) if result.order.unit is None and unit else result.order
    went = result.order.verb != "move" or result.word == "succeeds"
    return OrderResult(result.power, order, unit, "succeeds" if went else "fails", dislodged=result.dislodged)


def _own(board: Board, outcome: PhaseOutcome, reader: str, before: Spaces) -> Iterator[OrderResult]:
    """The reader's results, with reasons that name only what the reader sees."""
    view = {r.unit for r in outcome.results if r.unit and _in_view(r, before, before)}
    for result in outcome.results:
        if result.power != reader or not reader:
            continue
        if result.order.verb in HELPS and result.order.of and (told := _helped(result, board, before, view)):
            yield told
        else:
            told = without_unseen_fleets(result, lambda unit: unit.power == reader or unit in view)
            yield told._replace(reason=_retold(told.reason, reader, before, view))


def _helped(result: OrderResult, board: Board, before: Spaces, view: set[Unit]) -> OrderResult | None:
    """Hide the result and reason of a support or convoy that depends on a unit out of sight, or on its order."""
    order, unit, reason = result.order, result.unit, result.reason
    if isinstance(reason, Unmatched):
        return None if reason.of in view else result._replace(word=HELPS[order.verb], reason=None)
    if order.of is None or unit is None or order.of.space in before or not isinstance(reason, NotAllowed):
        return None
    wrong = _wrong_by_itself(order, unit, board)
    return result._replace(reason=wrong) if wrong else result._replace(word=HELPS[order.verb], reason=None)


def _wrong_by_itself(order: Order, unit: Unit, board: Board) -> NotAllowed | None:
    """Why a unit cannot give this help, regardless of where other units stand."""
    if order.verb == "convoy":
        return None if board.is_sea(unit.space) else NotAllowed("cannot-convoy")
    target = space_of(order.target) or (order.of.space if order.of else "")
    return None if target in board.reach_spaces(unit.kind, unit.place) else NotAllowed("cannot-reach", target)


def _retold(reason: Reason | None, reader: str, seen: Spaces, view: set[Unit]) -> Reason | None:
    """Return a reason with its strengths, but without units that the reader does not see, and without their orders."""
    if reason is None or not reason.told_by_sight:
        return None
    if isinstance(reason, NotLeft) and reason.by.power != reader and reason.by not in view:
        reason = Held(reason.by, reason.mine, reason.theirs, reason.uncounted)
    values = {f.name: getattr(reason, f.name) for f in fields(reason)}
    for name in {"uncounted", "at", "ready"} & values.keys():
        if isinstance(values[name], tuple):
            values[name] = tuple(unit for unit in values[name] if unit.power == reader or unit.space in seen)
    return replace(reason, **{name: _told_of(value, reader, seen) for name, value in values.items()})


def _told_of(value: Any, reader: str, seen: Spaces) -> Any:
    if isinstance(value, Unit):
        return _spoken_of(value, reader, seen)
    if isinstance(value, Force):
        return value._replace(helpers=_told_of(value.helpers, reader, seen))
    return tuple(_told_of(item, reader, seen) for item in value) if isinstance(value, tuple) else value
