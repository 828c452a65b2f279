"""Letters of ours that came back: on three days, and the address is marked and its GMs told, once."""

from __future__ import annotations

from judge.game.state import GM
from judge.letters import Letter, Notice
from judge.mail.bounces import failed_for_good, returned
from judge.mail.mail import Mail
from judge.mail.tags import bounce_mark, bounced
from judge.office.books import Books
from judge.store.work import Work

DAYS = 3
"""On how many days letters must have come back: mailboxes are full, and servers down, for a day or two."""


def take_back(books: Books, number: int, letter: Letter, mail: Mail) -> str:
    """Note a bounce; returns what is kept beside it. One that names no letter of ours is nobody's."""
    work = books.work
    address = _address(work, books.house.address, letter, mail)
    if not address or not failed_for_good(letter.raw):
        return "bounce"
    days = work.note_bounce(address, letter.received.date().isoformat(), f"letter {number}")
    person = work.person(address)
    if days >= DAYS and person and work.bounced(address) is None:
        work.mark_bounced(address, letter.received)
        for seat in work.seats_of(person.id):
            gm = work.seat(seat.game, GM)
            if gm and gm.address and gm.person_id != person.id:
                facts = {"what": "bounced", "trace": "", "name": person.name, "days": days, "game": seat.game}
                work.queue(Notice(f"bounced/{number}/{seat.game}", gm.address, "trouble", facts, seat.game, GM))
    return f"bounce, day {days}"


def _address(work: Work, own: str, letter: Letter, mail: Mail) -> str:
    """Whom the letter that came back was for: by the mark in our envelope, else by our Message-ID if it went to one only."""
    if found := bounced(own, mail.recipients):
        sent = work.sent(found[0])
        return sent.address.lower() if sent and bounce_mark(sent.key, sent.token) == found[1] else ""
    known = work.sent_to(returned(letter.raw))
    return next(iter(known)) if len(known) == 1 else ""
