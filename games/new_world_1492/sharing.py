"""1492: a player shows a chart to another power, their own or one that they have altered; nobody says which (rule 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from judge.board import normalize_name
from judge.rules.variant import Variant
from judge.rules.variant_commands import CommandDenied, CommandGranted, CommandNews, GivenCommand, YamlValue

from .atlas import EDGE
from .charts import Facts
from .sight import OB, Terms

TO = re.compile(r"(?:(?:my )?(?:chart|map)s? )?(?:(?:to|with) )?(?P<power>[^\W\d_][\w ]*)\W*", re.IGNORECASE)
LABEL = re.compile(r"[A-Za-z]{2,3}(?:\.[a-z]{2})?")
KEYS = ("kind", "borders", "centre", "who")
KINDS = ("land", "sea")
ARMY, FLEET, NATIVE, NONE, UNSEEN = "army", "fleet", "native army", "none", "out of sight"
YES, NO = ("yes", "true", "on"), ("no", "false", "off", "none", "")
MOST, MOST_BORDERS = 200, 24


class Wrong(Exception):
    """What cannot stand in a chart: the key of its words, and the word itself."""

    def __init__(self, why: str, word: str) -> None:
        super().__init__(why)
        self.why, self.word = why, word


class Row(NamedTuple):
    """An area, as the reader of a chart is told of it."""

    area: str
    kind: str
    borders: tuple[str, ...]
    centre: bool
    who: tuple[str, ...]


def share(said: GivenCommand) -> CommandGranted | CommandDenied:
    """SHARE chart TO Spain: a player's chart, with the changes on the lines below, if there are any."""
    lines = bool(said.block.strip())
    found = TO.fullmatch(" ".join(said.text.split()))
    power = _power(said.variant, found["power"]) if found else ""
    if not power or power == said.power:
        return CommandDenied("self" if power else "whom", {"word": said.text, "powers": _others(said), "lines": lines})
    rows = {row.area: row for row in _own(said)}
    known = [*rows]
    try:
        rows = _altered(said.variant, rows, said.sheet) if said.sheet is not None else rows
    except Wrong as wrong:
        return CommandDenied(wrong.why, {"word": wrong.word, "known": known, "lines": lines})
    if not rows:
        return CommandDenied("nothing", {"word": power, "lines": lines})
    told = {"rows": [row._asdict() for row in rows.values()], "to": power, "of": said.power}
    return CommandGranted(said.position.facts, told, (CommandNews(power, told),))


def _others(said: GivenCommand) -> list[str]:
    return [power.name for power in said.variant.powers if power.name != said.power]


def _power(variant: Variant, word: str) -> str:
    wanted = normalize_name(word)
    names = {normalize_name(name): p.name for p in variant.powers for name in (p.name, p.adjective, p.short, *p.also)}
    return names.get(wanted, "")


def _own(said: GivenCommand) -> Iterator[Row]:
    """The chart as its owner is told of it, and nothing else."""
    terms = Terms(said.variant.board, said.position.facts, said.power)
    for code, entry in terms.chart.items():
        borders = tuple("ice" if b == EDGE else terms.place(b) for b in entry["borders"])
        yield Row(terms.labels[code], entry["kind"], borders, entry.get("centre") == "yes", _there(entry))


def _there(entry: Facts) -> tuple[str, ...]:
    if "units" not in entry:
        return (UNSEEN,)
    natives = [NATIVE] if entry.get("natives") else []
    units = [unit.rpartition(" ") for unit in entry["units"]]
    found = [*natives, *(f"{ARMY if kind == 'A' else FLEET} of {power}" for power, _, kind in units)]
    return tuple(found) or (NONE,)


def _altered(variant: Variant, rows: Mapping[str, Row], sheet: YamlValue) -> dict[str, Row]:
    """The rows with the areas of a sheet changed, added, or left out (`XK: no`). Raises Wrong."""
    if not isinstance(sheet.value, Mapping):
        raise Wrong("no-table", "")
    found, by_name = dict(rows), {normalize_name(area): area for area in rows}
    for name, entry in sheet.value.items():
        area = by_name.get(normalize_name(name), name)
        if isinstance(entry.value, str) and entry.value.lower() in NO:
            found.pop(area, None)
        elif not LABEL.fullmatch(area) or (area not in rows and area in variant.board.spaces) or area.upper() == OB:
            raise Wrong("label", name)
        elif not isinstance(entry.value, Mapping):
            raise Wrong("entry", name)
        else:
            found[area] = _row(variant, area, rows.get(area, Row(area, "land", (), False, (UNSEEN,))), entry.value)
    if len(found) > MOST:
        raise Wrong("many", str(MOST))
    return found


def _row(variant: Variant, area: str, row: Row, given: Mapping[str, YamlValue]) -> Row:
    changes: dict[str, Any] = {}
    for key, part in given.items():
        if key not in KEYS:
            raise Wrong("key", key)
        words = _words(part)
        if key == "kind":
            changes[key] = _one(words, KINDS)
        elif key == "centre":
            changes[key] = _one(words, (*YES, *NO)) in YES
        elif key == "borders":
            if len(words) > MOST_BORDERS or not all(LABEL.fullmatch(word) for word in words if word not in (EDGE, "ice")):
                raise Wrong("borders", area)
            changes[key] = tuple("ice" if word == EDGE else word for word in words)
        else:
            changes[key] = tuple(_who(variant, word) for word in words) or (NONE,)
    return row._replace(**changes)


def _words(part: YamlValue) -> list[str]:
    several = part.value if isinstance(part.value, tuple) else (part,)
    if not all(isinstance(each.value, str) for each in several):
        raise Wrong("entry", str(part.line))
    return [str(each.value).strip() for each in several]


def _one(words: list[str], known: tuple[str, ...]) -> str:
    if len(words) != 1 or words[0].lower() not in known:
        raise Wrong("value", ", ".join(words))
    return words[0].lower()


def _who(variant: Variant, word: str) -> str:
    """Who is in an area, in the words of every chart: a chart carries no letter."""
    said = " ".join(word.lower().split())
    if said in (NATIVE, NONE, UNSEEN):
        return said
    kind, _, power = said.partition(" of ")
    name = _power(variant, power)
    if kind not in (ARMY, FLEET) or not name:
        raise Wrong("who", word)
    return f"{kind} of {name}"
