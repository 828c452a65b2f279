"""Values to JSON and back: units, orders, positions, reasons, outcomes, events, and the snapshot of a whole game.

What is written is short and readable in the store (`"France A(Par)"`). What is read back is steered by the annotations of
the dataclass it belongs to, so that a new event or reason needs no code here as long as its fields are of known types.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from functools import cache
from typing import Any

from judge.board import DislodgedUnit, Phase, Position, Unit
from judge.game.clock.deadline_spec import DeadlineSpec
from judge.game.model import events
from judge.game.model.game import Absence, Ballot, CurrentOrders, FutureOrders, Game, GameSettings, OpenQuestion, PendingPress, Seat
from judge.game.model.gm_actions import GMOrders, HeldPhase, LateOrders
from judge.game.phases.adjudicate import JudgedPhase
from judge.notation import Order, UnitRef
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.reasons import Force, Reason
from judge.rules.variant import Power

Json = Any
UNIT = re.compile(r"(?:(?P<power>.*) )?(?P<kind>[^\s\d_()]*)(?P<name>\w*)\((?P<place>[^()]*)\)")
"""A unit as it is written. A kind is whatever its game calls it (`A`, `TF`, `A/F`) up to the first digit, which begins a name."""
ORDER_REST = ("target", "via", "load")


def unit_text(unit: Unit) -> str:
    """`France A(Par)`; `A(Par)` for nobody's."""
    return f"{unit.power} {unit}" if unit.power else str(unit)


def read_unit(text: str) -> Unit:
    """The unit that `unit_text` wrote. Raises ValueError."""
    found = UNIT.fullmatch(text)
    if not found:
        raise ValueError(f"not a unit: {text!r}")
    return Unit(found["power"] or "", found["kind"], found["place"], found["name"])


def _ref_text(ref: UnitRef) -> str:
    return f"{ref.power} {ref}" if ref.power else str(ref)


def _read_ref(text: str) -> UnitRef:
    unit = read_unit(text)
    return UnitRef(unit.kind, unit.place, unit.name, unit.power)


def write_order(order: Order) -> Json:
    """An order as a small object that leaves out what is empty."""
    found: dict[str, Json] = {"verb": order.verb}
    if order.unit:
        found["unit"] = _ref_text(order.unit)
    if order.of:
        found["of"] = _ref_text(order.of)
    found.update((name, value) for name in ORDER_REST if (value := getattr(order, name)))
    if order.path:
        found["path"] = list(order.path)
    return found


def read_order(body: Json) -> Order:
    """The order that `write_order` wrote."""
    unit, of = body.get("unit"), body.get("of")
    return Order(
        body["verb"],
        _read_ref(unit) if unit else None,
        body.get("target", ""),
        _read_ref(of) if of else None,
        body.get("via", ""),
        tuple(body.get("path", ())),
        body.get("load", ""),
    )


def write_position(position: Position) -> Json:
    """A position with its phase."""
    return {
        "phase": list(position.phase),
        "units": [unit_text(unit) for unit in position.units],
        "owners": dict(position.owners),
        "dislodged": [[unit_text(d.unit), unit_text(d.by), d.barred, list(d.retreats)] for d in position.dislodged],
        "standoffs": sorted(position.standoffs),
        "facts": dict(position.facts),
    }


def read_position(body: Json) -> Position:
    """The position that `write_position` wrote."""
    return Position(
        Phase(*body["phase"]),
        tuple(read_unit(text) for text in body["units"]),
        body["owners"],
        tuple(DislodgedUnit(read_unit(u), read_unit(by), barred, tuple(to)) for u, by, barred, to in body["dislodged"]),
        frozenset(body["standoffs"]),
        body["facts"],
    )


def write_reason(reason: Reason) -> Json:
    """A reason with its code, and the module of its class if a game's folder added it."""
    found = {"code": reason.code, **_write_fields(reason)}
    if type(reason).__module__ != Reason.__module__:
        found["module"] = type(reason).__module__
    return found


