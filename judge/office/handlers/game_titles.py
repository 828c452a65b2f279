"""Find the variant that somebody means (`a game of …`, `using …`) by its folder's name, its title, or words of the title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from judge.board import normalize_name

_ABOUT = ("variant", "game", "games", "map", "rules", "board")
BEFORE = frozenset({*_ABOUT, "a", "an", "the", "of", "as", "is", "on", "using", "use", "with", "play", "playing", "called", "by"})
BEHIND = frozenset({*_ABOUT, "variants", "diplomacy", "dip", "version", "edition", "please", "thanks"})
INSIDE = frozenset({"in", "of", "the"})
"""Words that people put before, after or into a variant's name and that are not part of it."""
MOST_NEAR = 3
"""Most variants that are offered for an unknown name."""


def find_variant(text: str, variants: Mapping[str, str]) -> str:
    """Return the folder of the variant with this name, or ''. `variants`: folded names → folders."""
    known = {_joined(name.split()): folder for name, folder in variants.items()}
    return next((known[name] for name in _readings(normalize_name(text).split()) if name in known), "")


def similar_variants(text: str, variants: Mapping[str, str]) -> list[str]:
    """Return folders of variants that a text names among other words, or by a similar name; the likeliest first."""
    said = f" {normalize_name(text)} "
    named = sorted((name for name in variants if f" {name} " in said), key=len, reverse=True)
    if not named:
        known = {_joined(name.split()): name for name in variants}
        tries = [_joined(normalize_name(text).split()), *_readings(normalize_name(text).split())]
        named = [known[like] for one in tries for like in get_close_matches(one, known, MOST_NEAR)]
    return list(dict.fromkeys(variants[name] for name in named))[:MOST_NEAR]


def _readings(words: list[str]) -> Iterator[str]:
    """Yield a name with fewer and fewer of the words around it."""
    first = next((n for n, word in enumerate(words) if word not in BEFORE), len(words))
    last = next((n for n in range(len(words), first, -1) if words[n - 1] not in BEHIND), first)
    for start in range(first + 1):
        for end in range(len(words), last - 1, -1):
            if start < end:
                yield _joined(words[start:end])
    yield _joined([word for word in words[first:last] if word not in INSIDE])


def _joined(words: list[str]) -> str:
    return "".join(words)
