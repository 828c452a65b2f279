"""What a game's folder declares about its map (marks.yaml), as values: shapes, grounds and arrows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

SHAPES = (
    "ball", "pit", "tower", "fallen", "hut", "chest", "flag", "ring", "double", "hollow", "dot", "age", "number",
)  # fmt: skip
"""Shapes that a folder may put on a space."""
GROUNDS = ("land", "sea", "meadow", "unseen", "barren", "ice", "ruin", "barred")
"""Kinds of ground. `meadow` is land found lately, `barred` a sea that is closed, `ruin` land that is no more."""
STYLES = ("move", "support", "convoy", "retreat", "train", "pass", "throw", "board", "claim")
"""How an order's arrow is drawn."""
SPOTS = ("second", "centre", "unit")
SOURCES = ("fact", "note", "kind", "homes", "centres")


class SpaceSelector(NamedTuple):
    """Some spaces: those that a fact names (or names with a value), whose note or kind is this, or all homes or centres."""

    source: str
    name: str = ""
    value: str = ""


class SpaceSelection(NamedTuple):
    """Spaces of any of `at` that are in none of `but`."""

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
    """The ground of some spaces, or with `colour` (as in Mark) the power whose colour they take."""

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
    """All that one folder declares, with what it takes over from others."""

    marks: tuple[Mark, ...] = ()
    fills: tuple[Fill, ...] = ()
    centres: tuple[Mark, ...] = ()
    """Shapes of centres, the first that fits."""
    orders: Mapping[str, OrderLineStyle] = field(default_factory=dict)
    """verb → how it is drawn."""
    ways: Mapping[str, OrderLineStyle] = field(default_factory=dict)
    """Way of travelling (`via`) → how such a move is drawn."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Space that is not on the board → what its panel is called."""
    country: Mapping[str, str] = field(default_factory=dict)
    """Land without a centre → the power whose land it was at first."""
    country_note: str = ""
    """… or the note of the map that says so."""
    beyond: str = ""
    """The fact that tells areas beyond the board (`judge.maps.discovered_areas`)."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """power → its colour on maps, and that of its land after a blank, where those that follow from game.yaml do not print well."""
