"""Received letters: which is next, their results, and facts about them."""
from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import String, bindparam, delete, exists, func, insert, literal, literal_column, or_, select, update

from judge.letters import Letter
from judge.seat import Seat
from judge.store.records import EarlierLetters, LetterFacts, LetterState, LetterStatus, Person, ReceivedLetter
from judge.store.repository import Repository
from judge.store.tables import bounces, events, held, letter_facts, letters

DECIDED = ("done", "held", "refused", "shunted")
_FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
_ONE = letters.c.id == bindparam("letter")
_LETTER = select(
    letters.c.raw, letters.c.received, letters.c.source, letters.c.sender, letters.c.recipient, letters.c.signed
).where(_ONE)  # fmt: skip
_LAST_RECEIVED = select(letters.c.received).order_by(letters.c.id.desc()).limit(1)
_NEWEST = select(func.coalesce(func.max(letters.c.id), 0))
_AFTER = select(letters.c.raw).where(letters.c.id > bindparam("after")).order_by(letters.c.id)
_STATUS = select(letters.c.state, letters.c.received, letters.c.note, letters.c.raw).where(_ONE)
_CLOSE = update(letters).where(_ONE).values(state=bindparam("to"), note=bindparam("why"))
_REOPEN = update(letters).where(_ONE, letters.c.state == "shunted").values(state="received", note="")

_SINCE = letter_facts.c.at > bindparam("since")
_BOUNCES = select(func.count()).where(bounces.c.address == bindparam("key"))
_IS_DONE = exists().where(letters.c.id == letter_facts.c.letter, letters.c.state == "done")
_SAME_ID = (letter_facts.c.message_id == bindparam("message_id")) & (letter_facts.c.message_id != "")
_EARLIER = select(  # one query: every letter needs all of it
    select(func.min(letter_facts.c.letter)).where(
        or_(letter_facts.c.author == bindparam("author"), (letter_facts.c.author == bindparam("stranger")) & _IS_DONE),
        _SAME_ID,
        letter_facts.c.content == bindparam("content"),
    ).scalar_subquery(),
    exists().where(letter_facts.c.author == bindparam("author"), _SAME_ID),
    select(func.count()).where(letter_facts.c.author == bindparam("author"), _SINCE).scalar_subquery(),
    _BOUNCES.scalar_subquery(),
)  # fmt: skip
_ADD_FACTS = insert(letter_facts)
_OF_GAME = select(func.count()).where(letter_facts.c.game == bindparam("of"), _SINCE)
_TOLD = select(func.count()).where(letter_facts.c.author == bindparam("author"), _SINCE, letter_facts.c.told == "limit")
_STRANGERS = select(func.count()).where(letter_facts.c.told == literal_column("'stranger'"), _SINCE)  # as in the index
_ORDERS = update(letter_facts).where(letter_facts.c.letter == bindparam("of")).values(
    game=bindparam("in_game"), seat=bindparam("in_seat")
)  # fmt: skip
_HAPPENED = select(events.c.at).where(events.c.game == bindparam("of"), events.c.seq == bindparam("number")).scalar_subquery()
_ALWAYS = literal("", String)  # earlier than every instant
_LAST = select(func.max(letter_facts.c.written)).where(
    letter_facts.c.game == bindparam("of"), letter_facts.c.seat == bindparam("by"),
    letter_facts.c.at > func.coalesce(_HAPPENED, _ALWAYS),
    letter_facts.c.at > bindparam("after"),  # a Date is never later than the receipt, so most letters need none of the earlier ones
)  # fmt: skip
_ORDER_DATES = select(_HAPPENED, _LAST.scalar_subquery())

_OLD = (
    select(letters.c.id)
    .where(letters.c.id > bindparam("after"), letters.c.received < bindparam("before"))
    .where(letters.c.state.in_(DECIDED), func.length(letters.c.raw) > 0)
    .order_by(letters.c.id)
    .limit(bindparam("most"))
)
_ERASE = update(letters).where(_ONE).values(raw=b"", sender="", recipient="", signed="")  # the recipient's address carries a token
_NO_OFFER = delete(held).where(held.c.letter == bindparam("letter"))
_BY = select(letter_facts.c.letter).where(letter_facts.c.author.in_(bindparam("authors", expanding=True)))
_BY_PERSON = select(letters.c.id, letters.c.received, letters.c.state, letters.c.sender, letters.c.raw).where(
    or_(func.lower(letters.c.sender) == bindparam("address"), letters.c.id.in_(_BY))
).order_by(letters.c.id)  # fmt: skip
_FORGET = update(letter_facts).where(letter_facts.c.author.in_(bindparam("authors", expanding=True))).values(
    author="", message_id="", content="", written=None
)  # fmt: skip


