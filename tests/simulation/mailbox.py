"""The simulated mailbox from which letters are fetched by IMAP, and what goes wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from imapclient import IMAPClient

from judge.config import ImapConfig
from tests.simulation.machine import Machine

BOX = ImapConfig("imap.pbm.example", "judge", idle=False)
"""Of the judge's settings."""
INBOX = BOX.folder
ABILITIES = (("MOVE", "UIDPLUS"), ("UIDPLUS",), ())
"""What servers can do, of what the judge asks for."""
RENUMBERED, CAME_BACK = 0.1, 0.1
"""How often a server has new numbers for all when it is called; and has put back what was moved away last."""
NO_MORE = 2
"""How often a server says NO about the same letter, at most: after three times the judge puts it into Failed."""
FAULTS = ("lost before", "lost after", "lost after", "lost after", "times out", "says NO", "no body")


@dataclass(eq=False)
class Stored:
    """A letter in the mailbox."""

    raw: bytes
    came: datetime
    """Its INTERNALDATE."""
    folder: str = INBOX
    deleted: bool = False
    refused: int = 0
    """How often the server has said NO about it."""


class Mailbox:
    """A mail server's: it knows nothing of the judge, and outlives it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.abilities = machine.lots.choice(ABILITIES)
        self.numbers: dict[int, Stored] = {}
        """Of the letters that lie in the inbox."""
        self.validity, self.session = 1, 0
        self.moved: list[Stored] = []
        """What the judge has moved out of the inbox, in order: it needs it no more."""
        self.failed: list[Stored] = []
        """What the judge has given up."""
        self.folders = {INBOX}
        self.closed = False
        self.trouble = 0.0
        """How often something goes wrong with a word."""
        self._next = 1

    def put(self, raw: bytes, at: datetime) -> None:
        """Deliver a letter."""
        self._add(Stored(raw, at.replace(microsecond=0)))

    def call(self, box: ImapConfig) -> Any:
        """Connect, as `judge.mail.imap.call_mailbox` does."""
        self.machine.step("mailbox connecting")
        if self.closed:
            self.machine.faults["mailbox closed"] += 1
            raise ConnectionRefusedError(111, "Connection refused")
        lots = self.machine.lots
        self.session += 1
        if self.trouble and lots.random() < CAME_BACK and self.moved:
            self.machine.faults["letters back in the mailbox"] += 1
            for stored in self.moved[-3:]:
                self.numbers = {number: each for number, each in self.numbers.items() if each is not stored}
                stored.folder, stored.deleted = INBOX, False
                self._add(stored)
        if self.trouble and lots.random() < RENUMBERED:
            self._renumber()
        return Session(self, self.session)

    def _add(self, stored: Stored) -> None:
        self.numbers[self._next] = stored
        self._next += 1

    def _renumber(self) -> None:
        self.machine.faults["mailbox renumbered"] += 1
        kept = list(self.numbers.values())
        self.machine.lots.shuffle(kept)
        self.numbers, self.validity, self._next = {}, self.validity + 1, 1
        for stored in kept:
            self._add(stored)


class Session:
    """One connection, as far as the judge uses `imapclient.IMAPClient`."""

    def __init__(self, box: Mailbox, number: int) -> None:
        self._box, self._number = box, number

    def has_capability(self, name: str) -> bool:
        """Whether the server can do something."""
        return name in self._box.abilities

    def login(self, user: str, password: str) -> None:
        """Log in."""
        self._asked()

    def folder_exists(self, name: str) -> bool:
        """Whether there is such a folder."""
        self._asked()
        return name in self._box.folders

    def create_folder(self, name: str) -> None:
        """Make a folder."""
        self._asked()
        if name in self._box.folders:
            raise IMAPClient.Error("ALREADYEXISTS")
        self._box.folders.add(name)

    def select_folder(self, name: str) -> dict[bytes, int]:
        """Select a folder."""
        self._asked()
        assert name == INBOX
        return {b"UIDVALIDITY": self._box.validity}

    def search(self, what: str) -> list[int]:
        """Look for letters that are not deleted."""
        self._asked()
        assert what == "UNDELETED"
        return [number for number, stored in self._box.numbers.items() if not stored.deleted]

    def fetch(self, numbers: Sequence[int], what: Sequence[str]) -> dict[int, dict[bytes, Any]]:
        """Return letters."""
        there = {number: self._box.numbers[number] for number in numbers if number in self._box.numbers}
        fault = self._asked(*there.values())
        found: dict[int, dict[bytes, Any]] = {
            number: {b"BODY[]<0>": stored.raw, b"INTERNALDATE": stored.came} for number, stored in there.items()
        }
        if fault == "no body":
            del found[min(found)][b"BODY[]<0>"]
        return found

    def move(self, numbers: Sequence[int], folder: str) -> None:
        """Move letters."""
        self._changed(numbers, lambda number: self._take_out(number, folder))

    def copy(self, numbers: Sequence[int], folder: str) -> None:
        """Copy letters."""
        self._changed(numbers, lambda number: setattr(self._box.numbers[number], "folder", folder))

    def add_flags(self, numbers: Sequence[int], flags: Sequence[bytes]) -> None:
        """Mark letters as deleted: nobody looks at them any more."""
        assert list(flags) == [b"\\Deleted"]

        def mark(number: int) -> None:
            stored = self._box.numbers[number]
            stored.deleted = True
            self._gone(stored)

        self._changed(numbers, mark)

    def uid_expunge(self, numbers: Sequence[int]) -> None:
        """Remove letters that are marked."""
        self._changed(numbers, lambda number: self._box.numbers.pop(number) if self._box.numbers[number].deleted else None)

    def shutdown(self) -> None:
        """Nothing is to be released."""

    def _changed(self, numbers: Sequence[int], change: Any) -> None:
        """Change letters, and perhaps lose the connection after that."""
        there = [number for number in numbers if number in self._box.numbers]
        fault = self._asked(*(self._box.numbers[number] for number in there))
        for number in there:
            change(number)
        if fault == "lost after":
            raise IMAPClient.AbortError("socket error: EOF")

    def _take_out(self, number: int, folder: str) -> None:
        stored = self._box.numbers.pop(number)
        stored.folder = folder
        self._gone(stored)

    def _gone(self, stored: Stored) -> None:
        (self._box.failed if stored.folder == BOX.failed else self._box.moved).append(stored)

    def _asked(self, *about: Stored) -> str:
        """A word with the server. Returns what is to go wrong with what it does."""
        machine, box = self._box.machine, self._box
        machine.step("mailbox asked")
        if box.closed or self._number != box.session:
            raise ConnectionResetError(104, "Connection reset by peer")
        fault = machine.lots.choice(FAULTS) if machine.lots.random() < box.trouble else ""
        if fault == "lost after" and about:
            machine.faults["mailbox lost after"] += 1
            return fault
        if fault in ("lost before", "lost after"):
            machine.faults["mailbox lost before"] += 1
            raise IMAPClient.AbortError("socket error: EOF")
        if fault == "times out":
            machine.faults["mailbox times out"] += 1
            raise TimeoutError("timed out")
        if fault and about and all(stored.refused < NO_MORE for stored in about):
            machine.faults[f"mailbox {fault}"] += 1
            for stored in about:
                stored.refused += 1
            if fault == "says NO":
                raise IMAPClient.Error("NO [SERVERBUG] Internal error")
            return fault
        return ""
