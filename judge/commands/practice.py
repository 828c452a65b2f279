"""Commands for practice: PRACTICE, LESSON, HINT and MOVES."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command
from judge.commands.line_reader import LineReader, normalize_line
from judge.commands.press import looks_like_order
from judge.commands.spec import CommandSpec, no_arguments
from judge.notation.layouts import COUNTS
from judge.seat import HOUSE_LEVELS


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
    """HINT: one order that a house player would give, and what speaks for it; in practice games only. `unit`: which, if any."""

    unit: str = ""


@dataclass(frozen=True, slots=True)
class ShowMoves(Command):
    """MOVES: the legal orders of a unit (`A Par`, its space alone, or `fleet` for all that are one). `what`: `supports`, `convoys`
    or `all`; '' for where it may go.
    """

    unit: str = ""
    what: str = ""


_UNIT = re.compile(r"[A-Za-z]{1,2}\d?\s?\([\w.]{1,8}\)")
_OTHERS = r"(?:house\s+players?|players?|computers?|opponents?|bots?|machines?|ones?)"
_BEFORE = r"(?:\b(?:against|with|vs\.?|versus|level)\s+)"
_LEVEL = re.compile(
    rf"(?:[,;(]\s*|\b(?:and|but)\s+)?{_BEFORE}?(?:\b(?:the|some|all|only|a)\s+)*\b({'|'.join(HOUSE_LEVELS)})\b"
    rf"(?:\s+(?:{_OTHERS}|level))?\)?",
    re.IGNORECASE,
)
_COMPUTERS = re.compile(
    rf"{_BEFORE}(?:(?:the|a|an|some|your|other)\s+)*(?:house\s+players?|computers?|bots?|machines?|you|yourself)\b", re.IGNORECASE
)
_NO_LEVEL = re.compile(rf"\b(?:against|with|level)\s+(?:the\s+)?(\w+)(?:\s+{_OTHERS})?[\s.!?]*$", re.IGNORECASE)
_COURTESY = r"(?:please|pls|thanks|thank\s+you|if\s+(?:possible|i\s+may)|now|today|first|then)"
_AS = re.compile(rf"(?:^|[\s,])as\s+(?:the\s+)?([^,;.!?()]{{2,40}}?)(?:\s+{_COURTESY})*\s*(?=$|[,;.!?()])", re.IGNORECASE)
_FILLER = re.compile(
    rf"\b(?:an?|the|me|games?|of|on|play|{_COURTESY})\b|[.!?,;()]+(?=\s|$)", re.IGNORECASE
)
_WISH = r"""
    (?: (?: hi | hello | hey | dear \s \w+ | good \s \w+ ) \b [\s,!.]* )?
    (?:
        (?:can|could|may|might) \s (?:i|we) (?: \s (?:please|maybe|also|just|first) )? \s
      | (?:can|could|would|will) \s you \s (?:please \s)? (?:let \s (?:me|us) \s)?
      | how \s (?:can|could|do|would) \s (?:i|we) \s
      | is \s (?:it \s possible|there \s (?:a|any) \s way) \s (?:for \s (?:me|us) \s)? to \s
      | (?:i|we) (?:'d | \s would)? \s (?:really \s)? (?:like|love|want|wish|wanna) \s (?:to \s)?
      | (?:please \s)? let \s (?:me|us) \s
    )
"""
_PRACTISES = re.compile(
    _WISH
    + r"""
    (?:
        practi[sc]e \b (?! \s (?:game|match) s? \b)
      | (?:play|have|start|begin|try) \s (?:an? \s | the \s | some \s)? practi[sc]e \s (?:game|match) s? \b
      | play \b (?= .* \b (?:against|with) \s (?:(?:the|an?|some|your) \s)* (?:house \s players?|computers?|bots?) \b)
    )
    (?P<rest> .*)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LEARNS = re.compile(
    _WISH
    + rf"""
    (?: (?:have|get|take|do|start|begin|try) \s (?:an?|the|some|your) \s lessons?
      | (?:have \s)? (?:an? \s|some \s|the \s) lessons?
      | learn \s (?:by \s playing | (?:how \s)? to \s play | the \s (?:rules|game|basics)) (?: \s by \s mail )?
      | teach \s (?:me|us) (?: \s (?: how \s to \s play | the \s (?:rules|game|basics) ) )?
    )
    (?: ,? \s {_COURTESY} )* [\s.!?]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
MOST_TITLE, MOST_WORDS = 5, 4
"""Words of a variant's name, and of a unit's."""


def _practise(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `PRACTICE [variant] [AS power] [AGAINST level]`."""
    level, rest = level_named(rest)
    if not level:
        without = _COMPUTERS.sub(" ", rest)
        unknown = _NO_LEVEL.search(without) if without == rest else None
        level, rest = (unknown[1].lower(), rest[: unknown.start()]) if unknown else ("", without)
    power, rest = power_named(rest)
    variant = " ".join(_FILLER.sub(" ", rest).split())
    return Practise(line, variant, power, level) if len(variant.split()) <= MOST_TITLE else None


def level_named(text: str) -> tuple[str, str]:
    """Return the level of house players that a text names, '' if none, and the text without it."""
    found = _LEVEL.search(text)
    return (found[1].lower(), f"{text[: found.start()]} {text[found.end() :]}") if found else ("", text)


def power_named(text: str) -> tuple[str, str]:
    """Return what stands behind AS in a text, '' if nothing does, and the text without it."""
    found = _AS.search(text)
    return (found[1], f"{text[: found.start()]} {text[found.end() :]}") if found else ("", text)


_LEAVES = re.compile(
    rf"""(?: {_COURTESY} ,? \s )?
    (?: (?P<on> (?:skip|leave \s out) \s (?:this|the|that) \s (?:one|lesson)
              | (?:(?:go \s)? on \s to \s | go \s to \s)? (?:the \s)? next \s lesson )
      | (?:(?:go \s)? back \s to \s | go \s to \s)? (?:the \s)? previous \s lesson )
    (?: ,? \s {_COURTESY} )* [\s.!?]*""",
    re.IGNORECASE | re.VERBOSE,
)
_MAY = re.compile(
    r"""(?: where \s (?:can|may|could) \s (?P<goes>.+?) \s (?:go|move) (?:\s to)?
      | what \s (?:can|may|could) \s (?: i \s (?:do|order) | (?P<does>.+?) \s (?:do|be \s ordered) )
      | what \s are \s my \s (?:legal \s|possible \s)? (?:moves|orders)
    ) (?:\s now)? [\s.?]*""",
    re.IGNORECASE | re.VERBOSE,
)


def practice_in_words(line: str) -> Command | None:
    """Return what a line asks for in its own words: PRACTICE ("can I practise as France?"), LESSON ("skip this lesson") or MOVES
    ("where can my fleet go?"). None for any other line.
    """
    words = " ".join(normalize_line(line).split())
    if _LEARNS.fullmatch(words):
        return TakeLesson(line)
    if left := _LEAVES.fullmatch(words):
        return TakeLesson(line, "next" if left["on"] else "back")
    if asked := _MAY.fullmatch(words):
        return _moves(line, asked["goes"] or asked["does"] or "", LineReader([]))
    found = _PRACTISES.fullmatch(words)
    return _practise(line, found["rest"].strip(), LineReader([])) if found else None


_WHICH = re.compile(
    rf"(?:(?:number|no\.?)\s*)?(\d{{1,2}}|{'|'.join(COUNTS)})|(next|skip|on)|(back|before|previous)|(?:again|repeat|please)?"
    r"|(?:how to play|to play|the (?:rules|game|basics))", re.IGNORECASE
)


def _lesson(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `LESSON`, `LESSON 3`, `LESSON NEXT`, `LESSON BACK`."""
    found = _WHICH.fullmatch(rest.strip(" .!?"))
    if found is None:
        return None
    number = found[1] and found[1].lower()
    spelled = str(COUNTS.index(number) + 1) if number in COUNTS else number
    return TakeLesson(line, spelled or ("next" if found[2] else "back" if found[3] else ""))


_HINT_FOR = re.compile(r"(?:(?:for|about)\s+)?(?P<unit>[AF]\s[A-Z][\w.]{1,11}|[A-Z]{1,2}\d?\s?\([\w.]{1,8}\))[\s.?]*")


def _hint(line: str, rest: str, below: LineReader) -> Command | None:
    """Parse `HINT` and `HINT A Par`."""
    named = _HINT_FOR.fullmatch(rest)
    return Hint(line, named["unit"]) if named else no_arguments(Hint, "please", "me")(line, rest, below)


_WHAT = r"(?P<{}>supports?|convoys?|all(?:\s+orders)?)"
_MOVES_OF = re.compile(
    rf"(?:(?:all\s+)?{_WHAT.format('before')}\s+)?(?:(?:of|for|the|my)\s+)*(?P<unit>.+?)(?:\s+(?:all\s+)?{_WHAT.format('behind')})?",
    re.IGNORECASE,
)


def _moves(line: str, rest: str, below: LineReader) -> Command | None:
    """Parse `MOVES`, `MOVES A Par`, `MOVES of the fleet`, `MOVES A Par SUPPORTS`. Alone above other lines it heads orders."""
    if re.fullmatch(rf"(?:{_COURTESY})?[\s.?]*", rest, re.IGNORECASE):
        return None if below.peek() or line.rstrip().endswith(":") else ShowMoves(line)
    found = _MOVES_OF.fullmatch(rest.strip(" .?"))
    if found is None or len(found["unit"].split()) > MOST_WORDS:
        return None
    if not _UNIT.fullmatch(found["unit"]) and looks_like_order(found["unit"].strip(" .()")):
        return None
    asked = (found["before"] or found["behind"] or "").lower()
    return ShowMoves(line, found["unit"], next((what for what in ("supports", "convoys", "all") if asked[:3] == what[:3]), ""))


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
        "HINT", _hint, Hint, reads_only=True,
    ),
    CommandSpec(
        "MOVES", ("legal orders", "legal moves", "possible orders", "possible moves"), "player",
        "all that a unit of yours may be ordered", "MOVES A Par", _moves, ShowMoves, reads_only=True,
    ),
)  # fmt: skip
"""The commands of this module."""
