"""Draw the centres of each Power by year, as a small SVG for pages and paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from judge.maps.colours import ink_colour

WIDTH, HEIGHT = 720.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 96.0, 12.0, 26.0
LEAST = 12.0
"""The least distance between two names at the right."""
MOST_YEARS = 16
"""More years than this are not all written below."""


def centres_graph(history: Mapping[str, Any], colours: Mapping[str, str], title: str) -> str:
    """Return the graph of `history` (`years`, and `rows` of (power, counts)); '' for fewer than two years."""
    years, rows = [str(year) for year in history["years"]], [(name, list(counts)) for name, counts in history["rows"]]
    if len(years) < 2 or not rows:
        return ""
    most = max((max(counts, default=0) for _, counts in rows), default=0) or 1
    step = (WIDTH - LEFT - RIGHT) / (len(years) - 1)

    def x(n: int) -> float:
        return round(LEFT + n * step, 1)

    def y(count: float) -> float:
        return round(HEIGHT - BOTTOM - count * (HEIGHT - TOP - BOTTOM) / most, 1)

    parts = [_scale(most, y), _years(years, x)]
    for name, counts in rows:
        last = min(max((n for n, count in enumerate(counts) if count), default=-1) + 1, len(counts) - 1)
        points = " ".join(f"{x(n)},{y(count)}" for n, count in enumerate(counts[: last + 1]))
        ink = ink_colour(colours[name]) if name in colours else "#555555"
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="3" stroke-linejoin="round"/>')
        parts.append(f'<circle cx="{x(last)}" cy="{y(counts[last])}" r="4" fill="{ink}"/>')
    parts += _names(rows, colours, y)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(title)}" '
        'font-family="Georgia, Libertinus Serif, serif" font-size="12">'
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#fdfbf5"/>'
        f'{"".join(parts)}</svg>'
    )


def _scale(most: int, y: Any) -> str:
    every = 5 if most > 6 else 1
    return "".join(
        f'<path d="M{LEFT:g} {y(n)}H{WIDTH - RIGHT:g}" stroke="#ddd5c5"/>'
        f'<text x="{LEFT - 6:g}" y="{y(n) + 4:g}" text-anchor="end" fill="#55503f">{n}</text>'
        for n in range(0, most + 1, every)
    )


def _years(years: Sequence[str], x: Any) -> str:
    every = -(-len(years) // MOST_YEARS)
    shown = [n for n in range(len(years)) if n % every == 0]
    return "".join(
        f'<text x="{x(n)}" y="{HEIGHT - 8:g}" text-anchor="middle" fill="#55503f">{escape(years[n])}</text>' for n in shown
    )


def _names(rows: Sequence[tuple[str, list[int]]], colours: Mapping[str, str], y: Any) -> list[str]:
    """Write at the right who has centres at the end, from the top down, apart from one another."""
    parts, at = [], TOP - LEAST
    for name, counts in sorted((row for row in rows if row[1] and row[1][-1]), key=lambda row: (-row[1][-1], row[0])):
        at = max(at + LEAST, y(counts[-1]) + 4)
        ink = ink_colour(colours[name]) if name in colours else "#555555"
        said = f"{escape(name)} {counts[-1]}"
        parts.append(f'<text x="{WIDTH - RIGHT + 8:g}" y="{at:g}" fill="{ink}" font-weight="bold">{said}</text>')
    return parts
