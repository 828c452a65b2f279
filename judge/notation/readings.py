"""What lines of orders say, and what the words around them change: orders, questions, talk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import NamedTuple

from judge.account import Kind, Piece
from judge.board import space_of
from judge.notation.complaints import Complaint
from judge.notation.cut_text import cut_remarks
from judge.notation.drafts import draft_words
from judge.notation.order import Order, UnitRef
from judge.notation.remarks import Doubt
from judge.notation.segments import OrderSegment

TALK, COURTESY, NAME, COMMENT, OLD, ASKED = "talk", "courtesy", "name", "comment", "old", "asked"
"""Kinds of text that is not an order. NAME may be a signature, OLD stands under a heading like `draft:`, ASKED belongs to an order
that is asked about, or that another line gives.
"""
_PIECES: Mapping[str, Kind] = {
    TALK: "unread", COURTESY: "courtesy", NAME: "name", COMMENT: "comment", OLD: "comment", ASKED: "order",
}  # fmt: skip
"""The kind of such a text in the account of its letter."""
_EVERYTHING = re.compile(
    r"\b(?:above|all|those|these|them|everything|pick|choose|decide|drafts?|final|process|orders)\b", re.IGNORECASE
)
_WORDS = re.compile(r"[^\W\d]{2,}(?: [^\W\d]{2,})*")
FEW = 3
"""The most small words before talk that are part of it."""
REACH = 40
"""The most lines above in which orders are looked for that name a place."""
_GENERAL: tuple[Kind, ...] = ("unread", "name", "comment", "order")
"""The kind of a line for which nothing more specific is found; the first of these among its readings."""
_APART = re.compile(r"[.;:!?]|\w{3}")
_NAME = re.compile(r"[+(]?\d[\d ()/.-]{6,}|-?(?:(?:[A-Z](?:\.|(?=\s|$))|[A-Z][^\W\d_A-Z][\w'’-]*|of|the|\()[\s)]*){1,4}")


class ParsedOrder(NamedTuple):
    """An order that was read. `filled` says what was completed and should be mentioned (`coast`), or how it was written (MARKS)."""

    text: str
    order: Order
    filled: tuple[str, ...] = ()
    goal: str = ""
    """The word that was written for its target."""
    line: str = ""
    """The line that it stands in."""
    at: int = 0
    """Its position in the line."""


class UnreadableText(NamedTuple):
    """Text that looks like an order but is not one, is not this writer's, or is in doubt."""

    text: str
    complaint: Complaint
    line: str = ""
    at: int = 0


class IgnoredText(NamedTuple):
    """Text that does not look like an order. `near`: it may still contain an order."""

    text: str
    near: bool = False
    kind: str = TALK
    line: str = ""
    """The line that it stands in."""
    at: int = 0
    """Its position in the line; -1 if the line holds nothing else."""
    back: Doubt | None = None
    """What it says about orders in the lines before."""


Reading = ParsedOrder | UnreadableText | IgnoredText
Instead = Callable[[Order, Sequence[str]], tuple[Order, ...]]
"""Returns an order with one of these codes as its target, if its unit can go there."""


def as_written(reading: Reading, line: str) -> Reading:
    """Return a reading with its text as it stands in the line, of which parts were blanked out before it was read."""
    start = max(reading.at, 0)
    return reading if reading.text in line else reading._replace(text=line[start : start + len(reading.text)])


def ignored_text(piece: OrderSegment, line: str) -> IgnoredText:
    """Return a piece that is not an order as ignored text."""
    text = line[piece.start : piece.end]
    ends = not line[piece.end :].strip(" \t,)-")
    if piece.comment:
        kind = COMMENT
    elif piece.named == "power":
        kind = COURTESY if line.strip(" \t:,.()*-") == text else TALK
    else:
        kind = NAME if ends and piece.named != "place" and _NAME.fullmatch(text) else TALK
    return IgnoredText(text, piece.near, kind, line, piece.start)


def drafted(line: str) -> IgnoredText:
    """Return a line that says of the orders above it that they are a draft."""
    return IgnoredText(line, line=line, back=Doubt(0, 0, (0, len(line)), "taken-back", back=True))


