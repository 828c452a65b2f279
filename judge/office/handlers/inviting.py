"""INVITE, EJECT and PROMOTE: people whom a GM names by power, name or address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.board import normalize_name
from judge.commands import Command, parse
from judge.commands.people_in_game import Eject, Invite, Promote
from judge.game import Game, decide
from judge.game.power_names import find_power
from judge.office import limits
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers.game_commands import obey
from judge.store import Person


def invite(context: LetterContext, command: Invite) -> None:
    """INVITE: mail every guest, each with a reply address; report texts that are no addresses."""
    seat = context.sits_in(context.game) if context.game else None
    for address, power in command.guests:
        game = context.catch_up(context.game) if seat else None
        if seat is None or game is None:
            games = sorted({seat.game for seat in context.seats})
            context.say("not-in-game" if games else "stranger", game=context.game, games=games)
            return
        if seat.seat.is_gm and any(row.address.lower() == address.lower() for row in context.uow.work.seats.of_game(game.name)):
            context.say("refused", why="invited-already", word=address)
            continue
        one = replace(command, guests=((address, power),), unread=())
        decision = decide(game, one, seat.seat, context.uow.now, context.uow.rules(game))
        if decision.events and not limits.may_invite(context, address):
            continue
        context.replies += decision.replies
        if decision.events:
            limits.count_action(context, "guests", address)
            context.uow.carry_out(game, decision, _person(context, address), by=seat.seat)
    for part in command.unread:
        context.say("refused", why="no-address", word=part)


def invite_listed(context: LetterContext, lines: Sequence[str]) -> None:
    """The INVITE lines below a CREATE."""
    for line in (each.strip() for each in lines if each.strip().lower().startswith("invite")):
        for command in parse(line):
            if isinstance(command, Invite):
                invite(context, command)
            else:
                context.say("refused", why="no-address", word=line[len("invite") :].strip())


def eject_or_promote(context: LetterContext, at: SeatInGame, command: Eject | Promote) -> None:
    """EJECT and PROMOTE: look up the person whom a GM names, then let the game decide."""
    obey(context, at, _with_seat(context, command, at.game) if at.seat.seat.is_gm else command)


def may_run_a_game(context: LetterContext, command: Command) -> bool:
    """Whether the writer may be a GM, as far as this is known without opening each game: an earlier line may name another game than
    the letter's own.
    """
    return not context.seats or not all(seat.seat.is_player for seat in context.seats)


def _with_seat(context: LetterContext, command: Eject | Promote, game: Game) -> Eject | Promote:
    """Return the command with the seat of the person whom it names, if that is one person in the game."""
    wanted = command.whom.lower()
    power = find_power(command.whom, context.uow.rules(game)) if game.stage != "forming" else ""
    seat = game.seat_of(power) if power else None
    rows = context.uow.work.seats.of_game(game.name)
    found = [row.seat for row in rows if wanted == row.address.lower() or normalize_name(command.whom) == normalize_name(row.name)]
    if seat or len(found) == 1:
        return replace(command, seat=seat.key if seat else found[0])
    return command


def _person(context: LetterContext, address: str) -> Person:
    return context.uow.work.people.by_address(address) or context.uow.work.people.add(address, address.partition("@")[0])
