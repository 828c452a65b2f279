"""Words of plain English by what they may do to an order: name a movement, say that a unit stays or helps, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

GOES, RESTS, AIDS, DOES, PLAIN, DOUBTS = "goes", "rests", "aids", "does", "plain", "doubts"
"""Kinds of words: verbs of movement, of staying and of help, other verbs, words that change nothing, and words that may."""
KINDS = (GOES, RESTS, AIDS, DOES, PLAIN, DOUBTS)

POSSIBLE = frozenset(("possible", "needed", "necessary", "allowed", "permitted", "legal", "able"))
"""What makes a condition of `where`: `where possible`. Without one it only tells of a place: `where the tea is better`."""


@dataclass(frozen=True, slots=True)
class PlainWords:
    """Which of the words that orders do not know are known to be harmless, and which to be not. All others may mean anything."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """Folded word → its kind."""

    @classmethod
    def of(cls, text: str) -> PlainWords:
        """Read a list: a line `kind:`, then words of that kind. Raises ValueError for an unknown kind."""
        found, kind = dict[str, str](), ""
        for line in text.splitlines():
            said = line.partition("#")[0].split()
            if len(said) == 1 and said[0].endswith(":"):
                kind = said[0][:-1]
                if kind not in KINDS:
                    raise ValueError(f"there are no words of the kind {kind!r}")
            elif said:
                found.update(dict.fromkeys(said, kind))
        return cls(found)

    def kind(self, word: str) -> str:
        """Return the kind of a folded word, '' for one that may change an order. Plural nouns are known by their singular."""
        found = self.kinds.get(word, "")
        if not found and word.endswith("s") and self.kinds.get(word[:-1]) == PLAIN:
            return PLAIN
        return "" if found == DOUBTS else found

    def doubts(self, word: str) -> bool:
        """Whether a folded word is known to cast doubt on an order: it denies, asks, or tells of others' wishes or another time."""
        return self.kinds.get(word) == DOUBTS


NO_PLAIN_WORDS = PlainWords()
