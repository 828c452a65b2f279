"""Answers in practice games that wait until house players have ordered, and are completed by what has been run since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from judge.game import Game
from judge.game.players.house import house_waits

PATIENCE = timedelta(minutes=2)
"""How long an answer waits at most for house players' moves."""


def waits_for_house(game: Game | None, facts: Mapping[str, Any]) -> bool:
    """Whether a practice game goes on as soon as house players have moved, without anything more from the reader of these facts."""
    now = facts["now"]
    if not game or not now or not game.settings.practice or not house_waits(game):
        return False
    return not now["owes"] or _is_done(now)


def _is_done(now: Mapping[str, Any]) -> bool:
    return bool(now["final"] or (now["orders"] and not now["lacking"] and not now["missing"]))


def completed(facts: Mapping[str, Any], ran: Sequence[str], now: Mapping[str, Any], lesson: bool) -> dict[str, Any]:
    """Return the facts of an answer with what came of it: phases that have been run, and the game as it is `now`.

    Of the phase for which the reader's orders were in it says so; of others, that nothing was due from the reader.
    """
    was = facts["now"]
    done = was["phase"] if was["owes"] and _is_done(was) and was["phase"] in ran else ""
    told = {"kind": "runs-at-once", "phase": done, "final": was["final"], "lesson": lesson}
    return {
        **facts,
        **now,
        "went_on": [*facts["went_on"], *(phase for phase in ran if phase != done)],
        "replies": [*facts["replies"], *([told] if done else [])],
    }
