"""Phases and the calendar they come from: a round of named phases, declared in the game's folder as data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

_CODE = re.compile(r"(?P<letter>[a-z])(?P<year>\d{1,5})(?P<kind>[mrab])")
_KINDS = {"m": "movement", "r": "retreats", "a": "adjustments", "b": "adjustments"}
"""What the last letter of other programs' names of phases means: `F1901R`."""


class Phase(NamedTuple):
    """One phase of a game: `Spring 1901` (movement), `Spring 1901 retreats`, `Winter 1901` (adjustments)."""

    name: str
    kind: str
    """`movement`, `retreats`, `adjustments`, or a game's own."""
    year: int
    season: int
    """Which season of the calendar's round it is."""

    def __str__(self) -> str:
        return self.name

    @property
    def when(self) -> tuple[int, int]:
        """What phases are put in order by."""
        return self.year, self.season


@dataclass(frozen=True, slots=True)
class Season:
    """One entry of the calendar's round. `{year}` in the name stands for the year."""

    name: str
    kind: str
    counts: bool = False
    """Whether centres change hands on the way into this phase, even when nothing is then due in it."""
    always: bool = False
    """Whether the phase is held even when nothing is due in it."""
    also: tuple[str, ...] = ()
    """Other readings of the name (`Fall {year}`)."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The round of seasons, where it starts, and how many years a round takes."""

    seasons: tuple[Season, ...]
    start: int
    step: int = 1
    opening: int = 0
    """Which season of the round the first year begins with."""

    def at(self, year: int, index: int) -> Phase:
        """The phase of this season in this year."""
        season = self.seasons[index]
        return Phase(season.name.format(year=year), season.kind, year, index)

    def first(self) -> Phase:
        """The phase every game opens with."""
        return self.at(self.start, self.opening)

    @property
    def eve(self) -> int:
        """The year of the phase that would have come before the first."""
        return self.start if self.opening else self.start - self.step

    def after(self, phase: Phase) -> Phase:
        """The next phase in the calendar, whether or not anything will be due in it."""
        index = phase.season + 1
        return self.at(phase.year, index) if index < len(self.seasons) else self.at(phase.year + self.step, 0)

    def season(self, phase: Phase) -> Season:
        """The calendar's entry for a phase."""
        return self.seasons[phase.season]

    def read(self, text: str) -> Phase | None:
        """The phase a text names (`Fall 1901`, `autumn 1901 retreats`, `F1901R`), or None. It must be one the game reaches."""
        folded = " ".join(text.lower().replace("’", "'").split())
        if found := _CODE.fullmatch(folded):
            return self._coded(found["letter"], int(found["year"]), _KINDS[found["kind"]])
        for index, season in enumerate(self.seasons):
            for name in (season.name, *season.also):
                pattern = re.escape(name.lower()).replace(re.escape("{year}"), r"(\d{1,5})")
                found = re.fullmatch(pattern, folded)
                if found and self._reaches(int(found[1]), index):
                    return self.at(int(found[1]), index)
        return None

    def _coded(self, letter: str, year: int, kind: str) -> Phase | None:
        """The phase of this kind in the season whose name, or another reading of it, begins with a letter."""
        fits = (
            index
            for index, season in enumerate(self.seasons)
            if season.kind == kind and any(name[:1].lower() == letter for name in (season.name, *season.also))
        )
        return next((self.at(year, index) for index in fits if self._reaches(year, index)), None)

    def _reaches(self, year: int, index: int) -> bool:
        return (year, index) >= (self.start, self.opening) and (year - self.start) % self.step == 0
