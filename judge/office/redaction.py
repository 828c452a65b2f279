"""Remove reply addresses and passwords from people's words before anybody else sees them: people quote our letters with their reply
address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_BARE = re.compile(r"(?<![A-Za-z0-9])(?=[a-zA-Z]*[2-7])[a-zA-Z2-7]{24}(?![A-Za-z0-9])")
_TAG = re.compile(r"\[([a-z0-9-]{1,40})\.[a-z2-7]{16,64}\]", re.IGNORECASE)
_PASSWORD = re.compile(r"(^[^\n]{0,30}?\b|\\n)(pass?wor[dt]\b)[^\n]*$", re.IGNORECASE | re.MULTILINE)
"""To the end of its line; an exception quotes a line's beginning as `\\n`."""
_DOUBTFUL = re.compile(r"[+\[]|pas|[a-z2-7]{24}", re.IGNORECASE)
"""What no text is without that holds an address of ours, a tag, a password or a bare token."""
SHORTEST = 20
"""Characters of the shortest token in a text: a tag's 16, a letter for its game, a dot and its brackets."""
HIDDEN = "(not shown)"


def redact_text(text: str, own: str) -> str:
    """A text without reply tokens and passwords.

    Args:
        text: any text.
        own: the judge's address, whose plus addresses carry tokens.
    """
    if own and "+" in text:
        local, _, host = own.partition("@")
        plus = rf"{re.escape(local)}\+[A-Za-z0-9.+_-]{{1,100}}@{re.escape(host)}"
        text = re.sub(plus, lambda _: own, text, flags=re.IGNORECASE)
    if len(text) >= SHORTEST:
        text = _BARE.sub(HIDDEN, _TAG.sub(r"[\1]", text) if "[" in text else text)
    return _PASSWORD.sub(rf"\1\2 {HIDDEN}", text) if "pas" in text.lower() else text


def redact_facts(facts: Mapping[str, Any], own: str) -> dict[str, Any]:
    """The facts of a notice (JSON values) with every text redacted."""
    return {key: _clean(value, own) for key, value in facts.items()}


OURS = frozenset({"table", "example"})
"""Facts that contain only our own words."""
MEANT = 8
"""Texts up to this length hold no secret that could be known for one."""
_SAYS_NOTHING = frozenset({bool, int, float, type(None)})
"""Types of values that are no text."""


def _clean(value: Any, own: str) -> Any:
    if isinstance(value, str):
        return redact_text(value, own) if len(value) > MEANT and _DOUBTFUL.search(value) else value
    if isinstance(value, Mapping):
        return {key: each if each.__class__ in _SAYS_NOTHING or key in OURS else _clean(each, own) for key, each in value.items()}
    return [_clean(each, own) for each in value] if isinstance(value, list | tuple) else value

