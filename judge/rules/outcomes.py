"""The questions asked after solving a movement phase: where units end, in what words, why, and where the beaten may go.

Reasons are found by putting the same strength questions again to the settled decisions, whose ranges are now numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from judge.board import Board, DislodgedUnit, Position, Unit, space_of
from judge.compiling import mypyc_attr
from judge.notation import Order
from judge.rules.claim_rules import ClaimRules
from judge.rules.claims import Claim, ConvoyClaim, ConvoyPath, MoveAttempt, SupportClaim
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import (
    Cut,
    Disrupted,
    DrivenOut,
    Force,
    HeadToHead,
    Held,
    NoRoute,
    NotLeft,
    OwnUnit,
    Paradox,
    Reason,
    StoodOff,
    Unexplained,
    Unmatched,
)
from judge.rules.strengths import StrengthRules, is_head_on, weakness

ALONE = Force(1)
NOBODY: Mapping[Claim, str] = MappingProxyType({})
NO_OTHERS: Mapping[Unit, Unit] = MappingProxyType({})


@mypyc_attr(allow_interpreted_subclasses=True)
class OutcomeRules(ClaimRules):
    """Asked when a movement phase is solved, and in retreats: final places, results with reasons, retreats."""

    def entered_at(self, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        """Where the unit got in; None if it stayed (DATC 5.B.1)."""
        for stop in claim.stops:
            if stop.value:
                return stop
        return None

    def dislodged_by(self, turn: MovementTurn, claim: Claim) -> MoveAttempt | None:
        """The move that dislodged this unit, which stayed; None if none did. Units that occupy nothing stay unharmed."""
        if turn.aside and claim.unit in turn.aside:
            return None
        for stop in turn.into.get(claim.space, ()):
            if stop.claim.entered_at is stop:
                return stop
        return None

    def destroyed_units(self, turn: MovementTurn) -> Mapping[Claim, str]:
        """Units that a game's own rules take off the board after the moves and before retreats: how, in the game's word.

        The position forgets them, whether they stood, moved or were driven out; the game's own words tell of them.
        """
        return NOBODY

    def order_result(self, turn: MovementTurn, claim: Claim) -> tuple[str, Reason | None]:
        """DATC 3.2's result word for the order, and the primary reason if it failed."""
        if claim.word:
            return claim.word, claim.reason
        if claim.stops:
            if claim.entered_at is not None:
                return "succeeds", None
            return "invalid" if unconvoyed(claim.stops[0]) else "fails", why_not_in(self, turn, claim)
        action = claim.action
        if action is None:
            return ("invalid", Unmatched(claim.of.unit)) if claim.of else ("stands", why_driven_out(self, turn, claim))
        if isinstance(action, SupportClaim):
            return ("given", None) if action.value else ("cut", _why_cut(self, turn, action))
        return ("available", None) if action.value else ("disrupted", _why_disrupted(self, turn, action))

    def power_order_result(self, turn: MovementTurn, power: str, order: Order) -> tuple[str, Reason | None]:
        """The result word for an accepted order that uses no unit, once the moves are known, and the reason if it failed."""
        return "given", None

    def why_blocked(self, turn: MovementTurn, stop: MoveAttempt, meets: bool) -> Reason:
        """Why the occupant of a space, rather than another mover, kept this one out. A game with other holders answers for them."""
        occupant = turn.occupants[stop.space]
        if not self.may_dislodge(turn, stop.claim, occupant):
            return OwnUnit(occupant.unit, bool(occupant.stops))
        mine, uncounted = brought(self, turn, stop, occupant)
        if meets and stop.opposite is not None:
            extra = self.defend_strength(turn, stop.opposite)[0] - StrengthRules.defend_strength(self, turn, stop.opposite)[0]
            return HeadToHead(occupant.unit, mine, with_extra(force(occupant, stop.opposite.aids), extra), uncounted)
        if occupant.stops:
            return NotLeft(occupant.unit, mine, holding(self, turn, stop, occupant, ()), uncounted)
        return Held(occupant.unit, mine, holding(self, turn, stop, occupant, occupant.aids), uncounted)

    def left_empty(self, turn: MovementTurn, space: str) -> bool:
        """Whether nobody stands in a contested space when the phase is over."""
        occupant = turn.occupants.get(space)
        if occupant is not None and occupant.entered_at is None:
            return False
        return not [stop for stop in turn.into.get(space, ()) if stop.claim.entered_at is stop]

    def carried_along(self, turn: MovementTurn) -> Mapping[Claim, str]:
        """Units that got in nowhere themselves but were taken along by another, each with the place where it ends."""
        return NOBODY

    def left_by_standoff(self, turn: MovementTurn, space: str) -> bool:
        """Whether a standoff of the several moves into a space left it empty, which closes it to retreats."""
        if not self.left_empty(turn, space):
            return False
        return any(not s.value and self.prevent_strength(turn, s, s)[0] > 0 for s in turn.into[space])

    def retreat_places(
        self,
        board: Board,
        unit: Unit,
        barred_space: str,
        occupied: frozenset[str],
        standoffs: frozenset[str],
        facts: Mapping[str, Any],
    ) -> tuple[str, ...]:
        """Places a dislodged unit may go to: where it could move, unless occupied, stood off, or where its attacker came from."""
        closed = occupied | standoffs | {barred_space}
        return tuple(sorted(place for place in board.reach(unit.kind, unit.place) if space_of(place) not in closed))

    def farther_retreats(
        self, turn: MovementTurn, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str],
        facts: Mapping[str, Any],
    ) -> tuple[str, ...]:  # fmt: skip
        """Further places a dislodged unit may go to, which need not be where it could move. `facts` are those after the moves."""
        return ()

    def retreat_conflicts(
        self, turn: MovementTurn, units: Sequence[Unit], space: str, comers: Sequence[Unit]
    ) -> Sequence[frozenset[Unit]]:
        """Of the units that retreat to one space, groups that find no room there together with the units already there.

        Where units keep one another out, that is all of them if more than one comes.
        """
        return () if len(comers) < 2 or space in turn.uncontested else (frozenset(comers),)

    def joint_retreats(self, board: Board, position: Position, going: Mapping[Unit, str]) -> Mapping[Unit, str]:
        """Where dislodged units retreat to ('' is nowhere), given where they were ordered to: a unit may go along with another."""
        return going

    def retreats_with(self, position: Position, unit: Unit) -> Unit | None:
        """The dislodged unit that takes this one along wherever it goes, so that nothing is asked for this one; None: none does."""
        return None

    def label_units(self, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """The units of a position under the names that tell those apart which share a space."""
        return units

    def units_as_listed(self, position: Position) -> Mapping[Unit, Unit]:
        """Units that lists show as another one: an army aboard and its fleet may be shown as one unit."""
        return NO_OTHERS

    def why_retreat_closed(self, position: Position, beaten: DislodgedUnit, place: str) -> str:
        """Why a place that a dislodged unit could move to is closed to its retreat, as a key (see `NotAllowed.why`)."""
        space = space_of(place)
        if space in position.standoffs:
            return "standoff-there"
        return "attacker-came-from" if space == beaten.barred else "occupied"

    def refine_refusal(self, position: Position, reason: Reason) -> Reason:
        """Why a retreat or a build is refused that the board does not allow, where a game's facts can put it more exactly."""
        return reason

    def facts_after_adjustments(self, position: Position) -> Mapping[str, Any]:
        """What the game remembers after retreats and after adjustments; `facts_after_moves` says it for movement."""
        return position.facts

    def facts_after_moves(self, turn: MovementTurn, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the game remembers after a movement phase; the retreats that follow already go by it."""
        return facts

    def owners_after_moves(self, turn: MovementTurn, owners: Mapping[str, str]) -> Mapping[str, str]:
        """Who owns the centres after a movement phase, whether or not they are counted then."""
        return owners

    def report_events(self, turn: MovementTurn) -> tuple[Mapping[str, Any], ...]:
        """Special facts for the report, each a mapping with a `kind` that the game's words know."""
        return ()


def unconvoyed(stop: MoveAttempt) -> bool:
    """Whether this is a move by sea for which nobody ordered a convoy (6.D.8: legal, but it matches nothing)."""
    return isinstance(stop.route, ConvoyPath) and not stop.route.carries and len(stop.claim.stops) == 1


def why_not_in(rules: OutcomeRules, turn: MovementTurn, claim: Claim) -> Reason:
    """Why a move got in nowhere."""
    stop = claim.stops[0]
    if len(claim.stops) > 1:
        stop = next((s for s in claim.stops if s.route is None or s.route.value), stop)
    if stop.route is not None and not stop.route.value:
        return _why_no_route(stop)
    if stop.settled_by:
        return Paradox(stop.settled_by)
    if len(turn.into[stop.space]) == 1:
        return rules.why_blocked(turn, stop, bool(is_head_on(turn, stop)))
    rivals, best = _rivals(rules, turn, stop)
    attack = rules.attack_strength(turn, stop)[0]
    meets = is_head_on(turn, stop)
    bar = rules.defend_strength(turn, stop.opposite) if meets and stop.opposite else rules.hold_strength(turn, stop.space, stop)
    if bar[0] >= attack and bar[0] >= best and not (best and _matched_anyway(turn, stop, bool(meets), best)):
        return rules.why_blocked(turn, stop, bool(meets))
    if best and best >= attack:
        return _why_stood_off(rules, turn, stop, bool(meets), [rival for rival, strength in rivals if strength == best])
    return Unexplained()


def _matched_anyway(turn: MovementTurn, stop: MoveAttempt, meets: bool, best: int) -> bool:
    """Whether rivals would have kept the stop out even if the occupant, which was ordered away, had left (6.C.3)."""
    occupant = turn.occupants.get(stop.space)
    if meets or occupant is None or not occupant.stops or occupant.entered_at is not None:
        return False
    return best >= force(stop.claim, stop.aids).total


def _why_stood_off(rules: OutcomeRules, turn: MovementTurn, stop: MoveAttempt, meets: bool, by: list[MoveAttempt]) -> Reason:
    """Why rivals kept a stop out, with the strength it brought: less than it had if some supports did not count."""
    if len(by) > 1:
        by.sort(key=_unit)
    mine, theirs = force(stop.claim, stop.aids), force(by[0].claim, by[0].aids)
    uncounted: tuple[Unit, ...] = ()
    occupant = turn.occupants.get(stop.space)
    if occupant is not None and occupant is not stop.claim and (meets or occupant.entered_at is None):
        if rules.may_dislodge(turn, stop.claim, occupant):
            mine, uncounted = brought(rules, turn, stop, occupant)
        elif mine.total > theirs.total:
            return rules.why_blocked(turn, stop, meets)
    return StoodOff(stop.space, tuple([s.claim.unit for s in by]), mine, theirs, stop.space in turn.stood_off, uncounted)


def _unit(stop: MoveAttempt) -> Unit:
    return stop.claim.unit


def _rivals(rules: OutcomeRules, turn: MovementTurn, stop: MoveAttempt) -> tuple[list[tuple[MoveAttempt, int]], int]:
    """The other movers bound for the space, each with the strength that kept it out, and the greatest of these."""
    found, best = [], 0
    for rival in turn.into[stop.space]:
        if rival.claim is not stop.claim:
            strength = rules.prevent_strength(turn, rival, stop)[0]
            found.append((rival, strength))
            best = max(best, strength)
    return found, best


def brought(rules: OutcomeRules, turn: MovementTurn, stop: MoveAttempt, occupant: Claim) -> tuple[Force, tuple[Unit, ...]]:
    """The settled strength a stop brings against an occupant that stays, and the given supports that do not count in it."""
    if not stop.bites:
        return Force(0), _helpers(stop.aids)
    if not stop.aids:
        return force(stop.claim, ()), ()
    counted = [aid for aid in stop.aids if rules.support_counts(turn, aid.power, occupant)]
    return force(stop.claim, counted), _helpers([aid for aid in stop.aids if aid not in counted])


def force(claim: Claim, aids: Sequence[SupportClaim]) -> Force:
    """A settled strength: the unit's own and its given supports, with their units, sorted."""
    if not aids and claim.base == 1:
        return ALONE
    helpers = _helpers(aids)
    return Force(claim.base + len(helpers), helpers)


def holding(rules: OutcomeRules, turn: MovementTurn, stop: MoveAttempt, occupant: Claim, aids: Sequence[SupportClaim]) -> Force:
    """The settled strength of an occupant against a stop: its own, these supports, and what a game's `hold_strength` adds."""
    space = occupant.space
    extra = rules.hold_strength(turn, space, stop)[0] - StrengthRules.hold_strength(rules, turn, space, stop)[0]
    extra += weakness(turn, stop)
    return with_extra(force(occupant, aids), extra)


def with_extra(strength: Force, extra: int) -> Force:
    """A strength to which a game's own rules add this much."""
    return strength._replace(total=strength.total + extra, extra=extra) if extra else strength


def _helpers(aids: Iterable[SupportClaim]) -> tuple[Unit, ...]:
    helpers = [aid.claim.unit for aid in aids if aid.value]
    if len(helpers) > 1:
        helpers.sort()
    return tuple(helpers)


def _why_no_route(stop: MoveAttempt) -> NoRoute:
    route = stop.route
    carries = route.carries if isinstance(route, ConvoyPath) else ()
    settled = next((d.settled_by for d in (route, *carries) if d is not None and d.settled_by), "")
    at, ready = (tuple(sorted([c.claim.unit for c in carries if c.value is state])) for state in (False, True))
    return NoRoute(at, settled, ready)


def _why_cut(rules: OutcomeRules, turn: MovementTurn, aid: SupportClaim) -> Reason:
    cutters = [stop for stop in turn.into.get(aid.space, ()) if rules.cuts_support(turn, stop, aid)]
    if cutters:  # of several, one that did not have to dislodge, then by unit
        cutter = cutters[0] if len(cutters) == 1 else min(cutters, key=lambda s: (s.origin == aid.target, s.claim.unit))
        return Cut(cutter.claim.unit, cutter.origin == aid.target)
    return Paradox(aid.settled_by) if aid.settled_by else Unexplained()


def _why_disrupted(rules: OutcomeRules, turn: MovementTurn, carry: ConvoyClaim) -> Reason:
    by = carry.claim.beaten
    if by:
        mine = holding(rules, turn, by, carry.claim, carry.claim.aids)
        return Disrupted(by.claim.unit, mine, brought(rules, turn, by, carry.claim)[0])
    return Paradox(carry.settled_by) if carry.settled_by else Unexplained()


def why_driven_out(rules: OutcomeRules, turn: MovementTurn, claim: Claim) -> Reason | None:
    """Who dislodged the unit; None if nobody did."""
    by = claim.beaten
    if by is None:
        return None
    return DrivenOut(by.claim.unit, holding(rules, turn, by, claim, claim.aids), brought(rules, turn, by, claim)[0])


def comes_to(claim: Claim, carried: Mapping[Claim, str]) -> Unit:
    """The unit at its final place: entered, carried to, or unchanged."""
    unit = claim.unit
    if claim.entered_at is not None:
        return Unit(unit.power, unit.kind, claim.entered_at.place, unit.name)
    return unit._replace(place=carried[claim]) if claim in carried else unit
