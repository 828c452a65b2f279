"""A space of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

IMPASSABLE = "impassable"
"""The kind of a space that nobody may enter."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space as the map file tells it. `coasts` are the labels of a split coast (`('nc', 'sc')`), else empty."""

    code: str
    name: str
    kind: str
    """`land`, `coast` (land that touches a sea), `sea`, or a game's own word."""
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str = ""
    """The power whose home centre it is, or ''."""
    also: tuple[str, ...] = ()
    """Other names and codes that people write."""
    abroad: tuple[str, ...] = ()
    """Its names in other languages."""
    convoys: bool = False
    """Whether a fleet convoys here although it is no sea."""
    one_way: tuple[str, ...] = ()
    """Places that links lead to from here, and not back."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What else the game's folder says of it; read by the game's own modules only."""

    @property
    def carries(self) -> bool:
        """Whether a fleet here convoys."""
        return self.kind == "sea" or self.convoys
