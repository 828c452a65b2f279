"""A small game is four files: data, a map, one rule, one case. Its rules and its reason stand in game.yaml."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.cli import main
from tests.letters.post_office import FOLDERS, PostOffice, body

GAME = """\
title: Trio
about:
  - Two powers play on three spaces. Whoever owns two centres at a count wins.
  - "A unit in the Pass cannot support: the wind carries no signal."
names: [trio]
powers:
  West: {adjective: Western, short: Wes, colour: "#b5413b", also: [Westland]}
  East: {adjective: Eastern, short: Eas, colour: "#2b3f8f", also: []}
start:
  units:
    West: [A(Ash)]
    East: [A(Elm), A(Pass)]
calendar:
  start: 1
  seasons:
    - {name: "Early {year}", kind: movement}
    - {name: "Early {year} retreats", kind: retreats}
    - {name: "Count {year}", kind: adjustments, counts: yes}
house_rules:
  convoy_land_fallback: no
  explicit_via: no
  paradox: {default: szykman, one of: [szykman, all-hold]}
  builds: {default: home, one of: [home, owned]}
  centres_to_win: 2
modules: [Wind]
reasons:
  windy: "A unit in {{ r.at }} cannot support. [2]"
"""
MAP = """\
Ash: {name: Ash Hills, kind: land, centre: home of West, armies: [Pass]}
Pass: {name: The Pass, kind: land, centre: neutral, armies: [Ash, Elm]}
Elm: {name: Elm Wood, kind: land, centre: home of East, armies: [Pass]}
"""
RULES = '''\
"""A unit in the Pass cannot support."""

from dataclasses import dataclass
from typing import ClassVar

from judge.rules.base import Rules
from judge.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class Windy(Reason):
    """The unit is where it cannot support."""

    code: ClassVar[str] = "windy"
    at: str


class Wind(Rules):
    """No support from the Pass."""

    def why_illegal(self, turn, claim, order):
        """A unit in the Pass gives no support."""
        if order.verb == "support" and claim.space == "Pass":
            return Windy(claim.space)
        return super().why_illegal(turn, claim, order)
'''
CASE = """\
- id: wind
  title: No support from the Pass
  variant: trio
  phase: Early 1
  units: {West: [A(Ash)], East: [A(Elm), A(Pass)]}
  orders: {East: [A(Pass) S A(Elm)]}
  expect:
    orders: {A(Pass) S A(Elm): {result: illegal, reason: windy}}
"""


@pytest.fixture
def trio(tmp_path: Path) -> Path:
    """The folder of the game, beside a copy of the games for tests."""
    folder = tmp_path / "games" / "trio"
    shutil.copytree(FOLDERS, folder.parent)
    (folder / "cases").mkdir(parents=True)
    for name, text in (("game.yaml", GAME), ("map.yaml", MAP), ("rules.py", RULES), ("cases/wind.yaml", CASE)):
        (folder / name).write_text(text)
    return folder


def test_no_mistake_is_found(trio: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", str(trio), "--cases"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (GAME.replace(" [2]", ""), "names no rule; let it end with the number of one in brackets"),
        (GAME.replace("{{ r.at }}", "{% r.at %}"), "reasons.windy: "),
        (GAME.replace("{{ r.at }}", "{{ r.at"), "reasons.windy: "),
        (GAME.partition("  windy")[0] + "  - windy\n", "reasons: expected `name: value` pairs here"),
    ],
)
def test_a_reason_that_nobody_could_read(trio: Path, capsys: pytest.CaptureFixture[str], wrong: str, said: str) -> None:
    assert wrong != GAME
    (trio / "game.yaml").write_text(wrong)
    assert main(["check-game", str(trio), "--cases"]) == 1
    printed = capsys.readouterr()
    assert said in printed.out + printed.err


def test_a_phase_by_mail(trio: Path, tmp_path: Path) -> None:
    """RULES numbers the rules, and the report says by which of them an order was illegal."""
    office = PostOffice(tmp_path / "house", games=trio.parent)
    office.letter("gm@x.example", "CREATE tiber VARIANT trio")
    for power in ("West", "East"):
        office.letter(f"{power.lower()}@x.example", f"JOIN tiber PREFER {power}")
    office.letter("gm@x.example", "GAME tiber\nSTART")
    [rules] = office.letter("west@x.example", "GAME tiber\nRULES")
    assert "2. A unit in the Pass cannot support" in body(rules)
    office.letter("east@x.example", "GAME tiber\nA Pass S A Elm\nA Elm H\nFINAL")
    reports = office.letter("west@x.example", "GAME tiber\nA Ash H\nFINAL")
    assert any("A unit in Pass cannot support. [2]" in " ".join(body(each).split()) for each in reports)
