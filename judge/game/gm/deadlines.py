"""Commands about the game's clock: DEADLINE, EXTEND (a player may ask for it), PAUSE, RESUME."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from judge.commands.deadlines import ExtendDeadline, PauseGame, ResumeGame, SetDeadline
from judge.game.clock.dates import parse_date, parse_duration, to_utc, with_dates
from judge.game.clock.deadline_spec import DeadlineSpec, next_dates, parse_deadline_spec, parse_single_deadline
from judge.game.clock.schedule_words import split_limits
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, TruthContext, refused
from judge.game.gm.settings_table import parse_phase_kind
from judge.game.model.events import DeadlinesChanged, Paused
from judge.game.model.known_game import KnownGame
from judge.game.phases.scheduled import resume_clock
from judge.game.players.statements import move_date
from judge.seat import GM

LONGEST_PAUSE, USUAL_PAUSE = 366, 28
"""The longest pause and the usual one, in days: no game stays paused without end."""
_ONE_DAY = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)
_EVERY = re.compile(r"\b(?:every|each|last|first|second|third|fourth|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b", re.IGNORECASE)
"""A day of the week that may be meant once only, and words that say that it is meant each week."""
_MOVED = re.compile(r"\W*(?:please\s+)?(?P<how>move|change|set|postpone) the deadline to\b", re.IGNORECASE)
"""Words that speak of one deadline, `postpone` of a later one."""


def set_deadline(asked: CommandContext, command: SetDeadline) -> CommandResult:
    """DEADLINE: set the clock for all phases or one kind of them, or one date for the running phase. In a game that is over: until
    when end-of-game statements are taken.
    """
    game = asked.game
    if game.stage == "finished":
        return move_date(asked, lambda: _statements_date(game, command.spec, asked.now))
    try:
        kind, rest = parse_phase_kind(command.spec)
        today = asked.now.astimezone(ZoneInfo(game.zone)).date()
        once = parse_single_deadline(split_limits(with_dates(rest, today))[0], game.zone, asked.now, _usual_hour(game))
        spec = None if once else parse_deadline_spec(rest, game.zone).settled(asked.now)
        if spec and (day := _one_day(game, command, rest, spec, asked.now)):
            spec, once = None, day
    except UnclearTime as unclear:
        often = "DEADLINE Fridays 21:00 Europe/London"
        if unclear.why in ("which-day", "which-next"):
            return _unclear(command.line, unclear, f"DEADLINE {unclear.near[-1].partition(' ')[2]}")
        once_only = game.stage == "running" and unclear.why == "no-days"
        return _unclear(command.line, unclear, f"{often}; or once only, DEADLINE 26 March 2027 21:00" if once_only else often)
    if spec and not spec.runs:
        spec = replace(spec, zone=game.zone)
    if once and game.stage != "running":
        return refused("not-begun")
    if once and game.paused:
        return refused("paused")
    event = DeadlinesChanged(kind, spec, once or _running_due(asked, kind, spec), asked.now)
    clock = {"": asdict(spec)} if spec else {}
    facts = {**_moved(game, event.due), "of": kind, "once": bool(once), "reason": command.reason, "clock": clock}
    upcoming = next_dates(spec, asked.now, event.due if spec and _concerns(game, kind) else None)
    moved = game.stage == "running" and event.due != game.due
    tell = (Notification(Group.ALL, "news", {"what": "deadline", **facts}),) if moved else ()
    before = _clock_before(game, kind, rest) if spec and spec.runs else {}
    return CommandResult((event,), (Reply("deadline", {**facts, "upcoming": upcoming, "clock_before": before}),), tell)


def _usual_hour(game: KnownGame) -> str:
    """The hour of a date without one: that of the clock for the running phase; '' if there is none."""
    clock = game.settings.clock(game.board_now.phase.kind) if game.stage == "running" else None
    return clock.at if clock else ""


def _one_day(game: KnownGame, command: SetDeadline, said: str, spec: DeadlineSpec, now: datetime) -> datetime | None:
    """The one deadline to which a running one is moved by the name of a day: `postpone the deadline to Thursday 20:00`; None if the
    line does not speak of one.

    Raises:
        UnclearTime: `which-day`, if there is such a day both before the deadline and after it.
    """
    moved, running = _MOVED.match(command.line), game.stage == "running" and not game.paused
    if not (moved and running and game.due and spec.at) or not _ONE_DAY.search(said) or _EVERY.search(said):
        return None
    first, later = (spec.following(after).astimezone(ZoneInfo(spec.zone)) for after in (now, max(now, game.due)))
    if first != later and moved["how"].lower() != "postpone":
        zone = "" if spec.zone == game.zone else f" {spec.zone}"
        days = tuple(f"{day:%A} {day.day} {day:%B %Y %H:%M}{zone}" for day in (first, later))
        raise UnclearTime("which-day", f"{later:%A}", days)
    return later.astimezone(UTC)


def _clock_before(game: KnownGame, kind: str, said: str) -> dict[str, Any]:
    """The clock that a day of the week replaces which may have been meant for one deadline only, `Tuesday noon`; {} for none."""
    clock = game.settings.deadlines.get(kind) or game.settings.deadlines.get("")
    one = game.stage == "running" and _ONE_DAY.search(said) and not _EVERY.search(said)
    return {kind: asdict(clock)} if one and clock and clock.runs else {}


def extend_deadline(asked: CommandContext, command: ExtendDeadline) -> CommandResult:
    """EXTEND: the GM gives more time for the running phase, or for statements after the end; a player's EXTEND only asks for it."""
    game = asked.game
    if game.stage == "forming":
        return refused("not-begun")
    if game.stage == "finished":
        return move_date(asked, lambda: _statements_date(game, command.spec, asked.now), command.spec)
    if game.paused:
        return refused("paused")
    if game.due is None:
        return refused("no-deadline")
    try:
        due = _later(game, command.spec, asked.now)
    except UnclearTime as unclear:
        return _unclear(command.line, unclear, "EXTEND 3 days REASON exams")
    if due <= max(asked.now, game.due):
        return refused("not-later")
    if asked.by != GM:
        wish = {"spec": command.spec, "reason": command.reason, "power": asked.power, "due": due.isoformat()}
        return CommandResult((), (Reply("extend-asked", wish),), (Notification(GM, "news", {"what": "wish", **wish}),))
    facts = {**_moved(game, due), "of": "", "once": True, "reason": command.reason}
    event = DeadlinesChanged("", None, due, asked.now)
    return CommandResult((event,), (Reply("deadline", facts),), (Notification(Group.ALL, "news", {"what": "extended", **facts}),))


