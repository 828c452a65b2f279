"""Commands to end a game by agreement: PROPOSE DRAW, CONCEDE, VOTE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec

_SIGNED = re.compile(r"[\s,;]*\bsigned\b\.?", re.IGNORECASE)
_CLOSES = re.compile(r"[\s,;]*\b(?:by|until|closes|closing)\b:?\s+(?P<when>[^,;]*\d.*)$", re.IGNORECASE)
_ALL = frozenset({"", "all", "all survivors", "survivors", "everyone", "everybody", "among all", "of all", "all of us"})
_YES, _NO = frozenset({"yes", "y", "yea", "aye", "for"}), frozenset({"no", "n", "nay", "against"})


@dataclass(frozen=True, slots=True)
class ProposeEnd(Command):
    """PROPOSE DRAW and CONCEDE: call a vote of all survivors on ending the game."""

    what: str = "draw"
    """`draw`, or `concede` to one power."""
    powers: tuple[str, ...] = ()
    """Who would share, as written; empty for all who survive."""
    closes: str = ""
    """When the vote closes, as written."""
    signed: bool = False
    """Whether the others may know who proposes."""


@dataclass(frozen=True, slots=True)
class Vote(Command):
    """VOTE: yes or no to the proposal."""

    yes: bool = True


def _propose(line: str, rest: str, below: LineReader) -> Command | None:
    """`PROPOSE DRAW [all survivors | powers] [BY date] [SIGNED]`, `PROPOSE CONCEDE power …`."""
    word, _, said = rest.partition(" ")
    if word.lower() in ("concede", "concession"):
        return _concede(line, said, below)
    if word.lower() not in ("draw", "a"):
        return IncompleteCommand(line, "PROPOSE DRAW")
    return _draw(line, re.sub(r"^draw\b\s*", "", said), below)


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
        "PROPOSE DRAW Austria, Turkey BY 16 April 2027 21:00", _draw, ProposeEnd, when="running",
    ),
    CommandSpec(
        "PROPOSE", (), "player", "PROPOSE DRAW or PROPOSE CONCEDE; SIGNED says it is you", "PROPOSE DRAW all survivors", _propose,
        ProposeEnd, when="running",
    ),
    CommandSpec(
        "CONCEDE", ("concede to", "concede the game to"), "player", "propose to concede the game to one Power", "CONCEDE Turkey",
        _concede, ProposeEnd, when="running",
    ),
    CommandSpec(
        "VOTE", ("i vote", "my vote is", "my vote"), "player", "vote YES or NO on a proposal; secret", "VOTE YES", _vote, Vote,
        when="running",
    ),
)  # fmt: skip
"""The commands of this module."""
