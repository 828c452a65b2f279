"""Work: one transaction, with everything that may be asked and changed in it."""

from __future__ import annotations

from sqlalchemy import Connection

from judge.store.census import CountWork
from judge.store.daily_limits import FavourWork
from judge.store.games import GameWork
from judge.store.letter_facts import ReadingWork
from judge.store.letters import PostWork
from judge.store.locks import Locks
from judge.store.people import PeopleWork
from judge.store.profiles import HabitWork
from judge.store.reply_tokens import Tokens
from judge.store.retention import UpkeepWork
from judge.store.zines import EditingWork


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
