"""What must hold, whatever happens. Nothing here asks the program: it reads what was sent, what came out, and the database."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from tests.simulation.editors import Zine, check_copy
from tests.simulation.house import QUESTIONS, STRANGERS, House
from tests.simulation.letters import Sent
from tests.simulation.machine import Broken
from tests.simulation.referee import changes_hands, disagrees
from tests.simulation.tables import Seat, Table, meaning_of

EVERY = timedelta(hours=48)
SETTLE = timedelta(seconds=2)
"""What a deadline may always wait for: mail that our mail server has had already."""
PATIENCE = timedelta(hours=1)
"""How long a deadline waits for a mailbox that cannot be reached, from itself or from when the process began."""
COMES_BACK = timedelta(minutes=30)
"""How long a deadline waits for a letter that the judge itself has put off."""
LEAST_SIZES, FASTER = 6, 2.0
"""How many sizes of the store are compared at least, and how much more it may grow in the second half of a run."""
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@dataclass(eq=False)
class HandedOver:
    """One copy of a letter on its way from our mail server into the judge."""

    sent: Sent
    raw: bytes
    came: datetime
    """When our mail server received this copy, in whole seconds."""
    cut: bool = False
    """Whether its end is missing."""
    source: str = ""
    image: int = 0
    """The process that has it in hand, or has put it off; 0 for none."""
    turn: int = 0
    """The number of its handing over."""
    refused: datetime | None = None
    stored: bool = False
    put: datetime | None = None
    """When it was put into the mailbox, if there is one."""
    number: int = 0
    """The letter's in the store, if it was fetched from a mailbox."""


class Row(NamedTuple):
    """A letter that the judge has stored."""

    number: int
    received: datetime
    copy: HandedOver


class Saved(NamedTuple):
    """What was known when a backup was made."""

    letter: int
    event: int
    undecided: dict[int, Row]
    tables: dict[str, Table]
    counted: set[str]
    """The ids of the letters that counted."""
    published: set[str]
    """Those of the letters whose press had been in a report."""


