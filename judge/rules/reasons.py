"""Why an order has the result that it has: a typed reason, with its numbers and units. Templates word a reason by its `code`; a
game may add classes in its `rules.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from judge.board import Unit


class Force(NamedTuple):
    """A strength and its parts: the total, the units whose help counts in it, and what the game's own rules add."""

    total: int
    helpers: tuple[Unit, ...] = ()
    extra: int = 0
    """Part of the total; the game's words/strength.j2 says what it is for."""


UNTOLD = Force(0)
"""The force of a reason that was stored before forces were stored."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What every reason has: a code that templates and JSON use, and the rule it comes from."""

    code: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    told_by_sight: ClassVar[bool] = False
    """Whether somebody who does not see the whole board may be told it, with units and places as they see them. A reason that does
    not say so is told to nobody there.
    """


@dataclass(frozen=True, slots=True)
class StoodOff(Reason):
    """The move met others of the same strength or stronger into the same space. `by` are the strongest of them."""

    code: ClassVar[str] = "standoff"
    told_by_sight: ClassVar[bool] = True
    space: str
    by: tuple[Unit, ...]
    mine: Force
    theirs: Force
    emptied: bool = False
    """True if nobody stands in the space now."""
    uncounted: tuple[Unit, ...] = ()
    """Supports that did not count, being by the power of the unit that stayed in the space."""


@dataclass(frozen=True, slots=True)
class Held(Reason):
    """The occupant, which was not leaving, held against the move."""

    code: ClassVar[str] = "held"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    mine: Force
    theirs: Force
    uncounted: tuple[Unit, ...] = ()
    """Supports that did not count, being by the power of the unit they would have dislodged."""


@dataclass(frozen=True, slots=True)
class NotLeft(Reason):
    """The occupant was ordered away but stayed, and was not driven out."""

    code: ClassVar[str] = "not-left"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    mine: Force
    theirs: Force
    uncounted: tuple[Unit, ...] = ()
    """Supports that did not count, being by the power of the unit they would have dislodged."""


@dataclass(frozen=True, slots=True)
class HeadToHead(Reason):
    """Two units tried to change places, and the other was at least as strong."""

    code: ClassVar[str] = "head-to-head"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    mine: Force
    theirs: Force
    uncounted: tuple[Unit, ...] = ()
    """Supports that did not count, being by the power of the unit they would have dislodged."""


@dataclass(frozen=True, slots=True)
class OwnUnit(Reason):
    """A unit of the same power stayed in the space; a power cannot dislodge its own."""

    code: ClassVar[str] = "own-unit"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    left: bool = False
    """True if that unit was ordered away but did not get away."""


@dataclass(frozen=True, slots=True)
class NoRoute(Reason):
    """The army found no chain of convoying fleets. `at` are those that failed; if `ready` too is empty, none was ordered."""

    code: ClassVar[str] = "no-route"
    told_by_sight: ClassVar[bool] = True
    at: tuple[Unit, ...] = ()
    paradox: str = ""
    """The paradox rule that settled it (`szykman`, `all-hold`), else ''."""
    ready: tuple[Unit, ...] = ()
    """Fleets that could carry it, but made no whole chain."""
    unseen: bool = False
    """True for a reader who does not see all fleets that may have been there."""


@dataclass(frozen=True, slots=True)
class Paradox(Reason):
    """The move belonged to a circle of decisions that only a paradox rule could settle."""

    code: ClassVar[str] = "paradox"
    told_by_sight: ClassVar[bool] = True
    settled_by: str


@dataclass(frozen=True, slots=True)
class Cut(Reason):
    """The support was cut by an attack."""

    code: ClassVar[str] = "cut"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    dislodged: bool = False
    """True if only the dislodgement cut it (the attack came from where the support was directed)."""


@dataclass(frozen=True, slots=True)
class Unmatched(Reason):
    """A support or convoy of an order that was not given (DATC: invalid)."""

    code: ClassVar[str] = "unmatched"
    told_by_sight: ClassVar[bool] = True
    of: Unit
    """The unit it was meant for; what that unit did is in its own result."""


@dataclass(frozen=True, slots=True)
class Disrupted(Reason):
    """The convoying fleet was dislodged."""

    code: ClassVar[str] = "disrupted"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    mine: Force = UNTOLD
    theirs: Force = UNTOLD


@dataclass(frozen=True, slots=True)
class InVain(Reason):
    """A support or convoy was given, but what it served failed all the same. No result's own: a report finds it."""

    code: ClassVar[str] = "in-vain"
    told_by_sight: ClassVar[bool] = True
    of: Unit
    known: bool
    """Whether it is known that the phase would have had the same result without it."""


@dataclass(frozen=True, slots=True)
class DrivenOut(Reason):
    """The unit was dislodged. The primary reason only for an order that did not fail otherwise (`stands`, `given`)."""

    code: ClassVar[str] = "dislodged"
    told_by_sight: ClassVar[bool] = True
    by: Unit
    mine: Force
    theirs: Force


@dataclass(frozen=True, slots=True)
class NotAllowed(Reason):
    """The order could not be carried out by that unit on that board (DATC: illegal). `why` names the sentence."""

    code: ClassVar[str] = "not-allowed"
    told_by_sight: ClassVar[bool] = True
    why: str
    """A key the words know: `no-unit`, `not-yours`, `not-adjacent`, `own-space`, `which-coast`, `no-sea-route`, …"""
    at: str = ""
    """The place or unit the sentence speaks of."""


@dataclass(frozen=True, slots=True)
class OnlyOne(Reason):
    """A Power may give one such order a turn, and has already given it."""

    code: ClassVar[str] = "only-one"
    told_by_sight: ClassVar[bool] = True
    first: str
    """The order that counts, in the house form."""


@dataclass(frozen=True, slots=True)
class WrongCoast(Reason):
    """The order names a coast the fleet does not stand on, and from where it stands the move is not possible (6.B.11)."""

    code: ClassVar[str] = "wrong-coast"
    told_by_sight: ClassVar[bool] = True
    stands: str


@dataclass(frozen=True, slots=True)
class NotPossible(Reason):
    """The order was legal when it was judged on part of the facts; the world turned out otherwise."""

    code: ClassVar[str] = "not-possible"
    told_by_sight: ClassVar[bool] = True
    why: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class SameRetreat(Reason):
    """Several units retreated to one space, and all were disbanded."""

    code: ClassVar[str] = "same-retreat"
    told_by_sight: ClassVar[bool] = True
    space: str
    others: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class TooMany(Reason):
    """More builds or removals were ordered than were due."""

    code: ClassVar[str] = "too-many"
    told_by_sight: ClassVar[bool] = True
    due: int


UNTOLD_DISTANCE = -1


@dataclass(frozen=True, slots=True)
class CivilDisorder(Reason):
    """A removal the power did not order, chosen by the rule: farthest from its centres, fleets first, then the alphabet."""

    code: ClassVar[str] = "civil-disorder"
    told_by_sight: ClassVar[bool] = True
    distance: int | None
    """None if the power has no centre that the unit could come to; UNTOLD_DISTANCE where its reader may not know it."""


@dataclass(frozen=True, slots=True)
class Unexplained(Reason):
    """No reason was found, which is an error in the rules' `why`. Tests fail wherever it occurs."""

    code: ClassVar[str] = "unexplained"
