"""Notices: queued here, and found again by their replies and bounces. `judge.store.outbox_claims` sends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import String, bindparam, func, select, update

from judge.letters import Notice
from judge.seat import Seat
from judge.store.locks import AT_ONCE, CLAIMED
from judge.store.records import RefusedNotice, SentLetter, SentNotice
from judge.store.repository import Repository
from judge.store.tables import QUEUED, notices

LARGEST = 2**31 - 1
"""The largest row number that PostgreSQL accepts; a forged bounce may name a larger one."""

LATEST = 200
"""The most notices among which those are found that were refused last."""

_ONE = notices.c.id == bindparam("notice")
_SENT = select(notices.c.address, notices.c.kind, notices.c.facts, notices.c.game)
_BY_IDS = _SENT.where(notices.c.message_id.in_(bindparam("ids", expanding=True)))
_BY_MARK = _SENT.where(notices.c.id == bindparam("number"), notices.c.message_id.startswith(bindparam("begins", type_=String)))
_BY_KEY = select(notices.c.facts, notices.c.state, notices.c.next_try).where(notices.c.key == bindparam("of"))
_ADD_TO = update(notices).where(
    QUEUED, notices.c.key == bindparam("of"), notices.c.next_try == bindparam("until")
).values(facts=bindparam("more", type_=notices.c.facts.type))  # fmt: skip
_WAITING = (
    select(notices.c.key, notices.c.seat, notices.c.facts)
    .where(QUEUED, notices.c.next_try > bindparam("moment"), notices.c.game == bindparam("of"), notices.c.kind == "answer")
    .where(notices.c.rendered.is_(None))
    .order_by(notices.c.id)
)
_REWRITE = update(notices).where(QUEUED, notices.c.key == bindparam("of"), notices.c.rendered.is_(None)).values(
    facts=bindparam("more", type_=notices.c.facts.type), next_try=bindparam("moment")
)  # fmt: skip
_NO_LATER = update(notices).where(QUEUED, notices.c.next_try > bindparam("latest")).values(next_try=bindparam("moment"))
_OLD = (
    select(notices.c.id, notices.c.facts)
    .where(notices.c.id > bindparam("after"), notices.c.since < bindparam("before"))
    .where(notices.c.state.in_(("sent", "failed")), notices.c.address != "")
    .order_by(notices.c.id)
    .limit(bindparam("most"))
)
_TROUBLE = (
    select(notices.c.note).where(QUEUED, notices.c.note != "", ~notices.c.note.startswith(CLAIMED)).order_by(notices.c.id).limit(1)
)
_LATEST = select(notices.c.state, notices.c.address, notices.c.note).order_by(notices.c.id.desc()).limit(LATEST)
_ERASE = update(notices).where(_ONE).values(
    address="", facts=bindparam("left", type_=notices.c.facts.type), answers="", rendered=None
)  # fmt: skip
_GIVE_UP = update(notices).where(_ONE, notices.c.state == "queued").values(state="failed", note="forgotten")
_TO = select(
    notices.c.id, notices.c.key, notices.c.address, notices.c.kind, notices.c.facts, notices.c.game, notices.c.seat,
    notices.c.answers, notices.c.since,
).where(func.lower(notices.c.address) == bindparam("of")).order_by(notices.c.id)  # fmt: skip


class OutboxRepository(Repository):
    """`work.outbox`: the mail that the judge writes."""

    def queue(self, *new: Notice) -> int:
        """Queue notices, leaving out those whose key was queued before. Returns how many were new."""
        if not new:
            return 0
        by_key = {notice.key: notice for notice in reversed(new)}
        rows = [{**_row(notice), "epoch": self._tokens.epoch} for notice in reversed(by_key.values())]
        return self._connection.execute(self._locks.new_only(notices), rows).rowcount

    def delay(self, notice: Notice, until: datetime) -> None:
        """Queue a notice to be sent at `until`. If its key is already waiting for that instant, replace its facts."""
        waits = {"of": notice.key, "until": until}
        if not self._connection.execute(_ADD_TO, {**waits, "more": dict(notice.facts)}).rowcount:
            row = {**_row(notice), "epoch": self._tokens.epoch, "next_try": until}
            self._connection.execute(self._locks.new_only(notices), [row])

    def delayed(self, key: str, until: datetime) -> Mapping[str, Any] | None:
        """Return the facts of the notice with this key; {} if it does not wait until this instant, None if there is none."""
        row = self._connection.execute(_BY_KEY, {"of": key}).first()
        return None if row is None else dict(row.facts) if row.state == "queued" and row.next_try == until else {}

    def answers_put_off(self, game: str, now: datetime) -> list[tuple[str, Seat, Mapping[str, Any]]]:
        """List (key, seat, facts) of a game's answers that are to be sent later than `now` and have no words yet."""
        return [(r.key, r.seat, r.facts) for r in self._connection.execute(_WAITING, {"of": game, "moment": now})]

    def rewrite(self, key: str, facts: Mapping[str, Any], until: datetime | None) -> None:
        """Give a notice that has no words yet other facts, and have it sent at `until`; None: at once."""
        self._connection.execute(_REWRITE, {"of": key, "more": dict(facts), "moment": until or AT_ONCE})

    def facts(self, key: str) -> Mapping[str, Any] | None:
        """Return the facts of the notice with this key; None if there is none."""
        row = self._connection.execute(_BY_KEY, {"of": key}).first()
        return None if row is None else dict(row.facts)

    def by_message_ids(self, message_ids: Sequence[str]) -> list[SentNotice]:
        """Find the notices sent under these Message-IDs."""
        return [SentNotice(*row) for row in self._connection.execute(_BY_IDS, {"ids": list(message_ids)})]

    def by_mark(self, number: int, mark: str) -> SentNotice | None:
        """Return the notice with this number if the mark in its Message-ID begins with `mark`; else None."""
        asked = {"number": number, "begins": f"<judge.{mark}"}
        row = self._connection.execute(_BY_MARK, asked).first() if number <= LARGEST else None
        return None if row is None else SentNotice(*row)

    def try_no_later(self, latest: datetime, now: datetime) -> None:
        """Make notices due `now` that wait for an instant after `latest`, which must come from a wrong clock."""
        self._connection.execute(_NO_LATER, {"latest": latest, "moment": now})

    def to_address(self, address: str) -> list[SentLetter]:
        """List every notice to an address."""
        rows = self._connection.execute(_TO, {"of": address.lower()})
        return [SentLetter(r.id, Notice(r.key, r.address, r.kind, r.facts, r.game, r.seat, r.answers), r.since) for r in rows]

    def trouble(self) -> str:
        """Return why the first of those that wait was not sent; '' if none was tried."""
        return str(self._connection.execute(_TROUBLE).scalar_one_or_none() or "")

    def refused_last(self) -> list[RefusedNotice]:
        """List the newest notices up to the last one that was sent, if they were refused or given up."""
        found = list[RefusedNotice]()
        for row in self._connection.execute(_LATEST):
            if row.state == "sent":
                break
            if row.state == "failed":
                found.append(RefusedNotice(row.address, row.note))
        return found

    def old(self, before: datetime, most: int, after: int = 0) -> list[tuple[int, Mapping[str, Any]]]:
        """List (number, facts) of finished notices first sent before an instant whose facts were not erased, beginning with the
        first number
        over `after`.
        """
        rows = self._connection.execute(_OLD, {"before": before, "most": most, "after": after})
        return [(row.id, row.facts) for row in rows]

    def erase(self, which: Sequence[tuple[int, Mapping[str, Any]]]) -> None:
        """Delete the addresses and facts of notices, given as (number, facts), but keep the phase that each was about. Notices not
        yet sent
        will not be sent.
        """
        self._connection.execute(_GIVE_UP, [{"notice": number} for number, _ in which])
        self._connection.execute(_ERASE, [{"notice": number, "left": _phase_only(facts)} for number, facts in which])

    def forget(self, address: str) -> None:
        """Erase every notice to an address."""
        if found := [(each.id, each.notice.facts) for each in self.to_address(address)]:
            self.erase(found)


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


def _phase_only(facts: Mapping[str, Any]) -> dict[str, str]:
    now = facts.get("now")
    phase = now.get("phase") if isinstance(now, dict) else facts.get("next")
    return {"next": str(phase)} if phase else {}
