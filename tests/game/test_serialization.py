"""Everything that a game's orders can name is read back from the store as it was written, in every game there is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judge.assets import find_assets
from judge.board import Unit
from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset, judge_case
from judge.cases.texts import load_case_templates
from judge.game.model.events import Event, OrdersTaken
from judge.game.model.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import (
    field_codecs,
    read_event,
    read_order,
    read_outcome,
    read_unit,
    shape_of,
    unit_text,
    write_event,
    write_order,
    write_outcome,
)
from judge.notation import Order, UnitRef
from judge.rules import Ruleset
from judge.rules.reasons import Reason
from judge.variants import load_ruleset, names_to_folders

GAMES = Path(__file__).parents[2] / "games"
ROOTS = [GAMES, Path(__file__).parents[1] / "games" / "folders"]
FOLDERS = sorted({*names_to_folders(ROOTS).values(), "_template"})
NAMES = ("", "1", "12")
"""What tells units of one kind in one space apart."""


@cache
def loaded(folder: str) -> Ruleset:
    return load_ruleset(folder, ROOTS, find_assets().grammars())


def rules(folder: str) -> Ruleset:
    """A game's rules; where powers come with the players, the seven of standard Diplomacy have come."""
    found = loaded(folder)
    return found if found.powers else found.with_powers(loaded("standard").powers)


def stored(body: Any) -> Any:
    """What the store gives back of a body."""
    return json.loads(json.dumps(body))


def spelled(ruleset: Ruleset, beginning: str) -> list[str]:
    """What the game's notation prints for its kinds, ways or loads."""
    return sorted({text for name, text in ruleset.notation.completer.spelled.items() if name.startswith(beginning) and text})


def powers(ruleset: Ruleset) -> list[str]:
    return [power.name for power in (*ruleset.powers, *ruleset.mastered)]


def places(ruleset: Ruleset) -> list[str]:
    board = ruleset.board_at(ruleset.start)
    return sorted({place for space in board.spaces for kind in board.links for place in (space, *board.places(kind, space))})


def refs(ruleset: Ruleset) -> Iterator[UnitRef]:
    """A reference of every kind, with and without number and nationality, and in every place."""
    some = places(ruleset)
    for kind, name, power in product(["", *spelled(ruleset, "kind_")], NAMES, ["", *powers(ruleset)]):
        yield UnitRef(kind, some[(len(name) + len(power)) % len(some)], name, power)
    yield from (UnitRef(kind, place) for kind, place in product(spelled(ruleset, "kind_"), some))


def orders(ruleset: Ruleset) -> Iterator[Order]:
    """Every verb of the game with every reference, and with every other part that an order may have."""
    one, two, three, *_ = places(ruleset)
    ways, loads = ["", *spelled(ruleset, "via_")], ["", *spelled(ruleset, "load_")]
    for verb in ruleset.notation.forms:
        yield Order(verb)
        for ref in refs(ruleset):
            yield Order(verb, ref)
            yield Order(verb, ref, one, ref)
            yield Order(verb, UnitRef("F", two), three, ref)
        for via, cargo, path in product(ways, loads, ((), (two,), (two, three))):
            yield Order(verb, UnitRef("A", one), two, None, via, path, cargo)
            yield Order(verb, UnitRef("A", one), two, UnitRef("F", three), via, path, cargo)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_order_is_read_back_as_it_was_written(folder: str) -> None:
    wrong = [order for order in orders(rules(folder)) if read_order(stored(write_order(order))) != order]
    assert wrong == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_unit_is_read_back_as_it_was_written(folder: str) -> None:
    units = [Unit(ref.power, ref.kind, ref.place, ref.name) for ref in refs(rules(folder)) if ref.kind]
    assert len(units) > 10
    assert [unit for unit in units if read_unit(unit_text(unit)) != unit] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_event_with_orders_is_read_back_as_it_was_written(folder: str) -> None:
    ruleset = rules(folder)
    some = tuple(orders(ruleset))
    for power in powers(ruleset):
        event = OrdersTaken(power, "Spring 1901", some[:500], some[-500:])
        assert read_event(stored(write_event(event))) == event


@pytest.mark.parametrize("file", sorted(GAMES.glob("*/cases/*.yaml")), ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_every_judged_phase_of_the_cases_is_read_back(file: Path) -> None:
    """Each order that a case gives, each result with the reasons that a game has of its own, and what stands afterwards."""
    for sheet in read_cases(file.read_text("utf-8"), str(file)):
        case = read_case(sheet)
        ruleset = case_ruleset(case, loaded(case.variant))
        for _, judged in judge_case(case, ruleset, load_case_templates(ruleset, find_assets().templates, [GAMES])):
            body = stored(write_outcome(judged.outcome))
            found = read_outcome(body)
            assert stored(write_outcome(found)) == body
            # by what is printed of them: another test may have loaded the game's own classes of reasons anew
            assert list(map(repr, found.results)) == list(map(repr, judged.outcome.results))
            assert found.position.units == judged.outcome.position.units


class Stop(NamedTuple):
    """A list in the store."""

    at: datetime
    crew: tuple[Unit, ...]
    note: str = ""


@dataclass(frozen=True)
class Journey:
    """Made of what games are made of, in ways that none of them is so far."""

    stops: Mapping[str, tuple[Stop | None, ...]]
    seen: tuple[tuple[str, frozenset[str]], ...] = ()
    orders: Mapping[str, Mapping[str, Order]] = field(default_factory=dict)
    last: Stop | None = None


def test_a_new_field_needs_no_code() -> None:
    """How it is stored follows from its type; defaults are left out, and a list may be from before a field was added."""
    at, crew = datetime(1901, 4, 1, 12, tzinfo=UTC), (Unit("France", "A", "Par"), Unit("", "F", "Bre", "2"))
    journey = Journey({"out": (Stop(at, crew, "rest"), None)}, (("a", frozenset({"z", "b"})),), {"x": {"y": Order("hold")}}, None)
    shape = shape_of(Journey)
    body = stored(shape.write(journey))
    assert body == {
        "stops": {"out": [["1901-04-01T12:00:00+00:00", ["France A(Par)", "F2(Bre)"], "rest"], None]},
        "seen": [["a", ["b", "z"]]],
        "orders": {"x": {"y": {"verb": "hold"}}},
    }
    assert shape.read(body) == journey
    assert shape.read({"stops": {"home": [[at.isoformat(), []]]}}) == Journey({"home": (Stop(at, ()),)})
    with pytest.raises(ValueError, match="longer"):
        shape.read({"stops": {"home": [[at.isoformat(), [], "", "more"]]}})


def test_everything_that_is_stored_has_a_rule() -> None:
    """A type without one is named at once, not at the first game that has it."""
    for folder in FOLDERS:
        loaded(folder)  # whose reasons are kept, too
    for kind in (Game, JudgedPhase, *Event.__subclasses__(), *Reason.__subclasses__()):
        assert field_codecs(kind) is not None, kind
    with pytest.raises(TypeError, match=r"how to store <class 'complex'>"):
        shape_of(Mapping[str, tuple[complex, ...]])
