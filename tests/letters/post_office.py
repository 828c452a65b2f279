"""A whole judge on a temporary store, without network: letters go in as bytes, and what it sends comes out as bytes."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import EmailPolicy
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from judge.config import AuthResultsConfig, Config
from judge.daemon.wiring import Application, build_application
from judge.letters import Letter
from judge.mail.compose import SenderIdentity
from judge.mail.delivery import OutgoingMessage, Send
from judge.mail.sender import OutboxSender

T = TypeVar("T")
START = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
ADDRESS = "judge@pbm.example"
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GM = "harriet@zine.example"
FOLDERS = Path(__file__).parents[1] / "games" / "folders"
"""Games for tests only."""
SEED = "not-at-all-secret"
ANY_NUMBER = {"games_a_day": 0, "guests_a_day": 0, "invitation_days": 0, "strangers_an_hour": 10**6}
"""Of what one person may otherwise do so often within a day."""
OF_A_PHASE = re.compile(r"\] ((\w+ )?-?\d+('s)?( \w+)?|Before the start|The game is over)$")
"""The end of a subject that says only what phase a letter is about."""
CONFIRM = "confirm."
"""Stands in the reply address of every question whether a letter is to count."""


class ReadOnce(EmailPolicy):
    """The standard policy, but each header is taken apart once, not whenever it is looked at."""

    @lru_cache(maxsize=4096)  # noqa: B019 - one policy for the whole process
    def header_fetch_parse(self, name: str, value: str) -> str:
        """Return the header as the standard policy does."""
        return super().header_fetch_parse(name, value)


MAIL = ReadOnce()


class Hands:
    """A clock that is set, and a way out that keeps what is sent."""

    def __init__(self) -> None:
        self.time = START
        self.sent: list[EmailMessage] = []

    def now(self) -> datetime:
        return self.time

    @contextmanager
    def open(self) -> Iterator[Send]:
        yield self.keep

    def keep(self, parcel: OutgoingMessage) -> None:
        message = message_from_bytes(parcel.raw, policy=MAIL)
        assert isinstance(message, EmailMessage)
        self.sent.append(message)


class Stage(NamedTuple):
    """A house as it was left by what was played in it, for others to go on from."""

    database: sqlite3.Connection
    time: datetime
    count: int
    last: dict[str, EmailMessage]
    result: Any


STAGES: dict[Hashable, Stage] = {}
"""What kind of house it was, and what was played in it → how that left it. Many tests begin with the same letters, most with the
eleven that make a game: they are written once in a process."""


class PostOffice:
    """Write letters to it and read what it answers.

    It believes From lines, and whoever is asked to confirm something replies at once, so that tests about other things
    need not speak of it. A `careful` one is as houses are by default, with a mail server that verifies senders, and nobody confirms
    anything unasked. `store`: the URL of another store than one of its own; `seed` makes the secret of each new game.
    """

    def __init__(
        self, folder: Path, maps: bool = False, games: Path = FOLDERS, careful: bool = False, store: str = "",
        seed: Callable[[], str] | None = None, **more: Any,
    ) -> None:  # fmt: skip
        self.hands, self.careful = Hands(), careful
        self.last: dict[str, EmailMessage] = {}
        """address → the letter that came there last."""
        key = folder / "judge.key"
        folder.mkdir(parents=True, exist_ok=True)
        key.write_text(SEED.ljust(16, "."))
        key.chmod(0o600)
        settings = Config(
            address=ADDRESS, key=key, store=store or f"sqlite:///{folder}/judge.db", smtp=None, maildir=folder / "mail",
            games=(games,), trust_from=not careful, maps=maps, letters_an_hour=30 if careful else 10**6,
            verified=AuthResultsConfig("mx.pbm.example") if careful else None, **({} if careful else ANY_NUMBER) | more,
        )  # fmt: skip
        self._database = folder / "judge.db"
        fresh = not store and not seed and not self._database.exists()
        kind = (type(self), games, maps, careful, SEED, repr(sorted(more.items())))
        self._stage: tuple[int, Hashable] | None = (0, kind) if fresh else None
        """At which letter, and how, it came to where another house of its kind may go on from."""
        self.parts: Application = build_application(settings, self.hands, seed or (lambda: SEED))
        sayer, desk = self.parts.sayer, SenderIdentity(ADDRESS, "Judge")
        self.drain = OutboxSender(
            self.parts.store, sayer.say, desk, self.hands, self.hands, draw=sayer.draw, page=sayer.page, view=sayer.one_view
        )
        self.count = 0

    def letter(self, sender: str, text: str, subject: str = "hello", to: str = ADDRESS, **headers: str) -> list[EmailMessage]:
        """Send a plain letter; returns everything that was sent because of it."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Message-ID"] = f"<{self.count}@player.example>"
        for name, value in headers.items():
            message[name.replace("_", "-")] = value
        message.set_content(text)
        return self.raw(message.as_bytes(), sender.rpartition("<")[2].rstrip(">"), to)

    def raw(self, raw: bytes, sender: str, to: str = ADDRESS) -> list[EmailMessage]:
        """Send bytes as they are."""
        self.count += 1
        self.hands.time += timedelta(seconds=1)
        self.parts.store.take(Letter(raw, self.hands.time, f"test:{self.count}", sender, to))
        sent = self.work()
        return sent if self.careful else [later for message in sent for later in self.confirmed(message)]

    def reply(self, address: str, text: str = "", sender: str = "", **headers: str) -> list[EmailMessage]:
        """Reply to the letter that came to an address last, from there or from elsewhere."""
        letter = self.last[address]
        headers = {"In_Reply_To": letter["Message-ID"], **headers}
        return self.letter(sender or address, text, f"Re: {letter['Subject']}", letter["Reply-To"], **headers)

    def confirmed(self, message: EmailMessage) -> list[EmailMessage]:
        """What a question brings once it is replied to with YES; any other letter as it is."""
        asked = CONFIRM in message["Reply-To"]
        return self.letter(message["To"], "YES", f"Re: {message['Subject']}", message["Reply-To"]) if asked else [message]

    def work(self) -> list[EmailMessage]:
        """Let the office and the sender do all there is to do."""
        while self.parts.office.receive_next(self.hands.time) or self.parts.office.tick(self.hands.time):
            pass
        self.drain.run()
        sent, self.hands.sent = self.hands.sent, []
        self.last |= {message["To"]: message for message in sent}
        return sent

    def wait(self, **time: float) -> list[EmailMessage]:
        """Let time pass."""
        self.hands.time += timedelta(**time)
        return self.work()

    def game(
        self, name: str = "quillfeather", deadline: str = "DEADLINE Fridays 21:00 Europe/London", anew: bool = False
    ) -> list[EmailMessage]:
        """Open a game with seven players, each with the power that their name says; returns the letters of the start.

        `anew`: have this very house read and write all letters of it, for what it keeps of them beside the store.
        """
        return self._game(name, deadline) if anew else self.staged(lambda: self._game(name, deadline), name, deadline)

    def staged(self, play: Callable[[], T], *what: Hashable) -> T:
        """Do what `play` does, once in a process: the next house that is like this one takes over what it came to.

        Args:
            play: sends letters and lets time pass, nothing else.
            what: what that depends on, beside how this house was made.
        """
        if self._stage is None or self._stage[0] != self.count or "keep" in vars(self.hands):  # or somebody listens
            return play()
        key = (self._stage[1], play.__code__, self.hands.time, *what)
        if key in STAGES:
            stage = STAGES[key]
            with closing(sqlite3.connect(self._database)) as database:
                stage.database.backup(database)
            self.hands.time, self.count, self.last = stage.time, stage.count, dict(stage.last)
        else:
            result, kept = play(), sqlite3.connect(":memory:", check_same_thread=False)
            with closing(sqlite3.connect(self._database)) as database:
                database.backup(kept)
            stage = STAGES[key] = Stage(kept, self.hands.time, self.count, dict(self.last), result)
        self._stage = (self.count, key)
        found: T = stage.result
        return found

    def _game(self, name: str, deadline: str) -> list[EmailMessage]:
        careful, self.careful = self.careful, False
        self.letter(f"Harriet Lowe <{GM}>", f"CREATE {name}\n{deadline}\n")
        for power in POWERS:
            self.letter(f"{power} Player <{power.lower()}@mail.example>", f"JOIN {name} PREFER {power}")
        begun = self.letter(GM, "START")
        self.careful = careful
        return begun

    def orders(self, power: str, text: str, **more: str) -> list[EmailMessage]:
        """A letter from the player of a power."""
        return self.letter(f"{power.lower()}@mail.example", text, **more)


