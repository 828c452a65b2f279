"""Which phase a question about a result means: the one that it names, or the last one in which there was such an order or unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from judge.board import Calendar
from judge.commands.queries import ExplainResult
from judge.game import view_phase
from judge.game.model.serialization import read_turn
from judge.office.context import LetterContext, SeatInGame
from judge.reports.queries import is_about
from judge.store import StoredPhase

LONGEST = 4
"""Words of a phase's name: `the spring of 1901`."""
LOOKED_AT = 20
"""Phases in which an order or a unit is looked for, the newest first."""
_LAST = re.compile(r"[\s,]+(?:in\s+)?(?:the\s+)?(?:last|previous)\s+(?:moves?|phase|round|season|time|turn)$", re.IGNORECASE)
_LAST_YEAR = re.compile(r"[\s,]+(?:in\s+)?(?:the\s+)?(?:last|previous)\s+year$", re.IGNORECASE)
_IN_YEAR = re.compile(r"[\s,]+(?:in|of)\s+(\d{3,4})$")
_BEFORE = re.compile(r"[\s,]+(?:(?:in|for|of|during|from)\s+)?(?:the\s+)?$", re.IGNORECASE)
_ARTICLES = re.compile(r"^the\s+|\bof\s+(?=\d)", re.IGNORECASE)
"""Words that a phase's name is put into a sentence with: `the fall of 1901`."""


class Question(NamedTuple):
    """A question about a result, taken apart."""

    what: str
    phase: str = ""
    """As written, '' for none."""
    year: int | None = None
    """The only year that is meant."""
    last: bool = False
    """Whether only the last phase is meant."""


def only_phase(command: ExplainResult, calendar: Calendar) -> str:
    """Return the phase of a question that names nothing else, as written: `spring 1901`; '' for any other question."""
    what = _ARTICLES.sub("", command.what)
    return what if not command.phase and calendar.read(what) else ""


def taken_apart(command: ExplainResult, calendar: Calendar, year: int, judged: Sequence[StoredPhase]) -> Question:
    """Take the words for a phase off the end of a question: `A Bur fall 1901`, `A Bur last year`, `Mun in autumn`.

    Args:
        year: of the running phase.
        judged: the phases of the game so far.
    """
    if command.phase:
        return Question(command.what, _ARTICLES.sub("", command.phase))
    if found := _LAST.search(command.what):
        return Question(command.what[: found.start()], last=True)
    if found := _LAST_YEAR.search(command.what):
        years = {phase.year for kept in judged if (phase := calendar.read(kept.phase))}
        return Question(command.what[: found.start()], year=max((each for each in years if each < year), default=year - 1))
    if found := _IN_YEAR.search(command.what):
        return Question(command.what[: found.start()], year=int(found[1]))
    words = command.what.split()
    for count in range(min(LONGEST, len(words) - 1), 0, -1):
        rest, ending = " ".join(words[:-count]), _ARTICLES.sub("", " ".join(words[-count:]))
        what = _BEFORE.sub("", f"{rest} ").strip()
        if what and calendar.read(ending):
            return Question(what, ending)
        led = _BEFORE.search(f"{rest} ")
        season = ending.isalpha() and led is not None and led[0].strip() != ""
        for kept in reversed(judged) if season else ():  # `in autumn`: of the last year in which it was played
            phase = calendar.read(kept.phase)
            if what and phase and calendar.read(f"{ending} {phase.year}") == phase:
                return Question(what, kept.phase)
    return Question(command.what)


def last_about(context: LetterContext, at: SeatInGame, question: Question) -> StoredPhase | None:
    """The last movement phase, of that year if one is meant, in which the asker knows of the order or unit that a question names,
    or else the last of all; None if there was none in that year.
    """
    rules, found = context.uow.rules(at.game), list[StoredPhase]()
    for each in reversed(context.uow.judged(at.game)):
        phase = rules.calendar.read(each.phase)
        if phase and phase.kind == "movement" and question.year in (None, phase.year):
            found.append(each)
    for each in found[:LOOKED_AT]:
        body = context.uow.work.games.position(at.game.name, each.seq)
        if body and is_about(view_phase(read_turn(body), rules, at.reader), rules, question.what, at.reader):
            return each
    return found[0] if found else None
