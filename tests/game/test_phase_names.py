"""Phases as people write them above their orders: which one each text means."""

from __future__ import annotations

import pytest

from judge.game.orders.phase_names import read_phase
from tests.game.test_serialization import rules

MEANT = {
    "standard": {
        "Spring 1902": ("Spring 1902", "SPRING, 1902", "1902 Spring", "Spring of 1902", "Spring '02", "S02", "S 1902", "s1902m",
                        "Spring 1902 moves", "Spring 1902, Movement", "Movement phase, Spring 1902", "Printemps 1902"),
        "Spring 1902 retreats": ("Spring 1902 retreats", "Retreats, Spring 1902", "Spring 1902 (Retreats)", "Spring Retreats 1902",
                                 "Spring 1902 retreat phase", "S02R", "S1902 retreats", "1902 spring retreats"),
        "Autumn 1901": ("Fall 1901", "Autumn '01", "F01", "F1901", "F1901M", "fall 01"),
        "Autumn 1901 retreats": ("Retreats: Fall 1901", "F01R", "Fall 1901 - Retreats"),
        "Winter 1901": ("W1901", "W01", "W 01", "Winter 1901 builds", "Builds, Winter 1901", "Winter 1901 Adjustments", "W1901A",
                        "W01B", "Winter adjustments 1901"),
    },
    "columbus": {
        "Early 1500's": ("Early 1500", "Early 1500s", "early 1500’s moves", "1500 Early"),
        "Early 1500's retreats": ("Retreats, Early 1500's", "Early 1500 retreats"),
        "Late 1500's": ("Late 1500's adjustments", "Builds, Late 1500s"),
    },
    "hundred_years_war": {
        "1435": ("1435", "1435 moves", "Movement 1435"),
        "1430 retreats": ("1430 retreats", "Retreats, 1430", "Retreat phase of 1430"),
        "Builds 1430": ("Builds 1430", "1430 builds", "1430 adjustments", "B 1430", "B1430:"),
    },
    "ancient_mediterranean": {"Spring 2": ("Spring 2", "S02"), "Spring 2 retreats": ("Retreats, Spring 2",)},
}  # fmt: skip
"""Game → phase → what people write for it."""
NOT_MEANT = [
    "", "1902", "Spring", "retreats", "A 12", "A01", "A1901", "Spring 1902 or 1903", "Spring 1902 retreats and builds",
    "Spring 1902 builds", "Spring 1802", "Mid 1902", "Spring in Paris 1902", "S2", "1902 moves",
]  # fmt: skip
"""Texts that name no phase of the standard game, or more than one."""


ROWS = [(game, phase, text) for game, phases in MEANT.items() for phase, texts in phases.items() for text in texts]


@pytest.mark.parametrize(("game", "phase", "text"), ROWS)
def test_a_phase_is_read_however_it_is_written(game: str, phase: str, text: str) -> None:
    found = read_phase(text, rules(game))
    assert found is not None
    assert found.name == phase


@pytest.mark.parametrize("text", NOT_MEANT)
def test_what_names_no_phase_is_read_as_none(text: str) -> None:
    assert read_phase(text, rules("standard")) is None
