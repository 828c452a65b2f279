"""A year of one game by mail under a fixed clock: who writes what, and every letter that each reader gets, byte by byte.

A truth is all that there is to know: the board, the secret of the dice, who plays what, and what everybody writes. Two truths are
played in the same house, which is put back to its beginning before each.
"""

from __future__ import annotations

import re
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest
from sqlalchemy import Engine, event

from judge.board import Position
from judge.game import Game
from judge.game.model.apply import apply_event
from judge.game.model.events import PhaseRun
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import read_event, read_game, read_turn, write_game
from judge.letters import Notice
from judge.mail.delivery import OutgoingMessage
from judge.office.unit_of_work import GameCache
from judge.rules import Ruleset
from tests.letters.post_office import ADDRESS, CONFIRM, GM, PostOffice
from tests.secrecy.envelopes import Whole

NAME = "caravel"
PUBLIC = ""
"""The reader who has no power: an observer."""
DAY = timedelta(days=1)
SLOTS = 5
"""Phases of a year at most: two of moves, two of retreats, and a winter."""
MARK = re.compile(rb"\b(?:[0-9a-f]{32}|[a-z2-7]{24})\b")
"""What is drawn at random or sealed with the judge's key: it can be compared with itself, and nothing can be read from it."""
Writes = Callable[[str, Game], str]
"""What a power writes now, given the game as it is."""


QUESTION = CONFIRM.encode()
"""Stands in each question whether a letter is to count."""

WEEK = timedelta(days=7)
EDITOR = "editor@mail.example"
"""Of a zine, who is told what an observer is told, and gets it in files."""
SUBSCRIPTION = f"""SUBSCRIBE {NAME} FOR "The Log"
COPYDATE Sundays 9:00 London
FORMATS text html docx pdf markdown
"""
UNHEARD = "these words were not made"

Sent = tuple[str, bytes, datetime, bytes]
"""A letter: whom it goes to, its envelope, when it is sent, and all of it."""
Wrote = tuple[datetime, str]


ENTERS = "the GM orders for somebody"


class Act(NamedTuple):
    """A letter that somebody writes in the middle of a phase, at a minute of its own."""

    minute: int
    who: str
    text: str


@dataclass(frozen=True)
class Truth:
    """All that there is to know of a year, but for what powers order, which the years' author says."""

    position: Position
    secret: str
    seats: tuple[str, ...]
    """Who plays the powers, in the game's order: names of people."""
    noise: Mapping[int, tuple[Act, ...]] = field(default_factory=dict)
    """Number of the phase → letters beside orders and questions."""
    lettered: Mapping[str, str] = field(default_factory=dict)
    """What areas beyond the map are called → what they are called in every truth: codes are the GM's own."""


@dataclass
class Year:
    """What came of a truth."""

    truth: Truth
    heard: dict[str, list[Sent]]
    """Reader → all letters that they got."""
    turns: list[JudgedPhase]
    ready: list[datetime | None]
    """For each phase that was judged, when all who are in the game had said FINAL so that it counted; None if they never had."""
    written: dict[str, list[Wrote]]
    """Who → what they wrote themselves, and when."""
    end: Position


Hearing = Callable[[Year], Collection[str]]
"""Given a year as far as it has come: the readers for whom it may yet be compared with another."""


