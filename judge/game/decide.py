"""The one door to a game: what a command from a seat does to it, here and now. Pure: the time and the rules are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from judge.commands import (
    AcceptLate,
    ChangeSetting,
    ClearOrders,
    Command,
    CreateGame,
    DeclareAbsence,
    DeclareDraw,
    DeclareVacant,
    Eject,
    ExtendDeadline,
    Headline,
    HoldReport,
    Invite,
    Join,
    MarkFinal,
    Observe,
    OrderForPower,
    OrderLines,
    PauseGame,
    Press,
    PreviewOrders,
    ProcessPhase,
    Promote,
    ProposeEnd,
    PublishReport,
    Resign,
    ResumeGame,
    Rollback,
    SetDeadline,
    StandBy,
    StartGame,
    StateThrow,
    StopObserving,
    TakeOver,
    Terminate,
    Undo,
    VariantCommand,
    Vote,
    WithdrawPress,
    role_needed,
)
from judge.game import variant_commands as owns
from judge.game.clock import absences
from judge.game.decision import CommandContext, CommandResult, Reply, refused
from judge.game.gm import deadlines, enter_orders, invitations, lifecycle, rollback, settings
from judge.game.model.apply import apply_event
from judge.game.model.events import ClosesEarly, Event, FinalSaid, GraceGiven, OrdersTaken, PressSent
from judge.game.model.game import GM, Game, is_gm, is_invitee, is_observer, is_standby
from judge.game.orders import submit
from judge.game.outstanding import all_orders_in, powers_incomplete
from judge.game.phases import gm_review
from judge.game.phases.adjudicate import can_run_early
from judge.game.phases.gm_review import close_phase
from judge.game.players import draw_votes, observers, press, seats, standbys
from judge.rules.ruleset import Ruleset

Past = Callable[[], Sequence[Event]]
ANYONE, PLAYER, MASTER = "anyone", "player", "gm"
LAST_LOOK = timedelta(minutes=30)
"""How long the last one to be late may still change his orders."""


class HandlerSpec(NamedTuple):
    """How a command is handled: whether the game must be running, and what does the work. Who may give it, the table says."""

    running: bool
    handle: Callable[[CommandContext, Any], CommandResult]
    voice: bool = False
    """Whether the GM may give it, too, for a power that nobody plays."""


def decide(
    game: Game | None, command: Command, by: str, now: datetime, ruleset: Ruleset, secret: bytes = b"", past: Past = tuple
) -> CommandResult:
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
    if isinstance(command, CreateGame):
        return refused("name-taken", game=command.game) if game else lifecycle.create_game(command, ruleset, secret)
    if game is None:
        raise KeyError(f"{type(command).__name__} without a game")
    who, way = _who(command, ruleset), WAYS[type(command)]
    asked = CommandContext(game, by, now, ruleset, secret, past=past)
    if is_standby(by):
        return _stands_by(command, asked)
    if is_observer(by) or is_invitee(by):
        return observers.decide_for_observer(command, asked) if is_observer(by) else observers.decide_for_invitee(command, asked)
    if is_gm(by) and by != GM:
        return _runs_too(command, asked, secret)
    return _not_theirs(who, command, asked) or _not_now(who, way, asked) or _settle(asked, way.handle(asked, command))


def _who(command: Command, ruleset: Ruleset) -> str:
    """Who may give a command; of one of the game's own, its folder says so."""
    declared = owns.find_variant_command(command, ruleset) if isinstance(command, VariantCommand) else None
    return declared.who if declared else ANYONE if isinstance(command, VariantCommand) else role_needed(command)


def _runs_too(command: Command, asked: CommandContext, secret: bytes) -> CommandResult:
    """What somebody says who runs the game together with its GM: all that the GM may, in his own name."""
    if isinstance(command, Resign):
        return invitations.resign_as_gm(asked)
    decision = decide(asked.game, command, GM, asked.now, asked.ruleset, secret, asked.past)
    return replace(decision, events=tuple(replace(e, seat=asked.by) if isinstance(e, PressSent) else e for e in decision.events))


def _stands_by(command: Command, asked: CommandContext) -> CommandResult:
    """What a standby may say: orders for a power that he was called for, TAKEOVER, STANDBY, and RESIGN."""
    if isinstance(command, Resign):
        return standbys.leave_standbys(asked)
    if isinstance(command, Join) and asked.game.stage == "forming":
        return seats.join(asked, command)
    if isinstance(command, TakeOver | StandBy):
        return _not_now(ANYONE, WAYS[type(command)], asked) or WAYS[type(command)].handle(asked, command)
    seen = asked._replace(game=standbys.standby_view(asked.game, asked.by))
    if not isinstance(command, OrderLines | ClearOrders) or not seen.power:
        return refused("standby-waits")
    decision = WAYS[type(command)].handle(seen, command)
    events = (standbys.standby_orders(event, asked.by) for event in decision.events if not isinstance(event, FinalSaid))
    return replace(decision, events=tuple(events))


def _not_theirs(who: str, command: Command, asked: CommandContext) -> CommandResult | None:
    if isinstance(command, Undo) and asked.power and asked.game.stage == "running" and asked.by != GM:
        standing = asked.game.standing.get(asked.voice)
        return refused("undo-orders", word=command.line) if standing and standing.orders else refused("nothing-to-clear")
    if who == MASTER and asked.by != GM:
        return refused("gm-only", word=command.line if isinstance(command, Command) else "")
    if who == PLAYER and not asked.by:
        return refused("no-seat")
    return None


