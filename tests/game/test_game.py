"""One game's life as values: decisions, events, deadlines, and the way back from JSON."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import permutations
from operator import getitem
from random import Random

import pytest

from judge.assets import find_assets
from judge.commands.deadlines import SetDeadline
from judge.commands.gm import CreateGame, DeclareDraw, ProcessPhase, StartGame
from judge.commands.joining import Join, Resign
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.game import CommandResult, Game, apply_event, decide, replay_events
from judge.game.clock.deadline_spec import DeadlineSpec, parse_deadline_spec, parse_single_deadline
from judge.game.clock.time_zones import UnclearTime
from judge.game.model.events import Event
from judge.game.model.game import PlayerSeat
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, read_game, read_turn, write_event, write_game, write_turn
from judge.game.players.power_assignment import assign_powers, minimum_cost_assignment, preference_costs
from judge.notation import Order
from judge.notation.order import UnitRef
from judge.rules.ruleset import Ruleset
from judge.seat import Seat
from judge.variants import load_ruleset
from tests.seats import at

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")


@cache
def standard() -> Ruleset:
    found = find_assets()
    return load_ruleset("standard", [found.games], found.grammars())


class Table:
    """A game being played, its events and judged phases kept as the store would keep them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.turns: dict[int, object] = {}
        self.game: Game | None = None
        self.do(CreateGame("CREATE q", "q", "", ("DEADLINE Fridays 21:00 Europe/London", "REMIND none")), "")

    def do(self, command: object, by: str | Seat) -> CommandResult:
        decision = decide(self.game, command, at(by), NOW, standard(), b"secret", lambda: self.events)
        self.keep(decision)
        return decision

    def keep(self, decision: CommandResult) -> tuple[Event, ...]:
        """What a decision brings; returns its events."""
        turns = iter(decision.turns)
        for event in decision.events:
            if type(event).__name__ == "PhaseRun" and self.game:
                self.turns[self.game.seq] = write_turn(next(turns))
            self.events.append(event)
            self.game = apply_event(self.game, event) if self.game else replay_events([event])
        return decision.events

    def order(self, power: str, *lines: str) -> CommandResult:
        assert self.game
        seat = self.game.seat_of(power)
        assert seat
        return self.do(OrderLines("", lines), seat.key)


@pytest.fixture
def table() -> Table:
    """A game that has begun."""
    found = Table()
    for power in POWERS:
        found.do(Join("", "q", power), "")
    found.do(StartGame(""), "gm")
    return found


def why(decision: CommandResult) -> str:
    """Why a command was refused."""
    assert not decision.events
    return str(decision.replies[0].facts["why"])


def now(table: Table) -> Game:
    assert table.game
    return table.game


def test_everything_survives_json(table: Table) -> None:
    """Events, snapshots and judged phases come back from JSON as they were."""
    table.order("France", "A(Par)-Bur", "F(Bre)-MAO")
    table.order("Germany", "A(Mun)-Bur")
    table.do(MarkFinal("", True), "3")
    table.do(ProcessPhase(""), "gm")
    assert [read_event(write_event(event)) for event in table.events] == table.events
    assert read_game(write_game(now(table))) == now(table)
    for body in table.turns.values():
        assert write_turn(read_turn(body)) == body


def test_a_replay_is_identical_and_notices_what_is_not(table: Table) -> None:
    """A game run again from its events comes out the same; a changed record is named."""
    table.order("Austria", "A(Vie)-Gal", "A(Bud)-Rum")
    table.do(ProcessPhase(""), "gm")
    table.order("Russia", "F(Sev)-Rum", "A(War)-Gal")
    table.do(ProcessPhase(""), "gm")
    phases = list(replay(table.events, table.turns, standard()))
    assert [phase.phase for phase in phases] == ["Spring 1901", "Autumn 1901"]
    assert not any(phase.differences for phase in phases)
    assert snapshot_from_events(table.events) == write_game(now(table))
    last = table.turns[max(table.turns)]
    assert isinstance(last, dict)
    changed = {**last, "outcome": {**last["outcome"], "counted": False}}
    phases = list(replay(table.events, {**table.turns, max(table.turns): changed}, standard()))
    assert phases[-1].differences == ("counted",)


