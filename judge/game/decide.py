"""Decide what a command from a seat does to a game. Nothing else changes a game. Pure: the time and the rules are arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, NamedTuple

from judge.commands import KNOWN, Command, CommandSpec, VariantCommand, parse
from judge.commands.corrections import Rollback, Undo
from judge.commands.deadlines import ChangeSetting, DeclareAbsence, ExtendDeadline, PauseGame, ResumeGame, SetDeadline
from judge.commands.dice import AddLuck, StateThrow
from judge.commands.gm import CreateGame, DeclareDraw, ProcessPhase, StartGame
from judge.commands.gm_review import AcceptLate, HoldReport, OrderForPower, PublishReport
from judge.commands.joining import Join, Resign
from judge.commands.observers import Observe, StopObserving
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.commands.people_in_game import Admit, Eject, Invite, Promote, Terminate
from judge.commands.positions import ImportGame, SetPosition
from judge.commands.press import Headline, Press, WithdrawPress
from judge.commands.queries import PreviewOrders
from judge.commands.standbys import DeclareVacant, StandBy, TakeOver
from judge.commands.succession import AcceptHandover, DeclineHandover, HandOver
from judge.commands.table import row_for_command
from judge.commands.voting import ProposeEnd, Vote, WishDraw
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, TruthContext, open_context, refused
from judge.game.gm import deadlines, enter_orders, importing, invitations, lifecycle, positions, rollback, settings, succession
from judge.game.gm.settings_table import is_fixed_once_begun
from judge.game.model.apply import apply_event
from judge.game.model.events import BallotClosed, ClosesEarly, Event, FinalSaid, GraceGiven, OrdersTaken, PressSent
from judge.game.model.game import Game
from judge.game.model.seat_events import GMChanged
from judge.game.orders import clear_and_final, submit, withdrawn_orders
from judge.game.outstanding import all_orders_in, powers_incomplete
from judge.game.phases import gm_review
from judge.game.phases.adjudicate import can_run_early
from judge.game.phases.gm_review import close_phase
from judge.game.phases.scheduled import run_next_scheduled
from judge.game.players import absences, draw_votes, gm_votes, luck, observers, press, seats, standbys
from judge.game.players.house import Thinks, house_waits, runs_at_once
from judge.game.players.statements import with_call
from judge.game.practice import alone
from judge.game.variant_commands import obey_variant_command, row_in_game
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Role, Seat

Past = Callable[[], Sequence[Event]]
PLAYER = "player"
LAST_LOOK = timedelta(minutes=30)
"""How long the last player who was late may still change their orders."""


Handler = Callable[[TruthContext, Any], CommandResult]
"""A function that carries a command out. Most take a `CommandContext`, what the asker knows; one that needs the game itself takes a
`TruthContext`.
"""


class Handlers(NamedTuple):
    """The handlers of a command, by the kind of seat that gives it; None: such a seat may not give it."""

    usual: Handler
    """For a player, the GM, or somebody without a seat."""
    standby: Handler | None = None
    observer: Handler | None = None
    invitee: Handler | None = None
    second_gm: Handler | None = None
    """For a second GM, if the command does something else than for the GM."""
    player: Handler | None = None
    """For a player of a running game, if the command is the GM's."""


def decide(
    game: Game | None, command: Command, by: Seat | None, now: datetime, ruleset: Ruleset, secret: bytes = b"", past: Past = tuple
) -> CommandResult:
    """What a command comes to.

    Args:
        game: the game as it stands; None for CREATE only.
        command: one of `judge.commands`, of those that concern a game.
        by: the asker's seat; None for someone without one in this game.
        now: when our server took the letter.
        ruleset: the game's, with its house rules.
        secret: the game's seed, for START (who plays what) and, in games with dice, for all throws and the opening.
        past: what gives all events of the game so far, for commands that put right what was published.

    Raises:
        KeyError: a command that does not concern a game (HELP, LIST, …).
        ValueError: a game with dice without its seed.
    """
    found = _decide(game, command, by, now, ruleset, secret, past)
    about_gm = game and game.ballot and game.ballot.what in gm_votes.OF_GM
    answered = found.events and not any(isinstance(event, BallotClosed | GMChanged) for event in found.events)
    if game and about_gm and by == GM and answered:
        return found.then(gm_votes.gm_answers(game))
    return _with_motion(game, found, now, ruleset, secret, past) if game else found