def _not_now(who: str, way: HandlerSpec, asked: CommandContext) -> CommandResult | None:
    if not way.running or asked.game.stage == "running":
        speaks = asked.voice if way.voice else asked.power
        if way.running and who == PLAYER and not speaks and way.handle not in BOTH:
            return refused("gm-has-no-units")
        return None
    return refused("not-begun" if asked.game.stage == "forming" else "is-over")


def _settle(asked: CommandContext, decision: CommandResult) -> CommandResult:
    """The decision, and the phase run at once if it made everyone final; soon, if it was the last that the phase waited for."""
    if not decision.events or decision.turns or asked.game.stage != "running":
        return decision
    game = asked.game
    for event in decision.events:
        game = apply_event(game, event)
    if game.stage != "running" or game.held:
        return decision
    if can_run_early(game, asked.ruleset):
        early = close_phase(game, asked.now, asked.ruleset, asked.secret)
        told = Reply("all-final", {"phase": game.board_now.phase.name, "held": not early.turns})
        return decision.then(CommandResult(replies=(told,))).then(early)
    return _hurried(asked, game, decision)


def _hurried(asked: CommandContext, game: Game, decision: CommandResult) -> CommandResult:
    """The decision, and the end of the phase set if it waits for nobody any more; or put off again, if it waits after all."""
    until = (asked.now + LAST_LOOK + timedelta(seconds=59)).replace(second=0, microsecond=0)
    phase = game.board_now.phase
    if game.early and not all_orders_in(game, asked.ruleset):
        return decision.then(CommandResult((ClosesEarly(None),), (Reply("stays-open", {"phase": phase.name}),)))
    said = any(isinstance(event, OrdersTaken | FinalSaid) for event in decision.events)
    if (
        said
        and not (game.early or game.grace or game.paused)
        and game.due
        and until < game.due
        and all_orders_in(game, asked.ruleset)
    ):
        told = Reply("closes-early", {"until": until.isoformat(), "phase": phase.name})
        return decision.then(CommandResult((ClosesEarly(until),), (told,)))
    if game.grace and until < game.grace and not set(game.late) & set(powers_incomplete(game, asked.ruleset)):
        told = Reply("last-in", {"until": until.isoformat(), "phase": phase.name})
        return decision.then(CommandResult((GraceGiven(game.late, until),), (told,)))
    return decision


WAYS: dict[type, HandlerSpec] = {
    Join: HandlerSpec(False, seats.join),
    Resign: HandlerSpec(False, seats.resign),
    OrderLines: HandlerSpec(True, submit.submit_orders, voice=True),
    ClearOrders: HandlerSpec(True, submit.clear_orders, voice=True),
    MarkFinal: HandlerSpec(True, submit.set_final, voice=True),
    Press: HandlerSpec(False, press.press),
    Headline: HandlerSpec(False, press.headline),
    WithdrawPress: HandlerSpec(False, press.withdraw_press),
    ProposeEnd: HandlerSpec(True, draw_votes.propose),
    Vote: HandlerSpec(True, draw_votes.vote),
    StartGame: HandlerSpec(False, lifecycle.start_game),
    ProcessPhase: HandlerSpec(True, lifecycle.process_now),
    PreviewOrders: HandlerSpec(True, gm_review.gm_preview),
    PublishReport: HandlerSpec(True, gm_review.publish_report),
    HoldReport: HandlerSpec(True, gm_review.hold_report),
    OrderForPower: HandlerSpec(True, enter_orders.enter_orders),
    AcceptLate: HandlerSpec(True, rollback.accept_late),
    Rollback: HandlerSpec(False, rollback.rollback),
    Undo: HandlerSpec(False, rollback.undo),
    DeclareDraw: HandlerSpec(True, lifecycle.declare_draw),
    SetDeadline: HandlerSpec(False, deadlines.set_deadline),
    ExtendDeadline: HandlerSpec(True, deadlines.extend_deadline),
    PauseGame: HandlerSpec(True, deadlines.pause),
    ResumeGame: HandlerSpec(True, deadlines.resume),
    DeclareAbsence: HandlerSpec(False, absences.note_absence),
    ChangeSetting: HandlerSpec(False, settings.change_setting),
    Observe: HandlerSpec(False, observers.observe),
    StopObserving: HandlerSpec(False, observers.stop_observing),
    Invite: HandlerSpec(False, invitations.invite),
    Eject: HandlerSpec(False, invitations.eject),
    Promote: HandlerSpec(False, invitations.promote),
    Terminate: HandlerSpec(False, invitations.terminate),
    StandBy: HandlerSpec(False, standbys.join_standbys),
    DeclareVacant: HandlerSpec(True, standbys.declare_vacant),
    TakeOver: HandlerSpec(True, standbys.take_over),
    StateThrow: HandlerSpec(True, rollback.correct_throw),
    VariantCommand: HandlerSpec(False, owns.obey_variant_command),
}
"""Every command that concerns one game."""
BOTH = frozenset({deadlines.extend_deadline, gm_review.gm_preview})
"""Ways of players' commands that the GM, too, gives while the game is played."""
