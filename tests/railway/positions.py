"""Random positions around the railway: one train, and armies and fleets whose orders are all possible ones."""

from __future__ import annotations

from random import Random

from judge.board import Board, Position, Unit, space_of
from judge.notation import Order, UnitRef
from tests.railway.second_opinion import LINE, Written

AROUND = ("Ore", "Akm", "Sem", "Uru", "Mon", "Mac", "Ode", "Bak", "Bok", "Tas", "Pek", "Seo", "Part", "Okhs", "Soj")
POWERS = ("Russia", "Russia", "China", "Japan", "Turkey")


def position(board: Board, start: Position, random: Random) -> tuple[Position, dict[str, Written]]:
    """Units on and beside the line, and what they are ordered. At most eight move, so that all can be tried."""
    where = random.choice(LINE)
    spaces = random.sample([s for s in (*LINE, *LINE, *AROUND) if s != where], random.randint(3, 12))
    seas = {"Okhs", "Soj"}
    units = [Unit(random.choice(POWERS), "F" if s in seas else "A", s) for s in dict.fromkeys(spaces)]
    orders = {where: Written("Russia", "ride", random.choice([s for s in LINE if s != where]))}
    for unit in units:
        if sum(order.does == "move" for order in orders.values()) < 8 and random.random() < 0.6:
            orders[unit.space] = _move(board, unit, random)
        else:
            orders[unit.space] = Written(unit.power, "stay")
    for unit in units:
        if orders[unit.space].does == "stay" and random.random() < 0.8:
            orders[unit.space] = _help(board, unit, orders, random)
    train = Unit("Russia", "A", where)
    return Position(start.phase, (train, *units), start.owners), orders


def _move(board: Board, unit: Unit, random: Random) -> Written:
    near = sorted(s for s in board.reach(unit.kind, unit.place) if space_of(s) == s)
    on_line = [space for space in near if space in LINE]
    return Written(unit.power, "move", random.choice(on_line if on_line and random.random() < 0.7 else near))


def _help(board: Board, unit: Unit, orders: dict[str, Written], random: Random) -> Written:
    """A support of something that is ordered within its reach, if there is anything."""
    reach = board.reach_spaces(unit.kind, unit.place)
    possible = [
        (other, order.to if order.does in ("move", "ride") else "")
        for other, order in orders.items()
        if other != unit.space and ((order.to or other) if order.does in ("move", "ride") else other) in reach
    ]
    if not possible:
        return Written(unit.power, "stay")
    of, to = random.choice(possible)
    return Written(unit.power, "help", to, of)


def order_of(unit: Unit, written: Written, units: dict[str, Unit]) -> Order:
    """What a unit is ordered, as the referee reads it."""
    me = UnitRef(unit.kind, unit.place)
    if written.does == "stay":
        return Order("stands", me)
    if written.does == "help":
        helped = units[written.of]
        return Order("support", me, written.to, UnitRef(helped.kind, helped.place))
    return Order("move", me, written.to, via="TSR" if written.does == "ride" else "")