def read_reason(body: Json) -> Reason:
    """The reason that `write_reason` wrote. Raises KeyError for a code no class has."""
    kind = _reason_classes()[body.get("module", Reason.__module__), body["code"]]
    return _read_fields(kind, body)  # type: ignore[no-any-return]


def write_outcome(outcome: PhaseOutcome) -> Json:
    """A judged phase, whole: what stood before, every result with its reason, and what followed."""
    return {
        "before": write_position(outcome.before),
        "position": write_position(outcome.position),
        "results": [write_result(result) for result in outcome.results],
        "removed": [_write_removed(removed) for removed in outcome.removed],
        "changed": {centre: list(change) for centre, change in outcome.changed.items()},
        "counted": outcome.counted,
        "winners": list(outcome.winners),
        "facts": [dict(fact) for fact in outcome.facts],
        "throws": dict(outcome.throws),
    }


def read_outcome(body: Json) -> PhaseOutcome:
    """The outcome that `write_outcome` wrote."""
    return PhaseOutcome(
        before=read_position(body["before"]),
        position=read_position(body["position"]),
        results=tuple(read_result(result) for result in body["results"]),
        removed=tuple(_read_removed(*removed) for removed in body["removed"]),
        changed={centre: (old, new) for centre, (old, new) in body["changed"].items()},
        counted=body["counted"],
        winners=tuple(body["winners"]),
        facts=tuple(body["facts"]),
        throws=body["throws"],
    )


def _write_removed(removed: RemovedUnit) -> Json:
    told = [unit_text(removed.unit), removed.how]
    return [*told, unit_text(removed.by), removed.barred] if removed.by else told


def _read_removed(unit: str, how: str, by: str = "", barred: str = "") -> RemovedUnit:
    return RemovedUnit(read_unit(unit), how, read_unit(by) if by else None, barred)


def write_event(event: events.Event) -> Json:
    """An event under its name (`OrdersTaken`)."""
    return {"event": type(event).__name__, **_write_fields(event)}


def read_event(body: Json) -> events.Event:
    """The event that `write_event` wrote. Raises KeyError for an unknown name."""
    kinds = {kind.__name__: kind for kind in events.Event.__subclasses__()}
    return _read_fields(kinds[body["event"]], body)  # type: ignore[no-any-return]


def write_game(game: Game) -> Json:
    """The snapshot that the store keeps beside the events."""
    return _write_fields(game)


def read_game(body: Json) -> Game:
    """The game that `write_game` wrote."""
    return _read_fields(Game, body)  # type: ignore[no-any-return]


def write_turn(turn: JudgedPhase) -> Json:
    """A judged phase as the store keeps it."""
    return _write_fields(turn)


def read_turn(body: Json) -> JudgedPhase:
    """The turn that `write_turn` wrote."""
    return _read_fields(JudgedPhase, body)  # type: ignore[no-any-return]


def write_result(result: OrderResult) -> Json:
    """One order with what became of it."""
    found: dict[str, Json] = {"power": result.power, "order": write_order(result.order), "word": result.word}
    if result.unit:
        found["unit"] = unit_text(result.unit)
    if result.reason:
        found["reason"] = write_reason(result.reason)
    if result.dislodged:
        found["dislodged"] = True
    if not result.ordered:
        found["ordered"] = False
    return found


def read_result(body: Json) -> OrderResult:
    """The result that `write_result` wrote."""
    return OrderResult(
        body["power"],
        read_order(body["order"]),
        read_unit(body["unit"]) if "unit" in body else None,
        body["word"],
        read_reason(body["reason"]) if "reason" in body else None,
        body.get("dislodged", False),
        body.get("ordered", True),
    )


