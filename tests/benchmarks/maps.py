"""How fast maps are drawn: a busy standard turn as SVG, as PNG, and again when it is already known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from judge.assets import find_assets
from judge.daemon.wiring import map_loader
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.maps.build_scenes import turn_scenes
from judge.maps.draw import draw_layers, draw_svg
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


def rows() -> Iterator[tuple[str, str, str]]:
    """The table: what was measured, the figure, what it stands beside."""
    found, ruleset = find_assets(), standard()
    looks = map_loader((found.games,), found)
    both = looks("standard")
    assert both is not None
    kit, marks = both
    phase = phases(ruleset)[0]
    seen = view_phase(JudgedPhase("bench", "standard", outcome=adjudicate(phase.position, phase.orders, ruleset)), ruleset, "")
    scene = turn_scenes(seen, ruleset, marks)[0]
    yield "what a report's pictures show", f"{fastest(lambda: turn_scenes(seen, ruleset, marks)):.1f} ms", ""
    busy = f"a turn of {len(scene.pieces)} units and {len(scene.lines)} orders → SVG"
    yield busy, f"{fastest(lambda: draw_svg(scene, kit)):.1f} ms", "aim ≤ 5 ms"
    under, over = draw_layers(scene, kit)
    ground, bare = render_png(under, WIDTH), fastest(lambda: render_png(under, WIDTH), 5)
    picture = render_png(over, WIDTH, ground)
    start = time.process_time()
    render_png(over, WIDTH, ground)
    spent = (time.process_time() - start) * 1000
    aim = f"aim ≤ 400 ms; {spent:.0f} ms of processor"
    yield f"SVG → PNG, {WIDTH} px", f"{fastest(lambda: render_png(over, WIDTH, ground), 5):.0f} ms", aim
    yield "its ground, if that is new", f"{bare:.0f} ms", "once until land changes hands"
    whole = draw_svg(scene, kit)
    yield "both at once", f"{fastest(lambda: render_png(whole, WIDTH), 3):.0f} ms", "how it was done before"
    yield (
        "the same in a process of its own",
        f"{fastest(lambda: svg_to_png(over, WIDTH, ground), 3):.0f} ms",
        "nothing else waits for it",
    )
    yield "its size", f"{len(picture) / 1000:.0f} KB", "aim ≤ 200 KB"
    drawn = MapRenderer(looks, render_png)
    drawn.of([("standard", scene)])
    again = fastest(lambda: drawn.of([("standard", scene)]))
    yield "the same picture for another reader", f"{again:.1f} ms", "known by its content"
