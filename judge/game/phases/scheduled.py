"""What happens in a game at a time of its own: when that is, and what is done then. Nothing else decides this."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Literal, NamedTuple

from judge.game.decision import CommandResult, Group, Notification
from judge.game.dice.throws import revealed_seed
from judge.game.lessons import lesson_letter
from judge.game.model.apply import apply_event
from judge.game.model.events import BallotClosed, Ended, GraceGiven, Reminded, Resumed
from judge.game.model.game import Game
from judge.game.next_deadline import next_deadline
from judge.game.outstanding import owing_is_public, powers_incomplete, powers_without_orders
from judge.game.phases.adjudicate import can_run_early
from judge.game.phases.gm_review import close_phase
from judge.game.phases.process import process_due_phases
from judge.game.phases.start import begin_on_date
from judge.game.phases.waiting_for_gm import go_on, next_reminder, remind_gm
from judge.game.players import draw_votes
from judge.game.players.house import HouseOrders, Thinks, enter_house_orders, house_waits, practice_complete, practising_seat
from judge.game.players.statements import close_statements
from judge.rules.ruleset import Ruleset

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""When house players are to order in a game's first phase: at once."""


SILENCE, QUIET = timedelta(days=30), timedelta(days=7)
"""After which a practice game ends in which no phase was run, and after which a pupil is reminded of a lesson, once."""

BESIDES = frozenset({"start", "gm", "pupil", "silence", "statements"})
"""What happens whatever the clock of the running phase says."""


class ScheduledAct(NamedTuple):
    """Something that happens in a game without a letter."""

    kind: Literal["vote", "review", "resume", "grace", "early", "deadline", "reminder", "gm", "house", "pupil", "silence", "start",
        "statements",
    ]
    """The end of a vote, of the GM's review, of a pause or of the wait for the late; the phase, before its deadline or then; a
    reminder to players, or to a GM for whom the game waits; the orders of house players, as soon as a phase has begun; a reminder
    to a pupil; the end of a practice game that nobody plays on; the start of a game on its date, or without a GM; the
    closing date of statements after the end.
    """
    at: datetime


def next_wake_time(game: Game) -> datetime | None:
    """Return when something happens in the game without a letter; None if nothing will."""
    act = next_scheduled(game)
    return act and act.at


def next_scheduled(game: Game) -> ScheduledAct | None:
    """Return what happens next in the game without a letter; None if nothing will."""
    vote = [ScheduledAct("vote", game.ballot.closes)] if game.ballot else []
    waits = [ScheduledAct("gm", when)] if game.stage != "finished" and (when := next_reminder(game)) else []
    begins = [ScheduledAct("start", when)] if (when := _begins(game)) else []
    clock = _clock(game) if game.stage == "running" else []
    silence = [ScheduledAct("silence", game.since + SILENCE)] if _practised(game) and game.since else []
    pupil = [ScheduledAct("pupil", game.since + QUIET)] if silence and game.since and game.lesson and not game.reminded else []
    closes = [ScheduledAct("statements", when)] if (when := _closes(game)) else []
    return min([*vote, *clock, *waits, *pupil, *silence, *begins, *closes], key=lambda act: act.at, default=None)


def _begins(game: Game) -> datetime | None:
    """Return when a forming game begins: on its date, or, without a GM and a date, when it is full."""
    if game.stage != "forming":
        return None
    return game.begins or (None if game.settings.moderated else game.full)


def _closes(game: Game) -> datetime | None:
    """Return when the statements of a game that is over close; None if they have no date, or are closed."""
    return game.statements_until if game.stage == "finished" and not game.statements_closed else None


def _practised(game: Game) -> bool:
    return game.settings.practice and game.stage == "running"


