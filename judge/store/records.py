"""Values that the store returns: one class for each kind of row that is read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple

from judge.letters import Notice
from judge.seat import Seat

LetterState = Literal["done", "refused", "shunted", "held"]
"""The states that a letter in state `received` can change to."""


class StoredGame(NamedTuple):
    """A game's current state."""

    name: str
    head: dict[str, Any]
    """The snapshot that was given to `games.save` (JSON)."""
    seq: int
    """The number that the next event gets."""
    next_due: datetime | None
    """Its next deadline (aware, UTC); None while it waits only for people."""

    @property
    def variant(self) -> str:
        """The folder of its variant."""
        return str(self.head["variant"])

    @property
    def stage(self) -> str:
        """`forming`, `running`, …; a snapshot leaves out default values."""
        return str(self.head.get("stage", "forming"))

    @property
    def powers(self) -> dict[Seat, str]:
        """Seat → power, for the seats that have one."""
        return {Seat.read(seat["key"]): seat["power"] for seat in self.head.get("seats", ()) if seat.get("power")}

    @property
    def hides_names(self) -> bool:
        """Whether the players' names are hidden now; they are revealed when the game is over."""
        return bool(self.head.get("settings", {}).get("anonymous")) and self.stage != "finished"

    @property
    def house_rules(self) -> dict[str, str]:
        """The switches that differ from the variant's defaults."""
        return dict(self.head.get("settings", {}).get("house_rules", {}))

    @property
    def struck(self) -> Collection[int]:
        """The events of processed phases that were withdrawn."""
        return tuple(self.head.get("struck", ()))


class GameListing(NamedTuple):
    """A line of LIST: facts about a game that are known without loading it."""

    name: str
    card: dict[str, Any]
    """The facts that LIST shows, as they were stored with the game."""
    next_due: datetime | None

    @property
    def facts(self) -> dict[str, Any]:
        """The card, with the game's name."""
        return {"name": self.name, **self.card}

    @property
    def phase(self) -> str:
        """The game's current phase; '' if it has not begun."""
        return str(self.card.get("phase", ""))

    @property
    def listed(self) -> bool:
        """Whether LIST shows it to everybody."""
        return bool(self.card.get("listed", True))

    @property
    def vacant(self) -> list[str]:
        """The powers without a player that anybody may know of and take over; [] where the game is not being played."""
        return list(self.card.get("vacant", ())) if self.listed and self.card.get("stage") == "running" else []

    @property
    def open_to_observers(self) -> bool:
        """Whether it is being played, is listed and admits observers."""
        return self.listed and self.card.get("stage") == "running" and bool(self.card.get("observers", False))


class StoredEvent(NamedTuple):
    """One event of a game."""

    seq: int
    at: datetime
    body: dict[str, Any]


class RunPhase(NamedTuple):
    """A phase, and when it was run."""

    game: str
    phase: str
    at: datetime


class StoredPhase(NamedTuple):
    """A processed phase: its event number and name."""

    seq: int
    phase: str


class StoredPosition(NamedTuple):
    """The position after one phase (or ruling)."""

    seq: int
    phase: str
    body: dict[str, Any]


class Person(NamedTuple):
    """Somebody with an address; a person who was forgotten has neither address nor name."""

    id: int
    address: str
    name: str


class Preferences(NamedTuple):
    """A person's preferences for all mail and games, with their defaults.

    A new field is stored (`work.people.prefer`), read, exported and forgotten without further code. Its values must be JSON.
    """

    maps: bool = True
    """Whether mail contains maps."""
    html: bool = True
    """Whether mail has an HTML part."""
    ics: bool = True
    """Whether mail about a new deadline has a calendar file."""
    name_in_print: str = "full"
    """How zines and pages print the person's name: `full`, `surname` or `none`."""
    address_in_print: bool = False
    """Whether zines may print the address."""
    results_public: bool = False
    """Whether everybody may ask for the person's results and reliability."""
    only_address: bool = False
    """Whether replies count only from the registered address."""


class SeatRecord(NamedTuple):
    """A seat of a game and the person in it."""

    game: str
    seat: Seat
    person_id: int
    nonce: str
    """The nonce of this person's token in this seat (`judge.store.reply_tokens`)."""
    name: str
    address: str


class StoredPassword(NamedTuple):
    """A person's stored password."""

    hashed: str
    """Salt and hash; '' if none was set."""
    tries: int
    """Wrong guesses in a row."""
    tried: datetime | None
    """When the last wrong guess was."""


