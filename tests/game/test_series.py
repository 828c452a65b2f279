"""Scoring systems, and the draw of rounds: totals by their own rules, and nobody favoured."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.scoring import SYSTEMS, score_game
from judge.game.series_draw import PlayedTable, draw_round

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
END = {"Austria": 0, "England": 4, "France": 13, "Germany": 0, "Italy": 8, "Russia": 0, "Turkey": 9}
"""A draw of two: France and Turkey; England and Italy are still there."""
ALIVE, DRAW = ("England", "France", "Italy", "Turkey"), ("France", "Turkey")


@pytest.mark.parametrize(
    ("system", "wanted"),
    [
        ("draw-size", {"France": 50, "Turkey": 50, "Italy": 0, "England": 0, "Austria": 0}),
        ("sum-of-squares", {"France": Fraction(16900, 330), "Turkey": Fraction(8100, 330), "Austria": 0}),
        ("c-diplo", {"France": 1 + 13 + 38, "Turkey": 1 + 9 + 14, "Italy": 1 + 8 + 7, "England": 1 + 4, "Austria": 1}),
        (
            "tribute",
            {
                "France": 13 + Fraction(66, 4) + 21, "Turkey": 9 + Fraction(66, 4) - 7, "Italy": 8 + Fraction(66, 4) - 7,
                "England": 4 + Fraction(66, 4) - 7, "Austria": 0,
            },
        ),
    ],
)  # fmt: skip
def test_what_an_end_is_worth(system: str, wanted: dict[str, object]) -> None:
    """As their authors' rules have it, by hand."""
    found = score_game(SYSTEMS[system], END, ALIVE, DRAW)
    assert {power: found[power] for power in wanted} == wanted
    assert sum(found.values()) == 100


centres = st.lists(st.integers(0, 17), min_size=7, max_size=7).map(lambda some: dict(zip(POWERS, some, strict=True)))


@given(centres, st.sampled_from(sorted(SYSTEMS)), st.permutations(POWERS))
def test_points_do_not_depend_on_names(found: dict[str, int], system: str, order: list[str]) -> None:
    """Powers with as many centres get the same, and the order in which powers are told is nothing."""
    alive = [power for power in POWERS if found[power]]
    points = score_game(SYSTEMS[system], found, alive, alive)
    again = score_game(SYSTEMS[system], {power: found[power] for power in order}, [p for p in order if p in alive], alive)
    assert points == again
    for one, other in combinations(POWERS, 2):
        assert found[one] != found[other] or points[one] == points[other]
        assert found[one] <= found[other] or points[one] >= points[other]


@given(st.sampled_from(sorted(SYSTEMS)), st.sampled_from(POWERS))
def test_a_solo_takes_all(system: str, winner: str) -> None:
    points = score_game(SYSTEMS[system], {**END, winner: 18}, (*ALIVE, winner), (winner,))
    assert points == {power: 100 if power == winner else 0 for power in POWERS}


@pytest.mark.parametrize("number", [7, 9, 14, 16, 21, 28])
def test_three_rounds_are_fair(number: int) -> None:
    """All sit out as often, to one; nobody plays a power twice; and nobody meets everybody again who could meet others."""
    played, sat = list[PlayedTable](), dict.fromkeys(range(1, number + 1), 0)
    for n in range(3):
        tables, out = draw_round(range(1, number + 1), POWERS, played, f"secret {n}".encode())
        seated = [person for table in tables for person in table]
        assert sorted([*seated, *out]) == list(range(1, number + 1))
        assert all(sorted(table.values()) == sorted(POWERS) for table in tables)
        played += [PlayedTable(table) for table in tables]
        for person in out:
            sat[person] += 1
    assert max(sat.values()) - min(sat.values()) <= 1
    for person in range(1, number + 1):
        mine = [table.powers[person] for table in played if person in table.powers]
        assert len(set(mine)) == len(mine)
    met = [sum({one, other} <= set(table.powers) for table in played) for one, other in combinations(range(1, number + 1), 2)]
    assert max(met) <= (2 if number >= 21 else 3)  # of two tables some must meet thrice: four who have met twice go to two


def test_the_draw_follows_from_its_secret() -> None:
    first = draw_round(range(1, 15), POWERS, [], b"one")
    assert first == draw_round(range(1, 15), POWERS, [], b"one")
    assert first != draw_round(range(1, 15), POWERS, [], b"two")
