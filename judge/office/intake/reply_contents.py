"""What a reply to a question says besides yes or no: what counts all the same, and what is reported as not done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.commands import Command
from judge.commands.base import IncompleteCommand, UnknownCommand
from judge.commands.help_and_lists import UseGame
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.commands.press import AmbiguousPress
from judge.office.context import LetterContext
from judge.office.intake.question_replies import not_done, tells, without_quoted
from judge.office.intake.reading import asks, read_commands
from judge.office.lines import lines_of, quoted
from judge.office.sender_evidence import SenderEvidence
from judge.store import HeldLetter

MENTIONED = 3
"""Lines of a held letter that are shown where its question is only mentioned."""


class Besides(NamedTuple):
    """What else a reply says."""

    own: LetterContext
    """The context of the reply, as a letter of the person who was asked."""
    counts: list[Command]
    """Orders, and commands that only read: they count as in any letter."""
    undone: list[str]
    """The lines of everything else, which is not done."""

    def __bool__(self) -> bool:
        return bool(self.counts or self.undone)


def besides(
    context: LetterContext, owner: SenderEvidence, held: HeldLetter, commands: Sequence[Command], is_open: bool = True
) -> Besides:
    """What a reply about a held letter says besides yes or no.

    Args:
        context: the reply's.
        owner: who was asked; the games that they have seats in are what it is about.
        held: the letter in question.
        commands: what that letter says. Its orders and acting commands do not count in a reply, which may only quote them,
            unless it is about a question that is closed and gives other orders, too.
        is_open: whether the question is open.
    """
    own = LetterContext(context.uow, context.letter, context.mail, owner, number=context.number)
    counts, undone = list[Command](), list[str]()
    if owner.person is None and own.address.lower() != held.address.lower():
        return Besides(own, counts, undone)
    plays = owner.seat is not None and not owner.seat.seat.is_gm
    said, shown = read_commands(own, context.mail.text), lines_of(commands)
    new = [*without_quoted(said, shown)]
    anew = not is_open and any(isinstance(each, OrderLines) and asks(own, each) for each in new)
    for each in said if anew else new:
        if not is_open and isinstance(each, AmbiguousPress | IncompleteCommand | UnknownCommand):
            undone.append(each.line)
        elif tells(each) or (plays and isinstance(each, OrderLines | ClearOrders | MarkFinal) and asks(own, each)):
            counts.append(each)
        else:
            undone += not_done(each)
    return Besides(own, counts if any(not isinstance(each, UseGame) for each in counts) else [], undone)


def say_open(
    context: LetterContext, held: HeldLetter, commands: Sequence[Command], undone: Sequence[str], elsewhere: bool = False
) -> None:
    """Say in the answer to a reply that its question is open, what that is about, and what is not done before it is answered. A
    reply to that answer is one to the question. `elsewhere`: it is no reply, but says yes or no all the same.
    """
    facts = {**quoted(lines_of(commands), MENTIONED), "undone": list(undone), "elsewhere": elsewhere}
    context.say("question-open", held=held.letter, **facts)