class HeldLetter(NamedTuple):
    """A letter that waits for its writer's confirmation."""

    letter: int
    why: str
    """Why it is held: `who` (the sender is not proved), `new` (an unknown address), `care` (it asks for something that cannot be
    undone), `older` (orders from a later letter are already in), `dry` (it would change published results), `again` (the same, and
    the
    game was over).
    """
    address: str
    """The address that was asked."""
    phases: Mapping[str, str]
    """Game → its phase when the letter came, for which its orders are meant."""
    until: datetime
    """When the question expires."""
    state: str
    """`waiting`, `done` or `dropped`."""


class SentNotice(NamedTuple):
    """A notice, with what is needed to handle its bounce or a reply to it."""

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
    """A letter that came from a person."""

    id: int
    received: datetime
    state: str
    sender: str
    raw: bytes


class RefusedNotice(NamedTuple):
    """A notice that will not be sent."""

    address: str
    why: str


class SentLetter(NamedTuple):
    """A notice to a person."""

    id: int
    notice: Notice
    since: datetime | None
    """When it was sent or first tried."""


class LetterFacts(NamedTuple):
    """Facts that were found about a letter."""

    letter: int
    author: str
    """The proved author; an unproved claim has a name of its own."""
    message_id: str
    content: str
    """SHA-256 of its text."""
    at: datetime
    written: datetime | None
    """Its Date, but not later than its receipt."""
    game: str = ""
    """The game in which it changed orders, and the seat that gave them; '' and None if there is none."""
    seat: Seat | None = None
    told: str = ""
    """`stranger` if it came from a stranger. For a letter beyond the limit: `limit` if the notice about the limit was sent, `quiet`
    if
    nothing was.
    """


class EarlierLetters(NamedTuple):
    """What was there before a letter came."""

    first: int | None
    """The letter that this one repeats: same author, Message-ID and content."""
    again: bool
    """Whether a letter by its author had its Message-ID, whatever that said."""
    letters: int
    """How many letters came from its author in the time asked about."""
    bounced: bool
    """Whether mail to its author has bounced since the author last wrote."""


class PersonProfile(NamedTuple):
    """What is known of a person over all games."""

    zone: str = ""
    """Time zone; '' if unknown."""
    due: int = 0
    """Phases in which orders were due."""
    late: int = 0
    """How many of them had orders only after the deadline."""
    silent: int = 0
    """How many of them had no orders."""


class Tenure(NamedTuple):
    """A person's time in a seat that changed hands."""

    game: str
    seat: Seat
    person_id: int
    name: str
    since: str
    """The phase in which it began; '' for the start of the game."""
    until: str | None
    """The last phase processed in it; None while it lasts."""


class StoredPress(NamedTuple):
    """One piece of press, kept apart from the events so that it can be deleted."""

    game: str
    seq: int
    """The number of its event."""
    seat: Seat
    body: Mapping[str, Any]

    @property
    def text(self) -> str:
        """Its text."""
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
    """A notice that the caller may send now; no other sender gets it while this worker is at work."""

    id: int
    notice: Notice
    """The notice; its key is `ReplyTokens.of_letter` of the stored key, which nobody else can work out."""
    token: str
    """The token that a reply carries: that of the seat it goes to, or a held letter's code; '' if neither."""
    rendered: bytes | None
    """The bytes kept at the first send; None before."""
    attempts: int
    """How often sending was tried before this time."""
    since: datetime | None
    """When sending was first tried; None before."""


class Agenda(NamedTuple):
    """What the office has to do next."""

    letters: bool
    """Whether a letter is in state `received`."""
    deadline: datetime | None
    """The earliest deadline of any game."""
    copy_date: datetime | None
    """The earliest copy date of any zine."""
    next_deadline: datetime | None = None
    """The earliest deadline of any game after the instant that `Store.agenda` was given."""

    def is_due(self, at: datetime) -> bool:
        """Whether a deadline or copy date is `at` this instant or before."""
        return any(each is not None and each <= at for each in (self.deadline, self.copy_date))


class PendingWork(NamedTuple):
    """The work waiting in the whole store."""

    letters: int
    """Letters in state `received`."""
    notices: int
    """Notices that may be sent now."""
    next_due: datetime | None
    """The earliest deadline of any game."""
