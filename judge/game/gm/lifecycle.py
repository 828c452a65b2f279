"""The GM's commands to create and start a game, process a phase, and declare a draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from judge.commands.corrections import Undo
from judge.commands.gm import CreateGame, DeclareDraw, ProcessPhase, StartGame
from judge.game.clock.dates import parse_duration
from judge.game.clock.deadline_spec import next_dates, parse_deadline_spec, parse_single_deadline
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.dice.throws import revealed_seed, seed_fingerprint
from judge.game.gm import positions
from judge.game.gm.settings import parse_setting, unread
from judge.game.gm.settings_facts import settings_facts
from judge.game.model.events import Began, Created, Ended, EndUndone, Event, StartSet
from judge.game.model.game import Game
from judge.game.model.game_settings import GameSettings
from judge.game.next_deadline import next_deadline
from judge.game.outstanding import powers_owing, powers_without_orders
from judge.game.phases.gm_review import close_phase
from judge.game.phases.start import begin_game
from judge.game.players.entry import open_invitations
from judge.game.players.house import house_waits
from judge.game.power_names import find_power
from judge.game.starting_position import powers_to_play
from judge.rules.ruleset import Ruleset
from judge.rules.variant import LEAST
from judge.seat import GM

LONGEST_AHEAD = 366
"""Days: how far ahead a game may be set to begin."""
_TIME = re.compile(r"\d[:.]\d\d|\d\s*[ap]\.?m\b|\bnoon\b", re.IGNORECASE)


def create_game(
    command: CreateGame, ruleset: Ruleset, secret: bytes, now: datetime, like: GameSettings | None = None
) -> CommandResult:
    """CREATE: make a game with the settings that could be read, on top of those of a game `like` it; the answer names the others.

    A game with dice publishes the fingerprint of its seed.
    """
    if not ruleset.by_mail:
        return refused("cases-only", word=ruleset.title)
    settings, problems = like or GameSettings(), []
    for line in command.settings:
        try:
            settings = parse_setting(settings, line, ruleset)
        except UnclearTime as unclear:
            problems.append(unread(settings, line, unclear, ruleset, forming=True))
    settings = replace(settings, deadlines={kind: clock.settled(now) for kind, clock in settings.deadlines.items()})
    event = Created(command.game, ruleset.key, ruleset.version, settings, seed_fingerprint(ruleset, secret))
    clocks = [line for line in command.settings if line.lower().startswith("deadline")] if settings.deadlines else []
    return accepted(
        "created", event, game=command.game, title=ruleset.title, seats=ruleset.seats, problems=problems, seal=event.seal,
        settings=settings_facts(settings), clocks=clocks, upcoming=next_dates(settings.clock("movement"), now),
    )  # fmt: skip


def start_game(asked: TruthContext, command: StartGame) -> CommandResult:
    """START: assign powers, set the first deadline and tell everyone."""
    game, ruleset = asked.truth, asked.ruleset
    if game.stage != "forming":
        return refused("has-begun")
    if command.at:
        return _set_start(asked, command)
    if ruleset.open and len(game.seats) < LEAST:
        return refused("too-few", least=LEAST)
    names = powers_to_play(game, ruleset)
    free = max(0, len(names) - len(game.seats))
    if free and not command.short:
        return refused("seats-free", free=free, seats=len(names), kept=open_invitations(game), enough=len(game.seats) >= LEAST)
    if free and len(game.seats) < LEAST:
        return refused("too-few", least=LEAST)
    named = {text: find_power(text, ruleset) for text in command.without}
    promised = {seat.promised for seat in game.seats}
    if wrong := [text for text, name in named.items() if not name or name in promised]:
        return refused("which-power", word=wrong[0])
    if len(set(named.values())) > free:
        return refused("without-many", free=free)
    begun = begin_game(game, asked.now, ruleset, asked.secret, frozenset(named.values()))
    vacant = [power for event in begun.events if isinstance(event, Began) for power in event.vacant.values()]
    return replace(begun, replies=(Reply("started", {"vacant": vacant, "listed": game.settings.listed}),))


def _set_start(asked: TruthContext, command: StartGame) -> CommandResult:
    """START and a date: the game begins by itself then. A day without a time is one of the game's clock."""
    game = asked.truth
    if command.at == "none":
        if not game.begins:
            return refused("no-start-date")
        none = {"begins": "", "short": False}
        told = Notification(Group.ALL, "news", {"what": "start-set", **none})
        return CommandResult((StartSet(None, at=asked.now),), (Reply("start-set", {**none, "free": 0}),), (told,))
    try:
        begins = _start_time(command.at, game, asked.now)
    except UnclearTime as unclear:
        return refused(
            "deadline", unclear=unclear.why, word=unclear.word, near=list(unclear.near), example="START Friday 12 March 20:00"
        )
    if begins > asked.now + timedelta(days=LONGEST_AHEAD):
        return refused("start-far", most=LONGEST_AHEAD)
    free = max(0, len(powers_to_play(game, asked.ruleset)) - len(game.seats))
    facts = {"begins": begins.isoformat(), "short": command.short}
    told = Notification(Group.ALL, "news", {"what": "start-set", **facts})
    event = StartSet(begins, command.short, asked.now)
    return CommandResult((event,), (Reply("start-set", {**facts, "free": free}),), (told,))


