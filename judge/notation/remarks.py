"""Words that put orders in question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge.board import space_of
from judge.notation.sentences import sentence_around
from judge.notation.tokens import (
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    EXCEPT,
    LATER,
    NEGATED,
    PLACE,
    POWER,
    REQUEST,
    RETRACTED,
    STOP,
    TITLE,
    WORD,
    Token,
    clauses,
    is_bare,
    is_coast,
    is_place,
)

_QUOTED = re.compile(r"[\"\u201c\u201e][^\"\u201c\u201d]*[\"\u201c\u201d]")
_SPOKEN = re.compile(r"(?<!\w)[^\W\d_]+(?: [^\W\d_]+)*(?![\w(])")
_TOLD = re.compile(r"\s*[:,]?\s*(?:is|are|was|were|that|that's|which|what|says?|said|would|he|she|they)\b", re.IGNORECASE)
"""What goes on behind a quotation that is told of."""
FEW = 4
"""The most words of a sentence that is short enough to be about the order before it: `Or maybe hold.`"""
_NAMES = {PLACE, POWER, "_ARMY", "_FLEET", "_ARMIES", "_FLEETS"}
_DOUBTFUL: tuple[object, ...] = (DOUBT, NEGATED, CONDITION, LATER)


class Doubt(NamedTuple):
    """A stretch of a line whose orders are asked about, and the words that put them in doubt."""

    start: int
    end: int
    word: tuple[int, int]
    code: str = "unclear"
    last: bool = False
    """Whether it is only about the last order of the stretch."""
    back: bool = False
    """Whether it is about what was said before; if nothing was, about the line before."""
    goal: tuple[str, ...] = ()
    """What the last place in its words may mean: the unit's new target."""
    holds: bool = False
    """Whether its words say that the unit is to hold instead."""
    spaces: tuple[str, ...] = ()
    """If not empty, it is only about orders that name one of these."""
    kinds: tuple[str, ...] = ()
    """If not empty, it is only about orders of units of one of these kinds (`A`)."""
    conditional: bool = False
    """Whether it is a condition, or a choice, so that no order counts for the units that it is about."""
    own: bool = False
    """Whether its words are reported with an order of their own."""


Kinds = Callable[[Token], tuple[str, ...]]


class _Sentence(NamedTuple):
    """Tokens up to a mark that ends a sentence, with commas and that mark."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    mark: str


def doubtful_sentences(tokens: Sequence[Token], orders: Sequence[int], kinds: Kinds) -> list[Doubt]:
    """Return what is in doubt in a line. `orders`: where in the line orders begin that could be read; `kinds`: the kinds of unit
    that a token may name.
    """
    found: list[Doubt] = []
    if tokens and tokens[0].options[0] == (WORD, TITLE):
        found.append(Doubt(0, tokens[-1].end, (tokens[0].start, tokens[0].end), "label"))
        tokens = tokens[1:]
    before = 0
    for sentence in _sentences(tokens):
        found += _within(sentence)
        if not any(sentence.start <= at < sentence.end for at in orders):
            found += _behind(sentence, before, kinds)
        before = sentence.start
    return found


def quoted_orders(line: str, orders: Sequence[int]) -> Iterator[Doubt]:
    """Return what stands in quotes within a sentence, which may tell of others' orders: `France is afraid of "F Kie-Hol".`"""
    outside = _QUOTED.sub(lambda quote: " " * len(quote[0]), line)
    for quote in _QUOTED.finditer(line) if outside != line else ():
        before = outside[: quote.start()]
        begin, _ = sentence_around(outside, *quote.span())
        words = _SPOKEN.search(before, begin)
        told = _TOLD.match(outside, quote.end()) if words is None else None  # `"A Ukr-Rum": that is what others do`
        if (told or (words and ":" not in before[begin:])) and any(quote.start() < at < quote.end() for at in orders):
            yield Doubt(quote.start(), quote.end(), (words or told or quote).span())


def _within(sentence: _Sentence) -> Iterator[Doubt]:
    """Return what a sentence says about the orders in it, and about those before words like `cancel that`."""
    each = enumerate(sentence.tokens)
    doubt = next((at for at, token in each if _is_doubtful(token) or _is_only_excepted(sentence.tokens, at)), None)
    if doubt is not None:
        yield _doubted(sentence, doubt)
        if token_value(sentence.tokens[doubt]) == NEGATED:
            yield from _denied_place(sentence, [token for token in sentence.tokens if token.kind != STOP])
            yield from _denied_there(sentence, doubt)
        yield from _replaced(sentence, doubt)
        if token_value(sentence.tokens[doubt]) == CONDITION and is_idle(sentence.tokens[:doubt]):
            yield from _other(sentence, doubt)
    elif sentence.mark == "?" and any(token.kind != STOP for token in sentence.tokens) and not _is_request(sentence):
        yield Doubt(sentence.start, sentence.end, (sentence.end - 1, sentence.end), "asked")
    for at, token in enumerate(sentence.tokens):
        if (said := token_value(token)) in (RETRACTED, CORRECTED):
            clause, goal = _instead(sentence.tokens, at) if said == CORRECTED else (_clause(sentence.tokens, at), ())
            holds = said == CORRECTED and any(_is_hold(each) for each in sentence.tokens[at:] if each.end <= clause)
            of = _corrected_unit(sentence.tokens, at, clause) if said == CORRECTED else ()
            last, goal = (False, ()) if of else (said == CORRECTED, goal)
            yield Doubt(0, token.start, (token.start, clause), "taken-back", last, True, goal, holds, of)
            if said == RETRACTED:
                yield Doubt(token.start, clause, (token.start, token.end), "taken-back")


