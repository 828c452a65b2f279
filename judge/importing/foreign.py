"""A board as another judge's files tell it, before it is a folder of ours."""

from __future__ import annotations

from dataclasses import dataclass, field

COASTS = ("nc", "sc", "ec", "wc")


class ImportFault(ValueError):
    """The files cannot be read as a board: why, in one sentence."""


@dataclass
class ForeignSpace:
    """One space, its links as they are told."""

    code: str
    name: str
    kind: str = "land"
    """`land`, `sea` or `impassable`."""
    centre: bool = False
    home: str = ""
    also: list[str] = field(default_factory=list)
    armies: set[str] = field(default_factory=set)
    fleets: dict[str, set[str]] = field(default_factory=dict)
    """Coast ('' for a space with one) → places, `spa` or `spa/nc`."""
    convoys: bool = False
    one_way: set[str] = field(default_factory=set)

    def sail(self, coast: str, *targets: str) -> None:
        """Add links of fleets."""
        self.fleets.setdefault(coast, set()).update(targets)


@dataclass
class ForeignPower:
    """A power, as far as the files tell."""

    name: str
    adjective: str = ""
    colour: str = ""
    also: list[str] = field(default_factory=list)
    stands: bool = False
    """Whether nobody orders for it."""
    returns: bool = False
    """Whether its units come back where they began, once centres are counted."""


@dataclass
class ForeignBoard:
    """A whole game."""

    title: str
    spaces: dict[str, ForeignSpace] = field(default_factory=dict)
    powers: dict[str, ForeignPower] = field(default_factory=dict)
    """What the files call it → the power."""
    units: list[tuple[str, str, str]] = field(default_factory=list)
    """(power, `A` or `F`, place)."""
    owners: dict[str, str] = field(default_factory=dict)
    """Centres that begin with another owner than their homes say; '' for nobody."""
    year: int = 1901
    before_christ: bool = False
    opens: str = "Spring"
    """`Spring`, `Autumn` or `Winter`."""
    seasons: tuple[tuple[str, str], ...] = ()
    """(name, kind) of each season, where they are not the usual ones; the last one counts centres."""
    step: int = 1
    builds: str = "home"
    centres_to_win: int = 0
    """0: more than half."""
    weak: list[tuple[str, str, int]] = field(default_factory=list)
    """(from, to, how much more an occupant holds with) for links that are hard to go."""
    files: list[str] = field(default_factory=list)
    """The names of the files that were read."""
    format: str = ""
    licence: str = ""
    left: list[str] = field(default_factory=list)
    """What could not be taken over, a sentence each."""

    def leave(self, what: str) -> None:
        """Note, once, what is not taken over."""
        if what not in self.left:
            self.left.append(what)

    def space(self, code: str) -> ForeignSpace:
        """The space of a code. Raises ImportFault."""
        if code not in self.spaces:
            raise ImportFault(f"{code!r} is no space of this board")
        return self.spaces[code]


def split_place(place: str) -> tuple[str, str]:
    """Space and coast of `spa/nc`, `spa-nc`, `spa(nc)` or `spa`."""
    text = place.strip().rstrip(")").replace("(", "/").replace("-", "/")
    space, _, coast = text.partition("/")
    return space, coast.replace(".", "")
