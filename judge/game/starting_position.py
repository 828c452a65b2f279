"""A game's first position: its folder's, with what commands added while it formed, and what its rules make of its secret."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import replace

from judge.board import Position
from judge.game.decision import Notification
from judge.game.model.game import GM_READER, PUBLIC, Game
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat


def forming_position(game: Game, ruleset: Ruleset) -> Position:
    """The position that a forming game would begin with, as far as it is settled."""
    if game.opening:
        return game.opening
    return replace(ruleset.start, facts=game.facts) if game.facts else ruleset.start


def first_position(game: Game, ruleset: Ruleset, secret: bytes) -> Position:
    """The position that a game begins with."""
    if game.opening:
        return game.opening
    seed = int.from_bytes(hmac.new(secret, b"opening", hashlib.sha256).digest()[:8], "big")
    found: Position = ruleset.rules.opening_position(ruleset, forming_position(game, ruleset), seed)
    return found


def powers_to_play(game: Game, ruleset: Ruleset) -> list[str]:
    """The powers that need a player at the start: all, or those that the GM's own position has not eliminated."""
    names = [power.name for power in ruleset.powers]
    board = game.opening
    return [name for name in names if board.units_of(name) or board.centres(name)] if board else names


def eve_of(position: Position, ruleset: Ruleset) -> int:
    """The year under which the centres of a first position are listed: that of the last count before it."""
    calendar, phase = ruleset.calendar, position.phase
    if phase == calendar.first():
        return calendar.eve
    return phase.year if phase.kind == "adjustments" else phase.year - calendar.step


def opening_notifications(
    game: Game, powers: dict[Seat, str], position: Position, ruleset: Ruleset, vacant: Iterable[str] = ()
) -> tuple[Notification, ...]:
    """The letters of the start; each tells its reader what that reader may know of the first position. `powers`: seat → power;
    `vacant`: powers without a player.
    """
    readers = {**dict.fromkeys((*game.standbys, *game.observers), PUBLIC), **powers, GM: GM_READER}
    told = {seat: dict(ruleset.rules.opening_news(ruleset, position, reader)) for seat, reader in sorted(readers.items())}
    wished = {seat.key: list(seat.prefers) for seat in game.seats if seat.prefers and not seat.promised}
    left = list(vacant)
    return tuple(
        Notification(seat, "start", {"told": facts, "wished": wished.get(seat, []), "vacant": left}) for seat, facts in told.items()
    )
