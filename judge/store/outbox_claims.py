"""Notices on their way out: claimed for a while, rendered once, sent or given up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from sqlalchemy import Row, bindparam, func, select, update

from judge.letters import Notice
from judge.store.locks import LockStrategy, WorkerRegistry
from judge.store.records import ClaimedNotice
from judge.store.reply_tokens import ReplyTokens, in_epoch
from judge.store.tables import QUEUED, notices, seats

HELD = "held"
"""The fact that names the held letter which a reply to a notice makes count."""
EDITS = "edits"
"""The fact that names the person to whom a notice goes as an editor of zines."""
LEASE = timedelta(minutes=5)
"""How long a claim on a notice lasts; after a crash the notice is claimed again then, or after `free_claims`."""

_NONCE = select(seats.c.nonce).where(seats.c.game == notices.c.game, seats.c.seat == notices.c.seat).scalar_subquery()
_DUE = (
    select(notices, _NONCE.label("nonce"))
    .where(QUEUED, notices.c.next_try <= bindparam("now"))
    .order_by(notices.c.next_try, notices.c.kind != "answer", notices.c.id)  # an answer waits for no picture
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
_SENT = update(notices).where(_ONE).values(state="sent", note="", rendered=None)  # the bytes hold a token
_LATER = update(notices).where(_ONE, QUEUED).values(next_try=bindparam("again"), note=bindparam("why"))
_PUT_BACK = _LATER.values(attempts=notices.c.attempts - 1)
_FAILED = update(notices).where(_ONE, QUEUED).values(state="failed", note=bindparam("why"))


class DatabaseDialect(LockStrategy, WorkerRegistry, Protocol):
    """All that is not the same on every database."""


class OutboxClaims:
    """The sender's side of the store: each call is its own transaction."""

    def __init__(self, locks: DatabaseDialect, tokens: ReplyTokens) -> None:
        self._locks, self._tokens = locks, tokens
        self._due = locks.claim(_DUE)

    def claim_notices(self, now: datetime, most: int = 20) -> list[ClaimedNotice]:
        """Take up to `most` notices that are due; nobody else gets them for five minutes.

        Those due longest come first; of those due since the same instant, answers do.
        """
        with self._locks.write() as connection:
            rows = connection.execute(self._due, {"now": now, "most": most}).all()
            if rows:
                by = self._locks.mark()
                lease = [{"notice": row.id, "lease": now + LEASE, "now": now, "by": by} for row in rows]
                connection.execute(_CLAIM, lease)
        return [self._claimed(row) for row in rows]

    def free_claims(self) -> None:
        """Release the claims of senders that died; where there is at most one sender, all earlier claims."""
        with self._locks.write() as connection:
            self._locks.free(connection)

    def keep_rendered(self, rendered: Sequence[tuple[int, bytes, str]]) -> dict[int, bytes]:
        """Keep what is about to be sent for the first time, as (notice, bytes, Message-ID): later tries send these bytes.

        Returns:
            Notice → the bytes to send. They differ if another sender kept its bytes first and took too long to send them.
            A notice already sent is left out. So there is never a second letter under one Message-ID.
        """
        rows = [{"notice": notice, "bytes": raw, "mid": message_id} for notice, raw, message_id in rendered]
        with self._locks.write() as connection:
            if connection.execute(_KEEP, rows).rowcount == len(rows):
                return {notice: raw for notice, raw, _ in rendered}
            found = connection.execute(_KEPT, {"these": [notice for notice, _, _ in rendered]})
            return {row.id: row.rendered for row in found if row.rendered}

    def notice_sent(self, notice: int) -> None:
        """The notice is out: queued → sent."""
        with self._locks.write() as connection:
            connection.execute(_SENT, {"notice": notice})

    def notice_failed(self, notice: int, next_try: datetime | None, note: str) -> None:
        """Sending did not work: try again at `next_try`, or, with None, give up (queued → failed). `note` says why."""
        change: Mapping[str, Any] = {"notice": notice, "why": note}
        with self._locks.write() as connection:
            if next_try is None:
                connection.execute(_FAILED, change)
            else:
                connection.execute(_LATER, {**change, "again": next_try})

    def notice_put_back(self, notice: int, next_try: datetime, note: str) -> None:
        """The notice was not tried: it is due again at `next_try`, and the attempt does not count. `note` says why."""
        with self._locks.write() as connection:
            connection.execute(_PUT_BACK, {"notice": notice, "again": next_try, "why": note})

    def _claimed(self, row: Row[Any]) -> ClaimedNotice:
        token = self._token(row)
        facts = {**row.facts, "code": token} if HELD in row.facts else row.facts  # which the question says in words, too
        key = self._tokens.of_letter(in_epoch(row.key, row.epoch))
        notice = Notice(key, row.address, row.kind, facts, row.game, row.seat, row.answers)
        return ClaimedNotice(row.id, notice, token, row.rendered, row.attempts, row.since)

    def _token(self, row: Row[Any]) -> str:
        """What a reply to this notice carries: the seat's token, the editor's, or the code of the letter that it asks about."""
        if HELD in row.facts:
            return self._tokens.of_held(row.facts[HELD], row.epoch)
        if EDITS in row.facts:
            return self._tokens.of_editor(row.facts[EDITS], row.address)
        return self._tokens.of_seat(row.game, row.seat, row.nonce) if row.nonce else ""
