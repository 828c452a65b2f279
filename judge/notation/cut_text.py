"""Blank out what is no part of a line's orders before its words are looked up: comments, struck text, headings, the phase."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

_COMMENT = re.compile(r"\s*(?:#(?!\d)|//|/\*|;|%|--(?![->])(?=.*\w))")
_TAIL = re.compile(r"(?<=\s)(?:#(?!\d).*|\(?#\d{1,3}\)?\s*$)", re.DOTALL)
_NAMED = re.compile(r"(?P<season>[^\W\d]+)\W+(?P<year>\d+)")
_HEADED = re.compile(
    r"[.;!](?P<gap>\s*)(?:(?P<holds>holds?|stands?)|moves?|moving|supports?|supporting|convoys?|attacks?)\s*:(?=\s*\w)",
    re.IGNORECASE,
)
"""The name of a kind of order between two lists of them. HOLD says what its list does; in the others each order says so itself."""
_FORGOTTEN = re.compile(
    r"\b(?:forget|cancel|scratch|strike|scrap|drop|ignore|disregard)(?: about)? the (?!last|other|first|second)[^,;:!?]{2,30}?"
    r" (?P<what>one|line|order|move|bit|part)\b",
    re.IGNORECASE,
)
"""An order taken back by a place of it: `forget the Yorkshire one`. `Scratch the last one` is a phrase of the grammar."""
_ACCEPTED = re.compile(
    r"(?:(?<=[.;!?])|^)\s*(?:(?:and|but)\s+)?(?:if|should)\s[^.;:!?,>\n–—]{2,60}?,?\s+(?:then\s+)?so be it\b", re.IGNORECASE
)
"""A sentence that accepts what may come of the orders: `If Ser is taken, so be it`. It changes nothing."""
_POSSIBLY = re.compile(
    r"\bif (?:(?:that|it)(?: is|'s) )?(?:at all )?possible\b,?"
    r"(?=[^?]*\b(?:otherwise|failing that|if (?:that is )?not possible|if impossible)\b)",
    re.IGNORECASE,
)
"""What says before a build that another takes its place if it is impossible: `if possible a fleet in Brest, otherwise …`."""
_STRUCK = re.compile(r"~~(?=\S)(.{0,200}?\S)~~")
_WISHES = (
    r"(?:hereby\s+)?(?:(?:wish|intend|desire|plan|propose|want)(?:es|s)?\s+to|(?:is|has)\s+(?:pleased|decided|resolved)\s+to"
    r"|regrets\s+that\s+(?:it|she|he)\s+must|must\s+with\s+regret)\s"
)
"""How a power says what it will do: `England wishes to raise an army`."""


class CutLine(NamedTuple):
    """A line in which comments and struck text are replaced by blanks, and the marks of what was cut."""

    text: str
    marks: tuple[str, ...] = ()


def is_comment(line: str) -> bool:
    """Whether a whole line is a comment."""
    return bool(_COMMENT.match(line))


def cut_remarks(line: str) -> CutLine:
    """Return a line without its comments and struck text. The rest keeps its position."""
    if found := _COMMENT.match(line):
        return CutLine("", (found[0].strip(),))
    marks: tuple[str, ...] = ()
    if "~~" in line and _STRUCK.search(line):
        line, marks = _STRUCK.sub(lambda struck: " " * len(struck[0]), line), ("~~",)
    if "so be it" in line.lower():
        line = _ACCEPTED.sub(lambda found: " " * len(found[0]), line)
    if "#" in line and (tail := _TAIL.search(line)):
        line, marks = line[: tail.start()].ljust(len(line)), (*marks, "#")
    return CutLine(line, marks)


def cut_pronoun(line: str) -> str:
    """A line with blanks for a word that stands for an order taken back: `forget the Yorkshire one`."""
    if " the " not in line.lower():
        return line
    return _FORGOTTEN.sub(lambda found: found[0][: -len(found["what"])].ljust(len(found[0])), line)


def cut_possible(line: str) -> str:
    """A line with blanks for `if possible` before an alternative, which says the same. For builds: moves are possible and fail."""
    return _POSSIBLY.sub(lambda found: " " * len(found[0]), line) if "possible" in line.lower() else line


def cut_headings(line: str, initial: str = "", kinds: Collection[str] = ()) -> str:
    """A line with blanks for words that head some of its orders: `Hold: Hol, Mun. Move: Kie-Den.`

    Args:
        initial: the letter by which its writer's power may stand at its head (`T: A Con-Bul`); '' for none.
        kinds: the letters for kinds of units. One of these heads units of its kind, but for `F: A Par-Bur`.
    """
    if ":" not in line:
        return line
    behind = rf"[{''.join(map(re.escape, kinds))}][\s(.]\s*\w" if initial in kinds else r"\w"
    if initial and (head := re.match(rf"\s*{re.escape(initial)}\s?:(?=\s*{behind})", line, re.IGNORECASE)):
        line = line[head.end() :].rjust(len(line))
    return _HEADED.sub(lambda found: f";{found['gap']}{found['holds'] or ''}".ljust(len(found[0])), line)


def cut_phase(line: str, phase: str, seasons: Mapping[str, Sequence[str]]) -> str:
    """A line with blanks for the name of the phase that runs where it says when: `for spring 1901`, `in S01`, `this spring`.

    Args:
        phase: its name.
        seasons: the first word of a season's name → the other words for it (`Fall`).
    """
    if not (named := _NAMED.match(phase)):
        return line
    season = named["season"]
    pattern = _running((season, *seasons.get(season, ())), named["year"])
    return pattern.sub(lambda found: " " * len(found[0]), line) if pattern.search(line) else line


@lru_cache(64)
def _running(seasons: tuple[str, ...], year: str) -> re.Pattern[str]:
    years = rf"(?:{year}|'?{year[-2:]})"
    season, letter, begun = map(_either, (seasons, [each[0] for each in seasons[:2]], [each[:3] for each in seasons]))
    name = rf"(?:{season}(?:(?:\s+of)?\s+{years})?|{letter}\s?{years}[mra]?)(?!\s*'?\d)\b"
    short = rf"{begun}[^\W\d]*\.?\s+'?{years}"
    headed = rf"\(\s*{short}\s*\)|\b{short}(?=\s+--?\s)|^\s*{short}(?=\s+[a-z]{{3}})"  # `SUB (SPR 1901) …`, `aut '01 -- …`
    coded = rf"\b{letter}\s?'?{years}[mra]?(?=\s*:)|^\s*{letter}\s?'?{years}(?=\s+[a-z]{{4,}})"  # `W01 England`
    return re.compile(rf"\b(?:for|in|this|during)\s+(?:the\s+)?{name}|{headed}|{coded}", re.IGNORECASE)


def _either(words: Sequence[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, dict.fromkeys(words)))})"


def cut_wish(line: str, names: Collection[str]) -> str:
    """A line with blanks for the words by which the writer's own power says what it will do.

    Args:
        names: what that power may be called, folded.
    """
    if " " not in line or not names:
        return line
    return _wishes(frozenset(names)).sub(lambda found: " " * len(found[0]), line)


@lru_cache(64)
def _wishes(names: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\s+{_WISHES}", re.IGNORECASE)
