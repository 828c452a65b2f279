"""Worlds that a game draws: sound, reachable, the same for the same seed, and as near to one power as to another."""

from __future__ import annotations

import os
from collections import deque
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.assets import find_assets
from judge.board import space_of
from judge.cases.texts import load_case_templates
from judge.cli import main
from judge.cli.new_world import format_world, load_world_module
from judge.commands.gm import CreateGame
from judge.game.gm.lifecycle import create_game
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from judge.variants.yaml_source import parse_document
from tests.letters.post_office import START

GAME = "new_world_1492"
SEEDS = int(os.environ.get("JUDGE_SEEDS", "12"))
"""`make worlds` tries a thousand."""


@cache
def ruleset() -> Ruleset:
    return load_ruleset(GAME, [find_assets().games], find_assets().grammars())


@cache
def code() -> Any:
    return load_world_module(GAME, (find_assets().games,))


def far(power: str, world: dict[str, Any]) -> list[int]:
    """Turns to the nearest centres beyond the map."""
    return sorted(turns for there, turns in reached_by(power, world).items() if world.get(there, {}).get("centre") == "yes")[:3]


def reached_by(power: str, world: dict[str, Any]) -> dict[str, int]:
    """Space → turns until a power can be there, counted anew: breadth first from where its fleets stand."""
    board = ruleset().rules.board_with_facts(ruleset().board, {"world": world})
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
    return reached


