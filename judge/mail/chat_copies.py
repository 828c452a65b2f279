"""Find messages that were copied out of a chat: WhatsApp, Telegram, Discord, Slack, Skype and IRC put a stamp before each."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from judge.commands.table import find_row
from judge.mail import client_phrases

_LONGEST = 500
"""Characters of a line that may be such a message. A longer one is read as the writer's."""
_HOUR = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]\.?m\b\.?)?"
_WORDS = r"(?:today|yesterday|heute|gestern|aujourd'hui|hier|hoy|ayer|oggi|ieri)(?: at| um| à| a las| alle)?"
_DAY = rf"(?:\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{2,4}}|\.)?|\d{{1,2}}\.? [^\W\d]{{3,10}}\.? \d{{4}}|{_WORDS})"
_NAME = r"(?P<name>[^\s\[\]:<>@,](?:[^\[\]:<>@,\n]{0,38}[^\s\[\]:<>@,])?)"
_SHORT = r"(?P<name>(?-i:[^\W\d_a-z])[^\W\d_]*(?:[ '-](?-i:[^\W\d_a-z])[^\W\d_]*){0,2})"
"""A name of at most three words, each with a capital: without brackets more may be the writer's own."""
_STAMPS = tuple(
    re.compile(rf"\s*{shape}", re.IGNORECASE)
    for shape in (
        rf"\[{_DAY},? {_HOUR}\] ?{_NAME}:",  # WhatsApp, Skype: [12/05, 21:14] Anna: ...
        rf"\[{_HOUR}(?:, {_DAY})?\] ?{_NAME}:",  # WhatsApp's browser, Discord's narrow lines: [21:14, 12/05/2026] Anna: ...
        rf"{_DAY},? {_HOUR} [-–—] {_NAME}:",  # WhatsApp's export: 12/05/2026, 21:14 - Anna: ...
        rf"{_NAME},? \[(?:{_DAY},? )?{_HOUR}\]:?",  # Telegram, Slack: Anna, [12.05.2026 21:14]
        rf"{_NAME} [—–] (?:{_DAY},? )?{_HOUR}$",  # Discord: Anna — Today at 21:14
        rf"{_NAME}  +{_HOUR}$",  # Slack
        rf"{_HOUR},? {_SHORT}:",  # as typed or copied by halves: 21:14 Anna: ...
        rf"{_SHORT},? {_HOUR}(?::|$)",
        rf"(?:\[?{_HOUR}\]? )?<[@+ ]?(?P<name>[^\s<>@:]{{1,24}})> ",  # IRC: 21:14 <anna> ...
        rf"\[(?:forwarded from|weitergeleitet von|transféré de|reenviado de|inoltrato da) {_NAME}\]$",  # Telegram
    )
)


_DAYS = client_phrases.DAY_NAMES | client_phrases.SHORT_ENGLISH_DAYS | client_phrases.NEAR_DAYS
"""Words before an hour that are no name: `Friday 21:00`."""


class ChatMessage(NamedTuple):
    """A line that begins a message copied out of a chat."""

    stamp: str
    """What the chat put before the message: `[12/05, 21:14] Anna:`."""
    text: str
    """What of the message stands in the same line; '' if it begins in the next."""


def find_chat_message(line: str, names: frozenset[str]) -> ChatMessage | None:
    """Return the chat message that begins in a line; None if there is none, or if it is the writer's own.

    Args:
        names: the words, in small letters, by which the writer may be called.
    """
    if len(line) > _LONGEST or not any(mark in line for mark in "[<:."):
        return None
    plain = " ".join(re.split(r"[\u00a0\u202f]", "".join(c for c in line if unicodedata.category(c) != "Cf"))).rstrip()
    for shape in _STAMPS:
        if found := shape.match(plain):
            name = re.findall(r"\w+", found["name"].lower())
            if not client_phrases.OWN.isdisjoint(name) or find_row(plain) or not _DAYS.isdisjoint(name):
                continue
            return None if name and names.issuperset(name) else ChatMessage(found[0].strip(), plain[found.end() :].strip())
    return None
