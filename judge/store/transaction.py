"""Work: one transaction, with everything that may be asked and changed in it."""

from __future__ import annotations

from sqlalchemy import Connection

from judge.store.census import CensusRepository
from judge.store.daily_limits import DailyLimitRepository
from judge.store.games import GameWork
from judge.store.letter_facts import LetterFactsRepository
from judge.store.letters import LetterRepository
from judge.store.locks import LockStrategy
from judge.store.people import PeopleRepository
from judge.store.profiles import ProfileRepository
from judge.store.reply_tokens import ReplyTokens
from judge.store.retention import RetentionRepository
from judge.store.zines import ZineRepository


class Transaction(
    LetterRepository,
    GameWork,
    PeopleRepository,
    LetterFactsRepository,
    ProfileRepository,
    RetentionRepository,
    CensusRepository,
    ZineRepository,
    DailyLimitRepository,
):
    """One transaction: letters and notices, games, people. From `Store.work()`; dead once that block is left."""

    def __init__(self, connection: Connection, locks: LockStrategy, tokens: ReplyTokens) -> None:
        LetterRepository.__init__(self, connection, locks, tokens)
        GameWork.__init__(self, connection, locks)
        PeopleRepository.__init__(self, connection, tokens)
        LetterFactsRepository.__init__(self, connection, tokens)
        ProfileRepository.__init__(self, connection, locks)
        RetentionRepository.__init__(self, connection)
        CensusRepository.__init__(self, connection)
        ZineRepository.__init__(self, connection, locks)
        DailyLimitRepository.__init__(self, connection)
