"""The questions about centres: ownership, builds, removals and victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from judge.board import Board, Phase, Position, Unit, space_of
from judge.compiling import mypyc_attr
from judge.rules.outcomes import OutcomeRules
from judge.rules.reasons import Reason
from judge.rules.variant import Variant

UNREACHABLE = 999


@mypyc_attr(allow_interpreted_subclasses=True)
class CentreRules(OutcomeRules):
    """Asked when centres are counted, and in adjustments: ownership, builds, removals, victory."""

    def centre_owners(self, variant: Variant, board: Board, position: Position) -> Mapping[str, str]:
        """The owner of each centre after the count: its occupant, else its previous owner."""
        standing = {unit.space: unit.power for unit in position.units if unit.power and not variant.stands(unit.power)}
        found = {centre: standing.get(centre) or position.owners.get(centre, "") for centre in board.centres}
        return {centre: owner for centre, owner in found.items() if owner}

    def counts_centres_in(self, variant: Variant, phase: Phase) -> bool:
        """Whether centres are counted on the way into a phase for which the calendar says so; if not, the phase is passed over."""
        return True

    def facts_after_count(self, variant: Variant, board: Board, position: Position) -> Mapping[str, Any]:
        """What the game remembers once centres are counted; `position` has the new owners."""
        return position.facts

    def returning_units(self, variant: Variant, board: Board, position: Position) -> tuple[Unit, ...]:
        """Units that come back once centres are counted; `position` has the new owners. Here those of powers that stand and for
        which the folder says so (`returns`): where they began, if nobody stands there and nobody owns the space.
        """
        back = {power.name for power in variant.standing if power.returns}
        taken = {unit.space for unit in position.units} | set(position.owners)
        return tuple(unit for unit in variant.start.units if unit.power in back and unit.space not in taken)

    def counting_centres(self, variant: Variant, board: Board, position: Position, power: str) -> int:
        """How many of a power's centres count for units."""
        return len(position.centres(power))

    def unit_allowance(self, variant: Variant, board: Board, position: Position, power: str) -> int:
        """How many units a power may have."""
        return self.counting_centres(variant, board, position, power)

    def unit_allowances(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[UnitAllowance]:
        """How many units a power may have, where kinds of units count apart; here all kinds together."""
        return (UnitAllowance(self.unit_allowance(variant, board, position, power)),)

    def build_centres(self, variant: Variant, board: Board, position: Position, power: str) -> tuple[str, ...]:
        """Spaces a power may build in when it owns them and nobody stands there: its homes, or what the house rule `builds` says:
        any centre (`owned`), any while it owns a home of its own (`owned-with-home`), or anybody's homes (`any-home`).
        """
        where = variant.word("builds")
        homes = tuple(code for code in board.centres if board.spaces[code].home == power)
        if where == "owned" or (where == "owned-with-home" and any(position.owners.get(code) == power for code in homes)):
            return board.centres
        if where == "any-home":
            return tuple(code for code in board.centres if board.spaces[code].home)
        return homes

    def possible_builds(self, variant: Variant, board: Board, position: Position, power: str) -> tuple[Unit, ...]:
        """Every unit a power could build now: one for each kind and coast of each free home centre it owns."""
        occupied = {unit.space for unit in position.units}
        free = [
            space
            for space in self.build_centres(variant, board, position, power)
            if position.owners.get(space) == power and space not in occupied
        ]
        return tuple(Unit(power, kind, place) for space in free for kind in board.links for place in board.places(kind, space))

    def why_not_removable(
        self, variant: Variant, board: Board, position: Position, unit: Unit, due: int, chosen: Sequence[Unit]
    ) -> Reason | None:
        """Why a power may not choose this unit for removal; None if it may.

        `position` has all units there were before; `due` are the removals due, `chosen` the units chosen for them so far.
        """
        return None

    def civil_disorder_removals(
        self, variant: Variant, board: Board, position: Position, power: str, number: int
    ) -> tuple[Unit, ...]:
        """The units that civil disorder removes (DATC 6.J): farthest from the centres it owns, fleets first, then by name."""
        centres = frozenset(position.centres(power))
        order = sorted(
            (u for u in position.units if u.power == power),
            key=lambda u: (-distance(board, u, centres), u.kind != "F", board.spaces[u.space].name, u.name),
        )
        return tuple(order[:number])

    def removes_farthest(self, variant: Variant) -> bool:
        """Whether civil disorder goes by how far units are from their power's centres, so that reports say it of each."""
        return True

    def removed_together(self, position: Position, chosen: Sequence[Unit]) -> Sequence[Unit]:
        """The units that leave the board in an adjustment phase: those chosen, and those that leave with them."""
        return chosen

    def goals(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[Goal]:
        """What a power must reach to win by its centres, and how far it has come, for reports. The position may be a reader's."""
        counted = variant.victory.counted or board.centres
        has = sum(position.owners.get(centre, "") == power for centre in counted)
        unplaced = 0 if variant.victory.counted else len(set(position.centres(power)) - set(board.centres))
        usual = variant.number("centres_to_win", len(board.centres) // 2 + 1)
        return (Goal("", has + unplaced, variant.victory.wanted(position.phase.year, usual)),)

    def winners(self, variant: Variant, board: Board, position: Position) -> tuple[str, ...]:
        """Who has won by the centres now owned: the most of those that reach `centres_to_win`, or what the folder's `victory`
        asks for; several share it.
        """
        counted = variant.victory.counted or board.centres
        owners = [position.owners.get(centre, "") for centre in counted]
        counts = {power.name: owners.count(power.name) for power in variant.powers}
        return variant.victory.winners(counts, position.phase.year, variant.number("centres_to_win", len(board.centres) // 2 + 1))


class Goal(NamedTuple):
    """How many centres of some kind a power has of those that it needs to win."""

    kind: str
    """Which centres, as an adjective; '' for all."""
    has: int
    wants: int


class UnitAllowance(NamedTuple):
    """How many units of some kinds a power may have; `kinds` is empty for all kinds together."""

    number: int
    kinds: frozenset[str] = frozenset()

    def counts(self, unit: Unit) -> bool:
        """Whether a unit is one of these kinds."""
        return not self.kinds or unit.kind in self.kinds

    def units(self, position: Position, power: str) -> tuple[Unit, ...]:
        """The power's units of these kinds."""
        return tuple(unit for unit in position.units_of(power) if self.counts(unit))


def distance(board: Board, unit: Unit, centres: frozenset[str]) -> int:
    """Moves from a unit to the nearest of these centres (6.J): armies over land and sea alike, fleets by fleet links.

    A fleet counts one more to a centre it can only lie next to (6.J.8), and over land where no sea leads.
    """
    if unit.kind != "F":
        return _steps(board.near, unit.space, centres)
    beside = frozenset(s for s in board.near if board.near[s] & centres)
    fleets = board.links.get("F", {})
    coasts = frozenset(place for place in fleets if space_of(place) in centres)
    inland = frozenset(place for place in fleets if space_of(place) in beside)
    by_sea = min(_steps(fleets, unit.place, coasts), _steps(fleets, unit.place, inland) + 1)
    return by_sea if by_sea < UNREACHABLE else _steps(board.near, unit.space, centres)


def _steps(links: Mapping[str, frozenset[str]], start: str, ends: frozenset[str]) -> int:
    seen = edge = frozenset({start})
    steps = 0
    while edge and not edge & ends:
        edge = frozenset(t for s in edge for t in links.get(s, ())) - seen
        seen |= edge
        steps += 1
    return steps if edge else UNREACHABLE
