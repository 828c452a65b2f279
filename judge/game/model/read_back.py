"""What is stored, read back before it is: nothing goes into the store that could not be loaded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from judge.game.model.events import Event
from judge.game.model.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import Json, field_codecs, read_event, read_turn, write_event, write_turn


class NotReadBack(ValueError):
    """What was about to be stored could not be read back."""


def read_back(body: Json, value: Any, write: Callable[[Any], Json], read: Callable[[Json], Any]) -> Json:
    """The body to store for a value. Raises NotReadBack unless reading and writing it again gives the same body."""
    try:
        again = write(read(body))
    except Exception as error:
        raise NotReadBack(f"{type(value).__name__}: {error}") from error
    if again != body:
        raise NotReadBack(f"{type(value).__name__} is read back otherwise than it was written")
    return body


def event_to_store(event: Event) -> Json:
    """An event as it is stored, which was read back. Raises NotReadBack."""
    return read_back(write_event(event), event, write_event, read_event)


class Snapshot(NamedTuple):
    """A game, and how it was stored."""

    game: Game
    body: Mapping[str, Json]


def game_to_store(game: Game, before: Snapshot | None = None) -> Snapshot:
    """Return a game with the body to store for it, which was read back.

    What a field holds is a value that nothing changes. So a field that holds the very object that it held in `before`, an earlier
    snapshot of the game, has the body that it had.

    Raises:
        NotReadBack: a field is read otherwise than it was written.
    """
    body = {}
    for name, default, write, read in field_codecs(Game):
        content = getattr(game, name)
        if before and content is getattr(before.game, name) and name in before.body:
            body[name] = before.body[name]
        elif content != default:
            body[name] = read_back(write(content), content, write, read)
    return Snapshot(game, body)


def turn_to_store(turn: JudgedPhase) -> Json:
    """A judged phase as it is stored, which was read back. Raises NotReadBack."""
    return read_back(write_turn(turn), turn, write_turn, read_turn)
