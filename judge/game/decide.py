"""The one door to a game: what a command from a seat does to it, here and now. Pure: the time and the rules are given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from judge.commands import (
    Clear,
    Create,
    Deadline,
    Die,
    Draw,
    Final,
    Join,
    OrderLines,
    Own,
    Press,
    Process,
    Propose,
    Resign,
    Start,
    TakeBack,
    Vote,
)
from judge.game import mastering, press, seats, taking, voting
from judge.game import own as owns
from judge.game.apply import apply
from judge.game.decision import Asked, Decision, Reply, refuse, run
from judge.game.state import GM, Game
from judge.game.turn import may_run_early
from judge.rules.ruleset import Ruleset

ANYONE, PLAYER, MASTER = "anyone", "player", "gm"


class Way(NamedTuple):
    """How a command is handled: who may give it, whether the game must be running, and what does the work."""

    who: str
    running: bool
    handle: Callable[[Asked, Any], Decision]


def decide(game: Game | None, command: object, by: str, now: datetime, ruleset: Ruleset, secret: bytes = b"") -> Decision:
    """What a command comes to.

    Args:
        game: the game as it stands; None for CREATE only.
        command: one of `judge.commands`, of those that concern a game.
        by: the asker's seat key, `gm`, or '' for someone without a seat in this game.
        now: when our server took the letter.
        ruleset: the game's, with its house rules.
        secret: the game's seed, for START (who plays what) and, in games with dice, for all that may be thrown or opened.

    Raises:
        KeyError: a command that does not concern a game (HELP, LIST, …).
        ValueError: a game with dice without its seed.
    """
    if isinstance(command, Create):
        return refuse("name-taken", game=command.game) if game else mastering.create(command, ruleset, secret)
    if game is None:
        raise KeyError(f"{type(command).__name__} without a game")
    way = _way_of(command, ruleset)
    asked = Asked(game, by, now, ruleset, secret)
    return _not_theirs(way, asked) or _not_now(way, asked) or _settle(asked, way.handle(asked, command))


def _way_of(command: object, ruleset: Ruleset) -> Way:
    """How a command is handled; who may give one of the game's own, its folder says."""
    declared = owns.declared(command, ruleset) if isinstance(command, Own) else None
    return WAYS[type(command)]._replace(who=declared.who) if declared else WAYS[type(command)]


def _not_theirs(way: Way, asked: Asked) -> Decision | None:
    if way.who == MASTER and asked.by != GM:
        return refuse("gm-only")
    if way.who == PLAYER and not asked.by:
        return refuse("no-seat")
    return None


def _not_now(way: Way, asked: Asked) -> Decision | None:
    if not way.running or asked.game.stage == "running":
        if way.running and way.who == PLAYER and not asked.power:
            return refuse("gm-has-no-units")
        return None
    return refuse("not-begun" if asked.game.stage == "forming" else "is-over")


def _settle(asked: Asked, decision: Decision) -> Decision:
    """The decision, and the phase run at once if it made everyone final."""
    if not decision.events or decision.turn or asked.game.stage != "running":
        return decision
    game = asked.game
    for event in decision.events:
        game = apply(game, event)
    if game.stage != "running" or not may_run_early(game, asked.ruleset):
        return decision
    early = run(game, asked.now, asked.ruleset, asked.secret)
    reply = Reply("all-final", {"phase": game.board_now.phase.name})
    return replace(
        decision,
        events=(*decision.events, *early.events),
        replies=(*decision.replies, reply),
        notices=(*decision.notices, *early.notices),
        turn=early.turn,
    )


WAYS: dict[type, Way] = {
    Join: Way(ANYONE, False, seats.join),
    Resign: Way(PLAYER, False, seats.resign),
    OrderLines: Way(PLAYER, True, taking.orders),
    Clear: Way(PLAYER, True, taking.clear),
    Final: Way(PLAYER, True, taking.final),
    Press: Way(PLAYER, False, press.press),
    TakeBack: Way(PLAYER, False, press.take_back),
    Propose: Way(PLAYER, True, voting.propose),
    Vote: Way(PLAYER, True, voting.vote),
    Start: Way(MASTER, False, mastering.start),
    Deadline: Way(MASTER, False, mastering.deadline),
    Process: Way(MASTER, True, mastering.process),
    Draw: Way(MASTER, True, mastering.draw),
    Die: Way(MASTER, True, owns.die),
    Own: Way(ANYONE, True, owns.own),
}
"""Every command that concerns one game."""
