"""Order words of other languages. Some always count; some count only if other words of their language are in the line."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from judge.board import normalize_name
from judge.notation.raw_words import fold_word

FILLERS = "FILLER"
ELISION = "'"
TELLING = 3
"""The fewest letters of a word that shows which language a line is in."""

Meanings = Mapping[str, tuple[tuple[str, str], ...]]
"""Folded word → (terminal, language) for each meaning."""


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The order words of one language. It is equal to itself alone, so that what follows from it can be looked up by it."""

    code: str
    words: Mapping[str, tuple[str, ...]]
    """Terminal of the order grammar → words and phrases."""
    beside: frozenset[str] = frozenset()
    """Folded words that count only if another word of the language is in the line."""


@dataclass(frozen=True, slots=True)
class OtherWords:
    """The words of all languages, combined for one grammar."""

    plain: Mapping[str, tuple[str, ...]]
    """Folded phrase → terminals, for phrases with one meaning that is not in conflict with the house's own words."""
    accented: Mapping[str, tuple[str, ...]]
    """Word with its accents → terminals, where the same letters without accents mean something else: `à`."""
    shy: Meanings
    """Words that count only in company: small words, and those that mean something else in the house's own language or another."""
    tells: Mapping[str, frozenset[str]]
    """Folded word → the languages in which a line with it may be."""
    openings: frozenset[str] = frozenset()
    """The first words of phrases that count only in company."""
    elisions: frozenset[str] = frozenset()
    """What stands before an apostrophe without meaning: the `l` of `l'Espagne`."""
    own: Set[str] = frozenset()
    """The house's own folded phrases, which show no other language."""
    beside: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Each language → its folded words that count only if another of its words is in the line, and so do not show it."""

    unaccented: frozenset[str] = frozenset()
    """The folded words that have accents. Without them they may be a place's code: `NAO`, and not `não`."""

    def spoken(self, words: Iterable[str], places: Container[str] = ()) -> frozenset[str]:
        """Return the languages in which a line of these words may be. `places` are the folded names of places.

        A language is out if another one shows in all of its words and in more.
        """
        shown: dict[str, set[str]] = {}
        for text in words:
            key, word = fold_word(text), text.lower()
            named = key == word and key in self.unaccented and key in places  # `nao`, and not `não`
            if named or word.endswith("'s"):  # `London's` is no German `Londons`
                continue
            for form in (key, word):
                for code in self.tells.get(form, ()):
                    shown.setdefault(code, set()).add(form)
        return frozenset(code for code, mine in shown.items() if not any(mine < others for others in shown.values()))

    def with_names(self, names: Mapping[str, Iterable[str]]) -> OtherWords:
        """Return the same words with names of places and powers, given by language. Names are read elsewhere; here they show
        that a line is in their language.
        """
        found = dict(self.tells)
        for code in names.keys() & self.beside.keys():
            for key in _telling_words(names[code]) - self.own - self.beside[code]:
                found[key] = found.get(key, frozenset()) | {code}
        return replace(self, tells=found)


NO_WORDS = OtherWords({}, {}, {}, {})


def gather_words(own: Mapping[str, tuple[str, ...]], languages: Sequence[Language]) -> OtherWords:
    """Combine the words of languages with those of `own` (folded phrase → terminals)."""
    said: dict[str, list[tuple[str, str]]] = {}
    accents: dict[str, set[str]] = {}
    timid = {word for language in languages for word in language.beside}
    timid |= {normalize_name(word) for language in languages for word in language.words.get(FILLERS, ())}
    for language in languages:
        for terminal, phrase in _pairs(language):
            key = normalize_name(phrase)
            if terminal not in own.get(key, ()):
                said.setdefault(key, []).append((terminal, language.code))
                if not phrase.isascii() and " " not in key:
                    accents.setdefault(phrase.lower(), set()).add(terminal)
    known = {key: agreed for key, meanings in said.items() if key not in own and (agreed := _agreed(meanings))}
    plain = {key: agreed for key, agreed in known.items() if key not in timid}
    shy = {key: tuple(meanings) for key, meanings in said.items() if key not in plain}
    accented = {word: (*found,) for word, found in accents.items() if normalize_name(word) in shy and len(found) == 1}
    fillers = (phrase for language in languages for phrase in language.words.get(FILLERS, ()))
    elisions = (phrase.removesuffix(ELISION) for phrase in fillers if phrase.endswith(ELISION))
    openings = frozenset(key.partition(" ")[0] for key in shy if " " in key)
    tells, beside = _telling(own, plain, accented, languages), {language.code: language.beside for language in languages}
    unaccented = frozenset(map(normalize_name, accents))
    return OtherWords(plain, accented, shy, tells, openings, frozenset(elisions), own.keys(), beside, unaccented)


def _agreed(meanings: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The terminals of a phrase if they are the same in all its languages."""
    found: dict[str, dict[str, None]] = {}
    for terminal, code in meanings:
        found.setdefault(code, {})[terminal] = None
    first = next(iter(found.values()))
    return (*first,) if all(each.keys() == first.keys() for each in found.values()) else ()


def _telling(
    own: Mapping[str, object], plain: Mapping[str, object], accented: Mapping[str, object], languages: Sequence[Language]
) -> dict[str, frozenset[str]]:
    """Map each folded word, or word with its accents, to the languages that it shows."""
    found: dict[str, frozenset[str]] = {}
    for language in languages:
        keys = _telling_words(phrase for _, phrase in _pairs(language) if normalize_name(phrase) in plain)
        keys -= language.beside | own.keys()
        keys |= {phrase.lower() for _, phrase in _pairs(language) if phrase.lower() in accented}
        for key in keys:
            found[key] = found.get(key, frozenset()) | {language.code}
    return found


def _telling_words(words: Iterable[str]) -> set[str]:
    """The folded forms of those that are one word, and long enough to show a language."""
    return {key for word in words if " " not in (key := normalize_name(word)) and len(key) >= TELLING}


def _pairs(language: Language) -> Iterable[tuple[str, str]]:
    return (
        (terminal, phrase)
        for terminal, phrases in language.words.items()
        for phrase in phrases
        if not (terminal == FILLERS and phrase.endswith(ELISION))
    )
