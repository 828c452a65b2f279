"""POSITION … END: the board that a game begins with, or a correction of the running board by hand; and UNDO."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.board import Position
from judge.commands.corrections import Undo
from judge.commands.positions import SetPosition
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, refused
from judge.game.gm import rollback
from judge.game.model.apply import apply_event, centre_counts, replay_events
from judge.game.model.events import PhaseRun
from judge.game.model.game import Game
from judge.game.model.gm_events import OpeningSet, Restored
from judge.game.next_deadline import next_deadline
from judge.game.position_text import PositionFault, position_changes, read_position_text
from judge.game.starting_position import forming_position


def set_position(asked: TruthContext, command: SetPosition) -> CommandResult:
    """POSITION … END: while the game forms, what it will begin with; later a correction, which is shown first."""
    game = asked.truth
    if game.stage == "finished":
        return refused("is-over")
    if game.held:
        return refused("held-now", phase=game.board_now.phase.name)
    try:
        return _opening(asked, command) if game.stage == "forming" else _correction(asked, command)
    except PositionFault as fault:
        return refused("position", fault=fault.why, text=fault.line, word=fault.word, near=list(fault.near))


def undo(asked: TruthContext, command: Undo) -> CommandResult:
    """UNDO: of a correction by hand, the board as it was; of any other, see `judge.game.gm.rollback`."""
    game = asked.truth
    events = asked.past() if game.undo >= 0 else ()
    made = events[game.undo] if game.undo >= 0 else None
    if not isinstance(made, Restored) or not made.by_hand:
        return rollback.undo(asked, command)
    then = replay_events(events[: game.undo])
    same = then.board_now.phase == game.board_now.phase
    due = game.due if same else next_deadline(then, then.board_now, asked.now, asked.ruleset)
    event = replace(_restored(asked, then.board_now, due, command.reason), history=then.history, undoes=True)
    return _done(asked, event, position_changes(game.board_now, then.board_now, asked.ruleset), undone=True)


def _opening(asked: TruthContext, command: SetPosition) -> CommandResult:
    """Set what the game begins with. Nothing of the usual start is left but what only this game knows."""
    ruleset, start = asked.ruleset, forming_position(asked.truth, asked.ruleset)
    if not any(" owns" in line or " cent" in line for line in command.text.lower().splitlines()):
        raise PositionFault("owners", command.line)
    empty = Position(start.phase, (), {}, facts=start.facts)
    found = read_position_text(command.phase, command.text, empty, ruleset)
    if not found.units and found.phase.kind == "movement":
        raise PositionFault("empty", command.line)
    facts = {"phase": found.phase.name, "board": unit_counts(found), "reason": command.reason}
    told = (Notification(Group.ALL, "news", {"what": "opening", **_visible(asked, facts)}),)
    return CommandResult((OpeningSet(found, command.reason),), (Reply("opening-set", facts),), told)


def _correction(asked: TruthContext, command: SetPosition) -> CommandResult:
    """Correct the running board. Orders that are still possible stay."""
    game, ruleset = asked.truth, asked.ruleset
    if not command.reason:
        return refused("position", fault="reason", text=command.line, word="", near=[])
    found = read_position_text(command.phase, command.text, game.board_now, ruleset)
    changes = position_changes(game.board_now, found, ruleset)
    if not changes:
        return refused("position", fault="same", text=command.line, word="", near=[])
    due = game.due if found.phase == game.board_now.phase else next_deadline(game, found, asked.now, ruleset)
    return _done(asked, _restored(asked, found, due, command.reason), changes)


def _done(asked: TruthContext, event: Restored, changes: list[dict[str, Any]], undone: bool = False) -> CommandResult:
    """Return a correction of the board with what it changes, for the GM's yes and for everybody."""
    game, after = asked.truth, apply_event(asked.truth, event)
    kept, orders = rollback.kept_orders(after, dict(game.standing), game.board_now.phase.name, asked.ruleset)
    facts = {
        "phase": after.board_now.phase.name, "reason": event.reason, "board": changes, "undone": undone, "ran": game.ran_phase,
        "revision": event.revisions.get(game.ran_phase, 0), "due": event.due and event.due.isoformat(),
        "was": game.due and game.due.isoformat(),
    }  # fmt: skip
    dry = {**facts, "game": game.name, "orders": orders, "next": facts["phase"], "finished": False, "zone": game.zone}
    told = Notification(Group.ALL, "news", {"what": "position", **_visible(asked, facts)})
    return CommandResult((event, *kept), (Reply("position-set", facts),), (told,), dry=None if undone else dry)


def _visible(asked: TruthContext, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what everybody may be told: where something is hidden, not what changed."""
    return {**facts, "board": None} if asked.ruleset.rules.hides_information(asked.ruleset) else dict(facts)


def _restored(asked: TruthContext, position: Position, due: datetime | None, reason: str) -> Restored:
    """Return the event that puts another board in the place of the running one, and changes nothing else."""
    game = asked.truth
    return Restored(
        phase=position.phase.name, reason=reason, position=position, standing={}, reserve=game.reserve, called=game.called,
        missed=game.missed, history=_history(game, position), turn=game.turn, ran=game.ran, ran_phase=game.ran_phase,
        ran_due=game.ran_due, late=(), entered=(), due=due, at=asked.now, later=game.later, struck=game.struck,
        revisions=_revisions(asked), by_hand=True,
    )  # fmt: skip


def _revisions(asked: TruthContext) -> dict[str, int]:
    """Phase → the highest revision given; the report that the board came from has one more now."""
    game = asked.truth
    ran = [event for event in asked.past() if isinstance(event, PhaseRun) and event.phase == game.ran_phase]
    if not ran:
        return dict(game.revisions)
    return {**game.revisions, game.ran_phase: max(game.revisions.get(game.ran_phase, 0), ran[-1].revision) + 1}


def _history(game: Game, position: Position) -> tuple[tuple[int, Mapping[str, int]], ...]:
    """Return the centres by year, the last of them as they are now."""
    if not game.history or position.owners == game.board_now.owners:
        return game.history
    return (*game.history[:-1], (game.history[-1][0], centre_counts(position)))


def unit_counts(position: Position) -> list[dict[str, Any]]:
    """Power → how many units and centres it begins with."""
    powers = dict.fromkeys((*position.owners.values(), *(unit.power for unit in position.units)))
    counted = [(each, len(position.units_of(each)), len(position.centres(each))) for each in powers if each]
    return [{"power": power, "units": units, "centres": centres} for power, units, centres in counted]
