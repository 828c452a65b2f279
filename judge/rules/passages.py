"""Links of the board that not everybody may use at every time, as a game's folder tells them: data, no rule of a game's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.board import Calendar, Phase, Position, Unit, space_of


@dataclass(frozen=True, slots=True)
class Passage:
    """A link with conditions, one way. It is open where all of them hold; an empty one holds always."""

    start: str
    end: str
    """Spaces, or places on a coast."""
    kinds: tuple[str, ...] = ()
    """The kinds of unit that the conditions are for; () for all."""
    seasons: tuple[str, ...] = ()
    """Words, of which one stands in the names of the phases in which it is open."""
    since: int | None = None
    until: int | None = None
    powers: tuple[str, ...] = ()
    owning: str = ""
    """A centre that the unit's power must own."""
    holding: str = ""
    """A space in which the unit's power must have another unit when the phase begins."""
    weak: int = 0
    """With how much more an occupant holds against a move that comes this way."""

    def leads(self, unit: Unit, end: str) -> bool:
        """Whether the link is a unit's way to a place or space."""
        here = self.start in (unit.place, unit.space)
        return here and self.end in (end, space_of(end)) and (not self.kinds or unit.kind in self.kinds)

    def why_closed(self, unit: Unit, position: Position) -> str:
        """Which condition is not met, as a key that the words know; '' if the link is open."""
        phase = position.phase
        if self.seasons and not any(word.lower() in phase.name.lower().split() for word in self.seasons):
            return "link-season"
        if not self._lasts(phase):
            return "link-year"
        if self.powers and unit.power not in self.powers:
            return "link-power"
        if self.owning and position.owners.get(self.owning, "") != unit.power:
            return "link-owning"
        held = any(other.space == self.holding for other in position.units if other.power == unit.power)
        return "link-holding" if self.holding and not held else ""

    def _lasts(self, phase: Phase) -> bool:
        return (self.since is None or phase.year >= self.since) and (self.until is None or phase.year <= self.until)

    @property
    def named(self) -> str:
        """The space on which the condition depends, or else where the link leads."""
        return self.owning or self.holding or self.end


def passages_from(passages: Sequence[Passage], unit: Unit, end: str) -> Iterator[Passage]:
    """The links with conditions that are a unit's way to a place or space."""
    return (each for each in passages if each.leads(unit, end))


@dataclass(frozen=True, slots=True)
class Victory:
    """How a game is won, beyond the number of centres that a house rule says."""

    by_year: tuple[tuple[int, int], ...] = ()
    """(year, centres needed from then on), the earliest first."""
    lead: int = 0
    """How many more than the next power the winner needs."""
    counted: tuple[str, ...] = ()
    """The centres that count; () for all."""
    last_year: int | None = None
    """The year after whose count the power with the most centres has won."""

    def wanted(self, year: int, otherwise: int) -> int:
        """How many centres are needed in a year."""
        return next((number for since, number in reversed(self.by_year) if year >= since), otherwise)

    def winners(self, counts: Mapping[str, int], year: int, otherwise: int) -> tuple[str, ...]:
        """Who has won with these centres in this year; several share it where no lead is asked for."""
        ranked = sorted(counts.values(), reverse=True)
        most, next_most = (*ranked, 0, 0)[:2]
        first = tuple(power for power, count in counts.items() if count == most > 0)
        if self.last_year is not None and year >= self.last_year:
            return first
        enough = most >= self.wanted(year, otherwise) and (not self.lead or most - next_most >= self.lead)
        return first if enough else ()


ORDINARY = Victory()


def season_words(calendar: Calendar) -> frozenset[str]:
    """The words of the names of a game's seasons, in small letters, as `seasons` may name them."""
    names = (name for season in calendar.seasons for name in (season.name, *season.also))
    return frozenset(word.lower() for name in names for word in name.split() if "{" not in word)
