"""When our own mail server received a letter: the date in the last of the `Received` lines that our servers put on top of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime

from judge.mail.authentication_results import TrustedServer

LONGEST = timedelta(days=5)
"""How long a mail server keeps a letter that it cannot hand over (RFC 5321, section 4.5.4.1). An older date proves nothing."""
_HEAD = 64_000
"""Bytes in which a letter's first lines are looked for."""


def stamped(raw: bytes, verifier: TrustedServer | None, now: datetime) -> datetime:
    """Return when our own mail server received a letter that it hands over now. Never raises.

    A server that cannot hand a letter over at once (the judge is down, the disk full) tries again later; the letter counts from
    when it reached the server. That time is in the server's own `Received` line (RFC 5321, section 4.4), which stands above
    everything that the sender wrote.

    Args:
        raw: the letter.
        verifier: our server, and how many lines our servers put on top. Without one no line can be believed.
        now: when it was handed over: returned where there is no such date, or one in the future or more than `LONGEST` ago.
    """
    if verifier is None:
        return now
    head = raw[:_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    lines = BytesHeaderParser(policy=policy.compat32).parsebytes(head).get_all("Received") or []
    if len(lines) < verifier.received:
        return now
    try:
        came = parsedate_to_datetime(str(lines[verifier.received - 1]).rpartition(";")[2].strip())
        came = came.astimezone(UTC) if came.tzinfo else came.replace(tzinfo=UTC)  # `-0000` is UTC (RFC 5322, section 3.3)
    except (ValueError, TypeError, OverflowError):
        return now
    return came if now - LONGEST <= came <= now else now
