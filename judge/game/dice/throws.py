"""A game's throws: sealed when it is opened, drawn as they are asked for, opened when it is over."""

from __future__ import annotations

from collections.abc import Callable

from judge.game.model.game import Game
from judge.rules import no_throw
from judge.rules.dice import draw_throw, hash_seed
from judge.rules.ruleset import Ruleset


def seed_fingerprint(ruleset: Ruleset, secret: bytes) -> str:
    """The fingerprint of a new game's seed; '' for a game without dice. Raises ValueError if there is no seed."""
    return hash_seed(_needed(secret)) if ruleset.dice else ""


def throw_source(game: Game, ruleset: Ruleset, secret: bytes) -> Callable[[str], int]:
    """What gives the throw for a subject: the one that is known already, else the one that the seed has for it.

    Raises ValueError if the game has dice and there is no seed; the function it returns, if the game has none.
    """
    if not ruleset.dice:
        return no_throw
    seed = _needed(secret)
    return lambda subject: game.throws[subject] if subject in game.throws else draw_throw(seed, subject)


def revealed_seed(game: Game, secret: bytes) -> str:
    """The seed of a game that is over, for everyone to see; '' for a game without dice."""
    return secret.decode() if game.seal else ""


def _needed(secret: bytes) -> bytes:
    if not secret:
        raise ValueError("a game with dice needs its seed")
    return secret
