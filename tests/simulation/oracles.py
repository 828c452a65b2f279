"""What must hold, whatever happens. Nothing here asks the program: it reads what was sent, what came out, and the database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tests.simulation.house import House
from tests.simulation.letters import Meaning, Sent, meaning

EVERY = timedelta(hours=48)
SETTLE = timedelta(seconds=2)
"""What a deadline may always wait for: mail that our mail server has had already."""
COMES_BACK = timedelta(minutes=30)
"""How long a deadline waits for a letter that the judge itself has put off."""
VERBS = {"move": "-{target}", "support": " S {of}", "convoy": " C {of}", "stands": " stands", "hold": " stands"}


class Broken(AssertionError):
    """Something does not hold."""


@dataclass(eq=False)
class HandedOver:
    """One copy of a letter on its way from our mail server into the judge."""

    sent: Sent
    raw: bytes
    came: datetime
    """When our mail server received this copy, in whole seconds."""
    source: str = ""
    image: int = 0
    """The process that has it in hand, or has put it off; 0 for none."""
    refused: datetime | None = None
    stored: bool = False


@dataclass
class Seat:
    """What a player's letters come to in the phase that is running."""

    orders: Meaning = field(default_factory=dict)
    written: datetime | None = None
    """The Date of the last letter that counts."""


@dataclass
class Table:
    """A game as its letters and its events tell."""

    name: str
    gm: str
    players: dict[str, str] = field(default_factory=dict)
    """Power → address."""
    phase: str = ""
    began: datetime | None = None
    due: datetime | None = None
    units: list[str] = field(default_factory=list)
    seats: dict[str, Seat] = field(default_factory=dict)
    press: list[Sent] = field(default_factory=list)
    """What the next report will bring."""
    ran: int = 0
    joined: int = 0
    over: bool = False

    @property
    def moves(self) -> bool:
        """Whether units move in the phase that is running."""
        return bool(self.phase) and len(self.phase.split()) == 2 and not self.phase.startswith("Winter")


class Row(NamedTuple):
    """A letter that the judge has stored."""

    number: int
    received: datetime
    copy: HandedOver


