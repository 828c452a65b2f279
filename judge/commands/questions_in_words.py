"""WHY, STATUS, WHO and HISTORY in own words: "who bounced me in Burgundy?", "show my orders", "who are my opponents?"."""

from __future__ import annotations

import re

from judge.commands.base import Command
from judge.commands.help_and_lists import ShowStatus
from judge.commands.line_reader import normalize_line
from judge.commands.queries import ExplainResult, ShowHistory, ShowPlayers

_ASKED = re.compile(
    r"""
    (?P<before> (?:^|.*[.,;:!]) \s*)
    (?:
        what (?: 's | \s has | \s did )? \s (?:happened|happen|became|become) \s (?:to|of|with|in|at)
      | who (?: 's | \s has )? \s (?:dislodged|bounced|attacked|stopped|blocked|beat|destroyed|cut|hit|kept|stood)
      | how \s did \s [\w ]{2,20} \s (?:dislodge|bounce|attack|stop|block|beat|destroy|cut|hit|keep)
      | (?P<why> why \s (?:did|didn't|was|wasn't|is|has|could|couldn't) )
    )
    \s (?P<what> [^?]{2,80}? ) (?P<mark> [ ]? \? .{0,30} | [.!]* )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MINE = re.compile(r"^(?:(?:my|me|our|us|the|off|out|of|in|at|from)\b\s*)+", re.IGNORECASE)
_TURN = re.compile(r"\s+(?:last (?:turn|time|season|phase|year)|this (?:turn|time))$", re.IGNORECASE)
_PHASE = re.compile(r"[\s,]+in\s+(?P<phase>\w[\w']{2,14} \d{1,5})$", re.IGNORECASE)
_NOWHERE = re.compile(r"(?:(?:my|the|our|me|us|it|you|that|this|fleets?|arm(?:y|ies)|units?|orders?|moves?)\b\s*)*", re.IGNORECASE)
_OWN_ORDERS = re.compile(
    r"""
    (?: (?:can|could) \s you \s )? (?: please \s )?
    (?:
        (?:show|send|list|tell) \s (?: me \s )? (?:my|the) \s (?: (?:current|present|standing|own) \s )? orders
      | what (?: \s (?:are|were) | 's ) \s my \s (?: (?:current|present|standing) \s )? orders
      | (?:what|which) \s orders \s (?: of \s mine \s )? (?: do \s you | have \s you ) \s (?:have|got)
        (?: \s (?:from|for|by|of) \s (?:me|us) )?
      | what \s (?: did \s (?:i|we) \s order | have \s (?:i|we) \s ordered )
      | did \s (?:you|u) \s (?:get|receive|see) \s (?:my|our) \s (?:orders|moves|mail|e-?mail|message|letter)
      | (?: have \s (?:you|u) \s (?:got|had|received) | do \s (?:you|u) \s have ) \s (?:my|our)
        \s (?:orders|moves|mail|e-?mail|message|letter)
      | are \s (?:my|our) \s (?:orders|moves) \s (?: all \s )? in
    )
    (?: ,? \s (?: please|again|now|so \s far|at \s the \s moment|this \s (?:turn|phase|season|time) ) )*
    \s? [?.!]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_DUE = re.compile(
    r"""
    (?: (?:hi|hello|hey) (?: \s there | \s judge )? \s? [,!.]? \s )? (?: (?:please \s )? tell \s me \s )?
    (?:
        (?: when | what | what \s time ) (?: 's | \s is | \s was ) \s (?:(?:the|our|my|next|current|new) \s )* deadline
      | when (?: 's | \s is | \s are | \s do ) \s (?:(?:the|our|my|next|this|i|we) \s )*
        (?: orders | moves | retreats | builds | it | turn | phase | season ) \s (?:due|needed)
      | when \s do \s you \s need \s (?:(?:my|our|the) \s )? orders (?: \s (?:by|in) )?
    )
    (?: ,? \s (?: please | again | now | this \s (?:turn|phase|season|time) ) )* \s? [?.!]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_WHO = re.compile(
    r"""
    (?: (?:please \s )? (?:tell|show) \s me \s )?
    who (?: 's | \s is | \s are )? \s
    (?: (?:my|the|our) \s (?:(?:other|human) \s )? (?:opponents?|enem(?:y|ies)|rivals?|players?|others?)
      | (?:(?:else|all) \s )* (?:is \s )? (?:playing|plays|in \s (?:the|this|my) \s game) (?: \s (?:what|whom|which \s \w+) )?
      | (?:am|are) \s (?:i|we) \s (?:playing|fighting|up) (?: \s (?:against|with) )?
      | do \s (?:i|we) \s play (?: \s (?:against|with) )?
    )
    (?: \s (?:here|now|please|in \s (?:this|the|my) \s game) )* \s? [?.!]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_STANDING = re.compile(
    r"""
    (?: how \s (?:am|are) \s (?:i|we) \s doing
      | who (?: 's | \s is ) \s (?:winning|ahead|leading|in \s the \s lead)
      | how \s many \s (?:supply \s )? (?:centers|centres) \s (?:do|have) \s (?:i|we) (?: \s (?:have|own|got) )?
      | what (?: 's | \s is ) \s the \s score
    )
    (?: \s (?:so \s far|now|please|currently) )* \s? [?.!]*
    """,
    re.IGNORECASE | re.VERBOSE,
)


def question_in_words(line: str) -> Command | None:
    """Return what a line asks for in its own words: STATUS, WHO, HISTORY, or WHY if it names a place or unit; else None.

    A WHY that follows other words on its line must end with a question mark.
    """
    text = normalize_line(line).strip()
    if _OWN_ORDERS.fullmatch(text) or _DUE.fullmatch(text):
        return ShowStatus(line)
    if _WHO.fullmatch(text):
        return ShowPlayers(line)
    if _STANDING.fullmatch(text):
        return ShowHistory(line)
    found = _ASKED.fullmatch(text)
    if found is None or ((found["before"].strip() or found["why"]) and "?" not in found["mark"]):
        return None
    if found["why"] and not found["before"].strip():
        return None  # WHY has its own parser
    what, phase = _TURN.sub("", found["what"].strip(" ,.")), ""
    if said := _PHASE.search(what):
        what, phase = what[: said.start()], said["phase"]
    return ExplainResult(line, _MINE.sub("", what), phase) if not _NOWHERE.fullmatch(what) else None
