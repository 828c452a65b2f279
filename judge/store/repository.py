"""The base of a transaction's repositories."""

from __future__ import annotations

from sqlalchemy import Connection

from judge.store.locks import LockStrategy
from judge.store.reply_tokens import ReplyTokens


class Repository:
    """A repository for one subject: it has the transaction's connection, the lock strategy and the token maker."""

    def __init__(self, connection: Connection, locks: LockStrategy, tokens: ReplyTokens) -> None:
        self._connection, self._locks, self._tokens = connection, locks, tokens
