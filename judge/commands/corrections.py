"""A GM's corrections of published results: ROLLBACK, with the changes on the lines below it, and UNDO."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from judge.commands.base import Command, IncompleteCommand
from judge.commands.dice import StateThrow, parse_state_throw
from judge.commands.gm_review import AcceptLate, OrderForPower, parse_accept_late, parse_order_for
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, split_reason

_KEEP = re.compile(r"\b(?:keep|restore|with)\s+(?:the\s+)?orders\b[\s.,;]*", re.IGNORECASE)
_CLEAR = re.compile(r"\b(?:clear|forget|without)\s+(?:the\s+)?orders\b[\s.,;]*", re.IGNORECASE)
_TO = re.compile(r"(?:(?P<game>\S+)\s+)?(?:to|before)\s+(?P<phase>\S.{0,60})", re.IGNORECASE)
_KIND = re.compile(r"[\s,]+(?:moves|movement|orders)$", re.IGNORECASE)
_CHANGE = re.compile(r"\s*(accept late|order|die)\b(.*)", re.IGNORECASE)
_FOR_POWER = re.compile(
    r"[\s>*]*(?P<name>[^\W\d_]+(?:[ -][^\W\d_]+){0,3}?)(?::|(?= (?:[AF][ (]|(?i:army|fleet) ))) *(?P<orders>\S.*)"
)
_UNIT = re.compile(r"(?:(?!I\b)[A-Z]\b[ (]|army\b|fleet\b|\w{3,}\.? ?- ?\w{3})", re.IGNORECASE)
"""How orders begin that stand behind the name of a Power, as in POSITION."""
MOST = 20
"""Changes below a ROLLBACK that are read."""


@dataclass(frozen=True, slots=True)
class Rollback(Command):
    """ROLLBACK: take the board back to before a phase was run (as written; '' for the last one).

    With changes below it the phase is judged again with them. Without changes the phase is open again, with its orders or without
    any.
    """

    game: str = ""
    phase: str = ""
    keep: bool = True
    reason: str = ""
    changes: tuple[AcceptLate | OrderForPower | StateThrow, ...] = ()

    def written(self) -> tuple[str, ...]:
        """Return its line and the lines of the changes."""
        return (self.line, *(change.line for change in self.changes))


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """UNDO: take the last correction back."""

    reason: str = ""


def _rollback(line: str, rest: str, below: LineReader) -> Command | None:
    """`ROLLBACK [game] [TO] Spring 1902 moves [KEEP ORDERS|CLEAR ORDERS] REASON why`, and a change on each line below."""
    said, reason = split_reason(rest)
    while below and (word := below.peek().strip().lower().partition(" ")[0]) in ("reason", "keep", "clear"):
        more = below.take().strip()
        said, reason = (said, split_reason(more)[1]) if word == "reason" else (f"{said} {more}", reason)
    keep, bare = not _CLEAR.search(said), _CLEAR.sub("", _KEEP.sub("", said)).strip()
    found = _TO.fullmatch(bare)
    game, phase = (found["game"] or "", found["phase"]) if found else ("", bare) if re.search(r"\d", bare) else (bare, "")
    if not reason or len(game.split()) > 1:
        lacks: Literal["", "reason"] = "reason" if phase and not reason else ""
        return IncompleteCommand(line, "ROLLBACK", lacks) if "ROLLBACK" in line or lacks else None
    return Rollback(line, game, _KIND.sub("", phase.strip()), keep, reason, tuple(_changes(below, reason)))


def _changes(below: LineReader, reason: str) -> list[AcceptLate | OrderForPower | StateThrow]:
    """Parse the changes, one a line. A change without a reason gets the ROLLBACK's."""
    made: list[AcceptLate | OrderForPower | StateThrow] = []
    while len(made) < MOST and (change := _change(below.peek(), reason)):
        below.take()
        made.append(change)
    return made


def _change(line: str, reason: str) -> AcceptLate | OrderForPower | StateThrow | None:
    found, headed = _CHANGE.fullmatch(line), _FOR_POWER.fullmatch(line)
    if found:
        word, rest = found[1].lower(), found[2].strip(" .")
    elif headed and _UNIT.match(headed["orders"]):
        word, rest = "order", f"{headed['name']} {headed['orders'].strip(' .')}"
    else:
        return None
    text = rest if split_reason(rest)[1] else f"{rest} REASON {reason}"
    parsers = {"accept late": parse_accept_late, "order": parse_order_for, "die": parse_state_throw}
    change = parsers[word](line, text, LineReader(()))
    return change if isinstance(change, AcceptLate | OrderForPower | StateThrow) else None


_LAST = tuple(f"{which} correction" for which in ("last", "the last", "my last", "that", "that last"))


def _undo(line: str, rest: str, _: LineReader) -> Command | None:
    said, reason = split_reason(rest)
    return Undo(line, reason) if said.lower() in ("", "rollback", "correction", "the rollback", "the correction", *_LAST) else None


ROWS = (
    CommandSpec(
        "ROLLBACK", ("roll back",), "gm", "take a phase back; changes below, as Turkey: F Ank-BLA",
        "ROLLBACK TO Spring 1902 REASON France was in time", _rollback, Rollback, "token",
    ),
    CommandSpec("UNDO", (), "gm", "take the last correction back", "UNDO REASON it was right after all", _undo, Undo, "token"),
)  # fmt: skip
"""The commands of this module."""
