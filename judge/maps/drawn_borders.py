"""Compare neighbours in a drawn board, read from its arcs, with the borders in the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from judge.board import Board, space_of
from judge.maps.art import SCENERY, Arc, Art, Point

SHORTEST = 3.0
"""Units of common border that a player sees as a contact."""
Pair = frozenset[str]


@dataclass(frozen=True)
class ShoreStretch:
    """A stretch of shore of one land, from one land border to the next: the seas it lies on, and what it ends at."""

    land: str
    seas: frozenset[str]
    ends: frozenset[tuple[Point, str]]
    """(corner, the land that meets this one there)."""
    corners: tuple[Point, ...] = ()
    """Where its pieces begin."""


def line_length(points: Iterable[Point]) -> float:
    """How long a line is, in units."""
    line = list(points)
    return sum(dist(a, b) for a, b in pairwise(line))


def shared_border_lengths(art: Art) -> dict[Pair, float]:
    """Two spaces → the length of the border they have in common."""
    found: dict[Pair, float] = {}
    for arc in art.arcs:
        if is_space(arc.left) and is_space(arc.right):
            found[frozenset(arc.sides)] = found.get(frozenset(arc.sides), 0.0) + line_length(arc.points)
    return found


def is_space(name: str) -> bool:
    """Whether a face is a space of the game."""
    return bool(name) and not name.startswith(SCENERY)


def ring_neighbours(art: Art, space: str) -> Iterator[list[tuple[str, Point]]]:
    """For each ring of a face, as it is walked with the face on the left hand: what lies on the right, and where that begins."""
    for ring in art.faces[space]:
        yield [_right(art.arcs[abs(number) - 1], number > 0) for number in ring]


def _right(arc: Arc, forward: bool) -> tuple[str, Point]:
    return (arc.right, arc.points[0]) if forward else (arc.left, arc.points[-1])


def shore_stretches(art: Art, seas: frozenset[str]) -> Iterator[ShoreStretch]:
    """Every stretch of shore of every land."""
    for land in filter(is_space, art.faces):
        for ring in ring_neighbours(art, land) if land not in seas else ():
            yield from _coasts(land, ring, seas)


def _coasts(land: str, ring: list[tuple[str, Point]], seas: frozenset[str]) -> Iterator[ShoreStretch]:
    dry = [n for n, (other, _) in enumerate(ring) if other not in seas]
    if not dry:
        yield ShoreStretch(land, frozenset(other for other, _ in ring), frozenset(), tuple(corner for _, corner in ring))
        return
    turned = [*ring[dry[0] :], *ring[: dry[0]], ring[dry[0]]]
    wet: list[tuple[str, Point]] = []
    before = ""
    for other, corner in turned:
        if other in seas:
            wet.append((other, corner))
        else:
            if wet:
                ends = {(wet[0][1], before), (corner, other)}
                met = frozenset(end for end in ends if is_space(end[1]))
                yield ShoreStretch(land, frozenset(sea for sea, _ in wet), met, tuple(corner for _, corner in wet))
            wet, before = [], other


def drawn_links(art: Art, board: Board) -> dict[str, set[Pair]]:
    """Kind of unit → pairs of places that touch as drawn; a bridge joins for both, a passage for fleets."""
    seas = frozenset(space for space in board.spaces if board.is_sea(space))
    wide = {pair for pair, shared in shared_border_lengths(art).items() if shared >= SHORTEST}
    armies = {pair for pair in wide if not pair & seas}
    fleets = {pair for pair in wide if pair <= seas}
    found = list(shore_stretches(art, seas))
    for coast in found:
        fleets |= {frozenset((match_coast(board, coast), sea)) for sea in coast.seas if frozenset((coast.land, sea)) in wide}
    for one in found:
        fleets |= {frozenset((match_coast(board, one), match_coast(board, other))) for other in found if _meet(one, other)}
    for extra in art.extras:
        if extra.kind in ("bridge", "passage"):
            fleets.add(frozenset(extra.between))
        if extra.kind == "bridge":
            armies.add(frozenset(extra.between))
    return {"A": armies, "F": fleets}


def _meet(one: ShoreStretch, other: ShoreStretch) -> bool:
    return any((corner, one.land) in other.ends for corner, land in one.ends if land == other.land)


def coast_lines(art: Art, board: Board, land: str) -> Iterator[tuple[ShoreStretch, tuple[Point, ...]]]:
    """Each coast of a land with each of the lines that it is made of."""
    seas = frozenset(space for space in board.spaces if board.is_sea(space))
    for coast in (coast for coast in shore_stretches(art, seas) if coast.land == land):
        for arc in art.arcs:
            begin = arc.points[0] if arc.left == land else arc.points[-1]
            if land in arc.sides and begin in coast.corners and coast.seas & set(arc.sides):
                yield coast, arc.points


def match_coast(board: Board, coast: ShoreStretch) -> str:
    """The place of a coast: the one whose seas are most like those it lies on."""
    places = board.places("F", coast.land) or (coast.land,)
    seas = {place: {to for to in board.reach("F", place) if board.is_sea(space_of(to))} for place in places}
    return min(places, key=lambda place: (len(seas[place] ^ coast.seas), place))


def ruled_links(board: Board) -> dict[str, set[Pair]]:
    """Kind of unit → pairs of places that border each other by the rules."""
    links = {kind: board.links.get(kind, {}) for kind in ("A", "F")}
    return {kind: {frozenset((place, to)) for place, targets in of.items() for to in targets} for kind, of in links.items()}


def compare_links(art: Art, board: Board, allowed: Iterable[Iterable[str]] = ()) -> Iterator[str]:
    """Where the drawing and the rules differ, one sentence each; `allowed`: pairs of spaces that may touch all the same."""
    whitelist = {frozenset(pair) for pair in allowed}
    missing = [space for space in board.spaces if space not in art.faces and space not in art.boxes]
    yield from (f"{space} is not drawn" for space in missing)
    if any("borders" in space.notes for space in board.spaces.values()):
        yield from _rings(art, board)
        return
    drawn, ruled = drawn_links(art, board), ruled_links(board)
    for kind, name in (("A", "armies"), ("F", "fleets")):
        known = {pair for pair in ruled[kind] if all(space_of(place) in art.faces for place in pair)}
        yield from (f"{_said(pair)}: neighbours for {name}, but they do not touch" for pair in known - drawn[kind])
        yield from (f"{_said(pair)}: they touch, but are no neighbours for {name}" for pair in drawn[kind] - known - whitelist)
    near = {
        pair
        for pair in shared_border_lengths(art)
        if not any(other in board.near[space] for space in pair for other in pair - {space})
    }
    yield from (f"{_said(pair)}: a contact that no rule knows" for pair in near - whitelist)


def _said(pair: Pair) -> str:
    return "–".join(sorted(pair))


def _rings(art: Art, board: Board) -> Iterator[str]:
    """The same where the map tells what lies round each space, clockwise: that order is compared, too."""
    for code, space in board.spaces.items():
        told = space.notes.get("borders", "").split()
        drawn = [_merged([other if is_space(other) else "#" for other, _ in reversed(ring)]) for ring in ring_neighbours(art, code)]
        outer = max(drawn, key=len)
        if sorted(_turned(outer)) != sorted(_turned(told)) or _turned(outer) != _turned(told):
            yield f"{code}: by the rules {' '.join(_turned(told))} lie round it, as drawn {' '.join(_turned(outer))}"
    for pair, shared in shared_border_lengths(art).items():
        if shared < SHORTEST:
            yield f"{_said(pair)}: they touch along {shared:.1f} units only"


def _merged(ring: list[str]) -> list[str]:
    """A ring without immediate repetitions."""
    return [name for n, name in enumerate(ring) if len(ring) == 1 or name != ring[n - 1]]


def _turned(ring: list[str]) -> list[str]:
    """A ring told from its first name in the alphabet on."""
    spots = [[*ring[n:], *ring[:n]] for n in range(len(ring))]
    return min(spots, default=[])
