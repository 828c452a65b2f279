"""What a letter asks for that concerns people over all games: their time zone, their record, standing by, coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.board import normalize_name
from judge.commands import Join, NameInPrint, SetTimezone, ShowRecord, TakeOver, rows_by_word
from judge.commands.table import find_row
from judge.game import Game
from judge.game.clock.time_zones import UnclearTime, find_zone
from judge.game.model.game import GM, is_gm, is_standby
from judge.letters import ADDRESS, Notice
from judge.office.handlers import names as naming
from judge.print.phase_record import name_form
from judge.store import Person

if TYPE_CHECKING:
    from judge.office.context import LetterContext


def timezone(visit: LetterContext, command: SetTimezone) -> None:
    """TIMEZONE: kept with the person, for all letters to come."""
    if visit.person is None:
        visit.say("stranger")
        return
    try:
        zone = find_zone(command.zone) if command.zone else ""
    except UnclearTime as unclear:
        near, example = list(unclear.near), "TIMEZONE America/New_York"
        visit.say("refused", why="deadline", unclear=unclear.why, word=unclear.word, near=near, example=example)
        return
    visit.books.work.people.set_zone(visit.person.id, zone)
    visit.say("timezone", zone=zone, now=visit.letter.received.isoformat())


def names(visit: LetterContext, command: NameInPrint) -> None:
    """NAMES: how somebody is called in zines and on pages; kept with the person. Letters to players have the whole name."""
    if visit.person is None:
        visit.say("stranger")
        return
    visit.books.work.people.set_print_name(visit.person.id, command.how)
    visit.say("names", how=command.how, name=visit.person.name, called=name_form(visit.person.name, command.how))


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


def record(visit: LetterContext, command: ShowRecord) -> None:
    """RECORD: one's own; for a GM that of everybody in the game."""
    if visit.person is None:
        visit.say("stranger")
        return
    seat = visit.sits_in(visit.game) if visit.game else None
    if seat and is_gm(seat.seat):
        game = visit.books.open(visit.game)
        powers = {
            row: game.power_of(row.seat) if game else ""
            for row in visit.books.work.seats.of_game(visit.game)
            if not is_gm(row.seat)
        }
        people = [{"name": row.name, "power": power, **_facts(visit, row.person_id)} for row, power in powers.items()]
        visit.say("record", people=people, mine=None)
    else:
        visit.say("record", people=[], mine=_facts(visit, visit.person.id))


def resolve_standby(visit: LetterContext, command: TakeOver, game: Game) -> tuple[TakeOver, Person | None]:
    """The command with its standby named by seat, and whoever it is offered to, if that is somebody who does not stand by."""
    wanted = command.by.lower()
    rows = [row for row in visit.books.work.seats.of_game(game.name) if is_standby(row.seat)]
    found = [row for row in rows if wanted == row.address.lower() or normalize_name(command.by) == normalize_name(row.name)]
    if len(found) == 1:
        return TakeOver(command.line, command.power, found[0].seat), None
    if not ADDRESS.fullmatch(command.by) or any(row.address.lower() == wanted for row in visit.books.work.seats.of_game(game.name)):
        return TakeOver(command.line, command.power, command.by.replace("@", " at ")), None
    return command, visit.books.work.people.by_address(wanted) or visit.books.work.people.add(
        command.by, command.by.partition("@")[0]
    )


def answer_former_player(visit: LetterContext) -> bool:
    """Whether the writer had a seat once that is his no more: a kind answer, and the GM is told that he has come back."""
    if visit.person is None:
        return False
    work = visit.books.work
    past = [t for t in work.seats.tenures_of(visit.person.id) if t.until is not None and (not visit.game or t.game == visit.game)]
    game = visit.books.opened(past[-1].game) if past else None
    if game is None or game.stage != "running":
        return False
    seat = game.seat(past[-1].seat)
    power, vacant = game.power_of(past[-1].seat), bool(seat and seat.vacant)
    visit.say("gone", game=game.name, power=power, vacant=vacant, since=past[-1].since, until=past[-1].until)
    if vacant and (gm := work.seats.get(game.name, GM)):
        facts = {"what": "returned", "power": power, "name": visit.person.name, "text": visit.mail.text[:1000], "now": None}
        visit.books.send(Notice(f"returned/{game.name}/{visit.person.id}/{game.seq}", gm.address, "news", facts, game.name, GM))
    return True


def standbys(visit: LetterContext, game: Game) -> None:
    """Who stands by for a game, for its GM."""
    rows = [row for row in visit.books.work.seats.of_game(game.name) if is_standby(row.seat)]
    called, offered = {seat: power for power, seat in game.called.items()}, game.standbys
    people = [
        {"name": row.name, "called": called.get(row.seat, ""), "offered": offered.get(row.seat, ""), **_facts(visit, row.person_id)}
        for row in rows
    ]
    visit.say("standbys", game=game.name, people=people)


def _facts(visit: LetterContext, person: int) -> dict[str, Any]:
    habits = visit.books.work.people.profile(person)
    return {"due": habits.due, "late": habits.late, "silent": habits.silent}
