"""Split words that are written together: `StPsc`, `A1`, `ARUH`, `ConBul`; and read the number of a unit beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from judge.board import PlaceNames
from judge.notation.raw_words import fold_word
from judge.notation.tokens import MOVE, NUMBER, PLACE, POWER, WORD, Options, Token

_MOVE = re.compile(r"(?P<place>[A-Z][A-Za-z]{2})(?P<goal>[A-Z][A-Za-z]{2})")

Meanings = Callable[[str], Options]
"""A folded word → what it may be; nothing for a word that is none."""


def place_and_coast(token: Token, word: str, names: PlaceNames, coasts: Meanings) -> tuple[Token, ...]:
    """Read `StPsc` as a place and its coast; return nothing if it is not."""
    place, ending = fold_word(word[:-2]), word[-2:].lower()
    coast = coasts(ending) if place in names.table else ()
    if not coast:
        return ()
    named, middle = ((PLACE, names.table[place]),), token.end - 2
    return token._replace(options=named, end=middle), token._replace(options=coast, start=middle)


def unit_and_number(token: Token, word: str, kinds: Meanings) -> tuple[Token, ...]:
    """Read `A1` as a kind of unit and its number; return nothing if it is not."""
    letters = word.rstrip("0123456789")
    kind = kinds(letters.lower()) if letters != word else ()
    if not kind:
        return ()
    middle = token.start + len(letters)
    return token._replace(options=kind, end=middle), token._replace(options=((NUMBER, word[len(letters) :]),), start=middle)


def with_unit_numbers(tokens: list[Token], text: str, openers: Collection[str]) -> list[Token]:
    """The tokens, with what may be the number of the unit before it: `army 2`."""
    found = list(tokens)
    for at in range(1, len(tokens)):
        before, token = tokens[at - 1 : at + 1]
        said, kinds = text[token.start : token.end], [kind for kind, _ in before.options if kind != POWER]
        if token.options == ((WORD, None),) and said.isdigit() and any(kind in openers for kind in kinds):
            found[at] = token._replace(options=(*token.options, (NUMBER, said)))
    return found


def unit_and_place(token: Token, word: str, names: PlaceNames, kinds: Meanings) -> tuple[Token, ...]:
    """Read `ARUH`, `FDen` or `Aven` as a unit's letter and its place; return nothing if it is not."""
    place = names.table.get(fold_word(word[1:]), ())
    kind = kinds(word[:1].lower()) if place and word[:1].isupper() else ()
    if not kind:
        return ()
    middle = token.start + 1
    return token._replace(options=kind, end=middle), token._replace(options=((PLACE, place),), start=middle)


def place_and_goal(token: Token, word: str, names: PlaceNames) -> tuple[Token, ...]:
    """Read `ConBul` as a place and where its unit goes; return nothing if it is not."""
    found = None if word.isupper() else _MOVE.fullmatch(word)
    place, goal = (names.table.get(fold_word(found[name]), ()) if found else () for name in ("place", "goal"))
    if not place or not goal:
        return ()
    middle = token.start + len("Con")
    return (
        token._replace(options=((PLACE, place),), end=middle),
        token._replace(options=((MOVE, None),), start=middle, end=middle),
        token._replace(options=((PLACE, goal),), start=middle),
    )