def _write_fields(value: Any) -> dict[str, Json]:
    """The fields of a dataclass that differ from their defaults."""
    found: dict[str, Json] = {}
    kind: Any = type(value)
    for name, default, write, _ in field_codecs(kind):
        content = getattr(value, name)
        if content != default:
            found[name] = write(content)
    return found


def _read_fields(kind: Any, body: Json) -> Any:
    return kind(**{name: read(body[name]) for name, _, _, read in field_codecs(kind) if name in body})


def _read_force(body: Json) -> Force:
    return Force(body[0], tuple(read_unit(unit) for unit in body[1]))


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _write_moment(when: datetime | None) -> Json:
    return when.isoformat() if when else None


def _same(value: Any) -> Any:
    return value


def _orders(value: tuple[Order, ...]) -> Json:
    return [write_order(order) for order in value]


def _read_orders(body: Json) -> tuple[Order, ...]:
    return tuple(read_order(order) for order in body)


def _questions(value: tuple[OpenQuestion, ...]) -> Json:
    return [[asked.at.isoformat(), list(asked.orders)] for asked in value]


def _read_questions(body: Json) -> tuple[OpenQuestion, ...]:
    return tuple(OpenQuestion(datetime.fromisoformat(at), tuple(orders)) for at, orders in body)


def _write_hold(hold: HeldPhase | None) -> Json:
    return [_write_moment(hold.until), {power: _orders(orders) for power, orders in hold.orders.items()}] if hold else None


def _read_hold(body: Json) -> HeldPhase | None:
    return HeldPhase(_moment(body[0]), {power: _read_orders(orders) for power, orders in body[1].items()}) if body else None


@cache
def field_codecs(kind: Any) -> tuple[tuple[str, Any, Callable[[Any], Json], Callable[[Json], Any]], ...]:
    """(name, default, writer, reader) of every field of a dataclass."""
    return tuple(
        (f.name, MISSING if f.default is MISSING else f.default, *SHAPES[str(f.type)])
        for f in fields(kind)
        if f.init
    )


@cache
def _reason_classes_of(count: int) -> Mapping[tuple[str, str], type[Reason]]:
    return {(kind.__module__, kind.code): kind for kind in Reason.__subclasses__()}


def _reason_classes() -> Mapping[tuple[str, str], type[Reason]]:
    """(module, code) → class; looked up anew when a game's folder has added some."""
    return _reason_classes_of(len(Reason.__subclasses__()))


def _pair(write: Callable[[Any], Json], read: Callable[[Json], Any]) -> tuple[Callable[[Any], Json], Callable[[Json], Any]]:
    return write, read


