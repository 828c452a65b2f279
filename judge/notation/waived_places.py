"""Builds that are waived in a place: `Naples: waive`, `nothing in Naples`. No unit is built there; other builds stay."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from judge.board import space_of
from judge.notation.complaints import Complaint
from judge.notation.order import Order
from judge.notation.readings import ParsedOrder, Reading, UnreadableText, as_written
from judge.notation.tokens import (
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    EXCEPT,
    FORGOTTEN,
    INSTEAD,
    INVERTED,
    LATER,
    NEGATED,
    OUTDATED,
    PLACE,
    POWER,
    REASON,
    RETRACTED,
    REVERSED,
    SORRY,
    STOP,
    WORD,
    Token,
    is_coast,
    is_kind,
    is_place,
    place_codes,
)
from judge.notation.verbs import THERE

_WAIVES = ("_WAIVE", "_NONE")
_IN_DOUBT = (CONDITION, CORRECTED, DOUBT, EXCEPT, FORGOTTEN, INSTEAD, INVERTED, LATER, NEGATED, OUTDATED, RETRACTED, REVERSED)
"""Words of a sentence in which nothing is taken for sure."""
_AT = ("at", "for", "in", "on", "of")
"""Words between what is waived and its place."""
_BARE = re.compile(
    r"(?:is |are |gets |i )?(?:waived?|waives|none|nothing|no (?:new )?(?:builds?|units?)|builds? (?:none|nothing))", re.IGNORECASE
)
"""What waives a build without saying which: `waive one`, `I pass on building` have their own object."""
_FORBIDS = re.compile(r"(?:.*\W)?(?:do not|dont|don['’]t|not|wo(?:n['’]t|nt)|will not)\b", re.IGNORECASE)
"""What says that nothing is to be built, and not that a build is waived: `don't build anything`."""
_MARKED = re.compile(r"\s*(?:[:=|,]|-+>)\s*(?:(?:is|are|gets|i)\s+)?")
"""What stands between a place and what is said of it."""
_BUILD_IN = re.compile(r"builds?\s+(?:at|for|in|of)\b", re.IGNORECASE)
"""What else may stand before the place: `the build in Mar is waived`."""
_MORE = re.compile(r"\s*(?:else|more|further|other)\b", re.IGNORECASE)
_OPEN = re.compile(r"\s*:?\s*")
_SPLIT = re.compile(r"[.;!?]")


class _Waived(NamedTuple):
    """What a line says of one place. `sure`: whether it is clear which place it is about, and that no other build is meant."""

    start: int
    end: int
    space: str
    sure: bool


def waived_places(
    text: str, line: str, tokens: Sequence[Token], openers: Collection[str], homes: Collection[str], doubted: bool
) -> list[ParsedOrder | UnreadableText]:
    """Return the builds that a line of a winter waives in a place each, with a question for what is in doubt.

    `text`: the line as it is read, of which `tokens` are; `openers`: the terminals that name a unit; `homes`: the writer's centres;
    `doubted`: whether anything in the line is in doubt.
    """
    found = list[ParsedOrder | UnreadableText]()
    for clause in _clauses(tokens):
        if waived := _Clause(clause, text, openers, homes).waived():
            words = line[waived.start : waived.end]
            sure = ParsedOrder(words, Order("waive"), (THERE,), waived.space, line, waived.start)
            found.append(sure if waived.sure and not doubted else UnreadableText(words, Complaint("not-there"), line, waived.start))
    return found


def without_waived(line: str, waived: Sequence[ParsedOrder | UnreadableText]) -> str:
    """Return a line with blanks for the builds that it waives, and for a mark behind one that would begin it, as of a comment."""
    for said in waived:
        end = said.at + len(said.text)
        end += line[end : end + 1] in ".,;!?" and not line[: said.at].strip()
        line = f"{line[: said.at]}{' ' * (end - said.at)}{line[end:]}"
    return line


def beside_waived(
    others: Sequence[Reading], waived: Sequence[ParsedOrder | UnreadableText], line: str, left: str
) -> tuple[Reading, ...]:
    """Return the builds that a line waives in places, and what it says besides, in order. `left`: the line without the former, of
    which `others` were read.
    """
    whole = (each._replace(text=each.text.strip()) if each.at < 0 else each for each in others if any(map(str.isalnum, left)))
    placed = (each._replace(line=line, at=each.at if each.at >= 0 else left.find(each.text)) for each in whole)
    return tuple(sorted([*(as_written(each, line) for each in placed), *waived], key=lambda each: each.at))


def waived_nowhere(said: Reading, spaces: Collection[str]) -> Reading:
    """Return a reading; of a doubtful text that may waive a build in spaces that it names, without the offer to waive any."""
    if not isinstance(said, UnreadableText) or not spaces or not said.complaint.suggestions:
        return said
    waives = all(order.verb == "waive" for order in said.complaint.suggestions)
    return said._replace(complaint=Complaint("not-there")) if waives else said


def _clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens between marks, each with the mark behind it; what follows a place that begins the line is said of that."""
    found: list[list[Token]] = [[]]
    for n, token in enumerate(tokens):
        if n == 1 and token.kind == STOP and is_place(tokens[0]):
            continue  # `Naples, none`
        found[-1].append(token)
        if token.kind == STOP:
            found.append([])
    return [each for each in found if each]


