"""Taking orders in advance, where retreats and adjustments are run with the movement before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.board import Dislodged, space_of
from judge.game.decision import Asked
from judge.game.events import OrdersAhead
from judge.orders import Order
from judge.orders.complete import PHASE_OF
from judge.orders.notation import Misread, Reading, Understood


def foresee(asked: Asked, readings: Sequence[Reading]) -> tuple[list[Reading], list[Order]]:
    """The readings that are for the running phase, and orders for the phases that will be run with it."""
    if asked.game.settings.rhythm != "together" or asked.game.board_now.phase.kind != "movement":
        return list(readings), []
    kept, ahead = list[Reading](), list[Order]()
    for reading in readings:
        later = _later(asked, reading) if isinstance(reading, Misread) and reading.complaint.code == "not-now" else [reading]
        ahead += [each.order for each in later if isinstance(each, Understood) and each is not reading]
        kept += [each for each in later if each is reading or isinstance(each, Misread)]
    return kept, ahead


def merged(asked: Asked, ahead: Sequence[Order]) -> OrdersAhead:
    """All that a power has ordered in advance: new retreats replace those of the same unit, new adjustments all older ones."""
    units = {space_of(order.unit.place) for order in ahead if order.unit and _is_retreat(order)}
    adjusts = any(not _is_retreat(order) for order in ahead)
    old = [
        order
        for order in asked.game.ahead.get(asked.voice, ())
        if not (adjusts if not _is_retreat(order) else order.unit and space_of(order.unit.place) in units)
    ]
    return OrdersAhead(asked.voice, (*old, *ahead))


def _is_retreat(order: Order) -> bool:
    return PHASE_OF.get(order.verb) == "retreats"


def _later(asked: Asked, reading: Misread) -> list[Reading]:
    """A line read again as for the phase that its verb belongs to, as if every unit of the power's had to retreat."""
    position, ruleset = asked.game.board_now, asked.ruleset
    board = ruleset.board_at(position)
    kind = PHASE_OF.get(reading.complaint.word, "adjustments")
    mine = position.units_of(asked.voice) if kind == "retreats" else ()
    beaten = tuple(Dislodged(unit, unit, "", tuple(sorted(board.reach(unit.kind, unit.place)))) for unit in mine)
    then = replace(position, phase=position.phase._replace(kind=kind), dislodged=beaten, standoffs=frozenset())
    return list(ruleset.notation.read(reading.text, board, then, asked.voice))

