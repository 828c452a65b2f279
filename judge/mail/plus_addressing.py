"""Plus addresses: the part of our address after the plus says whose letter it is: `judge+<game>.<seat>.<token>@host`.

In the envelope of our own letters it says which letter a bounce is about: `judge+bounce.<mark>@host` (VERP).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LOCAL = 64  # longest local part (RFC 5321, section 4.5.3.1.1)
_UNSAFE = re.compile(r"[^a-z0-9-]+")
TO = "to-"
_PRESS_TAG = re.compile(rf"(?:[a-z0-9-]+\.)?{TO}([a-z0-9-]+)\.[a-z2-7]{{16,64}}")
_SUBJECT_TAG = re.compile(r"\[[a-z0-9-]{1,40}\.([a-z2-7]{16,64})\]")


def reply_address(own: str, game: str, whose: str, token: str) -> str:
    """Return the address to which replies go; `own` itself if there is no token.

    The game and the seat (or `confirm`, `editor`) are only for people to read. They are left out where the local part would be too
    long.
    """
    local, _, host = own.partition("@")
    if not token:
        return own
    full = f"{local}+" + ".".join([*(_slug(part) for part in (game, whose) if part), token])
    return f"{full if len(full) <= _LOCAL else f'{local}+{token}'}@{host}"


def is_ours(own: str, address: str) -> bool:
    """Whether mail to an address comes to us: our own address, with anything behind a plus."""
    local, _, host = own.lower().partition("@")
    name, _, domain = address.lower().partition("@")
    return domain == host and name.partition("+")[0] == local


def press_address(own: str, game: str, power: str, token: str) -> str:
    """Return the address at which the holder of a token writes to a Power: `judge+<game>.to-<power>.<token>@host`.

    If the local part would be too long, the game is left out, then the end of the Power's name.
    """
    local, _, host = own.partition("@")
    name = f"{TO}{_slug(power)}"
    full = f"{local}+{_slug(game)}.{name}.{token}"
    return f"{full if len(full) <= _LOCAL else f'{local}+{name[: _LOCAL - len(local) - len(token) - 2]}.{token}'}@{host}"


def powers_written_to(own: str, recipients: Iterable[str]) -> list[str]:
    """Return the Powers to whose addresses a letter goes, as written there, with blanks for hyphens. Returns [] if it also goes to
    another address with a token, since it may be meant for us.
    """
    local, _, host = own.lower().partition("@")
    ours = re.compile(rf"{re.escape(local)}\+(.*)@{re.escape(host)}")
    tags = dict.fromkeys(each[1] for address in recipients if (each := ours.fullmatch(address.lower())))
    found = [_PRESS_TAG.fullmatch(tag) for tag in tags]
    return [each[1].replace("-", " ") for each in found if each] if all(found) else []


def _slug(name: str) -> str:
    return _UNSAFE.sub("-", name.lower())


def find_token(own: str, recipients: Iterable[str], subject: str = "") -> str:
    """Return the token in one of a letter's recipients, or in its subject as `[game.token]`; '' if there is none.

    Args:
        own: the judge's own address.
        recipients: `ParsedMail.recipients`.
        subject: for providers that know no plus addresses.
    """
    return next(iter(tokens_of(own, recipients, subject)), "")


def tokens_of(own: str, recipients: Iterable[str], subject: str = "") -> list[str]:
    """Return every token in a letter's recipients, in order, then the one in its subject. A reply to all may hold tokens of several
    people.
    """
    local, _, host = own.lower().partition("@")
    tagged = [name[len(local) + 1 :] for name, _, domain in (each.lower().partition("@") for each in recipients)
              if domain == host and name.startswith(f"{local}+")]  # fmt: skip
    found = _SUBJECT_TAG.search(subject.lower())
    return list(dict.fromkeys([*(tag.rpartition(".")[2] for tag in tagged), *([found.group(1)] if found else [])]))


BOUNCE = "bounce"


_MARK = r"[0-9a-f]{32}"
_ID = re.compile(rf"<judge\.({_MARK})@[^<>@]+>")


def bounce_address(own: str, message_id: str) -> str:
    """Return the envelope sender of a mail of ours, to which its bounce goes.

    It holds the mark in the letter's Message-ID and nothing else. Nobody can make up a mark without the token of the seat that the
    letter goes to. It holds no number, for the numbers of one's letters would tell how many went to others in between.

    Raises:
        ValueError: the Message-ID is not ours.
    """
    local, _, host = own.partition("@")
    found = _ID.fullmatch(message_id)
    if not found:
        raise ValueError(f"no Message-ID of ours: {message_id!r}")
    return f"{local}+{BOUNCE}.{found[1]}@{host}"


def parse_bounce_address(own: str, recipients: Iterable[str]) -> str:
    """Return the Message-ID of the mail whose bounce came to one of these addresses; '' if none is such an address."""
    local, _, host = own.partition("@")
    found = _first(rf"{re.escape(local)}\+{BOUNCE}\.({_MARK})@{re.escape(host)}", recipients)
    return f"<judge.{found[1].lower()}@{host}>" if found else ""


def bounced_before(own: str, recipients: Iterable[str]) -> tuple[int, str] | None:
    """Return the notice's number and the first 12 digits of its mark, from an earlier form of
    address: `judge+bounce.<number>.<mark>@host`.

    Such letters may still come back. It is true only if the Message-ID of that notice begins with the mark.
    """
    local, _, host = own.partition("@")
    found = _first(rf"{re.escape(local)}\+{BOUNCE}\.([0-9]{{1,12}})\.([0-9a-f]{{12}})@{re.escape(host)}", recipients)
    return (int(found[1]), found[2].lower()) if found else None


def _first(pattern: str, recipients: Iterable[str]) -> re.Match[str] | None:
    wanted = re.compile(pattern, re.IGNORECASE)
    return next((match for each in recipients if (match := wanted.fullmatch(each))), None)
