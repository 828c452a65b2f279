"""Every code that the judge's rooms may hand over has its words, and every letter is fit to send."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import judge
from judge.board import Unit
from judge.cli.say import KINDS, sample_reason
from judge.commands import OF_DICE, TABLE
from judge.notation import Order
from judge.notation.complaints import Complaint
from judge.notation.order import UnitRef
from judge.reports.notes import NotedUnit
from judge.rules.outcome import OrderResult
from judge.rules.reasons import NotAllowed, Reason
from tests.reports.test_autumn_1901 import words

ROOT = Path(judge.__file__).parent


def told(unit: Unit) -> NotedUnit:
    return NotedUnit(
        str(unit), "Austrian", "A(Vie)-Tri", 3, OrderResult("Austria", Order("move", UnitRef("A", "Vie"), "Tri"), unit, "cut")
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.code)
def test_every_reason_has_words(kind: type[Reason]) -> None:
    """A reason of every kind can be said, with and without the others' orders."""
    result = OrderResult("Italy", Order("move", UnitRef("A", "Ven"), "Tri"), Unit("Italy", "A", "Ven"), "fails")
    for known in (told, lambda unit: NotedUnit(str(unit), "")):
        text = words().why(sample_reason(kind), known, result=result)
        assert text.endswith((".", ";", "?"))
        assert "  " not in text
        assert text[0].isupper() or text[0].isdigit()


def said_in(pattern: str, *folders: str) -> set[str]:
    """Every code that the sources of some rooms mention in a way."""
    sources = [path.read_text("utf-8") for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {code for source in sources for code in re.findall(pattern, source)}


@pytest.mark.parametrize("code", sorted(said_in(r'NotAllowed\(\s*"([a-z-]+)"', "rules")))
def test_every_refusal_of_the_referee_has_a_sentence(code: str) -> None:
    """`NotAllowed` speaks in a sentence of its own, whether or not it names a place."""
    for at in ("", "A(Par)"):
        assert words().why(NotAllowed(code, at), told).endswith(".")


def test_every_unclear_deadline_has_a_sentence() -> None:
    """What is wrong with a clock is said."""
    for code in said_in(r'Unclear\("([a-z-]+)"', "game") | {"no-date", "past"}:
        example = "DEADLINE Fridays 21:00 Europe/London"
        facts = {"kind": "refused", "why": "deadline", "unclear": code, "word": "x", "near": ["y", "z"], "example": example}
        text = " ".join(words().letter("answer", answer(facts))[1].split())
        assert example in text
        assert 'I cannot read "x"' not in text


def codes_of_complaints() -> list[str]:
    table = (Complaint.__doc__ or "").split("===\n")[1].split("===")[0]
    return re.findall(r"^    ([a-z-]+) ", table, re.MULTILINE)


@pytest.mark.parametrize("code", codes_of_complaints())
def test_every_complaint_has_a_sentence(code: str) -> None:
    """Every way in which a line is no order is said, with and without suggestions."""
    owner = {"unit": "A(Mun)", "power": "Germany", "adjective": "German"}
    for orders, places, unit in (([], ["Bur"], None), (["A(Par)-Bur"], [], owner)):
        problem = {"text": "A Par Bru", "code": code, "word": "Bru", "orders": orders, "places": places, "unit": unit}
        facts = {"kind": "orders", "taken": [], "problems": [problem], "more": 0}
        text = words().letter("answer", answer(facts))[1]
        assert 'You wrote "A Par Bru".' in text
        assert "I cannot read it." not in text


def test_every_command_has_help() -> None:
    """HELP prints the whole table, and HELP with a word its example."""
    rows = (*TABLE, *OF_DICE)
    assert [row.word for row in rows if not row.help] == []
    table = [[row.word, row.who, row.example, ""] for row in rows]
    text = words().letter("answer", answer({"kind": "help", "topic": "", "asked": "", "table": table}))[1]
    for row in rows:
        assert f"\n {row.word} " in text
        one = words().letter("answer", answer({"kind": "help", "topic": row.word, "asked": row.word, "table": table}))[1]
        assert f"> {row.example}" in one


def answer(reply: dict[str, Any]) -> dict[str, Any]:
    return {"replies": [reply], "received": "2027-03-01T12:00:00+00:00", "now": None, "name": "", "known": False, "elsewhere": ""}
