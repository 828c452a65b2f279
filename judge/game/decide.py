"""The one door to a game: what a command from a seat does to it, here and now. Pure: the time and the rules are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from judge.commands import (
    AcceptLate,
    Away,
    Clear,
    Command,
    Create,
    Deadline,
    Die,
    Draw,
    Eject,
    Extend,
    Final,
    Headline,
    Hold,
    Invite,
    Join,
    Observe,
    OrderFor,
    OrderLines,
    Own,
    Pause,
    Press,
    Preview,
    Process,
    Promote,
    Propose,
    Publish,
    Resign,
    Resume,
    Rollback,
    Setting,
    StandBy,
    Start,
    TakeBack,
    TakeOver,
    Terminate,
    Undo,
    Unwatch,
    Vacant,
    Vote,
    who_may,
)
from judge.game import variant_commands as owns
from judge.game.clock import absences
from judge.game.decision import Asked, Decision, Reply, refuse
from judge.game.gm import deadlines, enter_orders, invitations, lifecycle, rollback, settings
from judge.game.model.apply import apply
from judge.game.model.events import ClosesEarly, Event, FinalSaid, GraceGiven, OrdersTaken, PressSent
from judge.game.model.game import GM, Game, is_gm, is_invited, is_observer, is_standby
from judge.game.orders import submit
from judge.game.outstanding import all_in, unfinished_powers
from judge.game.phases import gm_review
from judge.game.phases.adjudicate import may_run_early
from judge.game.phases.gm_review import end_phase
from judge.game.players import draw_votes, observers, press, seats, standbys
from judge.rules.ruleset import Ruleset

Past = Callable[[], Sequence[Event]]
ANYONE, PLAYER, MASTER = "anyone", "player", "gm"
LAST_LOOK = timedelta(minutes=30)
"""How long the last one to be late may still change his orders."""


class Way(NamedTuple):
    """How a command is handled: whether the game must be running, and what does the work. Who may give it, the table says."""

    running: bool
    handle: Callable[[Asked, Any], Decision]
    voice: bool = False
    """Whether the GM may give it, too, for a power that nobody plays."""


def decide(
    game: Game | None, command: Command, by: str, now: datetime, ruleset: Ruleset, secret: bytes = b"", past: Past = tuple
) -> Decision:
    """What a command comes to.

    Args:
        game: the game as it stands; None for CREATE only.
        command: one of `judge.commands`, of those that concern a game.
        by: the asker's seat key, `gm`, or '' for someone without a seat in this game.
        now: when our server took the letter.
        ruleset: the game's, with its house rules.
        secret: the game's seed, for START (who plays what) and, in games with dice, for all that may be thrown or opened.
        past: what gives all events of the game so far, for commands that put right what was published.

    Raises:
        KeyError: a command that does not concern a game (HELP, LIST, …).
        ValueError: a game with dice without its seed.
    """
    if isinstance(command, Create):
        return refuse("name-taken", game=command.game) if game else lifecycle.create(command, ruleset, secret)
    if game is None:
        raise KeyError(f"{type(command).__name__} without a game")
    who, way = _who(command, ruleset), WAYS[type(command)]
    asked = Asked(game, by, now, ruleset, secret, past=past)
    if is_standby(by):
        return _stands_by(command, asked)
    if is_observer(by) or is_invited(by):
        return observers.looks_on(command, asked) if is_observer(by) else observers.is_asked(command, asked)
    if is_gm(by) and by != GM:
        return _runs_too(command, asked, secret)
    return _not_theirs(who, command, asked) or _not_now(who, way, asked) or _settle(asked, way.handle(asked, command))


def _who(command: Command, ruleset: Ruleset) -> str:
    """Who may give a command; of one of the game's own, its folder says so."""
    declared = owns.declared(command, ruleset) if isinstance(command, Own) else None
    return declared.who if declared else ANYONE if isinstance(command, Own) else who_may(command)


def _runs_too(command: Command, asked: Asked, secret: bytes) -> Decision:
    """What somebody says who runs the game together with its GM: all that the GM may, in his own name."""
    if isinstance(command, Resign):
        return invitations.step_down(asked)
    decision = decide(asked.game, command, GM, asked.now, asked.ruleset, secret, asked.past)
    return replace(decision, events=tuple(replace(e, seat=asked.by) if isinstance(e, PressSent) else e for e in decision.events))


def _stands_by(command: Command, asked: Asked) -> Decision:
    """What a standby may say: orders for a power that he was called for, TAKEOVER, STANDBY, and RESIGN."""
    if isinstance(command, Resign):
        return standbys.leave(asked)
    if isinstance(command, Join) and asked.game.stage == "forming":
        return seats.join(asked, command)
    if isinstance(command, TakeOver | StandBy):
        return _not_now(ANYONE, WAYS[type(command)], asked) or WAYS[type(command)].handle(asked, command)
    seen = asked._replace(game=standbys.as_called(asked.game, asked.by))
    if not isinstance(command, OrderLines | Clear) or not seen.power:
        return refuse("standby-waits")
    decision = WAYS[type(command)].handle(seen, command)
    events = (standbys.reserved(event, asked.by) for event in decision.events if not isinstance(event, FinalSaid))
    return replace(decision, events=tuple(events))


