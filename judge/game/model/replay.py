"""Replay a game from its events and compare every phase with the stored one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from judge.game.model.apply import apply_created, apply_event
from judge.game.model.events import Created, Event, PhaseRun
from judge.game.model.game import Game
from judge.game.model.serialization import read_outcome, write_game, write_outcome, write_position
from judge.rules import adjudicate
from judge.rules.ruleset import Ruleset


class ReplayedPhase(NamedTuple):
    """One phase, adjudicated again. `differences` are the parts that differ: `position`, or keys of the outcome."""

    seq: int
    phase: str
    differences: tuple[str, ...]


def replay(events: Iterable[Event], kept: Mapping[int, Any], rules: Ruleset | Callable[[Game], Ruleset]) -> Iterator[ReplayedPhase]:
    """Adjudicate every phase of a game again, from the position before it and its orders.

    `kept`: event number → the stored phase (JSON). `rules`: those of the game, or of the game as it stood then. Raises
    ValueError if the first event is not the game's creation, KeyError if a stored phase is missing.
    """
    for game, event in _steps(events):
        if isinstance(event, PhaseRun):
            yield _again(game, event, kept[game.seq]["outcome"], rules if isinstance(rules, Ruleset) else rules(game))


def snapshot_from_events(events: Iterable[Event]) -> Any:
    """Build the snapshot (JSON) from the events, to compare with the stored one after both were read: old snapshots lack new
    fields.
    """
    game: Game | None = None
    for before, event in _steps(events):
        game = apply_event(before, event) if not isinstance(event, Created) else before
    return write_game(game) if game else None


def _steps(events: Iterable[Event]) -> Iterator[tuple[Game, Event]]:
    """Yield each event with the game before it; the creation with the new game."""
    game: Game | None = None
    for event in events:
        if game is None:
            if not isinstance(event, Created):
                raise ValueError(f"a game's first event is its creation, not {event}")
            game = apply_created(event)
            yield game, event
            continue
        yield game, event
        game = apply_event(game, event)


def _again(game: Game, event: PhaseRun, kept: Any, ruleset: Ruleset) -> ReplayedPhase:
    outcome = adjudicate(game.board_now, event.orders, ruleset, lambda subject: event.throws[subject])
    # An old outcome lacks new fields, so both are compared after reading
    found, before = write_outcome(outcome), write_outcome(read_outcome(kept))
    differences = [key for key in found if found[key] != before[key]]
    if found["position"] != write_position(event.position):
        differences.append("event")
    return ReplayedPhase(game.seq, event.phase, tuple(differences))
