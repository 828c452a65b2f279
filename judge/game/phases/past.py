"""Begin a game with phases that were played elsewhere. Each is judged again, so that results and reasons are as in any game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.game.decision import CommandResult
from judge.game.model.apply import apply_event, centre_counts
from judge.game.model.events import Began, DeadlinesChanged, Event, PhaseRun
from judge.game.model.game import Game
from judge.game.model.gm_actions import PastPhase
from judge.game.model.gm_events import Restored
from judge.game.model.judged_phase import JudgedPhase
from judge.game.starting_position import eve_of
from judge.rules import PhaseOutcome, adjudicate
from judge.rules.ruleset import Ruleset
from judge.seat import Seat


def with_past(
    game: Game, powers: Mapping[Seat, str], due: datetime | None, now: datetime, ruleset: Ruleset, vacant: Mapping[Seat, str]
) -> CommandResult:
    """Return the events of the start, of each past phase, and of the first deadline, with the judged phases. `vacant`: as of
    `Began`.
    """
    if game.past_start is None:
        raise ValueError(f"{game.name} has no past")
    began = Began(powers, game.past_start, None, eve_of(game.past_start, ruleset), now, vacant)
    events, turns, game = list[Event]([began]), list[JudgedPhase](), apply_event(game, began)
    for past in game.past:
        outcome = adjudicate(game.board_now, past.orders, ruleset)
        some: list[Event] = [_ran(past, outcome, now)]
        game = apply_event(game, some[0])
        turns.append(_turn(game, outcome, now))
        if past.position is not None:
            some.append(_corrected(game, past, now))
            game = apply_event(game, some[1])
        events += some
    return CommandResult((*events, DeadlinesChanged("", None, due, now)), turns=tuple(turns))


def _ran(past: PastPhase, outcome: PhaseOutcome, now: datetime) -> PhaseRun:
    return PhaseRun(past.phase, past.orders, (), outcome.position, outcome.counted, None, at=now, elsewhere=True)


def _turn(game: Game, outcome: PhaseOutcome, now: datetime) -> JudgedPhase:
    shared: dict[str, Any] = {"number": game.settings.number, "anonymous": game.settings.anonymous, "zone": game.zone}
    return JudgedPhase(game=game.name, variant=game.variant, outcome=outcome, history=game.history, run=now, **shared)


def _corrected(game: Game, past: PastPhase, now: datetime) -> Restored:
    """Return the event that sets the source's board where the referee came to another."""
    position = past.position or game.board_now
    history = (*game.history[:-1], (game.history[-1][0], centre_counts(position)))
    return Restored(
        phase=position.phase.name, reason="", position=position, standing={}, reserve={}, called={}, missed={}, history=history,
        turn=game.turn, ran=game.ran, ran_phase=game.ran_phase, ran_due=None, late=(), entered=(), due=None, at=now, undoes=True,
        by_hand=True,
    )  # fmt: skip
