"""The kernel: sinks, long chains and rings, and a backup that settles nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.board import Board, PlaceNames, Position, Space, Unit
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.reasons import StoodOff
from judge.rules.solver import DEEPEST, Decision, DecisionSolver, sink_components
from tests.rules.boards import RULES, SPRING

LONG = 2000


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    """Small graphs, thin ones and thick ones."""
    size = draw(st.integers(1, 9))
    node = st.integers(0, size - 1)
    return [draw(st.lists(node, max_size=draw(st.integers(0, 3)))) for _ in range(size)]


def naive(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Sink components by their definition: sets of nodes that reach one another and nothing else."""
    reach = [{n} for n in range(len(edges))]
    for _ in edges:
        for n, targets in enumerate(edges):
            reach[n] = reach[n].union(*(reach[t] for t in targets))
    return sorted({tuple(sorted(reach[n])) for n in range(len(edges)) if all(reach[m] == reach[n] for m in reach[n])})  # type: ignore


@given(graphs())
@settings(max_examples=500)
def test_sinks_are_those_of_the_definition(edges: list[list[int]]) -> None:
    assert sorted(map(tuple, sink_components(edges))) == naive(edges)


def test_sinks_of_a_long_chain_and_a_long_ring() -> None:
    chain = [[n + 1] for n in range(LONG)] + [[]]
    assert sink_components(chain) == [[LONG]]
    chain[LONG] = [0]
    assert sink_components(chain) == [list(range(LONG + 1))]


def circle(number: int, further: Iterable[str] = (), powers: Sequence[str] = ("France", "Turkey")) -> PhaseOutcome:
    """Armies in a circle of spaces, each ordered to the next; into the spaces `further` (`A(x0)`-…) others move as well."""
    around = [f"x{n}" for n in range(number)]
    links = {space: frozenset({around[(n + 1) % number], around[n - 1]}) for n, space in enumerate(around)}
    for space in further:
        links[f"y{space}"] = frozenset({space})
    spaces = {code: Space(code, code, "land") for code in links}
    rules = replace(RULES, board=Board(spaces, {"A": links}, PlaceNames({})))
    orders: dict[str, list[Order]] = {power: [] for power in powers}
    units = []
    for n, space in enumerate([*around, *(code for code in links if code.startswith("y"))]):
        power = powers[n % len(powers)]
        units.append(Unit(power, "A", space))
        target = around[(n + 1) % number] if space.startswith("x") else space[1:]
        orders[power].append(Order("move", UnitRef("A", space), target))
    return adjudicate(Position(SPRING, tuple(units)), orders, rules)


@pytest.mark.parametrize("number", [3, DEEPEST, LONG])
def test_a_ring_of_moves_all_move(number: int) -> None:
    outcome = circle(number)
    assert {r.word for r in outcome.results} == {"succeeds"}
    assert {unit.space for unit in outcome.position.units} == {f"x{n}" for n in range(number)}


@pytest.mark.parametrize("number", [3, DEEPEST, LONG])
def test_a_ring_into_which_one_more_moves_stands_still(number: int) -> None:
    outcome = circle(number, ["x1"])
    assert {r.word for r in outcome.results} == {"fails"}
    stood_off = {str(r.unit) for r in outcome.results if isinstance(r.reason, StoodOff)}
    assert stood_off == {"A(x0)", "A(yx1)"}
    assert {r.reason.code for r in outcome.results if r.reason} - {"own-unit"} == {"standoff", "not-left"}


def chain(number: int, blocked: bool) -> PhaseOutcome:
    """Armies in a row, each ordered to the next space; the last one onto an empty space or against a unit that stands."""
    row = [f"x{n}" for n in range(number + 1)]
    links = {space: frozenset(row[max(n - 1, 0) : n + 2]) - {space} for n, space in enumerate(row)}
    rules = replace(RULES, board=Board({code: Space(code, code, "land") for code in row}, {"A": links}, PlaceNames({})))
    units = tuple(Unit("France", "A", space) for space in row[:-1]) + (Unit("Turkey", "A", row[-1]),) * blocked
    orders = [Order("move", UnitRef("A", space), row[n + 1]) for n, space in enumerate(row[:-1])]
    return adjudicate(Position(SPRING, units), {"France": orders}, rules)


@pytest.mark.parametrize("blocked", [False, True])
def test_a_long_chain_moves_or_stands_as_its_head_does(blocked: bool) -> None:
    outcome = chain(LONG, blocked)
    words = {r.word for r in outcome.results if r.ordered}
    assert words == {"fails" if blocked else "succeeds"}
    assert [r.reason.code for r in outcome.results if r.reason].count("own-unit") == (LONG - 1 if blocked else 0)


def waits_for(*others: Decision) -> Decision:
    """A decision that is yes once all these are."""

    def rule(kernel: DecisionSolver, decision: Decision) -> bool | None:
        answers = [kernel.ask(other) for other in others]
        return None if None in answers else all(answers)

    return Decision(rule)


def circle_of_two() -> tuple[DecisionSolver, Decision, Decision, Decision]:
    """Two decisions that wait for one another, a third that waits for both."""
    first = waits_for()
    second = waits_for(first)
    first.rule = waits_for(second).rule
    return DecisionSolver(), first, second, waits_for(first, second)


def test_the_backup_is_asked_about_cores_only_and_settles_them() -> None:
    kernel, first, second, third = circle_of_two()
    asked = []

    def backup(turn: Any, core: Sequence[Decision]) -> tuple[str, list[tuple[Decision, bool]]]:
        asked.append(core)
        return "heads", [(core[0], True)]

    kernel.settle([third, first, second], backup)
    assert asked == [[first, second]]
    assert [d.value for d in (first, second, third)] == [True, True, True]
    assert [d.settled_by for d in (first, second, third)] == ["heads", "", ""]


def test_a_backup_that_settles_nothing_raises() -> None:
    kernel, first, second, third = circle_of_two()
    with pytest.raises(RuntimeError, match="'nothing' settled nothing of a core of 2"):
        kernel.settle([first, second, third], lambda turn, core: ("nothing", []))


def test_a_backup_that_settles_only_what_is_settled_raises() -> None:
    kernel, first, second, third = circle_of_two()
    done = waits_for()
    done.value = True
    with pytest.raises(RuntimeError, match="settled nothing"):
        kernel.settle([first, second, third], lambda turn, core: ("old", [(done, False)]))
    assert done.value is True
