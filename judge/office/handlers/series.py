"""Tournaments and leagues: opened, entered, drawn and told by mail. Their games are games like any others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.commands.base import Command
from judge.commands.gm import CreateGame
from judge.commands.series import DrawRound, EnterSeries, LeaveSeries, OpenSeries, ShowStandings
from judge.game import CommandResult
from judge.game.gm.lifecycle import create_game
from judge.game.model.seat_events import Joined
from judge.game.phases.start import begin_game
from judge.game.scoring import SYSTEMS, USUAL
from judge.game.series_draw import PlayedTable, draw_round
from judge.office import limits
from judge.office.context import LetterContext
from judge.office.handlers import names
from judge.office.handlers.game_titles import find_variant
from judge.office.series_table import series_table
from judge.office.unit_of_work import game_key
from judge.seat import Seat
from judge.store import Person
from judge.store.series import StoredSeries

LONGEST = 20
"""Letters of a series' name; its games have a number and a letter more."""
NAMED = "name "
"""How the line with the manager's name begins, which is no setting of the games."""
MOST_TABLES = 20
"""Games of a round."""


def open_series(context: LetterContext, command: OpenSeries) -> None:
    """SERIES: its writer runs it, and is the GM of its games."""
    name, house = game_key(command.series), context.uow.house
    scoring = "-".join(command.scoring.lower().split()) or USUAL
    folder = find_variant(command.variant, house.variants) if command.variant else house.usual
    if not name.isalnum() or not name[0].isalpha() or len(name) > LONGEST or names.is_web(command.series) or names.names_role(name):
        context.say("series-refused", why="name", word=command.series, known=[])
    elif context.uow.work.series.get(name):
        context.say("series-refused", why="taken", word=name, known=[])
    elif scoring not in SYSTEMS:
        context.say("series-refused", why="scoring", word=command.scoring, known=sorted(SYSTEMS))
    elif not folder or not house.rules(folder).seats or not house.rules(folder).by_mail:
        context.say("series-refused", why="variant", word=command.variant, known=[])
    elif wrong := _unread(context, name, folder, command.settings):
        context.say("series-refused", why="setting", word=wrong, known=[])
    elif limits.may_open_game(context, name):
        limits.count_action(context, "games", name)
        called = next((line[len(NAMED) :] for line in command.settings if line.lower().startswith(NAMED)), context.called)
        person = names.register_person(context, called)
        settings = tuple(line for line in command.settings if not line.lower().startswith(NAMED))
        context.uow.work.series.put(StoredSeries(name, person.id, scoring, folder, settings))
        seats, title = house.rules(folder).seats, house.rules(folder).title
        context.say("series-open", series=name, scoring=SYSTEMS[scoring].title, title=title, seats=seats)


def enter(context: LetterContext, command: EnterSeries) -> None:
    """ENTER: anybody may, but for its manager."""
    one = _found(context, command.series)
    if one is None:
        return
    person = names.register_person(context, command.name or context.called)
    if person.id == one.manager:
        context.say("series-refused", why="manager", word=one.name, known=[])
        return
    if person.id not in one.entrants:
        context.uow.work.series.put(one._replace(entrants=(*one.entrants, person.id)))
    context.say("series-entered", series=one.name, number=len({*one.entrants, person.id}), rounds=len(one.rounds), left=False)


def leave(context: LetterContext, command: LeaveSeries) -> None:
    """WITHDRAW FROM: games that have begun go on."""
    one = _found(context, command.series)
    if one is None:
        return
    kept = tuple(each for each in one.entrants if context.person is None or each != context.person.id)
    context.uow.work.series.put(one._replace(entrants=kept))
    context.say("series-entered", series=one.name, number=len(kept), rounds=len(one.rounds), left=True)


