"""The numbers in the reasons of a judged movement phase, counted anew from the words alone."""

from __future__ import annotations

from judge.board import Unit, space_of
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.reasons import (
    Cut,
    Disrupted,
    DrivenOut,
    Force,
    HeadToHead,
    Held,
    NoRoute,
    NotAllowed,
    NotLeft,
    OwnUnit,
    Paradox,
    StoodOff,
    Unmatched,
    WrongCoast,
)


class Recount:
    """One judged movement phase. Each method raises AssertionError where a reason is not borne out."""

    def __init__(self, outcome: PhaseOutcome) -> None:
        self.results = {r.unit: r for r in outcome.results if r.unit}
        self.at = {unit.space: unit for unit in outcome.before.units}
        self.now = {unit.space for unit in outcome.position.units}

    def check(self, result: OrderResult) -> None:
        """The one reason of a result."""
        assert result.unit is not None
        assert result.reason is not None
        getattr(self, result.reason.code.replace("-", "_"))(result.unit, result.reason)

    def helpers(self, unit: Unit) -> set[Unit]:
        """The units that gave it support."""
        given = [r for r in self.results.values() if r.word == "given" and r.order.of and r.order.of.space == unit.space]
        return {r.unit for r in given if r.unit}

    def goes_to(self, unit: Unit) -> str:
        """The space it was allowed to move to; '' if it was to stay."""
        result = self.results[unit]
        return space_of(result.order.target) if result.order.verb == "move" and result.word != "illegal" else ""

    def moved(self, unit: Unit, space: str) -> bool:
        """Whether it moved to this space."""
        return self.goes_to(unit) == space and self.results[unit].word == "succeeds"

    def brings(self, unit: Unit, force: Force, uncounted: tuple[Unit, ...] = ()) -> bool:
        """Whether a force is the unit's own one and all its helpers, but for those uncounted."""
        left = self.helpers(unit) - set(uncounted)
        return set(uncounted) <= self.helpers(unit) and set(force.helpers) == left and force.total == 1 + len(left)

    def standoff(self, unit: Unit, reason: StoodOff) -> None:
        assert self.goes_to(unit) == reason.space
        assert list(reason.by) == sorted(reason.by)
        assert self.brings(reason.by[0], reason.theirs)
        for rival in reason.by:
            assert self.goes_to(rival) == reason.space
            assert 1 + len(self.helpers(rival)) == reason.theirs.total
        assert self.brings(unit, reason.mine, reason.uncounted)
        assert reason.mine.total <= reason.theirs.total
        occupant = self.at.get(reason.space)
        if occupant and self.goes_to(occupant) and not self.moved(occupant, self.goes_to(occupant)):
            assert 1 + len(self.helpers(unit)) <= reason.theirs.total or reason.theirs.total > 1  # else it was the occupant
        assert reason.emptied == (reason.space not in self.now)
        assert all(helper.power == self.at[reason.space].power for helper in reason.uncounted)

    def barred(self, unit: Unit, reason: Held | HeadToHead | NotLeft) -> None:
        """What three ways of being kept out by an occupant have in common."""
        assert self.at[self.goes_to(unit)] == reason.by
        assert reason.by.power != unit.power
        assert self.brings(unit, reason.mine, reason.uncounted)
        assert reason.mine.total <= reason.theirs.total
        assert all(helper.power == reason.by.power for helper in reason.uncounted)

    def held(self, unit: Unit, reason: Held) -> None:
        self.barred(unit, reason)
        assert not self.goes_to(reason.by)
        assert self.brings(reason.by, reason.theirs)

    def not_left(self, unit: Unit, reason: NotLeft) -> None:
        self.barred(unit, reason)
        assert self.goes_to(reason.by)
        assert not self.moved(reason.by, self.goes_to(reason.by))
        assert reason.theirs == Force(1)
        rivals = [r for other, r in self.results.items() if self.goes_to(other) == reason.by.space and other != unit]
        tried = [r.unit for r in rivals if r.unit and not r.dislodged and not isinstance(r.reason, NoRoute | Paradox)]
        assert all(len(self.helpers(rival)) < len(self.helpers(unit)) for rival in tried)

    def head_to_head(self, unit: Unit, reason: HeadToHead) -> None:
        self.barred(unit, reason)
        assert self.goes_to(reason.by) == unit.space
        assert self.brings(reason.by, reason.theirs)

    def own_unit(self, unit: Unit, reason: OwnUnit) -> None:
        assert reason.by.power == unit.power
        assert self.at[self.goes_to(unit)] == reason.by
        assert bool(self.goes_to(reason.by)) == reason.left
        assert not self.moved(reason.by, self.goes_to(reason.by))

    def no_route(self, unit: Unit, reason: NoRoute) -> None:
        convoys = [r for r in self.results.values() if r.word in ("available", "disrupted")]
        assert {r.unit for r in convoys if r.order.of and r.order.of.space == unit.space} == {*reason.at, *reason.ready}
        assert all(self.results[fleet].word == "disrupted" for fleet in reason.at)
        assert all(self.results[fleet].word == "available" for fleet in reason.ready)

    def cut(self, unit: Unit, reason: Cut) -> None:
        result = self.results[unit]
        assert reason.by.power != unit.power
        assert self.goes_to(reason.by) == unit.space
        assert (reason.by.space == space_of(result.order.target)) == reason.dislodged
        assert not reason.dislodged or (result.dislodged and self.moved(reason.by, unit.space))

    def disrupted(self, unit: Unit, reason: Disrupted) -> None:
        assert self.results[unit].dislodged
        assert self.brings(unit, reason.mine)
        assert self.moved(reason.by, unit.space)
        assert {helper for helper in self.helpers(reason.by) if helper.power != unit.power} == set(reason.theirs.helpers)
        assert reason.mine.total < reason.theirs.total == 1 + len(reason.theirs.helpers)

    def dislodged(self, unit: Unit, reason: DrivenOut) -> None:
        assert self.brings(unit, reason.mine)
        assert self.moved(reason.by, unit.space)
        assert {helper for helper in self.helpers(reason.by) if helper.power != unit.power} == set(reason.theirs.helpers)
        assert reason.mine.total < reason.theirs.total == 1 + len(reason.theirs.helpers)

    def unmatched(self, unit: Unit, reason: Unmatched) -> None:
        target = self.results[unit].order.target
        did = self.results[reason.of].order.target if self.goes_to(reason.of) else ""
        assert space_of(target) != space_of(did) or ("." in target and target != did)

    def not_allowed(self, unit: Unit, reason: NotAllowed) -> None:
        assert reason.why

    def wrong_coast(self, unit: Unit, reason: WrongCoast) -> None:
        assert reason.stands == unit.place

    def paradox(self, unit: Unit, reason: Paradox) -> None:
        assert reason.settled_by in ("szykman", "all-hold", "stalemate")
