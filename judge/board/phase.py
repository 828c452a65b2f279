"""Phases and the calendar they come from: a round of named phases, declared in the game's folder as data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_CODE = re.compile(r"(?P<letter>[a-z])(?P<year>\d{1,5})(?P<kind>[mrab])")
FIELD = re.compile(r"\{(year|turn)([+-][0-9]{1,4})?\}")
"""What stands for a number in the name of a season: `{year}`, `{year+5}`, `{turn}`."""
_BEFORE = " B.C."
LONGEST_HEAD = 8
"""So many characters fit at the head of a table's first column."""
KIND_LETTERS = {"m": "movement", "r": "retreats", "a": "adjustments", "b": "adjustments"}
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
    """One entry of the calendar's round. In the name `{year}` stands for the year, `{year+5}` for that five years later, and
    `{turn}` for the number of the round.
    """

    name: str
    kind: str
    counts: bool = False
    """Whether centres change hands on the way into this phase, even when nothing is then due in it."""
    always: bool = False
    """Whether the phase is held even when nothing is due in it."""
    also: tuple[str, ...] = ()
    """Other readings of the name (`Fall {year}`)."""

    @property
    def letters(self) -> frozenset[str]:
        """The small letters that stand for it in a code such as `F1905M`: those of its name and of the first other reading."""
        return frozenset(name[:1].lower() for name in (self.name, *self.also[:1]))


@dataclass(frozen=True, slots=True)
class Calendar:
    """The round of seasons, where it starts, and how many years a round takes."""

    seasons: tuple[Season, ...]
    start: int
    step: int = 1
    opening: int = 0
    """Which season of the round the first year begins with."""
    before_christ: bool = False
    """Whether years below 1 are told as years B.C. There is no year 0 then: year 0 is 1 B.C., and year -199 is 200 B.C."""
    eve_name: str = ""
    """What heads the year before the first in tables, of at most `LONGEST_HEAD` characters; '' for its number."""

    def at(self, year: int, index: int) -> Phase:
        """The phase of this season in this year."""
        season = self.seasons[index]
        turn = (year - self.start) // self.step + 1
        return Phase(_name_told(season.name, year, turn, self.before_christ), season.kind, year, index)

    def year_name(self, year: int) -> str:
        """What a year is called."""
        return _year_told(year, self.before_christ)

    def column_head(self, year: int) -> int | str:
        """What heads a year's column in tables: its number, or words for the year before the first and for years B.C."""
        if year == self.eve and self.eve_name:
            return self.eve_name
        return self.year_name(year) if self.before_christ and year < 1 else year

    def _meant(self, field: re.Match[str], said: str) -> int:
        """The year of the round in which a field reads like this."""
        number, more = int(re.sub(r"\D", "", said)), int(field[2] or 0)
        if field[1] == "turn":
            return self.start + (number - more - 1) * self.step
        return (1 - number if said[-1] in "c." else number) - more

    def other_words(self) -> dict[str, tuple[str, ...]]:
        """The first word of each season's name → the other words for it, the usual one first: `Autumn` → `Fall`, `Herbst`."""
        firsts = ([name.partition(" ")[0] for name in (season.name, *season.also)] for season in reversed(self.seasons))
        return {name: tuple(also) for name, *also in firsts}

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
            return self._coded(found["letter"], int(found["year"]), KIND_LETTERS[found["kind"]])
        for index, season in enumerate(self.seasons):
            for name in (season.name, *season.also):
                year = self._year_read(name, folded)
                if year is not None and self._reaches(year, index):
                    return self.at(year, index)
        return None

    def _year_read(self, name: str, folded: str) -> int | None:
        """The year in which a season's name reads like a text, if there is one."""
        fields, said = list(FIELD.finditer(name)), FIELD.split(name.lower())[::3]
        number = r"(\d{1,5}(?: ?b\.?c\.?)?)" if self.before_christ else r"(\d{1,5})"
        found = re.fullmatch(number.join(map(re.escape, said)), folded)
        years = {self._meant(field, each) for field, each in zip(fields, found.groups(), strict=True)} if found else set()
        return years.pop() if len(years) == 1 else None

    def _coded(self, letter: str, year: int, kind: str) -> Phase | None:
        """The phase of this kind in the season whose name, or another reading of it, begins with a letter."""
        fits = (
            index
            for index, season in enumerate(self.seasons)
            if season.kind == kind and letter in season.letters
        )
        return next((self.at(year, index) for index in fits if self._reaches(year, index)), None)

    def _reaches(self, year: int, index: int) -> bool:
        return (year, index) >= (self.start, self.opening) and (year - self.start) % self.step == 0


@lru_cache(2000)  # each phase that is judged asks for the names of the next ones
def _name_told(name: str, year: int, turn: int, before_christ: bool) -> str:
    """A season's name in a round that begins in this year, with what stands in it for its fields."""

    def told(field: re.Match[str]) -> str:
        more = int(field[2] or 0)
        return _year_told(year + more, before_christ) if field[1] == "year" else str(turn + more)

    return FIELD.sub(told, name)


def _year_told(year: int, before_christ: bool) -> str:
    return f"{1 - year}{_BEFORE}" if before_christ and year < 1 else str(year)
