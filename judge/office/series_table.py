"""The table of a series: what its finished games have given everybody who played, by mail and in print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from judge.game import Game
from judge.game.scoring import SYSTEMS, score_game
from judge.print.phase_record import name_form
from judge.store import Person
from judge.store.records import Preferences
from judge.store.series import StoredSeries
from judge.store.transaction import Transaction

Opened = Callable[[str], Game | None]
"""Opens a game by its name; None if it cannot be."""
Called = Callable[[Person, Preferences], str]
"""What somebody is called in a table."""


def series_table(work: Transaction, opened: Opened, one: StoredSeries, called: Called) -> dict[str, Any]:
    """Return the facts of a series' table: `rows` of (place, name, games, points) of everybody who has played or will, and the
    games that are `going` still.
    """
    totals: dict[int, list[Fraction]] = {person: [] for person in one.entrants}
    going = list[str]()
    for name in games_of(one):
        game = opened(name)
        if game is None or game.stage != "finished":
            going.append(name)
            continue
        holders = {row.seat: row.person_id for row in work.seats.of_game(game.name)}
        for seat in game.seats:
            if not seat.vacant and seat.key in holders:
                totals.setdefault(holders[seat.key], []).append(game_points(one.scoring, game)[seat.power])
    people = {p: called(found, work.people.preferences(p)) for p in totals if (found := work.people.by_id(p))}
    sums = ((sum(points), -len(points), people.get(person, ""), len(points)) for person, points in totals.items())
    rows = sorted(sums, key=lambda row: (-row[0], row[1], row[2]))
    listed = [
        {"place": 1 + sum(other[0] > total for other in rows), "name": name, "games": games, "points": f"{float(total):.2f}"}
        for total, _, name, games in rows
    ]  # fmt: skip
    return {
        "series": one.name, "scoring": SYSTEMS[one.scoring].title, "rounds": len(one.rounds), "rows": listed, "going": going,
        "entrants": len(one.entrants),
    }  # fmt: skip


def printed_table(work: Transaction, opened: Opened, one: StoredSeries, names: str = "full") -> dict[str, Any] | None:
    """Return the same for print: only those who have finished a game, with names as their owners and the style `names` want
    them. None if no game is over, or if one of the games is not for the public.
    """
    found = [opened(name) for name in games_of(one)]
    if any(game is None or not game.settings.listed for game in found):
        return None
    told = series_table(work, opened, one, lambda person, wish: name_form(name_form(person.name, wish.name_in_print), names))
    rows = [row for row in told["rows"] if row["games"]]
    return {**told, "rows": rows} if rows else None


def games_of(one: StoredSeries) -> list[str]:
    """List the games of all its rounds."""
    return [str(table["game"]) for tables in one.rounds for table in tables]


def game_points(scoring: str, game: Game) -> Mapping[str, Fraction]:
    """Return what a finished game gives each power that was played."""
    position, powers = game.board_now, [seat.power for seat in game.seats]
    alive = [power for power in powers if position.units_of(power) or position.centres(power)]
    return score_game(SYSTEMS[scoring], {power: len(position.centres(power)) for power in powers}, alive, game.winners)
