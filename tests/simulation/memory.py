"""What a judge keeps in memory: counted object by object, from its parts and the modules of the program, so that nothing depends on
the machine.

What is bounded is counted apart: what it remembers of games, which grows with what is stored of them, and functions that remember a
certain number of results (`lru_cache`). All else must stay as it is, however many letters come.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from itertools import pairwise
from statistics import median
from types import FunctionType, ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

from judge.mail import refused_letters
from judge.mail.refused_letters import RefusedLetters
from judge.office.intake import duplicates
from judge.office.rendering import phase_cache
from judge.office.rendering.phase_cache import PhaseCache
from judge.office.unit_of_work import GameCache
from tests.simulation.house import House
from tests.simulation.machine import Broken

FEW = 2
"""How many games and phases are remembered in a run in which little is, so that what was forgotten has to be read again."""
PROGRAM = "judge"
LEAST_COUNTS = 6
"""How many counts are compared at least."""
A_LETTER, SPARE = 0.25, 400
"""How many objects more there may be for each letter of the second half of a run: fewer than one, so that nothing is kept of each;
and how many more all the same.
"""
CHARACTERS = 40
"""How many characters of text an object may have."""
A_GAME, BESIDES = 6, 700
"""How many objects a game may be in memory for each value of it that is stored; and how many besides: the classes of its parts."""
_REMEMBERS: Any = type(lru_cache(1)(len))
_OUTSIDE = ("sqlalchemy", "threading", "tests", "unittest", "_pytest", "logging")
"""Whose objects are not looked into: what the database's driver remembers is its own affair, and the simulation is no judge."""


class Count(NamedTuple):
    """What is in memory at a moment."""

    letters: int
    """How many have been written."""
    objects: int
    """Apart from what is bounded."""
    characters: int
    """Of their texts."""


class Walk:
    """Goes through all that can be reached from some objects."""

    def __init__(self, roots: Iterable[Any]) -> None:
        self.bounded: list[Any] = []
        """What was not looked into."""
        self.objects = self.characters = 0
        self._seen: dict[int, Any] = {}
        todo = list(roots)
        while todo:
            each = todo.pop()
            if id(each) not in self._seen:
                self._seen[id(each)] = each
                todo += self._within(each)

    def _within(self, each: Any) -> Iterable[Any]:
        kind = type(each)
        remembers = kind is _REMEMBERS and each.cache_parameters()["maxsize"] is not None
        if remembers or kind in (GameCache, PhaseCache, RefusedLetters):
            self.bounded.append(each)
            return ()
        if isinstance(each, ModuleType) or str(kind.__module__).partition(".")[0] in _OUTSIDE:
            return ()
        if isinstance(each, type | FunctionType) and str(each.__module__).partition(".")[0] != PROGRAM:
            return ()
        if kind.__name__ == "code":
            return ()
        self.objects += 1
        if isinstance(each, str | bytes):
            self.characters += len(each)
            return ()
        if isinstance(each, FunctionType):  # without its module, which is looked into anyway
            return (*(each.__closure__ or ()), *(each.__defaults__ or ()), each.__dict__)
        return gc.get_referents(each)


def program() -> list[Any]:
    """All that the program's modules hold."""
    modules = [module for name, module in sorted(sys.modules.items()) if name.partition(".")[0] == PROGRAM]
    return [value for module in modules for value in vars(module).values()]


def overfull(bounded: Iterable[Any]) -> str:
    """Say which of these hold more than they may; '' for none."""
    for each in bounded:
        for what, count, most in _filled(each):
            if count > most:
                return f"{what}: {count}, and {most} at most"
    return ""


def _filled(each: Any) -> list[tuple[str, int, int]]:
    if isinstance(each, GameCache):
        return [("games", len(each._games), each.MOST), ("counts of letters", len(each.crowds), duplicates.REMEMBERED)]
    if isinstance(each, PhaseCache):
        return [("phases", len(each._kept), phase_cache.MOST), ("shared facts", len(each._shared), phase_cache.MOST)]
    if isinstance(each, RefusedLetters):
        return [("refused letters", len(each._came), refused_letters.MOST)]
    found = each.cache_info()
    return [(each.__wrapped__.__qualname__, found.currsize, found.maxsize)]


def swollen(bounded: Iterable[Any], stored: Mapping[str, int]) -> str:
    """Say which game takes more memory than is stored of it; '' for none. `stored`: game → how many values are."""
    for kept in [kept for each in bounded if isinstance(each, GameCache) for kept in each._games.values()]:
        name = kept.game.name
        count = Walk([kept.game]).objects
        if count > A_GAME * stored[name] + BESIDES:
            return f"{name}: {count} objects, where {stored[name]} values are stored"
    return ""


def values_in(text: str) -> int:
    """How many values are in JSON."""
    todo, count = [json.loads(text)], 0
    while todo:
        each = todo.pop()
        count += 1
        todo += each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
    return count


def grown(counts: list[Count]) -> str:
    """Say by how much memory has grown in the second half of a run, if that is too much; '' if it is not. The middle step counts: a
    grammar that is read when it is needed first is one step, and does not grow with the letters.
    """
    if len(counts) < LEAST_COUNTS:
        return ""
    half = counts[len(counts) // 2 :]
    steps = [[new - old for old, new in zip(*pair, strict=True)] for pair in pairwise(half)]
    letters, objects, characters = (int(median(some) * len(steps)) for some in zip(*steps, strict=True))
    most = letters * A_LETTER + SPARE
    if objects > most or characters > most * CHARACTERS:
        return f"memory grew by {objects} objects and {characters} characters with {letters} letters"
    return ""


class Memory:
    """Counts what a judge keeps, several times in a run, and compares, if it is one process all the time: a young one has
    remembered less.
    """

    def __init__(self, house: House, lasting: bool) -> None:
        self._house, self._lasting = house, lasting
        self._counts: list[Count] = []

    def count(self, letters: int) -> None:
        """Count, if a process is at work. Raises Broken if it keeps more of something than it may."""
        house = self._house
        if not house.parts:
            return
        gc.collect()
        walk = Walk([house.parts, house.daemon, house.arrivals, *program()])
        stored = {name: values_in(head) for name, head in house.read("SELECT name, head FROM games")}
        if wrong := overfull(walk.bounded) or swollen(walk.bounded, stored):
            raise Broken(f"in memory is too much: {wrong}")
        self._counts.append(Count(letters, walk.objects, walk.characters))

    def end(self) -> int:
        """Compare the counts; return how many there were. Raises Broken."""
        if self._lasting and (wrong := grown(self._counts)):
            raise Broken(wrong)
        return len(self._counts)


@contextmanager
def little_remembered() -> Iterator[None]:
    """Let a judge remember few games and phases."""
    with ExitStack() as all_:
        for owner, name in ((GameCache, "MOST"), (duplicates, "REMEMBERED"), (phase_cache, "MOST")):
            all_.enter_context(patch.object(owner, name, FEW))
        yield
