"""Reads a letter of 1492 as its receiver does, and says what it mentions that he may not know.

It shares no code with what writes letters: all is told from the words on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

WORD = re.compile(r"[^\W\d_]+")
QUOTED = re.compile(r'"([^"]*)"')
CUT = re.compile(r"> ([^>]*?)\.\.\.")
"""A long line of somebody's own that is quoted as far as it fits: its last word may be half a word."""
UNIT = re.compile(r"(?:\b(English|French|Portuguese|Spanish|England|France|Portugal|Spain) )?\b(A/F|A|F)\d?\(([^()\s]*)\)")
HELPS = re.compile(r"(?<=\)) (?:S|FF) (?:[A-Z][a-z]+ )?(?:A/F|A|F)\d?\([^()]*\)")
GOES = re.compile(r"\)((?:-[A-Za-z]\w*(?:\.\w+)?)+)")
LISTED = re.compile(r"(?:could be|You know): ([^.?]*)\.")
OWNERS = {"English": "England", "French": "France", "Portuguese": "Portugal", "Spanish": "Spain"}
OWN = re.compile(r"your (?:army|fleet)(?:, )?")
"""Who is there of the reader's own, which the true book of what is in sight leaves out."""
TABLE, SKETCH, ORDERS = "BEYOND THE MAP", "SKETCH", "YOUR ORDERS"
NO_PLACE = frozenset({"ice", "OB"})


class Row(NamedTuple):
    """An area in the table of a private letter."""

    word: str
    kind: str
    borders: tuple[str, ...]
    centre: str
    there: str


class Told(NamedTuple):
    """A unit that a letter speaks of. No power: the letter does not say whose it is."""

    power: str
    kind: str
    place: str


class May(NamedTuple):
    """What one player may read of in a letter, made by whoever keeps the true book of what he has seen."""

    reader: str
    places: frozenset[str]
    """All words for the places that he knows, of the map and beyond it."""
    hidden: frozenset[str]
    """All words that mean an area to anybody, but none that he knows."""
    phrases: frozenset[str]
    """Names of more than one word that he may not read."""
    there: Mapping[str, str]
    """His word for each area in his sight → who is there, as the table says it; an area that is not named is out of sight."""
    units: frozenset[Told]
    """Units of others that he sees, or saw as the phase began, or that all see."""
    shores: frozenset[tuple[str, str]] = frozenset()
    """Which areas, in his words, border each other as far as he can know."""


def flat(text: str) -> str:
    """A letter as one line."""
    return " ".join(text.split())


def said_by_judge(text: str, own: str) -> str:
    """A letter without what it quotes, or begins to quote, of its receiver's own letter: these words tell him nothing."""
    written = flat(own).casefold()
    said = CUT.sub(lambda found: ">" if flat(found[1]).casefold() in written else found[0], flat(text))
    return QUOTED.sub(lambda found: '""' if flat(found[1]).casefold() in written else found[0], said)


def words(text: str) -> list[str]:
    """Every word of a letter, whatever it is."""
    return WORD.findall(text)


def section(text: str, head: str) -> list[str]:
    """The lines below a heading, up to the next empty line."""
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if line.startswith(head)), len(lines))
    below = lines[start + 1 :]
    return below[: below.index("")] if "" in below else below


def rows(text: str) -> list[Row]:
    """The table of a private letter. A row's borders may go on in the lines below it."""
    found: list[Row] = []
    for line in section(text, TABLE)[1:]:
        if line[3:4].strip():
            word, kind, rest = line[3:].split(maxsplit=2)
            borders, centre, there = re.fullmatch(r"(.*?)\s+(yes|-)\s+(\S.*)", rest).groups()  # type: ignore[union-attr]
            found.append(Row(word, kind, tuple(borders.split()), centre, OWN.sub("", there) or "none"))
        else:
            found[-1] = found[-1]._replace(borders=(*found[-1].borders, *line.split()))
    return found


def units(text: str) -> list[Told]:
    """All units that are written in the house form, `F(XK)`."""
    return [Told(OWNERS.get(whose, whose), kind, place) for whose, kind, place in UNIT.findall(text)]


def places(text: str, judged: str) -> Iterator[str]:
    """Whatever stands where a place is named: in a unit, behind a dash, in the table, the sketch and lists."""
    yield from (unit.place for unit in units(judged))
    for way in GOES.findall(judged):
        yield from way.strip("-").split("-")
    for row in rows(text):
        yield from (row.word, *row.borders)
    for line in section(text, SKETCH):
        yield from re.findall(r"\b(\w+)(?=:| \((?:sea|land)\))", line)
    for listed in LISTED.findall(judged):
        yield from re.findall(r"[A-Za-z]\w*", listed)


def objections(subject: str, text: str, own: str, may: May) -> list[str]:
    """What a letter mentions that its receiver may not know. `own`: what he wrote himself in the letter that it answers."""
    judged = said_by_judge(f"{subject}\n{text}", own)
    spoken = judged.casefold()
    return [
        *(f"{word} is an area that {may.reader} has not seen" for word in words(judged) if word.casefold() in may.hidden),
        *(f"{phrase} is a name that {may.reader} has not heard" for phrase in may.phrases if phrase.casefold() in spoken),
        *(f"{place} is no place that {may.reader} knows" for place in places(text, judged) if not _knows(place, may)),
        *(f"{unit} is a unit out of sight" for unit in units(_news(subject, text, own)) if _out_of_sight(unit, may)),
        *(f"{row.word} borders {b}, unseen" for row in rows(text) for b in row.borders if not _bordering(row, b, may)),
        *(f"{row} is not what is to be seen" for row in rows(text) if row.there != may.there.get(row.word, "out of sight")),
    ]


def _knows(place: str, may: May) -> bool:
    return place in NO_PLACE or place.partition(".")[0] in may.places


def _bordering(row: Row, other: str, may: May) -> bool:
    return other == "ice" or (row.word, other) in may.shores


def _out_of_sight(unit: Told, may: May) -> bool:
    there = unit._replace(place=unit.place.partition(".")[0])
    return unit.power not in ("", may.reader) and unit.place != "OB" and there not in may.units


def _news(subject: str, text: str, own: str) -> str:
    """A letter without the orders that it repeats to whoever gave them, and without whom supports are for: there one may say of
    others what one likes, and it need not be so."""
    orders = section(text, ORDERS)
    told = (line for line in text.splitlines() if line not in orders and not line.lstrip().startswith(("> ", "!")))
    return HELPS.sub("", said_by_judge("\n".join([subject, *told]), own))
