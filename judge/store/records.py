"""What comes out of the store: plain values, one per table that is read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple

from judge.letters import Notice
from judge.seat import Seat

LetterState = Literal["done", "refused", "shunted", "held"]
"""What may become of a letter in state `received`."""


class StoredGame(NamedTuple):
    """A game as it stands now."""

    name: str
    head: dict[str, Any]
    """The snapshot that `games.save` was given (JSON)."""
    seq: int
    """The number that the next event gets."""
    next_due: datetime | None
    """Its next deadline (aware, UTC); None while it waits for people only."""

    @property
    def variant(self) -> str:
        """The folder of its rules."""
        return str(self.head["variant"])

    @property
    def stage(self) -> str:
        """`forming`, `running`, …: a snapshot leaves out what every game begins with."""
        return str(self.head.get("stage", "forming"))

    @property
    def powers(self) -> dict[Seat, str]:
        """Seat → power, of the seats that have one."""
        return {Seat.read(seat["key"]): seat["power"] for seat in self.head.get("seats", ()) if seat.get("power")}

    @property
    def hides_names(self) -> bool:
        """Whether nobody may know now who plays: names are opened when the game is over."""
        return bool(self.head.get("settings", {}).get("anonymous")) and self.stage != "finished"

    @property
    def struck(self) -> Collection[int]:
        """The events of judged phases that no longer stand."""
        return tuple(self.head.get("struck", ()))


class GameListing(NamedTuple):
    """One line of LIST: what is known of a game without opening it."""

    name: str
    card: dict[str, Any]
    """The facts that LIST shows, as they were given with the game."""
    next_due: datetime | None

    @property
    def facts(self) -> dict[str, Any]:
        """The card, with the game's name."""
        return {"name": self.name, **self.card}

    @property
    def phase(self) -> str:
        """The phase that the game is in; '' if it has not begun."""
        return str(self.card.get("phase", ""))

    @property
    def listed(self) -> bool:
        """Whether anybody may hear of it."""
        return bool(self.card.get("listed", True))

    @property
    def open_to_observers(self) -> bool:
        """Whether it is played, and anybody may hear of it and watch."""
        return self.listed and self.card.get("stage") == "running" and bool(self.card.get("observers", False))


class StoredEvent(NamedTuple):
    """One thing that happened in a game."""

    seq: int
    at: datetime
    body: dict[str, Any]


class StoredPhase(NamedTuple):
    """A phase that was run: the number of its event, and its name."""

    seq: int
    phase: str


class StoredPosition(NamedTuple):
    """The board as one phase (or ruling) left it."""

    seq: int
    phase: str
    body: dict[str, Any]


class Person(NamedTuple):
    """Someone with an address; a forgotten one has neither address nor name."""

    id: int
    address: str
    name: str


class Preferences(NamedTuple):
    """What a person wishes of every letter and game to come, as by default until that person says otherwise.

    A field is kept (`work.people.prefer`), read, exported and forgotten without any more code. Its values are of JSON.
    """

    maps: bool = True
    """Whether maps come with letters."""
    html: bool = True
    """Whether letters have an HTML part."""
    name_in_print: str = "full"
    """What zines and pages call the person: `full`, `surname` or `none`."""
    address_in_print: bool = False
    """Whether zines may print the address."""
    only_address: bool = False
    """Whether replies count from the registered address only."""


class SeatRecord(NamedTuple):
    """Who sits where: one seat of one game with its person."""

    game: str
    seat: Seat
    person_id: int
    nonce: str
    """What makes this person's token in this seat (`judge.store.reply_tokens`)."""
    name: str
    address: str


class StoredPassword(NamedTuple):
    """What is kept of a person's password."""

    hashed: str
    """Salt and hash; '' where none was set."""
    tries: int
    """Wrong guesses in a row."""
    tried: datetime | None
    """When the last of them came."""


