"""Positions as two other programs keep them: a `state` of the `diplomacy` package, and a `Phase` of godip, both as JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.board import Position, space_of
from judge.notation.elsewhere import DIPLOMACY, KINDS, KINDS_HERE, OtherNotation

LETTERS = {"Spring": "S", "Autumn": "F", "Winter": "W"}
"""Seasons as `diplomacy` writes them; godip says Fall for the last two."""
KINDS_OF_PHASE = {"movement": "Movement", "retreats": "Retreat", "adjustments": "Adjustment"}
"""Kinds of phase as godip names them; `diplomacy` takes the first letter."""
FALL = ("Autumn", "Winter")


def write_position(position: Position, there: OtherNotation) -> dict[str, Any]:
    """Return a position as they keep it. Raises ValueError for a phase that they have no name for."""
    season, kind = position.phase.name.partition(" ")[0], KINDS_OF_PHASE.get(position.phase.kind, "")
    if season not in LETTERS or not kind:
        raise ValueError(f"{there.name} has no name for a phase like {position.phase.name}")
    if there.name == DIPLOMACY:
        return {"name": f"{LETTERS[season]}{position.phase.year}{kind[0]}", **_diplomacy(position, there)}
    return {"Season": "Fall" if season in FALL else season, "Year": position.phase.year, "Type": kind, **_godip(position, there)}


def _diplomacy(position: Position, there: OtherNotation) -> dict[str, Any]:
    units, centres, retreats = dict[str, list[str]](), dict[str, list[str]](), dict[str, dict[str, list[str]]]()
    for unit in position.units:
        units.setdefault(unit.power.upper(), []).append(f"{unit.kind} {there.place(unit.place)}")
    for beaten in position.dislodged:
        power, name = beaten.unit.power.upper(), f"{beaten.unit.kind} {there.place(beaten.unit.place)}"
        units.setdefault(power, []).append(f"*{name}")
        retreats.setdefault(power, {})[name] = [there.place(place) for place in beaten.retreats]
    for centre, owner in sorted(position.owners.items()):
        centres.setdefault(owner.upper(), []).append(there.place(centre))
    return {"units": units, "retreats": retreats, "centers": centres}


def _godip(position: Position, there: OtherNotation) -> dict[str, Any]:
    return {
        "Units": {there.place(unit.place): {"Type": KINDS[unit.kind], "Nation": unit.power} for unit in position.units},
        "SupplyCenters": {there.place(centre): owner for centre, owner in sorted(position.owners.items())},
        "Dislodgeds": {
            there.place(each.unit.place): {"Type": KINDS[each.unit.kind], "Nation": each.unit.power} for each in position.dislodged
        },
        "Dislodgers": {there.place(each.by.space): there.place(each.unit.space) for each in position.dislodged},
        "Bounces": {there.place(space): {there.place(space): True} for space in sorted(position.standoffs)},
    }


def read_position(told: Mapping[str, Any], there: OtherNotation, powers: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the name of a phase and the keys of a case file that tell the position. Raises ValueError, also for a missing key."""
    names = {power.lower(): power for power in powers}
    try:
        return _from_diplomacy(told, there, names) if there.name == DIPLOMACY else _from_godip(told, there, names)
    except (LookupError, AttributeError, TypeError) as error:
        raise ValueError(f"this is no position of {there.name}: {error}") from None


def _from_diplomacy(told: Mapping[str, Any], there: OtherNotation, names: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    units, dislodged = dict[str, list[str]](), dict[str, list[dict[str, Any]]]()
    for power, its in told["units"].items():
        for text in its:
            kind, _, place = text.lstrip("*").partition(" ")
            unit = f"{kind}({there.place_here(place)})"
            if text.startswith("*"):
                open_to = [there.place_here(to) for to in told["retreats"][power][text[1:]]]
                dislodged.setdefault(names[power.lower()], []).append({"unit": unit, "retreats": open_to})
            else:
                units.setdefault(names[power.lower()], []).append(unit)
    owners = {there.place_here(centre): names[power.lower()] for power, its in told["centers"].items() for centre in its}
    name = str(told["name"])
    season = {letter: season for season, letter in LETTERS.items()}[name[:1]]
    phase = f"{season} {name[1:-1]}" + (" retreats" if name.endswith("R") else "")
    return phase, {"units": units, "owners": owners, "dislodged": dislodged}


def _from_godip(told: Mapping[str, Any], there: OtherNotation, names: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    units, dislodged = dict[str, list[str]](), dict[str, list[dict[str, Any]]]()
    for place, unit in told["Units"].items():
        units.setdefault(names[unit["Nation"].lower()], []).append(f"{KINDS_HERE[unit['Type']]}({there.place_here(place)})")
    attackers = {victim: origin for origin, victim in told.get("Dislodgers", {}).items()}
    for place, unit in told.get("Dislodgeds", {}).items():
        beaten: dict[str, Any] = {"unit": f"{KINDS_HERE[unit['Type']]}({there.place_here(place)})"}
        if origin := attackers.get(place.partition("/")[0]):
            beaten["from"] = space_of(there.place_here(origin))
        dislodged.setdefault(names[unit["Nation"].lower()], []).append(beaten)
    kind, season = str(told["Type"]), str(told["Season"])
    if kind == KINDS_OF_PHASE["adjustments"]:
        season = "Winter"
    season = "Autumn" if season == "Fall" else season
    phase = f"{season} {told['Year']}" + (" retreats" if kind == KINDS_OF_PHASE["retreats"] else "")
    owners = {there.place_here(centre): names[owner.lower()] for centre, owner in told["SupplyCenters"].items()}
    standoffs = [there.place_here(place) for place in told.get("Bounces", {})]
    return phase, {"units": units, "owners": owners, "dislodged": dislodged, "standoffs": standoffs}
