"""The generator of letters: deterministic, complete, and free of the reader. A few of its letters are played, too."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable
from itertools import count
from pathlib import Path

import pytest

from tests.letters.composing.letters import ALL, MAILS, TRAPS, Letter, composed
from tests.letters.composing.meanings import BOARD, MOVEMENT, PHASES, RETREATS, Drawing, Order, Unit, drawn, reach, units
from tests.letters.composing.playing import Found, fuzzed, played
from tests.letters.composing.slips import near
from tests.letters.composing.spelling import STYLES, TONGUES, Pen

KINDS = ("hold", "move", "support", "support_move", "convoy", "retreat", "disband", "build", "remove")
FRENCH, GERMAN, FLEET = Unit("A", "Par", "", "France"), Unit("A", "Mun", "", "Germany"), Unit("F", "ENG", "", "France")
HERE = Path(__file__).parent / "composing"
STEADY = ("njudge", "datc", "jdip", "playdip")
"""Notations that are read right, always."""


@pytest.mark.parametrize("style", [*STYLES, *TONGUES])
@pytest.mark.parametrize("kind", KINDS)
def test_a_style_says_every_kind_of_order(style: str, kind: str) -> None:
    """With every place that the order names."""
    unit = FLEET if kind == "convoy" else FRENCH
    order = Order(kind, unit, "Bur" if kind in ("move", "support_move", "convoy", "retreat") else "", GERMAN)
    assert Pen(random.Random(style), style).line(order)
    assert "{" not in Pen(random.Random(style), style).line(order)


@pytest.mark.parametrize("style", ALL)
def test_a_letter_is_the_same_each_time(style: str) -> None:
    """By its style and its number."""
    assert [composed(style, number) for number in range(20)] == [composed(style, number) for number in range(20)]
    assert len({composed(style, number).text for number in range(20)}) > 5


@pytest.mark.parametrize("style", ALL)
def test_less_of_a_letter_means_less(style: str) -> None:
    """A part of a letter means a part of what it means."""
    letter = composed(style, 1)
    for smaller in letter.smaller():
        assert set(smaller.stands) <= set(letter.stands)
        assert (len(smaller.pieces), smaller.client) < (len(letter.pieces), letter.client)


def test_the_board_is_told_at_both_ends() -> None:
    """Whoever goes there comes back."""
    for letter in "AF":
        for code, place in BOARD.items():
            for coast in ("", "nc", "sc", "ec"):
                for goal in reach(Unit(letter, code, coast, "")) if coast in place or not coast else ():
                    there, _, at = goal.partition(".")
                    ends = (at,) if at else ("", "nc", "sc", "ec")
                    back = {name for one in ends for name in reach(Unit(letter, there, one, ""))}
                    assert code in {name.partition(".")[0] for name in back}, (letter, code, goal)


def test_orders_agree_with_each_other() -> None:
    """A unit has one order, and nobody supports what its own side orders otherwise."""
    for number in range(300):
        lots = random.Random(number)
        phase = lots.choice(MOVEMENT)
        power = lots.choice(sorted(units(phase)))
        orders = {order.unit: order for order in Drawing(lots, phase, power).orders(9)}
        assert set(orders) == set(units(phase)[power])
        for order in orders.values():
            helped = orders.get(order.other) if order.other else None
            if helped and order.kind in ("support_move", "convoy"):
                assert helped.kind == "move"
                assert helped.to.partition(".")[0] == order.to
            elif helped:
                assert helped.kind != "move"


def test_every_power_has_something_to_say() -> None:
    """In each phase in which letters are composed."""
    for phase in PHASES:
        for power in units(phase):
            assert drawn(random.Random(1), phase, power)


@pytest.mark.parametrize("other", ["Pars", "Prais", "Pariss", "Pacis"])
def test_one_slip_apart(other: str) -> None:
    """A letter changed, left out, put in, or two exchanged; two of these are too many."""
    assert near("Paris", other)
    assert not near("Paris", other[::-1])


def test_traps_mean_what_they_say() -> None:
    """Nothing of the order that they are about; in a second thought the second order."""
    for name in TRAPS:
        letters = [composed(f"trap_{name}", number) for number in range(50)]
        assert all(any(not piece.stands for piece in letter.pieces) for letter in letters) != (name == "second_thought")


def test_the_generator_shares_nothing_with_the_reader() -> None:
    """Only what plays the letters knows the judge."""
    for path in HERE.glob("*.py"):
        names = [
            name
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else
                         [alias.name for alias in node.names] if isinstance(node, ast.Import) else [])
        ]  # fmt: skip
        known = {"playing.py", "__main__.py"}
        assert path.name in known or not [
            name for name in names if name.split(".")[0] not in ("__future__", "tests") and name.startswith("judge")
        ]
        assert path.name in known or all(name.startswith("tests.letters.composing") for name in names if name.startswith("tests"))


def test_letters_in_steady_notations_are_read() -> None:
    """Nothing is lost or misread of the first letter about moves, in each notation and mail program, and of one about retreats."""
    letters = [*(_first(style, MOVEMENT[0]) for style in (*STEADY, *MAILS)), *(_first(style, RETREATS) for style in STEADY)]
    assert _misread(played(letters)) == []


def test_letters_that_are_only_decided_are_answered_alike() -> None:
    """A letter of each style gets the same verdict and the same words, whether it is played as a whole or only decided."""
    letters = [composed(style, 7) for style in ALL]
    assert list(played(letters, whole=False)) == list(played(letters))


@pytest.mark.slow
def test_letters_of_every_phase_in_steady_notations_are_read() -> None:
    """The same of many letters, in every phase."""
    assert _misread(fuzzed((*STEADY, *MAILS), 20)) == []


def _misread(found: Iterable[Found]) -> list[tuple[object, ...]]:
    """What was meant by the letters that were not understood, and what stands."""
    return [(each.letter.text, each.letter.client, each.stands) for each in found if each.verdict in ("lost", "misread")]


def _first(style: str, phase: str) -> Letter:
    return next(letter for number in count() if (letter := composed(style, number)).phase == phase)
