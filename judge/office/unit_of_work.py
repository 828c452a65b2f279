"""The games that one transaction touches: opened once, changed in memory, written back at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from judge.board import normalize_name
from judge.commands.press import Headline, Press
from judge.game import CommandResult, Game, GameView, Notification, apply_event, view_game
from judge.game.decide import run_due
from judge.game.decision import OF_TURNS, Group
from judge.game.model.apply import apply_created
from judge.game.model.events import Created, Event, PhaseRun, PressSent
from judge.game.model.game import GM_READER
from judge.game.model.read_back import Snapshot, event_to_store, game_to_store, turn_to_store
from judge.game.model.serialization import read_event, read_game
from judge.game.phases.scheduled import next_wake_time
from judge.game.players.custom_powers import game_ruleset
from judge.game.players.house import HouseOrders
from judge.game.players.standbys import standby_view
from judge.letters import Notice
from judge.maps.build_scenes import own_orders_scene, position_scene
from judge.maps.scene import write_scene
from judge.office.environment import Environment
from judge.office.house_orders import house_orders
from judge.office.put_off_answers import PATIENCE, completed, waits_for_house
from judge.office.redaction import redact_facts, redact_text
from judge.office.seat_registry import SeatRegistry
from judge.office.unreadable_games import UnreadableGame, tell_operator
from judge.reports import game_facts
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat
from judge.store import Person, SeatRecord, StoredPhase
from judge.store.transaction import Transaction

_VERSIONS_SINCE = datetime(2020, 1, 1, tzinfo=UTC)
"""Versions of dates in calendars are counted in seconds from here."""


class GameCache:
    """Games as they stood after the last committed transaction, so that most letters need not read theirs again."""

    MOST = 500

    def __init__(self) -> None:
        self._games: dict[str, Snapshot] = {}
        self.crowds: dict[str, tuple[int, int]] = {}
        """game → how many letters of an hour were about it when they were counted last, and the letter then in hand."""

    def get(self, name: str, seq: int) -> Game | None:
        """The game if this is how it stands."""
        kept = self._games.get(name)
        return kept.game if kept and kept.game.seq == seq else None

    def last(self, name: str) -> Snapshot | None:
        """Return the game as it was last seen; it may have changed since."""
        return self._games.get(name)

    def keep(self, game: Snapshot) -> None:
        """Remember a game that was committed, in the place of the one that was not changed for longest if there are too many."""
        self._games.pop(game.game.name, None)
        if len(self._games) >= self.MOST:
            self._games.pop(next(iter(self._games)))
        self._games[game.game.name] = game


class _Ruled(NamedTuple):
    """A game's rules, and on what they depend."""

    game: Game
    depends: tuple[Any, ...]
    """Its stage, the Powers that its seats bring, and its house rules."""
    ruleset: Ruleset


