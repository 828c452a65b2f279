"""Tags: the part of our address after the plus, which says whose letter it is: `judge+<game>.<seat>.<token>@host`.

In the envelope of our own letters it says which notice a bounce is about: `judge+bounce.<number>.<mark>@host` (VERP).
"""

from __future__ import annotations

import hashlib
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
    return next(iter(tokens_of(own, recipients, subject)), "")


def tokens_of(own: str, recipients: Iterable[str], subject: str = "") -> list[str]:
    """Every token a letter carries, in the order of its recipients, the one in its subject last. A reply to all may carry the
    tokens of several people.
    """
    local, _, host = own.lower().partition("@")
    tagged = [name[len(local) + 1 :] for name, _, domain in (each.lower().partition("@") for each in recipients)
              if domain == host and name.startswith(f"{local}+")]  # fmt: skip
    found = _SUBJECT_TAG.search(subject.lower())
    return list(dict.fromkeys([*(tag.rpartition(".")[2] for tag in tagged), *([found.group(1)] if found else [])]))


BOUNCE = "bounce"


def bounce_address(own: str, number: int, key: str, token: str) -> str:
    """Where a bounce of a notice goes: the envelope sender of its letter.

    Args:
        number, key: of the notice.
        token: of the seat it goes to. Whoever does not know it cannot make up a bounce (`bounce_mark`).
    """
    local, _, host = own.partition("@")
    return f"{local}+{BOUNCE}.{number}.{bounce_mark(key, token)}@{host}"


def bounce_mark(key: str, token: str) -> str:
    """What stands behind the number of a notice where its bounces go."""
    return hashlib.sha256(f"{token}\0{key}".encode()).hexdigest()[:12]


def bounced(own: str, recipients: Iterable[str]) -> tuple[int, str] | None:
    """The (number, mark) of the notice that a bounce to one of these addresses is about; None if none says so.

    It is true only if the mark is `bounce_mark` of that notice.
    """
    local, _, host = own.lower().partition("@")
    wanted = re.compile(rf"{re.escape(local)}\+{BOUNCE}\.([0-9]{{1,12}})\.([0-9a-f]{{12}})@{re.escape(host)}")
    found = next((match for each in recipients if (match := wanted.fullmatch(each.lower()))), None)
    return (int(found[1]), found[2]) if found else None