def run_due(
    game: Game, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes = b"", house: Thinks | None = None
) -> CommandResult | None:
    """Carry out `now` the next thing that was due at `at` or before (`judge.game.phases.scheduled`); None if nothing was."""
    found = run_next_scheduled(game, at, now, ruleset, secret, house)
    return found and _with_motion(game, found, now, ruleset, secret, tuple)


def _with_motion(game: Game, found: CommandResult, now: datetime, ruleset: Ruleset, secret: bytes, past: Past) -> CommandResult:
    """Return what was decided, and with it what the players have voted for, if that is a line of a GM's; of the end of a game also
    until when statements are taken.
    """
    passed = BallotClosed(True) in found.events
    line = _motion(game.ballot.text) if passed and game.ballot and game.ballot.what in draw_votes.LINES else None
    if line is None:
        return with_call(game, found, now)
    done = _decide(reduce(apply_event, found.events, game), line, GM, now, ruleset, secret, past)
    told = tuple(tell._replace(facts={**tell.facts, "voted": True}) for tell in done.notices)
    if not done.events:
        void = {"what": "vote-void", "text": line.line}
        told = (Notification(Group.ALL, "news", void),)
    return with_call(game, found.then(replace(done, replies=(), notices=told)), now)


def _motion(text: str) -> Command | None:
    """Return the command that a proposed line stands for; None if it is none that can be voted on."""
    found = parse(text)
    if len(found) != 1 or not isinstance(found[0], VOTED):
        return None
    return replace(found[0], agreed=True) if isinstance(found[0], ChangeSetting) else found[0]


def _without_gm(game: Game) -> bool:
    """Whether players vote on what a GM would decide."""
    return not game.settings.moderated and game.stage == "running"


def _propose(asked: TruthContext, command: ProposeEnd) -> CommandResult:
    """PROPOSE: what is a line of a GM's is tried first, so that nobody votes on what cannot be done."""
    if command.what != "line":
        return draw_votes.propose(asked, command)
    line = _motion(command.text)
    if line is None:
        return refused("propose-what", word=command.text)
    rule = isinstance(line, ChangeSetting) and is_fixed_once_begun(line.word, asked.ruleset)
    if not rule and not _without_gm(asked.truth):
        return refused("propose-needless", word=command.text, gm=asked.by == GM)
    trial = _decide(asked.truth, line, GM, asked.now, asked.ruleset, asked.secret, asked.past)
    return draw_votes.propose_line(asked, command, rule) if trial.events else replace(trial, notices=())


def _decide(
    game: Game | None, command: Command, by: Seat | None, now: datetime, ruleset: Ruleset, secret: bytes, past: Past
) -> CommandResult:
    if isinstance(command, CreateGame):
        return refused("name-taken", game=command.game) if game else lifecycle.create_game(command, ruleset, secret, now)
    if game is None:
        raise KeyError(f"{type(command).__name__} without a game")
    row, handlers = row_in_game(command, ruleset), HANDLERS[type(command)]
    asked = open_context(game, by, now, ruleset, secret, past)
    if asked.role is Role.STANDBY:
        return _stands_by(row, handlers.standby, command, asked)
    if asked.role is Role.OBSERVER:
        return handlers.observer(asked, command) if handlers.observer else refused("observer-watches")
    if asked.role is Role.INVITED:
        return _not_in_yet(handlers, command, asked)
    if asked.role is Role.GM and by != GM:
        return handlers.second_gm(asked, command) if handlers.second_gm else _runs_too(command, asked, secret)
    if game.settings.practice and (decision := alone(asked, row, command)):
        return decision
    return _settled(row, handlers, command, asked)


def _settled(row: CommandSpec, handlers: Handlers, command: Command, asked: TruthContext) -> CommandResult:
    """Return what comes of a command from a player, the GM, or somebody without a seat."""
    if isinstance(command, ExtendDeadline) and asked.power and _without_gm(asked.truth):
        command = ProposeEnd(command.line, "line", text=f"EXTEND {command.spec}")
        row, handlers = row_in_game(command, asked.ruleset), HANDLERS[ProposeEnd]
    other = enter_orders.orders_without_reason(asked, command) or _not_theirs(row, handlers, command, asked)
    other = other or _not_now(row, command, asked)
    return other or _settle(asked, handlers.usual(asked, command))


