"""The office: takes the oldest letter, or the deadline that has passed, and deals with it in one transaction."""

from __future__ import annotations

import logging
import traceback
from dataclasses import replace
from datetime import datetime, timedelta

from judge.clock import elapsed
from judge.letters import Letter, Notice
from judge.mail.mail import Mail
from judge.mail.tags import token_of
from judge.office.books import Books, Kept
from judge.office.editions import issue
from judge.office.house import House
from judge.office.persons import Forgotten, forget
from judge.office.receiving import receive
from judge.office.redact import redacted
from judge.office.tally import Tally
from judge.store import Person, SeatRow, Unavailable
from judge.store.work import Work

_log = logging.getLogger(__name__)
AGAIN = timedelta(hours=1)
"""How long a game waits whose deadline could not be dealt with."""


class Office:
    """The only one that decides. Not for several threads at once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept = Kept()
        self.tally = Tally()

    def receive_next(self, now: datetime, until: datetime | None = None) -> bool:
        """Deal with the oldest letter that waits (received before `until`); False if none does.

        A letter on which the judge raises is shunted with the traceback, its game's GM is told, and nothing else stops.

        Raises:
            Unavailable: the store could not be used, which is not the letter's fault; it waits.
        """
        taken: tuple[int, Letter] | None = None
        began = elapsed()
        try:
            with self._house.store.work() as work:
                taken = work.next_letter(until)
                if taken is None:
                    return False
                books, state = self._receive(work, taken, now)
            books.keep()
            self._note(books, elapsed() - began, taken[0], state)
        except Unavailable:
            raise
        except Exception:
            if taken is None:
                raise
            _log.exception("shunted", extra={"ids": {"letter": taken[0]}})
            self.tally.decided["shunted"] += 1
            self._shunt(*taken, traceback.format_exc())
        return True

    def tick(self, now: datetime) -> bool:
        """Run every game whose deadline has passed, after the letters that came before it; then what editors are to have by now.
        False if there was neither.
        """
        with self._house.store.look() as work:
            due, zines = work.due_games(now), work.due_zines(now)
        for name in due:
            self._deadline(name, now)
        for number in zines:
            self._issue(number, now)
        return bool(due or zines)

    def forget(self, person: Person, now: datetime) -> Forgotten:
        """Delete all that is kept of a person. Raises Stays while a game has nobody else as its GM."""
        return forget(self._house, person, now)

    def _receive(self, work: Work, taken: tuple[int, Letter], now: datetime) -> tuple[Books, str]:
        """A letter from the future was stamped while a clock was wrong: it came now."""
        number, letter = taken
        letter = replace(letter, received=min(letter.received, now))
        books = Books(self._house, work, self._kept, now, f"letter/{number}")
        state, note = receive(books, number, letter)
        books.close()
        work.close_letter(number, state, note)
        return books, state

    def _note(self, books: Books, seconds: float, letter: int = 0, state: str = "") -> None:
        """Keep how long it took, and say so in the log."""
        took = round(seconds * 1000, 1)
        if letter:
            self.tally.letters.note(seconds)
            self.tally.decided[state] += 1
            _log.info("decided", extra={"ids": {"letter": letter, "state": state, "ms": took}})
        for name in books.run:
            game, _, phase = name.partition("/")
            _log.info("phase run", extra={"ids": {"game": game, "phase": phase, "ms": took}})
        if books.run:
            self.tally.phases.note(seconds)

    def _deadline(self, name: str, now: datetime) -> None:
        try:
            while self.receive_next(now, until=now):
                pass
            began = elapsed()
            with self._house.store.work() as work:
                books = Books(self._house, work, self._kept, now, f"due/{name}/{now.isoformat()}")
                game = books.open(name)
                if game:
                    books.catch_up(game, now)
                    books.close()
            books.keep()
            self._note(books, elapsed() - began)
        except Exception:
            _log.exception("deadline put off", extra={"ids": {"game": name}})
            self.tally.trouble(name)
            self._put_off(name, now, traceback.format_exc())

    def _issue(self, number: int, now: datetime) -> None:
        try:
            with self._house.store.work() as work:
                books = Books(self._house, work, self._kept, now, f"copy/{number}/{now.isoformat()}")
                issue(books, number)
                books.close()
        except Exception:
            _log.exception("copy put off", extra={"ids": {"zine": number}})
            with self._house.store.work() as work:
                work.change_zine(number, due=now + AGAIN)

    def _put_off(self, name: str, now: datetime, trace: str) -> None:
        with self._house.store.work() as work:
            stored = work.game(name)
            if stored:
                work.save_game(name, stored.head, stored.seq, now + AGAIN)
                facts = {"what": "deadline", "trace": redacted(trace[-1500:], self._house.address)}
                self._tell_gm(work, name, f"trouble/{name}/{stored.seq}", facts)

    def _shunt(self, number: int, letter: Letter, trace: str) -> None:
        with self._house.store.work() as work:
            work.close_letter(number, "shunted", redacted(trace, self._house.address))
            for seat in self._seats(work, letter):
                self._tell_gm(work, seat.game, f"shunt/{number}/{seat.game}", {"what": "letter", "trace": ""})
                if seat.address:
                    facts = {"what": "own", "trace": "", "game": seat.game}
                    work.queue(Notice(f"shunt/{number}", seat.address, "trouble", facts, seat.game, seat.seat))

    def _seats(self, work: Work, letter: Letter) -> list[SeatRow]:
        """Whose letter it is, as far as can be told of a letter that nothing is certain of: its token's seat, or its sender's."""
        try:
            mail = self._house.read(letter)
        except Exception:  # it may be the very thing that raised
            mail = Mail(recipients=(letter.recipient,))
        seat = work.by_token(token_of(self._house.address, mail.recipients, mail.subject))
        person = None if seat or mail.auto else work.person(mail.sender)
        return [seat] if seat else work.seats_of(person.id) if person else []

    def _tell_gm(self, work: Work, game: str, key: str, facts: dict[str, str]) -> None:
        gm = work.seat(game, "gm")
        if gm and gm.address:
            work.queue(Notice(key, gm.address, "trouble", {**facts, "game": game}, game, "gm"))