def bracket_start(line: str, start: int) -> int:
    """Return where the brackets and quotes begin that stand right before a position in a line."""
    while start > 0 and line[start - 1] in '([{"“':
        start -= 1
    return start


def bracketed(line: str, start: int, end: int) -> str:
    """Return a stretch of a line with the brackets and quotes right around it."""
    start = bracket_start(line, start)
    while end < len(line) and line[end] in ')]}"”':
        end += 1
    return line[start:end]


def with_whole_name(complaint: Complaint, piece: OrderSegment, line: str) -> Complaint:
    """Return the complaint about an unknown place with all words of its name: `Los Angeles`, not only `Los`."""
    name = line[: piece.stray.start].rstrip() if piece.stray is not None else ""
    if complaint.code != "no-place" or complaint.suggestions or not name.endswith(complaint.word):
        return complaint
    return replace(complaint, word=line[len(name) - len(complaint.word) : piece.end])


def question_doubts(
    read: Sequence[Reading], pieces: Sequence[OrderSegment], doubts: Sequence[Doubt], line: str, instead: Instead
) -> list[Reading]:
    """The readings of a line's pieces, with questions instead of orders that are in doubt.

    Doubts about orders in other lines come first; the words that a doubt is told by are not told again.
    """
    found, back, told = list(read), list[Reading](), list[tuple[int, int]]()
    for doubt in doubts:
        at = _with_talk(doubt.word, read, line)
        word = line[slice(*at)]
        about = [n for n, piece in enumerate(pieces) if doubt.start <= piece.start < doubt.end and _is_about(read[n], doubt)]
        if anew := _given_anew(read, pieces, doubt):
            about = [n for n in about if isinstance(said := read[n], ParsedOrder) and said.order.unit == anew]
        for n in about[-1:] if doubt.last else about:
            found[n] = _asked(found[n], doubt, word, instead)
        asked = any(found[n] is not read[n] for n in about)
        if asked and (doubt.conditional or doubt.code == "asked"):  # `A Lvp-Edi... sorry, A Lvp-Yor?`
            units = {said.order.unit for n in about if isinstance(said := read[n], ParsedOrder)}
            for n, said in enumerate(read if doubt.conditional else read[: about[0]]):
                if isinstance(said, ParsedOrder) and said.order.unit in units and found[n] is said:
                    found[n] = _asked(said, doubt, word, instead)
        known = not doubt.own and any(isinstance(each, IgnoredText) and each.text == word and not _is_own(each) for each in back)
        if doubt.back and not asked and not known:
            kind = ASKED if doubt.own else TALK
            back.append(IgnoredText(word, kind=kind, line=line, at=at[0], back=None if about else doubt))
        elif asked:
            back.append(IgnoredText(word, kind=ASKED, line=line, at=at[0]))
        if asked or doubt.back:
            told.append(at)
    return [*back, *(said for said, piece in zip(found, pieces, strict=True) if not _within(said, piece, told))]


def _is_own(reading: IgnoredText) -> bool:
    return reading.back is not None and reading.back.own


def _given_anew(read: Sequence[Reading], pieces: Sequence[OrderSegment], doubt: Doubt) -> UnitRef | None:
    """Return the unit whose order stands right behind words like `make that`, if it has another in front of them: only that one is
    replaced.
    """
    if doubt.code != "taken-back" or not doubt.back or doubt.goal or doubt.spaces:
        return None
    given = [(piece.start, said.order.unit) for said, piece in zip(read, pieces, strict=True) if isinstance(said, ParsedOrder)]
    after = next((unit for start, unit in given if start >= doubt.word[0]), None)
    return after if after in [unit for start, unit in given if start < doubt.word[0]] else None


def _is_about(reading: Reading, doubt: Doubt) -> bool:
    """Whether a doubt may be about a reading."""
    if isinstance(reading, IgnoredText) or not (doubt.spaces or doubt.kinds):
        return not isinstance(reading, IgnoredText)
    if doubt.kinds:
        return isinstance(reading, ParsedOrder) and reading.order.unit is not None and reading.order.unit.kind in doubt.kinds
    named = _named_spaces(reading.order) if isinstance(reading, ParsedOrder) else frozenset()
    return not named.isdisjoint(doubt.spaces)


