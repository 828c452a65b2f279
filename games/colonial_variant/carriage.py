"""Armies that go aboard a fleet, sail with it and land (rules 7 to 9 of the Colonial Variant)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.notation import Order
from judge.rules.base import Rules
from judge.rules.claims import Claim, MoveAttempt, PathCondition
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.outcomes import brought, force
from judge.rules.reasons import Disrupted, NotAllowed, Reason, Unmatched
from judge.rules.strengths import NOTHING, Range

Facts = Mapping[str, Any]

ARMY, FLEET, TRANSPORT = "A", "F", "TF"
SHIPS = (FLEET, TRANSPORT)
EMBARK = "embark"
"""The verb of a fleet that takes an army aboard."""
KEY = re.compile(r"\w+\((?P<place>[^()]+)\)")
OWNED = "A of "
"""How the facts name an army aboard: `F(PO8): A of Oceania`."""


@dataclass(frozen=True, slots=True)
class Aboard(Reason):
    """Why an order about going aboard, sailing or landing failed.

    why          at
    ============ ==========================================================
    no-convoys   there are no convoys across in one turn (7)
    no-fleet     no fleet stands there
    full         the fleet there has an army aboard
    port         a fleet takes armies aboard, and sails with them, at sea only
    not-a-fleet  only fleets take armies aboard
    not-an-army  only armies go aboard
    only-lands   an army aboard can do nothing but go ashore or to another fleet
    no-help      nobody helps an army that is aboard, or goes aboard; the fleet can be helped to stand
    not-taken    the fleet there was not ordered to embark it
    not-asked    the same, before the deadline; `at` is the order that is missing
    not-held     the fleet that carried it was not ordered to hold (8)
    lost         the fleet that carried it, or should take it, was driven out (7, 8)
    """

    code: ClassVar[str] = "aboard"
    rule: ClassVar[str] = "7, 8"
    told_by_sight: ClassVar[bool] = True
    why: str
    at: str = ""


class Ashore(PathCondition):
    """The decision "the army may go ashore": its fleet was ordered to hold and is not dislodged."""

    def __init__(self, carrier: Claim) -> None:
        super().__init__(ashore, None if holds(carrier) else False)
        self.carrier = carrier


class Boarding(MoveAttempt):
    """The decision "the army is taken aboard". It does not compete for a space, so it is separate from moves into the sea."""

    def __init__(self, turn: MovementTurn, claim: Claim, sea: str) -> None:
        super().__init__(boards, claim, sea, meets=False, bites=False)
        self.space = f"aboard {sea}"
        self.taker = turn.occupants[sea]
        self.carrier = carrier_of(turn, claim)

    @property
    def taken(self) -> bool:
        """Whether the fleet was ordered to embark this army."""
        taker = self.taker
        return taker.of is self.claim and taker.order is not None and taker.order.verb == EMBARK

    @property
    def left(self) -> bool:
        """Whether the fleet that carries it, if one does, was ordered to hold."""
        return self.carrier is None or holds(self.carrier)


def is_aboard(board: Board, unit: Unit) -> bool:
    """Whether a unit is an army at sea."""
    return unit.kind == ARMY and board.is_sea(unit.space)


def carrier_of(turn: MovementTurn, claim: Claim) -> Claim | None:
    """Return the fleet that carries an army; None if it is ashore."""
    return turn.occupants.get(claim.space) if is_aboard(turn.board, claim.unit) else None


def holds(carrier: Claim) -> bool:
    """Whether a fleet was ordered to hold. Another order, or no order, is not enough (8)."""
    return carrier.ordered and carrier.order is not None and carrier.order.verb == "stands"


def afloat(turn: MovementTurn, carrier: Claim) -> bool | None:
    """Whether a fleet that stays is not dislodged."""
    return every([_turned(turn.ask(stop)) for stop in turn.into.get(carrier.space, ())])


def _turned(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def every(answers: Sequence[bool | None]) -> bool | None:
    """Whether all hold: no if one does not, else unknown if one is unknown."""
    return False if False in answers else None if None in answers else True


def ashore(turn: MovementTurn, way: Ashore) -> bool | None:
    """Decide `Ashore`."""
    return afloat(turn, way.carrier)


def boards(turn: MovementTurn, stop: Boarding) -> bool | None:
    """Decide `Boarding`: both fleets have the orders they need, and neither is dislodged."""
    if not stop.taken or not stop.left:
        return False
    return every([afloat(turn, fleet) for fleet in (stop.taker, stop.carrier) if fleet is not None])


def loaded(turn: MovementTurn, fleet: Claim) -> bool:
    """Whether a fleet has an army aboard."""
    return any(is_aboard(turn.board, other.unit) for other in turn.standing.get(fleet.space, ()))


def touches(turn: MovementTurn, army: Claim, sea: str) -> bool:
    """Whether an army, ashore or aboard, is next to a sea."""
    if is_aboard(turn.board, army.unit):
        return sea in turn.board.fleet_spaces[army.space]
    return army.space in turn.board.reach_spaces(ARMY, sea)


class Carriage(Rules):
    """Rules 7 to 9: an army goes aboard, sails for as long as it likes, and goes ashore."""

    def make_claims(self, turn: MovementTurn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """Armies that stand only in the facts take part. An army whose fleet is gone does not."""
        claims = super().make_claims(turn, orders)
        ships = {claim.space for claim in claims if claim.unit.kind in SHIPS}
        claims = [c for c in claims if not is_aboard(turn.board, c.unit) or c.space in ships]
        known = {claim.space for claim in claims if is_aboard(turn.board, claim.unit)}
        for key, army in (turn.position.facts.get("aboard") or {}).items():
            found = KEY.fullmatch(key)
            if found and found["place"] in ships - known:
                claims.append(Claim(Unit(army.removeprefix(OWNED), ARMY, found["place"])))
        return claims

    def non_occupants(self, turn: MovementTurn) -> frozenset[Unit]:
        """An army aboard occupies nothing."""
        units = (*turn.position.units, *(claim.unit for claim in turn.claims))
        return super().non_occupants(turn) | {unit for unit in units if is_aboard(turn.board, unit)}

    def convoy_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """There are no convoys."""
        return frozenset()

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Which orders there are for and about armies aboard."""
        if order.verb == EMBARK:
            return _no_embarking(turn, claim, order)
        if order.verb == "convoy":
            return Aboard("no-convoys")
        if is_aboard(turn.board, claim.unit):
            return _no_landing(turn, claim, order)
        target = space_of(order.target)
        if order.verb == "move" and claim.unit.kind == ARMY and target in turn.board.spaces and turn.board.is_sea(target):
            return _no_boarding(turn, claim, target)
        if order.verb == "move" and loaded(turn, claim) and target in turn.board.spaces and not turn.board.is_sea(target):
            return Aboard("port", target)
        refused = super().why_illegal(turn, claim, order)
        if refused is not None:
            return Aboard("no-convoys") if isinstance(refused, NotAllowed) and refused.why == "no-sea-route" else refused
        helped = claim.of if order.verb == "support" and not order.target else None
        return Aboard("no-help") if helped is not None and is_aboard(turn.board, helped.unit) else None

    def missing_own_orders(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """An army that goes aboard also needs an order of its fleet (7). If the fleet is another power's, its order is unknown."""
        taker = turn.occupants.get(space_of(order.target)) if order.verb == "move" and claim.unit.kind == ARMY else None
        if taker is not None and taker.power == claim.power and turn.board.is_sea(taker.space):
            taken = taker.order is not None and taker.order.verb == EMBARK and taker.of is claim
            return None if taken else Aboard("not-asked", f"{taker.unit} embarks {claim.unit}")
        return super().missing_own_orders(turn, claim, order)

    def can_be_supported_to(self, turn: MovementTurn, claim: Claim, target: str, aider: Claim) -> bool:
        """Going aboard cannot be supported."""
        boards = claim.unit.kind == ARMY and turn.board.is_sea(target)
        return not boards and super().can_be_supported_to(turn, claim, target, aider)

    def move_attempts(self, turn: MovementTurn, claim: Claim, order: Order) -> Sequence[MoveAttempt]:
        """Aboard, ashore, or as usual."""
        target = space_of(order.target)
        if order.verb == EMBARK:
            return ()
        if claim.unit.kind == ARMY and turn.board.is_sea(target):
            return (Boarding(turn, claim, target),)
        carrier = carrier_of(turn, claim)
        if carrier is not None:
            return (MoveAttempt(self.move_succeeds, claim, target, meets=False, route=Ashore(carrier)),)
        return super().move_attempts(turn, claim, order)

    def prevent_strength(self, turn: MovementTurn, stop: MoveAttempt, against: MoveAttempt) -> Range:
        """Who goes aboard keeps nobody out."""
        return NOTHING if isinstance(stop, Boarding) else super().prevent_strength(turn, stop, against)

    def dislodged_by(self, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        """An army aboard is dislodged with its fleet."""
        carrier = carrier_of(turn, claim)
        asked = claim if carrier is None else carrier
        return super().dislodged_by(turn, asked) if asked.entered_at is None else None

    def carried_along(self, turn: MovementTurn) -> Mapping[Claim, str]:
        """It moves with its fleet."""
        found: dict[Claim, str] = dict(super().carried_along(turn))
        for claim in turn.claims:
            carrier = carrier_of(turn, claim)
            if carrier is not None and carrier.entered_at is not None and claim.entered_at is None:
                found[claim] = carrier.entered_at.place
        return found

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """To go aboard, ashore or to another fleet, and for a fleet to take an army aboard."""
        me = named(claim.unit)
        if claim.unit.kind == ARMY:
            shores = turn.board.reach(ARMY, claim.space) if is_aboard(turn.board, claim.unit) else ()
            seas = (sea for sea, fleet in turn.occupants.items() if fleet.unit.kind in SHIPS and turn.board.is_sea(sea))
            mine = [Order("move", me, place) for place in (*sorted(shores), *seas) if place != claim.space]
        else:
            armies = (other.unit for other in turn.claims if other.unit.kind == ARMY)
            mine = [Order(EMBARK, me, "", named(army, claim.power)) for army in armies]
        return (*super().more_orders(turn, claim), *mine)

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """Return why an army did not come aboard or ashore."""
        told: tuple[str, Reason | None]
        if claim.word:
            told = super().order_result(turn, claim)
        elif claim.order is not None and claim.order.verb == EMBARK:
            told = _embarked(self, turn, claim)
        elif claim.stops and claim.entered_at is None and (why := _stayed(claim.stops[0])):
            told = "fails", why
        else:
            told = super().order_result(turn, claim)
        return told

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """A fleet with an army aboard stays at sea, and takes it along."""
        adrift = facts.get("adrift") or {}
        if unit.space not in adrift:
            return super().retreat_places(board, unit, barred, occupied, standoffs, facts)
        if adrift[unit.space] == TRANSPORT:
            return ()
        places = super().retreat_places(board, unit._replace(kind=FLEET), barred, occupied, standoffs, facts)
        return tuple(place for place in places if board.is_sea(space_of(place)))

    def joint_retreats(self, board: Board, position: Position, going: Mapping[Unit, str]) -> Mapping[Unit, str]:
        """A dislodged army aboard goes with its fleet, regardless of its order."""
        found: dict[Unit, str] = dict(super().joint_retreats(board, position, going))
        beaten = [one.unit for one in position.dislodged]
        for army in [unit for unit in beaten if is_aboard(board, unit)]:
            fleet = next((unit for unit in beaten if unit.space == army.space and unit != army), None)
            found[army] = found.get(fleet, "") if fleet is not None else ""
        return found

    def retreats_with(self, position: Position, unit: Unit) -> Unit | None:
        """An army aboard goes with its fleet."""
        fleets = (beaten.unit for beaten in position.dislodged if beaten.unit.kind == FLEET)
        aboard = unit.kind == ARMY and unit.space in (position.facts.get("adrift") or {})
        return next((fleet for fleet in fleets if fleet.space == unit.space), None) if aboard else None

    def why_retreat_closed(self, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """A fleet with an army aboard keeps to sea, and a transport fleet has no retreat (12)."""
        why = super().why_retreat_closed(position, beaten, place)
        adrift = (position.facts.get("adrift") or {}).get(beaten.unit.space, "")
        if TRANSPORT in (beaten.unit.kind, adrift):
            return "has-no-retreat"
        empty = all(unit.space != space_of(place) for unit in position.units)
        return "keeps-to-sea" if why == "occupied" and empty and adrift else why

    def removed_together(self, position: Position, chosen: Sequence[Unit]) -> Sequence[Unit]:
        """A fleet that is removed takes the army aboard with it."""
        found: list[Unit] = list(super().removed_together(position, chosen))
        ships = {unit.space for unit in found if unit.kind in SHIPS}
        return [*found, *(u for u in position.units if u.kind == ARMY and u.space in ships and u not in found)]

    def facts_after_adjustments(self, position: Position) -> Facts:
        """Who is aboard which fleet after retreats and winters."""
        kept = super().facts_after_adjustments(position)
        ships = {unit.space: unit for unit in position.units if unit.kind in SHIPS}
        sailing = {str(ships[u.space]): f"{OWNED}{u.power}" for u in position.units if u.kind == ARMY and u.space in ships}
        return {**kept, "aboard": dict(sorted(sailing.items())), "adrift": {}}

    def retreat_conflicts(
        self, turn: MovementTurn, units: Sequence[Unit], space: str, comers: Sequence[Unit]
    ) -> Sequence[frozenset[Unit]]:
        """An army aboard takes no extra room."""
        fleets = [unit for unit in comers if not is_aboard(turn.board, unit)]
        groups = super().retreat_conflicts(turn, units, space, fleets)
        cargo = [unit for unit in comers if unit not in fleets]
        return [group | {a for a in cargo if any(a.space == fleet.space for fleet in group)} for group in groups]

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """Who is aboard which fleet, and which fleets were driven out with an army aboard."""
        kept = super().facts_after_moves(turn, facts)
        sailing: dict[str, str] = {}
        adrift: dict[str, str] = {}
        for claim in turn.claims:
            stop, carrier = claim.entered_at, carrier_of(turn, claim)
            if isinstance(stop, Boarding):
                sailing[str(stop.taker.unit)] = f"{OWNED}{claim.power}"
            elif carrier is not None and stop is None and carrier.beaten is not None:
                adrift[carrier.space] = carrier.unit.kind
            elif carrier is not None and stop is None:
                place = carrier.space if carrier.entered_at is None else carrier.entered_at.place
                sailing[str(carrier.unit._replace(place=place))] = f"{OWNED}{claim.power}"
        return {**kept, "aboard": dict(sorted(sailing.items())), "adrift": adrift}


def _no_embarking(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    of = turn.find(order.of, order.of.power) if order.of else None
    if of is None:
        return NotAllowed("no-such-unit", str(order.of))
    claim.of = of
    if claim.unit.kind not in SHIPS:
        return Aboard("not-a-fleet")
    if of.unit.kind != ARMY:
        return Aboard("not-an-army", str(of.unit))
    if not turn.board.is_sea(claim.space):
        return Aboard("port", claim.space)
    if loaded(turn, claim):
        return Aboard("full", claim.space)
    return None if touches(turn, of, claim.space) else NotAllowed("cannot-reach", of.space)


def _no_boarding(turn: MovementTurn, claim: Claim, sea: str) -> Reason | None:
    """Return why an army cannot go aboard in a sea; None if it can."""
    if not touches(turn, claim, sea):
        return NotAllowed("not-adjacent", sea)
    fleet = turn.occupants.get(sea)
    if fleet is None:
        return Aboard("no-fleet", sea)
    return Aboard("full", sea) if loaded(turn, fleet) else None


def _no_landing(turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
    """Return why an army aboard cannot carry out an order; None if it can."""
    target = space_of(order.target)
    if order.verb == "stands":
        return None
    if order.verb != "move":
        return Aboard("only-lands")
    if target in turn.board.spaces and turn.board.is_sea(target):
        return _no_boarding(turn, claim, target)
    return None if target in turn.board.reach(ARMY, claim.space) else NotAllowed("not-adjacent", target)


def _embarked(rules: Rules, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
    """The result of an order to embark an army."""
    of = claim.of
    by = claim.beaten
    if by is not None:
        return "disrupted", Disrupted(by.claim.unit, force(claim, claim.aids), brought(rules, turn, by, claim)[0])
    comes = of is not None and any(isinstance(stop, Boarding) and stop.taker is claim for stop in of.stops)
    return ("given", None) if comes or of is None else ("invalid", Unmatched(of.unit))


def _stayed(stop: MoveAttempt) -> Reason | None:
    """Return why the army did not leave the land or its fleet; None if it left, even if its move then failed."""
    if isinstance(stop, Boarding):
        if not stop.taken:
            return Aboard("not-taken", space_of(stop.place))
        return Aboard("lost" if stop.left else "not-held", space_of(stop.place))
    if isinstance(stop.route, Ashore) and not stop.route.value:
        return Aboard("lost" if holds(stop.route.carrier) else "not-held", stop.origin)
    return None
