"""Faults planted where letters come in: by mailbox, side by side, cut short, or in a flood; into what is kept in memory; and into
upgrades. As in tests/simulation/planted.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any
from unittest.mock import patch

from alembic import op

from judge.clock import EARLIEST
from judge.daemon import daemon, wiring
from judge.daemon.clock_check import ClockCheck
from judge.letters import Letter
from judge.mail import compose, imap
from judge.mail.imap import ImapPoller
from judge.office.handlers import zine_subscriptions
from judge.office.intake import acceptance
from judge.office.unit_of_work import GameCache, UnitOfWork
from judge.office.worker import OfficeWorker
from judge.office.zines import publishing
from judge.store import CarriedGame, store
from judge.store.games import GameRepository
from judge.store.letters import LetterRepository
from judge.store.zines import ZineRepository
from tests.simulation import simulation
from tests.simulation.planted import around, told
from tests.simulation.simulation import Simulation


@told("was accepted, and is not stored", shown=(7, 200))
def moved_before_stored() -> AbstractContextManager[Any]:
    """A letter is moved out of the mailbox, and then stored."""

    def fetch(self: ImapPoller, client: Any, numbers: Sequence[int]) -> None:
        found = client.fetch(numbers, [imap._BODY, "INTERNALDATE"])
        imap._move(client, numbers, self._folders[self._box.processed])
        self._take([self._letter(number, found[number]) for number in numbers])

    return patch.object(ImapPoller, "_fetch", fetch)


@told("was stored twice", shown=(7, 100))
def numbers_for_keys() -> AbstractContextManager[Any]:
    """A letter in a mailbox is known by its number there, which another server may give anew."""

    def numbered(real: Any, self: ImapPoller, number: int, found: Any) -> Letter:
        return replace(real(self, number, found), source=f"imap:{self._validity}:{number}")

    return around(ImapPoller, "_letter", numbered)


@told("was put into Failed", shown=(7, 200))
def given_up_at_once() -> AbstractContextManager[Any]:
    """A letter that the server could not hand over once is put aside."""
    return patch.object(imap, "TRIES", 1)


@told("was run without", shown=(107, 140))
def mailbox_not_waited_for() -> AbstractContextManager[Any]:
    """A deadline is run though the mailbox was not looked into."""
    return patch.object(daemon, "_known_until", lambda place, began, now: now)


@told("was run without", shown=(7, 150))
@contextmanager
def patience_from_the_deadline_only() -> Iterator[None]:
    """A process that has just begun waits for a mailbox no longer than if it had been at work at the deadline. Once found here.

    The machine is off for hours here, and its network comes up minutes after it.
    """
    boot = Simulation._boot

    def without_network(self: Simulation) -> None:
        assert self.house.mailbox
        self.house.mailbox.closed = True
        self.at(self.now + timedelta(minutes=5), self.accidents.over)
        boot(self)

    long_off = patch.multiple(simulation, OFF=4 * 3600.0, OFF_LONG=4 * 3600.0)
    with long_off, patch.object(Simulation, "_boot", without_network), patch.object(ClockCheck, "began", lambda self: EARLIEST):
        yield


@told("meant and given|and run .*; it is", shown=(17, 1440))
@contextmanager
def noted_at_its_deadline() -> Iterator[None]:
    """A phase that has waited is noted as run at its deadline, and not which letters had come. Once found here."""
    with (
        around(OfficeWorker, "tick", lambda real, self, until, now=None: real(self, until)),
        patch.object(GameRepository, "newest_letter", lambda self, game, seq: 0),
    ):
        yield


@told("was put aside", shown=(1, 200))
def whole_letters_only() -> AbstractContextManager[Any]:
    """The judge raises on a letter of which the end is missing."""
    real = wiring.parse_mail

    def strict(raw: bytes, *given: Any, **named: Any) -> Any:
        if not raw.endswith(b"\n"):
            raise ValueError("where is the end?")
        return real(raw, *given, **named)

    return patch.object(wiring, "parse_mail", strict)


@told("answers to what was forged", shown=(1, 400))
def asked_without_end() -> AbstractContextManager[Any]:
    """Whoever is named in forged letters is asked about each of them."""
    never: Any = lambda *given: False  # noqa: E731
    return patch.multiple(acceptance, is_over_question_limit=never, is_over_rate_limit=never, is_forged=never)


@told("the store grew", shown=(6, 710))
def notes_without_end() -> AbstractContextManager[Any]:
    """With each letter something is kept about all letters before it."""
    real = LetterRepository.close

    def hoarding(self: LetterRepository, letter: int, state: Any, note: str = "") -> None:
        real(self, letter, state, note + "." * 300 * letter)

    return patch.object(LetterRepository, "close", hoarding)


# Copy for zines


@told("twice", shown=(12, 400))
def printed_again() -> AbstractContextManager[Any]:
    """What was in a copy is in the next one, too."""
    real = ZineRepository.put_game
    return patch.object(ZineRepository, "put_game", lambda self, row: None if row.printed else real(self, row))


@told("has copy of", shown=(12, 400))
def copied_at_once() -> AbstractContextManager[Any]:
    """A game's GM has no time to refuse a zine."""
    return patch.object(zine_subscriptions, "PAUSE", timedelta())


@told("lacks", shown=(12, 810))
def copy_cut_short() -> AbstractContextManager[Any]:
    """The last phase before a copy date counts as printed, and is not in the copy."""

    def short(real: Any, uow: UnitOfWork, row: CarriedGame, at: str) -> Any:
        told = real(uow, row, at)
        return {**told, "turns": told["turns"][:-1]}

    return around(publishing, "_covered", short)


# What is kept in memory, and what an older judge has left


@told("memory grew", shown=(16, 400))
def letters_remembered() -> AbstractContextManager[Any]:
    """Each letter that was stored is remembered until the process ends."""

    def hoarding(real: Any, self: daemon.Daemon, some: Sequence[Letter]) -> None:
        vars(self).setdefault("had", []).extend(some)
        real(self, some)

    return around(daemon.Daemon, "take_all", hoarding)


@told("memory grew", shown=(16, 400))
def headers_remembered_without_end() -> AbstractContextManager[Any]:
    """The headers of mails that go out are remembered, without a bound."""
    return patch.object(compose, "_read_header", cache(compose._read_header.__wrapped__))


@told("in memory is too much: games", shown=(16, 400))
def games_remembered_without_end() -> AbstractContextManager[Any]:
    """A game that was remembered is never forgotten."""

    def keep(self: GameCache, game: Any) -> None:
        self._games[game.game.name] = game

    return patch.object(GameCache, "keep", keep)


@told("the upgrade from step", shown=(31, 140))
def rows_left_behind() -> AbstractContextManager[Any]:
    """A step that gives a table another name loses one of its rows."""

    def renamed(real: Any, old: str, new: str) -> None:
        real(old, new)
        op.execute(f"DELETE FROM {new} WHERE rowid IN (SELECT min(rowid) FROM {new})")

    return around(op, "rename_table", renamed)


@told("the upgrade from step", shown=(11, 20))
def upgraded_in_pieces() -> AbstractContextManager[Any]:
    """Each statement of an upgrade is committed by itself, so that a crash leaves tables that are neither old nor new."""

    def in_pieces(real: Any, connection: Any) -> None:
        connection.exec_driver_sql("COMMIT")
        real(connection)

    return around(store, "upgrade_schema", in_pieces)

