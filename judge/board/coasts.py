"""Coasts worked out from the borders of a map: the runs of sea round each land, their letters, and the links along them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.board.derived_links import EDGE, Links

Run = tuple[str, ...]
"""Seas that follow one another round a land: one coast of it."""
Point = tuple[float, float]
"""Where a space lies on the map: east, south."""

COMPASS = {"nc": (0.0, -1.0), "ec": (1.0, 0.0), "sc": (0.0, 1.0), "wc": (-1.0, 0.0)}
OPPOSITE = (("nc", "sc"), ("sc", "nc"), ("ec", "wc"), ("wc", "ec"))


def coast_runs(around: Sequence[str], kinds: Mapping[str, str]) -> list[Run]:
    """The maximal runs of seas among a land's neighbours in clockwise order; a land wholly ringed by sea has one coast.

    `kinds` as in `survey`: what may be either land or sea ends a run, as land does.
    """
    wet = [kinds.get(other) == "sea" for other in around]
    if all(wet):
        return [tuple(around)]
    first = wet.index(False)
    found: list[list[str]] = [[]]
    for other in (*around[first + 1 :], *around[: first + 1]):
        if kinds.get(other) == "sea":
            found[-1].append(other)
        elif found[-1]:
            found.append([])
    return [tuple(run) for run in found if run]


def coast_fit(here: Point, there: Sequence[Point], letter: str) -> float:
    """How well a letter fits a coast: the mean direction of its seas against that of the letter, from -1 to 1."""
    total = 0.0
    for x, y in there:
        east, south = x - here[0], y - here[1]
        length = (east * east + south * south) ** 0.5
        total += (east * COMPASS[letter][0] + south * COMPASS[letter][1]) / length
    return total / len(there)


def label_coasts(runs: Sequence[Run], kept: Mapping[str, Sequence[str]], fit: Callable[[Run, str], float]) -> dict[str, Run]:
    """letter → coast. A lone coast has no letter (''); a coast keeps the letter of any of its seas; two fresh ones face away.

    `kept`: letter → seas of the coast that had it until now; `fit(run, letter)`: how well a letter suits a coast. Of several
    letters that one coast had, the best stays.
    """
    if len(runs) < 2:
        return {"": runs[0]} if runs else {}
    found: dict[str, Run] = {}
    for run in runs:
        had = sorted(letter for letter, seas in kept.items() if set(seas) & set(run))
        if had:
            found[max(had, key=lambda letter: fit(run, letter))] = run
    fresh = [run for run in runs if run not in found.values()]
    ways = OPPOSITE if len(fresh) == len(runs) == 2 else _ways(len(fresh), found)
    best = max(ways, key=lambda way: sum(fit(run, letter) for run, letter in zip(fresh, way, strict=True)))
    return found | dict(zip(best, fresh, strict=True))


def _ways(number: int, taken: Mapping[str, Run]) -> list[tuple[str, ...]]:
    """Every way to give so many coasts different letters that are free."""
    ways: list[tuple[str, ...]] = [()]
    for _ in range(number):
        ways = [(*way, letter) for way in ways for letter in COMPASS if letter not in way and letter not in taken]
    return ways


@dataclass(frozen=True)
class CoastChart:
    """What is known of a bordered board: kinds and borders as in `survey`, and every land's coasts by letter."""

    kinds: Mapping[str, str]
    borders: Mapping[str, Sequence[str]]
    coasts: Mapping[str, Mapping[str, Run]]

    def links(self) -> Links:
        """As `survey`, but fleets' places name the coast, and an undecided space counts for a fleet only next to its coast."""
        return {"A": dict(self._armies()), "F": dict(self._fleets())}

    def _armies(self) -> Iterator[tuple[str, frozenset[str]]]:
        for code, kind in self.kinds.items():
            if kind != "sea":
                yield code, frozenset(o for o in self.borders[code] if o != EDGE and self.kinds[o] != "sea")

    def _fleets(self) -> Iterator[tuple[str, frozenset[str]]]:
        for code, kind in self.kinds.items():
            near = [other for other in self.borders[code] if other != EDGE]
            if kind == "land":
                for letter, run in self.coasts[code].items():
                    yield (f"{code}.{letter}" if letter else code), frozenset(self._from_coast(code, run))
            elif kind == "sea":
                yield code, frozenset(self._shore(o, code) if self.kinds[o] == "land" else o for o in near)
            else:
                yield code, frozenset(o for o in near if self.kinds[o] != "land")

    def _shore(self, land: str, sea: str) -> str:
        """The place on the coast of a land that a sea washes."""
        letter = next(letter for letter, run in self.coasts[land].items() if sea in run)
        return f"{land}.{letter}" if letter else land

    def _from_coast(self, land: str, run: Run) -> Iterator[str]:
        """Where a fleet can go from a coast: its seas, and their neighbours round the same land."""
        around = self.borders[land]
        for n, other in enumerate(around):
            beside = [sea for sea in (around[n - 1], around[(n + 1) % len(around)]) if sea in run]
            if other in run or (beside and other != EDGE and self.kinds[other] not in ("land", "sea")):
                yield other
            elif other != EDGE and self.kinds[other] == "land":
                yield from (self._shore(other, sea) for sea in beside if self._corner(sea, land, other))

    def _corner(self, sea: str, land: str, other: str) -> bool:
        """Whether a sea lies at the corner of two lands, seen from the second."""
        around = self.borders[other]
        n = around.index(land)
        return sea in (around[n - 1], around[(n + 1) % len(around)])
