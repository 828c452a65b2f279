"""Phases that wait for the GM before their report is sent: close them, show them to the GM alone, PUBLISH and HOLD."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.commands.gm_review import HoldReport, PublishReport
from judge.commands.queries import PreviewOrders
from judge.game.decision import CommandResult, Notification, Reply, TruthContext, accepted, refused
from judge.game.model.apply import apply_event
from judge.game.model.events import Event
from judge.game.model.game import CurrentOrders, Game
from judge.game.model.gm_events import PhaseHeld, ThrowsShown
from judge.game.model.serialization import write_turn
from judge.game.phases.process import process_due_phases
from judge.notation import Order
from judge.rules.ruleset import Ruleset
from judge.seat import GM


def close_phase(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """End a phase whose time is over: run it, or hold it and show it to a GM who reviews every report. Raises ValueError if the
    game has dice and its seed is not given.
    """
    after = game.settings.preview if game.settings.moderated else None
    if after is None or game.held:
        return process_due_phases(game, now, ruleset, secret)
    until = (now + timedelta(seconds=after + 59)).replace(second=0, microsecond=0) if after else None
    closed = PhaseHeld(until, now)
    events, facts = preview_for_gm(apply_event(game, closed), now, ruleset, secret)
    return CommandResult((closed, *events), (), (Notification(GM, "preview", facts),))


def preview_for_gm(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> tuple[tuple[Event, ...], dict[str, Any]]:
    """What the GM is shown of a phase that is run now, and the event of throws that the GM sees for the first time.

    Facts: `judged` and `before`, phases as JSON, as they come out and as they would have without what the GM changed since
    the phase was closed; `waits`; `until`.
    """
    seen = process_due_phases(game, now, ruleset, secret)
    throws = {subject: throw for turn in seen.turns for subject, throw in turn.outcome.throws.items() if subject not in game.throws}
    new = {subject: throw for subject, throw in throws.items() if game.shown.get(subject) != throw}
    closed = game.held.orders if game.held else None
    changed = game.entered or game.replaced
    was = process_due_phases(_as_closed(game, closed), now, ruleset, secret).turns if closed is not None and changed else ()
    facts = {
        "judged": [write_turn(turn) for turn in seen.turns], "before": [write_turn(turn) for turn in was[:1]],
        "waits": game.held is not None, "until": game.held.until.isoformat() if game.held and game.held.until else None,
        "phase": game.board_now.phase.name, "dice": any(turn.outcome.throws for turn in seen.turns),
    }  # fmt: skip
    return ((ThrowsShown(new),) if new else ()), facts


def gm_preview(asked: TruthContext, command: PreviewOrders) -> CommandResult:
    """PREVIEW from the GM: the report as it would be sent if the phase were run now; nobody else hears of it.

    While orders can still be changed no throw is shown that nobody has seen: a GM who knew it could choose, or help to choose, what
    is thrown for.
    """
    events, facts = preview_for_gm(asked.truth, asked.now, asked.ruleset, asked.secret)
    new = next((subject for event in events if isinstance(event, ThrowsShown) for subject in event.throws), "")
    if new and asked.truth.held is None:
        return refused("throw-needed", word=new)
    return accepted("preview", *events, **facts)


def publish_report(asked: TruthContext, command: PublishReport) -> CommandResult:
    """PUBLISH: send the report that is held to everyone."""
    if asked.truth.held is None:
        return refused("nothing-held", preview=asked.truth.settings.preview is not None, phase=asked.truth.board_now.phase.name)
    decision = process_due_phases(asked.truth, asked.now, asked.ruleset, asked.secret)
    return replace(decision, replies=(Reply("published", {"phase": asked.truth.board_now.phase.name}),))


def hold_report(asked: TruthContext, command: HoldReport) -> CommandResult:
    """HOLD: do not publish automatically a report that is held."""
    if asked.truth.held is None:
        return refused("nothing-held", preview=asked.truth.settings.preview is not None, phase=asked.truth.board_now.phase.name)
    events = (PhaseHeld(None, asked.now),)
    return accepted("held", *events, phase=asked.truth.board_now.phase.name)


def _as_closed(game: Game, orders: Mapping[str, tuple[Order, ...]]) -> Game:
    """Return the game as it was when its phase was closed: the orders of then, and the drawn throws in place of the GM's."""
    throws = {subject: throw for subject, throw in game.throws.items() if subject not in game.replaced}
    return replace(game, throws=throws, standing={power: CurrentOrders(1, some) for power, some in orders.items()})
