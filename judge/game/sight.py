"""What a reader may see. Reports, answers and maps are built from these values only, never from a Game or an Outcome.

Standard Diplomacy hides little: everybody's orders before the deadline. After it everything is public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.game.record import record_of, write_record
from judge.game.state import GM, Game, Standing
from judge.game.turn import Turn
from judge.game.voting import ballot_facts
from judge.rules import Due, due, mattered
from judge.rules.outcome import Removed, Result
from judge.rules.ruleset import Ruleset


@dataclass(frozen=True)
class Seen:
    """A game as it stands now, for one reader: a power, the GM (`gm`), or the public ('')."""

    reader: str
    game: str
    title: str
    stage: str
    position: Position | None
    owed: Mapping[str, Due]
    """power → what is due from it now."""
    standing: Standing | None
    """The reader's own orders; nobody else's."""
    final: bool
    """Whether the reader has said FINAL."""
    due: datetime | None
    zone: str
    seats: int
    taken: int
    heard: Mapping[str, str]
    """power → `none`, `orders` or `final`: what has come in so far. The GM's to see; empty for everybody else."""
    ballot: Mapping[str, Any] | None
    """What is being voted on, and the reader's own vote; nobody else's."""
    ending: str
    winners: tuple[str, ...]
    history: tuple[tuple[int, Mapping[str, int]], ...]
    """(year, power → centres) at the start and at every count, once the game is over."""
    seal: str
    """Fingerprint of the seed of its throws; '' for a game without dice."""
    record: str
    """The record of all throws, once the game is over."""


@dataclass(frozen=True)
class SeenTurn:
    """A judged phase, for one reader."""

    reader: str
    game: str
    title: str
    number: str
    anonymous: bool
    revision: int
    run: datetime | None
    """When it was judged."""
    before: Position
    after: Position
    results: tuple[Result, ...]
    removed: tuple[Removed, ...]
    changed: Mapping[str, tuple[str, str]]
    counted: bool
    winners: tuple[str, ...]
    facts: tuple[Mapping[str, Any], ...]
    silent: tuple[str, ...]
    owed: Mapping[str, Due]
    """power → what is due from it in the phase that follows."""
    due: datetime | None
    """When that is due."""
    zone: str
    history: tuple[tuple[int, Mapping[str, int]], ...]
    """(year, power → centres) at the start and at every count up to this phase."""
    seal: str
    """Fingerprint of the seed of the game's throws; '' for a game without dice."""
    throws: Mapping[str, int]
    """subject → what was thrown for it in this phase."""
    stated: tuple[str, ...]
    """Subjects among them whose throws the GM had stated."""
    record: str
    """The record of all throws, if the game is over by this phase."""
    mattered: Callable[[Result], bool | None]
    """Whether a support that was cut would have changed anything. Works it out when asked."""


def see(game: Game, ruleset: Ruleset, reader: str) -> Seen:
    """The game as it stands, for a power, for `gm`, or for the public ('')."""
    owed = due(game.position, ruleset) if game.position and game.stage == "running" else {}
    return Seen(
        reader=reader,
        game=game.name,
        title=ruleset.title,
        stage=game.stage,
        position=game.position,
        owed=owed,
        standing=game.standing.get(reader),
        final=reader in game.final,
        due=game.due,
        zone=game.zone,
        seats=ruleset.seats,
        taken=len(game.taken()),
        heard={power: _heard(game, power) for power in owed} if reader == GM else {},
        ballot=ballot_facts(game.ballot, reader) if game.ballot else None,
        ending=game.ending,
        winners=game.winners,
        history=game.history if game.stage == "finished" else (),
        seal=game.seal,
        record=write_record(record_of(game)) if game.seed else "",
    )


def see_turn(turn: Turn, ruleset: Ruleset, reader: str) -> SeenTurn:
    """A judged phase as a power, or the public, may know it."""
    outcome = turn.outcome
    return SeenTurn(
        reader=reader,
        game=turn.game,
        title=ruleset.title,
        number=turn.number,
        anonymous=turn.anonymous,
        revision=turn.revision,
        run=turn.run,
        before=outcome.before,
        after=outcome.position,
        results=outcome.results,
        removed=outcome.removed,
        changed=outcome.changed,
        counted=outcome.counted,
        winners=outcome.winners,
        facts=outcome.facts,
        silent=turn.silent,
        owed={} if turn.ending else due(outcome.position, ruleset),
        due=turn.due,
        zone=turn.zone,
        history=turn.history,
        seal=turn.seal,
        throws=outcome.throws if turn.seal else {},
        stated=turn.stated,
        record=turn.record,
        mattered=lambda result: mattered(outcome, result, ruleset),
    )


def _heard(game: Game, power: str) -> str:
    if power in game.final:
        return "final"
    return "orders" if power in game.standing else "none"
