"""Upkeep, inside a transaction: what has lain long enough to be emptied, and all that is kept of one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, or_, select, update

from judge.letters import Notice
from judge.store.records import Person
from judge.store.tables import (
    bounces,
    carried,
    favours,
    habits,
    held,
    letters,
    mapless,
    notices,
    people,
    press,
    printed,
    published,
    readings,
    subscriptions,
)

DECIDED = ("done", "held", "refused", "shunted")
_GONE = {"raw": b"", "sender": "", "recipient": ""}  # the recipient's address carries a token
_OLD = (
    select(letters.c.id)
    .where(letters.c.id > bindparam("after"), letters.c.received < bindparam("before"))
    .where(letters.c.state.in_(DECIDED), func.length(letters.c.raw) > 0)
    .order_by(letters.c.id)
    .limit(bindparam("most"))
)
_EMPTY = update(letters).where(letters.c.id == bindparam("letter")).values(**_GONE)
_NO_OFFER = delete(held).where(held.c.letter == bindparam("letter"))
_OLD_NOTICES = (
    select(notices.c.id, notices.c.facts)
    .where(notices.c.id > bindparam("after"), notices.c.since < bindparam("before"))
    .where(notices.c.state.in_(("sent", "failed")), notices.c.address != "")
    .order_by(notices.c.id)
    .limit(bindparam("most"))
)
_EMPTY_NOTICE = (
    update(notices)
    .where(notices.c.id == bindparam("notice"))
    .values(address="", facts=bindparam("left", type_=notices.c.facts.type), answers="", rendered=None)
)
_GIVE_UP = update(notices).where(notices.c.id == bindparam("notice"), notices.c.state == "queued").values(
    state="failed", note="forgotten"
)  # fmt: skip
_BY = select(readings.c.letter).where(readings.c.author.in_(bindparam("authors", expanding=True)))
_WRITTEN = select(letters.c.id, letters.c.received, letters.c.state, letters.c.sender, letters.c.raw).where(
    or_(func.lower(letters.c.sender) == bindparam("address"), letters.c.id.in_(_BY))
).order_by(letters.c.id)  # fmt: skip
_TO = select(
    notices.c.id, notices.c.key, notices.c.address, notices.c.kind, notices.c.facts, notices.c.game, notices.c.seat,
    notices.c.answers, notices.c.since,
).where(func.lower(notices.c.address) == bindparam("of")).order_by(notices.c.id)  # fmt: skip
_BOUNCES = select(bounces.c.day).where(bounces.c.address == bindparam("of")).order_by(bounces.c.day)
_NO_READING = update(readings).where(readings.c.author.in_(bindparam("authors", expanding=True))).values(
    author="", message_id="", content="", written=None
)  # fmt: skip
_NO_PERSON = update(people).where(people.c.id == bindparam("of")).values(
    key=None, address="", name="", password="", tries=0, tried=None, bounced=None
)  # fmt: skip
_NO_PRESS = delete(press).where(press.c.game == bindparam("in_game"), press.c.seq == bindparam("number"))


class ReceivedLetter(NamedTuple):
    """A letter that came from somebody."""

    id: int
    received: datetime
    state: str
    sender: str
    raw: bytes


class SentLetter(NamedTuple):
    """A letter of ours."""

    id: int
    notice: Notice
    since: datetime | None
    """When it was sent, or first tried."""


class RetentionRepository:
    """The part of a transaction that deals with what is to be kept no longer."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def old_letters(self, before: datetime, most: int, after: int = 0) -> list[int]:
        """Letters that were dealt with, came before an instant, and still have their words: the first ones with a number over
        `after`, so that whoever takes some after some need not look at all of them each time.
        """
        return list(self._connection.execute(_OLD, {"before": before, "most": most, "after": after}).scalars())

    def empty_letters(self, which: Sequence[int]) -> None:
        """Take their words and addresses away, and the offers to make held ones count."""
        rows = [{"letter": letter} for letter in which]
        self._connection.execute(_EMPTY, rows)
        self._connection.execute(_NO_OFFER, rows)

    def old_notices(self, before: datetime, most: int, after: int = 0) -> list[tuple[int, Mapping[str, Any]]]:
        """(number, facts) of notices that were first sent before an instant, wait for nothing, and still have their facts."""
        rows = self._connection.execute(_OLD_NOTICES, {"before": before, "most": most, "after": after})
        return [(row.id, row.facts) for row in rows]

    def empty_notices(self, which: Sequence[tuple[int, Mapping[str, Any]]]) -> None:
        """Take their addresses and facts away, but for the phase that each spoke of; what was not sent yet never will be."""
        rows = [{"notice": number, "left": _phase_only(facts)} for number, facts in which]
        self._connection.execute(_GIVE_UP, [{"notice": number} for number, _ in which])
        self._connection.execute(_EMPTY_NOTICE, rows)

    def letters_of(self, person: Person) -> list[ReceivedLetter]:
        """Every letter that came from a person, or said that it did."""
        wanted = {"address": person.address.lower(), "authors": _authors(person)}
        return [ReceivedLetter(*row) for row in self._connection.execute(_WRITTEN, wanted)]

    def notices_to(self, address: str) -> list[SentLetter]:
        """Every letter of ours to an address."""
        rows = self._connection.execute(_TO, {"of": address.lower()})
        return [SentLetter(r.id, Notice(r.key, r.address, r.kind, r.facts, r.game, r.seat, r.answers), r.since) for r in rows]

    def bounce_days(self, address: str) -> list[str]:
        """The days on which letters to an address came back."""
        return list(self._connection.execute(_BOUNCES, {"of": address.lower()}).scalars())

    def drop_press(self, game: str, which: Sequence[int]) -> None:
        """Delete the words of press by the numbers of its events."""
        if which:
            self._connection.execute(_NO_PRESS, [{"in_game": game, "number": seq} for seq in which])

    def forget_person(self, person: Person) -> None:
        """Delete all that is kept of a person; the number stays, for who sat where. Letters still to be decided are left."""
        address, authors = person.address.lower(), _authors(person)
        if found := [each.id for each in self.letters_of(person) if each.state != "received"]:
            self.empty_letters(found)
        if sent := [(each.id, each.notice.facts) for each in self.notices_to(address)]:
            self.empty_notices(sent)
        self._connection.execute(_NO_READING, {"authors": authors})
        self._connection.execute(delete(held).where(held.c.address == address))
        self._connection.execute(delete(bounces).where(bounces.c.address == address))
        self._connection.execute(delete(habits).where(habits.c.person_id == person.id))
        self._connection.execute(delete(favours).where(favours.c.kind == "guests", favours.c.whom == address))
        for choice in (mapless, printed, published, favours):
            self._connection.execute(delete(choice).where(choice.c.person_id == person.id))
        mine = select(subscriptions.c.id).where(subscriptions.c.person_id == person.id)
        self._connection.execute(delete(carried).where(carried.c.subscription.in_(mine)))
        self._connection.execute(delete(subscriptions).where(subscriptions.c.person_id == person.id))
        self._connection.execute(_NO_PERSON, {"of": person.id})


def _authors(person: Person) -> list[str]:
    """What a person's letters stand under among the readings (`judge.office.intake.duplicates`)."""
    address = person.address.lower()
    return [f"person:{person.id}", f"says:{address}", f"asked:{address}"]


def _phase_only(facts: Mapping[str, Any]) -> dict[str, str]:
    now = facts.get("now")
    phase = now.get("phase") if isinstance(now, dict) else facts.get("next")
    return {"next": str(phase)} if phase else {}
