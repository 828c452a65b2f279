"""The GM's commands to create and start a game, process a phase, and declare a draw."""

from __future__ import annotations

from dataclasses import replace

from judge.commands.gm import CreateGame, DeclareDraw, ProcessPhase, StartGame
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.dice.throws import revealed_seed, seed_fingerprint
from judge.game.gm.settings import parse_setting, settings_facts, unread
from judge.game.model.events import Began, Created, Ended
from judge.game.model.game import GameSettings
from judge.game.phases.gm_review import close_phase
from judge.game.players.power_assignment import assign_powers
from judge.game.power_names import find_power
from judge.game.starting_position import first_position, opening_notifications
from judge.rules.phases import begin_position as begun
from judge.rules.ruleset import Ruleset
from judge.rules.variant import LEAST


def create_game(command: CreateGame, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """CREATE: make a game with the settings that could be read; the answer names the others.

    A game with dice publishes the fingerprint of its seed.
    """
    if not ruleset.by_mail:
        return refused("cases-only", word=ruleset.title)
    settings, problems = GameSettings(), []
    for line in command.settings:
        try:
            settings = parse_setting(settings, line, ruleset)
        except UnclearTime as unclear:
            problems.append(unread(settings, line, unclear, ruleset, forming=True))
    event = Created(command.game, ruleset.key, ruleset.version, settings, seed_fingerprint(ruleset, secret))
    clocks = [line for line in command.settings if line.lower().startswith("deadline")] if settings.deadlines else []
    return accepted(
        "created", event, game=command.game, title=ruleset.title, seats=ruleset.seats, problems=problems, seal=event.seal,
        settings=settings_facts(settings), clocks=clocks,
    )  # fmt: skip


def start_game(asked: TruthContext, command: StartGame) -> CommandResult:
    """START: assign powers, set the first deadline and tell everyone."""
    game, ruleset = asked.truth, asked.ruleset
    if game.stage != "forming":
        return refused("has-begun")
    if ruleset.open and len(game.seats) < LEAST:
        return refused("too-few", least=LEAST)
    free = len(ruleset.powers) - len(game.seats)
    if free:
        return refused("seats-free", free=free, seats=ruleset.seats)
    powers = assign_powers(game.seats, [power.name for power in ruleset.powers], asked.secret)
    clock = game.settings.clock(ruleset.start.phase.kind)
    due = clock.after(asked.now) if clock else None
    position = begun(first_position(game, ruleset, asked.secret), ruleset)
    event = Began(powers, position, due, ruleset.calendar.eve, asked.now)
    return CommandResult((event,), (Reply("started", {}),), opening_notifications(game, powers, position, ruleset))


def process_now(asked: TruthContext, command: ProcessPhase) -> CommandResult:
    """PROCESS: run the phase now. If the GM reviews reports, the report is held, and a second PROCESS publishes it.

    A phase that the GM names must be the running one, because the mail may have come after that phase was processed.
    """
    running = asked.truth.board_now.phase
    if command.phase and asked.ruleset.calendar.read(command.phase) != running:
        return refused("process-other", word=command.phase, phase=running.name)
    decision = close_phase(asked.truth, asked.now, asked.ruleset, asked.secret)
    reply = Reply("processed", {"phase": asked.truth.board_now.phase.name, "held": not decision.turns})
    return replace(decision, replies=(reply, *decision.replies))


def declare_draw(asked: TruthContext, command: DeclareDraw) -> CommandResult:
    """DRAW: end the game, shared by the powers named or by all that survive."""
    position = asked.truth.board_now
    alive = [power.name for power in asked.ruleset.powers if position.units_of(power.name) or position.centres(power.name)]
    named = [(text, find_power(text, asked.ruleset)) for text in command.powers]
    unknown = [text for text, name in named if name not in alive]
    if unknown:
        return refused("draw-whom", words=unknown, alive=alive)
    winners = tuple(name for name in alive if name in [name for _, name in named] or not named)
    ended = Ended("draw", winners, revealed_seed(asked.truth, asked.secret))
    told = Notification(Group.ALL, "ended", {"how": "gm", "reason": command.reason})
    return CommandResult((ended,), (Reply("drawn", {}),), (told,))
