"""Apply the game's rule for missed orders (NMR) after a phase."""

from __future__ import annotations

from collections.abc import Iterator

from judge.game.model.apply import apply_event
from judge.game.model.events import Event, PhaseRun
from judge.game.model.game import Game
from judge.game.model.seat_events import SILENT, StandbyCalled, TakenOver, Vacated


def nmr_events(game: Game, ran: PhaseRun) -> tuple[Event, ...]:
    """The events that a phase's silences bring with them. Retreats and adjustments that nobody ordered bring none."""
    if game.board_now.phase.kind != "movement":
        return ()
    found: list[Event] = []
    after = apply_event(game, ran)
    for event in _each(game, after, ran):
        found.append(event)
        after = apply_event(after, event)
    return tuple(found)


def _each(game: Game, after: Game, ran: PhaseRun) -> Iterator[Event]:
    policy = game.settings.silence
    free = [key for key in game.standbys if key not in game.called.values()]
    for power in ran.silent:
        seat = game.seat_of(power)
        if seat is None or seat.vacant:
            continue
        if power in ran.stood_in:
            yield TakenOver(seat.key, game.called[power], after.due, ran.at)
        elif policy in ("abandon", "disorder") and after.missed.get(power, 0) >= game.settings.patience:
            yield Vacated(seat.key, SILENT)
        elif policy == "standby" and power not in game.called and free:
            yield StandbyCalled(power, free.pop(0))
