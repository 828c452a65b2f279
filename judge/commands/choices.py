"""Read a reply that chooses among what was offered: `the second one, please`, `yes to both`, `nc`. Pure.

What stands beside the choice may take it back; these functions say what is known to change nothing, and what may.
"""

from __future__ import annotations

import re

from judge.board import normalize_name
from judge.commands import courtesies
from judge.commands.answers import STRUCK, Answer, half_agrees, parse_answer

MOST_LETTERS = 60
"""Characters of a text that may choose among what was offered."""
MOST_CHOOSING = 8
"""Words of such a text."""
_SIGN = re.compile(r"[.!;:,](?=\s)|\s[-–—(](?=\s|\w)")
_INITIALS = re.compile(r"(?:^|(?<=[\s.!,;]))((?:[A-Z]\.?){2,3})\s*$")
_INSISTING = re.compile(rf"[,;:.!]?\s*\b(?:{'|'.join(map(re.escape, courtesies.INSISTING))})\b[.!]*", re.IGNORECASE)
_ALL_BUT = re.compile(
    rf"(?P<head>.{{0,20}}?)\b(?:{'|'.join(courtesies.ALL)})\s+(?:{'|'.join(courtesies.BUT)})\s+(?P<rest>\S.*)", re.IGNORECASE
)


def is_choice(text: str) -> bool:
    """Whether a text only chooses among what was offered, or says that it does not choose: `the second one`, `1 or 2`, `nc`."""
    words = _choosing(text)
    chooses = any(_chooses(word) and word not in courtesies.JOINS for word in words)
    return len(words) <= MOST_CHOOSING and chooses and all(map(_beside_choice, words))


def is_one_choice(text: str) -> bool:
    """Whether such a text chooses exactly one, and neither asks nor denies."""
    return "?" not in text and not any(word in courtesies.NOT_ONE for word in _choosing(text))


def chosen_place(text: str) -> str:
    """Return what a text chooses by, folded, without the words around it: `2`, `second`, `north coast`, `gas`."""
    words = _choosing(text)
    kept = [n for n, word in enumerate(words) if word not in courtesies.AROUND]
    rest = " ".join(words[kept[0] : kept[-1] + 1]) if kept else ""
    return courtesies.CHOICES.get(rest or " ".join(words), rest)


def chosen_number(text: str) -> int | None:
    """Return how many things a text chooses together: `both`, `yes to all 3`; 0 for all, however many. None if it does not."""
    words = [word for word in _choosing(text) if word not in courtesies.AROUND and word not in courtesies.COASTS]
    if not words or words[0] not in courtesies.ALL or not all(word in courtesies.NUMBERS for word in words[1:]) or len(words) > 2:
        return None
    return courtesies.NUMBERS[words[1]] if len(words) > 1 else courtesies.ALL[words[0]]


def leaves_out(text: str) -> str:
    """Return what a text leaves out that chooses all the rest: `Y all but StP-Nwy`; '' if it does not."""
    found = _ALL_BUT.match(text.strip())
    return found["rest"] if found and all(word in courtesies.AROUND for word in _choosing(found["head"])) else ""


def takes_back(text: str) -> bool:
    """Whether words behind an answer may withdraw it, put it off, question it or attach a condition to it."""
    return "?" in text or STRUCK in text or half_agrees(f"yes. {text}") or parse_answer(text) is Answer.NO


def adds_nothing(text: str) -> bool:
    """Whether words behind an answer are known to change nothing of it: courtesies, initials, `and that's final`."""
    return not text.strip() or parse_answer(f"yes. {without_end(text)}") is Answer.YES


def without_end(text: str) -> str:
    """Return an answer without what insists on it, and the writer's initials behind it."""
    said = _INSISTING.sub("", text.replace("’", "'"))
    found = _INITIALS.search(said)
    return said if not found or normalize_name(found[1]) in courtesies.COASTS else said[: found.start()]


def heads(text: str) -> list[str]:
    """Return the beginnings of a text up to a sign that may end an answer, the longest first. A single word is none: `First, …`."""
    found = [text[: sign.start()] for sign in _SIGN.finditer(text[: 2 * MOST_LETTERS])]
    return [head for head in reversed(found) if len(head.split()) > 1 or normalize_name(head) in courtesies.PLAIN]


def _choosing(text: str) -> list[str]:
    return normalize_name(text[:MOST_LETTERS]).split()


def _chooses(word: str) -> bool:
    tables = (courtesies.COUNTED, courtesies.CHOICES, courtesies.COASTS, courtesies.NOT_ONE, courtesies.ALL, courtesies.NUMBERS)
    return any(word in table for table in tables)


def _beside_choice(word: str) -> bool:
    return _chooses(word) or word in courtesies.AROUND
