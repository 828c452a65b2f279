"""Standbys: STANDBY, VACANT, TAKEOVER, and what a standby who was called may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.commands.joining import Join, Resign
from judge.commands.orders import ClearOrders, OrderLines
from judge.commands.standbys import DeclareVacant, StandBy, TakeOver
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.model.events import Event, FinalSaid, OrdersKept, OrdersReserved, OrdersTaken
from judge.game.model.game import Game, PlayerSeat
from judge.game.model.known_game import KnownGame
from judge.game.model.seat_events import HouseSeated, StandbyLeft, StandbyListed, TakenOver, Vacated
from judge.game.players import seats
from judge.game.power_names import find_power
from judge.seat import GM, HOUSE_LEVELS, Role, Seat

NOBODY = "none"
"""The word that takes a house player away."""


def standby_view(game: Game, seat: Seat) -> Game:
    """Return the game as a called standby sees it: the standby holds the Power, without its player's orders."""
    power = next((name for name, standby in game.called.items() if standby == seat), "")
    if not power:
        return game
    standing = {name: orders for name, orders in game.standing.items() if name != power}
    if power in game.reserve:
        standing[power] = game.reserve[power]
    later = {key: kept for key, kept in game.later.items() if key not in (power, str(seat))}
    later[power] = game.later.get(str(seat), ())
    seats = tuple(replace(other, key=seat, vacant=False) if other.power == power else other for other in game.seats)
    return replace(game, standing=standing, later=later, seats=seats, final=game.final - {power})


def standby_orders(event: Event, seat: Seat) -> Event:
    """Return a standby's orders, which are kept beside the player's."""
    if isinstance(event, OrdersKept):
        return replace(event, power=str(seat))
    return OrdersReserved(event.power, event.phase, event.orders, event.spare) if isinstance(event, OrdersTaken) else event


def join_standbys(asked: CommandContext, command: StandBy) -> CommandResult:
    """STANDBY: join the list of those who would take over a Power."""
    game = asked.game
    if asked.role is Role.STANDBY:
        return refused("standing-by")
    if asked.by:
        return refused("already-seated")
    if game.stage == "finished":
        return refused("is-over")
    standby = Seat(Role.STANDBY, game.seq)
    told = (Notification(GM, "news", {"what": "standby", "by": str(standby)}),)
    return CommandResult((StandbyListed(standby),), (Reply("standing-by", {"vacant": _vacant(asked)}),), told)


def _vacant(asked: CommandContext) -> list[str]:
    vacancies = {seat.power for seat in asked.game.seats if seat.vacant}
    return [power.name for power in asked.ruleset.powers if power.name in vacancies]


def waits(asked: CommandContext) -> CommandResult:
    """Refuse what a standby may not do who was not called; says what seats are vacant, which they may take."""
    return refused("standby-waits", vacant=_vacant(asked))


def join_before_start(asked: TruthContext, command: Join) -> CommandResult:
    """JOIN of a standby, who may play while seats are free before the start."""
    return seats.join(asked, command) if asked.game.stage == "forming" else waits(asked)


def for_power_called_for(handler: Callable[[CommandContext, Any], CommandResult]) -> Callable[[TruthContext, Any], CommandResult]:
    """Let a standby order for the power they were called for. The orders are kept in case its player sends none."""

    def obey(asked: TruthContext, command: OrderLines | ClearOrders) -> CommandResult:
        seen = asked.at(standby_view(asked.truth, asked.seat))
        if not seen.power:
            return waits(asked)
        decision = handler(seen, command)
        events = (standby_orders(event, asked.seat) for event in decision.events if not isinstance(event, FinalSaid))
        return replace(decision, events=tuple(events))

    return obey


def leave_standbys(asked: CommandContext, command: Resign) -> CommandResult:
    """RESIGN of a standby."""
    return accepted("standby-left", StandbyLeft(asked.seat))


