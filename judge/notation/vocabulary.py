"""Build the vocabulary of a game's orders from its grammar and the words of other languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from judge.board import normalize_name
from judge.board.place_names import reaches_of
from judge.notation.lexer import Vocabulary
from judge.notation.other_languages import Language, gather_words


def build_vocabulary(
    phrases: Iterable[tuple[str, str]],
    fillers: Iterable[str],
    openers: Iterable[str],
    coasts: Iterable[str],
    remarks: Iterable[str],
    languages: Sequence[Language] = (),
) -> Vocabulary:
    """Build the table from (phrase, terminal) pairs and the words of other languages, without powers (`Vocabulary.with_powers`).

    Names of places come with each line's board.
    """
    table = _own_words(tuple(phrases))
    other = gather_words(table, languages)
    all_words = {**table, **other.plain}
    opening = frozenset(openers)
    kinds = frozenset(phrase for phrase, terminals in all_words.items() if opening.intersection(terminals))
    spans = reaches_of((*all_words, *other.shy))
    return Vocabulary(all_words, {}, frozenset(fillers), opening, frozenset(coasts), frozenset(remarks), spans, spans, kinds, other)


@lru_cache(maxsize=32)
def _own_words(phrases: tuple[tuple[str, str], ...]) -> Mapping[str, tuple[str, ...]]:
    """Folded phrase → its terminals; cached, for most games have one grammar."""
    table: dict[str, tuple[str, ...]] = {}
    for phrase, terminal in phrases:
        key = normalize_name(phrase) or phrase
        if terminal not in table.get(key, ()):
            table[key] = (*table.get(key, ()), terminal)
    return table
