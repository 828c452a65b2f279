"""Pairs of truths that are written out (written_pairs.yaml), for leaks that drawn ones seldom show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from judge.board import Position, Unit
from judge.game import Game
from judge.rules.phases import begin_position
from tests.letters.post_office import GM
from tests.secrecy.pairs import Finding, Room
from tests.secrecy.test_telescope import WORLD
from tests.secrecy.years import ENTERS, Act, House, Truth, Year

WRITTEN: Sequence[Mapping[str, Any]] = yaml.safe_load((Path(__file__).parent / "written_pairs.yaml").read_text("utf-8"))


def pair_for(leak: str) -> Mapping[str, Any] | None:
    """The pair that shows a leak."""
    return next((pair for pair in WRITTEN if leak in pair["leaks"]), None)


def compare(room: Room, pair: Mapping[str, Any]) -> None:
    """Play both truths; what differs for the reader is found in the room."""
    house, reader = room.houses[0], pair["reader"]
    one, other = (_played(house, told) for told in (pair, {**pair, **pair["also"]}))
    letters = [year.heard[reader] for year in (one, other)]
    room.figures["plays"] += 2
    room.figures["letters"] += len(letters[0])
    if letters[0] != letters[1]:
        room.found.append(Finding(room.kind, reader, "written", (letters[0], letters[1])))


def seen_alike(room: Room, pair: Mapping[str, Any]) -> bool:
    """Whether the reader may see the same in both."""
    house = room.houses[0]
    one, other = (_played(house, told) for told in (pair, {**pair, **pair["also"]}))
    return room.sees(one, house, pair["reader"]) == room.sees(other, house, pair["reader"])


def _played(house: House, told: Mapping[str, Any]) -> Year:
    first = "Spring 1493" if "1492" in told["kind"] else "Spring 1904"

    def orders(power: str, game: Game) -> str:
        phase = game.board_now.phase.name
        written = told.get("orders", {}) if phase == first else told.get("later", {}).get(phase, {})
        text = str(written.get(power, ""))
        for code, entry in (game.board_now.facts.get("charts") or {}).get(power, {}).items():
            text = text.replace(code, entry["label"])
        return text

    def asks(power: str, game: Game) -> str:
        return str(told.get("asks", {}).get(power, ""))

    noise = {slot: (Act(30, GM, ENTERS),) for slot in told.get("enters", ())}
    return house.play(Truth(_position(house, told, first), "", house.seats, noise), orders, asks)


def _position(house: House, told: Mapping[str, Any], first: str) -> Position:
    start, phase = house.rules.start, house.rules.calendar.read(first)
    assert phase
    units = tuple(unit for power, mine in told["units"].items() for unit in _units(power, mine))
    if told["kind"] == "blind":
        return begin_position(replace(house.began.board_now, phase=phase, units=units), house.rules)
    areas = yaml.load(WORLD, yaml.BaseLoader)
    world = {code: {**area, "borders": list(area["borders"])} for code, area in areas.items()}
    if "border" in told:
        one, two = told["border"]
        world[one]["borders"].append(two)
        world[two]["borders"].append(one)
    facts = {"world": world, "natives": [], "seen": told.get("seen", {})}
    owners = {**start.owners, **told.get("owners", {})}
    return begin_position(replace(start, phase=phase, units=units, owners=owners, facts=facts), house.rules)


def _units(power: str, mine: Sequence[str]) -> Iterator[Unit]:
    for text in mine:
        kind, _, place = text.rstrip(")").partition("(")
        yield Unit(power, kind, place)
