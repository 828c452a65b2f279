"""A game's first position: its folder's, with what commands added while it formed, and what its rules make of its secret."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from judge.board import Position
from judge.game.decision import Notification
from judge.game.model.game import GM_READER, PUBLIC, Game
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat


def forming_position(game: Game, ruleset: Ruleset) -> Position:
    """The position that a forming game would begin with, as far as it is settled."""
    return replace(ruleset.start, facts=game.facts) if game.facts else ruleset.start


def first_position(game: Game, ruleset: Ruleset, secret: bytes) -> Position:
    """The position that a game begins with."""
    seed = int.from_bytes(hmac.new(secret, b"opening", hashlib.sha256).digest()[:8], "big")
    found: Position = ruleset.rules.opening_position(ruleset, forming_position(game, ruleset), seed)
    return found


def opening_notifications(game: Game, powers: dict[Seat, str], position: Position, ruleset: Ruleset) -> tuple[Notification, ...]:
    """The letters of the start; each tells its reader what that reader may know of the first position. `powers`: seat → power."""
    readers = {**dict.fromkeys((*game.standbys, *game.observers), PUBLIC), **powers, GM: GM_READER}
    told = {seat: dict(ruleset.rules.opening_news(ruleset, position, reader)) for seat, reader in sorted(readers.items())}
    wished = {seat.key: list(seat.prefers) for seat in game.seats if seat.prefers and not seat.promised}
    return tuple(Notification(seat, "start", {"told": facts, "wished": wished.get(seat, [])}) for seat, facts in told.items())
