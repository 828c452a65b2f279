"""Phases of real games on the shipped boards, as their own judge recorded them: twelve games of vDiplomacy, kept by godip.

`real_phases.jsonl.gz` has facts alone, a phase of moves or of builds a line, in the keys of a case file; `expect` are the units and
the dislodged that the game went on with. Left out are phases in which the record has a unit twice, or one where none can stand.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge import LoadedGame, adjudicate, load_game

FILE = Path(__file__).parent / "real_phases.jsonl.gz"
PHASES: list[dict[str, Any]] = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).decode().splitlines()]
COUNTED = {"hundred_years_war": 110, "cold_war": 44, "ancient_mediterranean": 19, "pure_diplomacy": 5}


@cache
def game(name: str) -> LoadedGame:
    return load_game(name)


@pytest.mark.parametrize("board", COUNTED)
def test_real_phases_come_out_as_they_did(board: str) -> None:
    phases = [phase for phase in PHASES if phase["variant"] == board]
    assert len(phases) == COUNTED[board]
    assert {told["id"]: came_out(told) for told in phases} == {told["id"]: told["expect"] for told in phases}


def came_out(told: dict[str, Any]) -> dict[str, Any]:
    """What follows a recorded phase, in the record's words."""
    loaded = game(told["variant"])
    units = {power: told["units"].get(power, []) for power in loaded.powers}
    owners = {centre: told["owners"].get(centre, "none") for centre in loaded._ruleset.board.centres}
    result = adjudicate(loaded, loaded.position(told["phase"], units=units, owners=owners), told["orders"])
    assert result.unread == ()
    found: dict[str, Any] = {"units": {power: sorted(map(str, result.position.units_of(power))) for power in loaded.powers}}
    if "dislodged" in told["expect"]:
        beaten = [each.unit for each in result.position.dislodged]
        powers = Counter(unit.power for unit in beaten)
        found["dislodged"] = {power: sorted(str(unit) for unit in beaten if unit.power == power) for power in powers}
    return found


def test_the_phases_are_of_many_kinds() -> None:
    lines = [line for phase in PHASES for orders in phase["orders"].values() for line in orders]
    assert sum("-" in line for line in lines) > 600
    assert sum(" S " in line for line in lines) > 200
    assert sum(" C " in line for line in lines) > 3
    assert sum(line.startswith(("build", "remove")) for line in lines) > 50
    assert sum(bool(phase["expect"].get("dislodged")) for phase in PHASES) > 20
