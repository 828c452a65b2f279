"""Solve mutually dependent decisions: yes, no or unknown. Knows nothing of what they decide.

It asks in sweeps until nothing new settles. What is still open then forms a graph; its sink components are the cores,
the least sets that hang on nothing but themselves, so no order of asking can change them. A backup settles as little
of a core as it can, and the sweeps go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from judge.compiling import mypyc_attr

DEEPEST = 40
"""Nested asks before one answers "unknown": a later sweep settles it, and chains of thousands cannot exhaust the stack."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision:
    """A yes-or-no decision of a phase. `rule` derives it from others; `settled_by` names the backup rule that had to decide it."""

    __slots__ = ("rule", "settled_by", "sweep", "value")

    def __init__(self, rule: Callable[[Any, Any], bool | None], value: bool | None = None) -> None:
        self.rule = rule
        self.value = value
        self.sweep = 0
        self.settled_by = ""


Backup = Callable[[Any, Sequence[Decision]], tuple[str, Iterable[tuple[Decision, bool]]]]
"""(solver, core) → the rule's name and the decisions it settles."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DecisionSolver:
    """Settles one set of decisions. Every rule is handed the solver itself, with whatever a class derived from it knows besides."""

    __slots__ = ("depth", "sweep", "trace")

    def __init__(self) -> None:
        self.sweep = 0
        self.depth = 0
        self.trace: list[Decision] | None = None

    def ask(self, decision: Decision) -> bool | None:
        """The decision's value if known by now, else None. Rules call this, and must pass an unknown on."""
        if decision.value is not None:
            return decision.value
        if self.trace is not None:
            self.trace.append(decision)
            return None
        if decision.sweep == self.sweep or self.depth > DEEPEST:
            return None
        decision.sweep = self.sweep
        self.depth += 1
        decision.value = answer = decision.rule(self, decision)
        self.depth -= 1
        return answer

    def settle(self, decisions: Iterable[Decision], backup: Backup) -> None:
        """Settle them all. Raises RuntimeError if the backup leaves a core as it was."""
        unsettled = [d for d in decisions if d.value is None]
        while unsettled:
            self.sweep += 1
            for decision in unsettled:
                self.ask(decision)
            left = [d for d in unsettled if d.value is None]
            if len(left) == len(unsettled):
                self._fall_back(left, backup)
            unsettled = left

    def _fall_back(self, unsettled: list[Decision], backup: Backup) -> None:
        for core in self._cores(unsettled):
            name, answers = backup(self, core)
            settled = [(d, value) for d, value in answers if d.value is None]
            if not settled:
                raise RuntimeError(f"the backup rule {name!r} settled nothing of a core of {len(core)} decisions")
            for decision, value in settled:
                decision.value = value
                decision.settled_by = name

    def _cores(self, unsettled: list[Decision]) -> list[list[Decision]]:
        """The sink components of the graph of unknowns."""
        number = {id(d): n for n, d in enumerate(unsettled)}
        edges: list[list[int]] = []
        for decision in unsettled:
            self.trace = []
            decision.rule(self, decision)
            edges.append([number[id(d)] for d in self.trace if d is not decision])
        self.trace = None
        return [[unsettled[n] for n in core] for core in sink_components(edges)]


FRESH = -1


def sink_components(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components without an edge to another one (Tarjan, without recursion), each sorted.

    `edges[n]` lists the nodes that node n points to.
    """
    order = [0] * len(edges)
    low = [0] * len(edges)
    component = [-1] * len(edges)
    found: list[list[int]] = []
    stack: list[int] = []
    count = 0
    for root in range(len(edges)):
        if order[root]:
            continue
        work = [(root, FRESH)]
        while work:
            node, at = work.pop()
            if at == FRESH:
                count += 1
                order[node] = low[node] = count
                stack.append(node)
            for position in range(max(at, 0), len(edges[node])):
                other = edges[node][position]
                if not order[other]:
                    work += [(node, position), (other, FRESH)]
                    break
                if component[other] < 0:
                    low[node] = min(low[node], low[other])
            else:
                if low[node] == order[node]:
                    found.append(_pop(stack, node, component, len(found)))
    return [sorted(c) for n, c in enumerate(found) if all(component[other] == n for node in c for other in edges[node])]


def _pop(stack: list[int], node: int, component: list[int], number: int) -> list[int]:
    members = []
    while True:
        member = stack.pop()
        component[member] = number
        members.append(member)
        if member == node:
            return members
