"""Replies to questions of the judge: what they answer, in the words that are their writer's own."""

from __future__ import annotations

from judge.commands import Confirm, Join, parse
from judge.commands.answers import DECLINE, Answer, answer_in
from judge.mail.mail import Mail


def answer_of(mail: Mail) -> Answer:
    """What a letter answers. It is empty only if it holds no words at all: of what could not be read nothing is known."""
    said = answer_in(mail.text)
    return Answer.UNCLEAR if said is Answer.EMPTY and not mail.wordless else said


def declines(mail: Mail) -> bool:
    """Whether a letter is what the unsubscribe button of an invitation sends: its subject says so, its text is the program's."""
    return mail.subject.strip().upper() == DECLINE


def only_joins(text: str) -> bool:
    """Whether a text is nothing but what may stand in a JOIN: NAME, PREFER, the JOIN itself; and the code of the question."""
    found = parse(text)
    return any(isinstance(each, Join) for each in found) and all(isinstance(each, Join | Confirm) for each in found)
