"""A game's throws: sealed at its creation, drawn when needed, and the seed published at its end."""

from __future__ import annotations

from collections.abc import Callable

from judge.game.model.game import Game
from judge.rules import no_throw
from judge.rules.dice import draw_throw, hash_seed, mix_seed
from judge.rules.ruleset import Ruleset


def seed_fingerprint(ruleset: Ruleset, secret: bytes) -> str:
    """The fingerprint of a new game's seed; '' for a game without dice. Raises ValueError if there is no seed."""
    return hash_seed(_needed(secret)) if ruleset.dice else ""


def throw_source(game: Game, ruleset: Ruleset, secret: bytes) -> Callable[[str], int]:
    """Return a function that looks up the known throw for a subject, or else derives it from the seed.

    Raises ValueError if the game has dice and there is no seed; the function raises it if the game has no dice.
    """
    if not ruleset.dice:
        return no_throw
    seed = mix_seed(_needed(secret), game.luck)
    return lambda subject: game.throws[subject] if subject in game.throws else draw_throw(seed, subject)


def revealed_seed(game: Game, secret: bytes) -> str:
    """The seed of a finished game, to be published; '' for a game without dice."""
    return secret.decode() if game.seal else ""


def _needed(secret: bytes) -> bytes:
    if not secret:
        raise ValueError("a game with dice needs its seed")
    return secret
