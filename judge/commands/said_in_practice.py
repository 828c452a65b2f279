"""What a player says in their own words in a practice game or lesson, where nobody else reads it: "stop the game", "I'm stuck"."""

from __future__ import annotations

import re

from judge.commands.base import Command
from judge.commands.line_reader import normalize_line
from judge.commands.orders import MarkFinal
from judge.commands.people_in_game import Terminate
from judge.commands.practice import MOST_WORDS, Hint, TakeLesson

_PLEASE = r"(?:,?\s(?:please|pls|now|here|thanks|thank\syou))*[\s.!?]*"
_END = re.compile(
    r"""
    (?: please \s | (?:ok|okay|sorry|no) ,? \s )?
    (?: (?:can|could|may) \s (?:i|we|you) \s (?: please \s )? | how \s (?:do|can) \s i \s | let(?:'s|\s us) \s
      | i (?:'d \s like | \s (?:would \s like|want|wish|have) ) \s to \s )?
    (?: (?:stop|end|quit|abandon|cancel|close|finish|leave|drop|delete) (?: \s (?:the|this|my|our|all|a) )*
        \s (?: (?:practi[sc]e|computer) \s (?:game|match) | practi[sc]e | game | match | (?:lessons?|course|tutorial) )
      | stop \s (?:playing|practi[sc]ing|learning)
      | i (?:'m|\s am)? \s (?:give \s (?:up|in) | quit | done | have \s had \s enough)
    )
    """
    + _PLEASE,
    re.IGNORECASE | re.VERBOSE,
)
_STOP = re.compile(rf"(?:please\s)?(?:stop(?:\s(?:it|this|that|here))?|(?:that's\s|that\sis\s)?enough){_PLEASE}", re.IGNORECASE)
_HINT = re.compile(
    r"""
    (?: please \s )?
    (?: what \s (?:would|should|do|could|shall) \s (?:you|i|we) \s (?:do|play|order|move|recommend|suggest|advise|try)
        (?: \s (?:next|first|instead|in \s my \s (?:place|position|shoes)) )? (?: \s (?:with|for|about) \s (?P<for> .+? ) )?
      | what (?:'s|\sis) \s (?:the|my) \s best \s (?:move|order|play|orders|moves) (?: \s (?:for|of) \s (?P<of> .+? ) )?
      | (?: (?:can|could|would|will) \s you \s (?:please \s)? )? (?:advise|suggest | give \s me | help \s me \s with)
        \s (?: me | (?: (?:a|an|another|some|one \s more|any) \s )? (?:hint|tip|advice|move|order|idea|suggestion)s? )
        (?: \s (?:for|about|on|with) \s (?P<about> .+? ) )?
      | hints? \s (?: (?:me|for|about|on|with) \s )* (?P<named> [^,;:]+? )
      | (?:any|another|one \s more|i \s need \s (?:a|another|some)) \s (?:hint|tip|advice|idea|suggestion)s?
        (?: \s (?:for|about|on) \s (?P<on> .+? ) )?
      | i (?:'m|\sam) \s (?:stuck|lost) | (?:i \s (?:do \s not|don't) \s (?:understand|get \s it)(?: \s (?:it|this|that))?)
      | (?:i \s have \s)? no \s idea (?: \s what \s to \s do )? | i \s (?:do \s not|don't) \s know \s what \s to \s do
    )
    """
    + _PLEASE,
    re.IGNORECASE | re.VERBOSE,
)
_RUN = re.compile(
    r"""(?: please \s | (?:can|could) \s (?:you|we) \s (?: please \s )? | ok(?:ay)? ,? \s )?
    (?: (?:(?:go|move|get|on) \s (?:on \s)? to \s)? (?:the \s)? next \s (?:turn|phase|season|move)
      | (?:run|end|finish|process|play|resolve|adjudicate) \s (?:the|this|my) \s (?:turn|phase|season|moves?) | end \s turn
    )"""
    + _PLEASE,
    re.IGNORECASE | re.VERBOSE,
)
_LEAVES = re.compile(
    rf"""(?: please \s )?
    (?: (?P<next> (?:skip|next|continue|go \s on|move \s on|carry \s on) (?: \s (?:it|this|one|please) )* )
      | (?P<back> (?:go \s)? back | previous (?: \s one )? )
      | (?P<again> (?:once \s more | again | repeat) (?: \s (?:it|that|this|the \s lesson|please) )* )
    ) {_PLEASE}""",
    re.IGNORECASE | re.VERBOSE,
)


def said_in_practice(line: str, first: bool, lesson: bool) -> Command | None:
    """Return what a line in a mail about a practice game asks for: TERMINATE, FINAL, HINT or LESSON. None for any other line.

    Args:
        line: as it was written.
        first: whether it is the first of the mail. Elsewhere "stop" may end the orders above it.
        lesson: whether the game is a course of lessons, in which there is a next one.
    """
    words = " ".join(normalize_line(line).split())
    if _END.fullmatch(words) or (first and _STOP.fullmatch(words)):
        return Terminate(line)
    if _RUN.fullmatch(words):
        return MarkFinal(line, True)
    if lesson and (left := _LEAVES.fullmatch(words)):
        return TakeLesson(line, "next" if left["next"] else "back" if left["back"] else "")
    asked = _HINT.fullmatch(words)
    unit = next(filter(None, asked.groupdict().values()), "") if asked else ""
    return Hint(line, unit) if asked and len(unit.split()) <= MOST_WORDS else None
