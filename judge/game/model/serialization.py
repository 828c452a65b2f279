"""Values to JSON and back: units, orders, positions, reasons, outcomes, events, and the snapshot of a whole game.

The JSON is short and readable (`"France A(Par)"`). How a field is written and read follows from its type
(`shape_of`), so that a new event, reason or field of a game needs no code here: a dataclass becomes an object of the fields that
differ from their defaults, a named tuple a list. Exceptions are in `_SPECIAL`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache, lru_cache, partial
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from judge.board import Position, Unit
from judge.game.model import events
from judge.game.model.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.notation import Order, UnitRef
from judge.rules.outcome import OrderResult, PhaseOutcome, RemovedUnit
from judge.rules.reasons import Reason
from judge.seat import Seat

Json = Any
UNIT = re.compile(r"(?:(?P<power>.*) )?(?P<kind>[^\s\d_()]*)(?P<name>\w*)\((?P<place>[^()]*)\)")
"""A unit as written. Its kind is the game's word (`A`, `TF`, `A/F`), up to the first digit, which begins a name."""
ORDER_REST = ("target", "via", "load")


def unit_text(unit: Unit) -> str:
    """`France A(Par)`; `A(Par)` for a neutral unit."""
    return f"{unit.power} {unit}" if unit.power else str(unit)


@lru_cache(4096)
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
    return shape_of(Position).write(position)


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
    """Write a whole processed phase: the position before, every result with its reason, and the position after."""
    return shape_of(PhaseOutcome).write(outcome)


def read_outcome(body: Json) -> PhaseOutcome:
    """The outcome that `write_outcome` wrote."""
    return shape_of(PhaseOutcome).read(body)  # type: ignore[no-any-return]


def write_event(event: events.Event) -> Json:
    """An event under its name (`OrdersTaken`)."""
    return {"event": type(event).__name__, **_write_fields(event)}


def read_event(body: Json) -> events.Event:
    """The event that `write_event` wrote. Raises KeyError for an unknown name."""
    return _read_fields(_event_kinds()[body["event"]], body)  # type: ignore[no-any-return]


@cache
def _event_kinds() -> Mapping[str, type[events.Event]]:
    """Name → event class. An old class for orders sent with the moves is read as OrdersKept with no lines."""
    return {kind.__name__: kind for kind in events.Event.__subclasses__()} | {"OrdersAhead": events.OrdersKept}


def write_game(game: Game) -> Json:
    """The snapshot that the store keeps in addition to the events."""
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
    """One order and its result."""
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


@cache
def field_codecs(kind: Any) -> tuple[tuple[str, Any, Callable[[Any], Json], Callable[[Json], Any]], ...]:
    """(name, default, writer, reader) of every field of a dataclass."""
    types = get_type_hints(kind)
    return tuple((f.name, MISSING if f.default is MISSING else f.default, *shape_of(types[f.name])) for f in fields(kind) if f.init)


@cache
def _reason_classes_of(count: int) -> Mapping[tuple[str, str], type[Reason]]:
    return {(kind.__module__, kind.code): kind for kind in Reason.__subclasses__()}


def _reason_classes() -> Mapping[tuple[str, str], type[Reason]]:
    """(module, code) → reason class; computed again when a game's folder has added some."""
    return _reason_classes_of(len(Reason.__subclasses__()))


class Shape(NamedTuple):
    """How values of a type are written and read."""

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]


def _same(value: Any) -> Any:
    return value


_PLAIN = Shape(_same, _same)


@cache
def shape_of(kind: Any) -> Shape:
    """Return how values of a type are written and read.

    Raises:
        TypeError: there is no rule here for the type, or for one of its parts.
    """
    if kind in _SPECIAL:
        return _SPECIAL[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        [inner] = [shape_of(arg) for arg in args if arg is not type(None)]
        return Shape(
            lambda value: None if value is None else inner.write(value), lambda body: None if body is None else inner.read(body)
        )
    if origin is frozenset:
        return Shape(sorted, frozenset)
    if origin is Mapping:
        return _mapping(shape_of(args[0]), shape_of(args[1]))
    if origin is tuple:
        return _sequence(shape_of(args[0])) if args[1:] == (...,) else _row(lambda *values: values, args)
    if is_dataclass(kind):
        return Shape(_write_fields, partial(_read_fields, kind))
    if isinstance(kind, type) and issubclass(kind, tuple):
        return _row(kind, tuple(get_type_hints(kind).values()))
    raise TypeError(f"there is no rule for how to store {kind!r}")


def _mapping(key: Shape, each: Shape) -> Shape:
    if key is each is _PLAIN:
        return Shape(dict, _same)
    return Shape(
        lambda value: {key.write(name): each.write(some) for name, some in value.items()},
        lambda body: {key.read(name): each.read(some) for name, some in body.items()},
    )


def _sequence(each: Shape) -> Shape:
    if each is _PLAIN:
        return Shape(list, tuple)
    return Shape(lambda value: [each.write(some) for some in value], lambda body: tuple([each.read(some) for some in body]))


def _row(make: Callable[..., Any], types: tuple[Any, ...]) -> Shape:
    """A list in the order of the fields; missing fields get their defaults."""
    shapes = [shape_of(each) for each in types]
    return Shape(
        lambda value: [shape.write(some) for shape, some in zip(shapes, value, strict=True)],
        lambda body: make(*[shape.read(some) for shape, some in zip(shapes[: len(body)], body, strict=True)]),
    )


def _whole(kind: Any) -> Shape:
    """An object with all fields, including defaults."""

    @cache
    def shapes() -> Mapping[str, Shape]:
        return {name: shape_of(each) for name, each in get_type_hints(kind).items()}

    return Shape(
        lambda value: {name: shape.write(getattr(value, name)) for name, shape in shapes().items()},
        lambda body: kind(**{name: shape.read(body[name]) for name, shape in shapes().items()}),
    )


def _write_removed(removed: RemovedUnit) -> Json:
    told = [unit_text(removed.unit), removed.how]
    return [*told, unit_text(removed.by), removed.barred] if removed.by else told


def _read_removed(unit: str, how: str, by: str = "", barred: str = "") -> RemovedUnit:
    return RemovedUnit(read_unit(unit), how, read_unit(by) if by else None, barred)


_SPECIAL: Mapping[Any, Shape] = {
    **dict.fromkeys((str, int, bool, Any), _PLAIN),
    Seat: Shape(str, Seat.read),
    datetime: Shape(datetime.isoformat, datetime.fromisoformat),
    Unit: Shape(unit_text, read_unit),
    Order: Shape(write_order, read_order),
    OrderResult: Shape(write_result, read_result),
    Reason: Shape(write_reason, read_reason),
    RemovedUnit: Shape(_write_removed, lambda body: _read_removed(*body)),
    Position: _whole(Position),
    PhaseOutcome: _whole(PhaseOutcome),
}
"""Types that are not written field by field."""
