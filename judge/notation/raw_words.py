"""Split a line into words and marks, before their meaning is looked up."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import NamedTuple

from judge.board import normalize_name

_RAW = re.compile(
    r"""
      (?P<skip> <https?://[^\s<>]*>? | https?:// | \*+\d* | \[\s*\d+\s*\]      # a mailer's links; marks of failed orders
              | (?<!\S)[:;8=]-?[)(DPp|](?!\w)                                     # a smile
              | (?<=\w)[./]?\?(?=\s*[)\]}]) )                                    # no coast, `F(Spa.?)`
    | (?P<note> \s\s!.*)                                                        # a warning of ours, sent back to us
    | (?P<with> (?<![^\s(\[]) [wW]/ (?= \s*(?![oO]\b)\w) )                       # `w/ support`
    | (?P<word> [^\W_]+ (?: '[^\W_]+ )* )
    | (?P<dash> [-=]+[ ]?>+ | [-=]+ | >+ )
    | (?P<stop> [.,;!?] | // )
    | (?P<colon> : )
    | (?P<strange> (?<=[\w)\]])~(?=[\w(\[]) )                                  # `Kie~Hol`
    | (?P<open> [(\[{] )
    | (?P<close> [)\]}] )
    | (?P<plus> \+ )
    | (?P<denial> [\u2717\u2718\u2716\u274c\u274e\u26d4\U0001f6ab\U0001f44e] )   # crosses, no entry, a thumb down
    """,
    re.VERBOSE | re.DOTALL,
)
_VOWEL = re.compile(r"'h?[aeiouyàâäéèêëîïôöûüœæ]", re.IGNORECASE)
"""What may follow an elision: `l'Espagne`, but not `L'pool`."""
_CALL = re.compile(r"\w[\w.]{2,}\((?=\s*[\['\"])")


def without_code(text: str) -> str:
    """Return a line with blanks for what a program puts around orders, `set_orders([`, and for angle brackets around all of it."""
    if text[:1] == "<" and text.rstrip()[-1:] == ">":
        text = text[1:].rstrip()[:-1].join("  ")
    return _CALL.sub(lambda call: " " * len(call[0]), text) if "(" in text and ("'" in text or '"' in text) else text


class RawWord(NamedTuple):
    """A word or mark: its kind (`word`, `dash`, `stop` …), its place in the line, and the number of brackets around it."""

    kind: str
    text: str
    start: int
    end: int
    depth: int


def raw_words(text: str, elisions: Container[str] = ()) -> list[RawWord]:
    """Return the words and marks of a line; of `l'Espagne` only `Espagne`."""
    found: list[RawWord] = []
    depth = 0
    for match in _RAW.finditer(text):
        kind, word, start = match.lastgroup or "", match[0], match.start()
        kind, word = ("word", "with") if kind == "with" else (kind, word)
        depth += kind == "open"
        if kind not in ("skip", "note", "open"):
            if "'" in word and word[: word.index("'")].lower() in elisions and _VOWEL.search(word):
                start, word = start + word.index("'") + 1, word[word.index("'") + 1 :]
            found.append(RawWord(kind, word, start, match.end(), depth))
        depth -= kind == "close" and depth > 0
    return found


def with_ends_behind(raws: list[RawWord], ends: Callable[[str], bool]) -> list[RawWord]:
    """Return the words with a full stop for a colon behind a clause that ends there for its words: `scrap that: F Tri-Ven`."""
    found = list(raws)
    for at, raw in enumerate(raws[:-1]):
        start = next((n for n in range(at, 0, -1) if raws[n - 1].kind != "word"), 0)
        if raw.kind == "colon" and ends(" ".join(fold_word(each.text) for each in raws[start:at])):
            found[at] = raw._replace(kind="stop", text=".")
    return found


def name_runs(raws: list[RawWord], at: int, reach: int, text: str) -> list[tuple[str, int]]:
    """Return the folded words from here on that could be one name: (`st`, 1), (`st petersburg`, 3), with the number of raw tokens
    used.

    Words are joined over blanks, over a dot (`St. Petersburg`) and over a hyphen without blanks (`Mid-Atlantic`).
    """
    key = fold_word(raws[at].text)
    found = [(key, 1)]
    here = at + 1
    while len(found) < reach and here < len(raws):
        raw, before = raws[here], raws[here - 1]
        if raw.text == "." or (raw.text == "-" and before.end == raw.start):
            glued = raw.text == "."
            here += 1
            if here >= len(raws) or not (glued or raws[here].start == raw.end):
                break
            raw, before = raws[here], raw
        between = text[before.end : raw.start].strip()
        if raw.kind != "word" or (between and not between.endswith("'")):  # `mer d'Irlande` is `mer Irlande`
            break
        here += 1
        key = f"{key} {fold_word(raw.text)}"
        found.append((key, here - at))
    return found


def fold_word(word: str) -> str:
    """Return a word in the form used in the tables."""
    return word.lower().replace("'", "") if word.isascii() else normalize_name(word)
