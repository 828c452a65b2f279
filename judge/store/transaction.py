"""One transaction, with a repository for each subject."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from judge.store.bounces import BounceRepository
from judge.store.census import Census, take_census
from judge.store.daily_limits import DailyLimitRepository
from judge.store.facts import FactRepository
from judge.store.games import GameRepository
from judge.store.held_letters import HeldLetterRepository
from judge.store.letters import LetterRepository
from judge.store.locks import LockStrategy
from judge.store.outbox import OutboxRepository
from judge.store.people import PeopleRepository
from judge.store.records import Person
from judge.store.reply_tokens import ReplyTokens
from judge.store.seats import SeatRepository
from judge.store.series import SeriesRepository
from judge.store.zines import ZineRepository


class Transaction:
    """One transaction: all changes by its repositories are committed or rolled back together.

    It comes from `Store.work()` (or, for reading only, `Store.look()`), and may not be used once that block is left.
    """

    def __init__(self, connection: Connection, locks: LockStrategy, tokens: ReplyTokens) -> None:
        self._connection = connection
        parts = connection, locks, tokens
        self.letters, self.held = LetterRepository(*parts), HeldLetterRepository(*parts)
        self.outbox, self.bounces = OutboxRepository(*parts), BounceRepository(*parts)
        self.games, self.seats, self.people = GameRepository(*parts), SeatRepository(*parts), PeopleRepository(*parts)
        self.zines, self.limits = ZineRepository(*parts), DailyLimitRepository(*parts)
        self.facts, self.series = FactRepository(*parts), SeriesRepository(*parts)

    def census(self, now: datetime) -> Census:
        """Count everything in the store."""
        return take_census(self._connection, now)

    def forget_person(self, person: Person) -> None:
        """Delete everything about a person except their number, to which seats refer, and letters still to be decided."""
        self.letters.forget(person)
        self.outbox.forget(person.address)
        self.held.forget(person.address)
        self.bounces.clear(person.address)
        self.limits.forget(person)
        self.zines.forget(person.id)
        self.series.forget(person.id)
        self.people.forget(person.id)
