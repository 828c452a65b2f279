"""What the readers of game.yaml pass over: names that are two powers', powers without a start, numbers out of reach."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from judge.board import Board, Calendar, Position, normalize_name
from judge.rules.house_rules import HouseRule
from judge.rules.variant import Power
from judge.variants.map_yaml import HOME
from judge.variants.yaml_source import FolderError, YamlNode

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
NEAR = 0.75
"""How similar an unknown key must be to a known one to be offered as a misspelling."""
PHASES = ("movement", "retreats", "adjustments")
"""Kinds of phase that the referee knows."""


def power_mistakes(sheet: YamlNode, powers: Sequence[Power]) -> Iterator[FolderError]:
    """Powers that share a name, and invalid colours."""
    if not powers:
        yield sheet.wrong("a game needs powers")
    first: dict[str, str] = {}
    for power in powers:
        at = sheet.get(power.name)
        for name in (power.name, power.adjective, power.short, *power.also):
            if name and first.setdefault(normalize_name(name), power.name) != power.name:
                yield at.wrong(f"{first[normalize_name(name)]} is called {name!r} too")
        if power.colour and not COLOUR.fullmatch(power.colour):
            yield at.get("colour").wrong(f"{power.colour!r} is no colour; write #rrggbb")


def map_mark_mistakes(sheet: YamlNode, board: Board, powers: Sequence[Power] | None) -> Iterator[FolderError]:
    """Spaces and powers that a map's marks name and the game does not have."""
    country = sheet.get("country")
    told = {} if isinstance(country.value, str) else country.table()
    for space, entry in (*told.items(), *sheet.get("beside").table().items()):
        if space not in board.spaces:
            yield entry.wrong(f"{space!r} is no space of this game")
    known = None if powers is None else [power.name for power in powers]
    named = [(lord.text(), lord) for lord in told.values()] + list(sheet.get("colours").table().items())
    for name, entry in named:
        if known is not None and name not in known:
            yield entry.wrong(f"{name!r} is no power of this game")


def start_mistakes(sheet: YamlNode, start: Position, powers: Sequence[Power], board: Board) -> Iterator[FolderError]:
    """Powers that have neither unit nor centre, owners that are no powers, units that share a space without a name."""
    for power in powers:
        if not start.units_of(power.name) and not start.centres(power.name):
            yield sheet.get("units").wrong(f"{power.name} starts with neither a unit nor a centre")
    known = [power.name for power in powers]
    for code, owner in sheet.get("owners").table().items():
        if code not in board.centres:
            yield owner.wrong(f"{code!r} is no centre of this map")
        elif owner.text() not in known:
            yield owner.wrong(f"{owner.text()!r} is no power of this game")
    seen: set[tuple[str, str]] = set()
    for name, listed in sheet.get("units").table().items():
        for item, unit in zip(listed.list(), start.units_of(name), strict=False):
            if (unit.space, unit.name) in seen:
                yield item.wrong(f"another unit stands in {unit.space} already")
            seen.add((unit.space, unit.name))


def calendar_mistakes(sheet: YamlNode, calendar: Calendar, said: str) -> Iterator[FolderError]:
    """Seasons of one name, and kinds of phase that neither the referee nor the folder's rules speak of."""
    names: set[str] = set()
    for season, item in zip(calendar.seasons, sheet.get("seasons").list(), strict=False):
        own = {normalize_name(name): name for name in (season.name, *season.also)}
        yield from (item.wrong(f"another season is called {own[name]!r} too") for name in own if name in names)
        names |= set(own)
        if season.kind not in PHASES and season.kind not in said:
            yield item.wrong(f"{season.kind!r} is no kind of phase: {', '.join(PHASES)}")
    if not any(season.counts for season in calendar.seasons):
        yield sheet.get("seasons").wrong("no season counts the centres (counts: yes)")


def house_rule_mistakes(sheet: YamlNode, switches: Mapping[str, HouseRule], board: Board) -> Iterator[FolderError]:
    """More centres to win than there are."""
    wanted = switches.get("centres_to_win")
    if wanted and not (isinstance(wanted.value, int) and 1 <= wanted.value <= len(board.centres)):
        told = f"'{wanted}' is no number from 1 to {len(board.centres)}, the centres of this map"
        yield sheet.get("centres_to_win").wrong(told)


def space_mistakes(sheet: YamlNode, powers: Sequence[Power], own: str, said: str, known: Sequence[str]) -> Iterator[FolderError]:
    """Homes of nobody, and keys that are likely another miswritten: the folder's rules and words do not speak of them.

    `own`: the folder's map file; `said`: what its rules and words say.
    """
    names = [power.name for power in powers]
    for entry in sheet.table().values():
        for key, part in entry.table().items() if isinstance(entry.value, Mapping) else ():
            meant = get_close_matches(key, known, 1, NEAR)
            if part.file == own and meant and key not in known and key not in said:
                yield part.wrong(f"nothing reads {key!r}; was {meant[0]!r} meant?")
        centre = entry.get("centre")
        if centre.file == own and centre.text():
            yield from _wrong_centre(centre, names)


def _wrong_centre(centre: YamlNode, names: Sequence[str]) -> Iterator[FolderError]:
    """`names`: of the powers, if they are known."""
    home = centre.text().removeprefix(HOME)
    if not centre.text().startswith(HOME):
        if home not in ("neutral", "no"):
            yield centre.wrong(f"{home!r} is none of: home of POWER, neutral, no")
    elif names and home not in names:
        yield centre.wrong(f"{home!r} is no power of this game")
