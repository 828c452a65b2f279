"""Commands about their writer, in all games: TIMEZONE, MAPS, NAME, NAMES, RECORD and SET PASSWORD."""

from __future__ import annotations

from typing import Any

from judge.commands import rows_by_word
from judge.commands.authentication import SetPassword
from judge.commands.deadlines import SetTimezone
from judge.commands.help_and_lists import MapsOnOff
from judge.commands.joining import Join
from judge.commands.personal import NameInPrint
from judge.commands.standbys import ShowRecord
from judge.commands.table import find_row
from judge.game import Game
from judge.game.clock.time_zones import UnclearTime, find_zone
from judge.office.context import LetterContext
from judge.office.handlers import names as naming
from judge.office.passwords import set_password
from judge.print.phase_record import name_form
from judge.store import Person


def timezone(visit: LetterContext, person: Person, command: SetTimezone) -> None:
    """TIMEZONE: kept with the person, for all letters to come."""
    try:
        zone = find_zone(command.zone) if command.zone else ""
    except UnclearTime as unclear:
        near, example = list(unclear.near), "TIMEZONE America/New_York"
        visit.say("refused", why="deadline", unclear=unclear.why, word=unclear.word, near=near, example=example)
        return
    visit.books.work.people.set_zone(person.id, zone)
    visit.say("timezone", zone=zone, now=visit.letter.received.isoformat())


def maps(visit: LetterContext, person: Person, command: MapsOnOff) -> None:
    """MAPS: whether pictures come with reports."""
    visit.books.work.people.set_wants_maps(person.id, command.on)
    visit.say("maps", on=command.on)


def names(visit: LetterContext, person: Person, command: NameInPrint) -> None:
    """NAMES: how somebody is called in zines and on pages; kept with the person. Letters to players have the whole name."""
    visit.books.work.people.set_print_name(person.id, command.how)
    visit.say("names", how=command.how, name=person.name, called=name_form(person.name, command.how))


def rename(visit: LetterContext, command: Join) -> None:
    """NAME: what somebody is called from now on. Where one of the writer's games has a command of that word, it is asked which."""
    if visit.person is None:
        if not any(str(reply.facts.get("why", "")).startswith("name-") for reply in visit.replies):  # that name was refused above
            visit.say("stranger")
        return
    games = sorted({seat.game for seat in visit.seats})
    if find_row(command.line, rows_by_word(visit.own_rows(set(games)))):
        visit.say("which-game", games=games)
        return
    name = naming.requested_name(visit, command.name)
    if fault := naming.name_problem(visit, name):
        naming.refuse_name(visit, fault)
        return
    naming.register_person(visit, name)
    visit.say("called", name=name)


def record(visit: LetterContext, person: Person, command: ShowRecord) -> None:
    """RECORD: one's own; for a GM that of everybody in the game."""
    seat = visit.sits_in(visit.game) if visit.game else None
    if seat and seat.seat.is_gm:
        game = visit.books.open(visit.game)
        powers = {
            row: game.power_of(row.seat) if game else ""
            for row in visit.books.work.seats.of_game(visit.game)
            if not row.seat.is_gm
        }
        people = [{"name": row.name, "power": power, **_facts(visit, row.person_id)} for row, power in powers.items()]
        visit.say("record", people=people, mine=None)
    else:
        visit.say("record", people=[], mine=_facts(visit, person.id))


def standbys(visit: LetterContext, game: Game) -> None:
    """Who stands by for a game, for its GM."""
    rows = [row for row in visit.books.work.seats.of_game(game.name) if row.seat.is_standby]
    called, offered = {seat: power for power, seat in game.called.items()}, game.standbys
    people = [
        {"name": row.name, "called": called.get(row.seat, ""), "offered": offered.get(row.seat, ""), **_facts(visit, row.person_id)}
        for row in rows
    ]
    visit.say("standbys", game=game.name, people=people)


def _facts(visit: LetterContext, person: int) -> dict[str, Any]:
    habits = visit.books.work.people.profile(person)
    return {"due": habits.due, "late": habits.late, "silent": habits.silent}


def password(visit: LetterContext, command: SetPassword) -> None:
    """SET PASSWORD: a new one, kept as a hash."""
    visit.say("password", **set_password(visit.books.work, visit.person, command.word))
