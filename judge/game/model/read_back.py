"""What is stored, read back before it is: nothing goes into the store that could not be loaded again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judge.game.model.events import Event
from judge.game.model.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import Json, read_event, read_game, read_turn, write_event, write_game, write_turn


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


def game_to_store(game: Game) -> Json:
    """A game's snapshot as it is stored, which was read back. Raises NotReadBack."""
    return read_back(write_game(game), game, write_game, read_game)


def turn_to_store(turn: JudgedPhase) -> Json:
    """A judged phase as it is stored, which was read back. Raises NotReadBack."""
    return read_back(write_turn(turn), turn, write_turn, read_turn)
