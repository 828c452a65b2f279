"""A game by mail in a house that has accidents; `checks` says what must hold of it then."""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.faults.accidents import SKEWS, Accident, all_home, schedule
from tests.faults.checks import whole_so_far
from tests.faults.house import House, patiently
from tests.faults.writing import OPENING, PHASE

FEWEST = OPENING + 2 * PHASE
"""Letters: a game year at the least."""


def play(house: House, kills: int) -> None:
    """Letters, and accidents among them, until so many were kills; then the phase to its end, and everything is at rest."""
    patiently(house.writer.step, "the first letter is taken")
    patiently(house.settled, "the first letter is decided")
    for accident in schedule(house):
        happen(house, accident)
        whole_so_far(house)
        kills -= accident.kill
        if kills <= 0:
            break
    _finish(house)


def happen(house: House, accident: Accident) -> None:
    """An accident, while letters come."""
    struck = house.hand.submit(accident.strike, house)
    while not struck.done():
        house.writer.step()
        house.revive()
    struck.result()


def _finish(house: House) -> None:
    for hands in house.hands:  # what a clock set back has put off is due now
        hands.set(max(SKEWS))
    for eyes in house.eyes:
        eyes.hurry()
    writer = house.writer
    _revived(house, writer.step, "the letter in hand is taken: it may be there already, and nobody said so")
    while len(writer.taken) < FEWEST or (len(writer.taken) - OPENING) % PHASE:
        _revived(house, writer.step, "a letter is taken")
    _revived(house, house.settled, "all letters are decided")
    _none_left(house, "letters where state = 'received'", "all letters are decided")
    _none_left(house, "notices where state = 'queued'", "all notices are sent")
    _revived(house, lambda: all_home(house), "every worker is there")
    for each in house.workers:
        each.stop()


def _none_left(house: House, rows: str, what: str) -> None:
    """Wait until there is no such row; as long as they become fewer it may take any time."""
    left = [math.inf]

    def fewer() -> bool:
        left.append(house.look(f"select count(*) from {rows}")[0][0])
        return left[-1] < left[-2]

    while left[-1]:
        _revived(house, fewer, what)


def _revived(house: House, holds: Callable[[], bool], what: str) -> None:
    """Wait until it holds; a worker that the last accident kept from starting is started again, however late it gave up."""

    def goes_on() -> bool:
        house.revive()
        return holds()

    patiently(goes_on, what)
