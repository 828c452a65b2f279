"""Bounces: whether a mail of ours was refused for good, and which one it was."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import Message

from flufl.bounce import all_failures

from judge.mail import limits

_OURS = re.compile(rb"<judge\.[0-9a-f]{32}@[^<>@\s]{1,200}>")


def is_hard_bounce(raw: bytes) -> bool:
    """Whether a bounce reports that its mail will never arrive. Never raises.

    Most mail servers report it in a part of its own (RFC 3464: Action and Status). flufl.bounce reads the others.
    """
    try:
        letter = message_from_bytes(raw[: limits.RAW], policy=policy.compat32)
        status = next((part for part in letter.walk() if part.get_content_type() == "message/delivery-status"), None)
        if status is not None:
            return any(_is_failed(each) for each in status.walk())
        return bool(all_failures(letter)[1])
    except Exception:  # hostile MIME can raise anything in the parsers; such a letter is not a hard bounce
        return False


def _is_failed(fields: Message) -> bool:
    action, status = (str(fields.get(name, "")).strip().lower() for name in ("action", "status"))
    return action == "failed" and status.startswith("5")


def bounced_message_ids(raw: bytes) -> tuple[str, ...]:
    """Return the Message-IDs of our own mails that a bounce quotes."""
    found = _OURS.findall(raw[: limits.RAW])
    return tuple(dict.fromkeys(each.decode("ascii", "replace") for each in found[:20]))