def _runs_too(command: Command, asked: TruthContext, secret: bytes) -> CommandResult:
    """Return the handler of a command from a second GM, who may do all that the GM may, in their own name."""
    if isinstance(command, Eject) and command.seat == GM:
        return gm_votes.claim(asked)
    decision = _decide(asked.truth, command, GM, asked.now, asked.ruleset, secret, asked.past)
    return replace(decision, events=tuple(replace(e, seat=asked.seat) if isinstance(e, PressSent) else e for e in decision.events))


def _not_in_yet(handlers: Handlers, command: Command, asked: TruthContext) -> CommandResult:
    """Return what comes of a command from somebody who was asked to play or to be the GM, or who has asked to play."""
    if asked.truth.heir == asked.by:
        return _asked_to_run(command, asked)
    leaves = isinstance(command, Resign | StopObserving)
    if asked.by in asked.truth.applicants and not leaves:
        return refused("applied-already", game=asked.game.name)
    return handlers.invitee(asked, command) if handlers.invitee else refused("invited-only", game=asked.game.name)


def _asked_to_run(command: Command, asked: TruthContext) -> CommandResult:
    """What somebody may do whom the GM has asked to be the GM and who has no other place in the game."""
    if isinstance(command, AcceptHandover):
        return succession.accept_handover(asked, command)
    if isinstance(command, DeclineHandover | Resign | StopObserving):
        return succession.decline_handover(asked, DeclineHandover(command.line))
    return refused("handover-open")


def _stands_by(row: CommandSpec, handler: Handler | None, command: Command, asked: TruthContext) -> CommandResult:
    """Return the handler of a command from a standby, who gives a player's command for a Power that they were called for."""
    if handler is None:
        return standbys.waits(asked)
    return (None if row.who == PLAYER else _not_now(row, command, asked)) or handler(asked, command)


def _not_theirs(row: CommandSpec, handlers: Handlers, command: Command, asked: TruthContext) -> CommandResult | None:
    if row.who == "gm" and asked.by != GM and asked.power and _without_gm(asked.truth):
        return refused("no-gm", word=command.line)
    if row.who == "gm" and asked.by != GM:
        plays = asked.power and asked.game.stage == "running"
        return handlers.player(asked, command) if handlers.player and plays else refused("gm-only", word=command.line)
    if row.who == PLAYER and not asked.by:
        return refused("no-seat")
    return None


def _not_now(row: CommandSpec, command: Command, asked: CommandContext) -> CommandResult | None:
    stage = asked.game.stage
    if row.when == "any":
        return None
    if stage == "finished":
        return refused("is-over")
    if row.when not in (stage, "both"):
        written = row if isinstance(command, VariantCommand) else row_for_command(command, KNOWN) or row
        return refused("not-begun") if stage == "forming" else refused("before-start", word=written.word)
    speaks = asked.voice if row.gm == "mastered" else asked.power
    if stage == "running" and row.who == PLAYER and not speaks and row.gm != "too":
        return refused("gm-has-no-units")
    return None


def _settle(asked: TruthContext, decision: CommandResult) -> CommandResult:
    """Return the decision. If it made everyone final, the phase is run at once; if it completed the late orders, soon."""
    if not decision.events or decision.turns or asked.truth.stage != "running":
        return decision
    game = asked.truth
    for event in decision.events:
        game = apply_event(game, event)
    if game.stage != "running" or game.held or house_waits(game):  # the phase is run when house players have ordered, too
        return decision
    if runs_at_once(game, asked.ruleset, decision):
        early = close_phase(game, asked.now, asked.ruleset, asked.secret)
        final = any(isinstance(event, FinalSaid) for event in decision.events)
        told = Reply("runs-at-once", {"phase": game.board_now.phase.name, "final": final, "lesson": bool(game.lesson)})
        return decision.then(CommandResult(replies=(told,))).then(early)
    if can_run_early(game, asked.ruleset):
        early = close_phase(game, asked.now, asked.ruleset, asked.secret)
        told = Reply("all-final", {"phase": game.board_now.phase.name, "held": not early.turns})
        return decision.then(CommandResult(replies=(told,))).then(early)
    return _hurried(asked, game, decision)


