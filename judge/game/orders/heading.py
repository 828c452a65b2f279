"""Read the headings of orders: `ORDERS FOR Spring 1901 France` names a phase, and whose orders follow."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from judge.board import Phase, normalize_name
from judge.commands.press import looks_like_order
from judge.game.orders.phase_names import read_phase
from judge.rules.ruleset import Ruleset

_EMPTY = frozenset({"orders", "order", "for", "of", "the", "my", "from", "and", "moves", "here", "are", "und", "et"})
_GREETING = frozenset({
    "dear", "hi", "hello", "hey", "to", "an", "liebe", "liebes", "lieber", "hallo", "cher", "chère", "caro", "cara", "ciao", "hola",
    "beste", "aan", "till", "alla",
})  # fmt: skip
"""Words before the power that a letter is for."""
_MARKS = " \t=*_~-<>|[].,:!"
"""Marks that may surround a heading."""
_DATED, _OF_ORDERS = re.compile(r"\d\d"), re.compile(r"[(>-]")
"""What each heading has, and what none has. A heading taken apart costs hundreds of normalised names."""
_SENTENCE = re.compile(r"[.!,;]\s+")
"""What ends a greeting that precedes a heading."""
WORDS = 4
"""Words of a line that only says whose orders follow."""
LONGEST = 60
"""Most characters of a heading."""
MOST = 12
"""Most phases that a letter's headings may name; lines below any further heading belong to the last of them."""
HEAD = "orders:"
"""Stands for a heading of the running phase: it ends the orders under `draft:`."""
SHORTEST = 3
"""Fewest letters of a short form that names a Power in a heading."""


PHASES, POWERS = ("season", "phase", "turn"), ("power", "country", "nation")
FIELD = re.compile(rf"^\W*(?P<name>{'|'.join((*PHASES, *POWERS))})\s*:\s*(?P<value>\S.*?)\W*$", re.IGNORECASE | re.MULTILINE)
"""Lines that say whose orders follow, and for when: `Power: Italy`, `Season: Winter 1901`."""


class Heading(NamedTuple):
    """The phase, '' if none is named; and the powers."""

    phase: str = ""
    powers: tuple[str, ...] = ()


def parse_heading(text: str, ruleset: Ruleset) -> Heading:
    """Parse a heading. What is no Power and does not begin with a phase is kept as an unknown phase, as written."""
    if not re.search(r"\w", text):
        return Heading(text)
    powers, rest = list[str](), f" {normalize_name(text)} "
    for power in ruleset.powers:
        for name in sorted(filter(None, (power.name, power.adjective, power.short, *power.also)), key=len, reverse=True):
            said = f" {normalize_name(name)} "
            if len(name) >= SHORTEST and said in rest:
                powers.append(power.name)
                rest = rest.replace(said, " ")
    if not powers and read_phase(text, ruleset):
        return Heading(text)
    words = [word for word in rest.split() if word not in _EMPTY]
    named = next((" ".join(words[:end]) for end in range(len(words), 0, -1) if read_phase(" ".join(words[:end]), ruleset)), "")
    return Heading(named or (text if words else ""), tuple(dict.fromkeys(powers)))


class HeadedLines(NamedTuple):
    """Lines, and the phase that the heading above them names ('' for none, and for the running phase)."""

    phase: str
    lines: tuple[str, ...]
    heads: tuple[str, ...] = ()
    """The headings that were removed from the lines, of all phases."""


def part_by_powers(lines: Iterable[str], ruleset: Ruleset, power: str) -> tuple[list[str], str]:
    """Return the lines that are not below another Power's name (`Germany:`, `Dear Germany,`), and that Power ('' for none). Such
    lines may be an ally's orders, copied from a mail, or a letter to an ally. The name of `power` on a line ends them.
    """
    kept, other, below = list[str](), "", ""
    for line in lines:
        named = _named_alone(line, ruleset)
        below = below if not named else "" if power in named else named[0]
        other = other or below
        if not below:
            kept.append(line)
    return kept, other


def _named_alone(line: str, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the Powers that a line names, if it has nothing else but a greeting and the name is not that of a space."""
    text = line.strip(_MARKS)
    if not text or len(text.split()) > WORDS or _OF_ORDERS.search(text) or looks_like_order(line) or ruleset.board.names.find(text):
        return ()
    words = text.replace(":", " ").split()
    greeted = len(words) > 1 and words[0].casefold() in _GREETING
    found = parse_heading(" ".join(words[greeted:]), ruleset)
    return () if found.phase else found.powers


def part_by_headings(lines: Iterable[str], ruleset: Ruleset, running: Phase, power: str) -> list[HeadedLines]:
    """Split order lines at headings that name other phases than the running one: `Autumn 1902:`, `S1901M Turkey`. The part of the
    running phase comes first, even if it is empty, and holds all headings. Lines are not split where a heading names another Power
    than `power`.
    """
    parts: dict[str, list[str]] = {"": []}
    phase, heads = "", list[str]()
    for line in lines:
        head, rest = _headed(line, ruleset, power, running)
        if head is not None:
            heads.append(line.strip().removesuffix(rest).strip())
            named = "" if head in ("", running.name) else head
            phase = named if named in parts or len(parts) < MOST else phase
            if not phase:
                parts[""].append(HEAD)
        if rest or head is None:
            parts.setdefault(phase, []).append(rest)
    return [HeadedLines(name, tuple(found), () if name else tuple(heads)) for name, found in parts.items()]


def _headed(line: str, ruleset: Ruleset, power: str, running: Phase) -> tuple[str | None, str]:
    """Return the phase that a line's heading names ('' if it names only the Power; None if there is no heading), and the rest of
    the line.
    """
    if field := FIELD.fullmatch(line):
        named, powers = read_phase(field["value"], ruleset), parse_heading(field["value"], ruleset).powers
        if field["name"].lower() in PHASES and named:
            return named.name, ""
        if field["name"].lower() in POWERS and powers == (power,):
            return "", ""
    head, colon, rest = line.partition(":")
    head = head.strip(_MARKS)
    if not colon and head.casefold() == power.casefold():
        return "", ""
    if colon and len(head) <= LONGEST and not _DATED.search(head) and (coming := coming_phase(head, ruleset, running)):
        return coming, rest.strip()
    if len(head) > LONGEST or not _DATED.search(head) or _OF_ORDERS.search(head):
        return None, line
    found = parse_heading(head, ruleset)
    own = bool(found.phase) and all(each == power for each in found.powers)
    said = (found.phase, parse_heading(_SENTENCE.split(head)[-1], ruleset).phase) if own else ()
    named = next((phase for each in said if (phase := read_phase(each, ruleset))), None)
    return (None, line) if named is None else (named.name, rest.strip())


def coming_phase(head: str, ruleset: Ruleset, running: Phase) -> str:
    """Return the running or next phase of a season that a heading names without a year (`autumn orders`); '' if it names none."""
    words = [word for word in normalize_name(head).split() if word not in _EMPTY]
    calendar, phase = ruleset.calendar, running
    for _ in calendar.seasons if len(words) == 1 else ():
        season = calendar.season(phase)
        names = [name.partition(" {year}")[0].lower() for name in (season.name, *season.also)]
        if words[0] in names and (phase == running or season.kind != "retreats"):
            return phase.name
        phase = calendar.after(phase)
    return ""
