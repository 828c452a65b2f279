"""Columbus: a New World that is found by throws of the dice, and its coasts. Garrisons and centres are in garrisons.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar

from judge.board import Board, Dislodged, Position, Space, Unit, space_of
from judge.board.coasts import COMPASS, Chart, Point, Run, coast_runs, lettered, pull
from judge.orders import Order
from judge.rules import Ruleset
from judge.rules.claims import Claim, Route, Stop
from judge.rules.reasons import NotAllowed, NotPossible, Reason
from judge.rules.solving import connects
from judge.rules.turn import Turn

Below = Callable[..., Any]
Facts = Mapping[str, Any]
Marks = tuple[tuple[str, tuple[tuple[str, Run], ...]], ...]
"""space → letter → seas, as something that can be kept: the letters its coasts have had until now."""

SEA, LAND, NATIVE, MAJOR = "sea", "land", "native", "major"
FOUND = {1: SEA, 2: SEA, 3: LAND, 4: LAND, 5: NATIVE, 6: MAJOR}
"""Rule 5: throw → what the place turns out to be."""
UNKNOWN = "unknown"
SHAPES = {"terrain": dict, "rolls": dict, "coasts": dict, "unchosen": dict, "garrisons": list}
"""Facts by space, and what they are written as."""


# Reasons


@dataclass(frozen=True, slots=True)
class TurnedOut(Reason):
    """The order went into a place that was found to be of the wrong kind for it."""

    code: ClassVar[str] = "turned-out"
    rule: ClassVar[str] = "7"
    at: str
    found: str
    throw: int
    """0 if it is not known any more."""
    why: str


@dataclass(frozen=True, slots=True)
class UnknownCoast(Reason):
    """The fleet's move needs a piece of coastline that nobody has found yet."""

    code: ClassVar[str] = "unknown-coast"
    rule: ClassVar[str] = "8"
    stands: str
    at: str


@dataclass(frozen=True, slots=True)
class Berth(Reason):
    """The writer did not say on which coast the fleet starts; here is where it does."""

    code: ClassVar[str] = "berth"
    rule: ClassVar[str] = "3"
    space: str
    starts: str
    coasts: tuple[str, ...]


# The chart: terrain and coasts, from what is known (rules 5, 6, 8)


def ring(space: Space) -> tuple[str, ...]:
    """The neighbours of a space in clockwise order, `#` for ground that cannot be passed."""
    return tuple(space.notes["borders"].split())


@lru_cache(maxsize=512)
def charted(board: Board, terrain: frozenset[tuple[str, str]], marks: Marks, unchosen: tuple[str, ...]) -> Board:
    """The board with what is known drawn on it. In a home whose coast is unchosen a fleet stands on none and reaches all."""
    known, had = dict(terrain), {code: dict(kept) for code, kept in marks}
    kinds = {code: _kind(space, known) for code, space in board.spaces.items()}
    rings = {code: ring(space) for code, space in board.spaces.items()}
    at = {code: _lies(space) for code, space in board.spaces.items()}
    coasts = {}
    for code in [code for code, kind in kinds.items() if kind == LAND]:
        fit = partial(_fit, at, code)
        coasts[code] = lettered(coast_runs(rings[code], kinds), had.get(code) or _homely(board.spaces[code]), fit)
    links = Chart(kinds, rings, coasts).links()
    for code in unchosen:
        links["F"][code] = frozenset[str]().union(*(links["F"][f"{code}.{letter}"] for letter in coasts[code]))
    spaces = {code: _drawn(space, known.get(code, ""), coasts.get(code)) for code, space in board.spaces.items()}
    return Board(spaces, links, board.names)


def _kind(space: Space, known: Mapping[str, str]) -> str:
    if space.kind == UNKNOWN:
        return {SEA: SEA, "": UNKNOWN}.get(known.get(space.code, ""), LAND)
    return SEA if space.kind == SEA else LAND


def _lies(space: Space) -> Point:
    east, _, south = space.notes["at"].partition(" ")
    return float(east), float(south)


def _fit(at: Mapping[str, Point], space: str, run: Run, letter: str) -> float:
    return pull(at[space], [at[sea] for sea in run], letter)


def _homely(space: Space) -> dict[str, Run]:
    """The letters that the map gives to coasts of the Known World."""
    told = space.notes.get("marks", "").split()
    return {letter: (sea,) for letter, sea in zip(told[::2], told[1::2], strict=True)}


