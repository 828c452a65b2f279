"""Games: the current snapshot, the events that led to it, the positions between phases, and the press."""
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, delete, func, insert, select, update

from judge.seat import Seat
from judge.store.locks import DUE
from judge.store.records import GameListing, RunPhase, StoredEvent, StoredGame, StoredPhase, StoredPosition, StoredPress
from judge.store.repository import Repository
from judge.store.tables import events, games, positions, press, secrets

_NAME: BindParameter[str] = bindparam("of")
_GAME = select(games.c.name, games.c.head, games.c.seq, games.c.next_due).where(games.c.name == _NAME)
_CARDS = select(games.c.name, games.c.card, games.c.next_due).order_by(games.c.name)
_SOME = _CARDS.where(games.c.name.in_(bindparam("names", expanding=True)))
_FORMING = _CARDS.where(games.c.stage == "forming")
_IN_STAGE = _CARDS.where(games.c.stage == bindparam("stage")).limit(bindparam("most"))
_FIRST = (
    select(games.c.name, games.c.card, games.c.next_due)
    .where(games.c.next_due.is_not(None))
    .order_by(games.c.next_due, games.c.name)
    .limit(bindparam("most"))
)
_DUE_BETWEEN = (
    select(games.c.name, games.c.next_due)
    .where(games.c.next_due > bindparam("after"), games.c.next_due <= bindparam("until"))
    .order_by(games.c.next_due, games.c.name)
)
_LAST = (events.c.game == games.c.name) & (events.c.seq == games.c.seq - 1)
_LAST_CHANGE = select(func.max(events.c.at)).join_from(games, events, _LAST)
_RUN_AFTER = (
    select(positions.c.game, positions.c.phase, events.c.at)
    .join_from(positions, events, (events.c.game == positions.c.game) & (events.c.seq == positions.c.seq))
    .where(events.c.at > bindparam("after"))
    .order_by(events.c.at, positions.c.game)
)
_STAGES = select(games.c.stage, func.count().label("number")).group_by(games.c.stage)
_SAVE = (
    update(games)
    .where(games.c.name == _NAME)
    .values(head=bindparam("new_head"), seq=bindparam("new_seq"), next_due=bindparam("new_due"))
)
_SAVE_CARD = update(games).where(games.c.name == _NAME).values(card=bindparam("new_card"), stage=bindparam("new_stage"))
_EVENTS = select(events.c.seq, events.c.at, events.c.body).where(events.c.game == _NAME).order_by(events.c.seq)
_POSITIONS = select(positions.c.seq, positions.c.phase, positions.c.body).where(positions.c.game == _NAME).order_by(positions.c.seq)
_PHASES = select(positions.c.seq, positions.c.phase).where(positions.c.game == _NAME).order_by(positions.c.seq)
_OF_TURN = (positions.c.game == _NAME) & (positions.c.seq == bindparam("number"))
_POSITION = select(positions.c.body).where(_OF_TURN)
_NEWEST_LETTER = select(positions.c.newest_letter).where(_OF_TURN)
_PRESS = select(press.c.game, press.c.seq, press.c.seat, press.c.body).where(press.c.game == _NAME).order_by(press.c.seq)
_NO_PRESS = delete(press).where(press.c.game == bindparam("in_game"), press.c.seq == bindparam("number"))
_SECRET = select(secrets.c.seed).where(secrets.c.game == _NAME)
_ADD_GAME, _ADD_EVENT, _ADD_POSITION = insert(games), insert(events), insert(positions)
_ADD_PRESS, _ADD_SECRET = insert(press), insert(secrets)