def _hurried(asked: TruthContext, game: Game, decision: CommandResult) -> CommandResult:
    """Return the decision, and bring the end of the phase forward if the phase waits for nobody any more, or put it back if it
    waits again. It waits for who was asked about an order, too: another than the one that stands may be meant.
    """
    until = (asked.now + LAST_LOOK + timedelta(seconds=59)).replace(second=0, microsecond=0)
    phase, complete = game.board_now.phase, all_orders_in(game, asked.ruleset) and not any(game.questions.values())
    if game.early and not complete:
        return decision.then(CommandResult((ClosesEarly(None),), (Reply("stays-open", {"phase": phase.name}),)))
    said = any(isinstance(event, OrdersTaken | FinalSaid) for event in decision.events)
    if (
        said
        and not (game.early or game.grace or game.paused)
        and game.due
        and until < game.due
        and complete
    ):
        told = Reply("closes-early", {"until": until.isoformat(), "phase": phase.name})
        return decision.then(CommandResult((ClosesEarly(until),), (told,)))
    if game.grace and until < game.grace and not set(game.late) & set(powers_incomplete(game, asked.ruleset)):
        told = Reply("last-in", {"until": until.isoformat(), "phase": phase.name})
        return decision.then(CommandResult((GraceGiven(game.late, until),), (told,)))
    return decision


VOTED = (ChangeSetting, SetDeadline, ExtendDeadline, PauseGame, ResumeGame, ProcessPhase, DeclareVacant, Terminate)
"""A GM's commands that players may propose: a rule that people joined for; in a game without a GM, all of these."""

HANDLERS: Mapping[type[Command], Handlers] = {
    Join: Handlers(seats.join, standbys.join_before_start, seats.join, observers.join_as_promised),
    Resign: Handlers(succession.resign, standbys.leave_standbys, observers.leave, observers.decline, succession.resign_as_second),
    OrderLines: Handlers(submit.submit_orders, standbys.for_power_called_for(submit.submit_orders)),
    ClearOrders: Handlers(clear_and_final.clear_orders, standbys.for_power_called_for(clear_and_final.clear_orders)),
    MarkFinal: Handlers(clear_and_final.set_final),
    Press: Handlers(press.press, observer=observers.write_press),
    Headline: Handlers(press.headline),
    WithdrawPress: Handlers(press.withdraw_press, observer=press.withdraw_press),
    ProposeEnd: Handlers(_propose),
    Vote: Handlers(draw_votes.vote),
    WishDraw: Handlers(draw_votes.wish_draw),
    StartGame: Handlers(lifecycle.start_game),
    ProcessPhase: Handlers(lifecycle.process_now),
    PreviewOrders: Handlers(gm_review.gm_preview),
    PublishReport: Handlers(gm_review.publish_report),
    HoldReport: Handlers(gm_review.hold_report),
    OrderForPower: Handlers(enter_orders.enter_orders),
    AcceptLate: Handlers(rollback.accept_late),
    Rollback: Handlers(rollback.rollback),
    Undo: Handlers(lifecycle.undo, player=withdrawn_orders.refuse_undo),
    DeclareDraw: Handlers(lifecycle.declare_draw),
    SetDeadline: Handlers(deadlines.set_deadline),
    ExtendDeadline: Handlers(deadlines.extend_deadline),
    PauseGame: Handlers(deadlines.pause),
    ResumeGame: Handlers(deadlines.resume),
    DeclareAbsence: Handlers(absences.note_absence),
    ChangeSetting: Handlers(settings.change_setting),
    Observe: Handlers(observers.observe, observer=observers.observe, invitee=observers.observe_instead),
    StopObserving: Handlers(observers.stop_observing, observer=observers.leave, invitee=observers.decline),
    Invite: Handlers(invitations.invite),
    Eject: Handlers(invitations.eject),
    Promote: Handlers(invitations.promote),
    HandOver: Handlers(succession.hand_over, second_gm=succession.not_first_gm),
    AcceptHandover: Handlers(*[succession.accept_handover] * 5),
    DeclineHandover: Handlers(*[succession.decline_handover] * 5),
    Admit: Handlers(seats.admit),
    Terminate: Handlers(invitations.terminate),
    StandBy: Handlers(standbys.join_standbys, standbys.join_standbys, observers.stand_by_instead, observers.stand_by_instead),
    DeclareVacant: Handlers(standbys.declare_vacant),
    TakeOver: Handlers(standbys.take_over, standbys.take_over),
    SetPosition: Handlers(positions.set_position),
    ImportGame: Handlers(importing.import_game),
    AddLuck: Handlers(luck.add_luck),
    StateThrow: Handlers(rollback.correct_throw),
    VariantCommand: Handlers(obey_variant_command),
}
"""A command's type → its handlers. Who may give it and when stands in its row."""
