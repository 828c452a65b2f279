"""Bombs are carried, left, captured and launched. What they hit is destroyed after the moves and before any retreat.

Facts: `bombs` {space: {power, number}}, `craters` [land destroyed], `barred_seas` {sea: movement phases it is still closed for}.
Rule numbers are the bomb sheet's own, 1 to 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from judge.board import Board, Position, Space, Unit, space_of
from judge.notation import Order, UnitRef
from judge.rules.base import Rules
from judge.rules.centres import Goal
from judge.rules.claims import Claim
from judge.rules.legal_orders import named
from judge.rules.movement_turn import MovementTurn
from judge.rules.reasons import NotAllowed, Reason
from judge.rules.variant import Variant

from .reasons import Impassable, LostBomb, NoBomb, Scant, Spared, Wasted

Facts = Mapping[str, Any]

LAUNCH = "launch"
BOMBED = "bombed"
"""How the removal of a unit destroyed by a bomb is named."""
LASTS = 2
"""Movement phases for which a sea that was hit is closed (rule 3)."""
ALL = 99
"""More bombs than there can ever be."""


class Lying(NamedTuple):
    """Bombs in one space: who controls them, and how many there are."""

    power: str
    number: int


# What the facts say


def lying(facts: Facts, units: Iterable[Unit]) -> dict[str, Lying]:
    """Return the bombs on the board. The power with a unit in their space controls them (6)."""
    standing = {unit.space: unit.power for unit in units}
    told: Mapping[str, Any] = facts.get("bombs") or {}
    return {
        space: Lying(standing.get(space) or entry["power"], int(entry["number"]))
        for space, entry in told.items()
        if int(entry["number"]) > 0
    }


def written(bombs: Mapping[str, Lying]) -> dict[str, Any]:
    """Return bombs as facts."""
    return {space: bombs[space]._asdict() for space in sorted(bombs) if bombs[space].number > 0}


def shut(facts: Facts) -> dict[str, int]:
    """Return space that nobody may enter → movement phases for which it stays closed, 0 for ever."""
    seas = {sea: int(left) for sea, left in (facts.get("barred_seas") or {}).items()}
    return {**dict.fromkeys(facts.get("craters") or (), 0), **{sea: left for sea, left in seas.items() if left > 0}}


@lru_cache(maxsize=512)
def walled(board: Board, closed: frozenset[str]) -> Board:
    """Return the board without the ways to and from these spaces, and without their centres."""
    spaces = {code: _flattened(space) if code in closed else space for code, space in board.spaces.items()}
    links = {
        kind: {
            place: frozenset(to for to in targets if space_of(to) not in closed)
            for place, targets in of.items()
            if space_of(place) not in closed
        }
        for kind, of in board.links.items()
    }
    return Board(spaces, links, board.names)


def _flattened(space: Space) -> Space:
    return replace(space, centre=False)


# One turn's bombs


class Blast(NamedTuple):
    """The bombs in one movement phase."""

    hits: Mapping[str, Sequence[tuple[str, str]]]
    """space destroyed → (power, space launched from) of every bomb that struck it."""
    duds: Sequence[tuple[str, str, str]]
    """(power, from, to) of bombs that hit a crater."""
    struck: Mapping[Claim, str]
    """Unit → the destroyed space in which it stood, to which it had moved, or from which it had been dislodged."""
    wrecked: Mapping[str, int]
    """Destroyed space → bombs there that were not launched."""
    brought: Mapping[Claim, int]
    """Unit that succeeded in moving with bombs → how many it took."""
    bombs: Mapping[str, Lying]
    """Where bombs lie afterwards."""


def launches(turn: MovementTurn) -> list[tuple[str, str, str]]:
    """Return (power, from, to) of every bomb launched, in the order of the orders."""
    return [(power, o.of.space, space_of(o.target)) for power, o in turn.declared if o.verb == LAUNCH and o.of]


def captor(turn: MovementTurn, power: str, space: str) -> Claim | None:
    """Return the unit that captured a power's bombs in a space before they could be launched (4, 7); None if they were launched in
    time.
    """
    if turn.variant.word("launch") == "start_of_turn":
        return None
    came = (claim for claim in turn.claims if claim.entered_at is not None and claim.entered_at.space == space)
    return next((claim for claim in came if claim.power != power), None)


def wanted(order: Order) -> int:
    """Return how many bombs a move is to take along."""
    return ALL if order.load == "+all" else int(order.load.strip("+B") or 1) if order.load else 0


def whereabouts(claim: Claim) -> str:
    """Return the space of a unit after all moves. A dislodged unit is still where it was."""
    return claim.entered_at.space if claim.entered_at is not None else claim.space


def blast(turn: MovementTurn) -> Blast:
    """Resolve bombs: they leave, are carried, and strike, in this order; then they belong to the power whose unit is with them (2
    to 7).
    """
    craters = turn.facts.get("craters") or ()
    sent = [launch for launch in launches(turn) if captor(turn, *launch[:2]) is None]
    hits: dict[str, list[tuple[str, str]]] = {}
    for power, start, target in sent:
        if target not in craters:
            hits.setdefault(target, []).append((power, start))
    spent = Counter(start for _, start, _ in sent)
    found = lying(turn.facts, turn.position.units)
    left = {space: lies._replace(number=lies.number - spent[space]) for space, lies in found.items()}
    brought = _carry(turn, left)
    wrecked = {space: left.pop(space).number for space in hits if space in left}
    struck = {claim: whereabouts(claim) for claim in turn.claims if whereabouts(claim) in hits}
    standing = [c.unit._replace(place=whereabouts(c)) for c in turn.claims if c.beaten is None and c not in struck]
    duds = [launch for launch in sent if launch[2] in craters]
    return Blast(hits, duds, struck, wrecked, brought, lying({"bombs": written(left)}, standing))


def _carry(turn: MovementTurn, left: dict[str, Lying]) -> dict[Claim, int]:
    """Move bombs with the units that take them along, as many as are still there; return how many each took."""
    brought: dict[Claim, int] = {}
    for claim in turn.claims:
        if claim.entered_at is not None and claim.order is not None and claim.order.load:
            here = left.get(claim.space, Lying(claim.power, 0))
            brought[claim] = number = min(wanted(claim.order), here.number)
            if number:
                left[claim.space] = here._replace(number=here.number - number)
    for claim, number in brought.items():  # only now, so that nobody takes on bombs that another has just brought
        there = whereabouts(claim)
        if number:
            left[there] = Lying(claim.power, number + (left[there].number if there in left else 0))
    return brought


class Bombs(Rules):
    """Rules 2, 4, 5, 6 and 7: launching, carrying, capturing, and what is destroyed."""

    def why_power_order_illegal(self, turn: MovementTurn, power: str, order: Order) -> Reason | None:
        """A launch needs a bomb that lies there when the turn begins, under this power's control."""
        if order.verb != LAUNCH or order.of is None:
            return super().why_power_order_illegal(turn, power, order)
        space = order.of.space
        here = lying(turn.facts, turn.position.units).get(space)
        if here is None or here.power != power:
            return NoBomb(space, here.power if here else "", 0)
        earlier = sum(start == space for _, start, _ in launches(turn))
        return NoBomb(space, power, here.number) if earlier >= here.number else None

    def more_orders(self, turn: MovementTurn, claim: Claim) -> Iterable[Order]:
        """Moves that take along the bombs that lie with the unit."""
        here = lying(turn.facts, turn.position.units).get(claim.space)
        places = sorted(turn.board.reach(claim.unit.kind, claim.unit.place)) if here else ()
        mine = (Order("move", named(claim.unit), place, load="+all") for place in places)
        return (*super().more_orders(turn, claim), *mine)

    def more_power_orders(self, turn: MovementTurn, power: str) -> Iterable[Order]:
        """Each bomb at every space of the board."""
        stocks = (space for space, lies in lying(turn.facts, turn.position.units).items() if lies.power == power)
        mine = (Order(LAUNCH, None, target, UnitRef("", space)) for space in stocks for target in turn.board.spaces)
        return (*super().more_power_orders(turn, power), *mine)

    def power_order_result(self, turn: MovementTurn, power: str, order: Order) -> tuple[str, Reason | None]:
        """A launch fails if somebody moved in and captured the bomb (4, 7)."""
        if order.verb == LAUNCH and order.of is not None and (by := captor(turn, power, order.of.space)) is not None:
            return "fails", LostBomb(order.of.space, by.unit)
        return super().power_order_result(turn, power, order)

    def powers_with_unitless_orders(self, variant: Variant, position: Position) -> frozenset[str]:
        """The power that controls a bomb may launch it, even without a unit."""
        bombs = lying(position.facts, position.units)
        return super().powers_with_unitless_orders(variant, position) | {lies.power for lies in bombs.values()}

    def order_warning(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Warn of a move that is to take more bombs than there are."""
        here = lying(turn.facts, turn.position.units).get(claim.space)
        number = here.number if here else 0
        if order.load and number < (1 if order.load == "+all" else wanted(order)):
            return Scant(claim.space, number)
        return super().order_warning(turn, claim, order)

    def power_order_warning(self, turn: MovementTurn, power: str, order: Order) -> Reason | None:
        """Warn of a launch at a crater."""
        target = space_of(order.target)
        wasted = order.verb == LAUNCH and target in (turn.facts.get("craters") or ())
        return Wasted(target) if wasted else super().power_order_warning(turn, power, order)

    def destroyed_units(self, turn: MovementTurn) -> Mapping[Claim, str]:
        """Destroy units where a bomb strikes, wherever they came from, even if they were dislodged (3, 4)."""
        return {**super().destroyed_units(turn), **dict.fromkeys(blast(turn).struck, BOMBED)}

    def facts_after_moves(self, turn: MovementTurn, facts: Facts) -> Facts:
        """Store where bombs lie and what is closed. A sea counts its moves down from the move after it was hit."""
        after, spaces = blast(turn), turn.variant.board.spaces
        counted = {sea: left - 1 for sea, left in shut(facts).items() if left > 1}
        seas = [space for space in after.hits if spaces[space].kind == "sea"]
        kept = counted if turn.variant.word("barred_sea_again") == "spent" else {}
        return {
            **super().facts_after_moves(turn, facts),
            "bombs": written(after.bombs),
            "craters": sorted({*(facts.get("craters") or ()), *(space for space in after.hits if space not in seas)}),
            "barred_seas": dict(sorted({**counted, **dict.fromkeys(seas, LASTS), **kept}.items())),
        }

    def facts_after_adjustments(self, position: Position) -> Facts:
        """A unit that retreated or was built where bombs lie controls them too (6)."""
        return {**super().facts_after_adjustments(position), "bombs": written(lying(position.facts, position.units))}

    def why_not_removable(
        self, variant: Variant, board: Board, position: Position, unit: Unit, due: int, chosen: Sequence[Unit]
    ) -> Reason | None:
        """No more units with bombs may be removed than there are removals beyond the power's other units (6)."""
        bombs = lying(position.facts, position.units)
        others = sum(mine.space not in bombs for mine in position.units_of(unit.power))
        carriers = sum(other.space in bombs for other in chosen)
        if unit.space in bombs and carriers >= due - others:
            return Spared(unit.space, others)
        return super().why_not_removable(variant, board, position, unit, due, chosen)

    def civil_disorder_removals(
        self, variant: Variant, board: Board, position: Position, power: str, number: int
    ) -> tuple[Unit, ...]:
        """In civil disorder too, units with bombs come last (6)."""
        bombs = lying(position.facts, position.units)
        order = super().civil_disorder_removals(variant, board, position, power, len(position.units_of(power)))
        return tuple(sorted(order, key=lambda unit: unit.space in bombs)[:number])

    def report_events(self, turn: MovementTurn) -> tuple[Facts, ...]:
        """Report spaces struck, bombs that hit closed spaces, bombs carried along, and bombs captured."""
        after = blast(turn)
        before = lying(turn.facts, turn.position.units)
        return (*super().report_events(turn), *_blasts(turn, after), *_brought(after), *_captured(before, after))


def _blasts(turn: MovementTurn, after: Blast) -> list[Facts]:
    """Each space that was struck, and each bomb wasted."""
    found: list[Facts] = []
    for space, by in sorted(after.hits.items()):
        there = turn.board.spaces[space]
        fact = {"kind": "blast", "at": space, "sea": there.kind == "sea", "by": [list(launch) for launch in by]}
        fact |= {"centre": there.centre, "owner": turn.position.owners.get(space, ""), "bombs": after.wrecked.get(space, 0)}
        found.append({**fact, "units": [_told(claim) for claim, where in after.struck.items() if where == space]})
    return found + [{"kind": "dud", "power": power, "from": start, "at": target} for power, start, target in after.duds]


def _told(claim: Claim) -> dict[str, Any]:
    """Return a destroyed unit: its power, its place when the turn began, and whether it had moved in or been dislodged."""
    return {"power": claim.power, "unit": str(claim.unit), "came": claim.entered_at is not None, "beaten": claim.beaten is not None}


def _brought(after: Blast) -> list[Facts]:
    """Return the bombs that were taken along, perhaps fewer than ordered."""
    found: list[Facts] = []
    for claim, number in after.brought.items():
        asked = wanted(claim.order) if claim.order else 0
        short = number == 0 or number < asked < ALL
        found.append({"kind": "brought", "unit": str(claim.unit), "number": number, "at": whereabouts(claim), "short": short})
    return found


def _captured(before: Mapping[str, Lying], after: Blast) -> list[Facts]:
    """Return the spaces whose bombs have a new owner."""
    return [
        {"kind": "captured", "at": space, "power": lies.power, "was": before[space].power, "number": lies.number}
        for space, lies in after.bombs.items()
        if space in before and before[space].power != lies.power
    ]


class Ruins(Rules):
    """Rule 3: destroyed spaces are not part of the board, for ever or for a while."""

    def board_with_facts(self, board: Board, facts: Facts) -> Board:
        """The board without craters and barred seas."""
        left = super().board_with_facts(board, facts)
        closed = frozenset(shut(facts))
        return walled(left, closed) if closed else left

    def why_illegal(self, turn: MovementTurn, claim: Claim, order: Order) -> Reason | None:
        """Say that a closed space is why an order cannot be carried out."""
        reason = super().why_illegal(turn, claim, order)
        return ruined(turn.facts, reason) if reason else None

    def owners_after_moves(self, turn: MovementTurn, owners: Mapping[str, str]) -> Mapping[str, str]:
        """A destroyed centre is neutral at once."""
        hit = blast(turn).hits
        return {centre: owner for centre, owner in super().owners_after_moves(turn, owners).items() if centre not in hit}

    def refine_refusal(self, position: Position, reason: Reason) -> Reason:
        """Nobody retreats to a ruin, or builds in one."""
        return ruined(position.facts, super().refine_refusal(position, reason))

    def retreat_places(
        self, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Exclude spaces that were destroyed this turn."""
        return super().retreat_places(board, unit, barred, occupied | frozenset(shut(facts)), standoffs, facts)

    def goals(self, variant: Variant, board: Board, position: Position, power: str) -> Sequence[Goal]:
        """More than half of the centres that are left, unless the house rule sets eighteen."""
        if variant.word("victory") == "eighteen":
            return tuple(super().goals(variant, board, position, power))
        return (Goal("", len(position.centres(power)), len(board.centres) // 2 + 1),)

    def winners(self, variant: Variant, board: Board, position: Position) -> tuple[str, ...]:
        """More than half of the remaining centres, unless the house rule sets eighteen."""
        if variant.word("victory") == "eighteen":
            return tuple(super().winners(variant, board, position))
        counts = {power.name: len(position.centres(power.name)) for power in variant.powers}
        return tuple(power for power, count in counts.items() if 2 * count > len(board.centres))


def ruined(facts: Facts, reason: Reason) -> Reason:
    """Return the reason, or that the space in it is closed."""
    closed = shut(facts)
    space = space_of(reason.at) if isinstance(reason, NotAllowed) else ""
    return Impassable(space, closed[space]) if space in closed else reason