def _named_spaces(order: Order) -> frozenset[str]:
    return frozenset(space_of(place) for place in (*(each.place for each in (order.unit, order.of) if each), order.target) if place)


def _with_talk(word: tuple[int, int], read: Sequence[Reading], line: str) -> tuple[int, int]:
    """Return the words that put an order in doubt, with the talk that they belong to or stand next to in a sentence."""
    start, end = word
    talk = [(each.at, each.at + len(each.text)) for each in read if isinstance(each, IgnoredText) and each.kind in (TALK, NAME)]
    for first, last in reversed(talk):
        if first < end and (last > start or not _APART.search(line[last:start])):
            start, end = min(start, first), max(end, last)
    return start, end


def settle_readings(lines: Sequence[Sequence[Reading]], instead: Instead) -> list[Reading]:
    """The readings of all lines, with questions instead of orders that a later line takes back and does not give again.

    Words like `I mean`, behind which the order stands that is meant, are courtesies where there is nothing to take back.
    """
    found: list[list[Reading]] = []
    choice: IgnoredText | None = None
    for line in lines:
        kept, settled = list[Reading](), set[str]()
        if choice and choice.back and _take_back(offered := list(line), choice.back._replace(back=False), choice.text, instead):
            line = offered
        choice = None if line else choice
        for at, reading in enumerate(line):
            if not isinstance(reading, IgnoredText) or reading.back is None:
                kept.append(reading)
            elif reading.text in settled:
                continue  # its words are settled: `or maybe Paris`
            elif _is_given_anew(reading.back, line[at:], found):
                kept.append(reading._replace(kind=COURTESY, back=None))
            elif not _taken_back(found, reading.back, reading.text, instead):
                meant = reading.back.last and any(isinstance(each, ParsedOrder) for each in line[at:])
                kept.append(reading._replace(kind=COURTESY) if meant else reading)
            else:
                settled.add(reading.text)
                kept.append(reading._replace(kind=ASKED, back=None))
                alone = all(isinstance(each, IgnoredText) and each.kind == ASKED for each in line[at + 1 :])
                choice = reading if at == 0 and alone and reading.back.code == "unclear" else choice
        found.append(kept)
    return list(_without_given_anew([reading for line in found for reading in line]))


def _is_given_anew(doubt: Doubt, after: Sequence[Reading], lines: Sequence[Sequence[Reading]]) -> bool:
    """Whether an order behind words like `make that` is for a unit that has another above: only that one is replaced."""
    if doubt.code != "taken-back" or not doubt.last or doubt.goal or doubt.spaces:
        return False
    new = next((each.order.unit for each in after if isinstance(each, ParsedOrder)), None)
    old = (each.order.unit for line in lines for each in line if isinstance(each, ParsedOrder))
    return new is not None and new in old


def account_of(line: str, readings: Sequence[Reading]) -> tuple[Piece, ...]:
    """A line, without the blanks around it, as pieces. `readings`: all that it says; none if nobody has read it.

    What lies between them is a courtesy, but small words before talk, or between talk, are part of it.
    """
    if len(readings) == 1 and readings[0].text == (bare := line.strip()):
        return (Piece(_piece_kind(readings[0]), bare),)
    whole = [_piece_kind(each) for each in readings if _is_general(each)]
    between: Kind = next((kind for kind in _GENERAL if kind in whole), "courtesy" if readings else "unread")
    kinds: list[Kind | None] = [None] * len(line)
    for each in readings:
        if not _is_general(each):
            start = each.at if each.at >= 0 else max(0, line.find(each.text))
            end = min(len(line), start + len(each.text))
            kinds[start:end] = [_piece_kind(each)] * (end - start)
    for match in _WORDS.finditer("".join(" " if kind else char for kind, char in zip(kinds, line, strict=True))):
        start, end = match.span()
        follows = kinds[end + 1 : end + 2] == ["unread"] or kinds[end : end + 1] == ["unread"]
        begins = not line[:start].strip() or line[:start].rstrip()[-1] in ".,;!?"
        within = follows and "unread" in kinds[max(0, start - 2) : start]
        kinds[start:end] = ["unread" if within or (follows and begins and match[0].count(" ") < FEW) else between] * (end - start)
    end = len(line.rstrip())
    start = end - len(line[:end].lstrip())
    runs = groupby(range(start, end), lambda at: kinds[at] or between)
    return tuple(Piece(kind, "".join(line[at] for at in held)) for kind, held in runs)


