"""Commands to end a game by agreement: PROPOSE DRAW, CONCEDE, VOTE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import Build, CommandSpec, person
from judge.seat import Seat

_SIGNED = re.compile(r"[\s,;]*\bsigned\b\.?", re.IGNORECASE)
_CLOSES = re.compile(r"[\s,;]*\b(?:by|until|closes|closing)\b:?\s+(?P<when>[^,;]*\d.*)$", re.IGNORECASE)
_ALL = frozenset({"", "all", "all survivors", "survivors", "everyone", "everybody", "among all", "of all", "all of us"})
_YES, _NO = frozenset({"yes", "y", "yea", "aye", "for"}), frozenset({"no", "n", "nay", "against"})


@dataclass(frozen=True, slots=True)
class ProposeEnd(Command):
    """PROPOSE DRAW and CONCEDE: call a vote of all survivors on ending the game."""

    what: str = "draw"
    """`draw`; `concede` to one power; `gm`, that somebody be the GM; or `line`, that a line count as if the GM had written it."""
    powers: tuple[str, ...] = ()
    """Who would share, as written; empty for all who survive."""
    closes: str = ""
    """When the vote closes, as written."""
    signed: bool = False
    """Whether the others may know who proposes."""
    text: str = ""
    """The line of `line`."""
    seat: Seat | None = None
    """The seat of who would be the GM, once it has been looked up."""


@dataclass(frozen=True, slots=True)
class Vote(Command):
    """VOTE: yes or no to the proposal."""

    yes: bool = True


@dataclass(frozen=True, slots=True)
class WishDraw(Command):
    """SET DRAW and NO DRAW: the writer would agree to a draw of all survivors at any time, until centres are counted next."""

    on: bool = True


MOST_NAMED = 12
"""Words after SET DRAW that may be powers. A longer line is talk."""


def _wish_draw(on: bool) -> Build:
    """Named powers are for a vote: `SET DRAW Austria` is told how to propose it."""

    def build(line: str, rest: str, _: LineReader) -> Command | None:
        if rest.lower().strip(" .") in ("", *_ALL):
            return WishDraw(line, on)
        return IncompleteCommand(line, "PROPOSE DRAW") if "DRAW" in line and len(rest.split()) <= MOST_NAMED else None

    return build


def _propose(line: str, rest: str, below: LineReader) -> Command | None:
    """`PROPOSE DRAW [all survivors | powers] [BY date] [SIGNED]`, `PROPOSE CONCEDE power …`."""
    word, _, said = rest.partition(" ")
    if word.lower() in ("concede", "concession"):
        return _concede(line, said, below)
    if word.lower() == "gm":
        said, _, signed = _terms(said)
        whom = person(re.sub(r"^(?:to be\s+|by\s+)", "", said))
        return ProposeEnd(line, "gm", (whom,), "", signed) if whom else IncompleteCommand(line, "PROPOSE GM")
    if _A_LINE.match(rest):
        said, closes, signed = _terms(rest) if not _DATED.match(rest) else (rest, "", False)
        return ProposeEnd(line, "line", (), closes, signed, said)
    if word.lower() not in ("draw", "a"):
        return IncompleteCommand(line, "PROPOSE DRAW")
    return _draw(line, re.sub(r"^draw\b\s*", "", said), below)


_A_LINE = re.compile(
    r"(?:set|rule|deadline|grace|remind|nmr|absences|calendar|extend|pause|resume|process|vacant|terminate)\b", re.IGNORECASE
)
"""What a line begins with that can be put to the vote as if the GM had written it."""
_DATED = re.compile(r"(?:deadline|extend|pause|resume)\b", re.IGNORECASE)
"""Such lines that may have a date of their own."""


def _draw(line: str, rest: str, _: LineReader) -> Command | None:
    said, closes, signed = _terms(rest)
    powers = () if said.lower() in _ALL else _powers(re.sub(r"^(?:for|among|between|of)\b\s*", "", said, flags=re.IGNORECASE))
    return ProposeEnd(line, "draw", powers, closes, signed)


def _concede(line: str, rest: str, _: LineReader) -> Command | None:
    said, closes, signed = _terms(re.sub(r"^to\b\s*", "", rest, flags=re.IGNORECASE))
    powers = _powers(said)
    return ProposeEnd(line, "concede", powers, closes, signed) if len(powers) == 1 else IncompleteCommand(line, "CONCEDE")


def _terms(text: str) -> tuple[str, str, bool]:
    """Return (what is proposed, when the vote closes, whether it is signed)."""
    plain = _SIGNED.sub("", text)
    closes = _CLOSES.search(plain)
    said = plain[: closes.start()] if closes else plain
    return said.strip(" ,;:."), closes["when"].strip() if closes else "", plain != text


def _powers(text: str) -> tuple[str, ...]:
    return tuple(part for each in re.split(r"[,;&/+]|\band\b", text) if (part := each.strip()))[:12]


def _vote(line: str, rest: str, _: LineReader) -> Command | None:
    words = rest.lower().replace(",", " ").split()
    if not words:
        return IncompleteCommand(line, "VOTE")
    if words[0] in _YES | _NO and len(words) <= 6:
        return Vote(line, words[0] in _YES)
    return IncompleteCommand(line, "VOTE") if len(words) == 1 else None


ROWS = (
    CommandSpec(
        "PROPOSE DRAW", ("propose a draw",), "player", "call a vote on a draw",
        "PROPOSE DRAW Austria, Turkey BY 16 April 2027 21:00", _draw, ProposeEnd, when="running", gm="too",
    ),
    CommandSpec(
        "PROPOSE", (), "player", "a vote: on DRAW, CONCEDE, GM, or SET and a rule", "PROPOSE SET builds owned", _propose,
        ProposeEnd, when="running", gm="too",
    ),
    CommandSpec(
        "CONCEDE", ("concede to", "concede the game to"), "player", "propose to concede the game to one Power", "CONCEDE Turkey",
        _concede, ProposeEnd, when="running", gm="too",
    ),
    CommandSpec(
        "SET DRAW", ("wish draw", "draw wish"), "player", "would agree to a draw of all, until the next count; secret", "SET DRAW",
        _wish_draw(True), WishDraw, when="running",
    ),
    CommandSpec(
        "NO DRAW", ("set no draw", "set nodraw", "wish no draw"), "player", "take SET DRAW back", "NO DRAW", _wish_draw(False),
        WishDraw, when="running",
    ),
    CommandSpec(
        "VOTE", ("i vote", "my vote is", "my vote"), "player", "vote YES or NO on a proposal; secret", "VOTE YES", _vote, Vote,
        when="running", gm="too",
    ),
)  # fmt: skip
"""The commands of this module."""
