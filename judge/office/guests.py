"""People whom a GM names by power, name or address, or asks to play; and people who look on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.board import fold
from judge.commands import Command, Eject, Invite, Join, Observe, OrderLines, Promote, Resign, Unwatch, parse
from judge.game import Decision, Game, Reply, decide
from judge.game.seats import find_power
from judge.game.state import is_gm, is_invited
from judge.game.zones import guess
from judge.office.books import game_key
from judge.store import Person, SeatRow

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


def observe(visit: Visit, command: Observe) -> None:
    """OBSERVE: anybody may, if the GM has not said otherwise."""
    game = visit.books.open(game_key(command.game))
    seat = visit.sits_in(game.name) if game else None
    if game is None or (seat is None and game.stage == "finished"):
        visit.say("no-such-game", game=command.game, near=[], stage="observe")
        return
    decision = decide(game, command, seat.seat if seat else "", visit.books.now, visit.books.rules(game))
    if decision.events:
        visit.turn_to(game.name)
        person = visit.register("")
        visit.books.carry_out(game, decision, person)
        visit.by_token, visit.seats = None, visit.books.work.seats_of(person.id)
    visit.replies += decision.replies


def welcome(visit: Visit, game: Game, seat: SeatRow | None, decision: Decision) -> tuple[Reply, ...]:
    """The answer to a JOIN: with the time zone that was guessed; or what else may be done where no seat is left."""
    if decision.events and visit.person:
        zone = _clock(visit, visit.person)
        return (*decision.replies, *([Reply("clock", {"zone": zone})] if zone else []))
    if seat is None and decision.replies[0].facts["why"] in ("has-begun", "full"):
        facts = {"game": game.name, "begun": game.stage != "forming", "observers": game.settings.observers}
        return (Reply("no-seat-left", facts),)
    return decision.replies


def _clock(visit: Visit, person: Person) -> str:
    """The time zone that a newcomer's letter was probably written in, kept if none is known; '' for no guess, or if one is."""
    work, written = visit.books.work, visit.mail.date
    offset = written.utcoffset() if written else None
    if work.zone_at(person.address) or written is None or offset is None:
        return ""
    zone = guess(offset, written)
    if zone:
        work.set_zone(person.id, zone)
    return zone


def _person(visit: Visit, address: str) -> Person:
    return visit.books.work.person(address) or visit.books.work.add_person(address, address.partition("@")[0])
