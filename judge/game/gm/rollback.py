"""Correct published phases: adjudicate a phase again with changes, reopen a phase, and UNDO.

Nothing is deleted: withdrawn phases keep their events and reports. Throws, seats, votes, absences and press stay as they
are. What a correction would change is shown first (`CommandResult.dry`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any

from judge.commands.corrections import Rollback, Undo
from judge.commands.dice import StateThrow
from judge.commands.gm_review import AcceptLate, OrderForPower
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, refused, together
from judge.game.gm.enter_orders import enter_orders, find_late, gm_orders_decision, judge_late_orders, no_such_late
from judge.game.gm.judged_events import JudgedEvent, find_judged, judged_events
from judge.game.gm.quiet import Quiet, as_reported, present_kept, quiet_correction, quiet_letters
from judge.game.gm.restoring import added_records, records_of, restored, restored_before, used_revisions
from judge.game.model.apply import apply_event, replay_events
from judge.game.model.events import BallotClosed, Ended, Event, OrdersKept, OrdersTaken, PhaseRun
from judge.game.model.game import CurrentOrders, Game
from judge.game.model.gm_events import Restored, ThrowReplaced
from judge.game.model.serialization import write_turn
from judge.game.next_deadline import next_deadline
from judge.game.orders.accept import NOBODYS
from judge.game.phases.adjudicate import public_ballot
from judge.game.phases.process import process_due_phases
from judge.game.variant_commands import find_throw_subject, state_throw
from judge.rules import why_refused
from judge.rules.reasons import NotAllowed
from judge.rules.ruleset import Ruleset

Change = AcceptLate | OrderForPower | StateThrow
TOLD = ("phase", "reason", "old", "revision", "was", "due", "later")
"""What everybody may know of a correction in addition to the report."""


def rollback(asked: TruthContext, command: Rollback) -> CommandResult:
    """ROLLBACK: with changes, adjudicate the phase again at once; without, reopen it."""
    if asked.truth.stage == "forming":
        return refused("not-begun")
    judged = list(judged_events(asked))
    found = find_judged(asked, judged, command.phase)
    if found is None:
        return refused("rollback-where", word=command.phase, phases=[each.event.phase for each in judged[-6:]])
    if command.changes:
        return _corrected(asked, judged, found, command.changes, command.reason)
    return _reopened(asked, judged, found, command.keep, command.reason)


def accept_late(asked: TruthContext, command: AcceptLate) -> CommandResult:
    """ACCEPT LATE: use late mails, directly while the phase waits for the GM, or by adjudicating the phase again."""
    game, changes = asked.truth, _late_mails(asked, command)
    if not changes:
        return no_such_late(asked, command.which)
    late = game.lates[int(changes[-1].which) - 1]
    if game.held and late.phase == game.board_now.phase.name:
        return _entered_late(asked, changes)
    judged = list(judged_events(asked))
    found = find_judged(asked, judged, late.phase)
    if found is None or found.event.at != judged[-1].event.at:
        return refused("rollback-first", phase=late.phase)
    return _corrected(asked, judged, found, changes, command.reason)


def _entered_late(asked: TruthContext, changes: Sequence[AcceptLate]) -> CommandResult:
    """Use late mails one after the other, as they would have come in time."""
    done, game = list[CommandResult](), asked.truth
    for change in changes:
        late, now = game.lates[int(change.which) - 1], asked.at(game)
        done.append(gm_orders_decision(now, game.power_of(late.seat), judge_late_orders(now, late), change.reason, late=True))
        game = reduce(apply_event, done[-1].events, game)
    return together(done)


def _late_mails(asked: TruthContext, command: AcceptLate) -> list[AcceptLate]:
    """A command for each late mail that is meant, by its number."""
    return [replace(command, which=str(number)) for number in find_late(asked, command.which)]


def correct_throw(asked: TruthContext, command: StateThrow) -> CommandResult:
    """DIE: state a throw made at a table; a published throw is corrected."""
    game, subject = asked.truth, find_throw_subject(asked, command.subject) if asked.ruleset.dice else ""
    if subject not in game.throws or subject in game.stated or game.throws[subject] == int(command.throw):
        return state_throw(asked, command)
    judged = list(judged_events(asked))
    found = next((each for each in judged if subject in each.event.throws), None)
    if found is None or found.event.at != judged[-1].event.at:
        return refused("rollback-first", phase=found.event.phase if found else "")
    return _corrected(asked, judged, found, (command,), command.reason)


def undo(asked: TruthContext, command: Undo) -> CommandResult:
    """UNDO: reverse the last correction; possible until the next phase is processed."""
    game = asked.truth
    if game.undo < 0:
        return refused("nothing-to-undo")
    events = asked.past()
    then, since = replay_events(events[: game.undo]), events[game.undo :]
    now_struck = [each for each in judged_events(asked) if each.seq >= game.undo]
    again = [each for each in judged_events(asked.at(then)) if each.seq not in then.struck and each.seq in game.struck]
    due = then.due if then.due is None or then.due > asked.now else next_deadline(then, then.board_now, asked.now, asked.ruleset)
    event = restored(asked, then, due, command.reason)
    records = records_of(asked, again, 1), records_of(asked, now_struck, -1)
    event = replace(
        event, struck=(*then.struck, *(each.seq for each in now_struck)), undoes=True, records=added_records(*records),
        throws={e.subject: e.was for e in since if isinstance(e, ThrowReplaced) and e.subject in then.throws},
        revisions=used_revisions(game, now_struck),
        ending=then.ending, winners=then.winners, stage=then.stage, happened=_since(asked, events[game.undo], then),
    )  # fmt: skip
    heard = next((e.heard_by for e in since if isinstance(e, Restored)), None)
    event = replace(event, heard_by=heard)
    after = apply_event(game, event)
    standing, phase = _with_dropped(game, then, since), game.board_now.phase.name
    kept, _ = kept_orders(after, standing, phase, asked.ruleset)
    if phase == after.board_now.phase.name:
        kept += [OrdersTaken(power, phase, ()) for power, now in standing.items() if not now.orders and power in after.standing]
    facts = {
        "phase": then.ran_phase, "reason": command.reason, "undone": True, "turn": then.turn, "turns": [then.turn],
        "was": game.due.isoformat() if game.due else None, "due": due.isoformat() if due else None,
        "later": [each.event.phase for each in now_struck], **_end(game, then),
    }  # fmt: skip
    if heard is not None:
        told = {"phase": then.ran_phase, "turn": then.turn, "turns": [then.turn]}
        letters = quiet_letters(game, heard, {**told, "corrected": {"reason": command.reason, "undone": True}})
        stays = present_kept(game, reduce(apply_event, kept, after), heard)
        event = replace(event, due=game.due, revisions=then.revisions)
        return CommandResult((event, stays), (Reply("corrected", {**facts, "heard": list(heard)}),), letters)
    return CommandResult((event, *kept), (Reply("corrected", facts),), (Notification(Group.ALL, "corrected", facts),))


def _with_dropped(game: Game, then: Game, since: Sequence[Event]) -> dict[str, CurrentOrders]:
    """The orders that are in, with those that the correction had to drop, for units that have had no order since; none of a player
    who has cleared all since.
    """
    found, phase = dict(game.standing), then.board_now.phase
    if game.board_now.phase != phase:
        return found
    given = [event for event in since if isinstance(event, OrdersTaken) and event.phase == phase.name]
    for power, before in then.standing.items():
        taken = [event.orders for event in given if event.power == power]
        now = found.get(power, replace(before, orders=()))
        had = {order.unit for orders in (*taken, now.orders) for order in orders} | {None}
        dropped = tuple(order for order in before.orders if order.unit not in had)
        found[power] = replace(now, orders=(*now.orders, *dropped) if all(taken) else now.orders)
    return found


def _corrected(
    asked: TruthContext, judged: Sequence[JudgedEvent], found: JudgedEvent, changes: Sequence[Change], reason: str
) -> CommandResult:
    """Adjudicate the phase again with the changes, and withdraw the phases processed after it."""
    base = restored_before(asked, judged, found, found.before.standing, None, reason)
    made = _changed(asked, found, apply_event(asked.truth, base), changes)
    if isinstance(made, CommandResult):
        return made
    game, events, unread = made
    again = process_due_phases(replace(game, press=(), happened=()), asked.now, asked.ruleset, asked.secret)
    due = _due(asked, found, again)
    printed = found.event.reprints if found.event.reprints is not None else tuple(held.seq for held in found.before.press)
    quiet = quiet_correction(asked, found.before, found.event, again.turns, again.events) if found == judged[-1] else None
    if quiet:
        return _quietly(asked, judged, quiet, base, events, again, printed, reason, unread)
    turns = [replace(turn, replaces=found.seq if n == 0 else -1, why=reason, happened=()) for n, turn in enumerate(again.turns)]
    over = any(isinstance(event, Ended) for event in again.events)
    tells = (*_told(judged, found), *(() if over else _void(asked)), *public_ballot(asked.truth))
    turns[0] = replace(turns[0], press=printed, happened=tells)
    turns[-1] = replace(turns[-1], due=due)
    ran = [replace(event, reprints=printed, tells=()) if isinstance(event, PhaseRun) else event for event in again.events]
    first = next(n for n, event in enumerate(ran) if isinstance(event, PhaseRun))
    ran[first] = replace(ran[first], tells=tells)  # type: ignore[call-arg]
    last = max(n for n, event in enumerate(ran) if isinstance(event, PhaseRun))
    ran[last] = replace(ran[last], due=due)  # type: ignore[call-arg]
    after = reduce(apply_event, ran, game)
    if asked.truth.seed and after.stage != "finished":
        return refused("seed-open")
    standing = _following(asked, judged, found)
    kept, orders = kept_orders(after, standing[1], standing[0], asked.ruleset)
    facts = {
        **_facts(asked, judged, found, reason), "revision": turns[0].revision, "due": due.isoformat() if due else None,
        "orders": orders, "next": after.board_now.phase.name, "open": False, "keep": True,
        "leaked": sorted(set(found.event.throws) - set(turns[0].outcome.throws)),
    }  # fmt: skip
    dry = {**facts, "judged": [write_turn(turn) for turn in turns[:1]], "unread": unread}
    told = {key: facts[key] for key in TOLD} | {"undone": False, **_end(asked.truth, after)}
    letters = tuple(_letters(asked.truth, again, told))
    return CommandResult((base, *events, *ran, *kept), (Reply("corrected", told),), letters, tuple(turns), dry)


def _quietly(
    asked: TruthContext, judged: Sequence[JudgedEvent], quiet: Quiet, base: Restored, events: Sequence[Event],
    again: CommandResult, press: tuple[int, ...], reason: str, unread: Sequence[str],
) -> CommandResult:  # fmt: skip
    """Put the corrected phase in the place of the old one, and tell those alone who may know of it."""
    found, game = judged[-1], asked.truth
    at = next(n for n, event in enumerate(again.events) if isinstance(event, PhaseRun))
    turn, ran = as_reported(asked, quiet, found.event, replace(again.turns[0], press=press), again.events[at])  # type: ignore[arg-type]
    base = replace(base, heard_by=quiet.powers, due=found.before.due, revisions=game.revisions)
    new = (base, *events, *again.events[:at], ran, *again.events[at + 1 :])
    after = reduce(apply_event, new, game)
    kept, orders = kept_orders(after, dict(game.standing), game.board_now.phase.name, asked.ruleset)
    event = present_kept(game, reduce(apply_event, kept, after), quiet.powers)
    heard = list(quiet.powers)
    facts = {
        **_facts(asked, judged, found, reason), "revision": found.event.revision, "orders": orders, "open": False, "keep": True,
        "due": game.due.isoformat() if game.due else None, "next": after.board_now.phase.name, "leaked": [], "heard": heard,
    }  # fmt: skip
    told = {key: facts[key] for key in TOLD} | {"undone": False, "heard": heard, **_end(game, after)}
    letters = quiet_letters(game, heard, {"phase": found.event.phase, "corrected": {"reason": reason, "undone": False}})
    dry = {**facts, "judged": [write_turn(turn)], "unread": list(unread)}
    return CommandResult((*new, event), (Reply("corrected", told),), letters, (turn,), dry)


def _reopened(asked: TruthContext, judged: Sequence[JudgedEvent], found: JudgedEvent, keep: bool, reason: str) -> CommandResult:
    """Reopen the phase, with the orders that it was processed with or with none."""
    seen = {subject: throw for each in judged if each.seq >= found.seq for subject, throw in each.event.throws.items()}
    if seen:
        return refused("throws-known", phase=found.event.phase, throws=seen)
    if asked.truth.seed:
        return refused("seed-open")
    due = next_deadline(asked.truth, found.before.board_now, asked.now, asked.ruleset)
    told_since, void = _told(judged, found), _void(asked)
    event = restored_before(asked, judged, found, found.before.standing if keep else {}, due, reason)
    event = replace(event, happened=(*told_since, *asked.truth.happened, *void))
    facts = {
        **_facts(asked, judged, found, reason), "due": due.isoformat() if due else None, "open": True, "keep": keep,
        "next": found.event.phase, "orders": [], "leaked": [],
        "revision": used_revisions(asked.truth, [found])[found.event.phase] + 1,
    }  # fmt: skip
    votes = [one for one in (*told_since, *void) if one["what"] in ("failed", "void")]
    told = {key: facts[key] for key in TOLD} | {"keep": keep, "votes": votes, **_end(asked.truth, apply_event(asked.truth, event))}
    letters = (Notification(Group.ALL, "news", {"what": "rolled-back", **told}),)
    return CommandResult((event,), (Reply("rolled-back", told),), letters, dry=facts)


def _change(asked: TruthContext, found: JudgedEvent, change: Change) -> CommandResult:
    """The events of one change to the game before the phase; if there are none, the result says why it cannot be made."""
    game = asked.truth
    match change:
        case AcceptLate():
            numbers = find_late(asked, change.which)
            if len(numbers) != 1 or game.lates[numbers[0] - 1].phase != found.event.phase:
                return no_such_late(asked, change.which)
            late = game.lates[numbers[0] - 1]
            return gm_orders_decision(asked, game.power_of(late.seat), judge_late_orders(asked, late), change.reason, late=True)
        case OrderForPower():
            made = enter_orders(asked, change)
            later = any(isinstance(event, OrdersKept) and not event.in_advance for event in made.events)
            return refused("kept-apart") if later else made
        case StateThrow():
            subject = find_throw_subject(asked, change.subject) if asked.ruleset.dice else ""
            throw = int(change.throw)
            if subject in game.stated or subject not in found.event.throws or game.throws[subject] == throw:
                return state_throw(asked, change)
            return CommandResult((ThrowReplaced(subject, throw, game.throws[subject], change.reason),))


def _changed(
    asked: TruthContext, found: JudgedEvent, game: Game, changes: Sequence[Change]
) -> tuple[Game, list[Event], list[str]] | CommandResult:
    """The game before the phase with the changes, their events, and what of them was not read; or why one cannot be made."""
    events, unread = list[Event](), list[str]()
    for change in changes:
        mails: Sequence[Change] = _late_mails(asked, change) if isinstance(change, AcceptLate) else ()
        done = list[CommandResult]()
        for each in mails or (change,):
            done.append(_change(asked.at(game), found, each))
            game = reduce(apply_event, done[-1].events, game)
            unread += _unread(done[-1])
        if not any(made.events for made in done):
            return replace(done[0], replies=tuple(Reply(r.kind, {**r.facts, "below": True}) for r in done[0].replies))
        events += [event for made in done for event in made.events]
    return game, events, unread


def _unread(made: CommandResult) -> list[str]:
    """What of a change's orders was not read, which the GM is told before the correction is made."""
    facts = [reply.facts for reply in made.replies if reply.kind in ("entered", "orders")]
    return [text for each in facts for text in (*(p["text"] for p in each["problems"]), *each.get("ignored", ()))]


