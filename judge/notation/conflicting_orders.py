"""Orders of one letter that do not go together: several for one unit, support of what does something else, later doubts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from judge.board import space_of
from judge.notation.complaints import Complaint
from judge.notation.order import Order, UnitRef
from judge.notation.plain_words import PlainWords
from judge.notation.readings import ASKED, TALK, IgnoredText, Instead, ParsedOrder, Reading, UnreadableText
from judge.notation.segments import OrderSegment

_ENDED = re.compile(r"[.;!?\w]")
_NUMBERED = re.compile(r"\s\d{1,2}\s?[.):]\s*$")
"""A number of a list: what it parts is in one list all the same."""
_EITHER = re.compile(r"\s*/")
"""What parts two orders of which one is meant, whatever words follow it: `A Ven-Pie / the army in Venice to Tyrol`."""
_OPEN = ("unclear", "asked", "choice", "taken-back")
"""Complaints that leave open whether an order counts."""
_MARK = re.compile(r"[.,;!?()]")
_CHANGES = re.compile(r"\b(?:instead|rather|make|change|after all|no longer|other way)\b", re.IGNORECASE)
"""Words of a text by which an order is another than before."""
_TURNS = re.compile(r"^\W*(?:no|actually|sorry|wait|oops|change|rather|correction)\b|\binstead\b", re.IGNORECASE)
"""How a line begins that gives one build for another: `No - make the army Venice`."""
_DONE = frozenset({"stands", "move", "support", "convoy"})

Named = Callable[[str], tuple[Collection[str], Collection[str]]]
"""The spaces that a text names, and the kinds of unit."""


def question_choices(
    read: Sequence[Reading], pieces: Sequence[OrderSegment], line: str, units: Mapping[tuple[str, str], int] = MappingProxyType({})
) -> list[Reading]:
    """The readings of a line's pieces, with a question for all orders that it gives to one unit: `A Par-Bur / A Par-Pic`.

    Of orders in several sentences, and of those with words between them, the last counts. `units`: how many the writer has of
    a kind in a space; a list that has no more orders than these is for one after the other.
    """
    found, first = list(read), dict[tuple[str, str, str], int]()
    given = Counter(said.order.unit for said in read if isinstance(said, ParsedOrder) and said.order.unit)
    for n, said in enumerate(read):
        unit = said.order.unit if isinstance(said, ParsedOrder) and said.order.verb in _DONE else None
        if not isinstance(said, ParsedOrder) or unit is None:
            continue
        before = first.setdefault((unit.kind, unit.name, unit.space), n)
        other = read[before]
        between = [line[one.end : below.start] for one, below in pairwise(pieces[before : n + 1])]
        if 1 < given[unit] <= units.get((unit.kind, unit.space), 1) and not unit.name and not any(map(_EITHER.match, between)):
            continue
        apart = any(_ENDED.search(_NUMBERED.sub("", words)) for words in between if not _EITHER.match(words))
        if not isinstance(other, ParsedOrder) or other.order == said.order or apart:
            first[unit.kind, unit.name, unit.space] = n
            continue
        at = pieces[before].start
        complaint = Complaint("choice", suggestions=_orders(found[before], said))
        found[before] = UnreadableText(line[at : pieces[n].end], complaint, said.line, at)
        found[n] = _asked_above(said)
    return found


def _orders(first: Reading, other: ParsedOrder) -> tuple[Order, ...]:
    """The orders that a reading gives or asks about, and another."""
    known = first.complaint.suggestions if isinstance(first, UnreadableText) else ()
    given = (first.order,) if isinstance(first, ParsedOrder) else ()
    return tuple(dict.fromkeys((*known, *given, other.order)))


def _asked_above(said: ParsedOrder) -> IgnoredText:
    """An order that a question above asks about."""
    return IgnoredText(said.text, kind=ASKED, line=said.line, at=said.at)


def question_lists(lines: Sequence[Sequence[Reading]], several: Collection[str]) -> list[Sequence[Reading]]:
    """The readings of all lines, with a question for all orders that one list gives to one unit, each in a line of its own.

    A list ends at a line that holds anything else, or nothing: behind that, the last order counts. In the spaces `several` the
    writer has more than one unit, so that two orders may be for two of them.
    """
    found, first = [list(line) for line in lines], dict[object, tuple[int, int]]()
    for row, line in enumerate(lines):
        everybody = len({(each.at, each.text) for each in line}) < len(line)  # `all hold`
        led = any(map(str.isalpha, line[0].line[: max(line[0].at, 0)])) if line else True  # `sorry, A Par-Pic`
        if led or everybody or not all(isinstance(each, ParsedOrder) for each in line):
            first.clear()
            if everybody:
                continue
        for at, said in enumerate(line):
            if not isinstance(said, ParsedOrder) or said.order.verb not in _DONE or said.order.unit is None:
                continue
            if said.order.unit.space in several:
                continue
            before = first.setdefault((said.order.unit.kind, said.order.unit.name, said.order.unit.space), (row, at))
            other = found[before[0]][before[1]]
            if before[0] == row or (isinstance(other, ParsedOrder) and other.order == said.order):
                continue
            below = f"{other.complaint.word}; {said.text}" if isinstance(other, UnreadableText) else said.text
            complaint = Complaint("choice", below, _orders(other, said))
            found[before[0]][before[1]] = UnreadableText(other.text, complaint, other.line, other.at)
            found[row][at] = _asked_above(said)
    return list(found)


def with_impossible_asked(readings: Sequence[Reading], can_be: Callable[[Order], bool]) -> list[Reading]:
    """The readings with a question for both orders of a unit, if its last order cannot be carried out and one above it can: the
    last was perhaps read wrongly, or is for another unit. `can_be` tells which orders can be carried out.
    """
    found, last = list(readings), dict[tuple[str, str, str], int]()
    for n, said in enumerate(readings):
        if not isinstance(said, ParsedOrder) or said.order.unit is None:
            continue
        key = (said.order.unit.kind, said.order.unit.name, said.order.unit.space)
        at = last.setdefault(key, n)
        other = found[at]
        if at != n and isinstance(other, ParsedOrder) and can_be(other.order) and not can_be(said.order):
            complaint = Complaint("choice", said.text, (other.order, said.order))
            found[at] = UnreadableText(other.text, complaint, other.line, other.at)
            found[n] = _asked_above(said)
        else:
            last[key] = n
    return found


def question_supports(read: Sequence[Reading], pieces: Sequence[OrderSegment], line: str) -> list[Reading]:
    """The readings of a line's pieces, with a question for support to hold of a unit that the words beside it move: `A Ruh S A Mun,
    A Mun-Bur`, `Holland goes to Belgium, Ruhr supports Holland`.
    """
    found = list(read)
    for n, (said, other) in enumerate(pairwise(read)):
        apart = line[pieces[n].end : pieces[n + 1].start].strip(" ,") not in ("", "and")
        if apart or not isinstance(said, ParsedOrder) or not isinstance(other, ParsedOrder):
            continue
        for at, helps, moves in ((n, said, other.order), (n + 1, other, said.order)):
            about = helps.order.of is not None and moves.unit is not None and helps.order.of.space == moves.unit.space
            if about and helps.order.verb == "support" and not helps.order.target and moves.verb == "move":
                moved = helps.order._replace(target=moves.target)
                beside = other.text if at == n else said.text
                found[at] = UnreadableText(helps.text, Complaint("unclear", beside, (moved, helps.order)), helps.line, helps.at)
    return found


def with_changes_asked(readings: list[Reading], named: Named) -> list[Reading]:
    """Return the readings with a question for an order that a text below changes, which was not understood and names its unit:
    `Make NWG go to Barents instead of supporting`.
    """
    found = list(readings)
    for at, reading in enumerate(readings):
        if not isinstance(reading, UnreadableText) or reading.complaint.suggestions or not _CHANGES.search(reading.text):
            continue
        spaces = named(reading.line)[0]
        given = ((n, each) for n, each in enumerate(found[:at]) if isinstance(each, ParsedOrder))
        earlier = [(n, said) for n, said in given if said.order.unit and said.order.unit.space in spaces]
        if len(earlier) == 1:
            found[earlier[0][0]] = _in_question(earlier[0][1], reading.text)
    return found


def with_builds_asked(readings: list[Reading], named: Named) -> list[Reading]:
    """Return the readings with a question for each build whose space or kind of unit a line below names that gives another for it:
    `No - make the army Venice`.
    """
    found = list(readings)
    for at, reading in enumerate(readings):
        if not _TURNS.search(reading.line):
            continue
        spaces, kinds = named(reading.line)
        for n, said in enumerate(found[:at]):
            builds = isinstance(said, ParsedOrder) and said.order.verb == "build" and said.line != reading.line
            if isinstance(said, ParsedOrder) and builds and said.order.unit:
                unit = said.order.unit
                found[n] = _in_question(said, reading.line) if unit.space in spaces or unit.kind in kinds else said
    return found


def with_retractions_asked(readings: list[Reading], named: Named, words: PlainWords, instead: Instead) -> list[Reading]:
    """Return the readings with a question for orders that later words take back: those that the words name, all before if they name
    none: `Please disregard all of this`, `the Brest one isn't definite`, `A Smy-Syr (no, Armenia)`.
    """
    found, told = list(readings), ""
    ordered = {reading.line for reading in readings if not isinstance(reading, IgnoredText)}
    for at, reading in enumerate(readings):
        if isinstance(reading, ParsedOrder):
            continue
        aside = isinstance(reading, UnreadableText) and reading.complaint.code == "aside"
        text = _retraction(reading, words, named, reading.line not in ordered)
        if not aside and not text:
            continue
        said = [n for n, each in enumerate(found) if isinstance(each, ParsedOrder) and _is_before(each, n, reading, at)]
        if aside and said and said[-1] == at - 1:
            order = found[at - 1]
            if isinstance(order, ParsedOrder) and (others := instead(order.order, sorted(named(reading.text)[0]))):
                found[at - 1] = _in_question(order, reading.text, others)
        if not said or not text:
            continue
        spaces, kinds = named(text)
        goes_on = not spaces and reading.line == told  # `The Galicia move is not final, so don't write it down`
        told = reading.line if spaces else told
        about = [n for n in said if _concerns(found[n], spaces, kinds)] or ([] if spaces else said)
        for n in () if goes_on else about:
            given = found[n]
            if isinstance(given, ParsedOrder):
                found[n] = _in_question(given, text)
    return found


def _is_before(order: ParsedOrder, n: int, reading: Reading, at: int) -> bool:
    """Whether an order stands before a text in the letter: words that put orders of their line in question come first of it."""
    return order.at < reading.at if order.line and order.line == reading.line else n < at


def _retraction(reading: UnreadableText | IgnoredText, words: PlainWords, named: Named, talks: bool) -> str:
    """Return the words by which a text that was not understood takes orders back; '' if it does not. `talks`: its line has no
    order, so that words before a colon are no heading of any.
    """
    idle = isinstance(reading, IgnoredText) and reading.kind not in (TALK, ASKED)
    if idle or (isinstance(reading, UnreadableText) and reading.complaint.suggestions):
        return ""
    head, colon, _ = reading.line.partition(":")
    if talks and colon and words.takes_back(head):  # `Strike the lot, please: my flatmate typed that`
        return head
    asked = isinstance(reading, IgnoredText) and reading.kind == ASKED
    whole = asked or reading.at < 0 or not reading.line
    text = reading.text if whole else _MARK.split(reading.line[reading.at :], 1)[0]
    if words.takes_back(text) and not asked:
        return text
    retracts = words.retracts(text)
    if not retracts and (asked or not words.denies(text)):
        return ""
    spaces, kinds = named(text)
    return text if spaces or (kinds and retracts and not asked) else ""


def _concerns(reading: Reading, spaces: Collection[str], kinds: Collection[str]) -> bool:
    """Whether an order names one of these spaces, or is for a unit of one of these kinds if none is named."""
    order = reading.order if isinstance(reading, ParsedOrder) else None
    if order is None:
        return False
    if not spaces:
        return order.unit is not None and order.unit.kind in kinds
    places = (*(each.place for each in (order.unit, order.of) if each), order.target)
    return any(space_of(place) in spaces for place in places if place)


def _in_question(said: ParsedOrder, by: str, others: Sequence[Order] = ()) -> UnreadableText:
    """A question if an order still counts, given words that may change it, or one of the others."""
    return UnreadableText(said.text, Complaint("unclear", by, (said.order, *others)), said.line, said.at)


def with_later_doubts(readings: list[Reading]) -> list[Reading]:
    """Return the readings with a question for an order whose unit is asked about later: `A Ven-Tri. Leave A Ven out for now.`"""
    found, given = list(readings), dict[UnitRef, int]()
    for at, reading in enumerate(readings):
        if isinstance(reading, ParsedOrder) and reading.order.unit:
            given[reading.order.unit] = at
    for at, reading in enumerate(readings):
        if not isinstance(reading, UnreadableText) or not reading.complaint.suggestions or not _leaves_open(reading):
            continue
        if ":" in reading.text:  # press: `Vienna-Rome: lovely to see you`
            continue
        meant = reading.complaint.suggestions
        before = given.get(meant[0].unit, at) if meant[0].unit else at
        earlier = found[before]
        if before < at and isinstance(earlier, ParsedOrder) and earlier.order not in meant:
            found[before] = _in_question(earlier, reading.text, meant)
            found[at] = IgnoredText(reading.text, kind=ASKED, line=reading.line, at=reading.at)
    return found


def _leaves_open(reading: UnreadableText) -> bool:
    """Whether a question leaves open if an order counts instead of another: under an unknown heading, if its line says so."""
    code = reading.complaint.code
    return code in _OPEN or (code == "label" and bool(_CHANGES.search(reading.line)))
