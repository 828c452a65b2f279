"""Alerts about mail problems that no letter asked about, sent once to the person who can solve them."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol

from judge.game.model.serialization import read_game
from judge.letters import Notice
from judge.office.redaction import redact_text
from judge.office.rendering.notice_kinds import kind_of
from judge.office.zines.publishing import undo_bounced_issue
from judge.seat import GM
from judge.store import SeatRecord, Store
from judge.store.transaction import Transaction

_log = logging.getLogger(__name__)


class GivenUpNotice(Protocol):
    """A notice that was given up (`judge.store.ClaimedNotice`)."""

    @property
    def id(self) -> int: ...  # noqa: D102
    @property
    def notice(self) -> Notice: ...  # noqa: D102


class Alerts:
    """Tells the GM of the game that suffers, or the operator where no GM can be told.

    Args:
        operator: their address; '' if only the log is to know.
        own: the judge's, whose plus addresses are secrets.
    """

    def __init__(self, store: Store, operator: str = "", own: str = "") -> None:
        self._store, self._operator, self._own = store, operator, own

    def unsent(self, claimed: GivenUpNotice, why: str, at: datetime) -> None:
        """Report that a letter will never be sent, as was found now (`at`). Only letters about games matter: anybody can write
        from an address that does not exist. One letter a reader and day is reported.
        """
        notice = claimed.notice
        _log.warning("notice %d (%s) is given up", claimed.id, notice.kind)
        if kind_of(notice.kind).prints:
            with self._store.work() as work:
                undo_bounced_issue(work, notice.kind, notice.facts)
            self.alert(
                "copy", str(claimed.id), {"zine": notice.facts["zine"], "lacks": [], "why": redact_text(why[:300], self._own)}
            )
        if not notice.game or notice.to == self._operator:
            return
        with self._store.work() as work:
            reader = work.seats.get(notice.game, notice.seat) if notice.seat else None
            said = redact_text(why[:300], self._own)
            facts = {"what": "unsent", "name": reader.name if reader else "", "kind": notice.kind, "why": said}
            gm = work.seats.get(notice.game, GM)
            to = gm.address if gm and gm.address != notice.to else self._operator
            key = f"unsent/{notice.game}/{reader.person_id if reader else claimed.id}/{at.date()}"
            self._tell(work, notice.game, to, key, facts, gm if gm and gm.address == to else None)

    def incomplete(self, notice: Notice, lacks: list[str]) -> None:
        """Report an editor's copy that goes out without some files (formats) or games because they could not be made."""
        _log.warning("a zine's copy is not complete", extra={"ids": {"zine": notice.facts["zine"], "lacks": lacks}})
        self.alert("copy", notice.key[:200], {"zine": notice.facts["zine"], "lacks": lacks, "why": ""})

    def unwritten(self, notice: Notice, why: Exception) -> None:
        """Report a letter whose text cannot be made and that goes out in plain sentences; each fault once to the operator."""
        said = redact_text(f"{type(why).__name__}: {why}"[:300], self._own)
        if notice.kind != "alert":
            once = sha256(f"{notice.kind} {said}".encode()).hexdigest()[:16]
            self.alert("unwritten", once, {"kind": notice.kind, "key": notice.key[:200], "game": notice.game, "why": said})

    def alert(self, what: str, once: str, facts: Mapping[str, Any]) -> bool:
        """Tell the operator about something that concerns no single game, once for each `once`. Returns False if nobody can be
        told.
        """
        if not self._operator:
            return False
        with self._store.work() as work:
            return work.outbox.queue(Notice(f"alert/{what}/{once}", self._operator, "alert", {"what": what, **facts})) > 0

    def held_up(self, now: datetime, horizon: datetime, until: datetime) -> None:
        """Deadlines have passed, but not every letter that came before them can be had: their games wait, until `until`.

        Args:
            horizon: the instant up to which every letter is known to be here.
        """
        with self._store.work() as work:
            for name in work.games.due(now):
                stored, gm = work.games.get(name), work.seats.get(name, GM)
                if stored is None:
                    continue
                try:
                    game = read_game(stored.head)
                except Exception:  # unreadable data; the office reports it at this game's deadline
                    _log.exception("cannot be read", extra={"ids": {"game": name}})
                    continue
                due = game.grace or game.due
                if due is None or not horizon < due <= now:
                    continue
                facts = {
                    "what": "mailbox",
                    "phase": game.position.phase.name if game.position else "",
                    "due": due.isoformat(),
                    "until": until.isoformat(),
                    "zone": game.zone,
                }
                to = gm.address if gm and gm.address else self._operator
                self._tell(work, name, to, f"mailbox/{name}/{due.isoformat()}", facts, gm)

    def _tell(self, work: Transaction, game: str, to: str, key: str, facts: dict[str, Any], row: SeatRecord | None) -> None:
        if to:
            work.outbox.queue(Notice(key, to, "trouble", {"trace": "", **facts, "game": game}, game, row.seat if row else None))
