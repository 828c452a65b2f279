"""Change a person's mailbox: the old one is asked whether this is wanted, then the new one whether it exists. Both are questions
that a reply answers. Somebody who has lost the old mailbox needs a GM, who gives the seat to the new address.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from judge.commands.answers import Answer
from judge.commands.personal import ChangeAddress, RenewToken
from judge.letters import Notice
from judge.office import limits
from judge.office.answering import answer as answer_letter
from judge.office.context import LetterContext
from judge.store import HeldLetter, Person

LAPSES = timedelta(days=7)
MOVES = "address"
"""Why a letter that asks for another mailbox is held."""


def ask_new_address(context: LetterContext, person: Person, command: ChangeAddress) -> None:
    """ADDRESS, once the old mailbox has agreed: ask the new one."""
    work = context.uow.work
    if not context.confirms:
        context.say("address", why="unproved", to=command.to)
    elif command.to.lower() == person.address.lower() or work.people.by_address(command.to):
        context.say("address", why="same" if command.to.lower() == person.address.lower() else "taken", to=command.to)
    elif limits.may_move(context, command.to):
        until = context.letter.received + LAPSES
        work.held.add(context.confirms, MOVES, command.to, {}, until)
        context.uow.ask(command.to, _question(context, context.confirms, person, until), "", "")
        context.confirms = 0
        context.say("address", why="asked", to=command.to)


def answered(context: LetterContext, held: HeldLetter, first: HeldLetter | None, answer: Answer) -> None:
    """The new mailbox has answered. Only a word of consent moves the letters there; what is neither yes nor no is asked again.

    `first` is the letter that asked for it, to which the held one was the old mailbox's yes.
    """
    work = context.uow.work
    person = work.people.by_address(first.address) if first else None
    if held.state != "waiting" or held.until < context.letter.received or person is None or work.people.by_address(held.address):
        context.say("code", why="late" if held.state == "waiting" else held.state)
    elif answer is Answer.YES:
        _move(context, held, person)
    elif answer is Answer.NO:
        work.held.close(held.letter, "dropped")
        context.say("code", why="dropped-now")
    else:
        once_more = {**_question(context, held.letter, person, held.until), "unclear": True}
        context.uow.ask(held.address, once_more, "", context.mail.message_id, f"unclear/{held.letter}/{MOVES}")
        return
    answer_letter(context, context.mail.message_id)


def _question(context: LetterContext, number: int, person: Person, until: datetime) -> dict[str, Any]:
    return {
        "zines": _zines(context, person), "plays": bool(context.uow.work.seats.of_person(person.id)),
        "held": number, "why": MOVES, "name": person.name, "from": person.address, "until": until.isoformat(), "zone": "UTC",
        "word": True, "unclear": False,
    }  # fmt: skip


def _zines(context: LetterContext, person: Person) -> list[str]:
    """The titles of a person's zines, whose copies go wherever their mail goes."""
    return [zine.zine for zine in context.uow.work.zines.of_person(person.id)]


def _move(context: LetterContext, held: HeldLetter, person: Person) -> None:
    """Send letters to the new mailbox from now on, with new reply addresses, and tell the old one."""
    uow, work = context.uow, context.uow.work
    work.held.close(held.letter, "done")
    work.held.close_all(person.address, "moved")  # a later reader of that mailbox must not confirm them
    printed = work.people.preferences(person.id).address_in_print
    work.people.prefer(person.id, address_in_print=False)  # it was said of the old one
    work.people.change_address(person.id, held.address)
    for seat in work.seats.of_person(person.id):
        work.seats.assign(seat.game, seat.seat, person.id, uow.house.nonce())
    plays = bool(work.seats.of_person(person.id))
    uow.send(Notice(f"moved/{held.letter}", person.address, "moved", {"to": held.address, "plays": plays}))
    context.person, context.by_token = work.people.by_address(held.address), None
    context.seats = work.seats.of_person(person.id)
    context.game = context.seats[0].game if len(context.seats) == 1 else ""
    context.say("address", why="moved", to=held.address, private=printed, zines=_zines(context, person))


def renew_token(context: LetterContext, person: Person, command: RenewToken) -> None:
    """NEW TOKEN: letters to the old reply addresses no longer count; this answer carries the first new one."""
    work = context.uow.work
    for seat in work.seats.of_person(person.id):
        work.seats.assign(seat.game, seat.seat, person.id, context.uow.house.nonce())
    context.look_up_seats()
    context.say("renewed", games=sorted({seat.game for seat in context.seats}))
