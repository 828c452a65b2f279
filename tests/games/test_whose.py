"""A word that nobody knows in a support never makes an order of the rest of its line, in any game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.assets import find_assets
from judge.board import Unit
from judge.notation.reader import IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

EMPIRES = {"Jedi": ("Jedi",), "Krell": ("Krell",)}
ORBIT = (Unit("Jedi", "A", "Bur"), Unit("Jedi", "A", "ORB", "1"), Unit("Krell", "A", "ORB", "1"))


def game(name: str) -> Ruleset:
    return load_ruleset(name, [find_assets().games], find_assets().grammars())


def told(readings: tuple[Reading, ...], rules: Ruleset) -> list[str]:
    """Orders in the house form; `?` and what is offered for a question."""
    write = rules.notation.write
    found: list[str] = []
    for reading in readings:
        if isinstance(reading, ParsedOrder):
            found.append(write(reading.order))
        elif isinstance(reading, UnreadableText):
            found.append("?" + "; ".join(map(write, reading.complaint.suggestions)))
        else:
            assert isinstance(reading, IgnoredText)
    return found


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("A(Bur) S Krell's A(ORB)-Par", ["A(Bur) S Krell A1(ORB)-Par"]),
        ("A(Bur) S Krells A(ORB)-Par", ["A(Bur) S Krell A1(ORB)-Par"]),
        ("A(Bur) S Krel A(ORB)-Par", ["?A(Bur) S Krell A1(ORB)-Par"]),
        ("A(Bur) S Jdei A(ORB)-Par", None),
        ("A(Bur) S the enemy's A(ORB)-Par", None),
    ],
)
def test_an_empire(line: str, wanted: list[str] | None, strict: bool) -> None:
    """Units in orbit do not tell whose they are, and empires' names are free words."""
    rules = game("outer_space")
    notation, position = rules.notation.with_powers(EMPIRES), replace(rules.start, units=ORBIT)
    found = told(notation.read(line, rules.board_at(position), position, "Jedi", strict), replace(rules, notation=notation))
    assert found == wanted if wanted else [each[:1] for each in found] == ["?"]


def test_a_coast_that_is_not_named() -> None:
    """`?` for a coast is no coast named, and ends nothing."""
    rules = game("columbus")
    for line, wanted in {
        "F(Fra.wc) S Spanish F(Spa.?)-SAR": ["F(Fra) S Spanish F(Spa)-SAR"],
        "F(Fra.?)-NAO": ["F(Fra)-NAO"],
    }.items():
        assert told(rules.notation.read(line, rules.board, rules.start, "France", strict=False), rules) == wanted


def test_a_word_in_brackets() -> None:
    """A word that nobody knows, glued to an order, is asked about."""
    rules = game("colonial_variant")
    for line, wanted in {"F PO22-PO5 (obc)": ["?F(PO22)-PO5"], "F(PO9)-PO9 (obb)": ["?F(PO9)-PO9"]}.items():
        assert told(rules.notation.read(line, rules.board, rules.start, "", strict=False), rules) == wanted
