"""What people call the places of a board: folded names to codes, found by longest match, never guessed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

SHORTEST = 4
"""Letters that the beginning of a name has at least, where it stands for the name."""
KEPT = 16384
"""Names whose folded form is remembered: those of some boards in all languages, asked for with every line of a letter."""
_ASCII_GAP = re.compile(r"[^a-z0-9]+")


@lru_cache(KEPT)
def normalize_name(text: str) -> str:
    """Lower case, no accents, no dots or apostrophes, every other run of punctuation or space one blank.

    `St. Petersburg` → `st petersburg`; `Mid-Atlantic` → `mid atlantic`. Meant for names, not for whole order lines.
    """
    if text.isascii():  # most names, and several times faster
        return _ASCII_GAP.sub(" ", text.lower().replace(".", "").replace("'", "")).strip()
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    plain = plain.replace(".", "").replace("'", "").replace("’", "")
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def reaches_of(phrases: Iterable[str], known: Mapping[str, int] = MappingProxyType({})) -> dict[str, int]:
    """Map the first word of folded phrases to the number of words in the longest that begins with it, those `known` included."""
    found = dict(known)
    for phrase in phrases:
        first = phrase.partition(" ")[0]
        found[first] = max(found.get(first, 1), phrase.count(" ") + 1)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class PlaceNames:
    """Folded name → the codes it may mean. More than one code is an ambiguity to ask about, never to settle.

    Each is equal to itself alone, so that what was read by its names can be looked up by it.
    """

    table: Mapping[str, tuple[str, ...]]
    reaches: Mapping[str, int] = field(default_factory=dict)
    """First word → words in the longest name that begins with it."""
    glued: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of several words, written as one: `blacksea`."""

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> PlaceNames:
        """Build the table from (name as written, code) pairs; every code is also a name of itself."""
        table: dict[str, tuple[str, ...]] = {}
        for name, code in pairs:
            key = normalize_name(name)
            if code not in table.get(key, ()):
                table[key] = (*table.get(key, ()), code)
        glued = {key.replace(" ", ""): codes for key, codes in table.items() if " " in key}
        return cls(table, reaches_of(table), glued)

    def beginning(self, text: str) -> tuple[str, ...]:
        """The codes of the places whose names begin with a word of at least four letters; empty if it is too short for that."""
        key = normalize_name(text)
        named = (codes for name, codes in self.table.items() if name.startswith(key)) if len(key) >= SHORTEST else ()
        return tuple(dict.fromkeys(code for codes in named for code in codes))

    def find(self, text: str) -> tuple[str, ...]:
        """The codes a whole text may mean; empty if it names nothing."""
        return self.table.get(normalize_name(text), ())
