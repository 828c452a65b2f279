"""What foreign codes, names and powers are called in a folder of ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from judge.board import normalize_name
from judge.importing.foreign import ForeignBoard, ForeignPower, ForeignSpace, split_place

ADJECTIVES = {
    "Argentina": "Argentine", "Australia": "Australian", "Austria": "Austrian", "Athens": "Athenian", "Bavaria": "Bavarian",
    "Brazil": "Brazilian", "Britain": "British", "Burgundy": "Burgundian", "Canada": "Canadian", "Carthage": "Carthaginian",
    "Chile": "Chilean", "China": "Chinese", "Denmark": "Danish", "Egypt": "Egyptian", "England": "English", "France": "French",
    "Germany": "German", "Greece": "Greek", "Hungary": "Hungarian", "India": "Indian", "Iran": "Iranian", "Israel": "Israeli",
    "Italy": "Italian", "Japan": "Japanese", "Korea": "Korean", "Macedonia": "Macedonian", "Mexico": "Mexican",
    "Netherlands": "Dutch", "Holland": "Dutch", "Norway": "Norwegian", "Pakistan": "Pakistani", "Persia": "Persian",
    "Peru": "Peruvian",
    "Poland": "Polish", "Portugal": "Portuguese", "Prussia": "Prussian", "Rome": "Roman", "Russia": "Russian",
    "Scotland": "Scottish", "Spain": "Spanish", "Sweden": "Swedish", "Thailand": "Thai", "Turkey": "Turkish", "USA": "American",
    "Ukraine": "Ukrainian", "Venice": "Venetian", "Vietnam": "Vietnamese", "Ireland": "Irish", "Wales": "Welsh",
}  # fmt: skip
UNKNOWN = re.compile(r"[^A-Za-z0-9]")


def house_codes(board: ForeignBoard) -> dict[str, str]:
    """Foreign code → ours: seas in capitals, all else with a capital; what could stand for another is numbered."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for code, space in board.spaces.items():
        plain = UNKNOWN.sub("", code) or "X"
        ours = plain.upper() if space.kind == "sea" else plain[:1].upper() + plain[1:].lower()
        number = 2
        while normalize_name(ours) in taken:
            ours, number = f"{ours.rstrip('0123456789')}{number}", number + 1
        taken.add(normalize_name(ours))
        found[code] = ours
    return found


def house_place(place: str, codes: dict[str, str]) -> str:
    """A foreign place in our form: `Spa.nc`."""
    code, coast = split_place(place)
    return f"{codes[code]}.{coast}" if coast else codes[code]


def house_names(board: ForeignBoard, codes: dict[str, str]) -> dict[str, tuple[str, list[str]]]:
    """Foreign code → the full name, and further names, none of which is another space's code or full name."""
    own = {normalize_name(ours): code for code, ours in codes.items()}
    found: dict[str, tuple[str, list[str]]] = {}
    for code, space in board.spaces.items():
        name = " ".join(space.name.replace("#", " ").split()) or codes[code]
        if own.setdefault(normalize_name(name), code) != code:
            board.leave(f"Two spaces are called {name}; {codes[code]} is told apart by its code.")
            name = f"{name} ({codes[code]})"
            own.setdefault(normalize_name(name), code)
        found[code] = (name, [])
    for code, space in board.spaces.items():
        found[code] = (found[code][0], list(dict.fromkeys(_further(space, code, own, found[code][0]))))
    return found


def _further(space: ForeignSpace, code: str, own: dict[str, str], name: str) -> Iterator[str]:
    for also in (space.code, *space.also):
        key = normalize_name(also)
        if key and own.get(key, "") in ("", code) and key != normalize_name(name) and also.lower() != code.lower():
            yield also


def adjective(power: ForeignPower) -> str:
    """What its units are called; its name where nothing better is known."""
    return power.adjective or ADJECTIVES.get(power.name, power.name)


def short_names(powers: Iterable[ForeignPower]) -> dict[str, str]:
    """Power → three letters that no other power has, nor is called by."""
    mine = list(powers)
    taken = {normalize_name(name) for power in mine for name in (power.name, adjective(power), *power.also)}
    found: dict[str, str] = {}
    for power in mine:
        own = {normalize_name(power.name), normalize_name(adjective(power))}
        for candidate in _candidates(power.name):
            key = normalize_name(candidate)
            if key and (key not in taken or key in own):
                found[power.name] = candidate
                taken.add(key)
                break
    return found


def _candidates(name: str) -> Iterator[str]:
    letters = UNKNOWN.sub("", name) or "Pow"
    yield letters[:3].capitalize()
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", name) if part]
    if len(parts) > 1:
        yield (parts[0][:2] + parts[1][:1]).capitalize()
        yield (parts[0][:1] + parts[1][:2]).capitalize()
    yield from (f"{letters[:2].capitalize()}{letter}" for letter in letters[3:].lower())
    yield from (f"{letters[:2].capitalize()}{number}" for number in range(1, 100))
