"""The outbox: notices that are due are rendered once, and sent until they are delivered or given up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Protocol

from judge.clock import PATIENCE, Clock
from judge.letters import Attachment, InlineImage, Notice, NotNow, Question
from judge.mail.compose import InvalidAddress, SenderIdentity, compose, content_ids, message_id
from judge.mail.decode import normalize_text
from judge.mail.delivery import Deliverer, DeliveryUnavailable, OutgoingMessage, RejectedMessage, Send
from judge.mail.plus_addressing import bounce_address

_log = logging.getLogger(__name__)

_MINUTE = timedelta(minutes=1)
BATCH = 10
"""Notices claimed at a time: those of a turn of seven players, and no more, so that deadlines and letters do not wait long."""
STEPS = (_MINUTE, 5 * _MINUTE, 15 * _MINUTE, 60 * _MINUTE)
"""How long to wait after the first failure, the second, …; the last repeats."""
ASKED_EVERY = 5 * _MINUTE
"""How often the relay is asked whether it lets the judge in, while there is nothing to send."""
GIVE_UP = timedelta(days=3)
"""How long after the first try to give up a notice."""

Say = Callable[[Notice], tuple[str, str]]
"""Returns a notice's subject and text. Raises Question if it is a question and its template fails. It, `Page` and `Draw` raise
NotNow if what the mail shows cannot be read now.
"""
Page = Callable[[Notice, str, Sequence[tuple[str, str]]], str]
"""Returns a notice's HTML, from its text and its pictures as (Content-ID, description); '' if its reader wants plain text."""
Draw = Callable[[Notice], Sequence[InlineImage | Attachment]]
"""Returns a notice's pictures or files."""
View = Callable[[], AbstractContextManager[object]]
"""Within it several notices may be rendered from one view of what the judge knows."""


LARGEST_ANSWER = 256 * 1024
"""Bytes of a mail. A larger one is sent without HTML; if it is still too large, with the first of its pictures, and says so. Files
that were asked for are always sent.
"""


class Claimed(Protocol):
    """A notice that may be sent now (`judge.store.ClaimedNotice`)."""

    @property
    def id(self) -> int: ...  # noqa: D102
    @property
    def notice(self) -> Notice: ...  # noqa: D102
    @property
    def token(self) -> str: ...  # noqa: D102
    @property
    def rendered(self) -> bytes | None: ...  # noqa: D102
    @property
    def attempts(self) -> int: ...  # noqa: D102
    @property
    def since(self) -> datetime | None: ...  # noqa: D102


class OutboxStore(Protocol):
    """The sender's side of the store (`judge.store.Store`)."""

    def claim_notices(self, now: datetime, most: int = ..., sent: Sequence[int] = ...) -> Sequence[Claimed]:
        """Record that some were sent, and claim notices that are due, at most `most`."""

    def keep_rendered(self, rendered: Sequence[tuple[int, bytes, str]]) -> Mapping[int, bytes]:
        """Store what is sent for the first time: (notice, bytes, Message-ID). Returns what is to be sent for each of these notices.
        """

    def notices_sent(self, sent: Sequence[int]) -> None:
        """Record that they were sent."""

    def notice_failed(self, notice: int, next_try: datetime | None, note: str) -> None:
        """Record that it was not sent. `next_try`: None gives it up."""

    def notice_put_back(self, notice: int, next_try: datetime, note: str) -> None:
        """Record that it was not tried after all."""


GivenUp = Callable[[Claimed, str, datetime], object]
"""Called with a notice that is given up, the reason, and the time, before it is marked as failed."""


