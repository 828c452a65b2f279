"""Notices being sent: claimed for a limited time, rendered once, then sent or given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from sqlalchemy import Connection, Row, bindparam, func, select, update

from judge.letters import Notice
from judge.store.locks import LockStrategy, WorkerRegistry
from judge.store.records import ClaimedNotice
from judge.store.reply_tokens import ReplyTokens, in_epoch
from judge.store.tables import QUEUED, notices, seats

HELD = "held"
"""The fact that names the held letter which a reply to the notice confirms."""
EDITS = "edits"
"""The fact that names the person who gets the notice as an editor of zines."""
LEASE = timedelta(minutes=5)
"""How long a claim lasts, by the claimer's clock. After a crash the notice can be claimed again then, or after `free_claims`; by
another worker only if the claimer is no longer at work.
"""

_NONCE = select(seats.c.nonce).where(seats.c.game == notices.c.game, seats.c.seat == notices.c.seat).scalar_subquery()
_DUE = (
    select(notices, _NONCE.label("nonce"))
    .where(QUEUED, notices.c.next_try <= bindparam("now"))
    .order_by(notices.c.next_try, notices.c.kind != "answer", notices.c.id)  # an answer need not wait for maps
    .limit(bindparam("most"))
)
_ONE = notices.c.id == bindparam("notice")
_CLAIM = (
    update(notices)
    .where(_ONE)
    .values(
        next_try=bindparam("lease"),
        attempts=notices.c.attempts + 1,
        note=bindparam("by"),
        since=func.coalesce(notices.c.since, bindparam("now", type_=notices.c.since.type)),
    )
)
_KEEP = (
    update(notices)
    .where(_ONE, QUEUED, notices.c.rendered.is_(None))
    .values(rendered=bindparam("bytes"), message_id=bindparam("mid"))
)
_KEPT = select(notices.c.id, notices.c.rendered).where(QUEUED, notices.c.id.in_(bindparam("these", expanding=True)))
_SENT = update(notices).where(_ONE).values(state="sent", note="", rendered=None)  # the bytes contain a token
_LATER = update(notices).where(_ONE, QUEUED).values(next_try=bindparam("again"), note=bindparam("why"))
_PUT_BACK = _LATER.values(attempts=notices.c.attempts - 1)
_FAILED = update(notices).where(_ONE, QUEUED).values(state="failed", note=bindparam("why"))


class DatabaseDialect(LockStrategy, WorkerRegistry, Protocol):
    """Everything that differs between databases."""


class OutboxClaims:
    """The store as the sender uses it. Each call is a transaction of its own."""

    def __init__(self, locks: DatabaseDialect, tokens: ReplyTokens) -> None:
        self._locks, self._tokens = locks, tokens
        self._due = locks.claim(_DUE)

    def claim_notices(self, now: datetime, most: int = 20, sent: Sequence[int] = ()) -> list[ClaimedNotice]:
        """Record that notices were `sent`, and claim up to `most` that are due: no other sender gets them while this one is there.

        The longest due come first; among those due at the same instant, answers come first.
        """
        # A claim alone may be forgotten by a power cut, which frees it anyway. Nothing is sent before its bytes are kept.
        with self._locks.write(durable=bool(sent)) as connection:
            self._record_sent(connection, sent)
            rows = connection.execute(self._due, {"now": now, "most": most, "mark": self._locks.last_mark}).all()
            if rows:
                by = self._locks.mark()
                lease = [{"notice": row.id, "lease": now + LEASE, "now": now, "by": by} for row in rows]
                connection.execute(_CLAIM, lease)
        return [self._claimed(row) for row in rows]

    def free_claims(self) -> None:
        """Release the claims of senders that have died. Where there is at most one sender, release all earlier claims."""
        with self._locks.write() as connection:
            self._locks.free(connection)

    def keep_rendered(self, rendered: Sequence[tuple[int, bytes, str]]) -> dict[int, bytes]:
        """Keep the bytes of notices before their first sending, as (notice, bytes, Message-ID), so that later tries send the same
        bytes.

        Returns:
            Notice → the bytes to send. They differ if another sender kept its bytes first and its claim ran out.
            A notice already sent is left out, so two different mails never have one Message-ID.
        """
        rows = [{"notice": notice, "bytes": raw, "mid": message_id} for notice, raw, message_id in rendered]
        with self._locks.write() as connection:
            if connection.execute(_KEEP, rows).rowcount == len(rows):
                return {notice: raw for notice, raw, _ in rendered}
            found = connection.execute(_KEPT, {"these": [notice for notice, _, _ in rendered]})
            return {row.id: row.rendered for row in found if row.rendered}

    def notices_sent(self, sent: Sequence[int]) -> None:
        """Record that notices were sent: queued → sent."""
        with self._locks.write() as connection:
            self._record_sent(connection, sent)

    def notice_failed(self, notice: int, next_try: datetime | None, note: str) -> None:
        """Record that sending failed: try again at `next_try`, or, if it is None, give up (queued → failed). `note` says why."""
        change: Mapping[str, Any] = {"notice": notice, "why": note}
        with self._locks.write() as connection:
            if next_try is None:
                connection.execute(_FAILED, change)
            else:
                connection.execute(_LATER, {**change, "again": next_try})

    def notice_put_back(self, notice: int, next_try: datetime, note: str) -> None:
        """Record that a notice was not tried: it is due again at `next_try`, and the attempt does not count. `note` says why."""
        with self._locks.write() as connection:
            connection.execute(_PUT_BACK, {"notice": notice, "again": next_try, "why": note})

    def _record_sent(self, connection: Connection, sent: Sequence[int]) -> None:
        if sent:
            connection.execute(_SENT, [{"notice": notice} for notice in sent])

    def _claimed(self, row: Row[Any]) -> ClaimedNotice:
        token = self._token(row)
        facts = {**row.facts, "code": token} if HELD in row.facts else row.facts  # the text of the question contains the code, too
        key = self._tokens.of_letter(in_epoch(row.key, row.epoch))
        notice = Notice(key, row.address, row.kind, facts, row.game, row.seat, row.answers)
        return ClaimedNotice(row.id, notice, token, row.rendered, row.attempts, row.since)

    def _token(self, row: Row[Any]) -> str:
        """The token that a reply to this notice carries: the seat's, the editor's, or the code of the held letter it asks about."""
        if HELD in row.facts:
            return self._tokens.of_held(row.facts[HELD], row.epoch)
        if EDITS in row.facts:
            return self._tokens.of_editor(row.facts[EDITS], row.address)
        return self._tokens.of_seat(row.game, row.seat, row.nonce) if row.nonce else ""