def test_only_the_gm_directs_and_only_players_play(table: Table) -> None:
    """Who may say what, and when."""
    assert why(table.do(ProcessPhase(""), "3")) == "gm-only"
    assert why(table.do(MarkFinal("", True), "gm")) == "gm-has-no-units"
    assert why(table.do(Join("", "q"), "gm")) == "gm-plays-not"
    assert why(table.do(Join("", "q"), "")) == "has-begun"
    assert why(table.do(Resign(""), "gm")) == "gm-stays"
    assert why(table.do(OrderLines("", ("A(Par)-Bur",)), "")) == "no-seat"


def test_before_the_start() -> None:
    """A game waits until every seat is taken, and a seat that is given up is free again."""
    table = Table()
    assert why(table.do(MarkFinal("", True), "gm")) == "not-begun"
    for power in POWERS:
        table.do(Join("", "q", power), "")
    assert why(table.do(Join("", "q"), "")) == "full"
    table.do(Resign(""), "4")
    assert why(table.do(StartGame(""), "gm")) == "seats-free"
    table.do(Join("", "q"), "")
    table.do(StartGame(""), "gm")
    assert sorted(seat.power for seat in now(table).seats) == sorted(POWERS)
    assert now(table).power_of(Seat.player(8)) == "Germany"


def test_wishes_come_first_and_the_secret_decides_between_them() -> None:
    """Everybody has a power, wishes that nobody disputes are met, and the same secret gives the same seats."""
    seats = [PlayerSeat(Seat.player(n), prefers=("Italy",) if n < 3 else ("France",) if n == 3 else ()) for n in range(1, 8)]
    given = assign_powers(seats, POWERS, b"one")
    assert sorted(given.values()) == sorted(POWERS)
    assert given[Seat.player(3)] == "France"
    assert "Italy" in (given[Seat.player(1)], given[Seat.player(2)])
    assert assign_powers(seats, POWERS, b"one") == given
    assert len({str(assign_powers(seats, POWERS, bytes([n]))) for n in range(9)}) > 1


@pytest.mark.parametrize("secret", [bytes([n]) for n in range(8)])
def test_all_wishes_together_are_met_as_well_as_they_can_be(secret: bytes) -> None:
    """Whoever named a second power gives way to whoever did not; nobody has a late wish so that others have an earlier one."""
    wishes = [("Italy",), ("Italy", "Germany"), ("Germany", "Turkey"), (), ("Russia", "England", "Austria"), ("Russia", "England")]
    seats = [PlayerSeat(Seat.player(n), prefers=some) for n, some in enumerate(wishes, 1)]
    given = assign_powers([*seats, PlayerSeat(Seat.player(7), promised="Austria")], POWERS, secret)
    assert [given[Seat.player(n)] for n in (1, 2, 3, 4, 7)] == ["Italy", "Germany", "Turkey", "France", "Austria"]
    assert {given[Seat.player(5)], given[Seat.player(6)]} == {"Russia", "England"}


def test_no_other_way_of_giving_out_the_powers_costs_less() -> None:
    """The sum is the smallest of all permutations."""
    rng = Random(8)
    for _ in range(40):
        powers = POWERS[: rng.randint(2, 5)]
        wishes = [rng.sample(powers, rng.randint(1, len(powers))) for _ in range(rng.randint(1, len(powers)))]
        wanted = {Seat.player(n): preference_costs(some, powers) for n, some in enumerate(wishes, 1)}
        least = min(sum(map(getitem, wanted.values(), some)) for some in permutations(powers, len(wanted)))
        given = minimum_cost_assignment(wanted, powers)
        assert len(set(given.values())) == len(wanted)
        assert sum(wanted[seat][power] for seat, power in given.items()) == least


def test_a_letter_with_some_orders_replaces_only_those(table: Table) -> None:
    """Each order replaces the older one for its unit; a bad line replaces nothing."""
    table.order("France", "A(Par)-Bur", "A(Mar)-Spa", "F(Bre)-MAO")
    table.order("France", "A(Mar) stands", "A(Par)-Nowhere")
    write = standard().notation.write
    assert [write(o) for o in now(table).standing["France"].orders] == ["A(Par)-Bur", "A(Mar) stands", "F(Bre)-MAO"]
    assert now(table).standing["France"].version == 2
    table.order("France", "A(Mar) stands")
    assert now(table).standing["France"].version == 2