def _other(sentence: _Sentence, at: int) -> Iterator[Doubt]:
    """Return what a sentence beginning with `or maybe` puts in doubt before it: the orders of the unit that it is about."""
    word, unit = sentence.tokens[at], next((each for each in sentence.tokens[at:] if is_place(each)), None)
    if unit is not None:
        yield Doubt(0, sentence.start, (word.start, word.end), back=True, spaces=_spaces(unit), own=True)


def _spaces(place: Token) -> tuple[str, ...]:
    return tuple(space_of(code) for kind, codes in place.options if kind == PLACE for code in codes)


def _is_request(sentence: _Sentence) -> bool:
    return any(token_value(token) == REQUEST for token in sentence.tokens)


def _is_doubtful(token: Token) -> bool:
    """Whether a token puts an order in doubt. A question mark does so only in brackets; elsewhere it ends the sentence."""
    in_doubt = token_value(token) in _DOUBTFUL and not (token.depth and token_value(token) == LATER)  # `(see you next year)`
    return in_doubt or token.options[0] == (STOP, "?")


def _doubted(sentence: _Sentence, at: int) -> Doubt:
    """Return what a word puts in doubt: its whole sentence; in brackets, only their content and the order before them."""
    tokens, word = sentence.tokens, sentence.tokens[at]
    if not word.depth:
        conditional = token_value(word) == CONDITION
        return Doubt(sentence.start, sentence.end, (word.start, word.end), conditional=conditional)
    last = max((n for n in range(at) if not tokens[n].depth and tokens[n].kind == STOP), default=-1)
    after = next((n for n in range(at, len(tokens)) if not tokens[n].depth), len(tokens))
    return Doubt(tokens[last].end if last >= 0 else sentence.start, tokens[after - 1].end, (word.start, word.end))


def _is_only_excepted(tokens: Sequence[Token], at: int) -> bool:
    """Whether only places are excepted here, and no order says what to do there: `all hold except F Brest`."""
    if token_value(tokens[at]) != EXCEPT:
        return False
    end = next((n for n in range(at + 2, len(tokens)) if tokens[n].kind == STOP), len(tokens))
    rest = [{kind for kind, _ in token.options} for token in tokens[at + 1 : end] if token.kind != STOP]
    return any(PLACE in kinds for kinds in rest) and all(kinds & _NAMES for kinds in rest)


def _behind(sentence: _Sentence, before: int, kinds: Kinds) -> Iterator[Doubt]:
    """Return what a sentence without an order says about the one before: `Only if Bur is empty.`, `Or maybe hold.`, `OK?`"""
    words = [token for token in sentence.tokens if token.kind != STOP]
    first = words[0] if words else None
    if first is None:
        if sentence.mark == "?":
            yield Doubt(before, sentence.start, (sentence.end - 1, sentence.end), "asked", back=True)
        return
    yield from _denied_place(sentence, words)
    denied_kind = _denied_kind(sentence, kinds)
    if denied_kind is not None:
        yield denied_kind
        return
    few, names = len(words) <= FEW, any(kind in (PLACE, POWER) for token in words for kind, _ in token.options)
    denied = any(token_value(word) in (NEGATED, DOUBT) for word in words[: 1 if len(words) > 2 else 2])
    if (token_value(first) == CONDITION and (few or names)) or (few and denied and not names):
        yield Doubt(0, sentence.start, (first.start, words[-1].end), "unclear", last=True, back=True)


def _denied_there(sentence: _Sentence, at: int) -> Iterator[Doubt]:
    """Return what `not Kiel` between commas takes back, before an order: `sorry, not Kiel, Berlin: build A Ber`."""
    word, after = sentence.tokens[at], sentence.tokens[at + 1 : at + 3]
    if len(after) > 1 and is_place(after[0]) and after[1].kind == STOP and not word.depth:
        yield Doubt(0, word.start, (word.start, after[0].end), "taken-back", back=True, spaces=_spaces(after[0]), own=True)


def _replaced(sentence: _Sentence, at: int) -> Iterator[Doubt]:
    """Return what `F Nap rather than F Rom` takes back before its sentence: the orders that name what stands behind the word."""
    word, after = sentence.tokens[at], sentence.tokens[at + 1 : at + 3]
    place = next((each for each in after if is_place(each)), None)
    if token_value(word) == DOUBT and place is not None and not word.depth and sentence.start:
        yield Doubt(0, sentence.start, (word.start, place.end), "taken-back", back=True, spaces=_spaces(place), own=True)


