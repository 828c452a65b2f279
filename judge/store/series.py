"""Series: tournaments and leagues of several games, each as one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, insert, select, update

from judge.store.repository import Repository
from judge.store.tables import series


class StoredSeries(NamedTuple):
    """A series. People are named by their numbers, which stay when a person is forgotten."""

    name: str
    manager: int
    scoring: str
    variant: str
    settings: tuple[str, ...] = ()
    """Lines of settings for its games."""
    entrants: tuple[int, ...] = ()
    """Who plays in the rounds to come, in order of entering."""
    rounds: tuple[tuple[Mapping[str, Any], ...], ...] = ()
    """Each round's tables: `game`, and `powers`: number of a person, as text → their power at the start."""


_THIS = select(series.c.body).where(series.c.name == bindparam("of"))
_ALL = select(series.c.body).order_by(series.c.name)
_NAMES = select(series.c.name).order_by(series.c.name)
_CHANGE = update(series).where(series.c.name == bindparam("of")).values(body=bindparam("new"))


class SeriesRepository(Repository):
    """`work.series`: name → series."""

    def get(self, name: str) -> StoredSeries | None:
        """Return a series, locked against other workers until the transaction ends; None if there is none."""
        body = self._connection.execute(self._locks.hold(_THIS), {"of": name}).scalar_one_or_none()
        return None if body is None else _read(body)

    def all(self) -> list[StoredSeries]:
        """List all series as they are now, without a lock."""
        return [_read(body) for body in self._connection.execute(_ALL).scalars()]

    def names(self) -> list[str]:
        """List the names of all series."""
        return list(self._connection.execute(_NAMES).scalars())

    def of_person(self, person: int) -> list[str]:
        """List the names of the series that somebody runs, is in, or has played in."""
        found = [one for name in self.names() if (one := self.get(name))]
        return [one.name for one in found if person in _people(one)]

    def forget(self, person: int) -> None:
        """Take somebody out of the rounds to come. Tables that are drawn keep the number, as seats do."""
        for name in self.of_person(person):
            if one := self.get(name):
                self.put(one._replace(entrants=tuple(each for each in one.entrants if each != person)))

    def put(self, one: StoredSeries) -> None:
        """Store a series, a new one or in the place of what was known of it."""
        if not self._connection.execute(_CHANGE, {"of": one.name, "new": one._asdict()}).rowcount:
            self._connection.execute(insert(series), {"name": one.name, "body": one._asdict()})


def _read(body: Mapping[str, Any]) -> StoredSeries:
    listed = {part: tuple(body[part]) for part in ("settings", "entrants") if part in body}
    return StoredSeries(**{**body, **listed, "rounds": tuple(tuple(tables) for tables in body["rounds"])})


def _people(one: StoredSeries) -> set[int]:
    """Return the numbers of everybody in a series."""
    tables = (table for tables in one.rounds for table in tables)
    return {one.manager, *one.entrants, *(int(person) for table in tables for person in table["powers"])}
