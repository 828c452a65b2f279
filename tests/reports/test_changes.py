"""What is different in a corrected report, as players read it, and as a zine prints it."""

from __future__ import annotations

import pytest
from jinja2 import ChoiceLoader, DictLoader, FileSystemLoader

from judge.assets import find_assets
from judge.reports import Templates
from judge.reports.difference import OrderChange, ReportedOrder

LINES = '{% import "part/changes.j2" as differ with context %}{{ differ.lines(changes) }}'
WORDS = Templates(ChoiceLoader([DictLoader({"lines.j2": LINES}), FileSystemLoader(find_assets().templates)]))
NONE = ReportedOrder()
STANDS, BEATEN = ReportedOrder("F(Bre) stands", "stands"), ReportedOrder("F(Bre) stands", "stands", dislodged=True)
UNORDERED = ReportedOrder("F(Bre) stands", "stands", ordered=False)
FAILED, LOST = ReportedOrder("F(Bre)-MAO", "fails", verb="move"), ReportedOrder("F(Bre)-MAO", "fails", dislodged=True, verb="move")
WENT = ReportedOrder("F(Bre)-MAO", "succeeds", verb="move")
GIVEN, CUT = (ReportedOrder("F(Bre) S A(Gas)", word, verb="support") for word in ("given", "cut"))


@pytest.mark.parametrize(
    ("was", "now", "mailed", "printed"),
    [
        (LOST, BEATEN, "F(Bre)-MAO * -> F(Bre) stands; dislodged either way",
         "F(Bre) stands instead of F(Bre)-MAO (failed); it is dislodged either way."),
        (WENT, STANDS, "F(Bre)-MAO -> F(Bre) stands", "F(Bre) stands instead of F(Bre)-MAO."),
        (WENT, BEATEN, "F(Bre)-MAO -> F(Bre) stands; dislodged", "F(Bre) stands instead of F(Bre)-MAO; it is dislodged."),
        (BEATEN, WENT, "F(Bre) stands (dislodged) -> F(Bre)-MAO; succeeds, not dislodged",
         "F(Bre)-MAO instead of F(Bre) stands; succeeds; it is not dislodged."),
        (UNORDERED, GIVEN, "F(Bre) stands (no order) -> F(Bre) S A(Gas); support given",
         "F(Bre) S A(Gas) instead of F(Bre) stands (no order); support given."),
        (WENT, LOST, "F(Bre)-MAO -> F(Bre)-MAO *; fails, dislodged",
         "F(Bre)-MAO: fails, dislodged (printed: succeeds, not dislodged)."),
        (GIVEN, CUT, "F(Bre) S A(Gas) -> F(Bre) S A(Gas) *; cut", "F(Bre) S A(Gas): cut (printed: support given)."),
        (STANDS, BEATEN, "F(Bre) stands -> F(Bre) stands; dislodged", "F(Bre) stands: dislodged (printed: not dislodged)."),
        (NONE, WENT, "no order -> F(Bre)-MAO; succeeds", "F(Bre)-MAO, which was not in the report; succeeds."),
        (FAILED, NONE, "F(Bre)-MAO * -> no order", "F(Bre)-MAO (failed) does not count."),
    ],
)  # fmt: skip
def test_a_change_of_one_order_is_said_once(was: ReportedOrder, now: ReportedOrder, mailed: str, printed: str) -> None:
    change = OrderChange("France", was, now)
    told = {"game": "tiber", "phase": "Autumn 1902", "rev": 2, "was": 1, "new": 1, "changes": [change], "throws": [], "reason": ""}
    assert WORDS.said("print/erratum.j2", e=told).split("\n")[1].replace("\u00a0", " ") == f"France: {printed}"
    assert WORDS.said("lines.j2", changes=[change]).replace("\u00a0", " ") == f"France {mailed}"
