"""Words of orders with one wrong letter: find what they may be among the words of the game's orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from judge.board import PlaceNames, normalize_name
from judge.notation.complaints import Complaint, spelling_distance
from judge.notation.lexer import Vocabulary
from judge.notation.tokens import WORD

SHORTEST = 4
"""The fewest letters of a word that may be misspelt. Shorter ones are like too many others."""
ONE_LETTER = 3
"""The greatest spelling distance: one letter wrong, missing, extra, or swapped with the next."""
MOST = 3
"""The most unknown words of a text that are looked at, and the most corrections of each."""
_UNIT = re.compile(r"(?:^|\s)(?:[AF]|[Aa]rmy|[Ff]leet)\s|^\s*\w{4,}\s[af]\s\w{3,}\s*$")
SEVERAL, TRIES = 4, 27
"""The most words that are misspelt in one order, and the most ways to correct all of them that are tried."""


def respelt(text: str, vocabulary: Vocabulary, names: PlaceNames) -> Iterator[tuple[str, str]]:
    """Each unknown word of a text that is one letter away from a word of orders, and the text with that word put for it.

    Words of places count if the place has several (`Aegeean Sea`); of others the reader knows more.
    """
    unknown = [token for token in vocabulary.lex(text, names) if token.options == ((WORD, None),)]
    for token in unknown[:MOST]:
        word = text[token.start : token.end]
        for meant in _near(word.lower(), vocabulary, names):
            yield word, f"{text[: token.start]}{meant}{text[token.end :]}"


def respelt_throughout(text: str, vocabulary: Vocabulary, names: PlaceNames) -> Iterator[tuple[str, str]]:
    """The same for a text with several such words: the first of them, and the text with all of them corrected."""
    unknown = [token for token in vocabulary.lex(text, names) if token.options == ((WORD, None),)]
    if not 1 < len(unknown) <= SEVERAL:
        return
    words = [text[token.start : token.end] for token in unknown]
    for meant in islice(product(*(_meant(word, vocabulary, names) or (word,) for word in words)), TRIES):
        found = text
        for token, word in zip(reversed(unknown), reversed(meant), strict=True):
            found = f"{found[: token.start]}{word}{found[token.end :]}"
        yield words[0], found


@lru_cache(256)
def _meant(word: str, vocabulary: Vocabulary, names: PlaceNames) -> tuple[str, ...]:
    """Return the words of orders, and the names of places, that are one letter away from a word."""
    folded = normalize_name(word)
    letters = set(folded)
    like = (name for name in names.table if abs(len(name) - len(folded)) < 2 and len(letters.symmetric_difference(name)) < 3)
    places = [name for name in like if spelling_distance(folded, name) <= ONE_LETTER] if len(folded) >= SHORTEST else []
    near = sorted(_near(word.lower(), vocabulary, names), key=lambda known: known != folded)
    ours = 1 + near[:1].count(folded)
    return tuple(dict.fromkeys((*near[:ours], *places, *near[ours:])))[:MOST]


def opens_a_unit(text: str) -> bool:
    """Whether a text that names no known place may name a unit: `Remvoe F Gulf of Bothna`."""
    return bool(_UNIT.search(text))


def is_slip(complaint: Complaint, names: PlaceNames) -> bool:
    """Whether an unknown place is one letter away from the name of one that is possible there."""
    word = normalize_name(complaint.word)
    if complaint.code != "no-place" or not complaint.suggestions or len(word) < SHORTEST:
        return False
    return any(abs(len(name) - len(word)) < 2 and spelling_distance(word, name) <= ONE_LETTER for name in names.table)


def _near(word: str, vocabulary: Vocabulary, names: PlaceNames) -> Iterator[str]:
    if len(word) == SHORTEST - 1:  # `North Sae`
        yield from [part for part in _short_parts(names) if part != word and sorted(part) == sorted(word)][:MOST]
    if len(word) < SHORTEST or not word.isalpha():
        return
    if word[1:] in names.table and any(kind in vocabulary.openers for kind in vocabulary.phrases.get(word[0], ())):
        yield f"{word[0]} {word[1:]}"  # `ALiverpool`
    seen = set[tuple[str, ...]]()
    letters, by_length = frozenset(word), _words(vocabulary, names)
    long = (len(word) - 1, len(word), len(word) + 1)
    near = [known for length in long for known, own in by_length.get(length, ()) if len(letters ^ own) < 3]
    for known in sorted(known for known in near if spelling_distance(word, known) <= ONE_LETTER):
        says = vocabulary.phrases.get(known, (known,))
        if says not in seen and len(seen) < MOST:
            seen.add(says)
            yield known


@lru_cache(8)
def _short_parts(names: PlaceNames) -> Sequence[str]:
    """Return the words of three letters in names of several words: `sea`."""
    parts = (part for name in names.table if " " in name for part in name.split())
    return [part for part in dict.fromkeys(parts) if len(part) == SHORTEST - 1]


@lru_cache(8)
def _words(vocabulary: Vocabulary, names: PlaceNames) -> Mapping[int, Sequence[tuple[str, frozenset[str]]]]:
    """Return the words of orders, except those of other languages, and the words of places with names of several words, each with
    its letters, by their length.
    """
    orders = (
        phrase
        for phrase, terminals in vocabulary.phrases.items()
        if phrase not in vocabulary.other.plain and not vocabulary.remarks.issuperset(terminals)
    )
    words = {word for phrase in orders for word in phrase.split()}
    words |= {word for name in names.table if " " in name for word in name.split()}
    found: dict[int, list[tuple[str, frozenset[str]]]] = {}
    for word in words:
        if len(word) >= SHORTEST:
            found.setdefault(len(word), []).append((word, frozenset(word)))
    return found
