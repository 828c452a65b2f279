"""The questions asked once, while claims are built. Their answers depend on no undecided result. These are the standard answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.board import IMPASSABLE, Board, Position, Unit, space_of
from judge.compiling import mypyc_attr
from judge.notation import Order, UnitRef
from judge.rules.claims import Claim, ConvoyPath, MoveAttempt, SecondPath
from judge.rules.movement_turn import MovementTurn
from judge.rules.passages import passages_from
from judge.rules.reasons import NotAllowed, Reason, WrongCoast
from judge.rules.strengths import StrengthRules
from judge.rules.variant import Variant


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimRules(StrengthRules):
    """Asked once a phase, while the orders of a movement phase become claims: what units are there, and what each may do."""

    def make_claims(self, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """A claim for every unit of the position. A game may place a unit elsewhere, as its facts or its owner's orders say,
        and add pieces that only its facts know.
        """
        return [Claim(unit) for unit in turn.position.units]

    def base_strengths(self, turn: MovementTurn) -> Mapping[Unit, int]:
        """Units whose own strength is not one, with their strengths."""
        return {}

    def shared_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """Spaces that several units may occupy."""
        return frozenset()

    def non_occupants(self, turn: MovementTurn) -> frozenset[Unit]:
        """Units that are in a space without being its occupant (an army aboard a fleet)."""
        return frozenset()

    def unorderable_units(self, turn: MovementTurn) -> frozenset[Unit]:
        """Units that nobody may order: those of powers that stand."""
        standing = turn.variant.standing
        return frozenset([unit for unit in turn.position.units if turn.variant.stands(unit.power)]) if standing else NO_UNITS

    def convoy_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """Spaces whose occupant could convoy: fleets at sea (DATC 4.A.1), or where the map says that fleets convoy."""
        spaces = turn.board.spaces
        return frozenset([claim.space for claim in turn.claims if claim.unit.kind == "F" and spaces[claim.space].carries])

    def resolve_unit(self, turn: MovementTurn, ref: UnitRef, power: str) -> Claim | None:
        """Which unit an order means. `power`: its owner, if several units are there; '' for any.

        A kind of mover miswritten for another is passed over where that leaves one reading (DATC 4.C.2, 6.D.35).
        """
        here: Sequence[Claim] = turn.standing.get(ref.space, [])
        fitting = [c for c in here if ref.kind in ("", c.unit.kind) and ref.name in ("", c.unit.name)]
        if not fitting and ref.kind in turn.board.links:
            movers = [c for c in here if c.unit.kind in turn.board.links]
            fitting = movers if len(movers) == 1 else fitting
        return next((c for c in fitting if power and c.power == power), fitting[0] if fitting else None)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """Whether a support may name this move: the unit could get there, not by the supporter's own convoy (DATC 6.D.31)."""
        unit = claim.unit
        if target in turn.board.reach_spaces(unit.kind, unit.place) and not self._closed(turn, unit, target):
            return True
        if unit.kind != "A" or target == unit.space or not turn.board.places("A", target):
            return False
        return turn.sea_route(unit.space, target, aider.space)

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Why this unit may not carry out this order on this board; None if it may (DATC 3.2, illegal)."""
        verb = order.verb
        if verb == "stands":
            return None
        if verb == "move":
            return _why_no_move(turn, claim, order) or self._why_no_passage(turn, claim, order)
        if verb == "support":
            return self._why_no_support(turn, claim, order)
        return _why_no_convoy(turn, claim, order) if verb == "convoy" else NotAllowed("wrong-phase", verb)

    def why_link_closed(self, turn: MovementTurn, unit: Unit, end: str) -> Reason | None:
        """Why a link of the board is closed to this unit in this phase; None if it is open. `end`: a place, or a whole space.

        Asked of moves by land or along links of fleets, of supports and of retreats; never of the route of a convoy.
        """
        for passage in passages_from(turn.variant.passages, unit, end):
            if why := passage.why_closed(unit, turn.position):
                return NotAllowed(why, passage.named)
        return None

    def _why_no_passage(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Why a legal move is not open now. An army whose way is closed may still be convoyed, if its writer says so."""
        unit = claim.unit
        if not turn.variant.passages or (unit.kind == "A" and by_sea_on_purpose(turn, order)):
            return None
        place = order.target if unit.kind == "A" else landing(turn.board, unit.kind, unit.place, order.target)
        return self.why_link_closed(turn, unit, place) if isinstance(place, str) else None

    def _why_no_support(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        of = turn.find(order.of, order.of.power) if order.of else None
        if of is None:
            return NotAllowed("no-such-unit", str(order.of))
        claim.of = of
        if of is claim:
            return NotAllowed("supports-itself")
        target = space_of(order.target) or of.space
        if target not in turn.board.reach_spaces(claim.unit.kind, claim.unit.place):
            return NotAllowed("cannot-reach", target)
        if self._closed(turn, claim.unit, target):
            return self.why_link_closed(turn, claim.unit, target)
        if order.target and not self.can_be_supported_to(turn, of, target, claim):
            return NotAllowed("could-not-go", target)
        return None

    def _closed(self, turn: MovementTurn, unit: Unit, target: str) -> bool:
        return bool(turn.variant.passages) and self.why_link_closed(turn, unit, target) is not None

    def order_warning(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """A warning for the writer of a legal order when it arrives; None for nothing."""
        return None

    def power_order_warning(self, turn: MovementTurn, power: str, order: Order) -> Reason | None:
        """The same for an order that uses no unit."""
        return None

    def order_meant(self, turn: MovementTurn, claim: Claim, order: Order) -> Order:
        """What an order means that its unit cannot follow as it is written, if that is certain; as a rule the order itself.

        All the power's orders are in the turn, those that this one would replace, too.
        """
        return order

    def may_stop_short(self, order: Order) -> bool:
        """Whether a move ends before its target, instead of failing, where somebody stands in its way."""
        return False

    def missing_own_orders(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """What a legal order still needs of the same power's other units; all the power's orders are in the turn."""
        return None

    def once_per_turn(self, variant: Variant) -> frozenset[str]:
        """Order words, and ways of travelling, that a power may use only once a turn."""
        return ONLY_ONCE

    def why_power_order_illegal(self, turn: MovementTurn, power: str, order: Order) -> Reason | None:
        """Why a power may not give this order, which uses no unit; None if it may.

        What is accepted is in `turn.declared`, for the questions that use it.
        """
        return NotAllowed("no-unit")

    def powers_with_unitless_orders(self, variant: Variant, position: Position) -> frozenset[str]:
        """Powers that may send orders that use no unit, in a movement phase in which nothing is due from them."""
        return ONLY_ONCE

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """Orders of a game's own kind that this unit might be given; `legal_orders` leaves out those that are illegal.

        To stand, moves to bordering spaces and by convoy, supports of such moves and convoys are known without it.
        """
        return ()

    def more_power_orders(self, turn: MovementTurn, power: str) -> Iterable[Order]:
        """Orders that use no unit which this power might give; `legal_orders` leaves out those that are illegal."""
        return ()

    def matches_order(self, turn: MovementTurn, order: Order, of: Claim) -> bool:
        """Whether a support or convoy agrees with the other unit's order (DATC 3.2). A coast left out agrees with any (4.B.4)."""
        if not order.target:
            return not of.stops
        space = space_of(order.target)
        for stop in of.stops:
            if stop.space == space:
                return order.target in (space, stop.place) or of.unit.kind == "A"
        return False

    def supported_unit(self, turn: MovementTurn, claim: Claim, order: Order) -> Claim:
        """Which unit an accepted support is for, now that all orders are known; of several alike that share a space, any one.

        Asked only where units may share a space.
        """
        assert claim.of is not None
        return claim.of

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Where an accepted move tries to get in, best first, each with what must hold for it to be tried (DATC 5.B.1)."""
        if claim.direct and claim not in turn.carries:
            return (MoveAttempt(self.move_succeeds, claim, order.target),)
        if claim.unit.kind != "A":
            place = landing(turn.board, claim.unit.kind, claim.unit.place, order.target)
            return (MoveAttempt(self.move_succeeds, claim, str(place)),)
        target = space_of(order.target)
        if not _sails(turn, claim, order, target):
            return (MoveAttempt(self.move_succeeds, claim, target),)
        route = ConvoyPath(self.path_exists, claim, target, tuple(turn.carries.get(claim, ())))
        by_sea = MoveAttempt(self.move_succeeds, claim, target, meets=False, route=route)
        if target in turn.board.reach("A", claim.unit.place) and turn.variant.flag("convoy_land_fallback"):
            closed = SecondPath(self.second_path_open, route)
            return (by_sea, MoveAttempt(self.move_succeeds, claim, target, route=closed))
        return (by_sea,)

    def subjects_to_draw(self, turn: MovementTurn) -> Sequence[str]:
        """What must be thrown for before these claims can be judged; it is drawn, and the claims are made again."""
        return ()

    def facts_after_throw(self, turn: MovementTurn, facts: Mapping[str, Any], subject: str, throw: int) -> Mapping[str, Any]:
        """The facts after a throw; the turn has the board before it. Asked only of games that answer `subjects_to_draw`."""
        raise NotImplementedError(f"a game that reveals {subject!r} must say how")

    def throw_subjects(self, variant: Variant, position: Position) -> Iterable[str]:
        """Everything that may still be thrown for in this game: every space. A throw stated for anything else is refused."""
        return variant.board.spaces

    def unknown_spaces(self, variant: Variant, position: Position) -> Iterable[str]:
        """Spaces of which it is not known yet what they are: in a game with dice, all that may still be thrown for.

        A game with a hidden board is asked with a reader's own position.
        """
        return self.throw_subjects(variant, position) if variant.dice else ()

    def board_with_facts(self, board: Board, facts: Mapping[str, Any]) -> Board:
        """The board as the facts known now make it."""
        return board


def _why_no_move(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    unit = claim.unit
    if order.target in turn.board.reach(unit.kind, unit.place) and not order.via:
        claim.direct = True
        return None
    if unit.kind == "A":
        return _why_no_march(turn, unit, order)
    place = landing(turn.board, unit.kind, unit.place, order.target)
    if isinstance(place, str):
        return None
    return _from_the_coast_written(turn, unit, order) or place


def _from_the_coast_written(turn: MovementTurn, unit: Unit, order: Order) -> Reason | None:
    """6.B.11: an order naming the wrong coast is tried from where the fleet stands; possible only from there, it fails."""
    written = order.unit.place if order.unit else unit.place
    if written != unit.place and order.target in turn.board.reach_spaces(unit.kind, written):
        return WrongCoast(unit.place)
    return None


def _why_no_march(turn: MovementTurn, unit: Unit, order: Order) -> Reason | None:
    target = space_of(order.target)
    if target == unit.space:
        return NotAllowed("own-space", target)
    near = target in turn.board.reach("A", unit.place)
    if near and not by_sea_on_purpose(turn, order):
        return None
    if not turn.board.places("A", target):
        return NotAllowed("impassable" if turn.board.spaces[target].kind == IMPASSABLE else "army-at-sea", target)
    if turn.sea_route(unit.space, target) or (near and turn.variant.flag("convoy_land_fallback")):
        return None
    return NotAllowed("no-sea-route" if turn.board.fleet_spaces.get(target) else "not-adjacent", target)


def by_sea_on_purpose(turn: MovementTurn, order: Order) -> bool:
    """Whether the writer said that the army goes by convoy."""
    return order.via == "convoy"


def landing(board: Board, kind: str, start: str, target: str) -> str | Reason:
    """The place a unit comes to when it moves to `target` from `start`, completing a coast where only one is possible (6.B.2)."""
    reach = board.reach(kind, start)
    if target in reach:
        return target
    space = space_of(target)
    if space == space_of(start):
        return NotAllowed("own-space", space)
    ways = sorted(place for place in reach if space_of(place) == space)
    if not ways and board.spaces[space].kind == IMPASSABLE:
        return NotAllowed("impassable", space)
    if not ways:
        return NotAllowed("not-adjacent" if board.places(kind, space) else "fleet-inland", space)
    if len(board.places(kind, space)) > 1 and target != space:
        return NotAllowed("coast", target)
    return ways[0] if len(ways) == 1 else NotAllowed("which-coast", space)


def _why_no_convoy(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    of = turn.find(order.of, order.of.power) if order.of else None
    if of is None:
        return NotAllowed("no-such-unit", str(order.of))
    claim.of = of
    if claim.space not in turn.carrying():
        return NotAllowed("cannot-convoy")
    target = space_of(order.target)
    if of.unit.kind != "A":
        return NotAllowed("not-an-army", str(of.unit))
    if not turn.board.places("A", target) or target == of.space:
        return NotAllowed("no-convoy-there", target)
    return None if turn.serves(claim.space, of.space, target) else NotAllowed("no-sea-route", target)


ONLY_ONCE: frozenset[str] = frozenset()
NO_UNITS: frozenset[Unit] = frozenset()


def _sails(turn: MovementTurn, claim: Claim, order: Order, target: str) -> bool:
    """4.A.3: an army between neighbouring spaces sails if its writer said so, or if a fleet of its power convoys it."""
    if target not in turn.board.reach("A", claim.unit.place) or by_sea_on_purpose(turn, order):
        return True
    if claim not in turn.carries or turn.variant.flag("explicit_via"):
        return False
    return any(carry.claim.power == claim.power for carry in turn.carries[claim])
