"""Commands about their writer, in all games: TIMEZONE, MAPS, HTML, NAME, NAMES, ADDRESS PUBLIC, ONLY MY ADDRESS, RECORD, …"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.commands import rows_by_word
from judge.commands.authentication import SetPassword
from judge.commands.base import Command
from judge.commands.deadlines import SetTimezone
from judge.commands.help_and_lists import MailWish
from judge.commands.joining import Join
from judge.commands.personal import AddressInPrint, NameInPrint, OnlyAddress, RecordInPublic
from judge.commands.standbys import ShowRecord, ShowRecordOf
from judge.commands.table import find_row
from judge.game import Game
from judge.game.clock.time_zones import UnclearTime, find_zone
from judge.office.context import LetterContext
from judge.office.handlers import names as naming
from judge.office.passwords import SALT, set_password
from judge.print.phase_record import name_form
from judge.store import Person


def timezone(context: LetterContext, person: Person, command: SetTimezone) -> None:
    """TIMEZONE: store the person's time zone for all letters to come."""
    try:
        zone = find_zone(command.zone) if command.zone else ""
    except UnclearTime as unclear:
        near, example = list(unclear.near), "TIMEZONE America/New_York"
        context.say("refused", why="deadline", unclear=unclear.why, word=unclear.word, near=near, example=example)
        return
    context.uow.work.people.set_zone(person.id, zone)
    context.say("timezone", zone=zone, now=context.letter.received.isoformat())


def mail_wish(context: LetterContext, person: Person, command: MailWish) -> None:
    """MAPS, HTML, ICS: whether letters bring pictures, an HTML part or calendar files; the answer already goes by it."""
    context.uow.work.people.prefer(person.id, **{command.what: command.on})
    context.say("mail-wish", wish=command.what, on=command.on)


def names(context: LetterContext, person: Person, command: NameInPrint) -> None:
    """NAMES: how somebody is called in zines and on pages; kept with the person. Letters to players have the whole name."""
    context.uow.work.people.prefer(person.id, name_in_print=command.how)
    context.say("names", how=command.how, name=person.name, called=name_form(person.name, command.how))


def set_address_in_print(context: LetterContext, person: Person, command: AddressInPrint) -> None:
    """ADDRESS PUBLIC, ADDRESS PRIVATE: what was chosen is said back, with the address as it would be printed."""
    context.uow.work.people.prefer(person.id, address_in_print=command.on)
    context.say("address-printed", on=command.on, address=person.address)


def set_only_address(context: LetterContext, person: Person, command: OnlyAddress) -> None:
    """ONLY MY ADDRESS, ANY ADDRESS: kept with the person, for all their games."""
    context.uow.work.people.prefer(person.id, only_address=command.on)
    context.say("only-address", on=command.on, address=person.address)


def rename(context: LetterContext, command: Join) -> None:
    """NAME: change the writer's name. If one of their games has a command of that word, ask which is meant."""
    if context.person is None:
        if not any(str(reply.facts.get("why", "")).startswith("name-") for reply in context.replies):  # that name was refused above
            context.say("stranger")
        return
    games = sorted({seat.game for seat in context.seats})
    if find_row(command.line, rows_by_word(context.own_rows(set(games)))):
        context.say("which-game", games=games)
        return
    name = naming.requested_name(context, command.name)
    if fault := naming.name_problem(context, name):
        naming.refuse_name(context, fault)
        return
    naming.register_person(context, name)
    context.say("called", name=name)


def record(context: LetterContext, person: Person, command: ShowRecord) -> None:
    """RECORD: the writer's own; for a GM that of everybody in the game."""
    seat = context.sits_in(context.game) if context.game else None
    if seat and seat.seat.is_gm:
        game = context.uow.open(context.game)
        powers = {
            row: game.power_of(row.seat) if game else ""
            for row in context.uow.work.seats.of_game(context.game)
            if not row.seat.is_gm
        }
        people = [{"name": row.name, "power": power, **_facts(context, row.person_id)} for row, power in powers.items()]
        context.say("record", people=people, mine=None)
    else:
        context.say("record", people=[], mine=_facts(context, person.id))


def set_record_public(context: LetterContext, person: Person, command: RecordInPublic) -> None:
    """RECORD PUBLIC, RECORD PRIVATE: whether everybody may ask for the writer's results."""
    context.uow.work.people.prefer(person.id, results_public=command.on)
    context.say("record-public", on=command.on, name=person.name)


def record_of(context: LetterContext, command: ShowRecordOf) -> None:
    """RECORD OF: everybody of this name who allows it; it is not said whether there are others."""
    found = context.uow.work.people.public_named(command.name)
    people = [{"name": each.name, **_facts(context, each.id), **_results(context, each.id)} for each in found]
    context.say("record-of", name=command.name, people=people)


def _results(context: LetterContext, person: int) -> dict[str, int]:
    """Count the finished games in which somebody had a Power at the end, won, and shared in a draw."""
    rows = [row for row in context.uow.work.seats.of_person(person) if row.seat.is_player]
    ended = [(game, row.seat) for row in rows if (game := context.uow.opened(row.game)) and game.stage == "finished"]
    shares = [game.ending for game, seat in ended if game.power_of(seat) in game.winners]
    return {"games": len(ended), "won": shares.count("won"), "drawn": shares.count("draw")}


def standbys(context: LetterContext, game: Game) -> None:
    """Who stands by for a game, for its GM."""
    rows = [row for row in context.uow.work.seats.of_game(game.name) if row.seat.is_standby]
    called, offered = {seat: power for power, seat in game.called.items()}, game.standbys
    people = [
        {
            "name": row.name,
            "called": called.get(row.seat, ""),
            "offered": offered.get(row.seat, ""),
            **_facts(context, row.person_id),
        }
        for row in rows
    ]
    context.say("standbys", game=game.name, people=people)


def _facts(context: LetterContext, person: int) -> dict[str, Any]:
    habits = context.uow.work.people.profile(person)
    return {"due": habits.due, "late": habits.late, "silent": habits.silent}


def password(context: LetterContext, command: SetPassword) -> None:
    """SET PASSWORD: a new one, kept as a hash."""
    context.say("password", **set_password(context.uow.work, context.person, command.word, context.uow.house.chance(SALT)))


HANDLERS: Mapping[type[Command], Callable[..., None]] = {
    AddressInPrint: set_address_in_print,
    MailWish: mail_wish,
    NameInPrint: names,
    OnlyAddress: set_only_address,
    SetPassword: password,
    SetTimezone: timezone,
    RecordInPublic: set_record_public,
    ShowRecord: record,
}
"""Type of command → its handler, for `judge.office.dispatch`."""
