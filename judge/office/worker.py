"""The office's worker: process the oldest letters, or a deadline that has passed, in one transaction."""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from judge.letters import Letter, Notice
from judge.mail.parsed import ParsedMail
from judge.mail.plus_addressing import tokens_of
from judge.office.environment import Environment
from judge.office.house_orders import orders_beforehand
from judge.office.intake.acceptance import accept_letter
from judge.office.intake.authentication import is_anothers
from judge.office.redaction import redact_text
from judge.office.statistics import OfficeStatistics
from judge.office.unit_of_work import GameCache, UnitOfWork
from judge.office.unreadable_games import UnreadableGame, keep_letter, tell_operator
from judge.office.upkeep.after_restore import RestoreNotes, tell_of_restore
from judge.office.upkeep.personal_data import ForgetResult, forget_person
from judge.office.zines.publishing import queue_issue
from judge.seat import GM
from judge.store import LetterState, Person, RetryTransaction, SeatRecord, StoreUnavailable
from judge.store.transaction import Transaction

_log = logging.getLogger(__name__)
AGAIN = timedelta(hours=1)
"""How long a game waits after its deadline could not be processed."""
TRIES = 4
"""How often something is tried again that another worker may have prevented for a moment."""
TOGETHER = 20
"""Most letters in one transaction: making it durable costs about as much as a letter."""
LONGEST = 0.1
"""Seconds after which it begins no other: letters that come in or go out wait until it ends. Not where several workers
write side by side: nobody waits there, and to choose letters costs as much as to decide one."""


class LetterResult(NamedTuple):
    """The result of processing a letter."""

    number: int
    state: LetterState
    note: str
    seconds: float
    phases: Sequence[str]
    """The phases that it ran."""


