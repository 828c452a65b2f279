"""Words of plain English by what they may do to an order: name a movement, say that a unit stays or helps, or nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from judge.notation.raw_words import fold_word
from judge.notation.small_words import NO_SMALL_WORDS, SmallWords

GOES, GONE, RESTS, AIDS, DOES, PLAIN, DOUBTS = "goes", "gone", "rests", "aids", "does", "plain", "doubts"
"""Kinds of words: verbs of movement, participles of such (`is brought to`), verbs of staying and of help, other verbs, words that
change nothing, and words that may change an order.
"""
BIDS, BESIDE, OTHERS, TITLES = "bids", "beside", "others", "titles"
"""Kinds of words that may be of another kind, too: verbs of command, words that may stand in a clause read by its places, words for
somebody else, and titles of those who command.
"""
RETRACTS, SAID, UNSAID, ENTERED = "retracts", "said", "unsaid", "entered"
"""Kinds of words that take back what was said before beside a word for it (`disregard all of this`), of these words, of those that
take it back alone (`kidding`), and of those that do so if they are denied: `not final`, `don't enter it`.
"""
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
FEW = 5
"""The most words of a text that only denies what it names."""
TITLED = 5
"""The most words between a word for somebody and their title: `His Imperial and Royal Apostolic Majesty`."""
KINDS = (BIDS, BESIDE, OTHERS, TITLES, RETRACTS, SAID, UNSAID, ENTERED, GOES, GONE, RESTS, AIDS, DOES, PLAIN, DOUBTS)


@dataclass(frozen=True, slots=True)
class PlainWords:
    """Which of the words that orders do not know are known to be harmless, and which to be not. All others may mean anything."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """Folded word → its kind."""
    back: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kind → folded words that are of this kind, whatever else they are: those by which orders are taken back, for example."""
    small: SmallWords = NO_SMALL_WORDS

    @classmethod
    def of(cls, text: str, small: SmallWords = NO_SMALL_WORDS) -> PlainWords:
        """Read a list: a line `kind:`, then words of that kind. Raises ValueError for an unknown kind."""
        found, kind = dict[str, str](), ""
        also: dict[str, set[str]] = {kind: set() for kind in (BIDS, BESIDE, OTHERS, TITLES, RETRACTS, SAID, UNSAID, ENTERED)}
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
        return cls(found, {name: frozenset(words) for name, words in also.items()}, small)

    def kind(self, word: str) -> str:
        """Return the kind of a folded word, '' for one that may change an order. Plural nouns are known by their singular."""
        found = self.kinds.get(word, "")
        if not found and word.endswith("s") and self.kinds.get(word[:-1]) == PLAIN:
            return PLAIN
        return "" if found in (DOUBTS, GONE) else found

    def is_done(self, word: str) -> bool:
        """Whether a folded word tells behind `is` that a unit goes: `brought`, `sent`."""
        return self.kinds.get(word) == GONE

    def is_also(self, word: str, kind: str) -> bool:
        """Whether a folded word is of a kind that it may be besides another: BIDS, BESIDE."""
        return word in self.back.get(kind, ())

    def may_matter(self, word: str) -> bool:
        """Whether a folded word is known to cast doubt on an order, or to be for somebody else: `he`, `your`."""
        return self.kinds.get(word) == DOUBTS or self.is_also(word, OTHERS)

    def tells_of_others(self, words: Sequence[str]) -> bool:
        """Whether folded words cast doubt, or are for somebody else: `he said`, and not `by order of His Imperial Majesty`."""
        titles = self.back.get(TITLES, frozenset())
        matters = (at for at, word in enumerate(words) if self.may_matter(word) and not self.is_also(word, BESIDE))
        return any(titles.isdisjoint(words[at + 1 : at + 1 + TITLED]) for at in matters)

    def doubts(self, word: str) -> bool:
        """Whether a folded word is known to cast doubt on an order: it denies, asks, or tells of others' wishes or another time."""
        return self.kinds.get(word) == DOUBTS

    def takes_back(self, text: str) -> bool:
        """Whether words say that something does not count: `disregard all this`, `don't enter it`, `is not final`."""
        words = [fold_word(word) for word in _WORDS.findall(text.replace("\u2019", "'"))]
        retracts, said, unsaid, entered = (self.back.get(kind, frozenset()) for kind in (RETRACTS, SAID, UNSAID, ENTERED))
        about = (at for at, word in enumerate(words) if word in retracts)
        if not unsaid.isdisjoint(words) or any(self._is_all(words, at, said) for at in about):
            return True
        return not entered.isdisjoint(words) and not self.small.denies.isdisjoint(words)

    def retracts(self, text: str) -> bool:
        """Whether words take back what they name beside: `strike the Greek thing`."""
        words = (fold_word(word) for word in _WORDS.findall(text.replace("\u2019", "'")))
        return not self.back.get(RETRACTS, frozenset()).isdisjoint(words)

    def denies(self, text: str) -> bool:
        """Whether a few words, which begin so, only deny what they name: `nah not the StP one`."""
        words = [fold_word(word) for word in _WORDS.findall(text.replace("\u2019", "'"))]
        return len(words) <= FEW and not self.small.denies.isdisjoint(words[:2])

    def _is_all(self, words: Sequence[str], at: int, said: Collection[str]) -> bool:
        """Whether what a word takes back is what was said before: `cancel all of the above`, and not `cancel that trip`."""
        small, rest = self.small, range(at + 1, len(words))
        end = next((n for n in rest if words[n] not in said and words[n] not in small.between_taking_back_and_said), len(words))
        goes_on = end == len(words) or words[end] in small.behind_what_was_said
        behind = any(word in said for word in words[at + 1 : end]) and goes_on
        before = at > 1 and words[at - 1] in small.is_or_was and any(word in said for word in words[max(0, at - 3) : at - 1])
        return behind or before


NO_PLAIN_WORDS = PlainWords()