def _drawn(space: Space, found: str, coasts: Mapping[str, Run] | None) -> Space:
    letters = tuple(sorted(letter for letter in coasts or () if letter))
    if space.kind != UNKNOWN or not found:
        return replace(space, coasts=letters)
    kind = SEA if found == SEA else "coast" if coasts else LAND
    return replace(space, kind=kind, coasts=letters, centre=found in (NATIVE, MAJOR))


def chart_of(board: Board, facts: Facts) -> Board:
    """The board as these facts make it. Raises ValueError where a case states facts that cannot be."""
    for name, shape in SHAPES.items():
        if not isinstance(facts.get(name) or shape(), shape):
            raise ValueError(f"{name} is not of the kind that the README shows")
        if strange := [code for code in facts.get(name) or () if code not in board.spaces]:
            raise ValueError(f"{name}: {strange[0]!r} is no space of this map")
    _sound(board, facts)
    terrain = facts.get("terrain") or {}
    marks = tuple((code, tuple((letter, tuple(seas)) for letter, seas in kept.items())) for code, kept in _sorted(facts, "coasts"))
    return charted(board, frozenset(terrain.items()), marks, tuple(code for code, _ in _sorted(facts, "unchosen")))


def _sound(board: Board, facts: Facts) -> None:
    for code, kind in _sorted(facts, "terrain"):
        if kind not in FOUND.values() or board.spaces[code].home or board.spaces[code].kind == SEA:
            raise ValueError(f"terrain of {code}: a numbered province is sea, land, native or major")
    for code, kept in _sorted(facts, "coasts"):
        if not isinstance(kept, dict) or not set(kept) <= set(COMPASS) or not all(isinstance(seas, list) for seas in kept.values()):
            raise ValueError(f"coasts of {code}: nc, ec, sc or wc, each with a list of seas")
    for code, letter in _sorted(facts, "unchosen"):
        if letter not in _homely(board.spaces[code]):
            raise ValueError(f"unchosen {code}: {letter!r} is none of its coasts")
    for code, throw in _sorted(facts, "rolls"):
        if str(throw) not in map(str, FOUND):
            raise ValueError(f"rolls of {code}: a throw is a number from 1 to 6")


def _sorted(facts: Facts, name: str) -> list[tuple[str, Any]]:
    return sorted((facts.get(name) or {}).items())


def seas_of(board: Board, place: str) -> frozenset[str]:
    """The seas that wash a fleet's coast."""
    return frozenset(sea for sea in board.reach("F", place) if board.spaces[space_of(sea)].kind == SEA)


CHART = ("terrain", "rolls", "coasts", "unchosen")
"""The facts that are about the land alone."""


