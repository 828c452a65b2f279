"""What happens in a game at a time of its own: when that is, and what is done then. Nothing else decides this."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import reduce
from typing import Literal, NamedTuple

from judge.game.decision import CommandResult, Group, Notification
from judge.game.dice.throws import revealed_seed
from judge.game.model.apply import apply_event
from judge.game.model.events import Ended, GraceGiven, Reminded, Resumed
from judge.game.model.game import Game
from judge.game.next_deadline import next_deadline
from judge.game.outstanding import owing_is_public, powers_incomplete, powers_without_orders
from judge.game.phases.adjudicate import can_run_early
from judge.game.phases.gm_review import close_phase
from judge.game.phases.process import process_due_phases
from judge.game.players import draw_votes
from judge.rules.ruleset import Ruleset


class ScheduledAct(NamedTuple):
    """Something that happens in a game without a letter."""

    kind: Literal["vote", "review", "resume", "grace", "early", "deadline", "reminder"]
    """The end of a vote, of the GM's review, of a pause or of the wait for the late; the phase, before its deadline or then."""
    at: datetime


def next_wake_time(game: Game) -> datetime | None:
    """Return when something happens in the game without a letter; None if nothing will."""
    act = next_scheduled(game)
    return act and act.at


def next_scheduled(game: Game) -> ScheduledAct | None:
    """Return what happens next in the game without a letter; None if nothing will."""
    vote = [ScheduledAct("vote", game.ballot.closes)] if game.ballot else []
    return min([*vote, *_clock(game)], key=lambda act: act.at, default=None) if game.stage == "running" else None


def _clock(game: Game) -> list[ScheduledAct]:
    """List what the game's clock may cause next."""
    if game.held:
        return [ScheduledAct("review", game.held.until)] if game.held.until else []
    if game.paused:
        return [ScheduledAct("resume", game.paused)]
    if game.grace:
        return [ScheduledAct("grace", game.grace)]
    if game.due is None:
        return []
    phase = ScheduledAct("early", game.early) if game.early else ScheduledAct("deadline", game.due)
    return [phase, *(ScheduledAct("reminder", when) for when in _reminders(game).values())]


def run_next_scheduled(game: Game, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes = b"") -> CommandResult | None:
    """Carry out `now` the next thing that was due at `at` or before; None if nothing was. `secret` is the game's seed, if it has
    dice. Raises ValueError if it has dice and no seed is given.
    """
    first = next_wake_time(game)
    if first is None or first > at:
        return None
    ends = (game.held.until if game.held else game.paused or game.grace or game.early or game.due) or at
    if game.ballot and game.ballot.closes <= min(at, ends):  # before a phase due at the same time: it is not run if the game ends
        return draw_votes.close_vote(game, game.ballot, ruleset, secret)
    if game.doomed:
        return terminated(game, secret)
    if game.held:
        return process_due_phases(game, now, ruleset, secret)
    if game.paused:
        going = resume_clock(game, now, ruleset)
        after = reduce(apply_event, going.events, game)
        return going.then(close_phase(after, now, ruleset, secret)) if can_run_early(after, ruleset) else going
    strikes = game.early or game.due
    if strikes and strikes > at:
        return _remind(game, at, ruleset)
    return (None if game.grace or game.early else _grace(game, at, ruleset)) or close_phase(game, now, ruleset, secret)


def resume_clock(game: Game, now: datetime, ruleset: Ruleset, reason: str | None = None) -> CommandResult:
    """Resume a paused game: set a deadline as if its phase had just begun, and tell everyone. `reason` is the GM's; None if the
    pause ended by itself.
    """
    event = Resumed(None, now)
    due = next_deadline(apply_event(game, event), game.board_now, now, ruleset)
    facts = {"what": "resumed", "reason": reason or "", "itself": reason is None}
    return CommandResult((Resumed(due, now),), (), (Notification(Group.ALL, "news", facts),))


def _reminders(game: Game) -> dict[int, datetime]:
    """Map seconds before the deadline to the time of the reminder, without reminders from before the deadline was set."""
    if game.due is None:
        return {}
    left = {before: game.due - timedelta(seconds=before) for before in game.settings.reminders if before not in game.reminded}
    return {before: when for before, when in left.items() if game.since is not None and when > game.since}


def _remind(game: Game, at: datetime, ruleset: Ruleset) -> CommandResult:
    """Send one reminder to everyone whose orders are missing, however many reminders are due."""
    due = tuple(before for before, when in _reminders(game).items() if when <= at)
    seats = [seat for power in powers_incomplete(game, ruleset) if (seat := game.seat_of(power))]
    key = f"{game.turn}/{game.due.isoformat() if game.due else ''}/{min(due)}"
    return CommandResult(
        (Reminded(due),), (), tuple(Notification(seat.key, "reminder", {"before": min(due)}, key) for seat in seats)
    )


def _grace(game: Game, at: datetime, ruleset: Ruleset) -> CommandResult | None:
    """Let the phase wait for those who are late, if the GM chose so and the wait is not over. It does not where nobody may learn
    who is due: the late are named.
    """
    kind = game.board_now.phase.kind
    seconds = game.settings.waits(kind)
    late = powers_without_orders(game, ruleset)
    if not owing_is_public(game, ruleset):
        return None
    if not seconds or not late or game.due is None or game.due + timedelta(seconds=seconds) <= at:
        return None
    until = game.due + timedelta(seconds=seconds)
    facts = {"what": "late", "late": list(late), "until": until.isoformat(), "closed": game.settings.closed}
    return CommandResult((GraceGiven(late, until),), (), (Notification(Group.ALL, "news", facts),))


def terminated(game: Game, secret: bytes, reason: str = "") -> CommandResult:
    """End the game without a winner."""
    facts = {"how": "terminated", "reason": reason}
    tells = (Notification(Group.ALL, "ended", facts), Notification(Group.STANDBYS, "ended", facts))
    return CommandResult((Ended("terminated", (), revealed_seed(game, secret)),), (), tells)