def _told(judged: Sequence[JudgedEvent], found: JudgedEvent) -> tuple[Mapping[str, Any], ...]:
    """News from the withdrawn reports, to repeat in the one that replaces them, without open votes, which it reports anyway."""
    return tuple(one for each in judged if each.seq >= found.seq for one in each.event.tells if one["what"] != "open")


def _void(asked: TruthContext) -> tuple[Mapping[str, Any], ...]:
    """The vote that the rollback makes void, if the game had ended and now goes on."""
    if asked.truth.stage != "finished":
        return ()
    events = asked.past()
    end = max((n for n, event in enumerate(events) if isinstance(event, Ended)), default=0)
    passed = isinstance(events[end - 1], BallotClosed)
    ballot = replay_events(events[: end - 1 if passed else end]).ballot if end else None
    return ({"what": "void", "proposal": ballot.what, "powers": list(ballot.powers), "passed": passed},) if ballot else ()


def _since(asked: TruthContext, correction: Event, then: Game) -> tuple[Mapping[str, Any], ...]:
    """News for the next report after a correction is undone: what it would have said before, and what happened since."""
    brought = correction.happened if isinstance(correction, Restored) else None
    return (*then.happened, *asked.truth.happened[len(then.happened if brought is None else brought) :])


def _due(asked: TruthContext, found: JudgedEvent, again: CommandResult) -> datetime | None:
    """The deadline after a correction: the present one, or a later one if less than half of the time is left."""
    ran = [event for event in again.events if isinstance(event, PhaseRun)][-1]
    old, began = asked.truth.due, asked.truth.ran
    if ran.due is None or old is None or began is None:
        return ran.due
    clock = asked.truth.settings.clock(ran.position.phase.kind)
    due = max(old, ran.due)
    return clock.following(due) if clock and due - asked.now < (due - began) / 2 else due


