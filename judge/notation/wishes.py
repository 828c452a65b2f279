"""Whether a unit without a verb is wished for: `An army in London please` asks for a new one, and removes none."""

from __future__ import annotations

import re

from judge.notation.sentences import sentence_around

_WISH = re.compile(
    r"\b(?:please|pls|plz|bitte|svp|por favor|per favore|alsjeblieft|(?:would|should|'?d|i) like|wants?|wish(?:es)?|need|give|get"
    r"|(?:can|may|could|ill|i'll|will) (?:i |we )?(?:have|take)|i take)\b"
    r"|\b(?:an?|another|new|further|one|eine?|une?|una|een) (?:\w+ )?(?:arm|fleet|flo)",
    re.IGNORECASE,
)
"""Words of a wish, and of a unit that is not there yet. `New` may begin the name of a place."""
_REMOVES = re.compile(
    r"\b(?:remov|disband|destroy|scrap|scuttl|eliminat|kill|los[ei]|sacrific|gone\b|(?:good)?bye\b|farewell\b|drop|rid\b|go\b|goes\b|off\b)",
    re.IGNORECASE,
)


def is_wished(line: str, at: int) -> bool:
    """Whether the sentence around a position of a line wishes for a unit, and does not speak of removing any."""
    return bool(_WISH.search(line, *sentence_around(line, at, at))) and not _REMOVES.search(line)
