"""Daily limits: how many games somebody may open, and to how many people who have not asked for it the judge writes for them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from judge.game import CommandResult
from judge.mail.auto_replies import is_of_nobody
from judge.office.context import LetterContext
from judge.store import Person

DAY = timedelta(days=1)
ADDRESSES = 3
"""How often a day the judge asks a mailbox, for one person, whether it is theirs."""
PRACTICE = 4
"""So many times as many practice games may be begun in a day as games may be opened: nobody else hears of them."""
Kind = Literal["games", "guests", "moves", "practice"]
"""What is counted by the day: games opened, people asked to play, mailboxes asked whether they are the writer's new one, and
practice games and courses of lessons begun.
"""
Why = Kind | Literal["asked"]
"""Too many of these in a day; or somebody who was asked not long ago."""


def may_open_game(context: LetterContext, game: str) -> bool:
    """Whether the writer may open one more game today. If not, say so, and from when."""
    return not _is_over(context, "games", context.uow.house.games_a_day, game)


def may_practise(context: LetterContext) -> bool:
    """Whether the writer may begin one more practice game or course of lessons today. If not, say so, and from when."""
    return not _is_over(context, "practice", PRACTICE * context.uow.house.games_a_day, "")


def may_move(context: LetterContext, address: str) -> bool:
    """Whether one more mailbox may be asked today whether it is the writer's new one; this is kept. If not, that is said."""
    if _is_of_nobody(context, address) or _is_over(context, "moves", ADDRESSES, address):
        return False
    count_action(context, "moves", address)
    return True


def may_invite(context: LetterContext, address: str) -> bool:
    """Whether the writer may have one more person asked to play today, and this one at all; if not it is said, with when."""
    if _is_of_nobody(context, address) or _is_over(context, "guests", context.uow.house.guests_a_day, address):
        return False
    rest = timedelta(days=context.uow.house.invitation_days)
    last = context.uow.work.limits.last_invited(address)
    if last is None or context.at - last >= rest:
        return True
    _say(context, "asked", address, context.uow.house.invitation_days, last + rest)
    return False


def may_offer(context: LetterContext, other: Person | None, decision: CommandResult) -> bool:
    """Whether what was decided may be done, where it writes to somebody to whom a seat is offered; this is kept, or said."""
    if other is None or not decision.events:
        return True
    if not may_invite(context, other.address):
        return False
    count_action(context, "guests", other.address)
    return True


def count_action(context: LetterContext, kind: Kind, whom: str) -> None:
    """Record that the writer has done such a thing."""
    if context.person:
        context.uow.work.limits.add(context.person.id, kind, whom, context.at)


def _is_of_nobody(context: LetterContext, address: str) -> bool:
    if found := is_of_nobody(address, context.uow.house.address):
        context.say("refused", why="nobodys-address", word=address)
    return found


def _is_over(context: LetterContext, kind: Kind, most: int, whom: str) -> bool:
    done = context.uow.work.limits.times(context.person.id, kind, context.at - DAY) if context.person and most else []
    if most == 0 or len(done) < most:
        return False
    _say(context, kind, whom, most, done[-most] + DAY)
    return True


def _say(context: LetterContext, why: Why, whom: str, most: int, until: datetime) -> None:
    """Add one part to the answer that names everybody to whom it applies."""
    told = next((reply for reply in context.replies if reply.kind == "enough" and reply.facts["why"] == why), None)
    if told is None:
        context.say("enough", why=why, whom=[whom], most=most, until=until.isoformat())
    elif whom not in told.facts["whom"]:
        told.facts["whom"].append(whom)
