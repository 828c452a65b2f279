"""Bounces of our letters: after bounces on three days the address is marked and its GMs are told, once; an editor's copy is
reported each time.
"""

from __future__ import annotations

from datetime import date

from judge.letters import Letter, Notice
from judge.mail.bounces import bounced_message_ids, is_hard_bounce
from judge.mail.parsed import ParsedMail
from judge.mail.plus_addressing import bounced_before, parse_bounce_address
from judge.office.rendering.notice_kinds import kind_of
from judge.office.unit_of_work import UnitOfWork
from judge.office.zines import publishing
from judge.seat import GM
from judge.store import Person
from judge.store.records import SentNotice
from judge.store.transaction import Transaction

DAYS = 3
"""On how many days letters must bounce: a mailbox may be full, or a server down, for a day or two."""


def note_bounce(uow: UnitOfWork, number: int, letter: Letter, mail: ParsedMail) -> str:
    """Record a bounce; returns the note to store. A bounce that names no letter of ours is ignored."""
    work = uow.work
    sent = _sent(work, uow.house.address, letter, mail)
    if sent is None or not is_hard_bounce(letter.raw):
        return "bounce"
    days = work.bounces.add(sent.address, letter.received.date().isoformat(), f"letter {number}")
    person, marked = work.people.by_address(sent.address), work.bounces.marked_since(sent.address)
    if person and kind_of(sent.kind).prints:
        _copy_came_back(uow, letter.received.date(), sent, person, tell=marked is None)
    if days >= DAYS and person and marked is None:
        work.bounces.mark(sent.address, letter.received)
        for seat in work.seats.of_person(person.id):
            gm = work.seats.get(seat.game, GM)
            if gm and gm.address and gm.person_id != person.id:
                facts = {"what": "bounced", "trace": "", "name": person.name, "days": days, "game": seat.game}
                work.outbox.queue(Notice(f"bounced/{number}/{seat.game}", gm.address, "trouble", facts, seat.game, GM))
    return f"bounce, day {days}"


def _copy_came_back(uow: UnitOfWork, day: date, sent: SentNotice, person: Person, *, tell: bool) -> None:
    """Put what an editor did not receive into the next copy. The operator, or else the games' GMs, are told once a day."""
    work, operator = uow.work, uow.house.operator
    zine = publishing.undo_bounced_issue(work, sent.kind, sent.facts)
    if zine is None or not tell:
        return
    facts = {"what": "editor", "zine": zine.zine, "name": person.name, "address": person.address}
    if operator:
        work.outbox.queue(Notice(f"alert/editor/{zine.id}/{day}", operator, "alert", facts))
        return
    masters = [(gm, row.game) for row in work.zines.games(zine.id) if (gm := work.seats.get(row.game, GM))]
    for address, game in {gm.address: game for gm, game in masters if gm.person_id != person.id}.items():
        told = {**facts, "trace": "", "game": game}
        work.outbox.queue(Notice(f"bounced/editor/{zine.id}/{day}/{game}", address, "trouble", told, game, GM))


def _sent(work: Transaction, own: str, letter: Letter, mail: ParsedMail) -> SentNotice | None:
    """Return the letter that bounced: by the mark in our envelope, else by our Message-ID if it went to one address only."""
    if before := bounced_before(own, mail.recipients):
        return work.outbox.by_mark(*before)
    marked = parse_bounce_address(own, mail.recipients)
    known = work.outbox.by_message_ids((marked,) if marked else bounced_message_ids(letter.raw))
    return known[0] if len({each.address.lower() for each in known}) == 1 else None
