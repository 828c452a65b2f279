"""Claims: the orders of one phase before anything is decided: moves, supports and convoys, each as a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from judge.board import Unit, space_of
from judge.compiling import mypyc_attr
from judge.notation import Order
from judge.rules.reasons import Reason
from judge.rules.solver import Decision

Rule = Callable[[Any, Any], "bool | None"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Claim:
    """What one unit attempts. There is one for every unit."""

    order: Order | None
    """The order that it carries out or that was refused; None for a unit without an order."""
    ordered: bool
    rank: int
    """Its place in its Power's list of orders, for rules that depend on it."""
    direct: bool
    """Whether it was ordered to a place it borders, by no special way."""
    stops: Sequence[MoveAttempt]
    """The places that it tries to enter; empty for a unit that stays."""
    aids: Sequence[SupportClaim]
    """Supports to hold that match it; those of a move are with its attempts."""
    action: SupportClaim | ConvoyClaim | None
    """Its own support or convoy, if it gives one that matches."""
    of: Claim | None
    """The unit its own support or convoy names, matched or not."""
    word: str
    """A result that was known while claims were built: illegal, invalid, not possible, fails; else ''."""
    reason: Reason | None
    """The reason for that result."""
    entered_at: MoveAttempt | None
    """After solving: the attempt that succeeded; None if the unit stayed."""
    beaten: MoveAttempt | None
    """After solving: the attempt of the attacker that dislodged it."""
    base: int
    """Its own strength without support."""
    lasting: bool
    """Whether the position keeps its unit; False for a piece that a game makes from its facts for one phase."""

    __slots__ = (
        "action", "aids", "base", "beaten", "direct", "entered_at", "lasting", "of", "order", "ordered", "power", "rank",
        "reason", "space", "stops", "unit", "word",
    )  # fmt: skip

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.power = unit.power
        self.space = space_of(unit.place)
        self.order = self.action = self.of = self.reason = self.entered_at = self.beaten = None
        self.ordered = self.direct = False
        self.rank = 0
        self.stops = self.aids = ()
        self.word = ""
        self.base = 1
        self.lasting = True


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveAttempt(Decision):
    """The decision "this mover gets in here". A move has one, or several in order of preference."""

    opposite: MoveAttempt | None
    """The move the other way between the same two spaces, if both meet."""
    aids: Sequence[SupportClaim]
    """Supports that match it, being directed into its space."""

    __slots__ = (
        "aids", "bites", "claim", "meets", "opposite", "origin", "place", "power", "route", "space",
    )  # fmt: skip

    def __init__(
        self, rule: Rule, claim: Claim, place: str, *, meets: bool = True, bites: bool = True, route: PathCondition | None = None
    ) -> None:
        self.rule, self.value, self.sweep, self.settled_by = rule, None, 0, ""  # as Decision does, without the call
        self.opposite = None
        self.aids = ()
        self.claim = claim
        self.power = claim.power
        self.origin = claim.space
        self.place = place
        self.space = space_of(place)
        self.meets = meets
        """Whether it meets a move the opposite way head-on."""
        self.bites = bites
        """Whether it attacks and cuts on its way in."""
        self.route = route
        """The condition of its being tried (a convoy, a free line); None for no condition."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SupportClaim(Decision):
    """The decision "this support is given"."""

    __slots__ = ("claim", "of", "power", "space", "target")

    def __init__(self, rule: Rule, claim: Claim, of: Claim, target: str) -> None:
        self.rule, self.value, self.sweep, self.settled_by = rule, None, 0, ""  # as Decision does, without the call
        self.claim = claim
        self.power = claim.power
        self.space = claim.space
        self.of = of
        self.target = target
        """The space it is directed into; '' for a support to stand."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ConvoyClaim(Decision):
    """The decision "this fleet can convoy", that is: nobody drives it out."""

    __slots__ = ("claim", "of", "space", "target")

    def __init__(self, rule: Rule, claim: Claim, of: Claim, target: str) -> None:
        super().__init__(rule)
        self.claim = claim
        self.space = claim.space
        self.of = of
        self.target = target


@mypyc_attr(allow_interpreted_subclasses=True)
class PathCondition(Decision):
    """The decision "this attempt may be made". A game's own ways of travelling derive from it."""

    __slots__ = ()

    def __init__(self, rule: Rule, value: bool | None = None) -> None:
        super().__init__(rule, value)


@mypyc_attr(allow_interpreted_subclasses=True)
class ConvoyPath(PathCondition):
    """The decision "fleets can carry this move". `carries` are the convoy orders for it."""

    __slots__ = ("carries", "claim", "target")

    def __init__(self, rule: Rule, claim: Claim, target: str, carries: tuple[ConvoyClaim, ...] = ()) -> None:
        super().__init__(rule)
        self.claim = claim
        self.target = target
        self.carries = carries


@mypyc_attr(allow_interpreted_subclasses=True)
class SecondPath(PathCondition):
    """The decision "the first way is closed", which opens a second one to the same space."""

    __slots__ = ("first",)

    def __init__(self, rule: Rule, first: Decision) -> None:
        super().__init__(rule)
        self.first = first
