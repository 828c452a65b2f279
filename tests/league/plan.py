"""What is played: forty games of every kind in two years, or three of them in half a year; their clocks, settings and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from judge.assets import find_assets

CLOCKS = (
    "DEADLINE Fridays 21:00 Europe/London", "DEADLINE Mondays 20:30 America/New_York", "DEADLINE every 10 days 22:00 Europe/Berlin",
    "DEADLINE Tuesdays 12:00 Asia/Tokyo", "DEADLINE every 2 weeks 18:00 Australia/Sydney",
    "DEADLINE Wed, Sun 21:00 Europe/Athens MIN 3 days", "DEADLINE Saturdays 09:00 America/Los_Angeles", "",
)  # fmt: skip
SETTINGS = (
    "GRACE 24 hours\nNMR standby", "CALENDAR two-season\nPRESS black", "ANONYMOUS yes\nPRESS anonymous",
    "CALENDAR mini-deadline 3 days", "NMR abandon after 3\nABSENCES 2", "DRAWS named\nPRESS signed copies",
    "GRACE 12h, others may change\nREMIND 72 hours, 24 hours", "NMR disorder after 2\nVACANT yes",
)  # fmt: skip
ENDS = ("draw", "concede", "gm", "", "draw", "terminate", "")
NAMES = (
    "amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "islet", "jetty", "knoll", "lagoon", "marsh",
    "nook", "oasis", "plain", "quarry", "ridge", "shoal", "tarn", "upland", "vale", "wharf", "xeric", "yew", "zephyr",
    "alder", "bluff", "copse", "delta", "estuary", "fen", "glade", "haven", "inlet", "juniper", "kelp", "larch", "moor",
    "narrows",
)  # fmt: skip
DARK = {
    "birch": ("BLIND yes",), "ember": ("GUNBOAT yes",), "knoll": ("BLIND yes", "GUNBOAT with press"),
    "quarry": ("BLIND yes",),
}  # fmt: skip
"""Game → what else is hidden in it."""
ASKED = ("amber", "cedar", "dune")
"""Games that their GM admits players to."""
KINDS = {
    "standard": 8, "fleet_rome": 4, "chaos": 1, "columbus": 5, "outer_space": 5, "colonial_diplomacy": 5, "colonial_variant": 4,
    "gigaton": 4, "new_world_1492": 4,
}  # fmt: skip
"""Folder → how many of the forty games it is."""
LEFT_OUT = frozenset(
    {
        "ancient_mediterranean", "cold_war", "france_v_austria", "germany_v_italy", "hundred_years_war", "loeb9", "modern",
        "pure_diplomacy", "youngstown",
    }
)  # fmt: skip
"""Boards with the rules of the standard game, or a few more: their cases are played by mail (`tests/games/test_both_doors.py`)."""


class Fixture(NamedTuple):
    """One game that is to be played."""

    name: str
    variant: str
    settings: Sequence[str]
    begins: float
    """Days after the beginning of everything when it is created."""
    end: str
    """How it ends if nobody wins before: `draw` and `concede` by vote, `gm` and `terminate` by the GM, '' not at all."""
    ends: float
    """Days after its creation when that is tried."""


class Plan(NamedTuple):
    """What is played, by how many people, for how long."""

    seed: int
    days: float
    players: int
    masters: int
    fixtures: Sequence[Fixture]


def variants() -> list[str]:
    """The folders of games that there are."""
    return sorted(path.parent.name for path in find_assets().games.glob("*/game.yaml") if not path.parent.name.startswith("_"))


def long(seed: int) -> Plan:
    """Forty games of all variants, two hundred players, two years."""
    more = {**DARK, **{name: (*DARK.get(name, ()), "ENTRY approved") for name in ASKED}}
    fixtures = [each._replace(settings=(*each.settings, *more.get(each.name, ()))) for each in _fixtures(KINDS, 730, Random(seed))]
    return Plan(seed, 730, 200, 8, fixtures)


def short(seed: int) -> Plan:
    """Three games, half a year."""
    some = {"standard": 1, "columbus": 1, "new_world_1492": 1}
    fixtures = list(_fixtures(some, 183, Random(seed)))
    ends = ("draw", "gm", "terminate")
    shown = [*fixtures[0].settings, "PREVIEW on"]
    asked = [*fixtures[1].settings, "ENTRY approved"]
    settings = (shown, asked, fixtures[2].settings)
    games = [each._replace(begins=n, end=ends[n], ends=150.0 + 5 * n, settings=settings[n]) for n, each in enumerate(fixtures)]
    return Plan(seed, 183, 15, 1, games)


def one(seed: int) -> Plan:
    """One game, two months: all that a store is asked for in a game's life, in a few seconds."""
    settings = ("DEADLINE every 3 days 21:00 Europe/London", "PREVIEW on", "GRACE 12 hours", "NMR standby")
    return Plan(seed, 75, 9, 1, [Fixture("amber", "standard", settings, 0, "draw", 65)])


def _fixtures(kinds: Mapping[str, int], days: float, lots: Random) -> Iterator[Fixture]:
    every = [kind for kind, count in kinds.items() for _ in range(count)]
    for n, kind in enumerate(every):
        clock = CLOCKS[n % len(CLOCKS)]
        more = SETTINGS[(n * 3 + n // 8) % len(SETTINGS)].split("\n")
        begins = lots.uniform(0, days / 2)
        lines = [line for line in (clock, *more) if line]
        yield Fixture(NAMES[n], kind, lines, begins, ENDS[n % len(ENDS)], lots.uniform(200, 400))