class Voyages:
    """Rules 3, 5 to 8: starting coasts, exploration, coastlines."""

    @staticmethod
    def survey(board: Board, facts: Facts) -> Board:
        """The board as far as it is known."""
        return chart_of(board, facts)

    @staticmethod
    def glimpsed(below: Below, ruleset: Ruleset, board: Board, facts: Facts, seen: frozenset[str]) -> Facts:
        """Played blind, there is still one chart for all; who stands where on it is another matter."""
        return {**below(ruleset, board, facts, seen), **{name: facts[name] for name in CHART if name in facts}}

    @staticmethod
    def muster(below: Below, turn: Turn, orders: Mapping[str, Sequence[Order]]) -> list[Claim]:
        """Fleets stand on the coasts they have now: chosen by the first order, or lettered anew by what was found."""
        old = _before(turn)
        claims: list[Claim] = below(turn, orders)
        places = [_moored(turn, claim.unit, old, orders.get(claim.power, ())) for claim in claims]
        return [
            claim if place == claim.unit.place else Claim(claim.unit._replace(place=place))
            for claim, place in zip(claims, places, strict=True)
        ]

    @staticmethod
    def reveals(turn: Turn) -> list[str]:
        """Places yet unexplored to which a unit is legally ordered to move; by sea only along a chain of ordered convoys."""
        stops = [stop for claim in turn.claims for stop in claim.stops]
        return list(dict.fromkeys(s.space for s in stops if turn.board.spaces[s.space].kind == UNKNOWN and _sets_out(turn, s)))

    @staticmethod
    def reveal(turn: Turn, facts: Facts, subject: str, throw: int) -> Facts:
        """What a throw finds (5); a major native centre has its garrison at once (9.3). Coasts keep the letters they had."""
        found = FOUND[throw]
        more = [subject] if found == MAJOR else []
        return {
            **facts,
            "terrain": {**(facts.get("terrain") or {}), subject: found},
            "rolls": {**(facts.get("rolls") or {}), subject: throw},
            "garrisons": sorted([*facts["garrisons"], *more]),
            "coasts": _marks(_before(turn), facts.get("terrain") or {}),
        }

    @staticmethod
    def subjects(ruleset: Ruleset, position: Position) -> list[str]:
        """A throw can only be for what is unexplored."""
        return [code for code, space in ruleset.board_at(position).spaces.items() if space.kind == UNKNOWN]

    @staticmethod
    def allowed(below: Below, turn: Turn, claim: Claim, order: Order) -> Reason | None:
        """No fleet makes a move that hangs on a coastline nobody knows (8)."""
        refused: Reason | None = below(turn, claim, _today(turn, claim, order))
        target = space_of(order.target)
        if order.verb == "move" and isinstance(refused, NotAllowed) and _uncharted(turn.board, claim.unit, target):
            return UnknownCoast(str(claim.unit), target)
        return refused

    @staticmethod
    def could(below: Below, turn: Turn, claim: Claim, target: str, aider: Claim) -> bool:
        """Where a coast is still to be chosen, any of them might be meant."""
        return bool(below(turn, claim, target, aider)) or (
            claim.space in (turn.facts.get("unchosen") or {}) and target in turn.board.reach_spaces(claim.unit.kind, claim.space)
        )

    @staticmethod
    def matches(below: Below, turn: Turn, order: Order, of: Claim) -> bool:
        """A coast that was marked when the order was written counts as it is marked now."""
        return bool(below(turn, order._replace(target=_still(turn, order.target)), of))

    @staticmethod
    def stops(below: Below, turn: Turn, claim: Claim, order: Order) -> Sequence[Stop]:
        """Where an order leads that was written before what this turn found."""
        found: Sequence[Stop] = below(turn, claim, _today(turn, claim, order))
        return found

    @staticmethod
    def warning(below: Below, turn: Turn, claim: Claim, order: Order) -> Reason | None:
        """A first order that does not say on which coast its fleet starts."""
        space = claim.space
        if space in (turn.facts.get("unchosen") or {}) and order.unit and order.unit.place == space and claim.unit.kind == "F":
            return Berth(space, claim.unit.place, _berths(turn.board, space))
        reason: Reason | None = below(turn, claim, order)
        return reason

    @staticmethod
    def verdict(below: Below, turn: Turn, claim: Claim) -> tuple[str, Reason | None]:
        """What was not possible, by what was found (7)."""
        word, reason = below(turn, claim)
        if isinstance(reason, NotPossible) and claim.order:
            at = space_of(claim.order.target)
            found = turn.facts["terrain"].get(at, "")
            return word, TurnedOut(at, found, int(turn.facts["rolls"].get(at, 0)), reason.why)
        return word, reason

    @staticmethod
    def retreats(
        below: Below, board: Board, unit: Unit, barred: str, occupied: frozenset[str], standoffs: frozenset[str], facts: Facts
    ) -> tuple[str, ...]:
        """Only moves explore."""
        unseen = frozenset(code for code, space in board.spaces.items() if space.kind == UNKNOWN)
        places: tuple[str, ...] = below(board, unit, barred, occupied | unseen, standoffs, facts)
        return places

    @staticmethod
    def closed(below: Below, position: Position, beaten: Dislodged, place: str) -> str:
        """`unexplored` besides."""
        why: str = below(position, beaten, place)
        space = space_of(place)
        known = space in (position.facts.get("terrain") or {}) or not space.isdigit()
        return why if known else "unexplored"

    @staticmethod
    def effects(below: Below, turn: Turn, facts: Facts) -> Facts:
        """The letters of coasts are kept; coasts that were to be chosen have been."""
        kept: dict[str, Any] = {name: fact for name, fact in below(turn, facts).items() if name != "unchosen"}
        marks = _marks(turn.board, facts.get("terrain") or {})
        return {**kept, "coasts": marks} if marks or "coasts" in kept else kept

    @staticmethod
    def tells(below: Below, turn: Turn) -> tuple[Facts, ...]:
        """Where fleets started, what was found, and which coasts have other letters for it."""
        known = turn.position.facts.get("terrain") or {}
        news = sorted((code for code in turn.facts.get("terrain") or {} if code not in known), key=int)
        found = [
            {"kind": "explored", "at": code, "found": turn.facts["terrain"][code], "throw": turn.facts["rolls"][code]}
            for code in news
        ]
        return (*_berthed(turn), *found, *_relettered(turn), *below(turn))


def _before(turn: Turn) -> Board:
    """The board as it was known when the orders were written."""
    return chart_of(turn.ruleset.board, turn.position.facts)


