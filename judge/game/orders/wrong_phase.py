"""Orders that are not for the running phase, or come after it was closed: refused, kept for later, or kept as late orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.board import Phase
from judge.commands.orders import OrderLines
from judge.game.decision import CommandContext, CommandResult, Notification, Reply, refused
from judge.game.model.gm_events import OrdersLate
from judge.game.orders.future_phases import can_order_for, keep_orders
from judge.game.orders.heading import coming_phase, parse_heading
from judge.game.orders.order_account import account_of_lines
from judge.game.orders.phase_names import read_phase, resembles_phase
from judge.game.orders.unit_names import read_orders
from judge.game.power_names import find_power
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.seat import GM, Role

MOST_OFFERED = 12
"""Most lines of late orders that are offered for the running phase."""
MOST_KEPT = 30
"""Most lines of late orders that are kept."""


def under_heading(asked: CommandContext, command: OrderLines) -> tuple[OrderLines, CommandResult | None]:
    """The orders with the phase that their heading names, and the refusal (or None) of a heading that names another Power."""
    head = parse_heading(command.phase, asked.ruleset)
    others = [name for name in head.powers if name != asked.voice] if asked.by != GM else []
    another = refused("headed-for-other", power=others[0], phase=asked.game.board_now.phase.name) if others else None
    coming = coming_phase(head.phase, asked.ruleset, asked.game.board_now.phase) if head.phase else ""
    return replace(command, phase=coming or head.phase), another


def refuse_wrong_phase(asked: CommandContext, command: OrderLines) -> CommandResult | None:
    """Refuse or keep orders that name another phase than the running one; None if they are for the running phase."""
    game, phase = asked.game, command.phase
    running = game.board_now.phase
    if not phase or find_power(phase, asked.ruleset):
        return None
    named = read_phase(phase, asked.ruleset)
    if named is None and not resembles_phase(phase, asked.ruleset):
        return None
    if named is None:
        return refused("which-phase", word=phase, phase=running.name)
    if named.name == running.name or _is_its_season(asked, named, command):
        return None
    past = named.when < running.when
    if past and named.name == game.ran_phase and game.ran:
        return _too_late(asked, command)
    if past or not can_order_for(asked.ruleset, running, named):
        return refused("phase-past" if past else "phase-to-come", named=named.name, phase=running.name)
    if asked.role is Role.STANDBY or asked.by == GM:
        return refused("kept-for-players", named=named.name, phase=running.name, power=asked.power)
    return keep_orders(asked, named, command.lines)


def _is_its_season(asked: CommandContext, named: Phase, command: OrderLines) -> bool:
    """Whether a heading names only the season of the running retreats or adjustments, and orders for these follow. Whoever wrote
    before these began meant the moves: `A Rum - Ukr` may be either.
    """
    running = asked.game.board_now.phase
    if command.late or running.kind == "movement" or not running.name.startswith(f"{named.name} "):
        return False
    return any(isinstance(reading, ParsedOrder) for reading in read_orders(asked, command.lines))


def refuse_word_of_other_phase(asked: CommandContext, word: str, phase: str) -> CommandResult | None:
    """Refuse CLEAR or FINAL (`word`) that names another phase than the running one; None if it does not."""
    named, running = asked.ruleset.calendar.read(phase) if phase else None, asked.game.board_now.phase
    if named is None or named.name == running.name:
        return None
    return refused("said-before", word=word, named=named.name, phase=running.name)


def _too_late(asked: CommandContext, command: OrderLines) -> CommandResult:
    """Keep orders for the phase that was adjudicated last as late orders, and tell the GM."""
    game = asked.game
    facts = {
        "named": game.ran_phase, "phase": game.board_now.phase.name, "received": (command.received or asked.now).isoformat(),
        "ran": game.ran.isoformat() if game.ran else None, "due": game.ran_due.isoformat() if game.ran_due else None,
    }  # fmt: skip
    return _copied(asked, command, facts)


def refuse_after_closing(asked: CommandContext, command: OrderLines) -> CommandResult | None:
    """Keep orders for a phase that waits for the GM as late orders, and tell the GM. None where the phase is open."""
    game = asked.game
    if not game.waits_for_gm or asked.by == GM:
        return None
    readings = read_orders(asked, command.lines)
    if not any(isinstance(reading, ParsedOrder) for reading in readings):
        empty = ("ahead", "taken", "problems", "read")
        talk = {**{part: [] for part in empty}, "more": 0, "left": {}, "slips": {}, "replaces": 0}
        return (
            None
            if any(isinstance(reading, UnreadableText) for reading in readings)
            else CommandResult(replies=(Reply("orders", talk),), account=account_of_lines(asked, command.lines, readings))
        )
    phase = game.board_now.phase.name
    facts = {
        "named": phase, "phase": phase, "received": (command.received or asked.now).isoformat(), "ran": None,
        "due": game.due.isoformat() if game.due else None,
    }  # fmt: skip
    return _copied(asked, command, facts)


def refuse_after_adjustments(asked: CommandContext, command: OrderLines, readings: Sequence[Reading]) -> CommandResult | None:
    """Keep orders as late orders that only the adjustments just run could take: `build A Mos` in the spring after. None for others.
    """
    game = asked.game
    last = asked.ruleset.calendar.read(game.ran_phase) if game.ran and game.ran_phase else None
    if last is None or last.kind != "adjustments" or game.board_now.phase.kind != "movement" or asked.by == GM:
        return None
    codes = [reading.complaint.code for reading in readings if isinstance(reading, UnreadableText)]
    if not codes or set(codes) != {"not-now"} or any(isinstance(reading, ParsedOrder) for reading in readings):
        return None
    return _too_late(asked, command)


def _copied(asked: CommandContext, command: OrderLines, facts: Mapping[str, Any]) -> CommandResult:
    """Keep late orders under a number that the GM can name, and tell both sides."""
    lines, phase = command.lines[:MOST_KEPT], str(facts["named"])
    number = asked.game.too_late.count(phase) + 1
    standby = asked.role is Role.STANDBY
    kept = () if standby else (OrdersLate(asked.seat, phase, tuple(lines), command.letter),)
    told = {"what": "too-late", "power": asked.power, "lines": list(lines), "number": 0 if standby else number, **facts}
    meant, said = asked.ruleset.calendar.read(phase), [line.strip() for line in lines if line.strip()]
    offered = len(said) <= MOST_OFFERED and meant is not None and meant.kind == asked.game.board_now.phase.kind
    return CommandResult(kept, (Reply("too-late", {**facts, "lines": said if offered else []}),), (Notification(GM, "news", told),))


def refuse_if_closed(asked: CommandContext) -> CommandResult | None:
    """Refuse changes while the phase waits for the GM, and during the grace period by those who were in time; None if open."""
    game = asked.game
    if asked.by == GM:
        return None
    if game.waits_for_gm:
        return refused("phase-held", phase=game.board_now.phase.name)
    if not game.grace or not game.settings.closed or asked.power in game.late:
        return None
    return refused("grace-closed", late=list(game.late), until=game.grace.isoformat(), zone=game.zone)