def _piece_kind(reading: Reading) -> Kind:
    return _PIECES[reading.kind] if isinstance(reading, IgnoredText) else "order"


def _is_general(reading: Reading) -> bool:
    """Whether a reading is of its whole line, if no other reading is of a part."""
    return isinstance(reading, IgnoredText) and (reading.at < 0 or len(reading.text) == len(reading.line))


def left_out(readings: Sequence[Reading]) -> dict[str, list[str]]:
    """Return what marks show not to be an order: marks of comments, and headings like `draft`. Empty for a letter without orders.
    """
    aside = [reading for reading in readings if isinstance(reading, IgnoredText) and reading.kind in (COMMENT, OLD)]
    if all(isinstance(reading, IgnoredText) for reading in readings) and not any(each.near or each.kind == OLD for each in aside):
        return {}
    marks = [mark for each in aside if each.kind == COMMENT for mark in cut_remarks(each.line).marks or ("//",)]
    old = [each.text for each in aside if each.kind == OLD]
    heads = [said for text in old if (said := draft_words(text) or (text.partition(":")[0].strip() if ":" in text else ""))]
    return {"marks": list(dict.fromkeys(marks)), "heads": list(dict.fromkeys(heads))} if aside else {}


def _asked(reading: Reading, doubt: Doubt, word: str, instead: Instead) -> Reading:
    if not isinstance(reading, ParsedOrder):
        return reading
    order = reading.order
    other = (Order("stands", order.unit),) if doubt.holds and order.unit else instead(order, doubt.goal)
    complaint = Complaint(doubt.code, word, (order, *(each for each in other if each != order)))
    return UnreadableText(reading.text, complaint, reading.line, reading.at)


def _within(said: Reading, piece: OrderSegment, told: Sequence[tuple[int, int]]) -> bool:
    return isinstance(said, IgnoredText) and any(
        start <= piece.start and not said.line[end : piece.end].strip(" .,") for start, end in told
    )


def _taken_back(lines: Sequence[list[Reading]], doubt: Doubt, word: str, instead: Instead) -> bool:
    """Ask about the orders of the last line that has any, or of all lines: `ignore all those`."""
    before = (line for line in reversed(lines) if any(not isinstance(reading, IgnoredText) for reading in line))
    most = REACH if doubt.spaces or doubt.kinds else None if _EVERYTHING.search(word) else 1
    about = list(islice(before, most))
    asked = [_take_back(line, doubt, word, instead) for line in about]
    return any(asked)


def _take_back(line: list[Reading], doubt: Doubt, word: str, instead: Instead) -> bool:
    """Replace a line's orders by questions; only its last one, if the doubt is about that. Return whether there was anything to ask
    about.
    """
    orders = [n for n, reading in enumerate(line) if _is_about(reading, doubt)]
    about = [n for n in (orders[-1:] if doubt.last else orders) if isinstance(line[n], ParsedOrder)]
    for n in about:
        line[n] = _asked(line[n], doubt, word, instead)
    return bool(about)


def _without_given_anew(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Return the readings without orders that were taken back and then given again, because the last counts."""
    last: dict[object, int] = {}
    for at, reading in enumerate(readings):
        if isinstance(reading, ParsedOrder) and reading.order.unit:
            last[reading.order.unit] = at
    for at, reading in enumerate(readings):
        gone = isinstance(reading, UnreadableText) and reading.complaint.code == "taken-back"
        about = reading.complaint.suggestions[0].unit if gone and isinstance(reading, UnreadableText) else None
        again = gone and last.get(about, -1) >= at
        yield IgnoredText(reading.text, kind=ASKED, line=reading.line, at=reading.at) if again else reading