class UnitOfWork:
    """Games inside one transaction, which may deal with several letters. `cause` names what it is about; every notice's key
    begins with it.
    """

    def __init__(self, house: Environment, work: Transaction, kept: GameCache, now: datetime, cause: str = "") -> None:
        self.house, self.work, self.now = house, work, now
        self._kept, self._cause = kept, cause
        self.crowds = kept.crowds
        self._open: dict[str, Game] = {}
        self._stored: dict[str, int] = {}
        self._events: dict[str, list[Event]] = {}
        self._bodies: dict[str, list[Any]] = {}
        """game → its events as they are stored, which were read back."""
        self._written: dict[str, Snapshot] = {}
        """The games that were written back, or read, as they are stored."""
        self._past: dict[str, list[Event]] = {}
        """game → its stored past, once it has been asked for: a correction asks more than once."""
        self._queued: list[Notice] = []
        self._notices: list[Notice] = []
        self._put_off: list[Notice] = []
        """Answers that wait until house players have moved."""
        self._answers = 0
        self._dates: dict[str, dict[str, Any]] = {}
        """game → the date of its new deadline, for the answer to the GM who has set it."""
        self._redated: Counter[str] = Counter()
        """game → how often its deadline has changed in this transaction."""
        self.run: list[str] = []
        """The phases that were run, each with its game in front."""
        self._cannot: dict[str, UnreadableGame] = {}
        self._ruled: dict[str, _Ruled] = {}
        """game → what its rules were when they were asked for last."""
        self._quiet: dict[str, tuple[Game, datetime]] = {}
        """game → its state, and an instant until which nothing is due in that."""

    def turn_to(self, cause: str) -> None:
        """Begin with another letter. Games that only received orders are written at the end, once; others are written now, because
        the next letter may ask the store about them.
        """
        if any(type(event).__name__ not in QUIET for events in self._events.values() for event in events):
            self._write()
            self._ruled.clear()
        self._queued += self._notices
        self._cause, self._notices, self._answers, self.run, self._dates = cause, [], 0, [], {}

    def open(self, name: str) -> Game | None:
        """The game of this name in this transaction, or None. Raises UnreadableGame."""
        name = game_key(name)
        if name in self._open:
            return self._open[name]
        if name in self._cannot:
            raise self._cannot[name]
        stored = self.work.games.get(name)
        if stored is None:
            return None
        try:
            kept = self._kept.get(name, stored.seq)
            game = kept or read_game(stored.head)
            self.rules(game)
        except Exception as error:  # unreadable data of any kind
            raise self._shut(name, stored.seq, error) from error
        self._open[name], self._stored[name], self._events[name] = game, game.seq, []
        if kept is None:
            self._written[name] = Snapshot(game, stored.head)
        return game

    def opened(self, name: str) -> Game | None:
        """Return the game of this name, for questions that can do without it; None if it cannot be opened."""
        try:
            return self.open(name)
        except UnreadableGame:
            return None

    def stage(self, name: str) -> str:
        """Return a game's stage, even if the game cannot be opened; '' if there is no such game."""
        name = game_key(name)
        stored = None if name in self._open else self.work.games.get(name)
        if name in self._open:
            return self._open[name].stage
        return stored.stage if stored else ""

    def rules(self, game: Game) -> Ruleset:
        """Return the rules that a game is played by now: Powers may still come while it forms, and a hidden game is open once it is
        over.
        """
        known = self._ruled.get(game.name)
        if known and known.game is game:
            return known.ruleset
        depends = (game.stage, tuple(seat.brings for seat in game.seats), tuple(sorted(game.settings.house_rules.items())))
        same = known is not None and known.depends == depends
        found = known.ruleset if known and same else game_ruleset(game, self.house.rules(game.variant))
        self._ruled[game.name] = _Ruled(game, depends, found)
        return found

    def past(self, game: Game) -> list[Event]:
        """Return all events of a game, those of this transaction included. Raises UnreadableGame."""
        if game.name not in self._past:
            try:
                self._past[game.name] = [read_event(row.body) for row in self.work.games.events(game.name)]
            except Exception as error:
                raise self._shut(game.name, game.seq, error) from error
        return self._past[game.name] + self._events[game.name]

    def judged(self, game: Game) -> list[StoredPhase]:
        """Return the phases of a game that were adjudicated and not rolled back."""
        return self.work.games.valid_phases(game.name, game.struck)

    def secret(self, game: Game) -> bytes:
        """The seed of a game that may draw on it: at its start, and later if it has dice, house players or units that wander."""
        draws = game.seal or game.stage == "forming" or game.habit or any(seat.house for seat in game.seats)
        return (self.work.games.seed(game.name) or "").encode() if draws else b""

    def seen(self, game: Game, seat: Seat) -> GameView:
        """The game as it stands, for a seat."""
        game = standby_view(game, seat) if seat.is_standby else game
        return view_game(game, self.rules(game), GM_READER if seat.is_gm else game.power_of(seat))

    def scene(self, game: Game, seat: Seat, orders: bool = False) -> dict[str, Any] | None:
        """What a seat's map of the game shows, with its own orders if asked for; None where there is no map.

        Before the start it is the board with which the game would begin.
        """
        seen, marks = self.seen(game, seat), self.house.marks(game.variant)
        if marks is None or not (seen.position or seen.opening):
            return None
        make = own_orders_scene if orders and seen.position else position_scene
        return write_scene(make(seen, self.rules(game), marks))

    def catch_up(self, game: Game, at: datetime, house: HouseOrders | None = None) -> Game:
        """Return the game after everything that was due at `at` or before.

        `house` is what house players order, if that was worked out beforehand. If it was not, they are waited for, but not beyond a
        deadline: then it is worked out here.
        """

        calm, until = self._quiet.get(game.name, (None, at))
        if calm is game and at <= until and house is None:
            return game

        def thinks(of: Game) -> HouseOrders | None:
            if house is not None and house.turn == of.turn:
                return house
            return house_orders(of, self.rules(of), self.secret(of)) if of.due and of.due <= at else None

        while decision := run_due(game, at, self.now, self.rules(game), self.secret(game), thinks):
            game = self.carry_out(game, decision)
        self._quiet[game.name] = game, at
        if house is not None and game.settings.practice:
            self._complete_answers(game)
        return game

    def add(self, decision: CommandResult, gm: Person | None, nonce: str, seed: str) -> Game:
        """Store a new game as CREATE decided, with its GM, if it has one, and its secret."""
        event = decision.events[0]
        if not isinstance(event, Created):
            raise TypeError(f"not a new game: {event}")
        game = apply_created(event)
        self.work.games.add(game.name, game_to_store(game).body, seq=game.seq, card=self._card(game))
        self.work.games.append_events(game.name, 0, self.now, [event_to_store(event)])
        self.work.games.set_seed(game.name, seed)
        if gm:
            self.work.seats.assign(game.name, GM, gm.id, nonce)
        self._open[game.name], self._stored[game.name], self._events[game.name] = game, game.seq, []
        return game

    def carry_out(
        self, game: Game, decision: CommandResult, person: Person | None = None, press: Press | Headline | None = None,
        by: Seat | None = None,
    ) -> Game:  # fmt: skip
        """Do what was decided: events, seats, press, the judged phase, and letters to others. Returns the game after it.

        `by`: the asker's seat, who has news in the answer and in no second letter. Raises NotReadBack, and does nothing, if what is
        to be stored could not be read back.
        """
        was, judged = game.due, [turn_to_store(turn) for turn in decision.turns]
        bodies = [event_to_store(event) for event in decision.events]
        turns = list[int]()
        for event in decision.events:
            self._keep_people(game, event, person, press)
            if isinstance(event, PhaseRun):
                turns.append(game.seq)
                self.run.append(f"{game.name}/{event.phase}")
            game = apply_event(game, event)
            self._events[game.name].append(event)
        self._open[game.name] = game
        self._bodies[game.name] = [*self._bodies.get(game.name, ()), *bodies]
        newest = self.work.letters.last_number() if judged else 0
        for seq, turn, body in zip(turns, decision.turns, judged, strict=True):
            self.work.games.add_position(game.name, seq, turn.outcome.before.phase.name, body, newest)
        dated = self._dated(was, game)
        self._dates[game.name] = dated if by and by.is_gm else {}
        for tell in decision.notices:
            facts = {**tell.facts, "turn": turns[-1], "turns": turns} if tell.kind in TURNED and turns else tell.facts
            acting = {"acting": str(by)} if by and by.is_gm and by != GM and tell.kind not in OF_TURNS else {}
            date = dated if tell.kind in DATED or "report" in tell.facts or (tell.kind == "news" and tell.to is Group.ALL) else {}
            self._tell(game, tell._replace(facts={**facts, **acting, **date}), by if tell.kind == "news" else None)
        return game

    def tell(self, game: Game, tell: Notification) -> None:
        """Queue a letter to one seat, or to everyone in the game, that does not come from a decision."""
        self._tell(game, tell, None)

    def answer(self, to: str, facts: dict[str, Any], row: SeatRecord | None, answers: str, once: str = "") -> None:
        """Queue the answer to a letter; a letter about several games has one for each, all of them before what else goes out.
        With the key `once` it is sent only once, even as an answer to several letters.
        """
        game, seat = (row.game, row.seat) if row else ("", None)
        told = redact_facts({**facts, **self._dates.pop(game, {})}, self.house.address)
        if game and waits_for_house(self.opened(game), told):
            self._put_off.append(Notice(once or f"{self._cause}/answer/{game}", to, "answer", told, game, seat, answers))
            return
        key = once or f"{self._cause}/answer" + (f"/{game}" if self._answers else "")
        self._notices.insert(self._answers, Notice(key, to, "answer", told, game, seat, answers))
        self._answers += 1

    def ask(self, to: str, facts: dict[str, Any], game: str, answers: str, once: str = "") -> None:
        """Queue the question whether a held letter is to count; a reply to it carries that letter's code. `once`: see `answer`."""
        told = redact_facts(facts, self.house.address)
        self.send(Notice(once or f"{self._cause}/confirm", to, "confirm", told, game, answers=answers))

    def note(self, key: str, to: str, kind: str, facts: Mapping[str, Any]) -> None:
        """Queue a letter that is about no one game; `key` as of any notice, '' for one that is queued once anyway."""
        told = redact_facts(facts, self.house.address)
        self.send(Notice(key or f"{self._cause}/{len(self._notices)}/{kind}", to, kind, told))

    @property
    def notices(self) -> Sequence[Notice]:
        """What is queued when it closes, in order."""
        return *self._queued, *self._notices

    def close(self) -> None:
        """Write every changed game back and queue the notices."""
        self._write()
        self.work.outbox.queue(*self.notices)
        for notice in self._put_off:
            self.work.outbox.delay(replace(notice, facts={**notice.facts, "went_on": []}), self.now + PATIENCE)

    def keep(self) -> None:
        """Remember the games after the transaction was committed."""
        for name, game in self._open.items():
            if self._kept.get(name, game.seq) is not game:
                self._kept.keep(self._written.get(name) or Snapshot(game, {}))

    def _complete_answers(self, game: Game) -> None:
        """Put into a practice game's answers that wait for house players what has been run meanwhile and is open now; send those
        for which something is due again, or the game is over.
        """
        ran = [each.partition("/")[2] for each in self.run]
        for key, seat, facts in self.work.outbox.answers_put_off(game.name, self.now):
            if "went_on" in facts:
                now = redact_facts({"now": game_facts(self.seen(game, seat), self.rules(game))}, self.house.address)
                told = completed(facts, ran, now, bool(game.lesson))
                self.work.outbox.rewrite(key, told, self.now + PATIENCE if waits_for_house(game, told) else None)

    def _write(self) -> None:
        for name, events in self._events.items():
            if events:
                game = self._open[name]
                for event in {type(event): event for event in events if type(event) in self.house.listeners}.values():
                    self.house.listeners[type(event)](self, game, event)
                self._stored[name] = self.work.games.append_events(name, self._stored[name], self.now, self._bodies.pop(name))
                # A card says what LIST shows, which orders do not change.
                plain = game.stage == "running" and all(type(e).__name__ in QUIET for e in events)
                snapshot = self._written[name] = game_to_store(game, self._written.get(name) or self._kept.last(name))
                self.work.games.save(
                    name, snapshot.body, game.seq, next_wake_time(game), card=None if plain else self._card(game)
                )
                events.clear()
                self._past.pop(name, None)

    def _keep_people(self, game: Game, event: Event, person: Person | None, press: Press | Headline | None) -> None:
        letter = SeatRegistry(self.work, self.house.nonce()).take(game, event, person, self.rules(game))
        if letter:
            self.send(letter)
        if isinstance(event, PressSent) and press:
            kind = {"headline": True} if isinstance(press, Headline) else {"signed": press.signed}
            self.work.games.add_press(
                game.name, game.seq, event.seat, {"text": redact_text(press.text, self.house.address), **kind}
            )

    def _tell(self, game: Game, tell: Notification, but: Seat | None) -> None:
        rows = [row for row in self.work.seats.of_game(game.name) if _is_for(tell, row.seat) and row.seat != but]
        for row in rows:
            facts = redact_facts(tell.facts, self.house.address)
            if tell.kind in OF_TURNS:
                facts["next"] = game.position.phase.name if game.position else ""
            else:
                facts["now"] = game_facts(self.seen(game, row.seat), self.rules(game))
            if tell.kind in ("start", "lesson"):
                facts["scene"] = self.scene(game, row.seat)
            once = f"{tell.kind}/{game.name}/{tell.once}" if tell.once else f"{self._cause}/{len(self._notices)}/{tell.kind}"
            self.send(Notice(f"{once}/{row.seat}", row.address, tell.kind, facts, game.name, row.seat))

    def _dated(self, was: datetime | None, game: Game) -> dict[str, Any]:
        """Return the fact from which a calendar file is made, if the deadline has changed; a pause and an end cancel it."""
        due = game.due
        if due == was or game.position is None:
            return {}
        uid = f"{game.name}@{self.house.address.rpartition('@')[2]}"
        at, phase = due or was, game.position.phase.name
        version = (self.now - _VERSIONS_SINCE) // timedelta(seconds=1) + self._redated[game.name]  # not `game.seq`: it is secret
        self._redated[game.name] += 1
        date = {"uid": uid, "version": version, "at": at and at.isoformat(), "said": self.now.isoformat(), "phase": phase}
        return {"calendar": {**date, "cancelled": due is None, "zone": game.zone}}

    def _shut(self, name: str, at: int, error: Exception) -> UnreadableGame:
        """Note that a game cannot be opened, and tell the operator unless the transaction is undone."""
        found = self._cannot[name] = UnreadableGame(name, at, error)
        tell_operator(self.work, self.house, found)
        return found

    def send(self, notice: Notice) -> None:
        """Queue a letter, if there is an address."""
        if notice.to:
            self._notices.append(notice)

    def _card(self, game: Game) -> dict[str, Any]:
        rules = self.rules(game)
        phase = game.position.phase.name if game.position else ""
        return {
            "title": rules.title, "stage": game.stage, "seats": rules.seats, "taken": len(game.taken()), "phase": phase,
            "listed": game.settings.listed, "observers": game.settings.observers, "entry": game.settings.admits,
            "vacant": [seat.power for seat in game.seats if seat.vacant and seat.power] if game.stage == "running" else [],
            "comment": " ".join(game.settings.comment.split())[:200], "ending": game.ending, "winners": list(game.winners),
        }  # fmt: skip


def _is_for(tell: Notification, seat: Seat) -> bool:
    """Whether a letter is for the holder of a seat."""
    group = Group.STANDBYS if seat.is_standby else None if seat.is_invited else Group.ALL
    without_power = Group.WITHOUT_POWER if group is Group.ALL and not seat.is_player else group
    return tell.to in (seat, GM if seat.is_gm else seat, group, without_power) and seat != tell.but


TURNED = OF_TURNS | {"lesson"}
"""Kinds of letters that tell of a judged phase; of these a lesson also tells how the game stands."""
DATED = OF_TURNS - {"private"} | {"start", "ended"}
"""Kinds of letters that tell of a new deadline, besides news to everybody. A private letter comes with a report."""
QUIET = frozenset({"OrdersTaken", "FinalSaid", "PressSent", "QuestionsOpen", "OrdersKept", "ClosesEarly"})
"""Events that change nothing on a game's card, nor anything else that the store is asked about but the game itself."""


def game_key(name: str) -> str:
    """Return a game's name as stored and printed, from any case and spacing."""
    return "".join(normalize_name(name).split())[:40]
