"""Replies to questions of the judge: what they answer, in the words that are their writer's own."""

from __future__ import annotations

import re

from judge.commands import Confirm, Join, OrderLines, PassOn, parse
from judge.commands.answers import DECLINE, Answer, answer_in
from judge.commands.consent import folded
from judge.commands.press import looks_like_order
from judge.mail.mail import Mail
from judge.office.lines import lines_of


def answer_of(mail: Mail) -> Answer:
    """What a letter answers. It is empty only if it holds no words at all: of what could not be read nothing is known."""
    names = frozenset(re.findall(r"[^\W\d_]+", folded(mail.sender_name)))
    said = answer_in(_words_of(mail.text), names)
    return Answer.UNCLEAR if said is Answer.EMPTY and not mail.wordless else said


def _words_of(text: str) -> str:
    """A reply without the lines below its first that are commands or orders: those are read for themselves."""
    first, *below = text.strip().split("\n")
    if any(isinstance(each, Confirm) and each.code for each in parse(first)):
        first = "CONFIRM"
    found = [each for each in parse("\n".join(below)) if not isinstance(each, Confirm | PassOn)]
    said = [each for each in found if not isinstance(each, OrderLines) or each.asked or any(map(looks_like_order, each.lines))]
    read = set(lines_of(said))
    return "\n".join([first, *(line for line in below if " ".join(line.split()) not in read)]) if text.strip() else text


def declines(mail: Mail) -> bool:
    """Whether a letter is what the unsubscribe button of an invitation sends: its subject says so, its text is the program's."""
    return mail.subject.strip().upper() == DECLINE


def only_joins(text: str) -> bool:
    """Whether a text is nothing but what may stand in a JOIN: NAME, PREFER, the JOIN itself; and the code of the question."""
    found = parse(text)
    return any(isinstance(each, Join) for each in found) and all(isinstance(each, Join | Confirm) for each in found)
