"""Moves over two spaces, told in words: both halves are one order, or are asked about; the first half never stands alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import body
from tests.letters.table import mail_of
from tests.letters.test_new_world import Voyage
from tests.letters.test_warned_truly import door

READ = [
    ("Portugal", "F Lis into MAO, then SAO", "F(Lis)-MAO-SAO"),
    ("Portugal", "Lisbon into the Mid Atlantic then South Atlantic", "F(Lis)-MAO-SAO"),
    ("Portugal", "F Lis - MAO (then SAO)", "F(Lis)-MAO-SAO"),
    ("Portugal", "F(Lis)-MAO-SAO (double move)", "F(Lis)-MAO-SAO"),
    ("Portugal", "Lis to MAO, thence to NAO, Opo to MAO and thence to BOB", "F(Lis)-MAO-NAO; F(Opo)-MAO-BOB"),
    ("France", "F Bor - BOB, - MAO", "F(Bor)-BOB-MAO"),
    ("France", "Bordeaux into BOB and MAO", "F(Bor)-BOB-MAO"),
    (
        "France",
        "Brest into Celtic Sea then North Atlantic (double move), Bordeaux into BOB and MAO.",
        "F(Bre)-CEL-NAO; F(Bor)-BOB-MAO",
    ),
    ("Spain", "Fleet Cadiz sails via MAO to SAO", "F(Cad)-MAO-SAO"),
    # several orders, and talk
    ("Portugal", "F Lis-MAO, F Opo-MAO", "F(Lis)-MAO; F(Opo)-MAO"),
    ("Portugal", "F Lis - MAO and Coi to Opo", "F(Lis)-MAO; A(Coi)-Opo"),
    ("Portugal", "F Lis - MAO, SAO is empty", "F(Lis)-MAO"),
]
"""(who writes, what, the orders that stand)"""

ASKED = [
    ("Spain", "Cadiz: two spaces, MAO then SAO", ["F(Cad)-MAO-SAO"]),
    ("France", "Brest: Celtic Sea -> North Atlantic", ["F(Bre)-CEL-NAO"]),
    ("France", "Brest: Celtic Sea then North Atlantic; Bordeaux: BOB then MAO", ["F(Bre)-CEL-NAO", "F(Bor)-BOB-MAO"]),
    ("France", "Bre - CEL, NAO", ["F(Bre)-CEL-NAO", "F(Bre)-CEL"]),
    ("Portugal", "F(Lis)-MAO. Then SAO.", ["F(Lis)-MAO-SAO", "F(Lis)-MAO"]),
    ("Portugal", "F Lis to MAO then SAO next year", ["F(Lis)-MAO-SAO", "F(Lis)-MAO"]),
    ("Portugal", "F Lis - MAO and Coi", ["F(Lis)-MAO-Coi", "F(Lis)-MAO", "F(Lis)-Coi"]),
    ("Portugal", "F Lis - MAO then NTH", ["F(Lis)-MAO"]),
    ("Portugal", "F Lis - MAO or SAO", ["F(Lis)-MAO"]),
]
"""(who writes, what, the orders that are offered)"""


@pytest.mark.parametrize(("power", "letter", "orders"), READ)
def test_both_spaces_are_one_move(tmp_path: Path, power: str, letter: str, orders: str) -> None:
    voyage = Voyage(tmp_path)
    answer, _ = voyage.said(power, letter)
    assert "; ".join(voyage.standing(power)) == orders
    assert "NEEDS YOU" not in answer


@pytest.mark.parametrize(("power", "letter", "offered"), ASKED)
def test_what_may_be_both_is_asked_about(tmp_path: Path, power: str, letter: str, offered: list[str]) -> None:
    """With the whole move, where there is one."""
    voyage = Voyage(tmp_path)
    sent = voyage.office.letter(mail_of(power), letter)
    (answer,) = [body(message) for message in sent if message["To"] == mail_of(power)]
    assert voyage.standing(power) == []
    assert [line.strip()[2:] for line in answer.splitlines() if line.startswith("        > ")] == offered


def test_where_no_unit_goes_two_spaces_the_first_is_the_move(tmp_path: Path) -> None:
    """A fleet that has left home, and any unit of another game."""
    sent = door("variant: standard\nphase: Spring 1902\nunits: {France: [F(Bre)]}", tmp_path).office.letter(
        mail_of("France"), "F Bre into MAO, then NAO"
    )
    (answer,) = [body(message) for message in sent if message["To"] == mail_of("France")]
    assert "> F(Bre)-MAO" in answer
    assert "> NAO" in answer or "> then NAO" in answer