def pause(asked: CommandContext, command: PauseGame) -> CommandResult:
    """PAUSE: stop the clock until RESUME, or until a date."""
    game = asked.game
    if game.waits_for_gm:
        return refused("held-now", phase=game.board_now.phase.name)
    if game.paused:
        return refused("paused")
    try:
        until = _until(command.until, game.zone, asked.now)
    except UnclearTime as unclear:
        return _unclear(command.line, unclear, "PAUSE UNTIL 3 May REASON Easter")
    if until > asked.now + timedelta(days=LONGEST_PAUSE):
        return refused("pause-long", most=LONGEST_PAUSE)
    facts = {"reason": command.reason, "until": until.isoformat()}
    told = Notification(Group.ALL, "news", {"what": "paused", **facts})
    return CommandResult((Paused(until),), (Reply("paused", facts),), (told,))


def resume(asked: TruthContext, command: ResumeGame) -> CommandResult:
    """RESUME: give the running phase a deadline as if it had just begun, but not before the one that it had."""
    if not asked.truth.paused:
        return refused("not-paused")
    going = resume_clock(asked.truth, asked.now, asked.ruleset, command.reason)
    return CommandResult(going.events, (Reply("resumed", {}),), going.notices)


def _later(game: KnownGame, text: str, now: datetime) -> datetime:
    """The running deadline moved by a duration, to a date, or to a day of the week behind it. Raises UnclearTime."""
    due = game.grace or game.due
    span = parse_duration(text)
    if span and due:
        return span.after(due, game.zone)
    clock = game.settings.clock(game.board_now.phase.kind)
    at = clock.at if clock and ":" not in text else ""
    when = parse_single_deadline(f"{text} {at}", game.zone, now)
    if when is None and due and _ONE_DAY.search(text) and not _EVERY.search(text):
        said = text if re.search(r"\d|noon|midnight", text, re.IGNORECASE) else f"{text} {at}"
        return parse_deadline_spec(said, game.zone).following(max(now, due))
    if when is None:
        raise UnclearTime("no-span", text)
    return when


def _statements_date(game: KnownGame, text: str, now: datetime) -> datetime | None:
    """The date up to which statements are taken, moved by a duration or to a date, which has the clock's hour if it has none;
    None if the text names neither. Raises UnclearTime.
    """
    if span := parse_duration(text):
        return span.after(max(game.statements_until or now, now), game.zone).replace(second=0, microsecond=0)
    clock = game.settings.clock("movement")
    at = clock.at if clock and ":" not in text else ""
    return parse_single_deadline(f"{text} {at}".strip(), game.zone, now)


def _until(text: str, zone: str, now: datetime) -> datetime:
    """The end of a pause: a date, a span, or the usual length. Raises UnclearTime."""
    if not text:
        return (now + timedelta(days=USUAL_PAUSE)).replace(second=0, microsecond=0)
    if span := parse_duration(text):
        return span.after(now, zone)
    found = parse_date(text, now.astimezone(ZoneInfo(zone)).date())
    when = to_utc(found.day, "12:00", zone) if found else None
    if when is None or when <= now:
        raise UnclearTime("past" if when else "no-span", text)
    return when


def _moved(game: KnownGame, due: datetime | None) -> dict[str, Any]:
    """The old and new deadlines, and whether the clocks change between them."""
    shift = ""
    if due and game.due:
        zone = ZoneInfo(game.zone)
        before, after = game.due.astimezone(zone).utcoffset(), due.astimezone(zone).utcoffset()
        if before is not None and after is not None and before != after:
            shift = "summer" if after > before else "winter"
    return {"was": game.due.isoformat() if game.due else None, "due": due.isoformat() if due else None, "shift": shift}


def _running_due(asked: CommandContext, kind: str, spec: DeadlineSpec | None) -> datetime | None:
    """The running phase's deadline by a new clock, if the clock is for its kind."""
    game = asked.game
    if game.position is None or spec is None or game.paused:
        return None
    if not _concerns(game, kind):
        return game.due
    return spec.after(asked.now) if spec.runs else None


def _concerns(game: KnownGame, kind: str) -> bool:
    """Whether a clock for a kind of phase ('' for all without their own) is that of the running phase."""
    if game.position is None or game.paused:
        return False
    return kind == game.position.phase.kind or (not kind and game.settings.deadlines.get(game.position.phase.kind) is None)


def _unclear(line: str, unclear: UnclearTime, example: str) -> CommandResult:
    return refused("deadline", line=line, unclear=unclear.why, word=unclear.word, near=list(unclear.near), example=example)
