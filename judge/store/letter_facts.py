"""What letters were found to be, inside a transaction: held ones, repetitions, how many from whom, bounces, wishes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, String, bindparam, delete, exists, func, insert, literal, or_, select, update

from judge.letters import Letter
from judge.store.records import EarlierLetters, HeldLetter, LetterFacts, SentNotice
from judge.store.reply_tokens import ReplyTokens, hash_token
from judge.store.tables import bounces, events, held, letters, notices, people, readings, wishes

_LETTER = select(
    letters.c.raw, letters.c.received, letters.c.source, letters.c.sender, letters.c.recipient
).where(letters.c.id == bindparam("letter"))  # fmt: skip
_HELD = select(held.c.letter, held.c.why, held.c.address, held.c.phases, held.c.until, held.c.state)
_HELD_BY = _HELD.where(held.c.mark == bindparam("mark"))
_AGAIN = (
    update(held)
    .where(held.c.letter == bindparam("of"))
    .values(why=bindparam("for"), until=bindparam("then"), mark=bindparam("code"))
)
_END_HELD = update(held).where(held.c.letter == bindparam("of")).values(state=bindparam("to"))
_END_ALL = update(held).where(held.c.address == bindparam("of"), held.c.state == "waiting").values(state=bindparam("to"))
_SINCE = readings.c.at > bindparam("since")
_BOUNCES = select(func.count()).where(bounces.c.address == bindparam("key"))
_IS_DONE = exists().where(letters.c.id == readings.c.letter, letters.c.state == "done")
_PAST = select(  # in one go: every letter asks for all of it
    select(func.min(readings.c.letter)).where(
        or_(readings.c.author == bindparam("author"), (readings.c.author == bindparam("stranger")) & _IS_DONE),
        readings.c.message_id == bindparam("message_id"),
        readings.c.message_id != "",
        readings.c.content == bindparam("content"),
    ).scalar_subquery(),
    select(func.count()).where(readings.c.author == bindparam("author"), _SINCE).scalar_subquery(),
    _BOUNCES.scalar_subquery(),
)  # fmt: skip
_OF_GAME = select(func.count()).where(readings.c.game == bindparam("of"), _SINCE)
_TOLD = select(func.count()).where(readings.c.author == bindparam("author"), _SINCE, readings.c.told == "limit")
_KEEP = insert(readings)
_SEATED = update(readings).where(readings.c.letter == bindparam("of")).values(game=bindparam("in_game"), seat=bindparam("in_seat"))
_HAPPENED = select(events.c.at).where(events.c.game == bindparam("of"), events.c.seq == bindparam("number")).scalar_subquery()
_ALWAYS = literal("", String)  # a Moment before every other
_LAST = select(func.max(readings.c.written)).where(
    readings.c.game == bindparam("of"), readings.c.seat == bindparam("by"), readings.c.at > func.coalesce(_HAPPENED, _ALWAYS),
    readings.c.at > bindparam("after"),  # nothing is written after it came: most letters need none of those before
)  # fmt: skip
_WRITTEN = select(_HAPPENED, _LAST.scalar_subquery())
_ASKED = select(notices.c.game, notices.c.facts).where(notices.c.message_id.in_(bindparam("ids", expanding=True)))
_SENT = select(notices.c.address, notices.c.kind, notices.c.facts)
_SENT_AS = _SENT.where(notices.c.message_id.in_(bindparam("ids", expanding=True)))
_SENT_BEFORE = _SENT.where(notices.c.id == bindparam("number"), notices.c.message_id.startswith(bindparam("begins", type_=String)))
_DAY = select(bounces.c.day).where(bounces.c.address == bindparam("key"), bounces.c.day == bindparam("on"))
_CLEAR = delete(bounces).where(bounces.c.address == bindparam("key"))
_BOUNCED = update(people).where(people.c.key == bindparam("of")).values(bounced=bindparam("moment"))
_IS_BOUNCED = select(people.c.bounced).where(people.c.key == bindparam("of"))
_WISH = select(wishes.c.line, wishes.c.until).where(wishes.c.game == bindparam("of"), wishes.c.seat == bindparam("by"))
_NO_WISH = delete(wishes).where(wishes.c.game == bindparam("of"), wishes.c.seat == bindparam("by"))

LARGEST = 2**31 - 1
"""No row has a larger number, and PostgreSQL takes none; a made-up bounce may name one."""


class LetterFactsRepository:
    """The part of a transaction that deals with what letters were found to be."""

    def __init__(self, connection: Connection, tokens: ReplyTokens) -> None:
        self._connection = connection
        self._tokens = tokens

    def letter(self, letter: int) -> Letter:
        """A letter as it came.

        Raises:
            sqlalchemy.exc.NoResultFound: there is none of this number.
        """
        return Letter(*self._connection.execute(_LETTER, {"letter": letter}).one())

    def hold(self, letter: int, why: str, address: str, phases: Mapping[str, str], until: datetime) -> None:
        """Keep a letter until its writer says that it counts; the code that says so follows from its number."""
        row = {"letter": letter, "why": why, "address": address.lower(), "phases": dict(phases), "until": until}
        code = hash_token(self._tokens.of_held(letter, self._tokens.epoch))
        self._connection.execute(insert(held), {**row, "mark": code, "state": "waiting"})

    def held(self, code: str) -> HeldLetter | None:
        """The held letter that a code belongs to, whatever became of it; None if the code is none."""
        row = self._connection.execute(_HELD_BY, {"mark": hash_token(code)}).first()
        return None if row is None else HeldLetter(*row)

    def end_held(self, letter: int, state: str) -> None:
        """Say what became of a held letter: `done`, `dropped` or `moved`. Its code is used up."""
        self._connection.execute(_END_HELD, {"of": letter, "to": state})

    def end_held_of(self, address: str, state: str) -> None:
        """Say so of all letters that an address was asked about and has not answered."""
        self._connection.execute(_END_ALL, {"of": address.lower(), "to": state})

    def ask_again(self, letter: int, why: str, until: datetime) -> None:
        """Keep a held letter on, for another reason and until another time. Its code stays, unless it is of an earlier epoch."""
        code = hash_token(self._tokens.of_held(letter, self._tokens.epoch))
        self._connection.execute(_AGAIN, {"of": letter, "for": why, "then": until, "code": code})

    def past(self, reading: LetterFacts, since: datetime, address: str, stranger: str) -> EarlierLetters:
        """What was there before a letter: one that it repeats, others of its author, and what came back from an address.

        Args:
            stranger: the author as whom its writer was known while nothing was known of him; only what was done as his counts.
        """
        wanted = {"author": reading.author, "stranger": stranger, "message_id": reading.message_id, "content": reading.content}
        first, letters, back = self._connection.execute(_PAST, {**wanted, "since": since, "key": address.lower()}).one()
        return EarlierLetters(first, letters, back > 0)

    def keep_reading(self, reading: LetterFacts) -> None:
        """Keep what a letter was found to be."""
        self._connection.execute(_KEEP, reading._asdict())

    def keep_place(self, letter: int, game: str, seat: str) -> None:
        """Keep of a letter that came earlier in which game, and from which seat, it gave orders."""
        self._connection.execute(_SEATED, {"of": letter, "in_game": game, "in_seat": seat})

    def letters_about(self, game: str, since: datetime) -> int:
        """How many letters with orders for a game came after an instant."""
        return int(self._connection.execute(_OF_GAME, {"of": game, "since": since}).scalar_one())

    def was_told(self, author: str, since: datetime) -> bool:
        """Whether an author has had the notice about the limit after an instant."""
        return int(self._connection.execute(_TOLD, {"author": author, "since": since}).scalar_one()) > 0

    def written(self, game: str, seat: str, seq: int, after: datetime) -> tuple[datetime | None, datetime | None]:
        """When a game's event of this number happened, and the latest Date of the letters by which a seat gave orders since, of
        those that came `after` an instant.

        None for what there is not; where there is no such event, every letter counts.
        """
        began, last = self._connection.execute(_WRITTEN, {"of": game, "by": seat, "number": seq, "after": after}).one()
        return began, last

    def asked_about(self, message_ids: tuple[str, ...]) -> list[tuple[str, Mapping[str, object]]]:
        """(game, facts) of our letters with these Message-IDs."""
        return [(row.game, row.facts) for row in self._connection.execute(_ASKED, {"ids": list(message_ids)})]

    def sent_as(self, message_ids: tuple[str, ...]) -> list[SentNotice]:
        """Our letters with these Message-IDs."""
        return [SentNotice(*row) for row in self._connection.execute(_SENT_AS, {"ids": list(message_ids)})]

    def sent_before(self, number: int, mark: str) -> SentNotice | None:
        """The notice of this number if the mark in its Message-ID begins like this; else None."""
        asked = {"number": number, "begins": f"<judge.{mark}"}
        row = self._connection.execute(_SENT_BEFORE, asked).first() if number <= LARGEST else None
        return None if row is None else SentNotice(*row)

    def note_bounce(self, address: str, day: str, note: str) -> int:
        """Keep that a letter to an address came back on this day (YYYY-MM-DD); returns on how many days one has."""
        key = {"key": address.lower()}
        if self._connection.execute(_DAY, {**key, "on": day}).first() is None:
            self._connection.execute(insert(bounces), {"address": address.lower(), "day": day, "note": note})
        return int(self._connection.execute(_BOUNCES, key).scalar_one())

    def forget_bounces(self, address: str) -> None:
        """Letters reach this address."""
        self._connection.execute(_CLEAR, {"key": address.lower()})
        self._connection.execute(_BOUNCED, {"of": address.lower(), "moment": None})

    def bounced(self, address: str) -> datetime | None:
        """Since when an address is marked as one that letters do not reach; None if it is not."""
        found: datetime | None = self._connection.execute(_IS_BOUNCED, {"of": address.lower()}).scalar_one_or_none()
        return found

    def mark_bounced(self, address: str, at: datetime) -> None:
        """Mark an address as one that letters do not reach."""
        self._connection.execute(_BOUNCED, {"of": address.lower(), "moment": at})

    def keep_wish(self, game: str, seat: str, line: str, until: datetime) -> None:
        """Keep what a seat wanted of its GM, so that it can be passed on; it takes an earlier one's place."""
        self._connection.execute(_NO_WISH, {"of": game, "by": seat})
        self._connection.execute(insert(wishes), {"game": game, "seat": seat, "line": line, "until": until})

    def take_wish(self, game: str, seat: str, now: datetime) -> str:
        """What a seat wanted of its GM, which is then forgotten; '' if there is nothing, or nothing any more."""
        row = self._connection.execute(_WISH, {"of": game, "by": seat}).first()
        self._connection.execute(_NO_WISH, {"of": game, "by": seat})
        return row.line if row is not None and row.until >= now else ""
