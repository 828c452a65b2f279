"""Commands for practice: PRACTICE, LESSON, HINT and MOVES."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command
from judge.commands.line_reader import LineReader
from judge.commands.press import looks_like_order
from judge.commands.spec import CommandSpec, no_arguments


@dataclass(frozen=True, slots=True)
class Practise(Command):
    """PRACTICE: a game against house players. `variant` and `power` as written, '' for the usual ones; `level` of the others."""

    variant: str = ""
    power: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class TakeLesson(Command):
    """LESSON: a lesson game, or one of its lessons. `which`: a number, `next`, `back`, or '' for the one that is open."""

    which: str = ""


@dataclass(frozen=True, slots=True)
class Hint(Command):
    """HINT: one order that a house player would give, and what speaks for it; in practice games only."""


@dataclass(frozen=True, slots=True)
class ShowMoves(Command):
    """MOVES: the legal orders of a unit (`A Par`, or its space alone)."""

    unit: str = ""


_LEVEL = re.compile(r"\b(?:against|with|vs\.?|level)\s+(?:the\s+)?(\w+)(?:\s+(?:house\s+)?players?)?\s*$", re.IGNORECASE)
_AS = re.compile(r"(?:^|\s)as\s+(?:the\s+)?(.{2,40})$", re.IGNORECASE)
_UNIT = re.compile(r"[A-Za-z]{1,2}\d?\s?\([\w.]{1,8}\)")
_FILLER = re.compile(r"\b(?:a|an|the|me|please|game|games|of|variant|play)\b|[.!?,]+(?=\s|$)", re.IGNORECASE)


def _practise(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `PRACTICE [variant] [AS power] [AGAINST level]`."""
    found = _LEVEL.search(rest)
    level, rest = (found[1].lower(), rest[: found.start()]) if found else ("", rest)
    power = _AS.search(rest.strip(" .!"))
    name = _AS.sub("", rest.strip(" .!")) if power else rest
    variant = " ".join(_FILLER.sub(" ", name).split())
    return Practise(line, variant, power[1] if power else "", level) if len(variant.split()) <= 4 else None


_WHICH = re.compile(
    r"(?:(?:number|no\.?)\s*)?(\d{1,2})|(next|skip|on)|(back|before|previous)|(?:again|repeat|please)?", re.IGNORECASE
)


def _lesson(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `LESSON`, `LESSON 3`, `LESSON NEXT`, `LESSON BACK`."""
    found = _WHICH.fullmatch(rest.strip(" .!?"))
    return TakeLesson(line, found[1] or ("next" if found[2] else "back" if found[3] else "")) if found else None


def _moves(line: str, rest: str, _: LineReader) -> Command | None:
    unit = rest.strip(" .?()")
    if _UNIT.fullmatch(rest.strip(" .?")):
        return ShowMoves(line, rest)
    return ShowMoves(line, rest) if unit and len(unit.split()) <= 3 and not looks_like_order(rest) else None


ROWS = (
    CommandSpec(
        "PRACTICE",
        ("practise", "practice game", "practise game", "i want to practice", "i want to practise", "i would like to practice",
         "i would like to practise", "play against the computer", "play against computers", "play a practice game"),
        "anyone", "play against house players (computers)", "PRACTICE AS France", _practise, Practise,
        about="nothing",
    ),
    CommandSpec(
        "LESSON", ("lessons", "tutorial", "teach me", "learn the rules"), "anyone",
        "learn by playing: six short lessons by mail", "LESSON", _lesson, TakeLesson, about="nothing",
    ),
    CommandSpec(
        "HINT", ("hints", "give me a hint", "any hint", "a hint"), "player", "one order, and why; in practice games",
        "HINT", no_arguments(Hint, "please", "me"), Hint, reads_only=True,
    ),
    CommandSpec(
        "MOVES", ("legal orders", "legal moves", "possible orders", "possible moves"), "player",
        "all that a unit of yours may be ordered", "MOVES A Par", _moves, ShowMoves, reads_only=True,
    ),
)  # fmt: skip
"""The commands of this module."""
