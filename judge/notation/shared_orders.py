"""Words for several units at once: `A Par and A Mar hold`, `all hold`, `the rest hold`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from lark import Tree

from judge.board import Board, Position, space_of
from judge.notation.complaints import Complaint, unit_reference
from judge.notation.order import Order, UnitRef
from judge.notation.readings import ASKED, NAME, TALK, IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.remarks import Doubt
from judge.notation.segments import OrderSegment
from judge.notation.tokens import STOP, Token
from judge.notation.verbs import BACKED, ESCORTED, HELPED, REST

HOLD = "stands"
_JOURNEY = re.compile(
    r"\b(?:my|our) army\b|\barmy from\b|\bfrom \w+(?: \w+)* (?:in)?to\b|\b(?:carr|ferr)(?:y|ies|ying)\b|\bship(?:s|ping)?\b",
    re.IGNORECASE,
)


def share_orders(pieces: Sequence[OrderSegment], tokens: Sequence[Token]) -> list[OrderSegment]:
    """The pieces of a line; units that are listed with another do what it does: `Par and Mar hold`, `hold Par and Mar`, `Bel and
    Ruh support Bur`, `supported by Ruh and Bel`.
    """
    found = list(pieces)
    for at in range(len(found) - 2, -1, -1):
        found[at] = _helping(found[at], found[at + 1], tokens)
    for at in range(1, len(found)):
        before = found[at - 1].tree
        if before is not None and before.data in BACKED and found[at].start > found[at - 1].start and found[at - 1].orderlike:
            found[at] = _in_line(found[at], Tree(before.data, []), tokens, found[at - 1])
        elif before is not None and before.data == ESCORTED and found[at].start > found[at - 1].start:
            found[at] = _escorting(found[at], before, tokens, found[at - 1])
    for at in range(len(found) - 2, -1, -1):
        if not found[at + 1].led:
            found[at] = _held(found[at], found[at + 1], found[at : at + 2], tokens)
    for at in range(1, len(found)):
        if found[at - 1].led:
            found[at] = replace(_held(found[at], found[at - 1], found[at - 1 : at + 1], tokens), led=True)
    return found


def _helping(piece: OrderSegment, other: OrderSegment, tokens: Sequence[Token]) -> OrderSegment:
    """Read a unit without a verb as giving the same support or convoy as its neighbour; across marks, only at the beginning."""
    headed = not tokens or piece.start == tokens[0].start
    helps = other.tree is not None and (other.tree.data in HELPED or (other.tree.data in BACKED and not other.led))
    gives = helps and not other.stray
    return _in_line(piece, other.tree, tokens, other, headed) if gives and other.tree else piece


def _escorting(piece: OrderSegment, like: Tree[Any], tokens: Sequence[Token], other: OrderSegment) -> OrderSegment:
    """Read a fleet that is listed behind another as convoying the same army: `convoy Nwy to Bre using NTH and ENG`."""
    joined = _in_line(piece, Tree(like.data, []), tokens, other)
    if joined is piece or joined.tree is None:
        return piece
    return replace(joined, tree=Tree(like.data, [*like.children[:2], *joined.tree.children]))


def _in_line(
    piece: OrderSegment, like: Tree[Any], tokens: Sequence[Token], other: OrderSegment, comma: bool = False
) -> OrderSegment:
    """Read a unit without a verb as doing what a tree says, if at most a comma stands between it and the other."""
    if piece.tree is None or piece.tree.data != "alone" or piece.stray:
        return piece
    first, last = sorted((piece, other), key=lambda each: each.start)
    marks = [token.options[0][1] for token in tokens if first.end <= token.start < last.start and token.kind == STOP]
    tree = Tree(like.data, [*piece.tree.children, *like.children[1:]])
    return replace(piece, tree=tree, orderlike=True) if not marks or (comma and marks == [","]) else piece


def _held(piece: OrderSegment, other: OrderSegment, pair: Sequence[OrderSegment], tokens: Sequence[Token]) -> OrderSegment:
    """Read a unit without a verb as holding, if its neighbour in the sentence holds."""
    if piece.tree is None or other.tree is None or piece.stray or other.stray:
        return piece
    if piece.tree.data != "alone" or other.tree.data != HOLD:
        return piece
    between = [token.options[0][1] for token in tokens if pair[0].end <= token.start < pair[1].start and token.kind == STOP]
    return replace(piece, tree=Tree(HOLD, piece.tree.children)) if between in ([], [","]) else piece


def for_everyone(readings: Sequence[Reading], position: Position, power: str, doubts: Sequence[Doubt] = ()) -> Iterator[Reading]:
    """The readings, with one order for each of a power's units instead of one for all, or all of a kind. A
    convoy that is an order for the army, too, is two orders. Right behind words like `scrap that` (of `doubts`) all are all.
    """
    back = (doubt for doubt in doubts if doubt.code == "taken-back" and doubt.back and not (doubt.last or doubt.spaces))
    anew = max((doubt.word[1] for doubt in back), default=-1)

    def orders() -> tuple[Order, ...]:
        return tuple(Order(HOLD, unit_reference(unit)) for unit in position.units_of(power))

    for reading in readings:
        if (
            isinstance(reading, ParsedOrder)
            and reading.order.verb == HOLD
            and not (reading.order.unit and reading.order.unit.place)
        ):
            kind = reading.order.unit.kind if reading.order.unit else ""
            own = (each for each in orders() if each.unit and kind in ("", each.unit.kind))
            filled = () if anew >= 0 and _follows(reading, readings, anew) else (REST,)
            yield from (reading._replace(order=each, filled=filled) for each in own)
        elif isinstance(reading, ParsedOrder) and (ESCORTED in reading.filled or _takes_its_own(reading)):
            yield reading
            if reading.order.of and any(unit_reference(unit) == reading.order.of for unit in position.units_of(power)):
                yield reading._replace(order=Order("move", reading.order.of, reading.order.target), filled=(), goal="")
        elif isinstance(reading, UnreadableText) and Order(HOLD) in reading.complaint.suggestions:
            yield reading._replace(complaint=replace(reading.complaint, suggestions=orders()))
        else:
            yield reading


def _takes_its_own(reading: ParsedOrder) -> bool:
    """Whether a convoy is told of as a journey, which is an order for the army, too: `convoys my army from Yorkshire to Norway`."""
    return reading.order.verb == "convoy" and bool(_JOURNEY.search(reading.text))


def _follows(reading: ParsedOrder, readings: Sequence[Reading], end: int) -> bool:
    """Whether a reading is the first order behind a place in its line."""
    return end <= reading.at and not any(isinstance(each, ParsedOrder) and end <= each.at < reading.at for each in readings)


def without_mentioned(lines: Sequence[Sequence[Reading]], named: Callable[[str], Collection[str]]) -> list[list[Reading]]:
    """The readings of all lines, without orders from `the rest hold` for units that are spoken of elsewhere in the letter.

    `named` tells which spaces a text names that was not understood. It is asked what a unit does that is only
    spoken of as helped to move: `Vienna supports the army in Budapest to Trieste, all others hold`.
    """
    if not any(_of_rest(reading) for line in lines for reading in line):
        return [[*line] for line in lines]
    said = {space for line in lines for reading in line if not _of_rest(reading) for space in _spoken_of(reading)}
    said |= {space for line in lines for reading in line for space in named(_not_understood(reading))}
    given = [reading.order for line in lines for reading in line if isinstance(reading, ParsedOrder)]
    moved = {order.of: order.target for order in given if order.verb == "support" and order.of and order.target}

    def settled(reading: Reading) -> Reading:
        if not isinstance(reading, ParsedOrder) or not _of_rest(reading):
            return reading
        if said & _spoken_of(reading):
            return _mentioned(reading)
        unit = reading.order.unit
        if unit not in moved:
            return reading
        both = (Order("move", unit, moved[unit]), reading.order)
        return UnreadableText(reading.text, Complaint("unclear", reading.text, both), reading.line, reading.at)

    return [[settled(each) for each in line] for line in lines]


def _mentioned(reading: Reading) -> IgnoredText:
    """Whether a reading is an order for one of the rest that has an order of its own."""
    return IgnoredText(reading.text, kind=ASKED, line=reading.line, at=reading.at)


def _not_understood(reading: Reading) -> str:
    """What of a reading may speak of a unit, and was not understood: all of an order, and the first word of talk."""
    if isinstance(reading, UnreadableText):
        return reading.text
    talk = isinstance(reading, IgnoredText) and reading.kind in (TALK, NAME)
    begins = talk and reading.line[: max(0, reading.at)].rstrip()[-1:] in ("", ".", ",", ";", "!")
    return next(iter(reading.text.split()), "") if begins else ""


def _of_rest(reading: Reading) -> bool:
    return isinstance(reading, ParsedOrder) and REST in reading.filled


def _spoken_of(reading: Reading) -> set[str]:
    """Return the spaces of the units that a reading gives an order, or asks about."""
    if isinstance(reading, IgnoredText):
        return set()
    orders = (reading.order,) if isinstance(reading, ParsedOrder) else reading.complaint.suggestions
    about = {reading.complaint.about.space} if isinstance(reading, UnreadableText) and reading.complaint.about else set()
    return about | {order.unit.space for order in orders if order.unit}


def with_helped_moves(readings: Sequence[Reading], board: Board) -> Iterator[Reading]:
    """The readings, with support for a unit's move instead of support in place, if the unit is ordered to move and its supporter
    can only help it there: `Paris goes to Burgundy, Marseilles supports Paris`.
    """
    given = [reading.order for reading in readings if isinstance(reading, ParsedOrder)]
    moves = {order.unit.space: order for order in given if order.verb == "move" and order.unit and not order.path}
    for reading in readings:
        order = reading.order if isinstance(reading, ParsedOrder) and reading.order.verb == "support" else None
        move = moves.get(order.of.space) if order and order.of and not order.target else None
        if isinstance(reading, ParsedOrder) and order and order.unit and order.of and move:
            near = board.reach_spaces(order.unit.kind, order.unit.place)
            if space_of(move.target) in near and order.of.space not in near:
                reading = reading._replace(order=order._replace(target=move.target))
        yield reading


def helped_order(before: Sequence[Reading]) -> Order | None:
    """The order that help said behind it is for: the last one, past help for that very order; if the letter does not give that,
    the movement that the help is for: `Serbia supports the Turkish army from Bulgaria to Rumania, Galicia supports it`.
    """
    of: UnitRef | None = None
    helps: Order | None = None
    for said in reversed(before):
        if isinstance(said, IgnoredText) and not said.near:
            continue  # `F Alb-Gre (fingers crossed), A Ser supports that`
        order = said.order if isinstance(said, ParsedOrder) else None
        if order and (order.verb not in HELPED or order.of is None) and (of is None or (order.unit and order.unit[:2] == of[:2])):
            return order
        if order is None or order.verb not in HELPED or order.of is None or (of and order.of[:2] != of[:2]):
            break
        of, helps = order.of, order if order.target else helps
    return Order("move", helps.of, helps.target) if helps else None


def led_by_help(pieces: Sequence[OrderSegment], line: str) -> bool:
    """Whether the first of two pieces is help for the second, with a comma between: `With support from Alb, Ser-Gre`."""
    if len(pieces) < len(("help", "order")) or not pieces[0].led or pieces[0].tree is None or pieces[0].tree.data not in BACKED:
        return False
    before, between = line[: pieces[0].start].rstrip(" \t"), line[pieces[0].end : pieces[1].start]
    return between.strip() in ("", ",") and before[-1:] in ("", ".", ";", "!", "\n", ":")
