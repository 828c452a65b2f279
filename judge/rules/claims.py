"""Claims: what the orders of one phase come to before anything is settled. Moves, supports and convoys, as decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judge.board import Unit, space_of
from judge.orders import Order
from judge.rules.kernel import Decision
from judge.rules.reasons import Reason

Rule = Callable[[Any, Any], "bool | None"]


class Claim:
    """What one unit sets out to do. One for every unit; `stops` is empty for a unit that stays."""

    __slots__ = (
        "action", "aids", "base", "of", "order", "ordered", "power", "rank", "reason", "space", "stops", "unit", "word",
    )  # fmt: skip

    def __init__(self, unit: Unit, base: int) -> None:
        self.unit = unit
        self.power = unit.power
        self.space = space_of(unit.place)
        self.base = base
        self.order: Order | None = None
        """The order that was accepted; None if it stays for want of one, or because it was refused."""
        self.ordered = False
        self.rank = 0
        """Its place in the list its power sent, for rules that go by that."""
        self.stops: tuple[Stop, ...] = ()
        self.aids: list[Aid] = []
        """Supports that match what it does."""
        self.action: Aid | Carry | None = None
        """Its own support or convoy, if it gives one that matches."""
        self.of: Claim | None = None
        """The unit its own support or convoy names, matched or not."""
        self.word = ""
        """A result word settled while claims were built: illegal, invalid, not possible, fails; else ''."""
        self.reason: Reason | None = None
        """Why, for such a word."""


class Stop(Decision):
    """The decision "this mover gets in here". A move has one, or several in order of preference."""

    __slots__ = ("bites", "claim", "index", "meets", "opposite", "origin", "place", "power", "route", "space")

    def __init__(
        self, rule: Rule, claim: Claim, place: str, *, meets: bool, bites: bool, route: Decision | None, index: int = 0
    ) -> None:
        super().__init__(rule)
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
        """What must hold for it to be tried at all (a convoy, a free line); None: nothing."""
        self.opposite: Stop | None = None
        """The move the other way between the same two spaces, if both meet."""
        self.index = index


class Aid(Decision):
    """The decision "this support is given"."""

    __slots__ = ("claim", "of", "power", "space", "target")

    def __init__(self, rule: Rule, claim: Claim, of: Claim, target: str) -> None:
        super().__init__(rule)
        self.claim = claim
        self.power = claim.power
        self.space = claim.space
        self.of = of
        self.target = target
        """The space it is directed into; '' for a support to stand."""


class Carry(Decision):
    """The decision "this fleet can convoy", that is: nobody drives it out."""

    __slots__ = ("claim", "of", "space", "target")

    def __init__(self, rule: Rule, claim: Claim, of: Claim, target: str) -> None:
        super().__init__(rule)
        self.claim = claim
        self.space = claim.space
        self.of = of
        self.target = target


class Route(Decision):
    """The decision "there is a way for this move". `carries` are the convoys ordered for it."""

    __slots__ = ("carries", "claim", "target")

    def __init__(self, rule: Rule, claim: Claim, target: str, carries: tuple[Carry, ...] = (), value: bool | None = None) -> None:
        super().__init__(rule, value)
        self.claim = claim
        self.target = target
        self.carries = carries


class Fallback(Decision):
    """The decision "the first way is closed", which opens a second one to the same space."""

    __slots__ = ("first",)

    def __init__(self, rule: Rule, first: Decision) -> None:
        super().__init__(rule)
        self.first = first