def _start_time(text: str, game: Game, now: datetime) -> datetime:
    """Return the instant that a date, a day of the week, or a span names, in the game's zone. Raises UnclearTime."""
    span = parse_duration(text)
    if span:
        return span.after(now, game.zone).replace(second=0, microsecond=0)
    clock = game.settings.clock("movement")
    if clock and clock.at and not _TIME.search(text):
        text = f"{text} {clock.at}"
    if when := parse_single_deadline(text, game.zone, now):
        return when
    spec = parse_deadline_spec(re.sub(r"^\s*(?:next|this|the)\s+", "", text, flags=re.IGNORECASE), game.zone)
    if not spec.days:
        raise UnclearTime("no-days", text)
    return spec.after(now)


def process_now(asked: TruthContext, command: ProcessPhase) -> CommandResult:
    """PROCESS: run the phase now. If the GM reviews reports, the report is held, and a second PROCESS publishes it.

    A phase that the GM names must be the running one, because the mail may have come after that phase was processed.
    """
    running = asked.truth.board_now.phase
    if command.phase and asked.ruleset.calendar.read(command.phase) != running:
        return refused("process-other", word=command.phase, phase=running.name)
    if house_waits(asked.truth):
        return refused("house-to-order", powers=[seat.power for seat in asked.truth.seats if seat.house])
    decision = close_phase(asked.truth, asked.now, asked.ruleset, asked.secret)
    owing = powers_owing(asked.truth, asked.ruleset)
    by_gm = asked.by == GM and asked.truth.settings.moderated  # nobody else can take a phase back
    may_undo = by_gm and not any(isinstance(event, Ended) for event in decision.events)
    silent = may_undo and bool(owing) and powers_without_orders(asked.truth, asked.ruleset) == owing
    reply = Reply("processed", {"phase": running.name, "held": not decision.turns, "silent": silent})
    return replace(decision, replies=(reply, *decision.replies))


def undo(asked: TruthContext, command: Undo) -> CommandResult:
    """UNDO: take back a draw that the GM declared, or the last correction."""
    game = asked.truth
    if game.stage != "finished" or not _was_declared(asked.past()):
        return positions.undo(asked, command)
    if game.seed:
        return refused("seed-open")
    going = replace(game, stage="running")
    due = next_deadline(going, going.board_now, asked.now, asked.ruleset)
    told = Notification(Group.ALL, "news", {"what": "goes-on", "reason": command.reason})
    return CommandResult((EndUndone(due, asked.now),), (Reply("goes-on", {}),), (told,))


def _was_declared(events: Sequence[Event]) -> bool:
    """Whether the last that happened was a draw that the GM declared."""
    return bool(events) and isinstance(events[-1], Ended) and events[-1].declared


def declare_draw(asked: TruthContext, command: DeclareDraw) -> CommandResult:
    """DRAW: end the game, shared by the powers named or by all that survive."""
    position = asked.truth.board_now
    alive = [power.name for power in asked.ruleset.powers if position.units_of(power.name) or position.centres(power.name)]
    named = [(text, find_power(text, asked.ruleset)) for text in command.powers]
    unknown = [text for text, name in named if name not in alive]
    if unknown:
        return refused("draw-whom", words=unknown, alive=alive)
    winners = tuple(name for name in alive if name in [name for _, name in named] or not named)
    ended = Ended("draw", winners, revealed_seed(asked.truth, asked.secret), declared=True)
    told = Notification(Group.ALL, "ended", {"how": "gm", "reason": command.reason})
    return CommandResult((ended,), (Reply("drawn", {}),), (told,))
