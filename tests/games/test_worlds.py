"""Worlds that a game draws: sound, reachable, the same for the same seed, and as near to one power as to another."""

from __future__ import annotations

import os
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.assets import assets
from judge.board import space_of
from judge.cli import main
from judge.commands import Create
from judge.game.mastering import create
from judge.rules.ruleset import Ruleset
from judge.variants import load
from judge.worlds import worlds_of

GAME = "new_world_1492"
SEEDS = int(os.environ.get("JUDGE_SEEDS", "12"))
"""`make worlds` tries a thousand."""


@cache
def ruleset() -> Ruleset:
    return load(GAME, [assets().games], assets().grammars())


@cache
def code() -> Any:
    return worlds_of(GAME, (assets().games,))


def far(power: str, world: dict[str, Any]) -> list[int]:
    """Turns to the nearest centres beyond the map, counted anew: breadth first from where the power's fleets stand."""
    board = ruleset().table.survey(ruleset().board, {"world": world})
    closed = {c for c, space in board.spaces.items() if space.home and space.home != power}
    reached: dict[str, int] = {}
    for unit in ruleset().start.units_of(power):
        for first in board.reach("F", unit.place) if unit.kind == "F" else ():
            for there in (first, *board.reach("F", first)):
                if space_of(first) not in closed | set(world) and space_of(there) not in closed | set(world):
                    reached[space_of(there)] = 1
    queue = deque(reached)
    while queue:
        here = queue.popleft()
        for there in board.near[here] - closed:
            if there not in reached:
                reached[there] = reached[here] + 1
                queue.append(there)
    return sorted(turns for there, turns in reached.items() if world.get(there, {}).get("centre") == "yes")[:3]


@pytest.mark.parametrize("flat", [False, True], ids=["cylinder", "flat"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_world_is_balanced_and_every_part_of_it_can_be_reached(seed: int, flat: bool) -> None:
    facts = code().make(ruleset(), seed, flat)
    world, powers = facts["world"], [power.name for power in ruleset().powers]
    distances = [far(power, world) for power in powers]
    assert all(max(row) - min(row) <= 1 for row in zip(*distances, strict=True)), distances
    board = ruleset().table.survey(ruleset().board, {"world": world})
    assert all(board.near[c] & set(world) for c, space in board.spaces.items() if "edge" in space.notes)
    assert any(world[there]["kind"] == "land" for there in board.near["Per"] & set(world))
    assert list(code().faults(ruleset(), world)) == []
    lands = [c for c, area in world.items() if area["kind"] == "land"]
    assert 0.3 < len(lands) / len(world) < 0.6
    assert {c for c, area in world.items() if area.get("centre")} <= set(lands)
    assert sum(area.get("centre") == "yes" for area in world.values()) == 17
    assert set(facts["natives"]) <= {c for c, area in world.items() if area.get("centre")}


def test_the_same_seed_makes_the_same_world() -> None:
    assert code().make(ruleset(), 5) == code().make(ruleset(), 5)
    assert code().make(ruleset(), 5) != code().make(ruleset(), 6)


def test_a_world_is_printed_and_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-world", GAME, "--seed", "3"]) == 0
    (tmp_path / "world.yaml").write_text(capsys.readouterr().out)
    assert main(["new-world", GAME, "--check", str(tmp_path / "world.yaml")]) == 0
    assert main(["new-world", GAME, "--seed", "3", "--sketch"]) == 0
    assert "turns to the nearest centres" in capsys.readouterr().out


WRONG = {
    "one way": ({"ABC": {"kind": "sea", "borders": ["SAO", "DEF"]}, "DEF": {"kind": "sea", "borders": ["SAO"]}}, "DEF does"),
    "no such area": ({"ABC": {"kind": "sea", "borders": ["SAO", "DEF"]}}, "no such area"),
    "not at the edge": ({"ABC": {"kind": "sea", "borders": ["ENG"]}}, "edge"),
    "a known code": ({"ENG": {"kind": "sea", "borders": ["SAO"]}}, "mean nothing else"),
    "no kind": ({"ABC": {"borders": ["SAO"]}}, "sea or land"),
    "a centre at sea": ({"ABC": {"kind": "sea", "borders": ["SAO"], "centre": "yes"}}, "centre"),
    "twice": ({"ABC": {"kind": "sea", "borders": ["SAO", "SAO"]}}, "once"),
    "cut off": ({"ABC": {"kind": "sea", "borders": ["DEF"]}, "DEF": {"kind": "sea", "borders": ["ABC"]}}, "ever come"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_world_is_said(name: str) -> None:
    world, said = WRONG[name]
    assert any(said in fault for fault in code().faults(ruleset(), world)), list(code().faults(ruleset(), world))


def test_a_game_without_worlds_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-world", "standard"]) == 2
    assert "no worlds" in capsys.readouterr().err


def test_a_game_of_cases_only_is_not_created() -> None:
    decision = create(Create("antilla", GAME, ()), ruleset(), b"secret")
    assert not decision.events
    assert decision.replies[0].facts["why"] == "cases-only"
