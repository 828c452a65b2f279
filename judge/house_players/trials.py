"""Phases judged on trial: nobody knows a throw before it is made, so each is taken to be the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.board import Position
from judge.notation import Order
from judge.rules.movement import judge_board
from judge.rules.outcome import PhaseOutcome
from judge.rules.ruleset import Ruleset


def judge_on_trial(position: Position, orders: Mapping[str, Sequence[Order]], ruleset: Ruleset) -> PhaseOutcome:
    """Return what would come of a movement phase, without the results of single orders. `orders`: power → its orders."""
    return judge_board(position, orders, ruleset, lambda subject: 1)
