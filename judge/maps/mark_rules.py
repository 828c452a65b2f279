"""What a game's folder declares about its map (marks.yaml), as values: shapes, grounds and arrows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

SHAPES = (
    "ball", "pit", "tower", "fallen", "hut", "chest", "flag", "ring", "double", "hollow", "dot", "age", "number",
)  # fmt: skip
"""The shapes that a folder may put on a space."""
GROUNDS = ("land", "sea", "meadow", "unseen", "barren", "ice", "ruin", "barred")
"""The kinds of ground. `meadow` is newly found land, `barred` a closed sea, `ruin` destroyed land."""
STYLES = ("move", "support", "convoy", "retreat", "train", "pass", "throw", "board", "claim")
"""The styles of an order's arrow."""
SPOTS = ("second", "centre", "unit")
SOURCES = ("fact", "note", "kind", "homes", "centres")


class SpaceSelector(NamedTuple):
    """A selector of spaces: those that a fact names (or names with a value), whose note or kind is this, or all homes or centres.
    """

    source: str
    name: str = ""
    value: str = ""


class SpaceSelection(NamedTuple):
    """The spaces of any selector in `at` and of none in `but`."""

    at: tuple[SpaceSelector, ...]
    but: tuple[SpaceSelector, ...] = ()


class Mark(NamedTuple):
    """A shape at some spaces. `colour` and `text` name a field of the fact's entry; `value` is the entry, `owner` the owner."""

    shape: str
    where: SpaceSelection
    colour: str = ""
    text: str = ""
    spot: str = "second"
    legend: str = ""


class Fill(NamedTuple):
    """The ground of some spaces; or with `colour` (as in Mark) the power whose colour they have."""

    ground: str
    where: SpaceSelection
    colour: str = ""
    legend: str = ""


class OrderLineStyle(NamedTuple):
    """How an order is drawn: from and to which part of it (`unit`, `of`, `target`), and along which line of the board."""

    style: str
    start: str = "unit"
    end: str = "target"
    track: str = ""
    legend: str = ""


@dataclass(frozen=True)
class Marks:
    """All that a folder declares, and what it inherits from others."""

    marks: tuple[Mark, ...] = ()
    fills: tuple[Fill, ...] = ()
    centres: tuple[Mark, ...] = ()
    """The shapes of centres; the first that applies is drawn."""
    orders: Mapping[str, OrderLineStyle] = field(default_factory=dict)
    """verb → how it is drawn."""
    ways: Mapping[str, OrderLineStyle] = field(default_factory=dict)
    """Way of travelling (`via`) → how such a move is drawn."""
    units: Mapping[str, str] = field(default_factory=dict)
    """Kind of unit that only this game has → what the key calls it."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Space that is not on the board → the title of its panel."""
    country: Mapping[str, str] = field(default_factory=dict)
    """Land without a centre → the power that owned it at first."""
    country_note: str = ""
    """… or the note of the map with that power."""
    beyond: str = ""
    """The fact that describes areas beyond the board (`judge.maps.discovered_areas`)."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Power → its colour on maps, and after a blank that of its land, if those in game.yaml do not print well."""
