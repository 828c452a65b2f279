"""ABSENCE: a player names the time they are away. A regular deadline in that time moves to their return."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from judge.commands.deadlines import DeclareAbsence
from judge.game.clock.dates import parse_date_range
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandContext, CommandResult, Notification, Reply, accepted, refused
from judge.game.model.events import AbsenceNoted, AbsencesDropped
from judge.game.model.known_game import KnownGame
from judge.seat import GM

LONGEST = 28
"""Most days of an absence; a longer one needs a standby, or a pause."""
FORESEEN = 3
"""Most deadlines before an absence that an answer names one by one; of more it names the last."""


def note_absence(asked: CommandContext, command: DeclareAbsence) -> CommandResult:
    """ABSENCE: record the time for the GM, and say what it moves. ABSENCE NONE: delete it."""
    game = asked.game
    if asked.by == GM:
        return refused("gm-away")
    if game.stage == "finished":
        return refused("is-over")
    today = asked.now.astimezone(ZoneInfo(game.zone)).date()
    if not command.days:
        return accepted("absence-none", AbsencesDropped(asked.seat, today.isoformat()))
    try:
        days = parse_date_range(command.days, today)
        if days is None or days[1] < today:
            raise UnclearTime("past" if days else "unread", command.days)
    except UnclearTime as unclear:
        example = "ABSENCE 10-17 April"
        facts = {"unclear": unclear.why, "word": unclear.word, "near": list(unclear.near), "example": example}
        return refused("deadline", line=command.line, **facts)
    if (days[1] - days[0]).days >= LONGEST:
        return refused("absence-long", most=LONGEST)
    return _noted(asked, *days)


def _noted(asked: CommandContext, first: date, last: date) -> CommandResult:
    game = asked.game
    mine = [a for a in game.absences if a.seat == asked.by and a.counts and a.first[:4] == first.isoformat()[:4]]
    again = any((a.first, a.last) == (first.isoformat(), last.isoformat()) for a in mine)
    counts = again or len(mine) < game.settings.absences
    facts: dict[str, Any] = {
        "first": first.isoformat(), "last": last.isoformat(), "counts": counts, "allowed": game.settings.absences,
        "left": game.settings.absences - len(mine) - (counts and not again), "zone": game.zone, "year": first.year,
        **_foreseen(game, first, last),
    }  # fmt: skip
    events = () if again else (AbsenceNoted(asked.seat, first.isoformat(), last.isoformat(), counts),)
    told = Notification(GM, "news", {"what": "absence", "power": asked.power, **facts})
    return CommandResult(events, (Reply("absence", facts),), () if again else (told,))


def _foreseen(game: KnownGame, first: date, last: date) -> dict[str, Any]:
    """Return what an absence means for the coming deadlines, if phases go by the clock: the running one, those before it, the one
    it moves.
    """
    clock, zone = game.settings.clock("movement"), ZoneInfo(game.zone)
    found: dict[str, Any] = {"running": _iso(game.due), "within": False, "before": [], "many": False, "moved": None, "to": None}
    if game.due is None or clock is None or clock.seconds:
        return found
    found["within"] = first <= game.due.astimezone(zone).date() <= last
    deadline, before = clock.following(game.due), list[str | None]()
    while deadline.astimezone(zone).date() < first:
        before.append(_iso(deadline))
        deadline = clock.following(deadline)
    many = len(before) > FORESEEN
    found |= {"before": before[-1:] if many else before, "many": many}
    if deadline.astimezone(zone).date() <= last:
        found |= {"moved": _iso(deadline), "to": _iso(clock.back(deadline, last))}
    return found


def _iso(when: datetime | None) -> str | None:
    return when.isoformat() if when else None
