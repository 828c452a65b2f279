"""Letters and notices inside a transaction: which letter is next, what became of it, what is to be sent."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, Row, Select, bindparam, select, update

from judge.letters import Letter, Notice
from judge.store.locks import Locks
from judge.store.rows import LetterState
from judge.store.tables import RECEIVED, letters, notices

AT_ONCE = datetime(1, 1, 1, tzinfo=UTC)
"""The next try of a notice that was never tried: before every instant there is."""
_ALWAYS = datetime(9999, 1, 1, tzinfo=UTC)

_NEXT = (
    select(letters.c.id, letters.c.raw, letters.c.received, letters.c.source, letters.c.sender, letters.c.recipient)
    .where(RECEIVED, letters.c.received <= bindparam("until"))
    .order_by(letters.c.received, letters.c.id)
    .limit(1)
)
_CLOSE = update(letters).where(letters.c.id == bindparam("letter")).values(state=bindparam("to"), note=bindparam("why"))


class PostWork:
    """The part of a transaction that deals with letters and notices."""

    def __init__(self, connection: Connection, locks: Locks) -> None:
        self._connection = connection
        self._next: Select[tuple[int, bytes, datetime, str, str, str]] = locks.claim(_NEXT)
        self._queue = locks.new_only(notices)

    def next_letter(self, until: datetime | None = None) -> tuple[int, Letter] | None:
        """The oldest letter in state `received`, with its id; None if there is none.

        Args:
            until: take only letters received at this instant or before (what counts for a deadline).
        """
        row = self._connection.execute(self._next, {"until": until or _ALWAYS}).first()
        return None if row is None else (row.id, _letter(row))

    def close_letter(self, letter: int, state: LetterState, note: str = "") -> None:
        """Say what became of a letter.

        Args:
            letter: its id, from `next_letter`.
            state: `done`, `refused` or `shunted`.
            note: for `shunted` the traceback, for `refused` the reason.
        """
        self._connection.execute(_CLOSE, {"letter": letter, "to": state, "why": note})

    def queue(self, *new: Notice) -> int:
        """Queue notices; one whose key was ever queued before is passed over. Returns how many were new."""
        by_key = {notice.key: notice for notice in new}
        if not by_key:
            return 0
        return self._connection.execute(self._queue, [_row(notice) for notice in by_key.values()]).rowcount


def _letter(row: Row[tuple[int, bytes, datetime, str, str, str]]) -> Letter:
    return Letter(row.raw, row.received, row.source, row.sender, row.recipient)


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
