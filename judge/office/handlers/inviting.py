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
from judge.office.context import LetterContext
from judge.office.handlers.game_commands import obey
from judge.office.seat_in_game import SeatInGame
from judge.store import Person


def invite(visit: LetterContext, command: Invite) -> None:
    """INVITE: a letter to every guest, with a reply address of its own; of what is no address that it is none."""
    seat = visit.sits_in(visit.game) if visit.game else None
    for address, power in command.guests:
        game = visit.catch_up(visit.game) if seat else None
        if seat is None or game is None:
            visit.say("not-in-game" if visit.seats else "stranger", game=visit.game, games=sorted({s.game for s in visit.seats}))
            return
        if seat.seat.is_gm and any(row.address.lower() == address.lower() for row in visit.books.work.seats.of_game(game.name)):
            visit.say("refused", why="invited-already", word=address)
            continue
        one = replace(command, guests=((address, power),), unread=())
        decision = decide(game, one, seat.seat, visit.books.now, visit.books.rules(game))
        if decision.events and not limits.may_invite(visit, address):
            continue
        visit.replies += decision.replies
        if decision.events:
            limits.count_action(visit, "guests", address)
            visit.books.carry_out(game, decision, _person(visit, address), by=seat.seat)
    for part in command.unread:
        visit.say("refused", why="no-address", word=part)


def invite_listed(visit: LetterContext, lines: Sequence[str]) -> None:
    """The INVITE lines below a CREATE."""
    for line in lines:
        for command in parse(line.strip()) if line.strip().lower().startswith("invite") else ():
            if isinstance(command, Invite):
                invite(visit, command)


def eject_or_promote(visit: LetterContext, at: SeatInGame, command: Eject | Promote) -> None:
    """EJECT and PROMOTE: whom a GM names is looked up, then the game decides."""
    obey(visit, at, _with_seat(visit, command, at.game) if at.seat.seat.is_gm else command)


def may_run_a_game(visit: LetterContext, command: Command) -> bool:
    """Whether the writer may be a GM, by what is known without a look at each game: a line before may turn to another than the
    letter's own.
    """
    return not visit.seats or not all(seat.seat.is_player for seat in visit.seats)


def _with_seat(visit: LetterContext, command: Eject | Promote, game: Game) -> Eject | Promote:
    """The command with the seat of whom it names, if that is one person in the game."""
    wanted = command.whom.lower()
    power = find_power(command.whom, visit.books.rules(game)) if game.stage != "forming" else ""
    seat = game.seat_of(power) if power else None
    rows = visit.books.work.seats.of_game(game.name)
    found = [row.seat for row in rows if wanted == row.address.lower() or normalize_name(command.whom) == normalize_name(row.name)]
    if seat or len(found) == 1:
        return replace(command, seat=seat.key if seat else found[0])
    return command


def _person(visit: LetterContext, address: str) -> Person:
    return visit.books.work.people.by_address(address) or visit.books.work.people.add(address, address.partition("@")[0])
