"""A game in which each power sees its own units only, and calls one place by a name of its own: everything is in its terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from judge.assets import find_assets
from judge.board import DislodgedUnit, Position, Unit
from judge.commands.gm import CreateGame, ProcessPhase, StartGame
from judge.commands.joining import Join
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.game import CommandResult, Game, apply_event, decide, replay_events, view_game, view_phase
from judge.game.model.game import GM_READER, PUBLIC
from judge.notation import Order
from judge.rules import AdjustmentDue, compose_rules
from judge.rules.base import Rules
from judge.rules.outcome import PhaseOutcome
from judge.rules.variant import Variant
from judge.seat import Seat
from judge.variants import load_ruleset
from tests.seats import at

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
SWAPPED = {"Bur": "Gas", "Gas": "Bur"}


class Fog(Rules):
    """Everybody sees his own units; France calls Burgundy Gascony and the other way about. Everyone is asked for retreats."""

    def hides_information(self, variant: Variant) -> bool:
        """Yes."""
        return True

    def visible_position(self, variant: Variant, position: Position, reader: str) -> Position:
        """His own units."""
        return replace(position, units=position.units_of(reader), dislodged=())

    def to_real_order(self, variant: Variant, position: Position, reader: str, order: Order) -> Order:
        """His names for the places."""
        return order._replace(target=SWAPPED.get(order.target, order.target)) if reader == "France" else order

    def to_visible_order(self, variant: Variant, position: Position, reader: str, order: Order) -> Order:
        """It is its own reverse."""
        return self.to_real_order(variant, position, reader, order)

    def visible_outcome(self, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        """His own results."""
        own = tuple(result for result in outcome.results if result.power == reader)
        before, after = (self.visible_position(variant, position, reader) for position in (outcome.before, outcome.position))
        return outcome._replace(before=before, position=after, results=own, removed=(), changed={})

    def facts_after_sighting(self, variant: Variant, position: Position) -> Mapping[str, object]:
        """Which phases have begun."""
        return {"begun": [*position.facts.get("begun", ()), position.phase.name]}

    def visible_dues(self, variant: Variant, position: Position, owed: Mapping[str, AdjustmentDue]) -> Mapping[str, AdjustmentDue]:
        """All, in retreats."""
        everyone = dict.fromkeys(POWERS, AdjustmentDue()) if position.phase.kind == "retreats" else {}
        return {**everyone, **owed}


class Table:
    """A veiled game on its way."""

    def __init__(self) -> None:
        found = find_assets()
        self.rules = replace(load_ruleset("standard", [found.games], found.grammars()), rules=compose_rules([Fog]))
        self.decision = decide(None, CreateGame("", "q", "", ()), None, NOW, self.rules, b"s")
        self.game: Game = replay_events(self.decision.events)
        for power in POWERS:
            self.do(Join("", "q", power), "")
        self.do(StartGame(""), "gm")

    def do(self, command: object, by: str | Seat) -> CommandResult:
        """A command, obeyed."""
        self.decision = decide(self.game, command, at(by), NOW, self.rules, b"s")
        for event in self.decision.events:
            self.game = apply_event(self.game, event)
        return self.decision

    def order(self, power: str, lines: Sequence[str]) -> Mapping[str, object]:
        """Order lines; the facts of the answer."""
        seat = self.game.seat_of(power)
        assert seat
        return self.do(OrderLines("", tuple(lines)), seat.key).replies[0].facts


@pytest.fixture
def table() -> Table:
    """A game that has begun."""
    return Table()


def stands(game: Game, table: Table, power: str) -> list[str]:
    """The orders that stand for a power."""
    return [table.rules.notation.write(order) for order in game.standing[power].orders]


def test_orders_are_taken_in_the_writers_terms_and_kept_in_the_games(table: Table) -> None:
    """What is answered and shown is what was written; what goes to the referee is what it means."""
    assert table.order("France", ["A Par - Gas"])["taken"] == ["A(Par)-Gas"]
    assert stands(table.game, table, "France") == ["A(Par)-Bur"]
    seen = view_game(table.game, table.rules, "France")
    assert seen.standing
    assert [order.target for order in seen.standing.orders] == ["Gas"]
    table.order("France", ["A Mar - Gas"])
    assert stands(table.game, table, "France") == ["A(Par)-Bur", "A(Mar)-Bur"]
    table.do(ClearOrders("", "Mar"), next(seat.key for seat in table.game.seats if seat.power == "France"))
    assert stands(table.game, table, "France") == ["A(Par)-Bur"]


def test_what_is_not_seen_is_not_there(table: Table) -> None:
    """The complaint about a unit that another power has is that about a unit that nobody has."""
    theirs, nobodys = (table.order("France", [f"A {space} - Bur"])["problems"] for space in ("Mun", "Ruh"))
    assert str(theirs).replace("Mun", "Ruh") == str(nobodys)


def test_everybody_sees_his_own(table: Table) -> None:
    """A power's position, the public's and the game master's; and what follows a phase."""
    units = {reader: view_game(table.game, table.rules, reader).position for reader in ("France", PUBLIC, GM_READER)}
    assert [len(position.units) for position in units.values() if position] == [3, 0, 22]
    table.order("France", ["A Par - Gas"])
    turn = table.do(ProcessPhase(""), "gm").turn
    assert turn
    assert [len(view_phase(turn, table.rules, reader).results) for reader in ("France", PUBLIC, GM_READER)] == [3, 0, 22]
    assert not view_phase(turn, table.rules, "France").whole
    assert table.game.board_now.facts["begun"] == ["Spring 1901", "Autumn 1901"]


def test_who_need_not_retreat_is_asked_all_the_same(table: Table) -> None:
    """The phase runs early only when everyone has said so; a silence is told to nobody but the silent."""
    table.game = replace(table.game, position=beaten(table))
    assert sorted(view_game(table.game, table.rules, "Turkey").owed) == sorted(POWERS)
    for seat in table.game.seats[:-1]:
        assert table.do(MarkFinal("", True), seat.key).turn is None
    turn = table.do(MarkFinal("", True), table.game.seats[-1].key).turn
    assert turn
    assert turn.silent == ("Italy",)
    assert [view_phase(turn, table.rules, reader).silent for reader in (PUBLIC, "France", "Italy", GM_READER)] == [
        (), (), ("Italy",), ("Italy",),
    ]  # fmt: skip


def beaten(table: Table) -> Position:
    """The position with an Italian army that must retreat."""
    position = table.game.board_now
    phase = table.rules.calendar.read("Autumn 1901 retreats")
    assert phase
    army = Unit("Italy", "A", "Ven")
    standing = tuple(unit for unit in position.units if unit != army)
    return replace(
        position, phase=phase, units=standing, dislodged=(DislodgedUnit(army, Unit("France", "A", "Pie"), "Pie", ("Tus",)),)
    )
