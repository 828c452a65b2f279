"""The judged phases of a game that still count, each with the game before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.board import normalize_name as folded
from judge.game.decision import TruthContext
from judge.game.model.apply import apply_created, apply_event
from judge.game.model.events import Created, PhaseRun
from judge.game.model.game import Game
from judge.game.next_deadline import runs_with_previous


class JudgedEvent(NamedTuple):
    """A processed phase: the number of its event, the game before it, and the event."""

    seq: int
    before: Game
    event: PhaseRun


def judged_events(asked: TruthContext) -> Iterator[JudgedEvent]:
    """Yield every processed phase that is still valid, in order."""
    game: Game | None = None
    for event in asked.past():
        if isinstance(event, Created):
            game = apply_created(event)
        elif game is not None:
            if isinstance(event, PhaseRun) and game.seq not in asked.truth.struck:
                yield JudgedEvent(game.seq, game, event)
            game = apply_event(game, event)


def find_judged(asked: TruthContext, judged: Sequence[JudgedEvent], named: str) -> JudgedEvent | None:
    """Find the last processed phase of this name, or the last of all for ''. If it was processed with the movement before it,
    return that.
    """
    phase = asked.ruleset.calendar.read(named) if named else None
    names = {folded(named), folded(phase.name) if phase else folded(named)}
    at = max((n for n, each in enumerate(judged) if not named or folded(each.event.phase) in names), default=-1)
    while at > 0 and runs_with_previous(asked.truth.settings, judged[at].before.board_now):
        at -= 1
    return judged[at] if at >= 0 else None