def _marks(board: Board, terrain: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """The lettered coasts of the New World."""
    found = {code: board.spaces[code].coasts for code in terrain}
    return {
        code: {letter: sorted(seas_of(board, f"{code}.{letter}")) for letter in letters}
        for code, letters in found.items()
        if letters
    }


def _still(turn: Turn, place: str) -> str:
    """A coast as it is called now, by the seas that it had when orders were written."""
    space = space_of(place)
    now = turn.board.places("F", space)
    if place in (space, *now):
        return place
    seas = seas_of(_before(turn), place)
    return next((other for other in now if seas & seas_of(turn.board, other)), place)


def _today(turn: Turn, claim: Claim, order: Order) -> Order:
    """A fleet's move with a coast that its writer could not name, or named by a letter that is gone, put right.

    Where both coasts of a land could be meant, and that is news, it goes where it could have gone before, else by the alphabet.
    """
    if order.verb != "move" or claim.unit.kind != "F" or not order.target:
        return order
    target = _still(turn, order.target)
    ways = sorted(place for place in turn.board.reach("F", claim.unit.place) if space_of(place) == target)
    if len(ways) < 2:
        return order._replace(target=target)
    old = _before(turn)
    start = next(unit.place for unit in turn.position.units if unit.space == claim.space)
    had = [place for place in old.reach("F", start) if space_of(place) == target]
    if len(had) > 1:
        return order  # it was the writer's to say
    same = [way for way in ways if had and seas_of(old, had[0]) & seas_of(turn.board, way)]
    return order._replace(target=(same or ways)[0])


def _undecided(unit: Unit, facts: Facts) -> bool:
    """Whether a fleet's starting coast is still to be chosen."""
    return unit.kind == "F" and unit.place in (facts.get("unchosen") or {})


def _moored(turn: Turn, unit: Unit, old: Board, orders: Sequence[Order]) -> str:
    """The place of a unit on this board: a fleet's is tied to its seas, not to a letter."""
    if unit.kind != "F":
        return unit.place
    if _undecided(unit, turn.facts):
        return _chosen(turn, unit.space, orders)
    seas, board = seas_of(old, unit.place), turn.board
    if old is board or (unit.place in board.places("F", unit.space) and seas <= seas_of(board, unit.place)):
        return unit.place
    return next((place for place in board.places("F", unit.space) if seas & seas_of(board, place)), unit.place)


def _berths(board: Board, space: str) -> tuple[str, ...]:
    return tuple(place for place in board.places("F", space) if place != space)


def _chosen(turn: Turn, space: str, orders: Sequence[Order]) -> str:
    """The starting coast that the first order names or needs, else the one of the map (rule 3)."""
    coasts = _berths(turn.board, space)
    order = next((o for o in orders if o.unit and o.unit.space == space), None)
    if order and order.unit and order.unit.place in coasts:
        return order.unit.place
    target = space_of(order.target) if order else ""
    fitting = [place for place in coasts if target in turn.board.reach_spaces("F", place)]
    return fitting[0] if len(fitting) == 1 else f"{space}.{turn.facts['unchosen'][space]}"


def _sets_out(turn: Turn, stop: Stop) -> bool:
    """Whether a move sets out at all: by land, by itself at sea, or along a chain of fleets ordered to convoy it."""
    route = stop.route
    return not isinstance(route, Route) or connects(turn, {carry.space for carry in route.carries}, route)


def _uncharted(board: Board, unit: Unit, target: str) -> bool:
    """Whether a fleet on a coast could yet come to a neighbour, if unexplored places round its land turned out to be sea."""
    space = board.spaces[unit.space]
    if unit.kind != "F" or space.kind == SEA:
        return False
    around = ring(space)
    return target in around and any(other in board.spaces and board.spaces[other].kind == UNKNOWN for other in around)


def _berthed(turn: Turn) -> Iterator[Facts]:
    """Fleets whose starting coast no order named."""
    for unit in turn.position.units:
        if _undecided(unit, turn.facts):
            claim = next(c for c in turn.claims if c.space == unit.space and c.unit.kind == "F")
            if not (claim.order and claim.order.unit and claim.order.unit.place == claim.unit.place):
                yield {"kind": "berth", "unit": str(unit), "starts": claim.unit.place}


def _relettered(turn: Turn) -> Iterator[Facts]:
    """Explored lands whose coasts are marked otherwise than before."""
    old = _before(turn)
    for code, space in turn.board.spaces.items():
        if space.coasts != old.spaces[code].coasts:
            coasts = {letter: sorted(seas_of(turn.board, f"{code}.{letter}")) for letter in space.coasts}
            yield {"kind": "coasts", "at": code, "coasts": coasts, "had": list(old.spaces[code].coasts)}
