"""Who commands a unit, in words before it: `His Majesty decrees that the army in Paris hold`."""

from __future__ import annotations

import re

from judge.notation.plain_words import BIDS, PlainWords
from judge.notation.raw_words import fold_word

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def commands_a_unit(text: str, words: PlainWords) -> bool:
    """Whether words hold a verb of command, and nothing before it that tells of others, or casts doubt."""
    said = [fold_word(word) for word in _WORD.findall(text.replace("'s", ""))]
    last = max((n for n, word in enumerate(said) if words.is_also(word, BIDS)), default=-1)
    return last >= 0 and not words.tells_of_others(said[:last])
