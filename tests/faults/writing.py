"""The game's letters, and whoever writes them: each is handed over until it is taken, by SMTP or into the judge's mailbox."""

from __future__ import annotations

import random
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from typing import NamedTuple

from tests.benchmarks.letters import POWERS, TO_AND_FRO
from tests.faults.parties import PATIENCE
from tests.faults.places import Places
from tests.faults.relay import Kept
from tests.letters.post_office import GM

OPENING, PHASE = 9, len(POWERS)
"""Letters until a game runs, and in each phase of it."""
MAILBOX = 0.25
"""The part of the letters that goes through the mailbox."""
STAYS = 0.8
"""The part of them that goes the way of the letter before."""
JUDGE = "judge@localhost"


def letters() -> Iterator[tuple[str, str]]:
    """(sender, text): a game from its first letter on, year after year. START goes where the GM is told to reply to."""
    yield GM, "CREATE killed"
    for power in POWERS:
        yield f"{power.lower()}@mail.example", f"JOIN killed PREFER {power}"
    yield GM, "START"
    for season in count():
        for power in POWERS:
            yield f"{power.lower()}@mail.example", "\n".join([*TO_AND_FRO[power][season % 2], "FINAL"])


class Written(NamedTuple):
    """A letter that was taken, or will be."""

    sender: str
    to: str
    words: str
    number: int
    way: str
    """By which it was taken."""

    @property
    def key(self) -> str:
        """Its Message-ID."""
        return f"<{self.number}@mail.example>"

    @property
    def raw(self) -> bytes:
        """Its bytes."""
        head = f"From: {self.sender}\r\nTo: {self.to}\r\nMessage-ID: {self.key}\r\n\r\n"
        return (head + self.words.replace("\n", "\r\n") + "\r\n").encode()


Door = tuple[str, int]
"""A way in and its port: `smtp`, or `lmtp` into the mailbox."""
NO_DOOR: Door = ("", 0)


class Writer:
    """Hands letters over one by one, as a mail server does.

    Args:
        doors: where the judge takes letters by SMTP; mailbox: where by LMTP its mailbox does, if it has one.
        kept: what came of it, in which the GM finds where to reply to.
        settled: whether every letter taken so far has been decided.
    """

    def __init__(
        self, doors: Sequence[int], mailbox: int, kept: Kept, places: Places, settled: Callable[[], bool], seed: int
    ) -> None:
        self._doors: list[Door] = [("smtp", port) for port in doors]
        self._mailbox: Door | None = ("lmtp", mailbox) if mailbox else None
        self._kept, self._places, self._settled = kept, places, settled
        self._random = random.Random(seed)
        self._letters = letters()
        self._next = next(self._letters)
        self._last = self._by = self._doors[0]
        self._tried: set[Door] = set()
        """Where the letter in hand was tried: it may be in the store with that clock's time, and nobody said so. `NO_DOOR`: a clock
        has been set since.
        """
        self.taken: list[Written] = []
        self.still = threading.Lock()
        """Whoever has it keeps letters from being sent."""
        self.repeat = self.twins = False
        """Told by others: a letter is to be sent again; the next is to be sent twice at the same time."""
        self.wish = ""
        """Told by others: by which way letters go, if that is told."""
        self.counts: Counter[str] = Counter()
        """What happened to tries: `cut`, `refused`, `nobody there`; letters by `smtp` and `lmtp`; and those sent `again`."""

    def step(self) -> bool:
        """One try with the letter that waits; True if it was taken."""
        with self.still:
            if self.repeat:
                self._again()
            return self._try()

    def doubt(self) -> None:
        """A clock is set: the letter in hand may have the time before. To be called by whoever keeps it `still`."""
        if self._tried:
            self._tried.add(NO_DOOR)

    def _try(self) -> bool:
        if self.wish not in ("", self._by[0]):
            self._by = self._door()
        sender, words = self._next
        to = self._reply_address() if words == "START" else JUDGE
        # Letters by two ways are decided in the order in which two servers had them, by two clocks: one waits for the other. And a
        # Dovecot that was killed has forgotten in which order it had letters of one second.
        # Nobody writes orders for a phase before the report on the one before has come.
        waits = self._by != self._last or self._by == self._mailbox or self._opens_phase()
        if not to or (waits and not self._settled()):
            time.sleep(0.01)
            return False
        letter = Written(sender, to, words, len(self.taken), self._by[0])
        self._tried.add(self._by)
        self._last = self._by if self._tried == {self._by} else NO_DOOR  # the next letter waits until this one is decided
        way = self._twice(letter) if self.twins else letter.way if self._handed_over(letter, self._by) else ""
        if not way:
            self._by = self._door()
            time.sleep(0.01)
            return False
        self._tried.clear()
        self.taken.append(letter._replace(way=way))
        self.counts[letter.way] += 1
        self._next, self._by = next(self._letters), self._door()
        return True

    def _opens_phase(self) -> bool:
        """Whether the letter in hand is the first for its phase."""
        return len(self.taken) >= OPENING and (len(self.taken) - OPENING) % PHASE == 0

    def _twice(self, letter: Written) -> str:
        """Hand it over on two lines at once; by which way it was taken, '' if by none."""
        doors = [self._by, self._random.choice(self._all())]
        self._tried.update(doors)
        with ThreadPoolExecutor(2) as hands:
            said = list(hands.map(self._handed_over, [letter] * 2, doors))
        if all(said):
            self.counts["twice at once"] += 1
            self.twins = False
        self._last = NO_DOOR  # which of the two was first, and whether both had it: the next letter waits until it is decided
        return next((way for (way, _), taken in zip(doors, said, strict=True) if taken), "")

    def _again(self) -> None:
        """Hand over a letter that was taken before once more, the last one or any."""
        letter = self._random.choice([self.taken[-1], self._random.choice(self.taken)])
        if self._handed_over(letter, self._random.choice(self._all())):
            self.counts["again"] += 1
            self.repeat = False

    def _all(self) -> list[Door]:
        return [*self._doors, *([self._mailbox] if self._mailbox else [])]

    def _door(self) -> Door:
        """The next try's way: for some letters in a row the same."""
        if self.wish:
            return self._random.choice([each for each in self._all() if each[0] == self.wish] or self._doors)
        if self._random.random() < STAYS:
            return self._by
        return self._mailbox if self._mailbox and self._random.random() < MAILBOX else self._random.choice(self._doors)

    def _handed_over(self, letter: Written, door: Door) -> bool:
        """Whether somebody was there, and said 250."""
        way, port = door
        try:
            line = (smtplib.LMTP if way == "lmtp" else smtplib.SMTP)("127.0.0.1", port, "mail.example", timeout=PATIENCE)
        except OSError:
            self.counts["nobody there"] += 1
            return False
        try:
            with line, self._at(way):
                line.sendmail(letter.sender, [letter.to], letter.raw)
        except smtplib.SMTPResponseException as error:
            if error.smtp_code >= 500:
                raise  # a mail server would not send it again
            self.counts["refused"] += 1
            return False
        except OSError:  # killed meanwhile, or cut
            self.counts["cut"] += 1
            return False
        return True

    def _at(self, way: str) -> AbstractContextManager[None]:
        return self._places.at("delivering") if way == "lmtp" else nullcontext()

    def _reply_address(self) -> str:
        """Where the GM's first letter asks for replies; '' before it has come."""
        return next((str(each["Reply-To"]) for each in self._kept if each["To"] == GM and "+" in each["Reply-To"]), "")
