"""Zines: their editors, the style and dates of the copy, and the phases that were printed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from judge.store.repository import Repository
from judge.store.tables import subscriptions, zine_games


class Subscription(NamedTuple):
    """A zine: its editor, and how and when the copy is wanted."""

    id: int
    person_id: int
    zine: str
    copydate: Mapping[str, Any]
    """As `judge.game.clock.copy_dates.read_copy_dates` reads it."""
    formats: list[str]
    style: str
    """Text for `judge.print.style.parse_style`."""
    errata: list[dict[str, Any]]
    """Corrections since the last copy, as the notices about them said."""
    last: datetime | None
    """The last copy date that has passed."""
    due: datetime


class CarriedGame(NamedTuple):
    """A game in a zine."""

    subscription: int
    game: str
    since: datetime
    """The earliest time at which its copy may be sent: before it, its GM may still refuse."""
    after: int
    """The number of the last phase covered by a copy, or processed before anybody subscribed; -1 for none."""
    printed: Mapping[str, str]
    """Number of a printed phase, or `end` → the copy date (ISO) for which it was printed."""


_SUBSCRIPTION = select(*(subscriptions.c[name] for name in Subscription._fields))
_DUE = select(subscriptions.c.id).where(subscriptions.c.due <= bindparam("now")).order_by(subscriptions.c.due, subscriptions.c.id)
_DUE_BETWEEN = (
    select(subscriptions.c.zine, subscriptions.c.due)
    .where(subscriptions.c.due > bindparam("after"), subscriptions.c.due <= bindparam("until"))
    .order_by(subscriptions.c.due, subscriptions.c.id)
)
_CARRIED = select(*(zine_games.c[name] for name in CarriedGame._fields))


class ZineRepository(Repository):
    """`work.zines`: zines, and the games that each prints."""

    def of_person(self, person: int) -> list[Subscription]:
        """List a person's zines, in the order in which they were added."""
        rows = self._connection.execute(_SUBSCRIPTION.where(subscriptions.c.person_id == person).order_by(subscriptions.c.id))
        return [Subscription(*row) for row in rows]

    def get(self, number: int) -> Subscription | None:
        """Return a zine by its number, locked against other workers until the transaction ends; None if there is none."""
        row = self._connection.execute(self._locks.hold(_SUBSCRIPTION.where(subscriptions.c.id == number))).first()
        return Subscription(*row) if row else None

    def due(self, now: datetime) -> list[int]:
        """List the numbers of zines whose copy date is at `now` or before, the longest overdue first."""
        return list(self._connection.execute(_DUE, {"now": now}).scalars())

    def due_between(self, after: datetime, until: datetime) -> list[tuple[str, datetime]]:
        """List the titles of zines whose copy date is after an instant and at another or before, and when that is, the longest
        overdue first.
        """
        rows = self._connection.execute(_DUE_BETWEEN, {"after": after, "until": until})
        return [(row.zine, row.due) for row in rows]

    def add(self, person: int, zine: str, **more: Any) -> int:
        """Add a zine; `more` are the other fields of a Subscription. Returns its number."""
        row = {"person_id": person, "zine": zine, "errata": [], "last": None, **more}
        return int(self._connection.execute(insert(subscriptions).returning(subscriptions.c.id), row).scalar_one())

    def change(self, number: int, **values: Any) -> None:
        """Change fields of a zine."""
        self._connection.execute(update(subscriptions).where(subscriptions.c.id == number).values(**values))

    def remove(self, number: int) -> None:
        """Delete a zine and its entries."""
        self._connection.execute(delete(zine_games).where(zine_games.c.subscription == number))
        self._connection.execute(delete(subscriptions).where(subscriptions.c.id == number))

    def games(self, number: int) -> list[CarriedGame]:
        """List the games in a zine, by name."""
        rows = self._connection.execute(_CARRIED.where(zine_games.c.subscription == number).order_by(zine_games.c.game))
        return [CarriedGame(*row) for row in rows]

    def with_game(self, game: str) -> list[CarriedGame]:
        """List the zines that print a game."""
        rows = self._connection.execute(_CARRIED.where(zine_games.c.game == game).order_by(zine_games.c.subscription))
        return [CarriedGame(*row) for row in rows]

    def put_game(self, row: CarriedGame) -> None:
        """Add a game to a zine, replacing an earlier entry."""
        self.remove_game(row.subscription, row.game)
        self._connection.execute(insert(zine_games), {**row._asdict(), "printed": dict(row.printed)})

    def remove_game(self, number: int, game: str) -> None:
        """Remove a game from a zine."""
        self._connection.execute(delete(zine_games).where(zine_games.c.subscription == number, zine_games.c.game == game))

    def forget(self, person: int) -> None:
        """Delete every zine of a person."""
        for zine in self.of_person(person):
            self.remove(zine.id)
