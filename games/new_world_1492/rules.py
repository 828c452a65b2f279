"""1492: a world beyond the map, seas without quarrels, fleets that go two spaces, natives. Armies aboard are in crews.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules import Ruleset
from judge.rules.claim_rules import landing
from judge.rules.claims import Claim, MoveAttempt
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought
from judge.rules.reasons import Force, NotAllowed, Reason

from .atlas import BEYOND, areas_of, charted, closed_to, first_steps, is_beyond, second_steps

Below = Callable[..., Any]
Facts = Mapping[str, Any]


# Reasons


@dataclass(frozen=True, slots=True)
class NativesHeld(Reason):
    """The native army of an area kept the unit out."""

    code: ClassVar[str] = "natives-held"
    rule: ClassVar[str] = "11"
    space: str
    mine: Force


def _named(ref: UnitRef, unit: Unit) -> bool:
    """Whether a unit may be meant, as far as it was named."""
    return all(said in ("", was) for said, was in ((ref.kind, unit.kind), (ref.name, unit.name), (ref.power, unit.power)))


class World:
    """Rules 3, 4, 8 and 9: the board, what is seen of it, seas without quarrels, closed homes, two spaces in one move."""

    @staticmethod
    def survey(board: Board, facts: Facts) -> Board:
        """The known world with the one beyond it."""
        return charted(board, areas_of(facts))

    @staticmethod
    def uncontested(below: Below, turn: MovementTurn) -> frozenset[str]:
        """Seas of the known world (8c)."""
        spaces = turn.board.spaces
        return frozenset(below(turn) | {c for c, s in spaces.items() if s.kind == "sea" and BEYOND not in s.notes})

    @staticmethod
    def allowed(below: Below, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Homes of others are closed (8b), and so is support into them; a fleet may go two spaces from home (9a)."""
        refused: Reason | None
        if order.verb == "move" and order.path and claim.unit.kind == "F":
            refused = _two_spaces(turn.board, claim.unit, order)
        else:
            refused = below(turn, claim, order)
        target = space_of(order.target) or (claim.of.space if claim.of else "")
        if refused is None and target and any(closed_to(turn.board, c.power, target) for c in (claim, claim.of) if c):
            return NotAllowed("closed-home", target)
        return refused

    @staticmethod
    def could(below: Below, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """A support may be for a move of two spaces."""
        if below(turn, claim, target, aider):
            return True
        board, unit = turn.board, claim.unit
        return any(target == space_of(p) for first in first_steps(board, unit) for p in second_steps(board, unit, first))

    @staticmethod
    def meant(below: Below, turn: MovementTurn, claim: Claim, order: Order) -> Claim:
        """Of several fleets in a sea the one that is ordered so (8c), the supporter's own before those of others."""
        found: Claim = below(turn, claim, order)
        here = turn.standing.get(order.of.space, []) if order.of else []
        fitting = [c for c in here if order.of and _named(order.of, c.unit) and turn.table.matches(turn, order, c)]
        return min(fitting, key=lambda c: (c.power != claim.power, c is not found), default=found)

    @staticmethod
    def stops(below: Below, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Only the end of a move of two spaces counts."""
        if order.verb == "move" and order.path and claim.unit.kind == "F":
            return (MoveAttempt(turn.table.wins, claim, str(_end(turn.board, claim.unit, order)), meets=False),)
        found: Sequence[MoveAttempt] = below(turn, claim, order)
        return found

    @staticmethod
    def retreats(
        below: Below, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Nobody retreats into a home of others."""
        places: tuple[str, ...] = below(board, unit, barred, occupied, standoffs, facts)
        return tuple(place for place in places if not closed_to(board, unit.power, space_of(place)))

    @staticmethod
    def closed(below: Below, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """A place that nobody stands in and that is yet no retreat is somebody's home, or natives live there."""
        why: str = below(position, beaten, place)
        taken = any(unit.space == space_of(place) for unit in position.units)
        return "closed-retreat" if why == "occupied" and not taken else why


def _end(board: Board, unit: Unit, order: Order) -> str | Reason:
    """Where a move of two spaces comes to."""
    first = landing(board, "F", unit.place, order.path[0])
    return landing(board, "F", first, order.target) if isinstance(first, str) else first


def _two_spaces(board: Board, unit: Unit, order: Order) -> Reason | None:
    if board.spaces[unit.space].home != unit.power or len(order.path) > 1:
        return NotAllowed("two-spaces", unit.space)
    end = _end(board, unit, order)
    if isinstance(end, Reason):
        return end
    if any(is_beyond(board, space_of(place)) for place in (order.path[0], end)):
        return NotAllowed("leaves-the-map", space_of(end))
    return NotAllowed("closed-home", order.path[0]) if closed_to(board, unit.power, space_of(order.path[0])) else None


# Natives (rule 11a)


class Natives:
    """Rule 11a: an army of nobody's that holds a centre, cannot be helped, and is gone once it is beaten."""

    @staticmethod
    def muster(below: Below, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """The fact `natives` lists where they are."""
        found: list[Claim] = below(turn, orders)
        for code in turn.facts.get("natives") or ():
            claim = Claim(Unit("", "A", code))
            claim.lasting = False
            found.append(claim)
        return found

    @staticmethod
    def unorderable(below: Below, turn: MovementTurn) -> frozenset[Unit]:
        """They take no orders."""
        return frozenset(below(turn) | {claim.unit for claim in turn.claims if not claim.power})

    @staticmethod
    def allowed(below: Below, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Nobody helps natives."""
        refused: Reason | None = below(turn, claim, order)
        helped = order.verb == "support" and claim.of is not None and not claim.of.power
        return NotAllowed("natives-alone", claim.of.space) if refused is None and helped and claim.of else refused

    @staticmethod
    def barred(below: Below, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        """Natives that held are named as such."""
        occupant = turn.at[stop.space]
        reason: Reason = below(turn, stop, meets)
        return reason if occupant.power else NativesHeld(stop.space, brought(turn, stop, occupant)[0])

    @staticmethod
    def driven_out(below: Below, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        """Beaten natives retreat nowhere."""
        stop: MoveAttempt | None = below(turn, claim) if claim.power else None
        return stop

    @staticmethod
    def retreats(
        below: Below, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Nobody retreats to where natives live."""
        places: tuple[str, ...] = below(board, unit, barred, occupied | set(facts.get("natives") or ()), standoffs, facts)
        return places

    @staticmethod
    def effects(below: Below, turn: MovementTurn, facts: Facts) -> Facts:
        """Those that somebody got in on are gone."""
        kept: Facts = below(turn, facts)
        return {**kept, "natives": sorted(set(kept.get("natives") or ()) - overrun(turn))}


def overrun(turn: MovementTurn) -> set[str]:
    """Spaces whose natives were beaten."""
    entered = {claim.end.space for claim in turn.claims if claim.end}
    return {claim.space for claim in turn.claims if not claim.power and claim.space in entered}


# Centres and the end (rules 7, 12)


class Centres:
    """Rule 12: more than half of the centres beyond the map."""

    @staticmethod
    def victory(ruleset: Ruleset, board: Board, position: Position) -> tuple[str, ...]:
        """The first to own most of them."""
        beyond = [code for code in board.centres if is_beyond(board, code)]
        owned = [position.owners.get(code) for code in beyond]
        return tuple(power.name for power in ruleset.powers if 2 * owned.count(power.name) > len(beyond))
