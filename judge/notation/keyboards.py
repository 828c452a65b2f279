"""Undo what keyboards and phones make of plain letters, dashes and quotes, character by character."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain

_QUOTES = dict.fromkeys("‘’‚‛′ʼ`´", "'")
_DASHES = dict.fromkeys("−‐‑‒–—―⁃⟶⟵", "-")
_BULLETS = dict.fromkeys("•◦▪▫‣·●○■□★☆➢➤✓✔", "*")
_ALIKE = {  # Cyrillic and Greek letters that look like ours, from a keyboard set to another alphabet
    **dict(zip("АВЕЅІЈКМНОРСТУХаеѕіјорсух", "ABESIJKMHOPCTYXaesijopcyx", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo", strict=True)),
}
_WORD = re.compile(r"[^\W\d_]+")


def normalize_order_line(line: str) -> tuple[str, list[int] | None]:
    """Return the line with plain dashes, quotes, bullets, blanks and Latin letters, and without invisible characters. Words that
    are plainly Russian or Greek keep their letters.

    Beside it the place in the line of each character kept, or None if nothing was taken out.
    """
    if line.isascii():
        return line, None
    foreign = set(chain.from_iterable(range(*word.span()) for word in _WORD.finditer(line) if _is_foreign(word[0])))
    kept = [(at, c if at in foreign else _plain(c)) for at, c in enumerate(line)]
    kept = [(at, c) for at, c in kept if c]
    return "".join(c for _, c in kept), [at for at, _ in kept]


def _is_foreign(word: str) -> bool:
    """Whether a Greek or Cyrillic word has a letter that looks like none of ours: `Иван`, but not `Ваr`, nor `МАО`."""
    return all("\u0370" <= c <= "\u052f" for c in word) and any(c not in _ALIKE for c in word)


def _plain(char: str) -> str:
    """Return what one character stands for, '' for an invisible one. Arrows are dashes."""
    if char.isascii():
        return char
    if found := _QUOTES.get(char) or _DASHES.get(char) or _BULLETS.get(char) or _ALIKE.get(char):
        return found
    category = unicodedata.category(char)
    if category in ("Cf", "Me") or (category == "Mn" and (char < "\u0370" or "\ufe00" <= char <= "\ufe0f")):
        return ""  # accents set apart, what makes an emoji of a sign; other scripts cannot do without their marks
    if category.startswith("Z"):
        return " "
    if category == "Pd" or "ARROW" in unicodedata.name(char, ""):
        return "-"
    wide = unicodedata.normalize("NFKC", char)
    return wide if wide.isascii() and len(wide) == 1 else char