class OutboxSender:
    """Sends what is due. A notice that cannot be rendered or sent never holds up another."""

    def __init__(
        self, outbox: OutboxStore, say: Say, desk: SenderIdentity, way: Deliverer, clock: Clock,
        given_up: GivenUp = lambda claimed, why, at: None, draw: Draw = lambda notice: (),
        page: Page = lambda notice, text, images: "", ask: Callable[[], object] | None = None, view: View = nullcontext,
        repeatable: bool = False, slow: Callable[[Notice], bool] = lambda notice: False,
    ) -> None:  # fmt: skip
        self._outbox, self._say, self._desk, self._way, self._clock = outbox, say, desk, way, clock
        self._given_up, self._draw, self._page, self._view = given_up, draw, page, view
        self._repeatable = repeatable
        """Whether a mail that is delivered twice is there once; then a whole batch is recorded at once."""
        self._slow = slow
        """Whether what a notice shows may take long to draw, so that others of its batch are sent first."""
        self._began = clock.now()
        self._unrecorded: list[int] = []
        """Notices that were sent and not recorded as sent yet."""
        self._closed: datetime | None = None
        """When the delivery was last found to be unavailable."""
        self._ask, self._asked = ask, datetime.min.replace(tzinfo=UTC)
        self.reached: datetime | None = None
        """When the other side last let us in, or answered about a mail."""
        self.trouble = ""
        """Why it did not the last time; '' if it did."""

    def run(self, give_way: Callable[[], object] = lambda: None) -> int:
        """Send until nothing is due any more, calling `give_way` before each batch; return how many notices were sent.

        That the last of a batch was sent is recorded with the claim of the next batch, at once, and before anything else is done.

        While delivery is unavailable it is tried once a minute. That does not count as a try of any notice; all are sent once it is
        available.
        """
        give_way()
        if self._closed and abs(self._clock.now() - self._closed) < _MINUTE:
            return 0
        batch = self._outbox.claim_notices(self._clock.now(), BATCH)
        if not batch:
            self._ask_if_idle()
            return 0
        sent, done = 0, set[int]()  # notices that are done
        try:
            with self._way.open() as send:
                while batch:
                    for left, each, parcel in self._outgoing(batch, done):
                        sent += self._send(send, each, parcel)
                        done.add(each.id)
                        if left and not self._repeatable:
                            self._record()
                    batch = self._outbox.claim_notices(self._clock.now(), BATCH, self._unrecorded)
                    self._unrecorded = []
                    if batch:
                        give_way()
            self._closed = None
        except DeliveryUnavailable as error:
            _log.warning("the way out is closed: %s", error)
            self._closed, self.trouble = self._clock.now(), str(error)
            self._record()
            self._put_back([each for each in batch if each.id not in done], error)
        except Exception:
            self._record()
            raise
        return sent

    def _outgoing(self, batch: Sequence[Claimed], done: set[int]) -> Iterator[tuple[int, Claimed, OutgoingMessage]]:
        """Yield the notices of a batch with what goes out, and how many are left of those that were made with it: first those that
        are made quickly, and when these are recorded as sent, those for which pictures may have to be drawn. Notices that cannot be
        sent now are `done`.
        """
        slow = {each.id for each in batch if self._slow(each.notice)}
        parts = ([each for each in batch if each.id not in slow], [each for each in batch if each.id in slow])
        for some in filter(None, parts):
            self._record()
            parcels = self._parcels(some)
            done |= {each.id for each in some} - {each.id for each, _ in parcels}
            for left, (each, parcel) in zip(range(len(parcels) - 1, -1, -1), parcels, strict=True):
                yield left, each, parcel

    def _record(self) -> None:
        recorded, self._unrecorded = self._unrecorded, []
        if recorded:
            self._outbox.notices_sent(recorded)

    def _ask_if_idle(self) -> None:
        """Ask whether we are let in, if nothing was sent for a while: else a password that has changed is noticed at a deadline."""
        now = self._clock.now()
        if self._ask is None or abs(now - self._asked) < ASKED_EVERY:
            return
        self._asked = now
        try:
            self._ask()
        except OSError as error:
            _log.warning("the way out is closed: %s", error)
            self.trouble = str(error)
        else:
            self._answered()

    def _answered(self) -> None:
        self.reached = self._asked = self._clock.now()
        self.trouble = ""

    def _parcels(self, batch: Sequence[Claimed]) -> list[tuple[Claimed, OutgoingMessage]]:
        """Send what can be sent of a batch; newly rendered mail is stored before anything goes out."""
        with self._view():
            ready = [(each, raw) for each in batch if (raw := each.rendered or self._render(each))]
        fresh = [(each.id, raw, message_id(each.notice, self._desk, each.token)) for each, raw in ready if not each.rendered]
        kept = self._outbox.keep_rendered(fresh) if fresh else {}
        out = [(each, raw) for each, _ in ready if (raw := each.rendered or kept.get(each.id))]
        return [(each, OutgoingMessage(each.id, self._envelope(each), each.notice.to, raw)) for each, raw in out]

    def _envelope(self, claimed: Claimed) -> str:
        """Return the envelope sender. It is empty for answers to strangers, whose address may be forged."""
        if not claimed.token:
            return ""
        return bounce_address(self._desk.address, message_id(claimed.notice, self._desk, claimed.token))

    def _render(self, claimed: Claimed) -> bytes | None:
        notice, now = claimed.notice, self._clock.now()
        try:
            try:
                subject, text = self._say(notice)
            except Question as plain:  # with no seat, and no code to reply to
                return compose(replace(notice, seat=None), plain.subject, plain.text, self._desk, now)
            drawn = self._drawn(claimed)
            raw = compose(notice, subject, text, self._desk, now, claimed.token, drawn, self._html(claimed, text, drawn))
            return raw if len(raw) <= LARGEST_ANSWER or notice.kind != "answer" else self._smaller(claimed, subject, text, drawn)
        except InvalidAddress as error:
            self._give_up(claimed, str(error))
        except Exception as error:  # even the plain text failed: this notice waits, the others go on
            _log.exception("notice %d (%s) cannot be rendered", claimed.id, claimed.notice.kind)
            self._later(claimed, error)
        return None

    def _smaller(self, claimed: Claimed, subject: str, text: str, drawn: Sequence[InlineImage | Attachment]) -> bytes:
        """Return an answer without HTML, and with as many of its pictures as fit, but one at least."""
        notice, now = claimed.notice, self._clock.now()
        images = [each for each in drawn if isinstance(each, InlineImage)]
        asked = [each for each in drawn if isinstance(each, Attachment)]
        raw = compose(notice, subject, text, self._desk, now, claimed.token, drawn)
        for count in range(len(images) - 1, 0, -1):
            if len(raw) <= LARGEST_ANSWER:
                break
            said = self._say(replace(notice, facts={**notice.facts, "fit": count, "drawn": len(images)}))
            raw = compose(notice, *said, self._desk, now, claimed.token, [*images[:count], *asked])
        return raw

    def _drawn(self, claimed: Claimed) -> Sequence[InlineImage | Attachment]:
        """Return its pictures. If drawing fails, the mail goes out without them, since the text says everything."""
        try:
            return self._draw(claimed.notice)
        except NotNow:
            raise
        except Exception:
            _log.exception("notice %d (%s) goes without its picture", claimed.id, claimed.notice.kind)
            return ()

    def _html(self, claimed: Claimed, text: str, drawn: Sequence[InlineImage | Attachment]) -> str:
        """Return its HTML. If that fails, the mail goes out as plain text."""
        shown = [each.shows for each in drawn if isinstance(each, InlineImage)]
        ids = content_ids(claimed.notice, self._desk, claimed.token)
        try:
            return self._page(claimed.notice, normalize_text(text), list(zip(ids, shown, strict=False)))
        except NotNow:
            raise
        except Exception:
            _log.exception("notice %d (%s) goes without HTML", claimed.id, claimed.notice.kind)
            return ""

    def _send(self, send: Send, claimed: Claimed, parcel: OutgoingMessage) -> bool:
        try:
            send(parcel)
        except RejectedMessage as error:
            self._answered()
            _log.warning("notice %d was refused: %s", claimed.id, error)
            self._give_up(claimed, str(error))
            return False
        except DeliveryUnavailable:
            raise
        except Exception as error:  # a relay that hangs up or a full disk: try later
            _log.warning("notice %d could not be sent: %r", claimed.id, error)
            self._later(claimed, error)
            return False
        self._answered()
        self._unrecorded.append(claimed.id)
        return True

    def _later(self, claimed: Claimed, error: Exception) -> None:
        now = self._clock.now()
        if self._has_waited(claimed, now):
            self._give_up(claimed, repr(error))
        else:
            wait = STEPS[min(claimed.attempts, len(STEPS) - 1)]
            self._outbox.notice_failed(claimed.id, now + wait, repr(error))

    def _put_back(self, some: Sequence[Claimed], error: Exception) -> None:
        """Put back notices that were not tried because delivery is unavailable. After three days even these are given up."""
        now = self._clock.now()
        for each in some:
            if self._has_waited(each, now):
                self._give_up(each, repr(error))
            else:
                self._outbox.notice_put_back(each.id, now + _MINUTE, repr(error))

    def _has_waited(self, claimed: Claimed, now: datetime) -> bool:
        """Whether a notice has waited so long that it is given up. Not soon after a start: the clock may be days ahead then."""
        return claimed.since is not None and now - claimed.since >= GIVE_UP and now - self._began >= PATIENCE

    def _give_up(self, claimed: Claimed, why: str) -> None:
        self._given_up(claimed, why, self._clock.now())
        self._outbox.notice_failed(claimed.id, None, why)
