"""The league itself: a clock that is set, events in their order, letters into a whole judge, and everything looked at after each.

Bytes go in and bytes come out; between them is the judge as it runs, without sockets. Chance is drawn from one seed, so that
the same seed tells the same story, and a failure names it.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple, TypeVar

from judge.cli.replay import replay_game
from judge.commands import CommandSpec
from judge.game import Game, view_game
from judge.game.model.game import GM_READER
from judge.game.model.serialization import read_game
from judge.game.players.custom_powers import game_ruleset
from judge.game.players.standbys import standby_view
from judge.game.variant_commands import variant_command_rows
from judge.rules.ruleset import Ruleset
from judge.seat import Seat
from tests.league import checks
from tests.league.came import Came, came
from tests.league.logged import LoggedErrors
from tests.league.people import Person, Written, returned
from tests.league.plan import Plan
from tests.league.sayings import Heard, rows_for
from tests.league.sharing import with_chart
from tests.letters.post_office import ANY_NUMBER, START, PostOffice
from tests.secrecy.logbook import POWERS, Logbook
from tests.secrecy.reader import Told, objections

T = TypeVar("T")
CODE_WORD = re.compile(r"\bzz[a-z]{8}\b")
IN_EXAMPLES = frozenset({"Bur", "Mar", "Mun"})
"""Places that examples of commands name, which are the same in all games."""
PAGES = frozenset({"RULES", "HELP"})
"""Commands that are answered with a page that is the same for all."""
OF_THE_PAST = frozenset({"WHY", "RESULTS", "HISTORY"})
"""Commands whose answers tell of units that were seen long ago."""
ALL_REPORTS = "\nREPORTS SO FAR\n"
"""What stands above them in the letter to whoever takes over."""
CHART = re.compile(r"^(\w+) shows you a chart of what\s+lies beyond", re.MULTILINE)
MEMBERS = re.compile(r"^ +\d+ .+ \d+ +\d+\.\d\d$", re.MULTILINE)
"""The rows of STANDINGS: who is in a series is told to everybody in it, and in which of its games nobody is."""
EXPLORERS = "new_world_1492"
MOST = 20
"""Letters at fault after which the league is given up; before that it goes on, for it may find more."""
NOT_OBEYED = re.compile(r"needs? you\b|do not know you|Which game\?|No such game|could not read|in that game no more|not in use")


class Broken(AssertionError):
    """Something that must hold did not; the text says where and when."""


class Secret(NamedTuple):
    """Words that not everybody may read: who may at once, and whether all may once a report has printed them."""

    game: str
    readers: frozenset[str]
    public: bool


@dataclass
class Figures:
    """What was done, and how long it took."""

    events: int = 0
    letters_in: int = 0
    letters_out: int = 0
    phases: int = 0
    finished: int = 0
    bounces: int = 0
    reports_checked: int = 0
    answers_checked: int = 0
    explorers_letters: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    judging: float = 0.0
    """Seconds of a processor in which the judge was at work."""
    slowest: float = 0.0
    slowest_letter: str = ""
    began: float = field(default_factory=process_time)

    def lines(self, heard: Heard) -> Iterator[str]:
        """For people."""
        yield f"letters    {self.letters_in} in, {self.letters_out} out, {self.bounces} of them came back; {self.events} events"
        yield f"phases     {self.phases} run; {self.finished} games finished"
        checked = f"{self.answers_checked} answers, {self.reports_checked} reports, {self.explorers_letters} letters to explorers"
        yield f"checked    {checked}"
        rate = self.letters_in / self.judging if self.judging else 0
        yield f"time       {process_time() - self.began:.0f} s of one processor, {self.judging:.0f} s of them the judge's"
        yield f"rate       {rate:.0f} letters/s with all that they brought"
        yield f"slowest    {self.slowest:.2f} s: {self.slowest_letter}"
        told = ", ".join(f"{word} {number}" for word, number in sorted(heard.obeyed.items(), key=lambda item: -item[1]))
        yield f"commands   {len(heard.rows) - len(heard.never())} of {len(heard.rows)} obeyed: {told}"


class League:
    """All that goes on. `life` makes what people do of it."""

    def __init__(self, folder: Path, plan: Plan, store: str = "") -> None:
        self.plan, self.lots, seeds = plan, Random(plan.seed), count(1)
        self.office = PostOffice(folder, careful=True, store=store, seed=lambda: f"league {plan.seed} {next(seeds)}", **ANY_NUMBER)
        self.office.hands.keep = lambda parcel: self.office.hands.sent.append(came(parcel))  # type: ignore[method-assign, arg-type]
        self.people: dict[str, Person] = {}
        self.figures, self.numbers = Figures(), count(1)
        self.heard = Heard(rows_for(*(self.office.parts.rules(each) for each in sorted({f.variant for f in plan.fixtures}))))
        self.secrets: dict[str, Secret] = {}
        self.logbooks: dict[str, Logbook] = {}
        self.set_by_hand = set[str]()
        """The games whose GM corrected the board by hand, or brought them from elsewhere."""
        self._met: dict[tuple[str, str], set[Told]] = {}
        """(game, explorer) → the units that he has seen so far."""
        self.asked: dict[str, str] = {}
        """Message-ID of a question whether a letter is meant → that letter's text."""
        self.react: Callable[[Person, Came], None] = lambda person, message: None
        self.tell: Callable[[str], None] = lambda line: None
        """Told every month how far the league is."""
        self._agenda: list[tuple[datetime, int, str, Callable[[], object]]] = []
        self._rules: dict[tuple[str, object], Ruleset] = {}
        self.found: list[str] = []
        """What was wrong with letters."""
        self._faults: list[str] = []
        self._kept: dict[tuple[str, ...], object] = {}

    @property
    def now(self) -> datetime:
        """The time of the league."""
        return self.office.hands.time

    def at(self, when: datetime, what: str, do: Callable[[], object]) -> None:
        """Something is to happen; not in the past."""
        heapq.heappush(self._agenda, (max(when, self.now + timedelta(seconds=30)), next(self.numbers), what, do))

    def later(self, hours: float, what: str, do: Callable[[], object]) -> None:
        """Something is to happen some time from now."""
        self.at(self.now + timedelta(hours=hours), what, do)

    def run(self) -> Figures:
        """Everything, from beginning to end; then every game is judged again. `found` has the letters at fault.

        Raises:
            Broken: something else is not as it must be, or too many letters are not.
        """
        end, told = START + timedelta(days=self.plan.days), START
        with LoggedErrors(self._faults):
            while self._agenda and self._agenda[0][0] <= end:
                when, _, what, do = heapq.heappop(self._agenda)
                self._event(what, lambda when=when, do=do: self._happens(when, do))  # type: ignore[misc]
                if self.now > told + timedelta(days=30):
                    told = self.now
                    self.tell(f"{told:%-d %B %Y}: {self.figures.letters_in} letters in, {self.figures.letters_out} out")
            self._event("the end", lambda: self._pass_to(end))
        self._replay()
        return self.figures

    def post(self, letter: Written) -> list[Came]:
        """Send a letter; what came because of it is looked at and delivered."""
        before = process_time()
        sent = self.office.raw(letter.raw, letter.sender, letter.to)
        self._kept.clear()
        took = process_time() - before
        self.figures.letters_in += 1
        self.figures.judging += took
        if took > self.figures.slowest:
            said = letter.text.replace("\n", " / ")[:100]
            self.figures.slowest, self.figures.slowest_letter = took, f"{said}, {len(sent)} letters out"
        answers = [message for message in sent if message["In-Reply-To"] == letter.id]
        reader = letter.answered_to or letter.person.address
        if [message["To"] for message in answers] != [reader] * letter.answers:
            told = "\n".join(f"To: {each['To']}\nSubject: {each['Subject']}\n{each.words}" for each in answers)
            wrong = f"{len(answers)} answers, not {letter.answers}, to a letter from {letter.sender} to {letter.to}"
            self._broken(f"{wrong}\n{told}", letter)
        self._keep(letter, answers)
        self._deliver(sent, letter)
        return answers

    def bounce(self, message: Came) -> None:
        """A letter of the judge's comes back. Nobody is answered; a GM may hear of it."""
        self.figures.bounces += 1
        sent = self.office.raw(returned(message, next(self.numbers)), "", message.envelope)
        self._kept.clear()
        self._deliver(sent, None)

    def moved(self, person: Person) -> None:
        """Somebody's letters go to the new address; what the old one might read, the new one may."""
        old, new = person.address, person.moving
        person.move()
        for word, secret in self.secrets.items():
            if old in secret.readers:
                self.secrets[word] = secret._replace(readers=secret.readers - {old} | {new})

    def view(self, name: str) -> tuple[Game, Ruleset] | None:
        """A game as it is kept, and its rules."""
        return self._once(("view", name), lambda: self._view(name))

    def _once(self, key: tuple[str, ...], make: Callable[[], T]) -> T:
        """Something that stays as it is until the judge does more."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]  # type: ignore[return-value]

    def _view(self, name: str) -> tuple[Game, Ruleset] | None:
        with self.office.parts.store.look() as work:
            stored = work.games.get(name)
        if stored is None:
            return None
        game = read_game(stored.head)
        key = (name, (game.stage == "finished", *(seat.brings for seat in game.seats)))
        if key not in self._rules:
            self._rules[key] = game_ruleset(game, self.office.parts.rules(game.variant))
        return game, self._rules[key]

    def holders(self, name: str) -> dict[Seat, str]:
        """Seat of a game → the address of who sits in it."""

        def read() -> dict[Seat, str]:
            with self.office.parts.store.look() as work:
                return {row.seat: row.address for row in work.seats.of_game(name)}

        return self._once(("holders", name), read)

    def seat(self, name: str, person: Person) -> Seat | None:
        """Somebody's seat in a game; None for none."""
        return next((seat for seat, address in self.holders(name).items() if address == person.address), None)

    def own_rows(self, rules: Ruleset) -> tuple[CommandSpec, ...]:
        """The commands that only some games have, of these."""
        return variant_command_rows(rules)

    def seen(self, name: str, seat: Seat | None) -> checks.Now:
        """A game as the holder of a seat sees it."""
        return self._once(("seen", name, str(seat)), lambda: self._seen(name, seat))

    def _seen(self, name: str, seat: Seat | None) -> checks.Now:
        found = self.view(name)
        assert found is not None, name
        game, rules = found
        shown = standby_view(game, seat) if seat and seat.is_standby else game
        return checks.Now(view_game(shown, rules, GM_READER if seat and seat.is_gm else shown.power_of(seat)), rules)

    def _event(self, what: str, do: Callable[[], object]) -> None:
        self.figures.events += 1
        try:
            do()
            due = self.office.parts.store.agenda().deadline
            if due is not None and due <= self.now:
                self._broken(f"a deadline in the past: {due}")
            if self._faults:
                self._broken(self._faults[0])
        except Exception as error:
            raise Broken(f"{self._where()}: {what}\n{error}") from error

    def _happens(self, when: datetime, do: Callable[[], object]) -> None:
        self._pass_to(when)
        do()

    def _pass_to(self, when: datetime) -> None:
        """Time passes; whatever is due on the way happens when it is due."""
        while (due := self.office.parts.store.agenda().deadline) is not None and due <= when:
            self.office.hands.time = max(due, self.now)
            before = process_time()
            sent = self.office.work()
            self._kept.clear()
            self.figures.judging += process_time() - before
            self._deliver(sent, None)
        self.office.hands.time = max(when, self.now)

    def _keep(self, letter: Written, answers: Sequence[Came]) -> None:
        """Which commands were said, and whether they were obeyed."""
        question = next((m for m in answers if m.asks), None)
        if question:
            self.asked[question["Message-ID"]] = letter.text
            return
        obeyed = bool(answers) and not any(NOT_OBEYED.search(message.headline) for message in answers)
        self.heard.keep(letter.text, obeyed)

    def _deliver(self, sent: Sequence[Came], letter: Written | None) -> None:
        games = {game for message in sent if (game := game_of(message))}
        self._look_round(games, sent)
        for message in sent:
            self.figures.letters_out += 1
            for fault in self._faults_of(message, letter):
                self._note(f"{fault}\n\nTo: {message['To']}\nSubject: {message['Subject']}\n\n{message.words}", letter)
        for message in sent:
            person = self.people.get(message["To"].lower())
            if person and person.full and self.now < person.full and message.envelope:
                self.later(0.2, "a letter comes back", partial(self.bounce, message))
            elif person:
                person.take(game_of(message), message)
                self.react(person, message)

    def _look_round(self, games: set[str], sent: Sequence[Came]) -> None:
        """What has become public, and what explorers see by now."""
        printed = {game_of(message) for message in sent if checks.is_results(message)}
        for word, secret in self.secrets.items():
            if secret.game in printed and secret.public:
                self.secrets[word] = secret._replace(readers=frozenset({"*"}))
        for game in games:
            found = self.view(game)
            if found and found[0].variant == EXPLORERS and found[0].position:
                self.logbooks.setdefault(game, Logbook(found[0].position)).enter(found[0].position)

    def _faults_of(self, message: Came, letter: Written | None) -> Iterator[str]:
        text, to, (game, seat) = message.words, message["To"], checks.seat_of(message)
        mine = letter if letter and message["In-Reply-To"] == letter.id else None
        yield from checks.form(message)
        own = self.people[to.lower()].mailboxes if to.lower() in self.people else ""
        yield from checks.addresses(message, f"{mine.text} {mine.sender} {own}" if mine else own)
        for word in CODE_WORD.findall(text):
            secret = self.secrets[word]  # press has a reply address of its own, which tells no seat
            runs = seat.is_gm if seat else to in [at for key, at in self.holders(secret.game).items() if key.is_gm]
            if not {to, "*"} & secret.readers and not ("gm" in secret.readers and runs):
                yield f"{word}, which is not for {to}"
        if not game:
            return
        now = self.seen(game, seat)
        if mine:
            self.figures.answers_checked += 1
            yield from checks.says_what_stands(message, now)
        yield from self._explorers(message, now, mine.text if mine else "")
        position = now.seen.position if checks.is_results(message) and checks.tells_of_the_last(message, now) else None
        by_hand = "corrected by hand. POSITION" in " ".join(text.split())  # the report is from before that, and says so
        if by_hand and game not in self.set_by_hand:
            yield "a report of a board corrected by hand, where no GM did"
        if position and not by_hand and not now.rules.rules.hides_information(now.rules):
            self.figures.reports_checked += 1
            yield from checks.counts(message, position, now.rules)
        yield from self._names(text, game, seat, to)

    def _names(self, text: str, game: str, seat: Seat | None, to: str) -> Iterator[str]:
        """In an anonymous game nobody learns a name before its end, but the GM's."""
        found = self.view(game)
        if not found or not found[0].settings.anonymous or found[0].stage == "finished" or (seat and seat.is_gm):
            return
        text = MEMBERS.sub("", text)
        for other, address in self.holders(game).items():
            if address != to and other.is_player and address in self.people and self.people[address].name in text:
                yield f"the name {self.people[address].name}"

    def _explorers(self, message: Came, now: checks.Now, own: str) -> Iterator[str]:
        """1492: nothing that its reader has not seen."""
        book = self.logbooks.get(now.seen.game)
        if own.partition(" ")[0] in PAGES:
            return
        if book and now.seen.reader in POWERS and now.seen.stage == "running":
            self.figures.explorers_letters += 1
            may, met = book.may(now.seen.reader), self._met.setdefault((now.seen.game, now.seen.reader), set())
            met |= may.units
            past = ALL_REPORTS in message.words or own.partition(" ")[0].strip() in OF_THE_PAST
            may = may._replace(units=frozenset(met)) if past else may
            may = with_chart(may, book.may(shown[1])) if (shown := CHART.search(message.words)) else may
            found = objections(message["Subject"], message.words, own, may)
            yield from (each for each in found if each.split()[0] not in IN_EXAMPLES)

    def _where(self) -> str:
        return f"seed {self.plan.seed}, event {self.figures.events} at {self.now}"

    def _note(self, what: str, letter: Written | None) -> None:
        """A letter at fault: the league goes on, to see what else there is."""
        self.found.append(f"{self._where()}: " + _because(what, letter))
        self.tell(self.found[-1])
        if len(self.found) >= MOST:
            raise Broken(f"{MOST} letters at fault")

    def _broken(self, what: str, letter: Written | None = None) -> None:
        raise Broken("\n".join([*self._faults, _because(what, letter)]))

    def _replay(self) -> None:
        with self.office.parts.store.look() as work:
            names = [card.name for card in work.games.listings()]
        for name in names:
            found = self.view(name)
            lines, same = replay_game(self.office.parts, name)
            self.figures.phases += len(lines) - 1
            self.figures.finished += bool(found and found[0].stage == "finished")
            if not same:
                self._broken(f"seed {self.plan.seed}, {name} does not replay:\n" + "\n".join(lines))


def _because(what: str, letter: Written | None) -> str:
    return "\n".join([what, *(["", "because of:", letter.text] if letter else [])])


def game_of(message: Came) -> str:
    """The game that a letter is about; '' for none."""
    return message["List-Id"].strip("<>").partition(".")[0]
