"""Phrases with choices of words in brackets, as the grammar and the files of languages have them: `go (north|south)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

_BRACKETS = re.compile(r"[()]")


def spelled_out(text: str) -> Iterator[str]:
    """Return each phrase that a text with choices stands for: `go (far|) (north|south)` for four. Nothing stands inside brackets
    but words and `|`.
    """
    choices = (part.split("|") for part in _BRACKETS.split(text))
    yield from (" ".join("".join(parts).split()) for parts in product(*choices))