def _following(asked: TruthContext, judged: Sequence[JudgedEvent], found: JudgedEvent) -> tuple[str, dict[str, CurrentOrders]]:
    """The phase that followed another, and the orders for it: the current ones, or those it was processed with."""
    later = next((each for each in judged if each.seq > found.seq and each.event.at != found.event.at), None)
    if later is None:
        return asked.truth.board_now.phase.name, dict(asked.truth.standing)
    return later.event.phase, {power: CurrentOrders(1, orders) for power, orders in later.event.orders.items()}


def kept_orders(
    game: Game, standing: dict[str, CurrentOrders], phase: str, ruleset: Ruleset
) -> tuple[list[OrdersTaken], list[dict[str, Any]]]:
    """Orders that were sent for the running phase and are still possible, and the result for each."""
    events, told = list[OrdersTaken](), list[dict[str, Any]]()
    if game.stage != "running":
        return [], []
    position, name = game.board_now, game.board_now.phase.name
    for power, orders in standing.items():
        reasons = [why_refused(order, power, position, ruleset) for order in orders.orders]
        movement = position.phase.kind == "movement"
        mine = [not (isinstance(why, NotAllowed) and why.why in NOBODYS) for why in reasons]
        legal = [name == phase and (why is None or (movement and own)) for why, own in zip(reasons, mine, strict=True)]
        each = list(zip(orders.orders, legal, strict=True))
        kept = tuple(order for order, ok in each if ok)
        told += [{"power": power, "order": ruleset.notation.write(order), "kept": ok} for order, ok in each]
        before = game.standing.get(power)
        if before is None or before.orders != kept:
            events += [OrdersTaken(power, name, kept, orders.spare)] if kept else []
    return events, told


