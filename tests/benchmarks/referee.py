"""How fast the referee is: 500 hard standard phases, parsed orders in → outcome with reasons out, beside a peer."""

from __future__ import annotations

import gc
import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.assets import find_assets
from judge.board import Position
from judge.cases.case import read_case, read_jsonl_cases
from judge.cases.starting_position import parse_position
from judge.notation import Order
from judge.notation.reader import ParsedOrder
from judge.rules import adjudicate
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

PHASES = Path(__file__).with_name("phases.jsonl.gz")
ROUNDS = 12
"""The fastest of these counts: machines are shared, and only ratios within one run mean anything."""
PEER_PHASES = 150
ROOT = Path(__file__).parents[2]
COMPILED = ROOT / "var" / "compiled"
"""Where `make compiled` puts a copy of the checkout with a compiled referee."""


class Phase(NamedTuple):
    """One phase, ready to be judged, with what it must come to."""

    body: Mapping[str, Any]
    position: Position
    orders: Mapping[str, Sequence[Order]]


def standard() -> Ruleset:
    """Standard Diplomacy, loaded as the judge loads it."""
    found = find_assets()
    return load_ruleset("standard", (found.games,), found.grammars())


def phases(ruleset: Ruleset) -> list[Phase]:
    """The 500 phases with their orders read."""
    with gzip.open(PHASES, "rt", encoding="utf-8") as lines:
        texts = list(lines)
    found = []
    for text, sheet in zip(texts, read_jsonl_cases(texts, PHASES.name), strict=True):
        body = json.loads(text)
        position = parse_position(read_case(sheet), ruleset)
        orders = {power: [_order(line, position, power, ruleset) for line in lines] for power, lines in body["orders"].items()}
        found.append(Phase(body, position, orders))
    return found


def _order(line: str, position: Position, power: str, ruleset: Ruleset) -> Order:
    (reading,) = ruleset.notation.read(line, ruleset.board, position, power)
    assert isinstance(reading, ParsedOrder), line
    return reading.order


def wrong(ruleset: Ruleset, some: Sequence[Phase]) -> int:
    """How many phases do not come to the units and dislodgements they must."""
    return sum(_stands(ruleset, phase) != _must(phase.body["expect"]) for phase in some)


def _stands(ruleset: Ruleset, phase: Phase) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    outcome = adjudicate(phase.position, phase.orders, ruleset)
    beaten = (*outcome.position.dislodged, *outcome.removed)
    return {(u.power, str(u)) for u in outcome.position.units}, {(b.unit.power, str(b.unit)) for b in beaten}


def _must(expect: Mapping[str, Any]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    beaten = (expect.get("dislodged", {}), expect.get("destroyed", {}))
    return _flat(expect["units"]), _flat(beaten[0]) | _flat(beaten[1])


def _flat(units: Mapping[str, Sequence[str]]) -> set[tuple[str, str]]:
    return {(power, unit) for power, some in units.items() for unit in some}


def seconds(ruleset: Ruleset, some: Sequence[Phase]) -> list[float]:
    """The fastest time of each phase."""
    best = [float("inf")] * len(some)
    for _ in range(ROUNDS):
        for n, phase in enumerate(some):
            start = time.perf_counter()
            adjudicate(phase.position, phase.orders, ruleset)
            best[n] = min(best[n], time.perf_counter() - start)
    return best


def peer_seconds(some: Sequence[Phase]) -> list[float] | None:
    """The fastest time of PyPI `diplomacy`'s process() for each phase; None if it is not installed."""
    try:
        import diplomacy
    except ImportError:
        return None
    best = [float("inf")] * len(some)
    for _ in range(ROUNDS // 2):
        for n, phase in enumerate(some):
            game = _peer_game(diplomacy.Game, phase)
            start = time.perf_counter()
            game.process()
            best[n] = min(best[n], time.perf_counter() - start)
    return best


def _peer_game(make: Any, phase: Phase) -> Any:
    game = make()
    game.clear_units()
    game.clear_centers()
    for power in {unit.power for unit in phase.position.units}:
        game.set_units(power.upper(), [f"{u.kind} {_code(u.place)}" for u in phase.position.units if u.power == power])
    for power, orders in phase.orders.items():
        game.set_orders(power.upper(), [_peer_order(order) for order in orders])
    return game


def _code(place: str) -> str:
    return place.upper().replace(".", "/")


def _peer_order(order: Order) -> str:
    assert order.unit is not None
    unit = f"{order.unit.kind} {_code(order.unit.place)}"
    if order.verb == "stands":
        return f"{unit} H"
    if order.verb == "move":
        return f"{unit} - {_code(order.target)}" + (" VIA" if order.via else "")
    assert order.of is not None
    other = f"{order.of.kind} {_code(order.of.place)}"
    verb = "S" if order.verb == "support" else "C"
    return f"{unit} {verb} {other}" + (f" - {_code(order.target)}" if order.target else "")


def import_seconds() -> float:
    """The fastest cold `import judge.rules` in a fresh interpreter."""
    code = "import time; t = time.perf_counter(); import judge.rules; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def measure() -> tuple[int, list[float]]:
    """How many phases come out wrong, and the fastest time of each."""
    ruleset = standard()
    some = phases(ruleset)
    gc.collect()
    gc.freeze()  # as the daemon does: a full collection in the middle costs more than a phase
    return wrong(ruleset, some), seconds(ruleset, some)


def measure_compiled() -> tuple[int, list[float]] | None:
    """The same of the compiled referee; None if `make compiled` has not made one of these sources."""
    made = [*(COMPILED / "judge").rglob("*.so")]
    sources = [path.with_name(path.name.partition(".")[0] + ".py").relative_to(COMPILED) for path in made]
    same = [*sources, Path(__file__).relative_to(ROOT)]
    if not made or any((COMPILED / source).read_bytes() != (ROOT / source).read_bytes() for source in same):
        return None
    code = "import json; from tests.benchmarks import referee; print(json.dumps(referee.measure()))"
    surroundings = {**os.environ, "PYTHONPATH": str(COMPILED)}
    run = subprocess.run([sys.executable, "-c", code], cwd=COMPILED, env=surroundings, capture_output=True, text=True, check=True)
    mistakes, times = json.loads(run.stdout)
    return mistakes, times


def rows() -> list[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    mistakes, mine = measure()
    peer = peer_seconds(phases(standard())[:PEER_PHASES])
    found = [
        ("phases that come out right", f"{len(mine) - mistakes} of {len(mine)}", "all"),
        ("phases a second, reasons included", f"{len(mine) / sum(mine):.0f}", _beside(peer, mine, 6)),
        ("worst phase", f"{max(mine) * 1000:.1f} ms", "under 20 ms"),
    ]
    if compiled := measure_compiled():
        mistakes, fast = compiled
        found.append(("phases that come out right, compiled", f"{len(fast) - mistakes} of {len(fast)}", "all"))
        found.append(("phases a second, compiled", f"{len(fast) / sum(fast):.0f}", _beside(peer, fast, 12)))
    else:
        found.append(("phases a second, compiled", "none", "`make compiled` makes one of these sources"))
    return [*found, ("import judge.rules", f"{import_seconds() * 1000:.0f} ms", "under 100 ms")]


def _beside(peer: list[float] | None, mine: list[float], aim: int) -> str:
    if peer is None:
        return "peer not installed"
    return f"{sum(peer) / sum(mine[:PEER_PHASES]):.1f} × diplomacy process() (aim {aim})"