def next_round(context: LetterContext, command: DrawRound) -> None:
    """ROUND: draw the tables and begin a game for each. Everybody has the mail of their game's start."""
    one, house = _found(context, command.series), context.uow.house
    if one is None:
        return
    rules = house.rules(one.variant)
    people = {number: found for number in one.entrants if (found := context.uow.work.people.by_id(number)) and found.address}
    if context.person is None or context.person.id != one.manager:
        context.say("series-refused", why="not-manager", word=one.name, known=[])
        return
    if len(people) < rules.seats or len(people) // rules.seats > MOST_TABLES:
        why = "few" if len(people) < rules.seats else "many"
        context.say("series-refused", why=why, word=str(rules.seats - len(people)), known=[])
        return
    powers = [power.name for power in rules.powers]
    tables, out = draw_round(list(people), powers, _played(one), house.seed().encode())
    drawn = [_table(context, one, n, table, people, context.person) for n, table in enumerate(tables)]
    context.uow.work.series.put(one._replace(rounds=(*one.rounds, tuple(drawn))))
    told = [
        {"game": each["game"], "players": [[power, people[holders[power]].name] for power in powers]}
        for each, holders in ((each, {power: int(person) for person, power in each["powers"].items()}) for each in drawn)
    ]
    waits = [people[person].name for person in out]
    context.say("series-round", series=one.name, number=len(one.rounds) + 1, tables=told, out=waits)


def standings(context: LetterContext, command: ShowStandings) -> None:
    """STANDINGS: what all finished games have given, and which games are still played."""
    one = _found(context, command.series)
    if one is not None:
        context.say("standings", **standings_facts(context, one))


def standings_facts(context: LetterContext, one: StoredSeries) -> dict[str, Any]:
    """Return the table of a series, with the names that its people have told."""
    return series_table(context.uow.work, context.uow.opened, one, lambda person, wish: person.name)


def _found(context: LetterContext, name: str) -> StoredSeries | None:
    """The series of this name; None, and said so, if there is none."""
    found = context.uow.work.series.get(game_key(name))
    if found is None:
        context.say("series-refused", why="none", word=name, known=context.uow.work.series.names()[:12])
    return found


def _game(name: str, folder: str, settings: Sequence[str]) -> CreateGame:
    return CreateGame(f"CREATE {name}", name, folder, tuple(settings))


def _unread(context: LetterContext, name: str, folder: str, settings: Sequence[str]) -> str:
    """Return the first line of the settings that cannot be used; '' if all can."""
    tried = create_game(_game(name, folder, settings), context.uow.house.rules(folder), b"tried", context.uow.now)
    return next((str(problem["line"]) for problem in tried.replies[0].facts["problems"]), "")


def _played(one: StoredSeries) -> list[PlayedTable]:
    tables = (table for tables in one.rounds for table in tables)
    return [PlayedTable({int(person): power for person, power in table["powers"].items()}) for table in tables]


def _table(
    context: LetterContext, one: StoredSeries, n: int, table: Mapping[int, str], people: Mapping[int, Person], gm: Person
) -> dict[str, Any]:
    """Open one game of a round, seat its players, and begin it."""
    uow, seed = context.uow, context.uow.house.seed()
    name = _free_name(context, f"{one.name}{len(one.rounds) + 1}{chr(ord('a') + n)}")
    decision = create_game(_game(name, one.variant, one.settings), uow.house.rules(one.variant), seed.encode(), uow.now)
    game = uow.add(decision, gm, uow.house.nonce(), seed)
    for person, power in table.items():
        joined = Joined(Seat.player(len(game.seats) + 1), promised=power, at=uow.now)
        game = uow.carry_out(game, CommandResult((joined,)), people[person])
    uow.carry_out(game, begin_game(game, uow.now, uow.rules(game), seed.encode()))
    return {"game": name, "powers": {str(person): power for person, power in table.items()}}


def _free_name(context: LetterContext, name: str) -> str:
    """Return a name that no game has: this one, or with more letters."""
    while context.uow.stage(name):
        name += "x"
    return name


HANDLERS: Mapping[type[Command], Callable[..., None]] = {
    OpenSeries: open_series, EnterSeries: enter, LeaveSeries: leave, DrawRound: next_round, ShowStandings: standings,
}  # fmt: skip
"""Type of command → its handler, for `judge.office.dispatch`."""