@pytest.mark.parametrize("flat", [False, True], ids=["cylinder", "flat"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_world_is_balanced_and_every_part_of_it_can_be_reached(seed: int, flat: bool) -> None:
    facts = code().make(ruleset(), seed, flat)
    world, powers = facts["world"], [power.name for power in ruleset().powers]
    distances = [far(power, world) for power in powers]
    assert all(max(row) - min(row) <= 1 for row in zip(*distances, strict=True)), distances
    board = ruleset().rules.board_with_facts(ruleset().board, {"world": world})
    assert all(board.near[c] & set(world) for c, space in board.spaces.items() if "edge" in space.notes)
    assert any(world[there]["kind"] == "land" for there in board.near["Per"] & set(world))
    assert all(any(code in reach for reach in map(reached_by, powers, [world] * 4)) for code in world)
    drawing = code().drawing(facts).split("\n")
    assert max(map(len, drawing)) <= 71
    assert all(len([line for line in drawing if line.startswith(area)]) >= 1 for area in world)
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
    assert "Turns to the nearest centres" in capsys.readouterr().out


RING = """
Xab: {kind: sea, borders: [NAO, MAO, SAO, Xac, Xad, "#"]}
Xac: {kind: land, borders: [Xab, SAO, Mor, Alg, Tun, Lib, Egy, Syr, Per, Xad], centre: yes, natives: yes, note: Here be dragons}
Xad: {kind: land, borders: [NWG, BAR, Arc, Tar, Cau, Per, Xac, Xab, "#"], centre: yes, natives: roam}
"""
"""A world of three areas that lies round the known one, whole."""

WRONG = {
    "one way": ('Tar, Cau, Per, Xac, Xab, "#"', 'Tar, Cau, Per, Xac, "#"', 2, "Xab borders Xad, but Xad does not border Xab."),
    "no such area": ('Xad, "#"]}', 'Xad, Xzz, "#"]}', 2, "Xab borders Xzz, and there is no such area."),
    "not at the edge": ("[NAO, MAO", "[NAO, ENG, MAO", 2, "ENG, which does not lie at the edge"),
    "no exit": ("Tar, Cau, Per, Xac, Xab", "Cau, Per, Xac, Xab", 0, "Nothing lies beyond Tar, which is at the edge."),
    "no exits": ("BAR, Arc, Tar, Cau, Per, Xac, Xab", "Per, Xac, Xab", 0, "beyond Arc, BAR, Cau, Tar, which are at the edge."),
    "a known code": ("Xab: {", "nor: {", 2, "nor means Mor in the known world."),
    "a word of orders": ("Xab: {", "via: {", 2, "via is a word of orders."),
    "four letters": ("Xab: {", "Xabu: {", 2, "three letters"),
    "alike": ("Xab: {", "XAC: {kind: sea, borders: [NAO]}\nXab: {", 4, "differ in capitals only"),
    "no kind": ("kind: sea, ", "", 2, "kind is sea or land."),
    "another kind": ("kind: sea", "kind: swamp", 2, "kind is sea or land, not swamp."),
    "a centre at sea": ("kind: sea,", "kind: sea, centre: yes,", 2, "Xab is a sea, which has no centre."),
    "natives at sea": ("kind: sea,", "kind: sea, natives: roam,", 2, "Xab is a sea, which has no natives."),
    "no centres": ("centre: yes", "centre: no", 0, "There is no centre anywhere."),
    "twice": ("Xac, Xad,", "Xac, Xad, Xad,", 2, "names Xad twice"),
    "itself": ("[Xab, SAO", "[Xac, Xab, SAO", 3, "Xac does not border itself."),
    "cut off": ("\nXab", "\nXyy: {kind: land, borders: [Xzz]}\nXzz: {kind: land, borders: [Xyy]}\nXab", 0, "ever reach Xyy"),
    "a key too many": ("kind: sea,", "kind: sea, colour: blue,", 2, "I do not know colour."),
    "no table": ("Xab: {kind: sea", "Xzz: 3\nXab: {kind: sea", 2, "After Xzz: write"),
    "in the known world": ("kind: sea,", "kind: sea, at: 7 3,", 2, "Xab: at is where the known world lies"),
    "one on another": ("kind: land,", "at: 8 2, kind: land,", 4, "Xad: at is where Xac lies."),
    "a long note": ("Here be dragons", "dragons " * 60, 3, "at most 400 characters"),
}


def said_of(text: str) -> list[tuple[int, str]]:
    """(line, sentence) for every fault of a world that somebody wrote."""
    found = code().read(ruleset(), parse_document(text, ""))
    words = load_case_templates(ruleset(), find_assets().templates, [find_assets().games]).words
    return [(fault.line, words.said("game/world-fault.j2", fault=fault)) for fault in found.faults]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_world_is_said(name: str) -> None:
    old, new, line, said = WRONG[name]
    assert old in RING
    found = said_of(RING.replace(old, new))
    assert any(at == line and said in sentence for at, sentence in found), found


def test_a_small_world_is_read() -> None:
    found = code().read(ruleset(), parse_document(RING, ""))
    assert found.faults == ()
    assert (found.facts["natives"], found.facts["roaming"]) == (["Xac"], ["Xad"])
    assert found.facts["world"]["Xac"]["note"] == "Here be dragons"
    assert {warning.why for warning in found.warnings} == {"no-at"}


def test_a_world_that_favours_somebody_is_asked_about() -> None:
    """Its one centre lies behind Algeria: Spain is there two turns before England."""
    far = """
Xab: {kind: land, borders: [Alg, Xac, "#"]}
Xac: {kind: land, borders: [Xab, "#"], centre: yes}
closed: [Arc, BAR, Cau, Egy, Lib, MAO, Mor, NAO, NWG, Per, SAO, Syr, Tar, Tun]
"""
    found = code().read(ruleset(), parse_document(far, ""))
    assert (found.faults, "unbalanced" in {warning.why for warning in found.warnings}) == ((), True), found


def test_areas_of_which_nothing_says_where_they_lie_are_asked_about() -> None:
    some = RING.replace("Xab: {", "Xab: {at: -1 1, ").replace("Xac: {", "Xac: {at: 3 4, ")
    found = code().read(ruleset(), parse_document(some, ""))
    assert [warning.other for warning in found.warnings if warning.why == "no-at"] == ["Xad"]


def test_an_edge_may_be_closed_and_borders_out_of_order_are_asked_about() -> None:
    text = RING.replace("Tar, Cau, Per, Xac, Xab", "Cau, Per, Xac, Xab") + "closed: [Tar]\n"
    assert said_of(text) == []
    turned = RING.replace("SAO, Xac, Xad,", "Xad, SAO, Xac,")
    found = code().read(ruleset(), parse_document(turned, ""))
    assert "corner" in {warning.why for warning in found.warnings}


@pytest.mark.parametrize("flat", [False, True], ids=["cylinder", "flat"])
@pytest.mark.parametrize("seed", range(min(SEEDS, 3)))
def test_a_drawn_world_is_read_without_a_doubt(seed: int, flat: bool) -> None:
    facts = code().make(ruleset(), seed, flat)
    found = code().read(ruleset(), parse_document(format_world(facts), ""))
    assert (found.faults, found.warnings) == ((), ())
    assert {**found.facts, "roaming": None} == {**facts, "roaming": None}


def test_a_game_without_worlds_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-world", "standard"]) == 2
    assert "no worlds" in capsys.readouterr().err


def test_a_game_of_cases_only_is_not_created() -> None:
    decision = create_game(CreateGame("antilla", GAME, ()), replace(ruleset(), by_mail=False), b"secret", START)
    assert not decision.events
    assert decision.replies[0].facts["why"] == "cases-only"