PLAIN = _pair(_same, _same)
SHAPES: dict[str, tuple[Callable[[Any], Json], Callable[[Json], Any]]] = {
    "str": PLAIN,
    "int": PLAIN,
    "bool": PLAIN,
    "int | None": PLAIN,
    "Mapping[str, str]": _pair(dict, _same),
    "Mapping[str, Any]": _pair(dict, _same),
    "tuple[Mapping[str, Any], ...]": _pair(list, tuple),
    "tuple[Mapping[str, Any], ...] | None": _pair(
        lambda some: None if some is None else list(some), lambda body: None if body is None else tuple(body)
    ),
    "Mapping[str, int]": _pair(dict, _same),
    "tuple[str, ...]": _pair(list, tuple),
    "tuple[int, ...]": _pair(list, tuple),
    "tuple[int, ...] | None": _pair(
        lambda some: None if some is None else list(some), lambda body: None if body is None else tuple(body)
    ),
    "Mapping[str, tuple[int, ...]]": _pair(
        lambda value: {key: list(some) for key, some in value.items()},
        lambda body: {key: tuple(some) for key, some in body.items()},
    ),
    "frozenset[str]": _pair(sorted, frozenset),
    "datetime": _pair(datetime.isoformat, datetime.fromisoformat),
    "datetime | None": _pair(_write_moment, _moment),
    "Unit": _pair(unit_text, read_unit),
    "tuple[Unit, ...]": _pair(lambda units: [unit_text(u) for u in units], lambda body: tuple(map(read_unit, body))),
    "Force": _pair(lambda force: [force.total, [unit_text(u) for u in force.helpers]], _read_force),
    "Position": _pair(write_position, read_position),
    "Position | None": _pair(
        lambda value: write_position(value) if value else None, lambda body: read_position(body) if body else None
    ),
    "PhaseOutcome": _pair(write_outcome, read_outcome),
    "tuple[Order, ...]": _pair(_orders, _read_orders),
    "Mapping[str, tuple[Order, ...]]": _pair(
        lambda value: {power: _orders(orders) for power, orders in value.items()},
        lambda body: {power: _read_orders(orders) for power, orders in body.items()},
    ),
    "Power | None": _pair(
        lambda value: _write_fields(value) if value else None, lambda body: _read_fields(Power, body) if body else None
    ),
    "DeadlineSpec | None": _pair(
        lambda value: _write_fields(value) if value else None,
        lambda body: None if body is None else _read_fields(DeadlineSpec, body),
    ),
    "Mapping[str, DeadlineSpec]": _pair(
        lambda value: {kind: _write_fields(spec) for kind, spec in value.items()},
        lambda body: {kind: _read_fields(DeadlineSpec, spec) for kind, spec in body.items()},
    ),
    "Ballot | None": _pair(
        lambda value: _write_fields(value) if value else None, lambda body: _read_fields(Ballot, body) if body else None
    ),
    "tuple[PendingPress, ...]": _pair(
        lambda value: [list(held) for held in value], lambda body: tuple(PendingPress(*held) for held in body)
    ),
    "GameSettings": _pair(_write_fields, lambda body: _read_fields(GameSettings, body)),
    "tuple[Seat, ...]": _pair(
        lambda seats: [_write_fields(seat) for seat in seats], lambda body: tuple(_read_fields(Seat, s) for s in body)
    ),
    "Mapping[str, CurrentOrders]": _pair(
        lambda value: {power: _write_fields(standing) for power, standing in value.items()},
        lambda body: {power: _read_fields(CurrentOrders, standing) for power, standing in body.items()},
    ),
    "HeldPhase | None": _pair(_write_hold, _read_hold),
    "tuple[GMOrders, ...]": _pair(
        lambda acts: [[act.power, _orders(act.orders), act.reason, act.late] for act in acts],
        lambda body: tuple(GMOrders(power, _read_orders(orders), reason, late) for power, orders, reason, late in body),
    ),
    "tuple[LateOrders, ...]": _pair(
        lambda letters: [[*late[:2], list(late.lines), late.letter] for late in letters],
        lambda body: tuple(LateOrders(seat, phase, tuple(lines), letter) for seat, phase, lines, letter in body),
    ),
    "tuple[Absence, ...]": _pair(lambda away: [list(a) for a in away], lambda body: tuple(Absence(*a) for a in body)),
    "Mapping[str, tuple[FutureOrders, ...]]": _pair(
        lambda value: {power: [[kept.phase, list(kept.lines)] for kept in some] for power, some in value.items()},
        lambda body: {power: tuple(FutureOrders(phase, tuple(lines)) for phase, lines in some) for power, some in body.items()},
    ),
    "tuple[OpenQuestion, ...]": _pair(_questions, _read_questions),
    "Mapping[str, tuple[OpenQuestion, ...]]": _pair(
        lambda value: {seat: _questions(asked) for seat, asked in value.items()},
        lambda body: {seat: _read_questions(asked) for seat, asked in body.items()},
    ),
    "tuple[tuple[int, Mapping[str, int]], ...]": _pair(
        lambda history: [[year, dict(counts)] for year, counts in history],
        lambda body: tuple((year, counts) for year, counts in body),
    ),
}
"""How a field of each annotated type is written and read."""
