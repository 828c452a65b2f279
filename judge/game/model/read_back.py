"""Check values before they are stored: nothing is stored that could not be loaded again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from judge.game.model.events import Event
from judge.game.model.game import Game
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import Json, field_codecs, read_event, read_turn, write_event, write_turn


class NotReadBack(ValueError):
    """A value about to be stored could not be read back."""


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
    """Serialize an event. Raises NotReadBack."""
    return read_back(write_event(event), event, write_event, read_event)


class Snapshot(NamedTuple):
    """A game, and how it was stored."""

    game: Game
    body: Mapping[str, Json]


def game_to_store(game: Game, before: Snapshot | None = None) -> Snapshot:
    """Return a game with the body to store for it, which was read back.

    What a field holds is a value that nothing changes. So a field, or an entry of a table, that holds the very object that it held
    in `before`, an earlier snapshot of the game, has the body that it had.

    Raises:
        NotReadBack: a field is read otherwise than it was written.
    """
    body = {}
    for name, default, write, read in field_codecs(Game):
        content = getattr(game, name)
        if before and content is getattr(before.game, name) and name in before.body:
            body[name] = before.body[name]
        elif content != default:
            known = _known(getattr(before.game, name), before.body.get(name), content) if before else {}
            new = {key: each for key, each in content.items() if str(key) not in known} if known else content
            written = read_back(write(new), new, write, read)
            body[name] = {key: (known | written)[key] for key in map(str, content)} if known else written
    return Snapshot(game, body)


def _known(then: Any, body: Json, now: Any) -> Mapping[str, Json]:
    """Return the bodies of the entries of a table that are the objects that they were; {} if it is no table with words as keys."""
    if not isinstance(now, Mapping) or not isinstance(then, Mapping) or not isinstance(body, Mapping):
        return {}
    return {str(key): body[str(key)] for key, each in now.items() if then.get(key) is each and str(key) in body}


def turn_to_store(turn: JudgedPhase) -> Json:
    """Serialize a processed phase. Raises NotReadBack."""
    return read_back(write_turn(turn), turn, write_turn, read_turn)
