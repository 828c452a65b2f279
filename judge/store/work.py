"""Work: one transaction, with everything that may be asked and changed in it."""

from __future__ import annotations

from sqlalchemy import Connection

from judge.store.counts import CountWork
from judge.store.editing import EditingWork
from judge.store.favours import FavourWork
from judge.store.habits import HabitWork
from judge.store.locks import Locks
from judge.store.people import PeopleWork
from judge.store.post import PostWork
from judge.store.readings import ReadingWork
from judge.store.records import GameWork
from judge.store.tokens import Tokens
from judge.store.upkeep import UpkeepWork


class Work(PostWork, GameWork, PeopleWork, ReadingWork, HabitWork, UpkeepWork, CountWork, EditingWork, FavourWork):
    """One transaction: letters and notices, games, people. From `Store.work()`; dead once that block is left."""

    def __init__(self, connection: Connection, locks: Locks, tokens: Tokens) -> None:
        PostWork.__init__(self, connection, locks, tokens)
        GameWork.__init__(self, connection, locks)
        PeopleWork.__init__(self, connection, tokens)
        ReadingWork.__init__(self, connection, tokens)
        HabitWork.__init__(self, connection, locks)
        UpkeepWork.__init__(self, connection)
        CountWork.__init__(self, connection)
        EditingWork.__init__(self, connection, locks)
        FavourWork.__init__(self, connection)
