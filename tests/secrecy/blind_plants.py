"""Leaks to be planted in blind play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from judge.board import Position, Unit
from judge.rules import OrderResult, PhaseOutcome, RemovedUnit, blind_play
from judge.rules.variant import Variant
from tests.secrecy.planting import Plant
from tests.secrecy.years import House


def blind(name: str, other: Callable[..., Any]) -> Plant:
    """One function of blind play by another."""

    def plant(patch: pytest.MonkeyPatch, house: House) -> None:
        patch.setattr(blind_play, name, other)

    return plant


def seeing_too_far(patch: pytest.MonkeyPatch, house: House) -> None:
    """A power sees what is two spaces away."""
    near = blind_play.visible_spaces

    def far(board: Any, position: Position, reader: str) -> frozenset[str]:
        seen = near(board, position, reader)
        return seen | frozenset(other for space in seen for other in board.near.get(space, ()))

    patch.setattr(blind_play, "visible_spaces", far)


def numbers_are_public(patch: pytest.MonkeyPatch, house: House) -> None:
    """How many units and centres each has."""
    patch.setattr(blind_play.BlindRules, "counts_are_public", lambda self, variant: True)


def whose_elimination(patch: pytest.MonkeyPatch, house: House) -> None:
    """The public report tells centres that changed hands."""
    told = blind_play.BlindRules.visible_outcome

    def more(self: Any, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        return told(self, variant, outcome, reader)._replace(changed=outcome.changed)

    patch.setattr(blind_play.BlindRules, "visible_outcome", more)


def all_that_left_the_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """Units that were destroyed anywhere."""
    told = blind_play.BlindRules.visible_outcome

    def more(self: Any, variant: Variant, outcome: PhaseOutcome, reader: str) -> PhaseOutcome:
        gone = tuple(RemovedUnit(each.unit, each.how) for each in outcome.removed)
        return told(self, variant, outcome, reader)._replace(removed=gone)

    patch.setattr(blind_play.BlindRules, "visible_outcome", more)


def reasons_of_others(patch: pytest.MonkeyPatch, house: House) -> None:
    """Why an order in sight failed."""
    patch.setattr(blind_play, "_watched", lambda result: result)


def help_as_judged(patch: pytest.MonkeyPatch, house: House) -> None:
    """Whether help for a unit out of sight was of use."""
    patch.setattr(blind_play, "_helped", lambda result, board, before, view: None)


def half_an_order(result: OrderResult, before: frozenset[str], seen: frozenset[str]) -> bool:
    """An order is told if its unit is in sight, wherever it goes."""
    return bool(result.unit and result.unit.space in seen)


def spoken_of_in_full(unit: Unit, reader: str, seen: frozenset[str]) -> Unit:
    """Who attacked out of the dark."""
    return unit
