"""Moves that are one letter away from others: they are doubted only where they cannot work and the other can."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.composing.letters import ALL, MAILS, TRICKY, composed
from tests.letters.composing.playing import played
from tests.letters.post_office import PostOffice, body

DOUBT = "One letter from"
ORDINARY = [style for style in ALL if style not in (*TRICKY, *MAILS)]
EACH = 4
"""Composed letters of each style."""


@pytest.mark.parametrize(("power", "orders"), [
    ("Italy", "A(Ven)-Tri"), ("Italy", "A(Ven)-Tyr\nA(Rom)-Ven"), ("Germany", "A(Mun)-Bur\nF(Kie)-Hol\nA(Ber)-Kie"),
    ("Germany", "A(Mun)-Ber\nA(Ber)-Kie\nF(Kie)-HEL"), ("Austria", "A(Vie)-Tri\nF(Tri)-ADR"), ("France", "A(Par)-Bur\nA(Mar)-Spa"),
    ("England", "F(Lon)-NTH\nF(Edi)-NWG\nA(Lvp)-Yor"), ("Turkey", "A(Con)-Bul\nA(Smy)-Con\nF(Ank)-BLA"),
])  # fmt: skip
def test_moves_that_can_work_are_not_doubted(power: str, orders: str, tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    assert DOUBT not in body(office.orders(power, orders)[0])


@pytest.mark.parametrize(("power", "orders", "other"), [
    ("Germany", "A(Mun)-Ber", "A(Mun)-Bur"),
    ("Austria", "A(Vie)-Tri\nF(Tri) stands", "A(Vie)-Tyr"),
])
def test_a_move_into_ones_own_unit_is(power: str, orders: str, other: str, tmp_path: Path) -> None:
    """It fails, and a letter less or more would make it a move that can be; told once."""
    office = PostOffice(tmp_path)
    office.game()
    assert f"{DOUBT} {other}." in " ".join(body(office.orders(power, orders)[0]).split())
    assert DOUBT not in body(office.orders(power, orders)[0])


def test_a_near_move_that_would_fail_as_well_is_not_offered(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    assert DOUBT not in body(office.orders("Austria", "A(Vie)-Tri\nA(Bud) stands\nF(Tri)-Tyr\nA(Bud)-Tyr")[0])
    assert DOUBT not in body(office.orders("Italy", "A(Ven)-Tri\nA(Rom)-Ven\nF(Nap)-ION")[0])


@pytest.mark.slow
def test_at_most_one_ordinary_order_in_fifty_is_doubted() -> None:
    found = list(played(composed(style, f"near {number}") for style in ORDINARY for number in range(EACH)))
    orders, doubts = sum(len(each.stands) for each in found), sum(each.words.count(DOUBT) for each in found)
    assert orders > 5 * len(found) / 4
    assert doubts * 50 <= orders
