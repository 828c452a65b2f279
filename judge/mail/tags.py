"""Tags: the part of our address after the plus, which says whose letter it is: `judge+<game>.<seat>.<token>@host`."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LOCAL = 64  # longest local part (RFC 5321, section 4.5.3.1.1)
_UNSAFE = re.compile(r"[^a-z0-9-]+")
_SUBJECT_TAG = re.compile(r"\[[a-z0-9-]{1,40}\.([a-z2-7]{16,64})\]")


def reply_address(own: str, game: str, seat: str, token: str) -> str:
    """The address that answers to a seat's letters go to; `own` itself where there is no token.

    Game and seat are there for the human eye, and left off where the local part would grow too long.
    """
    local, _, host = own.partition("@")
    if not token:
        return own
    full = f"{local}+" + ".".join([*(_UNSAFE.sub("-", part.lower()) for part in (game, seat) if part), token])
    return f"{full if len(full) <= _LOCAL else f'{local}+{token}'}@{host}"


def token_of(own: str, recipients: Iterable[str], subject: str = "") -> str:
    """The token a letter carries: in one of its recipients, or as `[game.token]` in its subject; else empty.

    Args:
        own: the judge's own address.
        recipients: `Mail.recipients`.
        subject: for providers that know no plus addresses.
    """
    local, _, host = own.lower().partition("@")
    for recipient in recipients:
        name, _, domain = recipient.lower().partition("@")
        if domain == host and name.startswith(f"{local}+"):
            return name[len(local) + 1 :].rpartition(".")[2]
    found = _SUBJECT_TAG.search(subject.lower())
    return found.group(1) if found else ""
