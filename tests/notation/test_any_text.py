"""Whatever a line holds, reading it ends, raises nothing, and costs no more than its length."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.assets import find_assets
from judge.board import DislodgedUnit, Unit
from judge.notation.reader import MAX_LINE, IgnoredText, ParsedOrder, UnreadableText
from judge.variants import load_ruleset

RULES = load_ruleset("standard", [find_assets().games], find_assets().grammars())
BOARD, NOTATION, START = RULES.board, RULES.notation, RULES.start
PHASES = {phase.kind: phase for phase in (RULES.calendar.at(1902, n) for n in range(len(RULES.calendar.seasons)))}
GONE = (DislodgedUnit(Unit("France", "A", "Gal"), Unit("Austria", "A", "Vie"), "Vie", ("Boh", "War")),)
WORDS = [
    *NOTATION.vocabulary.phrases,
    *NOTATION.vocabulary.powers,
    *BOARD.names.table,
    *"-.,;:!?()[]+*>–→'\"",
    "1",
    "A1",
    "xyz",
    "\u200b",
]
lines = st.one_of(
    st.text(max_size=250),
    st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=30).map("".join),
)


@given(lines, st.sampled_from(sorted(PHASES)), st.booleans())
def test_never_raises(line: str, kind: str, strict: bool) -> None:
    """Every line comes back as readings; complaints and orders quote the line and suggest orders that print."""
    position = replace(START, phase=PHASES[kind], dislodged=GONE if kind == "retreats" else ())
    for reading in NOTATION.read(line, BOARD, position, "France", strict):
        assert reading.text in line
        match reading:
            case ParsedOrder(_, order):
                assert NOTATION.write(order)
            case UnreadableText(_, complaint):
                assert all(NOTATION.write(order) for order in complaint.suggestions)


@given(st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
def test_what_is_understood_is_understood_again(line: str) -> None:
    """Whatever a line is read as, its house form is read as the same order."""
    for reading in NOTATION.read(line, BOARD, START, "France"):
        if isinstance(reading, ParsedOrder):
            (again,) = NOTATION.read(NOTATION.write(reading.order), BOARD, START, "France")
            assert isinstance(again, ParsedOrder)
            assert again.order == reading.order


def test_long_lines() -> None:
    """A line of orders that is too long is a complaint; long talk is only talk."""
    (orders,) = NOTATION.read("A Par - Bur, " * (MAX_LINE // 10), BOARD, START, "France")
    assert isinstance(orders, UnreadableText)
    assert orders.complaint.code == "too-long"
    (talk,) = NOTATION.read("nothing of note here " * 20, BOARD, START, "France")
    assert isinstance(talk, IgnoredText)
    assert NOTATION.read("A Par - Bur".ljust(MAX_LINE), BOARD, START, "France")[0].text == "A Par - Bur"


def calls(text: str) -> int:
    """How many calls it takes to split a text into orders."""
    return counted(lambda: NOTATION.pieces.split(NOTATION.vocabulary.lex(text, BOARD.names)))


def counted(do: Callable[[], object]) -> int:
    """How many calls something takes."""
    count = 0

    def tick(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tick)
    try:
        do()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "part",
    ["A Par - Bur ", "A ", "st ", "mid-", "- ", "((", ") ", "x. ", "par ", "S A ", "1 ", "A Mar S ", "x ", "a par (x) ", "->"],
)
def test_linear(part: str) -> None:
    """Four times the text takes at most about four times the work, caps aside."""
    assert calls(part * 400) <= 4.6 * calls(part * 100) + 200


@pytest.mark.parametrize(
    "line",
    ["A Par-Bur", "F NTH C A Yor-Xyz", "f nao - xyz or ireland", "or A Par-Bur", "par bur mar spa bre", "1. 1. 1."],
)
def test_linear_in_lines(line: str) -> None:
    """The same of a letter of many lines, whatever they are."""

    def work(lines: int) -> int:
        return counted(lambda: NOTATION.read_all([line] * lines, BOARD, START, "France"))

    work(1)
    assert work(400) <= 4.6 * work(100) + 200
