"""Words of plain English by what they may do to an order: name a movement, say that a unit stays or helps, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.notation.raw_words import fold_word

GOES, GONE, RESTS, AIDS, DOES, PLAIN, OTHERS, DOUBTS = "goes", "gone", "rests", "aids", "does", "plain", "others", "doubts"
"""Kinds of words: verbs of movement, participles of such (`is brought to`), verbs of staying and of help, other verbs, words that
change nothing, words for somebody else, and words that may change an order.
"""
RETRACTS, ENTERED = "retracts", "entered"
"""Kinds of words that take back what was said before, and of those that do so if they are denied: `not final`, `don't enter it`."""
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_DENIED = frozenset(("not", "dont", "doesnt", "isnt", "arent", "never", "no", "nah", "havent", "hasnt", "wont"))
FEW = 5
"""The most words of a text that only denies what it names."""
KINDS = (RETRACTS, ENTERED, GOES, GONE, RESTS, AIDS, DOES, PLAIN, OTHERS, DOUBTS)

POSSIBLE = frozenset(("possible", "needed", "necessary", "allowed", "permitted", "legal", "able"))
"""What makes a condition of `where`: `where possible`. Without one it only tells of a place: `where the tea is better`."""


@dataclass(frozen=True, slots=True)
class PlainWords:
    """Which of the words that orders do not know are known to be harmless, and which to be not. All others may mean anything."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """Folded word → its kind."""
    retracts: frozenset[str] = frozenset()
    """Folded words that take back what was said before, whatever else they are."""
    entered: frozenset[str] = frozenset()
    """Folded words that take it back if they are denied."""

    @classmethod
    def of(cls, text: str) -> PlainWords:
        """Read a list: a line `kind:`, then words of that kind. Raises ValueError for an unknown kind."""
        found, kind = dict[str, str](), ""
        also: dict[str, set[str]] = {RETRACTS: set(), ENTERED: set()}
        for line in text.splitlines():
            said = line.partition("#")[0].split()
            if len(said) == 1 and said[0].endswith(":"):
                kind = said[0][:-1]
                if kind not in KINDS:
                    raise ValueError(f"there are no words of the kind {kind!r}")
            elif kind in also:
                also[kind].update(said)
            elif said:
                found.update(dict.fromkeys(said, kind))
        return cls(found, frozenset(also[RETRACTS]), frozenset(also[ENTERED]))

    def kind(self, word: str) -> str:
        """Return the kind of a folded word, '' for one that may change an order. Plural nouns are known by their singular."""
        found = self.kinds.get(word, "")
        if not found and word.endswith("s") and self.kinds.get(word[:-1]) == PLAIN:
            return PLAIN
        return "" if found in (DOUBTS, OTHERS, GONE) else found

    def is_done(self, word: str) -> bool:
        """Whether a folded word tells behind `is` that a unit goes: `brought`, `sent`."""
        return self.kinds.get(word) == GONE

    def may_matter(self, word: str) -> bool:
        """Whether a folded word is known to cast doubt on an order, or to be for somebody else: `he`, `your`."""
        return self.kinds.get(word) in (DOUBTS, OTHERS)

    def doubts(self, word: str) -> bool:
        """Whether a folded word is known to cast doubt on an order: it denies, asks, or tells of others' wishes or another time."""
        return self.kinds.get(word) == DOUBTS

    def takes_back(self, text: str) -> bool:
        """Whether words say that something does not count: `disregard all this`, `don't enter it`, `is not final`."""
        words = frozenset(fold_word(word) for word in _WORDS.findall(text.replace("\u2019", "'")))
        return bool(words & self.retracts) or (bool(words & self.entered) and bool(words & _DENIED))


    def denies(self, text: str) -> bool:
        """Whether a few words only deny what they name: `nah not the StP one`."""
        words = [fold_word(word) for word in _WORDS.findall(text.replace("\u2019", "'"))]
        return len(words) <= FEW and not _DENIED.isdisjoint(words)


NO_PLAIN_WORDS = PlainWords()
