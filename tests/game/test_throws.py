"""Throws and a game's own commands as values: what is decided, what is remembered, what never changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from judge.assets import find_assets
from judge.commands import VariantCommand
from judge.commands.dice import StateThrow
from judge.commands.gm import CreateGame, DeclareDraw, ProcessPhase, StartGame
from judge.commands.joining import Join
from judge.commands.orders import OrderLines
from judge.game import CommandResult, Game, adjudicate_phase, apply_event, decide, replay_events
from judge.game.decision import Group
from judge.game.dice.record import ThrowRecord, format_record, make_record, parse_record, verify_against_events, verify_record
from judge.game.model.events import Commanded, Event, PhaseRun, ThrowStated
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, read_game, write_event, write_game, write_turn
from judge.rules.dice import draw_throw, hash_seed
from judge.rules.ruleset import Ruleset
from judge.seat import Seat
from judge.variants import load_ruleset
from tests.seats import at

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
FOLDERS = Path(__file__).parents[1] / "games" / "folders"
SECRET = b"secret"


@cache
def garden() -> Ruleset:
    found = find_assets()
    return load_ruleset("garden", [found.games, FOLDERS], found.grammars())


class Patch:
    """A garden being played, its events and judged phases kept as the store would keep them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turns: dict[int, object] = {}
        self.now: Game | None = None
        self.do(CreateGame("", "patch"), "")
        for power in garden().powers:
            self.do(Join("", "patch", power.name), "")
        self.do(StartGame(""), "gm")

    @property
    def game(self) -> Game:
        assert self.now
        return self.now

    def do(self, command: object, by: str | Seat) -> CommandResult:
        decision = decide(self.now, command, at(by), NOW, garden(), SECRET)
        for event in decision.events:
            if decision.turn and isinstance(event, PhaseRun):
                self.turns[self.game.seq] = write_turn(decision.turn)
            self.events.append(event)
            self.now = apply_event(self.game, event) if self.now else replay_events([event])
        return decision

    def austria(self, command: object) -> CommandResult:
        seat = self.game.seat_of("Austria")
        assert seat
        return self.do(command, seat.key)

    def dig(self, *places: str) -> dict[str, int]:
        """Austria digs and the phase is run; what was thrown."""
        self.austria(OrderLines("", tuple(f"A({place}) digs" for place in places)))
        self.do(ProcessPhase(""), "gm")
        event = next(event for event in reversed(self.events) if isinstance(event, PhaseRun))
        return dict(event.throws)


@pytest.fixture
def patch() -> Patch:
    """A game that has begun."""
    return Patch()


def refused(decision: CommandResult) -> str:
    """Why a command was refused."""
    assert not decision.events
    return str(decision.replies[0].facts["why"])


def test_a_subject_is_thrown_for_once(patch: Patch) -> None:
    """The phase, what else is thrown for, and who digs again do not matter."""
    assert patch.dig("Vie") == {"Vie": draw_throw(SECRET, "Vie")}
    assert patch.dig("Vie", "Swi") == {"Swi": draw_throw(SECRET, "Swi")}
    other = Patch()
    assert other.dig("Bud", "Swi")["Swi"] == draw_throw(SECRET, "Swi")
    assert patch.game.throws == {"Vie": draw_throw(SECRET, "Vie"), "Swi": draw_throw(SECRET, "Swi")}


def test_a_position_that_forgets_a_throw_gets_the_same_again(patch: Patch) -> None:
    """If a phase is taken back, what it threw is not thrown anew: not even a throw that the GM stated."""
    patch.do(StateThrow("", "Swi", "6", "at the club"), "gm")
    before = patch.game.position
    first = patch.dig("Swi", "Vie")
    patch.now = replace(patch.game, position=before)
    assert patch.dig("Swi", "Vie") == first == {"Swi": 6, "Vie": draw_throw(SECRET, "Vie")}


def test_a_stated_throw_is_told_at_once_and_holds(patch: Patch) -> None:
    """By any name of the subject; the letter to all says what, and why."""
    other = draw_throw(SECRET, "Swi") % 6 + 1
    decision = patch.do(StateThrow("", "swiss", str(other), "at the club"), "gm")
    assert decision.events == (ThrowStated("Swi", other, "at the club"),)
    (tell,) = decision.notices
    assert (tell.to, tell.facts) == (Group.ALL, {"what": "die", "subject": "Swi", "throw": other, "reason": "at the club"})
    assert patch.dig("Swi") == {"Swi": other}
    assert patch.game.stated == {"Swi": "at the club"}