class Oracles:
    """Looks on after each step."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, Table] = {}
        self.copies: dict[str, list[HandedOver]] = {}
        """The key of a letter in the store → its copies, which are the same to the byte."""
        self.waiting: list[HandedOver] = []
        """Copies that are not stored yet."""
        self.sent: list[Sent] = []
        self.checked: Counter[str] = Counter()
        self._undecided: dict[int, Row] = {}
        self._last_letter = self._last_event = 0

    def look(self, image: int) -> list[str]:
        """Read what is new in the store, and check it; return the games in which something happened."""
        self._stored()
        decided = self._decided()
        touched = []
        query = "SELECT rowid, game, body FROM events WHERE rowid > ? ORDER BY rowid"
        for number, name, body in self.house.read(query, self._last_event):
            self._last_event = number
            table, event = self.tables[name], json.loads(body)
            touched.append(name)
            if event["event"] == "PhaseRun":
                assert table.due
                decided = self._count(decided, table.due, name)
                self._judged(table, event, image)
            self._happened(table, event)
        self._count(decided, None, "")
        return touched

    def idle(self, since: datetime) -> None:
        """Check that no deadline is late: the judge has nothing to do, and nothing has kept it from its work since an instant."""
        now = self.house.machine.time
        for table in self.tables.values():
            if table.due and not table.over and max(table.due + SETTLE, since) < now - SETTLE:
                raise Broken(f"{table.name} {table.phase}: due {table.due}, and it is {now}")
        self.checked["no deadline late"] += 1

    def crashed(self) -> None:
        """Note which mails the judge cannot know to be delivered, so that it has to send them again."""
        for (name,) in self.house.read("SELECT message_id FROM notices WHERE state = 'queued' AND message_id != ''"):
            mail = self.house.relay.mails.get(name)
            if mail and mail.delivered:
                mail.unsure = mail.delivered

    def end(self) -> None:
        """Check what must hold when everything has come to rest."""
        states = dict(self.house.read("SELECT state, count(*) FROM letters GROUP BY state"))
        if states.get("received") or states.get("shunted") or self.waiting:
            notes = self.house.read("SELECT id, note FROM letters WHERE state = 'shunted'")
            raise Broken(f"letters that were not decided: {states}, {[each.sent.id for each in self.waiting]}, {notes}")
        if left := self.house.read("SELECT id, kind, note FROM notices WHERE state = 'queued' AND kind != 'reminder'"):
            raise Broken(f"mail that was not sent: {left[:5]}")
        for sent in self.sent:
            self._answered(sent)
            self._read(sent)
        for mail in self.house.relay.mails.values():
            if len(mail.sums) > 1:
                raise Broken(f"{len(mail.sums)} mails under {mail.name}, to {mail.to}: {mail.subject}")
            if mail.delivered > 1 + mail.unsure:
                raise Broken(f"{mail.name} to {mail.to} was delivered {mail.delivered} times: {mail.subject}")
            self.checked["one mail a Message-ID"] += 1
        self._numbered()

    def _stored(self) -> None:
        query = "SELECT id, source, received FROM letters WHERE id > ? ORDER BY id"
        for number, source, received in self.house.read(query, self._last_letter):
            self._last_letter = number
            copy = self.copies[source][0]
            for each in self.copies[source]:
                self.is_stored(each)
            row = self._undecided[number] = Row(number, datetime.fromisoformat(received), copy)
            if row.received != copy.came:
                raise Broken(f"letter {copy.sent.id} came {copy.came}, and counts from {row.received}")

    def is_stored(self, copy: HandedOver) -> None:
        """Note that a copy need not be waited for."""
        copy.stored = True
        if copy in self.waiting:
            self.waiting.remove(copy)

    def _decided(self) -> list[Row]:
        if not self._undecided:
            return []
        left = {number for (number,) in self.house.read("SELECT id FROM letters WHERE state = 'received'")}
        done = [row for number, row in self._undecided.items() if number not in left]
        for row in done:
            del self._undecided[row.number]
        return sorted(done, key=lambda row: (row.received, row.number))

    def _count(self, decided: Sequence[Row], until: datetime | None, game: str) -> list[Row]:
        """Let letters count that were decided; with `until` only those of a game that came by then. Returns the others."""
        left = []
        for row in decided:
            sent = row.copy.sent
            if until and (sent.game != game or row.received > until):
                left.append(row)
            elif not sent.counted:
                sent.counted = True
                if sent.orders and sent.genuine:
                    self._orders(self.tables[sent.game], sent)
                if sent.word:
                    self.tables[sent.game].press.append(sent)
        return left

    def _orders(self, table: Table, sent: Sent) -> None:
        """Orders replace those of the same units, unless they come after the deadline, or were written before those that stand."""
        seat = table.seats.setdefault(sent.power, Seat())
        if table.phase == sent.phase and (seat.written is None or sent.written >= seat.written):
            seat.orders |= sent.orders
            seat.written = sent.written

    def _judged(self, table: Table, event: dict[str, Any], image: int) -> None:
        """A phase was run: at its time, with all letters that came by then, on the orders that the last ones give."""
        at, now = datetime.fromisoformat(event["at"]), self.house.machine.time
        assert table.due
        if at < table.due or now < table.due:
            raise Broken(f"{table.name} {table.phase}: due {table.due}, and run {at}; it is {now}")
        for copy in self.waiting:
            if copy.sent.game == table.name and copy.came <= table.due and self._is_waited_for(copy, image, now):
                raise Broken(f"{table.name} {table.phase} was run without {copy.sent.id}, which came {copy.came}")
        given = {power: meaning_of(orders) for power, orders in event["orders"].items() if orders}
        meant = {power: seat.orders for power, seat in table.seats.items() if seat.orders}
        if event["phase"] != table.phase or (given != meant and table.moves):
            differ = sorted(power for power in {*given, *meant} if meant.get(power) != given.get(power))
            wrong = {power: (meant.get(power), given.get(power)) for power in differ}
            raise Broken(f"{table.name} {table.phase}: meant and given are {wrong}")
        self.checked["orders at a deadline"] += len(meant)
        self.checked["phases"] += 1

    def _is_waited_for(self, copy: HandedOver, image: int, now: datetime) -> bool:
        if copy.image == image:
            return copy.refused is None or now - copy.refused < COMES_BACK
        return copy.image == 0 and now - copy.came < SETTLE

    def _happened(self, table: Table, event: dict[str, Any]) -> None:
        kind = event["event"]
        if kind == "Joined":
            table.joined += 1
        elif kind == "Ended":
            table.over = True
        if kind == "Began":
            query = "SELECT seat, address FROM seats JOIN people ON people.id = person_id WHERE game = ?"
            people = dict(self.house.read(query, table.name))
            table.players = {power: people[seat] for seat, power in event["powers"].items()}
        if kind in ("Began", "PhaseRun"):
            at = datetime.fromisoformat(event["at"])
            table.phase, table.began, table.units = event["position"]["phase"][0], at, event["position"]["units"]
            table.due = datetime.fromisoformat(event["due"]) if event.get("due") else None
            for sent in table.press:
                sent.published = True
            table.seats, table.press, table.ran = {}, [], table.ran + 1
            if table.due and table.due != at + EVERY:
                raise Broken(f"{table.name}: {at} and 48 hours are not {table.due}")

    def _answered(self, sent: Sent) -> None:
        if sent.answers < 0:
            return
        found = self.house.relay.answers[sent.id]
        if len(found) != sent.answers:
            subjects = [self.house.relay.mails[name].subject for name in found]
            raise Broken(f"{len(found)} answers, not {sent.answers}, to {sent.id} from {sent.sender}: {sent.text!r}; {subjects}")
        self.checked["letters answered"] += 1

    def _read(self, sent: Sent) -> None:
        """Press is read by each of the others, once: in the report of the phase that is run next."""
        for reader in sent.read_by if sent.published else ():
            mails = [each for each in self.house.relay.words[sent.word] if each.to == reader]
            if len(mails) != 1:
                raise Broken(f"{len(mails)} mails bring {sent.id}'s {sent.word} to {reader}")
            self.checked["press read"] += 1

    def _numbered(self) -> None:
        query = "SELECT game, count(*), max(seq) FROM events GROUP BY game"
        for name, count, last in self.house.read(query):
            if count != last + 1:
                raise Broken(f"{name} has {count} events, the last of which is {last}")


def meaning_of(orders: Iterable[dict[str, str]]) -> Meaning:
    """Read orders as they are stored with a phase that was run."""
    return meaning(list(_written(orders)))


def _written(orders: Iterable[dict[str, str]]) -> Iterator[str]:
    for order in orders:
        other = order.get("of", "").rpartition(" ")[2]  # of another Power: `Germany A(Mun)`
        rest = VERBS[order["verb"]].format(of=other, target=order.get("target", ""))
        goal = f"-{order['target']}" if order["verb"] in ("support", "convoy") and order.get("target") else ""
        yield f"{order['unit']}{rest}{goal}"