class Oracles:
    """Looks on after each step."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.began = house.machine.time
        """When the process that is at work began."""
        self.tables: dict[str, Table] = {}
        self.copies: dict[str, list[HandedOver]] = {}
        """The key of a letter in the store → its copies, which are the same to the byte."""
        self.by_bytes: dict[bytes, HandedOver] = {}
        """Of the letters that were put into the mailbox."""
        self._let_go = 0
        self._turn = 0
        """How many letters were handed over."""
        self._turns: dict[int, int] = {}
        """A process → how many were when its office last looked what is to be done."""
        self.waiting: list[HandedOver] = []
        """Copies that are not stored yet."""
        self.sent: list[Sent] = []
        self.checked: Counter[str] = Counter()
        self._undecided: dict[int, Row] = {}
        self._ready: list[Row] = []
        """Letters that were decided, and do not count yet, in the order in which they were decided."""
        self._restores = 0
        """How often a backup was put back."""
        self._sizes: list[int] = []
        """Of the store, in pages, each time that it was measured."""
        self._last_letter = self._last_event = 0
        self.zines: dict[str, Zine] = {}
        """By the Message-ID of the letter that asks for one."""
        self.older: set[str] = set()
        """Games that an older judge has left: what that did not note yet they lack."""

    def begin_on_older(self, letter: Sent) -> None:
        """Note what is in the store before the first process: games whose letters nobody here has written, and one that waits."""
        ((self._last_letter, self._last_event),) = self.house.read("SELECT (SELECT max(id) FROM letters), max(rowid) FROM events")
        self.older = {name for (name,) in self.house.read("SELECT name FROM games")}
        self.sent.append(letter)

    def handed_over(self, copy: HandedOver, image: int) -> None:
        """Note which process has a copy in hand."""
        self._turn += 1
        copy.image, copy.refused, copy.turn = image, None, self._turn

    def begins(self, image: int) -> None:
        """Note that a process's office looks what is to be done: it does not wait for what is handed over after that."""
        self._turns[image] = self._turn

    def upgraded(self) -> None:
        """Note that letters which an older judge has left may be taken for a later phase's: it did not note when a phase was run
        which letters had come.
        """
        for row in self._undecided.values():
            row.copy.sent.unsure = True

    def look(self, image: int) -> list[str]:
        """Read what is new in the store, and check it; return the games in which something happened."""
        self._stored()
        self._fetched()
        self._ready += self._decided()
        touched: list[str] = []
        for name, body in self._new_events():
            event = json.loads(body)
            if name not in self.tables:
                self.tables[name] = Table(name, "", alone=True)
            table = self.tables[name]
            touched.append(name)
            if table.alone:
                continue
            if event["event"] == "PhaseRun":
                self._count(table, event)
                self._judged(table, event, image)
            self._happened(table, event)
        for row in self._ready:
            self._take(row.copy.sent)
        changed = {*touched, *(row.copy.sent.game for row in self._ready)}
        self._ready.clear()
        for table in [self.tables[name] for name in sorted(changed) if name in self.tables]:
            if self.house.machine.wrong and "extend" in table.asked:  # a new process believes it: a day more may be over
                table.asked.remove("extend")
            if not table.over and table.asked:
                raise Broken(f"{table.name} {table.phase}: the GM asked for {table.asked}, and it was not done")
            if not table.over and not table.unsure() and table.all_final():
                raise Broken(f"{table.name} {table.phase}: everybody has said FINAL, and it was not run")
        return touched

    def _new_events(self) -> list[tuple[str, str]]:
        """The game and the text of each event that is new, in order."""
        rows = self.house.read("SELECT rowid, game, body FROM events WHERE rowid > ? ORDER BY rowid", self._last_event)
        self._last_event = rows[-1][0] if rows else self._last_event
        return [(game, body) for _, game, body in rows]

    def _new_letters(self) -> list[tuple[int, str, str]]:
        """The number, source and time of each letter that is new."""
        return self.house.read("SELECT id, source, received FROM letters WHERE id > ? ORDER BY id", self._last_letter)

    def idle(self, since: datetime) -> None:
        """Check that no deadline is late: the judge has nothing to do, and nothing has kept it from its work since an instant."""
        now = self.house.machine.time
        for table in self.tables.values():
            if table.due and not table.over and max(table.due + SETTLE, since) < now - SETTLE:
                raise Broken(f"{table.name} {table.phase}: due {table.due}, and it is {now}")
        self.checked["no deadline late"] += 1

    def still_there(self) -> None:
        """Check that the store has all that it had before the process, or the power, went."""
        if not self.house.read("SELECT name FROM sqlite_master WHERE name = 'letters'"):
            raise Broken("all tables are gone")
        known = {"letters": self._last_letter, "events": self._last_event}
        for what, last in known.items():
            ((there,),) = self.house.read(f"SELECT max(rowid) FROM {what}")
            if (there or 0) < last:
                raise Broken(f"{what} up to {last} were stored; now those above {there} are gone")
        self.checked["all still there"] += 1

    def saved(self) -> Saved:
        """What is known now, for the day when a backup of now is put back."""
        counted = {sent.id for sent in self.sent if sent.counted}
        published = {sent.id for sent in self.sent if sent.published}
        return Saved(self._last_letter, self._last_event, dict(self._undecided), deepcopy(self.tables), counted, published)

    def restored(self, saved: Saved) -> None:
        """A backup was put back: what came since is lost, and asked for again."""
        self._last_letter, self._last_event, self._undecided = saved.letter, saved.event, dict(saved.undecided)
        self._restores += 1
        self._ready.clear()
        for mail in self.house.relay.mails.values():  # what waited at the backup goes out again, with another Date
            mail.unsure = mail.delivered
            mail.sums.clear()
        for copy in self.by_bytes.values():
            copy.number = copy.number if copy.number <= saved.letter else 0
        for sent in self.sent:
            if sent.id not in saved.counted:
                sent.unsure = sent.lost = True
                sent.counted = False
            if sent.word and sent.id not in saved.published:
                sent.lost = True
        for zine in self.zines.values():
            zine.unsure = True
        for name, table in self.tables.items():
            if name in saved.tables:
                vars(table).update(vars(saved.tables[name]))
                table.restored = self.house.machine.time
                for seat in table.seats.values():
                    seat.final = False
            else:
                table.over, table.due = True, None

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
        for zine in self.zines.values():
            mails = self.house.relay.mails.values()
            self.checked["phases in zines"] += check_copy(zine, mails, self.tables.values(), self.house.machine.time)
        self._numbered()
        self._rationed("strangers", STRANGERS, [sent for sent in self.sent if sent.stranger])
        for sender in sorted({sent.sender for sent in self.sent if not sent.genuine}):
            forged = [sent for sent in self.sent if not sent.genuine and sent.sender == sender]
            self._rationed(f"what was forged in {sender}'s name", QUESTIONS, forged)
        self._grown()

    def _rationed(self, whom: str, most: int, some: list[Sent]) -> None:
        """Those whose addresses may be forged get so many answers an hour at most. A backup that is put back knows of none that
        went out since; and of a letter that was stored twice nobody here knows which copy was answered.
        """
        times = defaultdict[int, list[datetime]](list)
        for sent in some:
            if self.house.relay.answers[sent.id] and len(sent.came) == 1:
                ((came, restores),) = sent.came.items()
                times[restores].append(came)
        for when in map(sorted, times.values()):
            for first, last in zip(when, when[most:], strict=False):
                if last - first < HOUR:
                    raise Broken(f"{most + 1} answers to {whom} from {first} to {last}")
            self.checked["answers rationed"] += len(when)

    def measure(self) -> None:
        """Note how large the store is."""
        ((pages,),) = self.house.read("PRAGMA page_count")
        self._sizes.append(pages)

    def _grown(self) -> None:
        """The store grows with the letters, and no faster: in the second half of a long run by about as much as in the first."""
        if len(self._sizes) < LEAST_SIZES:
            return
        middle = len(self._sizes) // 2
        first, second = self._sizes[middle] - self._sizes[0], self._sizes[-1] - self._sizes[middle]
        if second > first * FASTER:
            raise Broken(f"the store grew by {first} pages in the first half, and by {second} in the second")
        self.checked["store grows evenly"] += 1

    def _stored(self) -> None:
        for number, source, received in self._new_letters():
            self._last_letter = number
            copies = self.copies[source] if source in self.copies else self._taken(number)
            copy = copies[0]
            for each in copies:
                self.is_stored(each)
            copy.sent.came[copy.came] = self._restores
            row = self._undecided[number] = Row(number, datetime.fromisoformat(received), copy)
            if row.received != copy.came:
                raise Broken(f"letter {copy.sent.id} came {copy.came}, and counts from {row.received}")

    def _taken(self, number: int) -> list[HandedOver]:
        """A letter was fetched from the mailbox: each is stored once."""
        ((raw,),) = self.house.read("SELECT raw FROM letters WHERE id = ?", number)
        copy = self.by_bytes[raw]
        if copy.number:
            raise Broken(f"{copy.sent.id} was stored twice, as {copy.number} and {number}")
        copy.number = number
        return [copy]

    def _fetched(self) -> None:
        """What the judge has moved out of the mailbox is stored, and it has given up none."""
        box = self.house.mailbox
        if not box:
            return
        for stored in box.moved[self._let_go :]:
            self.accepted(self.by_bytes[stored.raw])
        self._let_go = len(box.moved)
        for stored in box.failed:
            raise Broken(f"{self.by_bytes[stored.raw].sent.id} was put into Failed")

    def accepted(self, copy: HandedOver) -> None:
        """Our mail server has heard that a letter is accepted, and forgets it: then it must be stored."""
        if not copy.stored:
            raise Broken(f"{copy.sent.id} was accepted, and is not stored")
        self.checked["accepted is stored"] += 1

    def is_stored(self, copy: HandedOver) -> None:
        """Note that a copy need not be waited for."""
        copy.stored = True
        if copy in self.waiting:
            self.waiting.remove(copy)

    def _decided(self) -> list[Row]:
        if not self._undecided:
            return []
        states = dict(self.house.read("SELECT id, state FROM letters WHERE state IN ('received', 'shunted')"))
        done = [row for number, row in self._undecided.items() if states.get(number) != "received"]
        for row in done:
            del self._undecided[row.number]
            if row.number in states:
                raise Broken(f"{row.copy.sent.id} was put aside: {row.copy.sent.text!r}")
        return sorted(done, key=lambda row: (row.received, row.number))

    def _count(self, table: Table, event: dict[str, Any]) -> None:
        """Let letters count until a phase was run: those that came before its deadline, up to one that ends it."""
        late = datetime.fromisoformat(event["at"]) >= table.ends
        for row in list(self._ready):
            sent = row.copy.sent
            if sent.game != table.name or (late and row.received >= table.ends):
                continue
            if not self._ends(table):
                self._ready.remove(row)
                self._take(sent)
            elif sent.power and table.unsure() and "process" not in table.asked:  # perhaps not all have said FINAL
                table.seats.setdefault(sent.power, Seat()).unsure = True

    @staticmethod
    def _ends(table: Table) -> bool:
        return "process" in table.asked or table.all_final()

    def _take(self, sent: Sent) -> None:
        if zine := self.zines.get(sent.id):
            zine.began = zine.began or self.house.machine.time
        if not sent.counted and sent.game in self.tables:
            sent.counted = True
            self.tables[sent.game].take(sent)

    def _judged(self, table: Table, event: dict[str, Any], image: int) -> None:
        """A phase was run: at its time, with all letters that came before, on the orders that the last ones give."""
        at, now = datetime.fromisoformat(event["at"]), self.house.machine.time
        assert table.due
        early = at < table.due or now < table.due
        if early and not (self._ends(table) or table.all_in() or table.may_be_final()):
            raise Broken(f"{table.name} {table.phase}: due {table.due}, and run {at}; it is {now}")
        ended = early or self._ends(table) or table.may_be_final()
        for copy in [] if ended else self.waiting:  # the last FINAL waits for nobody, also after a deadline
            if copy.sent.game == table.name and copy.came < table.ends and self._is_waited_for(copy, image, now, table.ends):
                raise Broken(f"{table.name} {table.phase} was run without {copy.sent.id}, which came {copy.came}")
        given = {power: meaning_of(orders) for power, orders in event["orders"].items() if orders}
        meant = {power: seat.orders for power, seat in table.seats.items() if seat.orders}
        differ = sorted(power for power in {*given, *meant} - table.unsure() if meant.get(power) != given.get(power))
        if event["phase"] != table.phase or differ:
            wrong = {power: (meant.get(power), given.get(power)) for power in differ}
            raise Broken(f"{table.name} {table.phase}: meant and given are {wrong}")
        self._refereed(table, event)
        if table.kind == "moves":
            table.ran_at.append((table.phase, at))
        self.checked[f"orders for {table.kind}"] += len(meant)
        self.checked["phases run early" if early else "phases"] += 1

    def _refereed(self, table: Table, event: dict[str, Any]) -> None:
        """Units are where another referee has them, and centres change hands only in a count."""
        after = event["position"]
        wrong = disagrees(table.units, event["orders"], after) if table.kind == "moves" else None
        if wrong:
            raise Broken(f"{table.name} {table.phase} came out wrongly: {wrong}; orders were {event['orders']}")
        if event["counted"] and (hands := changes_hands(table.owners, after)):
            raise Broken(f"{table.name} {table.phase}: wrong owners of {hands}")
        if not event["counted"] and after["owners"] != table.owners:
            raise Broken(f"{table.name} {table.phase}: owners changed without a count")
        self.checked["phases judged anew"] += wrong is not None
        self.checked["counts"] += event["counted"]

    def _is_waited_for(self, copy: HandedOver, image: int, now: datetime, due: datetime) -> bool:
        if copy.put:
            return now - max(due, self.began) < PATIENCE
        if copy.refused and copy.sent.id.encode() not in copy.raw:  # cut in its head: nothing tells that it is the same again
            return False
        if copy.image == image:
            return copy.turn <= self._turns[image] and (copy.refused is None or now - copy.refused < COMES_BACK)
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
        if kind == "ClosesEarly":
            table.closes = datetime.fromisoformat(event["until"]) if event["until"] else None
        if kind == "DeadlinesChanged" and event.get("due"):
            self._extended(table, datetime.fromisoformat(event["due"]))
        if kind in ("Began", "PhaseRun"):
            at = datetime.fromisoformat(event["at"])
            for sent in table.press:
                sent.published = True
            table.begin(event["position"], at, event.get("due"))
            if table.due and table.due != at + EVERY:
                raise Broken(f"{table.name}: {at} and 48 hours are not {table.due}")

    def _extended(self, table: Table, due: datetime) -> None:
        for row in list(self._ready):
            if row.copy.sent.game == table.name and "extend" not in table.asked:
                self._ready.remove(row)
                self._take(row.copy.sent)
        asked = "extend" in table.asked and table.due and due == table.due + DAY
        if table.restored and table.due and not asked:  # there is a day for what must be sent again
            if due < max(table.due, table.restored + DAY):
                raise Broken(f"{table.name}: after a restore {table.due} became {due}")
            table.due, table.restored = due, None
            return
        if not table.due or "extend" not in table.asked or due != table.due + DAY:
            raise Broken(f"{table.name}: {table.due} and a day are not {due}, or nobody has asked for it")
        table.asked.remove("extend")
        table.due = due
        self.checked["deadlines put off"] += 1

    def _answered(self, sent: Sent) -> None:
        found = self.house.relay.answers[sent.id]
        if sent.lost or (sent.answers < 0 and len(found) <= -sent.answers):
            return
        if len(found) != sent.answers:
            subjects = [self.house.relay.mails[name].subject for name in found]
            raise Broken(f"{len(found)} answers, not {sent.answers}, to {sent.id} from {sent.sender}: {sent.text!r}; {subjects}")
        self.checked["letters answered"] += 1

    def _read(self, sent: Sent) -> None:
        """Press is read by each for whom it is, once, in the report of the phase that is run next, or at once; by nobody else."""
        if not sent.word:
            return
        mails = self.house.relay.words[sent.word]
        editors = {zine.editor for zine in self.zines.values() if sent.game in zine.games and not sent.secret}
        if others := {each.to for each in mails} - {sent.sender, *sent.read_by} - editors:
            raise Broken(f"{sent.id}'s {sent.word} for {sent.read_by} was read by {others}")
        self.checked["press read by nobody else"] += 1
        for reader in sent.read_by if sent.published and not sent.lost else ():
            if (found := sum(each.to == reader for each in mails)) != 1:
                raise Broken(f"{found} mails bring {sent.id}'s {sent.word} to {reader}")
            self.checked["press read"] += 1

    def _numbered(self) -> None:
        query = "SELECT game, count(*), max(seq) FROM events GROUP BY game"
        for name, count, last in self.house.read(query):
            if count != last + 1:
                raise Broken(f"{name} has {count} events, the last of which is {last}")