def test_throws_that_cannot_be_stated(patch: Patch) -> None:
    """No die, no such subject, known already, not the GM's, not yet, or no dice in this game."""
    patch.dig("Vie")
    patch.do(StateThrow("", "Swi", "6", "at the club"), "gm")
    assert refused(patch.do(StateThrow("", "Bud", "7", "x"), "gm")) == "no-such-throw"
    assert refused(patch.do(StateThrow("", "Bud", "0", "x"), "gm")) == "no-such-throw"
    assert refused(patch.do(StateThrow("", "ION", "2", "x"), "gm")) == "no-such-subject"
    assert refused(patch.do(StateThrow("", "Swi#2", "2", "x"), "gm")) == "no-such-subject"
    assert refused(patch.do(StateThrow("", "Vie", "2", "x"), "gm")) == "thrown-already"
    assert refused(patch.do(StateThrow("", "Swi", "6", "x"), "gm")) == "thrown-already"
    assert refused(patch.austria(StateThrow("", "Bud", "2", "x"))) == "gm-only"
    patch.do(DeclareDraw(""), "gm")
    assert refused(patch.do(StateThrow("", "Bud", "2", "x"), "gm")) == "is-over"
    plain = replace(garden(), dice=False)
    assert refused(decide(Patch().game, StateThrow("", "Bud", "2", "x"), at("gm"), NOW, plain)) == "no-dice"


def test_a_game_with_dice_needs_its_seed_and_others_none(patch: Patch) -> None:
    """Throws that everybody could work out are worse than none."""
    with pytest.raises(ValueError, match="seed"):
        adjudicate_phase(patch.game, NOW, garden())
    with pytest.raises(ValueError, match="seed"):
        decide(None, CreateGame("", "q"), None, NOW, garden())
    plain = replace(garden(), dice=False)
    (created,) = decide(None, CreateGame("", "q"), None, NOW, plain).events
    assert replay_events([created]).seal == ""


def test_the_seal_is_there_from_the_start_and_opened_at_the_end(patch: Patch) -> None:
    """The fingerprint in the first event and every judged phase, the seed in the last event only."""
    assert patch.game.seal == hash_seed(SECRET)
    patch.dig("Vie")
    decision = patch.do(ProcessPhase(""), "gm")
    assert decision.turn
    assert (decision.turn.seal, decision.turn.record) == (hash_seed(SECRET), "")
    assert patch.game.seed == ""
    patch.do(DeclareDraw(""), "gm")
    assert patch.game.seed == SECRET.decode()
    assert list(verify_against_events(patch.events, patch.turns, SECRET.decode())) == []


def test_a_command_of_the_games_own_is_remembered(patch: Patch) -> None:
    """What the folder decides becomes part of the position, through an event, and everybody is told if it says so."""
    decision = patch.austria(VariantCommand("", "PLANT", "Swi red tulips"))
    facts = {"growing": {"Swi": "red tulips"}}
    assert decision.events == (Commanded("Austria", "PLANT", "Swi red tulips", facts),)
    assert [tell.to for tell in decision.notices] == [Group.ALL]
    assert patch.game.board_now.facts == facts
    patch.dig("Swi")
    assert patch.game.board_now.facts["growing"] == {"Swi": "red tulips"}
    assert not patch.do(VariantCommand("", "WEED OUT", "Swi"), "gm").notices
    assert patch.game.board_now.facts["growing"] == {}


def test_commands_of_the_games_own_that_are_refused(patch: Patch) -> None:
    """By the folder, with its own words; by the game, because of who asks, or when, or which game it is."""
    assert refused(patch.austria(VariantCommand("", "PLANT", "Par roses"))) == "not-there"
    assert refused(patch.austria(VariantCommand("", "WEED OUT", "Swi"))) == "gm-only"
    assert refused(patch.do(VariantCommand("", "PLANT", "Swi roses"), "")) == "no-seat"
    assert refused(patch.do(VariantCommand("", "PLANT", "Swi roses"), "gm")) == "gm-has-no-units"
    assert refused(patch.austria(VariantCommand("", "WATER", "Swi"))) == "not-in-this-game"
    patch.do(DeclareDraw(""), "gm")
    assert refused(patch.austria(VariantCommand("", "PLANT", "Swi roses"))) == "is-over"


def test_all_of_it_survives_json_and_a_replay(patch: Patch) -> None:
    """Events, snapshot and every phase come out as they went in."""
    patch.do(StateThrow("", "Swi", "6", "at the club"), "gm")
    patch.austria(VariantCommand("", "PLANT", "Swi roses"))
    patch.dig("Swi", "Vie")
    patch.do(VariantCommand("", "WEED OUT", "Swi"), "gm")
    patch.dig("Bud")
    patch.do(DeclareDraw(""), "gm")
    assert [read_event(write_event(event)) for event in patch.events] == patch.events
    assert read_game(write_game(patch.game)) == patch.game
    assert snapshot_from_events(patch.events) == write_game(patch.game)
    assert [phase.differences for phase in replay(patch.events, patch.turns, garden())] == [(), ()]


def test_a_record_is_read_as_it_was_written(patch: Patch) -> None:
    """Whatever stands around it, and quoted."""
    patch.do(StateThrow("", "Swi", "6", "at the club"), "gm")
    patch.dig("Swi", "Vie")
    patch.do(DeclareDraw(""), "gm")
    record = make_record(patch.game)
    written = format_record(record)
    assert parse_record(written) == record
    quoted = "\r\n".join(f"> {line} " for line in ("Hello,", *written.splitlines(), "bye"))
    assert parse_record(quoted) == record
    assert list(verify_record(record)) == []
    assert parse_record("DICE OF q\nseal x\nseed y\nVie = 0\nEND OF DICE") == ThrowRecord("q", "x", "y", {"Vie": 0})