class _Clause:
    """One clause of a line."""

    def __init__(self, tokens: Sequence[Token], text: str, openers: Collection[str], homes: Collection[str]) -> None:
        self._text, self._openers, self._homes = text, openers, homes
        self._tokens = [token for token in tokens if token.kind != STOP and not _is_idle(token)]
        ends = tokens[-1] if tokens[-1].kind == STOP else None
        self._asked = ends is not None and text[ends.start : ends.end].strip() == "?"

    def waived(self) -> _Waived | None:
        """Return what the clause waives in a place, if it does."""
        tokens = self._tokens
        at = next((n for n, token in enumerate(tokens) if self._waives(token)), None)
        if at is None:
            return None
        rest = () if is_kind(tokens[at], "_LEFT") else tokens[at + 1 :]
        before, after = tokens[:at], [each for each in rest if self._word(each) not in _AT]
        last = len(before) - 1 - (bool(before) and is_coast(before[-1]) and not is_place(before[-1]))
        said_of = last >= 0 and is_place(before[last]) and self._is_said_of(before[-1], tokens[at])
        behind = self._opens(before, last) if said_of else -1
        ahead = self._reach(after) if after and self._leads(tokens[at], after[0]) else 0
        if behind >= 0 and not ahead:
            named = behind == 1 and _BUILD_IN.match(self._text, before[0].start, before[behind].start) is not None
            behind = 0 if named else behind
            return self._found(before[behind:], tokens[at], before[last], not self._names_more([*before[:behind], *after]))
        if ahead and behind < 0:
            place = next(token for token in after[:ahead] if is_place(token))
            goes_on = after[ahead:] and not _gives_reason(after[ahead])
            return self._found([tokens[at]], after[ahead - 1], place, not goes_on and not self._names_more(before))
        return self._found(before[behind:], after[ahead - 1], before[last], False) if ahead else None

    def _found(self, first: Sequence[Token], last: Token, place: Token, sure: bool) -> _Waived:
        spaces = {space_of(code) for code in place_codes(place)}
        mine = spaces & set(self._homes)
        doubt = self._asked or any(self._is_in_doubt(token) for token in self._tokens)
        stop = _SPLIT.search(self._text, first[0].start, last.end) if is_kind(last, "_LEFT") else None
        end = stop.start() if stop else last.end
        return _Waived(first[0].start, end, next(iter(mine), ""), sure and not doubt and len(mine) == 1)

    def _waives(self, token: Token) -> bool:
        """Whether a token waives a build; `waive. Others stay` is read as one phrase, and waives but what is before it."""
        glued = is_kind(token, "_LEFT") and _SPLIT.search(self._said(token))
        return bool(glued) or any(is_kind(token, kind) for kind in _WAIVES)

    def _is_said_of(self, place: Token, waive: Token) -> bool:
        """Whether a token waives what stands before it: `Mar: waive`, `Mar waived`, and not `Mar waive one`."""
        said, between = _SPLIT.split(self._said(waive))[0].strip(), self._text[place.end : waive.start]
        if not _BARE.fullmatch(" ".join(said.split())) or _MORE.match(self._text, waive.end):
            return False
        return bool(_MARKED.fullmatch(between)) or between.strip(" \t()").lower() in ("", "is", "are", "gets", "i")

    def _leads(self, waive: Token, first: Token) -> bool:
        """Whether a token waives what stands behind it: `nothing in Mar`, `waive Mar`, `waive: Mar`."""
        if is_kind(waive, "_LEFT") or _FORBIDS.match(self._said(waive)):
            return False
        between = self._text[waive.end : first.start]
        bare = _BARE.fullmatch(" ".join(self._said(waive).split())) is not None
        words = between.lower().replace(":", " ").split()
        linked = bool(words) and all(word in (*_AT, "the", "my", "build") for word in words)
        return linked or ((bare or is_place(first)) and _OPEN.fullmatch(between) is not None)

    def _reach(self, after: Sequence[Token]) -> int:
        """How many tokens name the place, with a kind of unit before it and a coast behind it; 0 if it is none."""
        at = 1 if self._is_unit(after[0]) and len(after) > 1 else 0
        if not is_place(after[at]):
            return 0
        return at + 1 + (at + 1 < len(after) and is_coast(after[at + 1]) and not is_place(after[at + 1]))

    def _opens(self, before: Sequence[Token], last: int) -> int:
        """Where what names a place begins: at the kind of unit before it, if there is one."""
        return last - 1 if last and self._is_unit(before[last - 1]) else last

    def _names_more(self, tokens: Sequence[Token]) -> bool:
        """Whether tokens name anything that may be built or waived, too, or order anything."""
        return any(token.kind not in (WORD, POWER) or is_place(token) for token in tokens)

    def _is_unit(self, token: Token) -> bool:
        return not is_place(token) and any(kind in self._openers and kind not in (PLACE, POWER) for kind, _ in token.options)

    def _is_in_doubt(self, token: Token) -> bool:
        return any(kind == WORD and value in _IN_DOUBT for kind, value in token.options)

    def _said(self, token: Token) -> str:
        return self._text[token.start : token.end]

    def _word(self, token: Token) -> str:
        return self._said(token).lower() if token.kind == WORD else ""


def _is_idle(token: Token) -> bool:
    return token.options[0] in ((WORD, COURTESY), (WORD, SORRY))


def _gives_reason(token: Token) -> bool:
    return token.options[0] == (WORD, REASON)