def _denied_place(sentence: _Sentence, words: Sequence[Token]) -> Iterator[Doubt]:
    """Return what a sentence without an order takes back by naming one place: `Don't do the Burgundy thing`, `cancel the Sweden
    move`.
    """
    said = [word for word in words if token_value(word) != COURTESY]
    places = [word for word in said if is_place(word)]
    denied = said[:1] and (token_value(said[0]) == NEGATED or (token_value(said[0]) == DOUBT and said[1:2] == places))
    if denied and len(places) == 1:
        yield Doubt(0, sentence.start, (said[0].start, said[-1].end), "taken-back", back=True, spaces=_spaces(places[0]))


def _denied_kind(sentence: _Sentence, kinds: Kinds) -> Doubt | None:
    """Return what a sentence without an order takes back by naming a kind of unit alone: `Sorry, cancel the fleet`."""
    tokens = [token for token in sentence.tokens if token_value(token) != COURTESY]
    while tokens and tokens[0].kind == STOP:
        tokens = tokens[1:]
    denied = len(tokens) > 1 and token_value(tokens[0]) in (NEGATED, DOUBT)
    if denied and any(kind in _NAMES - {PLACE, POWER} for kind, _ in tokens[1].options) and {t.kind for t in tokens[2:3]} <= {STOP}:
        return Doubt(0, sentence.start, (tokens[0].start, tokens[1].end), "taken-back", back=True, kinds=kinds(tokens[1]))
    return None


def _sentences(tokens: Sequence[Token]) -> Iterator[_Sentence]:
    """Return a line's sentences. Brackets like `(ret: Alb or Gre)` and `(not Bur)` raise no doubt."""
    held: list[Token] = []
    start, depth, listed = 0, 0, False
    for at, token in enumerate(tokens):
        kind, value = token.options[0]
        if token.depth != depth:
            listed = token.depth > depth and (any(terminal == "_RETREAT" for terminal, _ in token.options) or excludes(tokens, at))
            depth = token.depth
        if kind == STOP and value == "?" and token.start == start > 0:  # `A Mar-Spa???` asks once
            start = token.end
        elif kind == STOP and value != "," and not (value == "?" and token.depth):
            yield _Sentence(tuple(held), start, token.end, value)
            held, start = [], token.end
        elif not listed:
            held.append(token)
    if held:
        yield _Sentence(tuple(held), start, held[-1].end, "")


def excludes(tokens: Sequence[Token], at: int) -> bool:
    """Whether brackets from here on only exclude something: `(not Bur)`."""
    inside = [token for token in tokens[at : at + FEW] if token.depth >= tokens[at].depth]
    return len(inside) > 1 and token_value(inside[0]) in (DOUBT, NEGATED) and all(token.kind == PLACE for token in inside[1:])


def _instead(tokens: Sequence[Token], at: int) -> tuple[int, tuple[str, ...]]:
    """Return where the words end that belong to those here, with commas if no order is among them, and what their last place may
    mean.
    """
    groups = [group for group in clauses(tokens[at + 1 :]) if group]
    taken = list[Token]()
    for group in groups if not groups or is_bare(groups[-1]) else groups[:1]:
        if not is_bare(group):
            break
        taken += group
    named = [codes for token in taken for kind, codes in token.options if kind == PLACE]
    return (taken[-1].end if taken else _clause(tokens, at)), tuple(named[-1]) if named else ()


def _corrected_unit(tokens: Sequence[Token], at: int, end: int) -> tuple[str, ...]:
    """Return where the unit stands whose order is corrected, if two places and nothing else are named: `I meant Bur for Par`."""
    named = [token for token in tokens[at + 1 :] if token.end <= end and token.options[0] != (WORD, None)]
    both = len(named) == 2 and all(map(is_place, named)) and not any(map(is_coast, named)) and not named[1].listed
    return _spaces(named[1]) if both else ()


def _is_hold(token: Token) -> bool:
    return any(kind == "_HOLD" for kind, _ in token.options)


def _clause(tokens: Sequence[Token], at: int) -> int:
    """Return where the words end that belong to the one here: at a comma, or where brackets begin or end."""
    end = at
    while end < len(tokens) and tokens[end].kind != STOP and tokens[end].depth == tokens[at].depth:
        end += 1
    return tokens[end - 1].end


def token_value(token: Token) -> object:
    """Return which of the words that are not part of an order a token is; None for none."""
    return token.options[0][1] if token.options[0][0] == WORD else None


def is_idle(tokens: Sequence[Token]) -> bool:
    """Whether tokens are courtesies, or begin with one and have only a few more words: a name, `thanks for waiting`."""
    values = [token_value(token) for token in tokens if token.kind != STOP]
    if all(value == COURTESY for value in values):
        return True
    spoken = all(token.kind in (WORD, POWER) for token in tokens if token.kind != STOP) and not {*values} & GRAVE
    return values[0] == COURTESY and len(values) <= FEW and spoken


GRAVE = frozenset({DOUBT, NEGATED, CONDITION, RETRACTED, CORRECTED})
"""Values of words that are never idle."""
