"""What is asked about a line, and what it suggests: never a correction, never a choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.notation.complaints import spelling_distance
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.rules.ruleset import Ruleset

HERE = Path(__file__)
TABLE: Any = yaml.load(HERE.with_name("complaints.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
STANDING: Any = yaml.load(HERE.with_name("spellings.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["line"])
def test_complaint(row: dict[str, Any], ruleset: Ruleset, place: Any) -> None:
    """A complaint names the word and suggests only orders this power could give."""
    (reading,) = ruleset.notation.read(row["line"], ruleset.board, place(STANDING["position"]), "France")
    assert isinstance(reading, UnreadableText)
    complaint = reading.complaint
    told = {
        "line": reading.text,
        "code": complaint.code,
        "word": complaint.word,
        "suggestions": [ruleset.notation.write(order) for order in complaint.suggestions],
        "places": list(complaint.places),
        "unit": str(complaint.unit or ""),
        "about": str(complaint.about or ""),
    }
    wanted = {"suggestions": [], "unit": "", "about": "", "places": told["places"], **row}
    assert told == wanted


def test_a_suggestion_is_an_answer(ruleset: Ruleset, place: Any) -> None:
    """Every suggested line, sent back, is understood as the order it stands for."""
    position = place(STANDING["position"])
    for row in TABLE:
        (reading,) = ruleset.notation.read(row["line"], ruleset.board, position, "France")
        for order in reading.complaint.suggestions:  # type: ignore[union-attr]
            (again,) = ruleset.notation.read(ruleset.notation.write(order), ruleset.board, position, "France")
            assert isinstance(again, ParsedOrder)
            assert again.order == order


def test_a_completed_coast_is_told(ruleset: Ruleset, place: Any) -> None:
    """The only coast that can be reached is filled in, and the reading says so."""
    read, position = ruleset.notation.read, place(STANDING["position"])
    filled = [
        r.filled for text in ("F(LYO)-Spa", "F(LYO)-Spa.sc", "F(LYO)-TYS") for r in read(text, ruleset.board, position, "France")
    ]  # type: ignore[union-attr]
    assert filled == [("coast",), (), ()]


def test_cases_may_order_anything(ruleset: Ruleset, place: Any) -> None:
    """Read for a case, other people's units, absent units and missing coasts are orders all the same."""
    position = place(STANDING["position"])
    lines = {
        "F(ENG)-NTH": "F(ENG)-NTH",
        "F Por - Spa": "F(Por)-Spa",
        "A Yor - Yor": "A(Yor)-Yor",
        "F StP(nc) - BAR": "F(StP.nc)-BAR",
        "F Gas - Spa": "F(Gas)-Spa.nc",
        "A Rom S A Nap": "A(Rom) S A(Nap)",
    }
    for line, house in lines.items():
        (reading,) = ruleset.notation.read(line, ruleset.board, position, "France", strict=False)
        assert isinstance(reading, ParsedOrder)
        assert ruleset.notation.write(reading.order) == house


def test_units_of_case_files(ruleset: Ruleset) -> None:
    """Units alone are read in any notation, and refused with a reason."""
    read = ruleset.notation.read_unit
    for text, house in {"A(Mos)": "A(Mos)", "A Moscow": "A(Mos)", "F StP/sc": "F(StP.sc)", "fleet north sea": "F(NTH)"}.items():
        assert str(read(text, ruleset.board)) == house
    for text, message in {
        "A": "no unit",
        "A Xyz": "no place",
        "F StP": "coast",
        "Mos": "kind",
        "F Nor": "more than one",
        "A Mos-War": "no unit",
        "": "no unit",
    }.items():
        with pytest.raises(ValueError, match=message):
            read(text, ruleset.board)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("bru", "bur", 2), ("bru", "bre", 3), ("bruy", "bur", 4), ("", "abc", 6), ("burgandy", "burgundy", 3), ("x", "x", 0)],
)
def test_spelled_apart(one: str, other: str, apart: int) -> None:
    """A swap is one slip, and nearer than a wrong letter; the distance is the same both ways."""
    assert spelling_distance(one, other) == spelling_distance(other, one) == apart


def test_a_build_without_its_kind_is_offered_as_each(ruleset: Ruleset, place: Any) -> None:
    """An army or a fleet: both are offered, each coast for itself."""
    position = place({"Russia": ["A War"]}, "adjustments")
    found = {}
    for line in ("build Sev", "build StP", "build F StP", "build Mos"):
        (reading,) = ruleset.notation.read(line, ruleset.board, position, "Russia")
        orders = reading.complaint.suggestions if isinstance(reading, UnreadableText) else (reading.order,)  # type: ignore[union-attr]
        found[line] = [ruleset.notation.write(order) for order in orders]
    assert found == {
        "build Sev": ["build A(Sev)", "build F(Sev)"],
        "build StP": ["build A(StP)", "build F(StP.nc)", "build F(StP.sc)"],
        "build F StP": ["build F(StP.nc)", "build F(StP.sc)"],
        "build Mos": ["build A(Mos)"],
    }
