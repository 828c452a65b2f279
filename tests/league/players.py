"""What a player orders, whatever the game: bold moves, some help for one's own, and what only this game knows, at a venture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from judge.board import Board, Unit, space_of
from judge.game import GameView
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue, check
from judge.rules.ruleset import Ruleset

VENTURES: Mapping[str, Sequence[str]] = {
    "gigaton": ("B({here})-{far}", "{unit}-{near} +B", "{unit}-{near} +all"),
    "outer_space": ("{unit} COL {here}", "{unit} COL {near}", "{unit}-ORB"),
    "colonial_diplomacy": ("{unit}-Vla via TSR", "{unit}-Prm via TSR", "permit F(Med)-Red", "F(Med)-Red"),
    "colonial_variant": ("{unit} embarks A({near})", "A({near}) embarks {unit}", "F({near}) embarks {unit}"),
    "columbus": ("{unit} S G({near})", "F({here}.wc)-{near}"),
    "new_world_1492": ("{unit} embarks F({near})", "{unit} disembarks {near}", "{unit}-{near}-{far}"),
}
"""Folder of a game → orders that only it has, to be tried whether or not they are possible."""
LOOKS = 3
"""How many orders a player thinks of for a unit before it stands."""


def orders(seen: GameView, rules: Ruleset, lots: Random) -> list[str]:
    """Lines for all that is due from the reader, in the house form."""
    owed, position = seen.owed.get(seen.reader) or seen.mastered or AdjustmentDue(), seen.position
    assert position is not None
    if position.phase.kind == "retreats":
        found = [_retreat(unit, seen, lots) for unit in owed.units]
    elif owed.builds or owed.removals:
        found = list(_winter(owed, lots))
    else:
        found = list(_moves(owed.units, seen, rules, lots))
    return [*map(rules.notation.write, found), *_ventures(owed.units, seen, rules, lots)]


def _retreat(unit: Unit, seen: GameView, lots: Random) -> Order:
    ways = next((beaten.retreats for beaten in seen.position.dislodged if beaten.unit == unit), ()) if seen.position else ()
    return (
        Order("retreat", unit_reference(unit), lots.choice(ways))
        if ways and lots.random() < 0.9
        else Order("disband", unit_reference(unit))
    )


def _winter(owed: AdjustmentDue, lots: Random) -> Iterator[Order]:
    spaces = sorted({site.space for site in owed.sites})
    for space in lots.sample(spaces, min(owed.builds, len(spaces))):
        yield Order("build", unit_reference(lots.choice([site for site in owed.sites if site.space == space])))
    for unit in lots.sample(owed.units, min(owed.removals, len(owed.units))):
        yield Order("remove", unit_reference(unit))


def _moves(units: Sequence[Unit], seen: GameView, rules: Ruleset, lots: Random) -> Iterator[Order]:
    """Units in a random order; whoever can help an earlier one may do so."""
    assert seen.position is not None
    board, given = rules.board_at(seen.position), list[Order]()
    for unit in lots.sample(units, len(units)):
        thoughts = list(_thoughts(unit, given, seen, board, lots))[:LOOKS]
        allowed = (order for order in thoughts if check(order, seen.voice, seen.position, rules) is None)
        given.append(next(allowed, Order("stands", unit_reference(unit))))
        yield given[-1]


def _thoughts(unit: Unit, given: Sequence[Order], seen: GameView, board: Board, lots: Random) -> Iterator[Order]:
    position = seen.position
    assert position is not None
    if unit.space in board.centres and position.owners.get(unit.space) != seen.voice and lots.random() < 0.7:
        yield Order("stands", unit_reference(unit))
    reach = sorted(board.reach(unit.kind, unit.place))
    taken = {space_of(order.target) for order in given if order.verb == "move"}
    helped = [o for o in given if o.verb == "move" and space_of(o.target) in map(space_of, reach) and o.unit]
    if helped and lots.random() < 0.4:
        other = lots.choice(helped)
        yield Order("support", unit_reference(unit), space_of(other.target), other.unit)
    lots.shuffle(reach)
    reach.sort(key=lambda place: space_of(place) not in board.centres or position.owners.get(space_of(place)) == seen.voice)
    yield from (Order("move", unit_reference(unit), place) for place in reach if space_of(place) not in taken)


def _ventures(units: Sequence[Unit], seen: GameView, rules: Ruleset, lots: Random) -> Iterator[str]:
    """Now and then an order that only this game has. It replaces what the unit was ordered before."""
    lines = VENTURES.get(rules.key, ())
    if not lines or not units or not seen.position or seen.position.phase.kind != "movement" or lots.random() < 0.5:
        return
    unit, board = lots.choice(units), rules.board_at(seen.position)
    near = sorted(board.reach_spaces(unit.kind, unit.place)) or [unit.space]
    far = lots.choice(sorted(board.spaces))
    yield lots.choice(lines).format(unit=unit_reference(unit), here=unit.space, near=lots.choice(near), far=far)