def declare_vacant(asked: CommandContext, command: DeclareVacant) -> CommandResult:
    """VACANT: free a power's seat for somebody else, and tell its former holder and everybody else."""
    power, seat = _seat(asked, command.power)
    if seat is None:
        return refused("which-power", word=command.power)
    if command.house and command.house not in (*HOUSE_LEVELS, NOBODY):
        return refused("house-level", word=command.house, power=power, levels=list(HOUSE_LEVELS))
    if command.house and seat.vacant:
        return _by_house(asked, seat, "" if command.house == NOBODY else command.house)
    if seat.vacant:
        return refused("vacant-already", power=power)
    level = "" if command.house == NOBODY else command.house
    facts = {"power": power, "reason": command.reason, "level": level}
    everybody = Notification(Group.ALL, "news", {"what": "vacant", **facts})
    tells = (everybody, Notification(Group.STANDBYS, "vacancy", {"power": power}))
    held = (HouseSeated(seat.key, level),) if level else ()
    return CommandResult((Vacated(seat.key, command.reason), *held), (Reply("vacated", facts),), tells)


def _by_house(asked: CommandContext, seat: PlayerSeat, level: str) -> CommandResult:
    """Let a house player of a level order for a vacant seat; '' takes it away, with what it has ordered for the open phase."""
    given = asked.game.standing.get(seat.power)
    leaves = not level and seat.house and given and given.orders and not asked.game.waits_for_gm
    gone = (OrdersTaken(seat.power, asked.game.board_now.phase.name, ()),) if leaves else ()
    facts = {"power": seat.power, "level": level}
    told = Notification(Group.ALL, "news", {"what": "house", **facts})
    return CommandResult((HouseSeated(seat.key, level), *gone), (Reply("house-seated", facts),), (told,))


def take_over(asked: TruthContext, command: TakeOver) -> CommandResult:
    """TAKEOVER: a vacant power passes to a standby, who takes it or is given it; to anybody else it is offered.

    In a GM's command `seat` is the standby's; without one, `by` is an address that no standby has.
    """
    game = asked.truth
    power, seat = _seat(asked, command.power)
    if seat is None:
        return refused("which-power", word=command.power)
    if asked.by != GM and asked.role is not Role.STANDBY:
        return refused("takeover-who")
    if not seat.vacant:
        return refused("not-vacant", power=power, gm=asked.by == GM)
    if asked.by != GM:
        offered = next((standby for standby, offer in game.standbys.items() if offer == power), asked.by)
        return _taken(asked, seat, asked.seat) if offered == asked.by else refused("offered-else", power=power)
    if command.seat and command.seat in game.standbys:
        return _taken(asked, seat, command.seat)
    if command.seat:
        return refused("takeover-seated", word=command.by)
    if "@" not in command.by:
        return refused("takeover-whom", word=command.by, power=power)
    standby = Seat(Role.STANDBY, game.seq)
    facts = {"power": power, "to": command.by}
    offer = Notification(standby, "offer", {"power": power})
    return CommandResult((StandbyListed(standby, power),), (Reply("offered", facts),), (offer,))


def _taken(asked: CommandContext, seat: PlayerSeat, by: Seat) -> CommandResult:
    """Return the events and letters of a seat that changes hands: its new holder gets time, and everyone is told."""
    game = asked.game
    due = _with_time(game, asked.now)
    facts = {"power": seat.power, "was": game.due.isoformat() if game.due and due != game.due else None}
    event = TakenOver(seat.key, by, due, asked.now)
    tells = (
        Notification(seat.key, "takeover", facts),
        Notification(Group.ALL, "news", {"what": "takeover", "seat": str(seat.key), **facts}, but=seat.key),
    )
    return CommandResult((event,), (Reply("taken-over", {**facts, "mine": by == asked.by}),), tells)


def _with_time(game: KnownGame, now: datetime) -> datetime | None:
    """Return the running deadline, or the next regular one if a newcomer would have less than a whole phase."""
    clock = game.settings.clock(game.board_now.phase.kind)
    if clock is None or game.due is None:
        return game.due
    later = clock.following(game.due)
    whole = later - game.due
    return later if game.due - now <= whole + timedelta(hours=1) else game.due


def _seat(asked: CommandContext, text: str) -> tuple[str, PlayerSeat | None]:
    power = find_power(text, asked.ruleset)
    return power, asked.game.seat_of(power) if power else None