class House:
    """A game with its GM, its players and an observer, and a way back to its beginning. With `copies` an editor prints it."""

    def __init__(
        self, folder: Path, variant: str, settings: str = "", seats: Sequence[str] = (), maps: bool = False, copies: bool = False
    ) -> None:
        self.office = PostOffice(folder, maps=maps)
        self.rules: Ruleset = self.office.parts.rules(variant)
        self.powers = tuple(power.name for power in self.rules.powers)
        self.seats = tuple(seats) or self.powers
        self.office.letter(f"Harriet Lowe <{GM}>", f"CREATE {NAME} VARIANT {variant}\n{settings}")
        for person in sorted(self.seats):
            power = self.powers[self.seats.index(person)]
            self.office.letter(f"{person} Player <{address_of(person)}>", f"JOIN {NAME} PREFER {power}")
        self.office.letter(f"Olga Observer <{address_of('observer')}>", f"OBSERVE {NAME}")
        self.office.letter(GM, "START")
        self._copies = copies
        if copies:
            self.office.letter(f"Edna Editor <{EDITOR}>", SUBSCRIPTION)
        self.heard: list[Whole] = []
        self._deaf = frozenset({GM})
        """Addresses to which nothing is written out: who knows all may read all, and who saw a difference may be told of it."""
        self._hearing: Callable[[], Collection[str]] | None = None
        self._judged: dict[int, JudgedPhase] = {}
        """Number of its event → a judged phase, as it was read."""
        self._stale = False
        """Whether a phase is being judged, so that somebody may be about to see a difference."""
        self._attentive()
        _hurried(self.office.parts.store._engine)
        self._file = sqlite3.connect(folder / "judge.db")
        self._books = sqlite3.connect(":memory:")
        self._file.backup(self._books)
        self.began, self._time, self._count = self.game, self.office.hands.time, self.office.count
        assert [self.began.seat_of(power) for power in self.powers]

    @property
    def game(self) -> Game:
        """The game as it is kept."""
        with self.office.parts.store.look() as work:
            stored = work.games.get(NAME)
        assert stored
        return read_game(stored.head)

    def play(self, truth: Truth, orders: Writes, asks: Writes, seal: str = "", hearing: Hearing | None = None) -> Year:
        """A year: each power writes its orders, then come the other letters, then everybody's questions about what was judged.

        `hearing`: whose letters are to be written out, given what there is of the year, without letters. It is played on while
        there is anybody.
        """
        self._as_begun(truth, seal)
        written: dict[str, list[Wrote]] = {}
        self._hearing = hearing and (lambda: hearing(self._year(truth, seal, {}, written)))
        self._listen_anew()
        for slot in range(SLOTS):
            game, at = self.game, self._time + DAY * (slot + 1)
            if game.stage != "running" or game.board_now.phase.year != truth.position.phase.year:
                break
            for n, power in enumerate(self.powers):
                self._write(truth, power, orders(power, game), at + timedelta(minutes=10 * n), written)
            for act in truth.noise.get(slot, ()):
                text = entering(self.game, self.rules) if act.text == ENTERS else act.text
                moment = at + timedelta(minutes=200 + act.minute)
                for power in self.powers if act.text == ENTERS else ():
                    if text.startswith(f"ORDER {power} "):  # who is told of it
                        written.setdefault(power, []).append((moment, text))
                self._write(truth, act.who, text, moment, written)
            self._stale = True
            self._write(truth, GM, f"PROCESS {game.board_now.phase.name}", at + timedelta(hours=12), written)
            game = self.game
            for n, power in enumerate((*self.powers, PUBLIC)):
                self._write(truth, power, asks(power, game), at + timedelta(hours=13, minutes=n), written)
            self._listen_anew()
            if len(self._deaf) > len(self.powers) + 1:
                break
        if self._copies and self.office.hands.time < self._time + WEEK:
            self.office.hands.time = self._time + WEEK
            self.office.work()
        return self._year(truth, seal, self._letters(truth), written)

    def _attentive(self) -> None:
        """Keep whole what is sent. Only for those who hear it are its words and pictures made; all else of it is as ever."""
        drain = self.office.drain
        say, page, draw = drain._say, drain._page, drain._draw
        drain._say = lambda notice: (UNHEARD, UNHEARD) if self._unheard(notice) else say(notice)
        drain._page = lambda notice, text, images: "" if notice.to in self._deaf else page(notice, text, images)
        drain._draw = lambda notice: () if notice.to in self._deaf else draw(notice)
        drain._later = self.office.parts.sayer._unwritten = _failed
        keep = self.office.hands.keep

        def listen(parcel: OutgoingMessage) -> None:
            self.heard.append(Whole(parcel.to, parcel.envelope, self.office.hands.now(), parcel.raw))
            if QUESTION in parcel.raw:
                keep(parcel)  # it is confirmed at once; nobody looks at the others here

        self.office.hands.keep = listen  # type: ignore[method-assign]

    def _unheard(self, notice: Notice) -> bool:
        if self._stale and "turn" in notice.facts:  # the first letter about what was judged: who saw it differ?
            self._stale = False
            self._listen_anew()
        return notice.to in self._deaf

    def _listen_anew(self) -> None:
        homes = {reader: address_of(self._person(reader)) for reader in (*self.powers, PUBLIC)}
        hearing = self._hearing() if self._hearing else homes
        self._deaf = frozenset({GM, *(home for reader, home in homes.items() if reader not in hearing)})
        self._deaf |= frozenset() if PUBLIC in hearing else {EDITOR}

    def _year(self, truth: Truth, seal: str, heard: dict[str, list[Sent]], written: dict[str, list[Wrote]]) -> Year:
        return Year(truth, heard, list(self._turns()), self._ready(truth, seal), written, self.game.board_now)

    def _write(self, truth: Truth, who: str, text: str, at: datetime, written: dict[str, list[Wrote]]) -> None:
        if not text:
            return
        written.setdefault(who, []).append((at, text))
        address = GM if who == GM else address_of(self._person(who))
        number = len(written[who])
        self.office.hands.time = at - timedelta(seconds=1)
        head = f"From: {address}\nTo: {ADDRESS}\nSubject: {NAME}\nMessage-ID: <{number}.{address}>\n\n"
        self.office.raw(f"{head}{text}\n".encode(), address)

    def _person(self, power: str) -> str:
        return self.seats[self.powers.index(power)] if power else "observer"

    def _letters(self, truth: Truth) -> dict[str, list[Sent]]:
        homes = {address_of(self._person(power)): power for power in (*self.powers, PUBLIC)} | {EDITOR: PUBLIC}
        found: dict[str, list[Sent]] = {power: [] for power in homes.values()}
        marks: dict[str, dict[bytes, bytes]] = {power: {} for power in homes.values()}
        for letter in self.heard:
            if letter.to in homes:
                power = homes[letter.to]
                found[power].append(_as_sent(letter, marks[power]))
        return found

    def _turns(self) -> Iterator[JudgedPhase]:
        with self.office.parts.store.look() as work:
            kept = sorted(work.games.positions(NAME), key=lambda stored: stored.seq)
        for stored in kept:
            if stored.seq > self.began.seq:
                if stored.seq not in self._judged:
                    self._judged[stored.seq] = read_turn(stored.body)
                yield self._judged[stored.seq]

    def _laid(self, truth: Truth, seal: str) -> Game:
        return replace(self.began, position=truth.position, **({"seal": seal} if seal else {}))

    def _ready(self, truth: Truth, seal: str) -> list[datetime | None]:
        with self.office.parts.store.look() as work:
            kept = [(each.at, read_event(each.body)) for each in work.games.events(NAME) if each.seq > self.began.seq]
        game, complete, found = self._laid(truth, seal), None, list[datetime | None]()
        for at, happened in kept:
            if isinstance(happened, PhaseRun):
                found.append(complete)
            playing = _playing(game.board_now)
            game = apply_event(game, happened)
            complete = None if isinstance(happened, PhaseRun) else complete or (at if playing <= game.final else None)
        return found

    def _as_begun(self, truth: Truth, seal: str) -> None:
        """The house as it was before the first play: its books, its clock, what it remembers, and its luck."""
        self._books.backup(self._file)
        self.office.hands.time, self.office.count = self._time, self._count
        self.office.parts.sayer._turns._kept = {}
        self.office.parts.office._kept = GameCache()
        lots = count()
        secrets.token_bytes = lambda size=32: next(lots).to_bytes(size, "big")
        game = self._laid(truth, seal)
        with self.office.parts.store.work() as work:
            work.games.save(NAME, write_game(game), game.seq, game.due)
        if truth.secret:
            self._file.execute("update secrets set seed = ?", (truth.secret,))
            self._file.commit()
        self.heard.clear()
        self._judged.clear()


