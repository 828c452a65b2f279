"""People whom a GM names by power, name or address, or asks to play; and people who look on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.board import fold
from judge.commands import Command, Eject, Invite, Join, OrderLines, Promote, Resign, Unwatch, parse
from judge.game import Game, decide
from judge.game.seats import find_power
from judge.game.state import is_gm, is_invited
from judge.store import Person

if TYPE_CHECKING:
    from judge.office.visit import Visit

NO = frozenset({"no", "no thanks", "no thank you", "sorry", "decline", "not now", "cancel"})
"""What a guest may say besides RESIGN who would not play."""


def invited(visit: Visit, commands: Sequence[Command]) -> list[Command]:
    """What a letter asks for; a guest's reply says yes, whatever else it says, unless it says no."""
    seat = visit.by_token
    if seat is None or not is_invited(seat.seat) or any(isinstance(each, Join | Resign | Unwatch) for each in commands):
        return list(commands)
    said = " ".join(visit.mail.text.lower().split()).strip(" .!")
    if said in NO:
        return [Unwatch("UNWATCH")]
    kept = [each for each in commands if not isinstance(each, OrderLines)]
    return kept if any(each.line for each in kept) else [Join(f"JOIN {seat.game}", seat.game)]


def invite(visit: Visit, command: Invite) -> None:
    """INVITE: a letter to every guest, with a reply address of its own."""
    seat = visit.sits_in(visit.game) if visit.game else None
    for address, power in command.guests:
        game = visit.catch_up(visit.game) if seat else None
        if seat is None or game is None:
            visit.say("not-in-game" if visit.seats else "stranger", game=visit.game, games=sorted({s.game for s in visit.seats}))
            return
        if is_gm(seat.seat) and any(row.address.lower() == address.lower() for row in visit.books.work.seats(game.name)):
            visit.say("refused", why="invited-already", word=address)
            continue
        one = replace(command, guests=((address, power),))
        decision = decide(game, one, seat.seat, visit.books.now, visit.books.rules(game))
        visit.replies += decision.replies
        if decision.events:
            visit.books.carry_out(game, decision, _person(visit, address), by=seat.seat)


def invite_below(visit: Visit, lines: Sequence[str]) -> None:
    """The INVITE lines below a CREATE."""
    for line in lines:
        for command in parse(line.strip()) if line.strip().lower().startswith("invite") else ():
            if isinstance(command, Invite):
                invite(visit, command)


def named(visit: Visit, command: Eject | Promote, game: Game) -> Eject | Promote:
    """The command with the seat key of whom it names, if that is one person in the game; else with a name that is no key."""
    wanted = command.whom.lower()
    power = find_power(command.whom, visit.books.rules(game)) if game.stage != "forming" else ""
    seat = game.seat_of(power) if power else None
    rows = visit.books.work.seats(game.name)
    found = [row.seat for row in rows if wanted == row.address.lower() or fold(command.whom) == fold(row.name)]
    if seat or len(found) == 1:
        return replace(command, whom=seat.key if seat else found[0])
    return replace(command, whom=f"{command.whom.replace('@', ' at ')} ")  # with a blank, it is nobody's key


def _person(visit: Visit, address: str) -> Person:
    return visit.books.work.person(address) or visit.books.work.add_person(address, address.partition("@")[0])