def _clock(game: Game) -> list[ScheduledAct]:
    """List what the game's clock may cause next."""
    if game.held:
        return [ScheduledAct("review", game.held.until)] if game.held.until else []
    if game.paused:
        return [ScheduledAct("resume", game.paused)]
    if house_waits(game):
        return [ScheduledAct("house", game.ran or LONG_AGO)]
    if game.grace:
        return [ScheduledAct("grace", game.grace)]
    if game.due is None:
        return []
    phase = ScheduledAct("early", game.early) if game.early else ScheduledAct("deadline", game.due)
    return [phase, *(ScheduledAct("reminder", when) for when in _reminders(game).values())]


def run_next_scheduled(
    game: Game, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes = b"", house: Thinks | None = None
) -> CommandResult | None:
    """Carry out `now` the next thing that was due at `at` or before; None if nothing was.

    Args:
        game: the game as it stands.
        at: up to when things are due.
        now: when they are carried out.
        ruleset: the game's.
        secret: the game's seed, if it has dice or house players.
        house: what house players order. Where it does not say, nothing is carried out while they are to order.

    Raises:
        ValueError: the game has dice and no seed is given.
    """
    first = next_scheduled(game)
    if first is None or first.at > at:
        return None
    if first.kind in BESIDES:
        return _besides_the_clock(game, first.kind, at, now, ruleset, secret)
    if house_waits(game):
        orders = house(game) if house else None
        return _house(game, now, ruleset, secret, orders) if orders and orders.turn == game.turn else None
    ends = (game.held.until if game.held else game.paused or game.grace or game.early or game.due) or at
    if game.ballot and game.ballot.closes <= min(at, ends):  # before a phase due at the same time: it is not run if the game ends
        closed = draw_votes.close_vote(game, game.ballot, ruleset, secret, now)
        lost = game.ballot.what == "gm" and not game.ballot.by and game.held and closed.events == (BallotClosed(False),)
        return closed.then(go_on(game, "report", now, ruleset, secret)) if lost else closed
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


def _besides_the_clock(game: Game, kind: str, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Carry out one of BESIDES."""
    if kind == "start":
        return begin_on_date(game, now, ruleset, secret)
    if kind == "gm":
        return remind_gm(game, at, now, ruleset, secret)
    if kind == "statements":
        return close_statements(game)
    return _remind_pupil(game, ruleset) if kind == "pupil" else terminated(game, secret, "nobody has played on")


def _house(game: Game, now: datetime, ruleset: Ruleset, secret: bytes, orders: HouseOrders) -> CommandResult:
    """Enter the orders of house players. The phase is then run if everybody has said FINAL already; in a practice game also if its
    player has ordered already, or owes nothing, and the game ends if the player is out of it.
    """
    entered = enter_house_orders(game, now, ruleset, orders)
    after = reduce(apply_event, entered.events, game)
    if not after.settings.practice:
        return entered.then(close_phase(after, now, ruleset, secret)) if can_run_early(after, ruleset) else entered
    if not practice_complete(after, ruleset):
        return entered
    power, board = practising_seat(after).power, after.board_now
    if not board.units_of(power) and not board.centres(power) and not any(each.unit.power == power for each in board.dislodged):
        return entered.then(terminated(after, secret, f"{power} is eliminated"))
    return entered.then(close_phase(after, now, ruleset, secret))


def resume_clock(game: Game, now: datetime, ruleset: Ruleset, reason: str | None = None) -> CommandResult:
    """Resume a paused game: set a deadline as if its phase had just begun, but not before the one that it had, and tell everyone.
    `reason` is the GM's; None if the pause ended by itself.
    """
    event = Resumed(None, now)
    due = next_deadline(apply_event(game, event), game.board_now, now, ruleset)
    if game.before_pause and game.before_pause > now:
        due = max(due or now, game.before_pause)
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


def _remind_pupil(game: Game, ruleset: Ruleset) -> CommandResult:
    """Send a pupil the lesson that waits for them once more."""
    left = int((SILENCE - QUIET).total_seconds())
    return CommandResult((Reminded((left,)),), (), (lesson_letter(game.lesson, ruleset, waiting=True),))


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