def _failed(notice: object, error: Exception) -> NoReturn:
    """Two letters that could not be written are no two equal ones."""
    raise AssertionError(notice) from error


def _playing(position: Position) -> set[str]:
    """Who is in the game, as everybody can see; in a phase of moves, who has a unit."""
    units = {unit.power for unit in position.units if unit.power != "Natives"}
    if position.phase.kind == "movement":
        return units
    return units | {beaten.unit.power for beaten in position.dislodged} | set(position.owners.values())


def entering(game: Game, rules: Ruleset) -> str:
    """The GM's own order for whoever was driven out: to where fewest see it."""
    if game.stage != "running" or game.board_now.phase.kind == "adjustments":
        return "STATUS"
    beaten = [b for b in game.board_now.dislodged if b.unit.power in {p.name for p in rules.powers}]
    if beaten and game.board_now.phase.kind == "retreats":
        unit, ways = beaten[0].unit, [f"ret {way}" for way in beaten[0].retreats if way.partition(".")[0] not in rules.board.spaces]
        return f"ORDER {unit.power} {unit} {[*ways, 'disbands'][0]} REASON he wrote to me"
    return "STATUS"


def _hurried(engine: Engine) -> None:
    """Let the store not wait for the disk: what a play writes is thrown away after it."""

    def relax(connection: sqlite3.Connection, record: object) -> None:
        connection.execute("PRAGMA synchronous=OFF").close()

    event.listen(engine, "connect", relax)
    engine.dispose()


def _as_sent(letter: Whole, marks: dict[bytes, bytes]) -> Sent:
    """A letter, but each mark that nobody can read is told by when its reader first saw it."""

    def named(found: re.Match[bytes]) -> bytes:
        return marks.setdefault(found[0], b"mark %d" % len(marks))

    return letter.to, MARK.sub(named, letter.envelope.encode()), letter.at, MARK.sub(named, letter.raw)


def address_of(person: str) -> str:
    """Where somebody lives."""
    return f"{person.lower()}@mail.example"


@pytest.fixture
def even_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn at random while a year is played is drawn anew for the next test."""
    monkeypatch.setattr(secrets, "token_bytes", secrets.token_bytes)
