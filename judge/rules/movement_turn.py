"""One movement phase while it is being judged: the board, the claims, and the indexes that the questions use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from judge.board import Board, Position, Unit
from judge.notation import Order, UnitRef
from judge.rules.claims import Claim, ConvoyClaim, MoveAttempt, SupportClaim
from judge.rules.solver import Decision, DecisionSolver
from judge.rules.variant import Variant


class TurnRules(Protocol):
    """What a turn asks the rules itself; `judge.rules.base.Rules` says what each question means."""

    def convoy_spaces(self, turn: MovementTurn) -> frozenset[str]:
        """Spaces whose occupant could convoy."""

    def resolve_unit(self, turn: MovementTurn, ref: UnitRef, power: str) -> Claim | None:
        """Which unit an order means."""

    def support_given(self, turn: MovementTurn, aid: SupportClaim) -> bool | None:
        """Whether a support is given."""

    def convoy_available(self, turn: MovementTurn, carry: ConvoyClaim) -> bool | None:
        """Whether a fleet can convoy."""


class MovementTurn(DecisionSolver):
    """What every question is handed first. Built afresh for each stage of facts, thrown away when the phase is judged."""

    __slots__ = (
        "_carriers",
        "_groups",
        "_rules",
        "aside",
        "board",
        "carries",
        "claims",
        "decisions",
        "declared",
        "facts",
        "first",
        "into",
        "occupants",
        "position",
        "single",
        "standing",
        "stood_off",
        "uncontested",
        "unorderable",
        "variant",
    )  # fmt: skip

    def __init__(self, variant: Variant, rules: TurnRules, position: Position, board: Board, facts: Mapping[str, Any]) -> None:
        super().__init__()
        self.variant = variant
        self._rules = rules
        self.position = position
        self.board = board
        self.facts = facts
        self.claims: list[Claim] = []
        self.uncontested: frozenset[str] = frozenset()
        self.aside: frozenset[Unit] = frozenset()
        self.unorderable: frozenset[Unit] = frozenset()
        self.stood_off: frozenset[str] = frozenset()
        """Once all is settled: spaces that a standoff left empty."""
        self.standing: dict[str, list[Claim]] = {}
        """space → every unit in it, its occupant first."""
        self.occupants: dict[str, Claim] = {}
        """contested space → its occupant."""
        self.into: dict[str, list[MoveAttempt]] = {}
        """contested space → the stops of moves into it."""
        self.carries: dict[Claim, list[ConvoyClaim]] = {}
        """army → the convoys that match its move."""
        self.decisions: list[Decision] = []
        self.declared: list[tuple[str, Order]] = []
        """(power, order) for the accepted orders that use no unit."""
        self.single: frozenset[str] = frozenset()
        """Verbs and ways of which a power may give but one order."""
        self.first: dict[tuple[str, str], Order] = {}
        """(power, verb or way) → the accepted order of a kind that a power may give but once."""
        self._carriers: frozenset[str] | None = None
        self._groups: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = {}

    def sea_groups(self, without: str = "") -> list[tuple[frozenset[str], frozenset[str]]]:
        """Chains of fleets that could convoy, regardless of their orders: (their seas, the spaces they touch).

        `without` leaves the fleet in one space out, for a support may not rest on the supporter's own convoy (6.D.31).
        """
        carriers = self.carrying()
        if without not in carriers:
            without = ""
        if without not in self._groups:
            self._groups[without] = self._chains(set(carriers - {without}))
        return self._groups[without]

    def carrying(self) -> frozenset[str]:
        """Spaces whose occupant could convoy, regardless of its order."""
        if self._carriers is None:
            self._carriers = self._rules.convoy_spaces(self)
        return self._carriers

    def _chains(self, carriers: set[str]) -> list[tuple[frozenset[str], frozenset[str]]]:
        found = []
        near = self.board.fleet_spaces
        left = carriers
        while left:
            chain, edge = set(), [left.pop()]
            touched: set[str] = set()
            while edge:
                space = edge.pop()
                chain.add(space)
                touched |= near[space]
                edge += near[space] & left
                left -= near[space]
            found.append((frozenset(chain), frozenset(touched)))
        return found

    def sea_route(self, start: str, end: str, without: str = "") -> bool:
        """Whether the fleets on the board could carry an army from one coast to another."""
        return any(start in touched and end in touched for _, touched in self.sea_groups(without))

    def find(self, ref: UnitRef, power: str) -> Claim | None:
        """The unit a reference means: the only one of its kind there, else as the question `resolve_unit` has it."""
        here = self.standing.get(ref.place)
        if here is not None and len(here) == 1 and here[0].unit.kind == ref.kind and not ref.name:
            return here[0]
        return self._rules.resolve_unit(self, ref, power)

    def serves(self, fleet: str, start: str, end: str) -> bool:
        """Whether a fleet lies on some route of the fleets on the board on which none could be left out (6.F.12, 6.G.19)."""
        near = self.board.fleet_spaces
        if start in near[fleet] and end in near[fleet]:
            return fleet in self.carrying()
        for seas, touched in self.sea_groups():
            if fleet in seas and start in touched and end in touched:
                firsts, lasts = seas & near[start], seas & near[end]
                return any(_through(fleet, sea, sea == fleet, seas - firsts, lasts, near) for sea in firsts)
        return False

    def claim_of(self, unit: Unit) -> Claim | None:
        """The claim of a unit of the position."""
        return next((c for c in self.standing.get(unit.space, ()) if c.unit == unit), None)

    def let_go(self) -> None:
        """Cut claims and stops apart, for they refer to one another: then they are freed at once and need no collecting."""
        for claim in self.claims:
            for stop in claim.stops:
                stop.opposite = None
            claim.stops = claim.aids = ()
            claim.action = claim.of = claim.entered_at = claim.beaten = None

    def aid(self, claim: Claim, of: Claim, target: str) -> SupportClaim:
        """A support that matches, registered."""
        aid = SupportClaim(self._rules.support_given, claim, of, target)
        claim.action = aid
        if target:
            for stop in of.stops:
                if stop.space == target:
                    stop.aids = (*stop.aids, aid)
        else:
            of.aids = (*of.aids, aid)
        if claim.space in self.into:
            self.decisions.append(aid)
        else:
            aid.value = True  # nobody comes: nothing to ask
        return aid

    def carry(self, claim: Claim, of: Claim, target: str) -> ConvoyClaim:
        """A convoy that matches, registered."""
        carry = ConvoyClaim(self._rules.convoy_available, claim, of, target)
        claim.action = carry
        self.carries.setdefault(of, []).append(carry)
        self.decisions.append(carry)
        return carry


def _through(
    fleet: str, here: str, seen: bool, left: frozenset[str], lasts: frozenset[str], near: Mapping[str, frozenset[str]]
) -> bool:
    """Whether some way on from a sea to one of `lasts`, without a short cut, has the fleet on it; `seen`: it has had so far.

    `left` are the seas it may still use: none next to an earlier sea of the path, for that would be a short cut.
    """
    if here in lasts:
        return seen
    beside = near[here]
    rest = left - beside
    for step in left & beside:
        met = seen or step == fleet
        if (met or fleet in rest) and _through(fleet, step, met, rest, lasts, near):
            return True
    return False
