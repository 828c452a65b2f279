"""What people write is read as the table says, and as nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.board import DislodgedUnit, Position, Unit
from judge.rules.ruleset import Ruleset

TABLE: Any = yaml.load(Path(__file__).with_name("spellings.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def wanted(said: str | None) -> str | None:
    return None if said in ("~", None) else said


@pytest.mark.parametrize(("line", "said"), TABLE["one"].items(), ids=TABLE["one"])
def test_one_order(line: str, said: str, ruleset: Ruleset, place: Callable[..., Position], tell: Any) -> None:
    """One order, one complaint, or nothing but talk."""
    readings = ruleset.notation.read(line, ruleset.board, place(TABLE["position"]), "France")
    assert set(tell(readings)) == {wanted(said)} if wanted(said) is None else tell(readings) == [said]


@pytest.mark.parametrize(("line", "said"), TABLE["several"].items(), ids=TABLE["several"])
def test_several_orders(line: str, said: list[str], ruleset: Ruleset, place: Any, tell: Any) -> None:
    """Several orders on a line are several readings, in their order."""
    readings = ruleset.notation.read(line, ruleset.board, place(TABLE["position"]), "France")
    assert tell(readings) == [wanted(each) for each in said]


@pytest.mark.parametrize(("line", "said"), TABLE["retreats"].items(), ids=TABLE["retreats"])
def test_retreats(line: str, said: str, ruleset: Ruleset, place: Any, tell: Any) -> None:
    """Among retreats a move is a retreat, and only a dislodged unit has one."""
    gone = DislodgedUnit(Unit("Russia", "A", "Gal"), Unit("Austria", "A", "Vie"), "Vie", ("Boh", "Ukr", "War"))
    position = place({"Russia": ["A War"], "Austria": ["A Gal"]}, "retreats", [gone])
    assert tell(ruleset.notation.read(line, ruleset.board, position, "Russia")) == [said]


@pytest.mark.parametrize(("line", "said"), TABLE["builds"].items(), ids=TABLE["builds"])
def test_adjustments(line: str, said: str, ruleset: Ruleset, place: Any, tell: Any) -> None:
    """Among adjustments a unit alone is removed if it stands there, and built if it does not."""
    position = place({"France": ["A Mar"], "Germany": ["A Mun"]}, "adjustments")
    assert tell(ruleset.notation.read(line, ruleset.board, position, "France")) == [said]


def test_a_retreat_that_only_one_can_make(ruleset: Ruleset, place: Any, tell: Any) -> None:
    """Two must retreat, and none is named: it is the one that can go there. If both can, it is asked about."""
    gone = [
        DislodgedUnit(Unit("Russia", "F", "Con"), Unit("Turkey", "F", "Ank"), "Ank", ("BLA", "AEG", "Bul.ec")),
        DislodgedUnit(Unit("Russia", "A", "Gal"), Unit("Austria", "A", "Vie"), "Vie", ("Rum", "Ukr", "Bul")),
    ]
    position = place({"Turkey": ["F Con"], "Austria": ["A Gal"]}, "retreats", gone)

    def read(text: str) -> list[str | None]:
        return list(tell(ruleset.notation.read(text, ruleset.board, position, "Russia")))

    assert read("RETREAT TO RUMANIA") == ["A(Gal) ret Rum"]
    assert read("retreat to the Aegean") == ["F(Con) ret AEG"]
    assert read("my army retreats to Rumania") == ["A(Gal) ret Rum"]
    assert read("retreat to Bulgaria") == ["?which-of-all"]
    assert read("retreat to Berlin") == ["?which-of-all"]
