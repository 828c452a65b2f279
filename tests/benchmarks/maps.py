"""How fast maps are drawn: a busy standard turn as SVG, as PNG, and again when it is already known."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

from judge.assets import find_assets
from judge.daemon.wiring import map_loader
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.maps.build_scenes import turn_scenes
from judge.maps.draw import Layers, draw_layers, draw_svg
from judge.maps.rasterize import render_png, svg_to_png
from judge.office.rendering.maps import WIDTH, MapRenderer
from judge.rules import adjudicate
from tests.benchmarks.referee import phases, standard

ROUNDS = 9
"""The fastest of these counts."""


def fastest(what: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """Milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        what()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def spent(what: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    """Milliseconds of processor, the least of a few."""
    times = []
    for _ in range(5):
        start = clock()
        what()
        times.append(clock() - start)
    return min(times) * 1000


def rows() -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    found, ruleset = find_assets(), standard()
    looks = map_loader((found.games,), found)
    both = looks("standard")
    assert both is not None
    kit, marks = both
    phase = phases(ruleset)[0]
    seen = view_phase(JudgedPhase("bench", "standard", outcome=adjudicate(phase.position, phase.orders, ruleset)), ruleset, "")
    scene, position = turn_scenes(seen, ruleset, marks)
    yield "what a report's pictures show", f"{fastest(lambda: turn_scenes(seen, ruleset, marks)):.1f} ms", ""
    busy = f"a turn of {len(scene.pieces)} units and {len(scene.lines)} orders → SVG"
    yield busy, f"{fastest(lambda: draw_svg(scene, kit)):.1f} ms", "aim ≤ 5 ms"
    yield from pixels(draw_layers(scene, kit, WIDTH), draw_layers(position, kit, WIDTH))
    drawn = MapRenderer(looks, render_png)
    drawn.of([("standard", scene)])
    again = fastest(lambda: drawn.of([("standard", scene)]))
    yield "the same picture for another reader", f"{again:.1f} ms", "known by its content"


def pixels(layers: Layers, after: Layers) -> Iterator[tuple[str, str, str]]:
    """A turn's two pictures, of its orders and of the position after it, in pixels."""
    ground = render_png(layers.ground, WIDTH)
    picture = render_png(layers.over, WIDTH, ground)
    yield "a ground, if land has changed hands", f"{spent(lambda: render_png(layers.ground, WIDTH)):.0f} ms", "of processor"
    drawn = spent(lambda: render_png(layers.over, WIDTH, ground))
    yield f"what stands on it → PNG, {WIDTH} px", f"{drawn:.0f} ms", "of processor; aim ≤ 120 ms"
    yield "its size", f"{len(picture) / 1000:.0f} KB", "aim ≤ 120 KB"
    yield "the position after it", f"{spent(lambda: render_png(after.over, WIDTH, ground)):.0f} ms", "of processor"
    yield "its size", f"{len(render_png(after.over, WIDTH, ground)) / 1000:.0f} KB", ""
    alone = spent(lambda: svg_to_png(layers.over, WIDTH, ground), children)
    yield "the orders in a process of its own", f"{alone:.0f} ms", "of processor; nothing else waits for it"


def children() -> float:
    """Seconds of processor that processes which ended have spent."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
