"""A landing over a border that is not on its writer's chart: nobody tells him whether there is one before his fleet is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from judge.board import Unit
from judge.rules.phases import begin_position
from tests.letters.post_office import GM
from tests.secrecy.antilla import OTHERS, READER, Antilla, Hidden, Told, position_of

FOUND = ["ABC", "DEF", "GHI", "UVW"]
"""What Portugal has charted; it has been in ABC only, and saw the land UVW from elsewhere."""
SEA, BOUND, LAND, ASIDE = "ABC", "DEF", "UVW", "OPQ"
"""ASIDE borders the land only; there a fleet of Portugal's helps the landing."""


class Landing:
    """Portugal's crew in ABC is to sail to DEF and land in UVW, which borders DEF or does not."""

    def __init__(self, folder: Path, border: bool, guarded: bool) -> None:
        self.antilla = Antilla(folder)
        position = position_of(Hidden(), self.antilla.rules)
        world = {code: dict(area) for code, area in position.facts["world"].items()}
        world[LAND]["kind"] = "land"
        if not border:
            for one, other in ((BOUND, LAND), (LAND, BOUND)):
                world[one]["borders"] = [code for code in world[one]["borders"] if code != other]
        world[ASIDE] = {"kind": "sea", "borders": [LAND, "Tun"]}
        world[LAND]["borders"] = [*world[LAND]["borders"], ASIDE]
        facts = {key: value for key, value in position.facts.items() if key != "charts"}
        facts |= {"world": world, "seen": {**facts["seen"], READER: FOUND}}
        gone = {LAND, SEA, *(() if guarded else (BOUND,))}
        units = [unit for unit in position.units if unit.place not in gone]
        crew = (Unit(READER, "F", SEA), Unit(READER, "A", SEA), Unit(READER, "F", ASIDE))
        there = begin_position(replace(position, units=(*units, *crew), facts=facts), self.antilla.rules)
        self.antilla.put(replace(self.antilla.game, position=there))
        self.antilla.told.clear()
        chart = there.facts["charts"][READER]
        assert LAND not in chart[BOUND]["borders"]
        self.sea, self.bound, self.land = (chart[code]["label"] for code in (SEA, BOUND, LAND))
        self.aside = chart[ASIDE]["label"]

    def ordered(self) -> list[Told]:
        """What Portugal reads of its orders before the deadline."""
        crew = f"A/F({self.sea})-{self.bound}\nA({self.bound}) disembarks {self.land}\n"
        self.antilla.say(READER, f"{crew}F({self.aside}) S A({self.bound})-{self.land}")
        self.antilla.say(READER, "PREVIEW")
        self.antilla.say(READER, f"TRY A/F({self.sea})-{self.bound}; A({self.bound}) disembarks {self.land}")
        return self.read()

    def judged(self) -> list[Told]:
        """What it reads of the result."""
        for power in OTHERS:
            self.antilla.say(power, "FINAL")
        self.antilla.say(GM, "PROCESS")
        self.antilla.say(READER, f"WHY A({self.bound})\nWHY {self.land}\nRESULTS")
        return self.read()

    def read(self) -> list[Told]:
        found = [told for told in self.antilla.told if told.to == "portugal@mail.example"]
        self.antilla.told.clear()
        return found


def words(told: Sequence[Told]) -> str:
    return " ".join(" ".join(f"{each.subject} {each.text}" for each in told).split())


@pytest.mark.parametrize("border", [True, False], ids=["border", "no border"])
def test_nothing_false_is_said_of_it(tmp_path: Path, border: bool) -> None:
    """Not that it is illegal, nor that it will succeed: Portugal's chart does not say."""
    landing = Landing(tmp_path, border, guarded=False)
    answered = words(landing.ordered())
    assert "illegal" not in answered
    assert f"{landing.land} cannot be reached" not in answered
    assert f"disembarks {landing.land}: succeeded" not in answered
    assert answered.count(f"Your chart does not show whether {landing.land} can be reached from there.") >= 3
    text = words(landing.judged())
    assert f"F({landing.aside}) S A({landing.bound})-{landing.land} *" not in text
    fails = f"A({landing.bound}) disembarks {landing.land} *"
    assert (fails not in text) == border
    assert (f"{landing.land} cannot be reached from there." in text) != border
    assert (f"A({landing.land}) F({landing.bound})" in text) == border


@pytest.mark.parametrize("guarded", [True, False], ids=["kept out", "let in"])
def test_no_answer_hangs_on_the_border(tmp_path: Path, guarded: bool) -> None:
    """Before the deadline; and afterwards, if Spain's fleet kept Portugal's out."""
    there, not_there = Landing(tmp_path / "there", True, guarded), Landing(tmp_path / "not", False, guarded)
    assert words(there.ordered()) == words(not_there.ordered())
    if guarded:
        text = words(there.judged())
        assert text == words(not_there.judged())
        assert f"Its fleet was not in {there.bound} to land it from." in text
