"""A folder's game.yaml to values: powers, calendar, the start, the switches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.board import LONGEST_HEAD, Board, Calendar, Position, Season, Unit, space_of
from judge.board.phase import FIELD
from judge.rules.house_rules import HouseRule
from judge.rules.variant import Power
from judge.variants.yaml_source import YamlNode

UNIT = re.compile(r"([A-Z]+)(\w*)\(([^()]+)\)")
"""The house form of a unit: `A(Par)`, `F(StP.sc)`, `A1(ORB)`."""


ROLES = ("", "gm", "nobody")
"""Who orders for a power: its player, the GM, or nobody: then its units stand."""
ANY = "any"
"""Stands for the powers of a game whose players bring their own."""


def powers_are_open(sheet: YamlNode) -> bool:
    """Whether the powers come with the players (`powers: any`)."""
    return sheet.value == ANY

BRACES = re.compile(r"[{}]")
BEFORE_CHRIST = re.compile(r"([1-9][0-9]{0,4}) ?B\.?C\.?", re.IGNORECASE)


def read_powers(sheet: YamlNode) -> tuple[Power, ...]:
    """The powers in the order the game names them; none where they come with the players. Raises FolderError."""
    return () if powers_are_open(sheet) else tuple(power for by, power in _powers(sheet) if not by)


def read_standing_powers(sheet: YamlNode) -> tuple[Power, ...]:
    """The powers for which nobody orders (`by: nobody`). Raises FolderError."""
    return () if powers_are_open(sheet) else tuple(power for by, power in _powers(sheet) if by == "nobody")


def read_unplayed(sheet: YamlNode, powers: Sequence[Power]) -> dict[str, tuple[str, ...]]:
    """Number of players → the powers that nobody plays then. Raises FolderError."""
    known = [power.name for power in powers]
    for number, listed in sheet.table().items():
        for item in listed.list():
            if item.text() not in known:
                raise item.wrong(f"{item.text()!r} is no power of this game")
        if number != str(len(known) - len(set(listed.texts()))):
            raise listed.wrong(f"{len(known)} powers without these are not {number}")
    return {number: listed.texts() for number, listed in sheet.table().items()}


def read_gm_power(sheet: YamlNode) -> tuple[Power, ...]:
    """The power that nobody plays and the GM orders for (`by: gm`), if there is one. Raises FolderError if there are several."""
    found = [] if powers_are_open(sheet) else [power for by, power in _powers(sheet) if by == "gm"]
    if len(found) > 1:
        raise sheet.get(found[1].name).wrong("the GM orders for one power at most")
    return tuple(found)


def power_names(sheet: YamlNode) -> tuple[str, ...]:
    """The names of all powers that are told, in the game's order."""
    return () if powers_are_open(sheet) else tuple(sheet.table())


def _powers(sheet: YamlNode) -> Iterator[tuple[str, Power]]:
    """(who orders for it, power) for each; '' is its player."""
    for name, entry in sheet.table().items():
        entry.only("adjective", "short", "colour", "also", "by", "returns")
        adjective, short, colour, by = (entry.get(key).text() for key in ("adjective", "short", "colour", "by"))
        if by not in ROLES:
            raise entry.get("by").wrong(f"{by!r} is neither gm nor nobody")
        back = not entry.get("returns").empty and entry.get("returns").flag()
        if back and by != "nobody":
            raise entry.get("returns").wrong("only units return that nobody orders (`by: nobody`)")
        yield by, Power(name, adjective, short or name[:3], colour, entry.get("also").texts(), back)


def read_calendar(sheet: YamlNode) -> Calendar:
    """The round of seasons. Raises FolderError."""
    sheet.only("start", "step", "seasons", "first", "eve")
    step = sheet.get("step")
    seasons = tuple(_season(item) for item in sheet.get("seasons").list())
    if not seasons:
        raise sheet.wrong("a calendar needs at least one season")
    years = 1 if step.empty else step.number()
    if years < 1:
        raise step.wrong("a round takes at least one year")
    start, before = read_year(sheet.get("start"))
    eve = sheet.get("eve").text()
    if len(eve) > LONGEST_HEAD or " " in eve:
        raise sheet.get("eve").wrong(f"{eve!r} heads a narrow column: write one word of at most {LONGEST_HEAD} letters")
    return Calendar(seasons, start, years, _opening(sheet.get("first"), seasons), before, eve)


