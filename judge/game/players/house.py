"""House players in a game: VACANT … BY HOUSE, and the orders that they send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import NamedTuple

from judge.commands.orders import OrderLines
from judge.game.decision import CommandResult, open_context
from judge.game.model.apply import apply_event
from judge.game.model.events import FinalSaid, OrdersTaken
from judge.game.model.game import Game, PlayerSeat
from judge.game.model.known_game import known_game
from judge.game.model.seat_events import HousePlayed
from judge.game.orders.submit import submit_orders
from judge.game.orders.warnings import OrderWarnings
from judge.game.outstanding import powers_incomplete
from judge.rules.ruleset import Ruleset


class HouseOrders(NamedTuple):
    """What house players order in one phase, worked out before the transaction in which it is entered."""

    turn: int
    """Event number of the phase that was processed last, which tells whether the board is still the same."""
    lines: Mapping[str, tuple[str, ...]]
    """Power → its orders, an order a line."""


Thinks = Callable[[Game], HouseOrders | None]
"""Works out what house players order in a game now; None if that is left to another transaction."""


def house_waits(game: Game) -> bool:
    """Whether a running phase waits for orders of house players."""
    open_now = game.stage == "running" and game.held is None and game.paused is None
    return open_now and not game.house_played and any(seat.house for seat in game.seats)


def enter_house_orders(game: Game, now: datetime, ruleset: Ruleset, orders: HouseOrders) -> CommandResult:
    """Enter what house players order as if it had come by mail. Powers that a person plays by now are left out."""
    decision = CommandResult((HousePlayed(),))
    for seat in game.seats:
        if seat.house and orders.lines.get(seat.power):
            asked = open_context(reduce(apply_event, decision.events, game), seat.key, now, ruleset)
            taken = submit_orders(asked, OrderLines("", orders.lines[seat.power], asked=True))
            decision = replace(decision, events=(*decision.events, *taken.events))
    return decision


def runs_at_once(game: Game, ruleset: Ruleset, decision: CommandResult) -> bool:
    """Whether a practice game's phase is run because of what its player just sent: all orders are in, nothing was asked, and there
    is no warning to be shown first.
    """
    if not game.settings.practice or not game.house_played or not practice_complete(game, ruleset):
        return False
    said = any(isinstance(event, OrdersTaken | FinalSaid) for event in decision.events)
    return said and not any(reply.facts.get("problems") or reply.facts.get("slips") for reply in decision.replies)


def practising_seat(game: Game) -> PlayerSeat:
    """Return the seat of a practice game's player. Raises LookupError for a game that nobody plays."""
    for seat in game.seats:
        if not seat.vacant:
            return seat
    raise LookupError(f"nobody plays {game.name}")


def practice_complete(game: Game, ruleset: Ruleset) -> bool:
    """Whether the player of a practice game has ordered all that is due or said FINAL. An order that cannot succeed as the others
    are is not complete before FINAL: its warning would come too late. In lessons it is, for a lesson is played again.
    """
    if game.waits or powers_incomplete(game, ruleset):
        return False
    seat = practising_seat(game)
    standing = None if game.lesson or seat.power in game.final else game.standing.get(seat.power)
    if standing is None:
        return True
    known = known_game(game, ruleset, seat.power, seat.key)
    given = known.standing[seat.power].orders
    return not any(map(OrderWarnings(known.board_now, seat.power, given, ruleset).of, given))
