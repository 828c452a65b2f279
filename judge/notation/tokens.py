"""The words and marks of a line of orders as values: what each may be, and where it stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from judge.notation.raw_words import fold_word

PLACE, POWER, NUMBER, WORD, STOP = "PLACE", "POWER", "NUMBER", "WORD", "STOP"
"""Tokens that no phrase of the grammar makes.

A place or power by name, the number of a unit (`A1`), an unknown word, a mark that may end an order.
"""
SENTENCE_END = (STOP, ".")
DOUBT, NEGATED, CONDITION, RETRACTED, CORRECTED = "DOUBT", "NEGATED", "CONDITION", "RETRACTED", "CORRECTED"
REVERSED, INSTEAD, FORGOTTEN, SORRY, INVERTED = "REVERSED", "INSTEAD", "FORGOTTEN", "SORRY", "INVERTED"
COURTESY, GREETING, HEADING, OUTDATED, EXCEPT = "COURTESY", "GREETING", "HEADING", "OUTDATED", "EXCEPT"
LATER, PAUSE, RELATIVE, REQUEST = "LATER", "PAUSE", "RELATIVE", "REQUEST"
ASKS, WISHES, REASON, ORIGIN = "ASKS", "WISHES", "REASON", "ORIGIN"
REPLACES, TAKEN, ALIKE, MUTUAL = "REPLACES", "TAKEN", "ALIKE", "MUTUAL"
"""Values of words that are no part of an order: what the grammar calls them."""
MOVE, HOLD, LESS = "_MOVE", "_HOLD", "_LESS"
"""The last is a minus that stands between a power's label and its unit: `FRA: -A Par`."""
HELPS = ("_SUPPORT", "_CONVOY")
"""Terminals that may be written with a dot: `A Mar s. A Par`."""
SHORT = 4
"""Letters that such a word has, at most."""
BACKERS = ("_BACKED", "_CARRIED", "_BESIDE")
"""Terminals of words after an order that say who helps it."""
COASTS = ("_NC", "_SC", "_EC", "_WC")
"""Terminals that name a coast."""
PLURALS = {"_ARMIES": "_ARMY", "_FLEETS": "_FLEET"}
"""Terminals for several units of a kind → the terminal for one."""
AND = frozenset(("and", "und", "et", "y", "e", "en", "och", "og", "n"))
"""The word between two things of a list, in the languages that letters are read in, and on phones."""
FEW = 3
"""Words that are put for a part of an order, at most."""
TITLE, STALE = "TITLE", "STALE"
"""Values of the words before a colon that head no orders: unknown words, or none (`draft:`)."""

Options = tuple[tuple[str, Any], ...]


class Token(NamedTuple):
    """A word, name or mark of a line: what it may be, each with its value, and where it stands in the line."""

    options: tuple[tuple[str, Any], ...]
    """(terminal, value): PLACE has the codes it may mean, POWER the power; several options are settled by the grammar."""
    start: int
    end: int
    depth: int = 0
    """How many brackets it stands in."""
    listed: bool = False
    """Whether an `and` stands before it."""

    @property
    def kind(self) -> str:
        """Its first terminal."""
        return self.options[0][0]


def without_fillers(tokens: Sequence[Token], fillers: Collection[str], text: str) -> list[Token]:
    """Return the tokens without words that change nothing: `fleets` in `the Kiel and Denmark fleets`, too. What stands behind an
    `and` is marked.
    """
    found, listed = list[Token](), False
    for token in tokens:
        if token.kind in fillers:
            listed = listed or fold_word(text[token.start : token.end]) in AND
        elif not (found and found[-1].listed and is_place(found[-1]) and token.kind in PLURALS):
            found.append(token._replace(listed=True) if listed else token)
            listed = False
    return found


def is_place(token: Token) -> bool:
    """Whether a token may be a place."""
    return is_kind(token, PLACE)


def is_kind(token: Token, terminal: str) -> bool:
    """Whether a token may be a terminal of the grammar."""
    return any(kind == terminal for kind, _ in token.options)


def is_plural(token: Token) -> bool:
    """Whether a token may name several units of a kind."""
    return any(kind in PLURALS for kind, _ in token.options)


def is_coast(token: Token) -> bool:
    """Whether a token may name a coast."""
    return any(is_kind(token, coast) for coast in COASTS)


def place_codes(token: Token) -> list[str]:
    """Return the codes of the places that a token may name."""
    return [code for kind, codes in token.options if kind == PLACE for code in codes]


def is_notation(token: Token, text: str) -> bool:
    """Whether a token is a sign of orders in notation, which is read word by word: a dash, a letter for a unit or for help."""
    word = text[token.start : token.end]
    return token.end > token.start and token.kind not in (STOP, WORD) and (not any(map(str.isalnum, word)) or word in "AFSHC")


def helps_nothing(tokens: Sequence[Token]) -> bool:
    """Whether tokens behind `supports` order nothing, so that it is not bare, and not for what stands above: `supports no unit`."""
    return is_kind(tokens[0], "_NONE") or (is_kind(tokens[0], MOVE) and len(tokens) == 1)


def with_coasts_behind(tokens: Sequence[Token], text: str) -> Sequence[Token]:
    """Return the tokens with each coast behind its place: `land on the east coast of Bulgaria`."""
    found = list(tokens)
    for at in range(len(found) - 1):
        coast, place = found[at : at + 2]
        of = text[coast.end : place.start].strip().lower() == "of"
        if of and is_coast(coast) and not is_place(coast) and is_place(place):
            found[at : at + 2] = [place._replace(start=coast.start), coast._replace(start=place.end, end=place.end)]
    return found


def clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens up to the end of their sentence, parted at commas; a comma at once is an empty one before the others."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == STOP and token.options[0][1] != ",":
            break
        if token.options[0] in ((WORD, RETRACTED), (WORD, CORRECTED)) or (token.depth != tokens[0].depth and not is_coast(token)):
            break
        if token.kind == STOP:
            found.append([])
        else:
            found[-1].append(token)
    return [*found[:1], *(each for each in found[1:] if each)] if any(found) else []


def is_bare(tokens: Sequence[Token]) -> bool:
    """Whether tokens are only places, or what a unit does and places, and no order of their own: `Bur`, `go to Bur`, `hold`.

    A place may have its coast.
    """
    first, rest = tokens[0], [token for at, token in enumerate(tokens) if at and not (is_coast(token) and is_place(tokens[at - 1]))]
    return len(rest) < FEW and (is_place(first) or first.kind not in (WORD, POWER, STOP)) and all(map(is_place, rest))
