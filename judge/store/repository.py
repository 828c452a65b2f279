"""What every repository of a transaction has in common."""

from __future__ import annotations

from sqlalchemy import Connection

from judge.store.locks import LockStrategy
from judge.store.reply_tokens import ReplyTokens


class Repository:
    """One subject of a transaction: its connection, how writers keep out of each other's way, and what makes tokens."""

    def __init__(self, connection: Connection, locks: LockStrategy, tokens: ReplyTokens) -> None:
        self._connection, self._locks, self._tokens = connection, locks, tokens