class OfficeWorker:
    """Processes letters and deadlines. Not for several threads at once."""

    def __init__(self, house: Environment) -> None:
        self.house = self._house = house
        self._kept = GameCache()
        self._again: Counter[str] = Counter()
        self.tally = OfficeStatistics()

    def receive_next(self, now: datetime, before: datetime | None = None) -> bool:
        """Deal with the oldest letters that wait (received before that instant), a few of them together; False if none does.

        A letter on which the judge raises is shunted with the traceback, its game's GM is told, and nothing else stops.

        Raises:
            StoreUnavailable: the store could not be used, which is not the letters' fault; they wait.
        """
        return self._take(now, before, TOGETHER)

    def tick(self, until: datetime, now: datetime | None = None) -> bool:
        """Run every game whose deadline has passed, after the letters that came before it; then what editors are to have by now.
        False if there was neither, or other workers do it.

        Args:
            until: up to when all letters are known: later deadlines wait.
            now: when the phases are run: whoever writes before that cannot know their reports; `until` if it is left out.
        """
        with self._house.store.look() as work:
            due, zines = work.games.ready(until), work.zines.due(until)
        ran = [self._deadline(name, until, now or until) for name in due]
        for name, done in zip(due, ran, strict=True):
            if done:
                self._again.pop(f"due/{name}", None)
        copied = [self._issue(number, until) for number in zines]
        return any(ran) or any(copied)

    def forget(self, person: Person, now: datetime) -> ForgetResult:
        """Delete all that is kept of a person. Raises CannotForget while a game has nobody else as its GM."""
        return forget_person(self._house, person, now)

    def tell_of_restore(self, now: datetime) -> RestoreNotes:
        """Write to everybody in a game after a backup was restored, take back every FINAL, and put off near deadlines."""
        return tell_of_restore(self._house, now)

    def _take(self, now: datetime, before: datetime | None, most: int) -> bool:
        """Deal with so many letters at most, in one transaction. If the judge raises on one, in one transaction each."""
        taken: list[tuple[int, Letter]] = []
        try:
            self._receive(taken, now, before, most)
            for number, _ in taken if self._again else ():
                self._again.pop(f"letter/{number}", None)
            return bool(taken)
        except RetryTransaction:
            return True  # another worker goes first, then it is these letters' turn again
        except StoreUnavailable:
            raise
        except Exception as error:
            if not taken:
                raise
            if len(taken) == 1:
                if self._may_pass(f"letter/{taken[0][0]}", error):
                    return True
                self.tally.decided["shunted"] += 1
                self._put_by(*taken[0], error)
                return True
        for _ in taken:  # one of them is to blame
            self._take(now, before, 1)
        return True

    def _receive(self, taken: list[tuple[int, Letter]], now: datetime, before: datetime | None, most: int) -> None:
        """Put the letters into `taken` that are to be dealt with, and deal with them, as long as it does not take too long.

        A letter from the future was stamped while a clock was wrong: it came now.
        """
        dealt = list[LetterResult]()
        began = begun = self._house.elapsed()
        with self._house.store.work() as work:
            taken += work.letters.oldest(most, before)
            uow = UnitOfWork(self._house, work, self._kept, now)
            for number, letter in taken:
                uow.turn_to(f"letter/{number}")
                state, note = accept_letter(uow, number, replace(letter, received=min(letter.received, now)))
                work.letters.close(number, state, note)  # at once: a copy of it may come next
                last, begun = begun, self._house.elapsed()
                dealt.append(LetterResult(number, state, note, begun - last, uow.run))
                if begun - began > LONGEST and not self._house.store.shared:
                    break
            uow.close()
        uow.keep()
        for each in dealt:
            self._note(each.phases, each.seconds + (self._house.elapsed() - begun) / len(dealt), each.number, each.state)

    def _note(self, phases: Sequence[str], seconds: float, letter: int = 0, state: str = "") -> None:
        """Record how long a letter took, and log it."""
        took = round(seconds * 1000, 1)
        if letter:
            self.tally.letters.note(seconds)
            self.tally.decided[state] += 1
            _log.info("decided", extra={"ids": {"letter": letter, "state": state, "ms": took}})
        for name in phases:
            game, _, phase = name.partition("/")
            _log.info("phase run", extra={"ids": {"game": game, "phase": phase, "ms": took}})
        if phases:
            self.tally.phases.note(seconds)

    def _may_pass(self, what: str, error: Exception) -> bool:
        """Whether another worker may be the cause, so that it is worth trying again a few times."""
        self._again[what] += 1
        if self._house.store.rivalled(error) and self._again[what] < TRIES:
            return True
        del self._again[what]
        return False

    def _deadline(self, name: str, until: datetime, now: datetime) -> bool:
        """Do what is due in a game; False if another worker is to do it."""
        try:
            while not self._house.store.shared and self.receive_next(now, until):
                pass
            began = self._house.elapsed()
            ordered = orders_beforehand(self._house, name)
            with self._house.store.work() as work:
                if not work.games.may_run(name, until):
                    return False
                uow = UnitOfWork(self._house, work, self._kept, now, f"due/{name}/{now.isoformat()}")
                game = uow.open(name)
                if game:
                    uow.turn_to(f"due/{name}/{now.isoformat()}/{game.seq}")  # several things may be due at the same moment
                    uow.catch_up(game, until, ordered)
                    uow.close()
            uow.keep()
            self._note(uow.run, self._house.elapsed() - began)
        except RetryTransaction:
            return False
        except StoreUnavailable:
            raise
        except UnreadableGame as found:
            _log.error("deadline put off, for %s", found, extra={"ids": {"game": name}})
            with self._house.store.work() as work:
                tell_operator(work, self._house, found)
            self._put_off(name, now, str(found))
        except Exception as error:
            if self._may_pass(f"due/{name}", error):
                return False
            _log.exception("deadline put off", extra={"ids": {"game": name}})
            self.tally.trouble("deadline", name)
            self._put_off(name, now, traceback.format_exc())
        return True

    def _issue(self, number: int, now: datetime) -> bool:
        """Queue the copy that is due for a zine; False if another worker is at it."""
        try:
            with self._house.store.work() as work:
                uow = UnitOfWork(self._house, work, self._kept, now, f"copy/{number}/{now.isoformat()}")
                queue_issue(uow, number)
                uow.close()
        except RetryTransaction:  # it is still due afterwards
            return False
        except StoreUnavailable:
            raise
        except Exception:
            _log.exception("copy put off", extra={"ids": {"zine": number}})
            with self._house.store.work() as work:
                zine = work.zines.get(number)
                work.zines.change(number, due=now + AGAIN)
            self.tally.trouble("issue", zine.zine if zine else str(number))
        return True

    def _put_off(self, name: str, now: datetime, trace: str) -> None:
        with self._house.store.work() as work:
            stored = work.games.get(name)
            if stored:
                work.games.save(name, stored.head, stored.seq, now + AGAIN)
                facts = {"what": "deadline", "trace": redact_text(trace[-1500:], self._house.address)}
                self._tell_gm(work, name, f"trouble/{name}/{stored.seq}", facts)

    def _put_by(self, number: int, letter: Letter, error: Exception) -> None:
        """Put a letter aside that could not be processed."""
        if isinstance(error, UnreadableGame) and error.to:
            _log.error("kept, for %s", error, extra={"ids": {"letter": number, "game": error.game}})
            with self._house.store.work() as work:
                keep_letter(work, self._house, number, letter, error)
        else:
            _log.error("shunted", exc_info=error, extra={"ids": {"letter": number}})
            self._shunt(number, letter, "".join(traceback.format_exception(error)))

    def _shunt(self, number: int, letter: Letter, trace: str) -> None:
        with self._house.store.work() as work:
            work.letters.close(number, "shunted", redact_text(trace, self._house.address))
            for seat in self._seats(work, letter):
                self._tell_gm(work, seat.game, f"shunt/{number}/{seat.game}", {"what": "letter", "trace": ""})
                if seat.address:
                    gm = work.seats.get(seat.game, GM) is not None
                    facts = {"what": "own", "trace": "", "game": seat.game, "gm": gm}
                    work.outbox.queue(Notice(f"shunt/{number}", seat.address, "trouble", facts, seat.game, seat.seat))

    def _seats(self, work: Transaction, letter: Letter) -> list[SeatRecord]:
        """Return the likely seats of an unproved letter's writer: its token's seat, or its sender's."""
        try:
            mail = self._house.read(letter)
        except Exception:  # it may be the very thing that raised
            mail = ParsedMail(recipients=(letter.recipient,))
        tokens = tokens_of(self._house.address, mail.recipients, mail.subject)
        carried = [seat for token in tokens if (seat := work.seats.by_token(token))]
        own = [seat for seat in carried if not is_anothers(work, mail, seat.address, [seat.game])]
        person = None if own or mail.auto else work.people.by_address(mail.sender)
        return own[:1] or (work.seats.of_person(person.id) if person else [])

    def _tell_gm(self, work: Transaction, game: str, key: str, facts: dict[str, str]) -> None:
        gm = work.seats.get(game, GM)
        if gm and gm.address:
            work.outbox.queue(Notice(key, gm.address, "trouble", {**facts, "game": game}, game, GM))