def test_orders_that_cannot_work_are_taken_all_the_same(table: Table) -> None:
    """A movement order for one's own unit is a signal at the least."""
    decision = table.order("France", "A(Par)-Lon", "A(Mar) S A(Mun)-Bur")
    assert decision.replies[0].facts["taken"] == ["A(Par)-Lon", "A(Mar) S A(Mun)-Bur"]


def test_clear_and_not_final(table: Table) -> None:
    """CLEAR forgets some orders or all, and takes FINAL back."""
    assert why(table.do(ClearOrders(""), "3")) == "nothing-to-clear"
    table.order("France", "A(Par)-Bur", "A(Mar)-Spa")
    assert why(table.do(ClearOrders("", "Brest"), "3")) == "clear-none"
    assert now(table).standing["France"].version == 1
    table.do(MarkFinal("", True), "3")
    table.do(ClearOrders("", "Paris"), "3")
    assert [o.target for o in now(table).standing["France"].orders] == ["Spa"]
    assert "France" not in now(table).final
    table.do(ClearOrders(""), "3")
    assert now(table).standing["France"].orders == ()


def test_the_phase_runs_when_all_are_final(table: Table) -> None:
    """The last FINAL runs the phase; a seat that was given up is not waited for."""
    table.do(Resign(""), "5")
    for seat in ("1", "2", "3", "4", "6"):
        assert table.do(MarkFinal("", True), seat).turn is None
    decision = table.do(MarkFinal("", True), "7")
    assert decision.turn is not None
    assert now(table).board_now.phase.name == "Autumn 1901"
    assert now(table).final == frozenset()


def test_retreats_and_builds_that_cannot_be_are_refused_with_what_can(table: Table) -> None:
    """Impossible retreats and builds come back with the possible ones."""
    table.order("Austria", "A(Vie)-Boh", "A(Bud)-Rum")
    table.order("Russia", "A(War)-Gal")
    table.do(ProcessPhase(""), "gm")
    table.order("Austria", "A(Rum) S A(Boh)-Gal", "A(Boh)-Gal")
    table.do(ProcessPhase(""), "gm")
    assert now(table).board_now.phase.name == "Autumn 1901 retreats"
    refused = table.order("Russia", "A(Gal)-Boh").replies[0].facts["problems"][0]
    assert refused["code"] == "refused"
    assert "A(Gal) disbands" in refused["orders"]
    assert len(refused["orders"]) == 6
    table.do(ProcessPhase(""), "gm")
    assert now(table).board_now.phase.name == "Winter 1901"
    refused = table.order("Austria", "build F(Vie)").replies[0].facts["problems"][0]
    assert refused["orders"] == ["build A(Bud)", "build A(Vie)"]
    both = table.order("Austria", "build A(Bud)", "build A(Vie)").replies[0].facts
    assert both["taken"] == ["build A(Bud)", "build A(Vie)"]
    assert (both["spared"], both["problems"]) == (["build A(Vie)"], [])
    assert now(table).standing["Austria"].orders == (Order("build", UnitRef("A", "Bud")),)
    assert now(table).standing["Austria"].spare == (Order("build", UnitRef("A", "Vie")),)
    table.order("Austria", "build A(Vie)")
    assert now(table).standing["Austria"].orders == (Order("build", UnitRef("A", "Vie")),)


def test_a_draw_ends_the_game(table: Table) -> None:
    """The GM may declare a draw of some or of all that survive."""
    assert why(table.do(DeclareDraw("", ("Atlantis",)), "gm")) == "draw-whom"
    table.do(DeclareDraw("", ("France", "eng")), "gm")
    assert now(table).winners == ("England", "France")
    assert why(table.do(ProcessPhase(""), "gm")) == "is-over"


def test_a_game_is_won_by_centres(table: Table) -> None:
    """Eighteen centres at a count end the game."""
    position = now(table).board_now
    autumn = position.phase._replace(name="Autumn 1901", season=2)
    rich = dict.fromkeys(standard().board.centres[:20], "France")
    table.game = replace(now(table), position=replace(position, phase=autumn, owners=rich, units=position.units_of("France")))
    assert table.do(ProcessPhase(""), "gm").turn
    assert now(table).stage == "finished"
    assert now(table).winners == ("France",)