def _end(before: Game, after: Game) -> dict[str, Any]:
    """Whether a finished game goes on, and how it ended if it is finished now."""
    over = {"ending": after.ending, "winners": list(after.winners)} if after.stage == "finished" else None
    return {"goes_on": before.stage == "finished" and over is None, "over": over}


def _facts(asked: TruthContext, judged: Sequence[JudgedEvent], found: JudgedEvent, reason: str) -> dict[str, Any]:
    game = asked.truth
    later = [each.event.phase for each in judged if each.seq > found.seq and each.event.at != found.event.at]
    return {
        "game": game.name, "phase": found.event.phase, "reason": reason, "number": found.seq, "old": found.event.revision,
        "later": later, "players": len(game.taken()),
        "was": game.due.isoformat() if game.due else None, "finished": game.stage == "finished", "zone": game.zone,
        "known": {subject: throw for each in judged if each.seq >= found.seq for subject, throw in each.event.throws.items()},
        "votes": [*_void(asked), *public_ballot(game)],
    }  # fmt: skip


def _letters(game: Game, again: CommandResult, facts: dict[str, Any]) -> Iterator[Notification]:
    """The mails about a corrected phase: the report, marked as a correction, and no news that everybody has already had."""
    for tell in again.notices:
        if tell.kind == "report":
            yield tell._replace(to=Group.ALL, kind="corrected", facts=facts)
        elif tell.kind == "private":
            yield tell._replace(facts={name: fact for name, fact in tell.facts.items() if name != "report"})
        elif not (tell.kind == "called" and tell.facts["power"] in game.called):
            yield tell