def read_year(sheet: YamlNode) -> tuple[int, bool]:
    """A year, and whether it is told as B.C.: 1 B.C. is year 0, 200 B.C. is year -199. Raises FolderError."""
    before = BEFORE_CHRIST.fullmatch(sheet.text())
    return (1 - int(before[1]), True) if before else (sheet.number(), False)


def _opening(first: YamlNode, seasons: Sequence[Season]) -> int:
    """The place in the round of the season that opens the game: the one `first` names, else the first."""
    names = [season.name for season in seasons]
    if not first.empty and first.text() not in names:
        raise first.wrong(f"{first.text()!r} is none of the seasons: {', '.join(names)}")
    return 0 if first.empty else names.index(first.text())


def _season(item: YamlNode) -> Season:
    item.only("name", "kind", "counts", "always", "also")
    name, kind = item.get("name").text(), item.get("kind").text()
    if not name or not kind:
        raise item.wrong("a season needs a name and a kind")
    if not FIELD.search(name) or BRACES.search(FIELD.sub("", name)):
        raise item.wrong(f"{name!r} should hold the year as {{year}}, or {{year+5}}, or {{turn}}, and no other brace")
    counts, always = (not item.get(key).empty and item.get(key).flag() for key in ("counts", "always"))
    return Season(name, kind, counts=counts, always=always, also=item.get("also").texts())


def read_start(sheet: YamlNode, board: Board, powers: Sequence[Power], calendar: Calendar) -> Position:
    """The position a game opens with: home centres owned, units as listed, the calendar's first phase.

    Raises FolderError at an unreadable unit, and at one without a space or in a shared space.
    """
    sheet.only("units", "each", "owners", "facts")
    known = [power.name for power in powers]
    units: list[Unit] = []
    for name, listed in sheet.get("units").table().items():
        if name not in known:
            raise listed.wrong(f"{name!r} is no power of this game")
        units.extend(_unit(item, name, board) for item in listed.list())
    owners = {code: board.spaces[code].home for code in board.centres if board.spaces[code].home in known}
    owners |= {code: owner.text() for code, owner in sheet.get("owners").table().items()}
    facts = {key: part.plain() for key, part in sheet.get("facts").table().items()}
    return Position(calendar.first(), tuple(units), owners, facts=facts)


def read_start_per_power(sheet: YamlNode, board: Board) -> tuple[Unit, ...]:
    """What every power that comes with a player starts with (`each: [A1(ORB)]`). Raises FolderError."""
    return tuple(_unit(item, "", board) for item in sheet.get("each").list())


def _unit(item: YamlNode, power: str, board: Board) -> Unit:
    found = UNIT.fullmatch(item.text())
    if not found:
        raise item.wrong(f"{item.text()!r} is no unit; write A(Par) or F(StP.sc)")
    kind, name, place = found.groups()
    if place not in board.places(kind, space_of(place)):
        raise item.wrong(f"{item.text()} cannot stand there")
    return Unit(power, kind, place, name)


def read_house_rules(sheet: YamlNode) -> dict[str, HouseRule]:
    """Every switch with its type and its default. Raises FolderError."""
    return {rule: _house_rule(entry) for rule, entry in sheet.table().items()}


def _house_rule(entry: YamlNode) -> HouseRule:
    try:
        if isinstance(entry.value, str):
            return HouseRule.declared(entry.value)
        entry.only("default", "one of")
        return HouseRule.declared(entry.get("default").text(), entry.get("one of").texts())
    except ValueError as error:
        raise entry.wrong(str(error)) from None
