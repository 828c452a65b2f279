"""Build the vocabulary of a game's orders from its grammar, its powers and the words of other languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from judge.board import normalize_name
from judge.notation.lexer import Vocabulary
from judge.notation.other_languages import Language, gather_words
from judge.notation.plain_words import PlainWords


def build_vocabulary(
    phrases: Iterable[tuple[str, str]],
    powers: Mapping[str, str],
    fillers: Iterable[str],
    openers: Iterable[str],
    coasts: Iterable[str],
    remarks: Iterable[str],
    languages: Sequence[Language] = (),
    plain: PlainWords | None = None,
) -> Vocabulary:
    """Build the table from (phrase, terminal) pairs, power words and the words of other languages.

    Names of places come with each line's board.
    """
    table = _own_words(tuple(phrases))
    other = gather_words(table, languages)
    all_words = {**table, **other.plain}
    opening = frozenset(openers)
    kinds = frozenset(phrase for phrase, terminals in all_words.items() if opening.intersection(terminals))
    without = Vocabulary(all_words, {}, frozenset(fillers), opening, frozenset(coasts), frozenset(remarks), {}, kinds, other)
    without = replace(without, plain=plain or without.plain)
    return without.with_powers(powers)


@lru_cache(maxsize=32)
def _own_words(phrases: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[str, ...]]:
    """Folded phrase → its terminals; cached, for most games have one grammar."""
    table: dict[str, tuple[str, ...]] = {}
    for phrase, terminal in phrases:
        key = normalize_name(phrase) or phrase
        if terminal not in table.get(key, ()):
            table[key] = (*table.get(key, ()), terminal)
    return table
