"""INVITE, EJECT and PROMOTE: people whom a GM names by power, name or address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.board import normalize_name
from judge.commands import parse
from judge.commands.people_in_game import Admit, Eject, Invite, Promote
from judge.commands.voting import ProposeEnd
from judge.game import Game, decide
from judge.game.power_names import find_power
from judge.office import limits
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers.choose_game import say_no_seat, say_not_in_game
from judge.office.handlers.game_commands import carry_out, obey, would_act
from judge.store import Person


def invite(context: LetterContext, command: Invite) -> None:
    """INVITE: mail every guest, each with a reply address; report texts that are no addresses."""
    seat = context.sits_in(context.game) if context.game else None
    for address, power in command.guests:
        game = context.catch_up(context.game) if seat else None
        if seat is None or game is None:
            if context.seats:
                say_not_in_game(context, context.game)
            else:
                say_no_seat(context, context.game)
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


def admit(context: LetterContext, at: SeatInGame, command: Admit) -> None:
    """ADMIT and TURN AWAY: look up who asked to join; they get the seat, not the writer."""
    command, person = _applicant(context, command, at.game)
    decision = context.decide(command, at.game, at.seat.seat)
    carry_out(context, at, command, decision, person)


def would_admit(context: LetterContext, command: Admit) -> bool:
    """Whether an ADMIT would do anything. Changes nothing."""
    game = context.uow.opened(context.game) if context.game else None
    return would_act(context, _applicant(context, command, game)[0] if game else command)


def _applicant(context: LetterContext, command: Admit, game: Game) -> tuple[Admit, Person | None]:
    wanted = command.whom
    rows = [row for row in context.uow.work.seats.of_game(game.name) if row.seat in game.applicants]
    found = [r for r in rows if wanted.lower() == r.address.lower() or normalize_name(wanted) == normalize_name(r.name)]
    if len(found) != 1:
        return command, None
    return replace(command, seat=found[0].seat), context.uow.work.people.by_address(found[0].address)


def propose(context: LetterContext, at: SeatInGame, command: ProposeEnd) -> None:
    """PROPOSE: look up who would be the GM, then let the game decide."""
    obey(context, at, _with_candidate(context, command, at.game.name))


def would_propose(context: LetterContext, command: ProposeEnd) -> bool:
    """Whether a PROPOSE would open a vote. Changes nothing."""
    return would_act(context, _with_candidate(context, command, context.game) if context.game else command)


def _with_candidate(context: LetterContext, command: ProposeEnd, game: str) -> ProposeEnd:
    if command.what != "gm":
        return command
    wanted = command.powers[0]
    found = [
        row.seat
        for row in context.uow.work.seats.of_game(game)
        if wanted.lower() == row.address.lower() or normalize_name(wanted) == normalize_name(row.name)
    ]
    return replace(command, seat=found[0]) if len(found) == 1 else command


def would_eject_or_promote(context: LetterContext, command: Eject | Promote) -> bool:
    """Whether an EJECT or a PROMOTE would do anything: it would not if it names nobody in the game. Changes nothing."""
    game = context.uow.opened(context.game) if context.game else None
    seat = context.sits_in(game.name) if game else None
    return would_act(context, _with_seat(context, command, game) if game and seat and seat.seat.is_gm else command)


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
