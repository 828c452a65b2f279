"""Letters that come before house players have ordered: nothing is run without them, and nobody has to write again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import POWERS, PostOffice
from tests.letters.test_practice import ANNA, AT, game, said, vacant


@pytest.fixture
def house(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path)


def sleep(house: PostOffice) -> None:
    """House players do not get to order."""
    house.parts.office.tick = lambda now: False  # type: ignore[method-assign]


def wake(house: PostOffice) -> str:
    """They do; returns what that brings."""
    del house.parts.office.tick
    return said(house.work())


ORDERS = "A Par-Bur\nA Mar-Spa\nF Bre-MAO"


@pytest.mark.parametrize(
    ("text", "why"), [("FINAL", "You said FINAL"), (ORDERS, "All your orders are in"), ("PROCESS", "You said FINAL")]
)
def test_a_practice_game_waits_for_them(house: PostOffice, text: str, why: str) -> None:
    sleep(house)
    house.letter(ANNA, "PRACTICE AS France")
    assert house.reply(AT, text, sender=ANNA) == []  # the answer waits, too
    assert game(house, "practice1").board_now.phase.name == "Spring 1901"
    told = wake(house)
    assert f"{why}, so Spring 1901 has been run." in told
    assert "You have no orders in for Autumn 1901 yet." in told
    assert "AUSTRIA: NMR" not in told
    assert "NMR" not in told.replace("FRANCE (Anna Novak): NMR", "")


def test_a_lesson_waits_for_them(house: PostOffice) -> None:
    sleep(house)
    house.letter(ANNA, "LESSON")
    assert house.reply(AT, "A Bur-Bel\nA Spa H", sender=ANNA) == []
    told = wake(house)
    assert "All your orders are in, so Autumn 1901 has been run." in told
    assert "Well done! Belgium and Spain are yours" in told
    assert "0 of 2 orders" not in told


def test_a_game_in_which_one_stands_in_waits_for_it(house: PostOffice) -> None:
    house.game()
    sleep(house)
    vacant(house, "VACANT Italy BY HOUSE steady")
    for power in POWERS:
        if power != "Italy":
            house.orders(power, "FINAL")
    assert game(house, "quillfeather").board_now.phase.name == "Spring 1901"
    assert "House players are still to order for Italy, so nothing was run." in said(vacant(house, "PROCESS"))
    told = wake(house)
    assert game(house, "quillfeather").board_now.phase.name == "Autumn 1901"
    assert "ITALY: NMR" not in told