class LetterRepository(Repository):
    """`work.letters`: the letters that were received."""

    def oldest(self, most: int = 1, before: datetime | None = None) -> list[tuple[int, Letter]]:
        """Return the oldest letters in state `received` that may be decided now, with their ids, in the order in which they came.

        Args:
            most: how many at most.
            before: take only letters received before this instant, as those that count for a deadline are.
        """
        rows = self._locks.oldest(self._connection, before or _FOREVER, most)
        return [(row.id, Letter(row.raw, row.received, row.source, row.sender, row.recipient, row.signed)) for row in rows]

    def last_received(self) -> datetime | None:
        """Return when the newest letter was received; None if there is none."""
        return self._connection.execute(_LAST_RECEIVED).scalar_one_or_none()

    def get(self, letter: int) -> Letter:
        """Return a letter as it was received.

        Raises:
            sqlalchemy.exc.NoResultFound: no letter has this number.
        """
        return Letter(*self._connection.execute(_LETTER, {"letter": letter}).one())

    def close(self, letter: int, state: LetterState, note: str = "") -> None:
        """Record the result of a letter.

        Args:
            letter: its id, from `oldest`.
            state: `done`, `held`, `refused` or `shunted`.
            note: for `shunted` the traceback, else why the letter was held or refused.
        """
        self._connection.execute(_CLOSE, {"letter": letter, "to": state, "why": note})

    def last_number(self) -> int:
        """Return the number of the newest letter; 0 if there is none."""
        return int(self._connection.execute(_NEWEST).scalar_one())

    def heads_after(self, letter: int, most: int) -> list[bytes]:
        """Return the first bytes, `most` of each, of the letters that came after one."""
        return [bytes(raw[:most]) for raw in self._connection.execute(_AFTER, {"after": letter}).scalars()]

    def status(self, letter: int) -> LetterStatus | None:
        """Return the result of a letter; None for an unknown number."""
        row = self._connection.execute(_STATUS, {"letter": letter}).first()
        return None if row is None else LetterStatus(*row)

    def reopen(self, letter: int) -> bool:
        """Put a shunted letter back to be decided again, as of the time when it came. Returns whether it was shunted."""
        return self._connection.execute(_REOPEN, {"letter": letter}).rowcount > 0

    def add_facts(self, facts: LetterFacts) -> None:
        """Keep the facts that were found about a letter."""
        self._connection.execute(_ADD_FACTS, facts._asdict())

    def note_orders(self, letter: int, game: str, seat: Seat) -> None:
        """Note that an earlier letter gave orders in a game from a seat."""
        self._connection.execute(_ORDERS, {"of": letter, "in_game": game, "in_seat": seat})

    def earlier(self, facts: LetterFacts, since: datetime, address: str, stranger: str) -> EarlierLetters:
        """Look up what came before a letter: one that it repeats, others by its author, and bounces from an address.

        Args:
            facts: those of the letter.
            since: count the author's letters after this instant.
            address: count bounces from this address.
            stranger: the author's name from before they registered; only letters under it that are done count.
        """
        wanted = {"author": facts.author, "stranger": stranger, "message_id": facts.message_id, "content": facts.content}
        first, again, number, back = self._connection.execute(_EARLIER, {**wanted, "since": since, "key": address.lower()}).one()
        return EarlierLetters(first, bool(again), number, back > 0)

    def count_for_game(self, game: str, since: datetime) -> int:
        """Count the letters after an instant that changed orders in a game."""
        return int(self._connection.execute(_OF_GAME, {"of": game, "since": since}).scalar_one())

    def told_of_limit(self, author: str, since: datetime) -> bool:
        """Whether an author was sent the notice about too many letters after an instant."""
        return int(self._connection.execute(_TOLD, {"author": author, "since": since}).scalar_one()) > 0

    def count_answered_strangers(self, since: datetime) -> int:
        """Count the letters from strangers that were answered after an instant."""
        return int(self._connection.execute(_STRANGERS, {"since": since}).scalar_one())

    def order_dates(self, game: str, seat: Seat, seq: int, after: datetime) -> tuple[datetime | None, datetime | None]:
        """Return when a game's event `seq` happened, and the latest Date after `after` of a seat's letters with orders since that
        event.

        Each is None if there is none. If there is no such event, every letter counts.
        """
        began, last = self._connection.execute(_ORDER_DATES, {"of": game, "by": seat, "number": seq, "after": after}).one()
        return began, last

    def old(self, before: datetime, most: int, after: int = 0) -> list[int]:
        """List decided letters that came before an instant and were not erased, beginning with the first number over `after`, so
        that a
        caller can go on where it stopped.
        """
        return list(self._connection.execute(_OLD, {"before": before, "most": most, "after": after}).scalars())

    def erase(self, which: Sequence[int]) -> None:
        """Delete the content and addresses of letters, and the questions whether held ones count."""
        rows = [{"letter": letter} for letter in which]
        self._connection.execute(_ERASE, rows)
        self._connection.execute(_NO_OFFER, rows)

    def by_person(self, person: Person) -> list[ReceivedLetter]:
        """List every letter from a person, or that claimed to be from them."""
        wanted = {"address": person.address.lower(), "authors": _authors(person)}
        return [ReceivedLetter(*row) for row in self._connection.execute(_BY_PERSON, wanted)]

    def forget(self, person: Person) -> None:
        """Erase a person's decided letters and the facts about them."""
        if found := [each.id for each in self.by_person(person) if each.state != "received"]:
            self.erase(found)
        self._connection.execute(_FORGET, {"authors": _authors(person)})


def _authors(person: Person) -> list[str]:
    """List the author names under which a person's letters are kept (`judge.office.intake.duplicates`)."""
    address = person.address.lower()
    return [f"person:{person.id}", f"says:{address}", f"forged:{address}", f"asked:{address}"]