def test_deadlines_are_wall_clocks() -> None:
    """21:00 in London stays 21:00 when the clocks change."""
    spec = parse_deadline_spec("Fridays 21:00 Europe/London")
    assert spec.after(datetime(2027, 3, 19, 21, tzinfo=UTC)) == datetime(2027, 3, 26, 21, tzinfo=UTC)
    assert spec.after(datetime(2027, 3, 26, 21, tzinfo=UTC)) == datetime(2027, 4, 2, 20, tzinfo=UTC)


def test_an_early_end_does_not_shorten_the_next_phase() -> None:
    """With Fridays, a phase that ends on a Wednesday is followed by Friday week."""
    assert parse_deadline_spec("Fri 21:00 UTC").after(datetime(2027, 3, 24, 12, tzinfo=UTC)).day == 2
    assert parse_deadline_spec("Mon, Thu 21:00 UTC").after(datetime(2027, 3, 1, 21, 0, 1, tzinfo=UTC)).day == 4


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("Fridays 21:00 Europe/London", DeadlineSpec("Europe/London", "21:00", (4,))),
        ("every Mon and Thursday at 9:30, Berlin", DeadlineSpec("Europe/Berlin", "09:30", (0, 3))),
        ("every 3 days 21:00 UTC", DeadlineSpec("UTC", "21:00", every=3)),
        ("every 2 weeks 21:00", DeadlineSpec("UTC", "21:00", every=14)),
        ("every Friday at 9pm London", DeadlineSpec("Europe/London", "21:00", (4,))),
        ("Fridays 9:30 a.m. London", DeadlineSpec("Europe/London", "09:30", (4,))),
        ("Fridays 12 pm London", DeadlineSpec("Europe/London", "12:00", (4,))),
        ("every 20 seconds", DeadlineSpec(seconds=20)),
        ("2 hours", DeadlineSpec(seconds=7200)),
    ],
)
def test_clocks_that_are_read(text: str, spec: DeadlineSpec) -> None:
    """The clocks that people write."""
    assert parse_deadline_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Fridays midnight", "midnight"),
        ("Fridays 24:00", "midnight"),
        ("Fridays 12 a.m.", "midnight"),
        ("Fridays 13 pm", "bad-time"),
        ("Fridays", "no-time"),
        ("Fridays 25:10", "bad-time"),
        ("Fridays 20.10", "bad-time"),
        ("Fridays 21 : 00", "bad-time"),
        ("10.4. London", "no-time"),
        ("21:00", "no-days"),
        ("sometimes 21:00", "no-days"),
        ("Fridays 21:00 Atlantis", "no-zone"),
        ("every 0 days 21:00", "too-long"),
        ("every 999 days 21:00", "too-long"),
        ("0 seconds", "too-long"),
        ("", "no-time"),
    ],
)
def test_clocks_that_are_not(text: str, reason: str) -> None:
    """What is unclear is named, never guessed."""
    with pytest.raises(UnclearTime) as caught:
        parse_deadline_spec(text)
    assert caught.value.why == reason


def test_one_date() -> None:
    """A date sets one deadline, in the game's zone if it names none; past and impossible dates are refused."""
    assert parse_single_deadline("26 March 2027 21:00", "Europe/London", NOW) == datetime(2027, 3, 26, 21, tzinfo=UTC)
    assert parse_single_deadline("2027-04-02 21:00 London", "UTC", NOW) == datetime(2027, 4, 2, 20, tzinfo=UTC)
    assert parse_single_deadline("Fridays 21:00", "UTC", NOW) is None
    for text, reason in (("2020-01-01 21:00", "past"), ("31 June 2027 21:00", "no-date")):
        with pytest.raises(UnclearTime) as caught:
            parse_single_deadline(text, "UTC", NOW)
        assert caught.value.why == reason


def test_each_kind_of_phase_may_have_a_clock_of_its_own(table: Table) -> None:
    """DEADLINE RETREATS … changes retreats only."""
    before = now(table).due
    table.do(SetDeadline("", "retreats every 2 days 21:00 Europe/London"), "gm")
    assert now(table).due == before
    table.do(SetDeadline("", "every 3 days 20:00 London"), "gm")
    assert now(table).due == datetime(2027, 3, 4, 20, tzinfo=UTC)
    assert now(table).settings.clock("retreats") == DeadlineSpec("Europe/London", "21:00", every=2)