def _not_theirs(who: str, command: Command, asked: Asked) -> Decision | None:
    if isinstance(command, Undo) and asked.power and asked.game.stage == "running" and asked.by != GM:
        standing = asked.game.standing.get(asked.voice)
        return refuse("undo-orders", word=command.line) if standing and standing.orders else refuse("nothing-to-clear")
    if who == MASTER and asked.by != GM:
        return refuse("gm-only", word=command.line if isinstance(command, Command) else "")
    if who == PLAYER and not asked.by:
        return refuse("no-seat")
    return None


def _not_now(who: str, way: Way, asked: Asked) -> Decision | None:
    if not way.running or asked.game.stage == "running":
        speaks = asked.voice if way.voice else asked.power
        if way.running and who == PLAYER and not speaks and way.handle not in BOTH:
            return refuse("gm-has-no-units")
        return None
    return refuse("not-begun" if asked.game.stage == "forming" else "is-over")


def _settle(asked: Asked, decision: Decision) -> Decision:
    """The decision, and the phase run at once if it made everyone final; soon, if it was the last that the phase waited for."""
    if not decision.events or decision.turns or asked.game.stage != "running":
        return decision
    game = asked.game
    for event in decision.events:
        game = apply(game, event)
    if game.stage != "running" or game.held:
        return decision
    if may_run_early(game, asked.ruleset):
        early = end_phase(game, asked.now, asked.ruleset, asked.secret)
        told = Reply("all-final", {"phase": game.board_now.phase.name, "held": not early.turns})
        return decision.then(Decision(replies=(told,))).then(early)
    return _hurried(asked, game, decision)


def _hurried(asked: Asked, game: Game, decision: Decision) -> Decision:
    """The decision, and the end of the phase set if it waits for nobody any more; or put off again, if it waits after all."""
    until = (asked.now + LAST_LOOK + timedelta(seconds=59)).replace(second=0, microsecond=0)
    phase = game.board_now.phase
    if game.early and not all_in(game, asked.ruleset):
        return decision.then(Decision((ClosesEarly(None),), (Reply("stays-open", {"phase": phase.name}),)))
    said = any(isinstance(event, OrdersTaken | FinalSaid) for event in decision.events)
    if said and not (game.early or game.grace or game.paused) and game.due and until < game.due and all_in(game, asked.ruleset):
        told = Reply("closes-early", {"until": until.isoformat(), "phase": phase.name})
        return decision.then(Decision((ClosesEarly(until),), (told,)))
    if game.grace and until < game.grace and not set(game.late) & set(unfinished_powers(game, asked.ruleset)):
        told = Reply("last-in", {"until": until.isoformat(), "phase": phase.name})
        return decision.then(Decision((GraceGiven(game.late, until),), (told,)))
    return decision


WAYS: dict[type, Way] = {
    Join: Way(False, seats.join),
    Resign: Way(False, seats.resign),
    OrderLines: Way(True, submit.orders, voice=True),
    Clear: Way(True, submit.clear, voice=True),
    Final: Way(True, submit.final, voice=True),
    Press: Way(False, press.press),
    Headline: Way(False, press.headline),
    TakeBack: Way(False, press.take_back),
    Propose: Way(True, draw_votes.propose),
    Vote: Way(True, draw_votes.vote),
    Start: Way(False, lifecycle.start),
    Process: Way(True, lifecycle.process),
    Preview: Way(True, gm_review.preview),
    Publish: Way(True, gm_review.publish),
    Hold: Way(True, gm_review.hold),
    OrderFor: Way(True, enter_orders.order_for),
    AcceptLate: Way(True, rollback.accept_late),
    Rollback: Way(False, rollback.rollback),
    Undo: Way(False, rollback.undo),
    Draw: Way(True, lifecycle.draw),
    Deadline: Way(False, deadlines.deadline),
    Extend: Way(True, deadlines.extend),
    Pause: Way(True, deadlines.pause),
    Resume: Way(True, deadlines.resume),
    Away: Way(False, absences.away),
    Setting: Way(False, settings.change),
    Observe: Way(False, observers.observe),
    Unwatch: Way(False, observers.unwatch),
    Invite: Way(False, invitations.invite),
    Eject: Way(False, invitations.eject),
    Promote: Way(False, invitations.promote),
    Terminate: Way(False, invitations.terminate),
    StandBy: Way(False, standbys.stand_by),
    Vacant: Way(True, standbys.vacant),
    TakeOver: Way(True, standbys.take_over),
    Die: Way(True, rollback.die),
    Own: Way(False, owns.own),
}
"""Every command that concerns one game."""
BOTH = frozenset({deadlines.extend, gm_review.preview})
"""Ways of players' commands that the GM, too, gives while the game is played."""