def body(message: EmailMessage) -> str:
    """The words of a letter."""
    words = message.get_body(("plain",)) or message
    return str(words.get_content()).replace("\r\n", "\n")


def headline(message: EmailMessage) -> str:
    """What a letter says first: its subject, or the line at its head if its subject says only the phase."""
    return first_said(str(message["Subject"]).strip(), body(message))


def first_said(subject: str, words: str) -> str:
    """The subject of a letter, or the line at the head of its words if the subject says only the phase."""
    if not OF_A_PHASE.search(subject):
        return subject
    said = words.partition("===\n\n")[2].partition("\n\n")[0]
    return f"{subject.partition(']')[0]}] {' '.join(said.split())}"


def files(message: EmailMessage) -> list[EmailMessage]:
    """The pictures and files that come with a letter, wherever they stand in it, but for calendar files."""
    named = [part for part in message.walk() if part.get_filename() and isinstance(part, EmailMessage)]
    return [part for part in named if part.get_content_type() != CALENDAR]


def dates(message: EmailMessage) -> list[str]:
    """The calendar files that come with a letter, as text."""
    found = (part for part in message.walk() if part.get_content_type() == CALENDAR and isinstance(part, EmailMessage))
    return [bytes(part.get_payload(decode=True)).decode() for part in found]  # type: ignore[arg-type]


CALENDAR = "text/calendar"


def html(message: EmailMessage) -> str:
    """A letter's HTML part, '' if it has none."""
    part = message.get_body(("html",))
    return str(part.get_content()) if part else ""


def shown(message: EmailMessage) -> str:
    """A letter as golden files keep it: whom it goes to, its subject, its words, and what files go with it."""
    enclosed = "".join(f"({part.get_filename()}: {part.get_content_type()})\n" for part in files(message))
    return f"To: {message['To']}\nSubject: {message['Subject'].strip()}\n\n{body(message)}{enclosed}"
