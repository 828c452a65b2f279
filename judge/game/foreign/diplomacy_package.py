"""A game as the Python package `diplomacy` saves it: one JSON object with its phases, states, orders and results."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Phase, Position, Unit
from judge.game.model.judged_phase import JudgedPhase
from judge.notation import Order, UnitRef
from judge.rules import AdjustmentDue, dues_by_power
from judge.rules.outcome import OrderResult
from judge.rules.ruleset import Ruleset

_WORDS = {"illegal": "void", "invalid": "void", "not possible": "void", "fails": "bounce", **dict.fromkeys(
    ("succeeds", "stands", "given", "available"), ""
)}  # fmt: skip
"""The referee's word for a result → theirs, '' for none. Other words are the same."""


def write_saved_game(name: str, turns: Sequence[JudgedPhase], position: Position, ruleset: Ruleset) -> str:
    """Return a game with all its judged phases; `position` is the running phase's, which has no orders yet."""
    phases = [_phase(turn.outcome.before, ruleset, _orders(turn, ruleset), _results(turn)) for turn in turns]
    running = _phase(position, ruleset, {power.name.upper(): None for power in ruleset.powers}, {})
    body = {"id": name, "map": ruleset.key, "rules": ["POWER_CHOICE"], "phases": [*phases, running]}
    for phase in body["phases"]:
        phase["state"] |= {"game_id": name, "map": ruleset.key, "rules": body["rules"]}  # type: ignore[index]
    return json.dumps(body)


def _phase(position: Position, ruleset: Ruleset, orders: Mapping[str, Any], results: Mapping[str, Any]) -> dict[str, Any]:
    name = phase_code(position.phase)
    return {"name": name, "state": _state(name, position, ruleset), "orders": orders, "results": results, "messages": []}


def phase_code(phase: Phase) -> str:
    """`S1901M`, `F1901R`, `W1901A`: the season's first letter (F for Autumn), the year, and the kind."""
    letter = "W" if phase.kind == "adjustments" else "F" if phase.name[:1] in "AF" else phase.name[:1]
    return f"{letter}{phase.year}{phase.kind[:1].upper()}"


def _state(name: str, position: Position, ruleset: Ruleset) -> dict[str, Any]:
    powers = [power.name for power in ruleset.powers]
    owed = dues_by_power(position, ruleset) if position.phase.kind == "adjustments" else {}
    beaten = {power: [each for each in position.dislodged if each.unit.power == power] for power in powers}
    ways = {power: {_unit(each.unit): list(map(_place, each.retreats)) for each in beaten[power]} for power in powers}
    homes = {power: sorted(code.upper() for code, space in ruleset.board.spaces.items() if space.home == power) for power in powers}
    return {
        "name": name, "timestamp": 0, "zobrist_hash": "0", "note": "",
        "units": {
            power.upper(): [*map(_unit, position.units_of(power)), *(f"*{_unit(each.unit)}" for each in beaten[power])]
            for power in powers
        },
        "retreats": {power.upper(): ways[power] for power in powers},
        "centers": {power.upper(): [_place(centre) for centre in position.centres(power)] for power in powers},
        "homes": {power.upper(): homes[power] for power in powers}, "influence": {power.upper(): [] for power in powers},
        "civil_disorder": {power.upper(): 0 for power in powers},
        "builds": {power.upper(): _builds(owed.get(power), homes[power], position) for power in powers},
    }  # fmt: skip


def _builds(owed: AdjustmentDue | None, homes: Sequence[str], position: Position) -> dict[str, Any]:
    count = owed.builds - owed.removals if owed else 0
    taken = {unit.space.upper() for unit in position.units}
    return {"count": count, "homes": [home for home in homes if home not in taken] if count > 0 else []}


def _orders(turn: JudgedPhase, ruleset: Ruleset) -> dict[str, list[str] | None]:
    found: dict[str, list[str]] = {}
    for result in turn.outcome.results:
        if result.ordered and (text := write_foreign_order(result)):
            found.setdefault(result.power, []).append(text)
    return {power.name.upper(): found.get(power.name, []) for power in ruleset.powers}


def _results(turn: JudgedPhase) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for result in turn.outcome.results:
        if result.unit:
            word = _WORDS.get(result.word, result.word)
            found[_unit(result.unit)] = [*([word] if word else []), *(["dislodged"] if result.dislodged else [])]
    return found


def write_foreign_order(result: OrderResult) -> str:
    """Write an order in that package's notation; '' for one that it does not have."""
    order, unit = result.order, result.unit or result.order.unit
    if order.verb == "waive" or unit is None:
        return "WAIVE" if order.verb == "waive" else ""
    return {
        "stands": f"{_unit(unit)} H", "move": f"{_unit(unit)} - {_place(order.target)}{' VIA' if order.via == 'convoy' else ''}",
        "support": f"{_unit(unit)} S {_helped(order)}", "convoy": f"{_unit(unit)} C {_helped(order)}",
        "retreat": f"{_unit(unit)} R {_place(order.target)}", "disband": f"{_unit(unit)} D", "build": f"{_unit(unit)} B",
        "remove": f"{_unit(unit)} D",
    }.get(order.verb, "")  # fmt: skip


def _helped(order: Order) -> str:
    of = f"{order.of.kind} {_place(order.of.place)}" if order.of else ""
    return f"{of} - {_place(order.target)}" if order.target else of


def _unit(unit: Unit | UnitRef) -> str:
    return f"{unit.kind} {_place(unit.place)}"


def _place(place: str) -> str:
    return place.replace(".", "/").upper()