class GameRepository(Repository):
    """`work.games`: games with their events, positions and press."""

    def get(self, name: str) -> StoredGame | None:
        """Return a game's current state, or None, and lock it against other workers until the transaction ends."""
        self._locks.game(self._connection, name)
        row = self._connection.execute(_GAME, {"of": name}).first()
        return None if row is None else StoredGame(row.name, row.head, row.seq, row.next_due)

    def listings(self, names: Iterable[str] | None = None) -> list[GameListing]:
        """List the cards of these games, or of all (which may be many), by name, without loading any game."""
        return self._cards(_CARDS) if names is None else self._cards(_SOME, names=sorted(names))

    def forming(self) -> list[GameListing]:
        """List the cards of the games that wait for players, by name."""
        return self._cards(_FORMING)

    def in_stage(self, stage: str, most: int) -> list[GameListing]:
        """List the cards of games that are `running` or `finished`, at most `most`, by name."""
        return self._cards(_IN_STAGE, stage=stage, most=most)

    def first_due(self, most: int) -> list[GameListing]:
        """List the cards of the games with the next deadlines, at most `most`."""
        return self._cards(_FIRST, most=most)

    def count_by_stage(self) -> dict[str, int]:
        """Count the games by the stage on their cards."""
        return {row.stage: row.number for row in self._connection.execute(_STAGES)}

    def _cards(self, statement: Select[tuple[str, Any, datetime | None]], **wanted: Any) -> list[GameListing]:
        return [GameListing(row.name, row.card, row.next_due) for row in self._connection.execute(statement, wanted)]

    def add(
        self,
        name: str,
        head: Mapping[str, Any],
        next_due: datetime | None = None,
        *,
        seq: int = 0,
        card: Mapping[str, Any] | None = None,
    ) -> None:
        """Store a new game.

        Args:
            name: unique, as `get()` will be asked for it (the caller decides about case).
            head: its snapshot (JSON values only).
            next_due: its first deadline (aware), if it has one.
            seq: the number its next event gets.
            card: the few facts that LIST shows.

        Raises:
            sqlalchemy.exc.IntegrityError: the name is taken.
        """
        row = {"name": name, "head": dict(head), "card": dict(card or {}), "seq": seq, "next_due": next_due}
        self._connection.execute(_ADD_GAME, {**row, "stage": _stage(card or {})})

    def save(
        self,
        name: str,
        head: Mapping[str, Any],
        seq: int,
        next_due: datetime | None,
        *,
        card: Mapping[str, Any] | None = None,
    ) -> None:
        """Replace a game's snapshot, next event number and deadline, and its card if one is given."""
        changes = {"of": name, "new_head": dict(head), "new_seq": seq, "new_due": next_due}
        self._connection.execute(_SAVE, changes)
        if card is not None:
            self._connection.execute(_SAVE_CARD, {"of": name, "new_card": dict(card), "new_stage": _stage(card)})

    def due(self, now: datetime) -> list[str]:
        """List the games whose deadline is at `now` or before, the longest overdue first."""
        return list(self._connection.execute(DUE, {"now": now}).scalars())

    def due_between(self, after: datetime, until: datetime) -> list[tuple[str, datetime]]:
        """List the games whose next deadline, or what happens before it, is after an instant and at another or before, and when
        that is, the longest overdue first.
        """
        rows = self._connection.execute(_DUE_BETWEEN, {"after": after, "until": until})
        return [(row.name, row.next_due) for row in rows]

    def last_change(self) -> datetime | None:
        """Return when any game last changed; None if there is no game. It looks at every game."""
        found: datetime | None = self._connection.execute(_LAST_CHANGE).scalar_one()
        return found

    def run_after(self, instant: datetime) -> list[RunPhase]:
        """List the phases (and rulings) that were run after an instant, in the order of time. It looks at every phase."""
        return [RunPhase(*row) for row in self._connection.execute(_RUN_AFTER, {"after": instant})]

    def ready(self, now: datetime) -> list[str]:
        """List the due games that may probably be processed; the others wait for letters that came before their deadline."""
        return self._locks.ready(self._connection, now)

    def may_run(self, name: str, now: datetime) -> bool:
        """Whether the due work of a game may be done now. If so, the game is locked against other workers."""
        return self._locks.may_run(self._connection, name, now)

    def append_events(self, game: str, seq: int, at: datetime, bodies: Sequence[Mapping[str, Any]]) -> int:
        """Append events numbered `seq`, `seq + 1`, …; returns the number after the last.

        Raises:
            sqlalchemy.exc.IntegrityError: that number was given to an event already (events are never replaced).
        """
        rows = [{"game": game, "seq": seq + n, "at": at, "body": dict(body)} for n, body in enumerate(bodies)]
        if rows:
            self._connection.execute(_ADD_EVENT, rows)
        return seq + len(rows)

    def events(self, game: str) -> list[StoredEvent]:
        """List a game's events in order."""
        return [StoredEvent(row.seq, row.at, row.body) for row in self._connection.execute(_EVENTS, {"of": game})]

    def add_position(self, game: str, seq: int, phase: str, body: Mapping[str, Any], newest_letter: int = 0) -> None:
        """Keep the position after the phase (or ruling) of event `seq`, and the number of the newest letter that was there then."""
        row = {"game": game, "seq": seq, "phase": phase, "body": dict(body), "newest_letter": newest_letter}
        self._connection.execute(_ADD_POSITION, row)

    def newest_letter(self, game: str, seq: int) -> int:
        """Return the number of the newest letter that was there when the phase of event `seq` was run; 0 if it is not known."""
        return self._connection.execute(_NEWEST_LETTER, {"of": game, "number": seq}).scalar_one_or_none() or 0

    def positions(self, game: str) -> list[StoredPosition]:
        """List the positions after every phase of a game, in order."""
        rows = self._connection.execute(_POSITIONS, {"of": game})
        return [StoredPosition(row.seq, row.phase, row.body) for row in rows]

    def position(self, game: str, seq: int) -> dict[str, Any] | None:
        """Return the position after the phase of event `seq`, or None, without loading the events."""
        found: dict[str, Any] | None = self._connection.execute(_POSITION, {"of": game, "number": seq}).scalar_one_or_none()
        return found

    def phases(self, game: str) -> list[StoredPhase]:
        """List every processed phase of a game, in order: event number and name."""
        return [StoredPhase(row.seq, row.phase) for row in self._connection.execute(_PHASES, {"of": game})]

    def valid_phases(self, game: str, struck: Collection[int] | None = None) -> list[StoredPhase]:
        """List the processed phases of a game that are still valid, in order: event number and name.

        Args:
            game: its name.
            struck: the events of withdrawn phases; None to take them from the stored game.
        """
        if struck is None:
            stored = self.get(game)
            struck = stored.struck if stored else ()
        return [kept for kept in self.phases(game) if kept.seq not in struck]

    def add_press(self, game: str, seq: int, seat: Seat, body: Mapping[str, Any]) -> None:
        """Keep the text of the press that event `seq` records."""
        self._connection.execute(_ADD_PRESS, {"game": game, "seq": seq, "seat": seat, "body": dict(body)})

    def press(self, game: str) -> list[StoredPress]:
        """List a game's press in order."""
        rows = self._connection.execute(_PRESS, {"of": game})
        return [StoredPress(row.game, row.seq, row.seat, row.body) for row in rows]

    def delete_press(self, game: str, which: Sequence[int]) -> None:
        """Delete the text of press by its event numbers."""
        if which:
            self._connection.execute(_NO_PRESS, [{"in_game": game, "number": seq} for seq in which])

    def seed(self, game: str) -> str | None:
        """Return the seed of the game's dice; None before it is set."""
        return self._connection.execute(_SECRET, {"of": game}).scalar_one_or_none()

    def set_seed(self, game: str, seed: str) -> None:
        """Set the seed, which never changes afterwards.

        Raises:
            sqlalchemy.exc.IntegrityError: the game has a seed already.
        """
        self._connection.execute(_ADD_SECRET, {"game": game, "seed": seed})


def _stage(card: Mapping[str, Any]) -> str:
    """The stage on a card, by which LIST finds the games that wait for players."""
    return str(card.get("stage", ""))
