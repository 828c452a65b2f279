"""What stands before a colon in a line: a heading of orders (`Spring 1902:`), a draft, an announcement, or unknown words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.notation.tokens import (
    CONDITION,
    CORRECTED,
    COURTESY,
    DOUBT,
    HEADING,
    HELPS,
    HOLD,
    LATER,
    MOVE,
    NEGATED,
    OUTDATED,
    PLACE,
    POWER,
    RETRACTED,
    SENTENCE_END,
    STALE,
    STOP,
    TITLE,
    WORD,
    Token,
)

_HEADS = re.compile(
    r"(?:orders?|moves?|commands|following|follows?|builds?|adjustments)(?!\w)|(?:want|like|wish|do|plan)\s*:?$", re.IGNORECASE
)
"""Words of a sentence before a colon that announces orders: `these are the orders of the Dual Monarchy:`."""
_DATED = re.compile(r"orders?|[a-z]{0,2}\d+[a-z]?", re.IGNORECASE)
"""Words of a heading that are not phrases: `F1902M`, `1.`"""


def heading_title(head: Sequence[Token], text: str, alone: bool) -> str:
    """Return what the words before a colon are: '' for a heading of orders, STALE (`draft:`), or TITLE for unknown words.

    `alone`: nothing follows the colon, so they head the lines below.
    """
    said = {value for token in head for kind, value in token.options if kind == WORD}
    if said & {OUTDATED, LATER} or said <= {DOUBT, NEGATED, CONDITION}:
        return STALE if said else ""
    in_doubt = bool(said & {DOUBT, NEGATED, CONDITION, RETRACTED})
    if in_doubt and alone:
        return STALE
    words = [text[token.start : token.end] for token in head if (WORD, None) in token.options or token.kind != WORD]
    dates = [word for word in words if _DATED.fullmatch(word)]
    dated = any(not word.isdigit() for word in dates) or (bool(dates) and len(dates) == len(words))  # `option 1` is no date
    known = HEADING in said or said <= {COURTESY, CORRECTED} or dated
    powers = any(kind == POWER for token in head for kind, _ in token.options)
    return TITLE if in_doubt or not (known or powers) else ""


def announcing_words(head: Sequence[Token], text: str, colon: int) -> int:
    """Return how many words before a colon announce orders, in a sentence that says nothing else and names no power or phase."""
    start = next((n for n in range(len(head), 0, -1) if head[n - 1].options[0] == SENTENCE_END), 0)
    said = head[start:]
    begin = said[0].start if said else colon
    idle = all(token.kind == MOVE or not {PLACE, POWER, HOLD, *HELPS} & {kind for kind, _ in token.options} for token in said)
    values = {token.options[0][1] for token in said if token.kind == WORD}
    grave = {DOUBT, NEGATED, CONDITION, RETRACTED, CORRECTED, OUTDATED, LATER, HEADING}
    marks = {token.options[0][1] for token in said if token.kind == STOP}
    plain = idle and not grave & values and marks <= {",", "!"} and not any(map(str.isdigit, text[begin:colon]))
    return len(said) if plain and text[colon + 1 :].strip() and _HEADS.search(text[begin:colon]) else 0
