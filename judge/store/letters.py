"""Letters and notices inside a transaction: which letter is next, what became of it, what is to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, update

from judge.letters import Letter, Notice
from judge.store.locks import AT_ONCE, LockStrategy
from judge.store.records import LetterState
from judge.store.reply_tokens import ReplyTokens
from judge.store.tables import letters, notices

_ALWAYS = datetime(9999, 1, 1, tzinfo=UTC)

_CLOSE = update(letters).where(letters.c.id == bindparam("letter")).values(state=bindparam("to"), note=bindparam("why"))


class LetterRepository:
    """The part of a transaction that deals with letters and notices."""

    def __init__(self, connection: Connection, locks: LockStrategy, tokens: ReplyTokens) -> None:
        self._connection, self._locks, self._tokens = connection, locks, tokens

    def next_letters(self, most: int, until: datetime | None = None) -> list[tuple[int, Letter]]:
        """The oldest letters in state `received` that may be decided now, each with its id, in the order in which they came.

        Args:
            most: how many at most.
            until: take only letters received at this instant or before (what counts for a deadline).
        """
        rows = self._locks.oldest(self._connection, until or _ALWAYS, most)
        return [(row.id, Letter(row.raw, row.received, row.source, row.sender, row.recipient)) for row in rows]

    def next_letter(self, until: datetime | None = None) -> tuple[int, Letter] | None:
        """The oldest of them; None if there is none."""
        return next(iter(self.next_letters(1, until)), None)

    def close_letter(self, letter: int, state: LetterState, note: str = "") -> None:
        """Say what became of a letter.

        Args:
            letter: its id, from `next_letter`.
            state: `done`, `refused` or `shunted`.
            note: for `shunted` the traceback, for `refused` the reason.
        """
        self.close_letters([(letter, state, note)])

    def close_letters(self, some: Sequence[tuple[int, LetterState, str]]) -> None:
        """Say of letters what became of each: (id, state, note)."""
        self._connection.execute(_CLOSE, [{"letter": letter, "to": state, "why": note} for letter, state, note in some])

    def queue(self, *new: Notice) -> int:
        """Queue notices; one whose key was ever queued before is passed over. Returns how many were new."""
        if not new:
            return 0
        by_key = {notice.key: notice for notice in reversed(new)}
        rows = [{**_row(notice), "epoch": self._tokens.epoch} for notice in reversed(by_key.values())]
        return self._connection.execute(self._locks.new_only(notices), rows).rowcount


def _row(notice: Notice) -> dict[str, object]:
    return {
        "key": notice.key,
        "address": notice.to,
        "kind": notice.kind,
        "facts": dict(notice.facts),
        "game": notice.game,
        "seat": notice.seat,
        "answers": notice.answers,
        "state": "queued",
        "next_try": AT_ONCE,
    }