class HeldLetter(NamedTuple):
    """A letter that waits for its writer's word."""

    letter: int
    why: str
    """`who` (it may not be from whom it says), `new` (an unknown address), `care` (it asks for something that cannot be
    undone), `older` (a younger letter's orders stand), `dry` (it would change what was published), `again` (so it would, and the
    game was over)."""
    address: str
    """Where the question went."""
    phases: Mapping[str, str]
    """game → its phase when the letter came: its orders are for that one."""
    until: datetime
    """When the offer lapses."""
    state: str
    """`waiting`, `done` or `dropped`."""


class SentNotice(NamedTuple):
    """A letter of ours, as far as a bounce of it, or a reply to it, needs it."""

    address: str
    kind: str
    facts: Mapping[str, Any]
    game: str


class LetterStatus(NamedTuple):
    """The result of a letter."""

    state: str
    received: datetime
    note: str
    raw: bytes


class ReceivedLetter(NamedTuple):
    """A letter that came from somebody."""

    id: int
    received: datetime
    state: str
    sender: str
    raw: bytes


class SentLetter(NamedTuple):
    """A letter of ours to somebody."""

    id: int
    notice: Notice
    since: datetime | None
    """When it was sent, or first tried."""


class LetterFacts(NamedTuple):
    """What a letter was found to be."""

    letter: int
    author: str
    """Who wrote it, as far as is proved; unproved claims stand apart."""
    message_id: str
    content: str
    """sha256 of its text."""
    at: datetime
    written: datetime | None
    """Its Date, never later than it came."""
    game: str = ""
    """The game whose orders it changed, and the seat that it did so from; '' and None for none."""
    seat: Seat | None = None
    told: str = ""
    """`stranger` for a letter from somebody unknown. For a letter beyond the limit, `limit` if it was answered with the
    notice, `quiet` if not at all."""


class EarlierLetters(NamedTuple):
    """What was there before a letter came."""

    first: int | None
    """The letter that it repeats: the same author, Message-ID and content."""
    letters: int
    """How many came from its author within the time that was asked for."""
    bounced: bool
    """Whether a letter of ours to its author has bounced since the author last wrote."""


class PersonProfile(NamedTuple):
    """What is known of a person over all games."""

    zone: str = ""
    """Time zone, '' if it was never said."""
    due: int = 0
    """Phases in which something was due."""
    late: int = 0
    """Among them those for which orders came only after the deadline."""
    silent: int = 0
    """Among them those for which none came."""


class Tenure(NamedTuple):
    """A person's time in a seat that changed hands."""

    game: str
    seat: Seat
    person_id: int
    name: str
    since: str
    """The phase in which it began; '' for the game's beginning."""
    until: str | None
    """The last phase that was run in it; None while it lasts."""


class StoredPress(NamedTuple):
    """One piece of press; it is kept apart from the events so that it can be forgotten."""

    game: str
    seq: int
    """The event that says it was written."""
    seat: Seat
    body: Mapping[str, Any]

    @property
    def text(self) -> str:
        """Its words."""
        return str(self.body["text"])

    @property
    def headline(self) -> bool:
        """Whether it is the GM's headline."""
        return bool(self.body.get("headline"))

    @property
    def signed(self) -> bool:
        """Whether it names its author."""
        return bool(self.body.get("signed"))


class ClaimedNotice(NamedTuple):
    """A notice that the caller may send now; nobody else gets it before its lease is over."""

    id: int
    notice: Notice
    """Its key is `ReplyTokens.of_letter` of the kept one, which nobody can work out."""
    token: str
    """What a reply to it carries: the token of the seat it goes to, or a held letter's code; empty if there is neither."""
    rendered: bytes | None
    """The bytes kept at the first send; None before."""
    attempts: int
    """How often sending was tried before this time."""
    since: datetime | None
    """When sending was first tried; None before."""


class PendingWork(NamedTuple):
    """What there is to do in the whole store."""

    letters: int
    """Letters in state `received`."""
    notices: int
    """Notices that may be sent now."""
    next_due: datetime | None
    """The earliest deadline of any game."""
