"""Commands that bring people into a game or remove them: INVITE, EJECT, PROMOTE, TERMINATE. The office finds out whom they name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import Build, CommandSpec, person, split_reason
from judge.letters import ADDRESS
from judge.seat import Seat


@dataclass(frozen=True, slots=True)
class Invite(Command):
    """INVITE: (address, power as written or '') of everybody invited, and the texts that are not addresses."""

    guests: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Eject(Command):
    """EJECT: remove a player, standby or observer. `whom` is a power, a name or an address; `seat` is theirs once it has been
    looked up.
    """

    whom: str = ""
    reason: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Promote(Command):
    """PROMOTE: make somebody a second GM. `whom` and `seat` as in EJECT."""

    whom: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Admit(Command):
    """ADMIT and TURN AWAY: the GM's answer to somebody who asked to join. `whom` and `seat` as in EJECT."""

    whom: str = ""
    yes: bool = True
    reason: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Terminate(Command):
    """TERMINATE: end the game without a winner, in a week unless it is resumed."""

    reason: str = ""


_GUEST = re.compile(r"(?:[^<>@]*<)?([^\s<>@]+@[^\s<>@]+?)>?(?:\s+(?:as|for|to play)\s+(.{1,40}))?", re.IGNORECASE)


_BETWEEN = re.compile(r"\s*[;,]\s*|\s+and\s+(?=\S+@)", re.IGNORECASE)
_POWER_NEXT = re.compile(r"\S+@\S+\s+(?:as|for|to|to play)", re.IGNORECASE)
_POWER = re.compile(r"(?:as|for|to play)\s", re.IGNORECASE)
NAME_WORDS = 3
"""Words of a guest's name in front of the address."""


def with_guests_below(line: str, below: LineReader) -> str:
    """Return an INVITE with the lines below it that a mail program has broken off, or that name a guest each; these are taken."""
    while (more := below.peek().strip()) and not below.at_command() and (longer := _joined(line.strip(), more)):
        line = longer
        below.take()
    return line


def _joined(line: str, more: str) -> str:
    """Return an INVITE that goes on with a line; '' if the line is not about guests."""
    *before, last = _BETWEEN.split(_guests(line))
    first, *others = _BETWEEN.split(more)
    between = " "
    if _is_guest(last):
        broken = _POWER.match(first) or (others and "@" not in first and _POWER.search(last))
        if not broken and not _is_guest(first):
            return ""
        between = " " if broken else "; "
    elif not _POWER_NEXT.fullmatch(last) and "@" not in more:
        return ""
    joined = f"{line}{between}{more}"
    *whole, end = _BETWEEN.split(_guests(joined))[len(before) :]
    ends = not end or _is_guest(end) or _POWER_NEXT.fullmatch(end) or ("@" not in end and len(end.split()) <= NAME_WORDS)
    return joined if ends and all(map(_is_guest, whole)) else ""


def _guests(line: str) -> str:
    return re.split(r"\binvite\b[ \t:]*", line, maxsplit=1, flags=re.IGNORECASE)[-1]


def _is_guest(text: str) -> bool:
    return _GUEST.fullmatch(text) is not None


def _invite(line: str, rest: str, below: LineReader) -> Command | None:
    whole = with_guests_below(line, below)
    if whole != line.strip():
        line, rest = whole, _guests(whole)
    parts = [part.strip(" .") for part in _BETWEEN.split(rest) if part.strip(" .")]
    found = {part: guest for part in parts if (guest := _GUEST.fullmatch(part)) and ADDRESS.fullmatch(guest[1])}
    unread = tuple(part for part in parts if part not in found)
    talk = any("@" not in part and len(part.split()) > 1 for part in unread)
    if not found or (talk and "INVITE" not in line):
        return IncompleteCommand(line, "INVITE") if "INVITE" in line else None
    return Invite(line, tuple((guest[1], (guest[2] or "").strip()) for guest in found.values()), unread)


def _eject(line: str, rest: str, _: LineReader) -> Command | None:
    said, reason = split_reason(rest)
    whom = person(said)
    return Eject(line, whom, reason) if whom and len(whom.split()) <= 5 else IncompleteCommand(line, "EJECT")


def _promote(line: str, rest: str, _: LineReader) -> Command | None:
    whom = person(split_reason(rest)[0])
    return Promote(line, whom) if whom and len(whom.split()) <= 5 else IncompleteCommand(line, "PROMOTE")


def _admit(yes: bool) -> Build:
    def build(line: str, rest: str, _: LineReader) -> Command | None:
        said, reason = split_reason(rest)
        whom = person(said)
        word = "ADMIT" if yes else "TURN AWAY"
        if whom and len(whom.split()) <= 5 and (word in line or len(whom.split()) <= 3):
            return Admit(line, whom, yes, reason)
        return IncompleteCommand(line, word) if word in line else None

    return build


def _terminate(line: str, rest: str, _: LineReader) -> Command | None:
    said, reason = split_reason(rest)
    return Terminate(line, reason) if said.lower() in ("", "game", "the game") else None


ROWS = (
    CommandSpec(
        "INVITE", (), "gm", "ask people to play, with a Power if you like", "INVITE ada@example.org AS Italy; ben@example.org",
        _invite, Invite, most=60, about="nothing", amends=False,
    ),
    CommandSpec(
        "EJECT", ("uninvite", "withdraw the invitation to", "withdraw invitation to", "take back the invitation to"), "gm",
        "remove somebody from the game, with a reason", "EJECT Italy REASON abusive letters", _eject, Eject,
        "code", most=60,
    ),
    CommandSpec(
        "ADMIT", (), "gm", "take somebody into the game who asked to join", "ADMIT Otto Blume", _admit(True), Admit, most=60,
        when="forming", amends=False,
    ),
    CommandSpec(
        "TURN AWAY", (), "gm", "do not take somebody into the game", "TURN AWAY Otto Blume REASON friends only", _admit(False),
        Admit, most=60, when="forming", amends=False,
    ),
    CommandSpec("PROMOTE", (), "gm", "make an observer or standby a second GM", "PROMOTE Otto Blume", _promote, Promote, "code"),
    CommandSpec(
        "TERMINATE", ("terminate game",), "gm", "end the game in a week with no winner; RESUME stops it",
        "TERMINATE REASON too many players have left", _terminate, Terminate, "code",
    ),
)  # fmt: skip
"""The commands of this module."""
