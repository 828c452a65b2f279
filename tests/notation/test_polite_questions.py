"""What may be an order or a question whether it is possible is not taken as either: the order is offered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.board import Position
from judge.notation.readings import ParsedOrder, UnreadableText
from judge.rules.ruleset import Ruleset

UNITS = {"France": ["A(Par)", "A(Mar)", "F(Bre)"]}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("Can you move A Par to Bur?", "A(Par)-Bur"),
        ("Hi, can A Par move to Bur?", "A(Par)-Bur"),
        ("Can I move A Par to Bur ?", "A(Par)-Bur"),
        ("May my fleet in Brest go to MAO?", "F(Bre)-MAO"),
        ("Can you hold A Par?", "A(Par) stands"),
        ("can we move paris to gascony??", "A(Par)-Gas"),
    ],
)
def test_the_order_is_offered(line: str, offered: str, ruleset: Ruleset, place: Callable[..., Position]) -> None:
    position = place(UNITS, "movement", [])
    said = ruleset.notation.read_all([line], ruleset.board, position, "France")
    [asked] = [each for each in said if isinstance(each, UnreadableText)]
    assert asked.complaint.code == "asked"
    assert [ruleset.notation.write(order) for order in asked.complaint.suggestions] == [offered]
    assert not any(isinstance(each, ParsedOrder) for each in said)


@pytest.mark.parametrize("line", ["Can you not move A Par to Bur?", "Can England move A Lon to Bel?", "Can you help me?"])
def test_nothing_else_is(line: str, ruleset: Ruleset, place: Callable[..., Position]) -> None:
    position = place(UNITS, "movement", [])
    said = ruleset.notation.read_all([line], ruleset.board, position, "France")
    assert not any(isinstance(each, ParsedOrder) for each in said)
    offered = [order for each in said if isinstance(each, UnreadableText) for order in each.complaint.suggestions]
    assert all(order.verb != "move" for order in offered)
