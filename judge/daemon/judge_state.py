"""How a judge is, as its store and its machine tell: counts, and the age of each way in and out, backups, workers and games."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from judge.config import Config
from judge.daemon.backup_state import backup_state
from judge.daemon.clock_check import clock_doubt
from judge.daemon.game_check import is_readable
from judge.daemon.paths import backup_folder
from judge.daemon.place_check import Fetching
from judge.daemon.trouble_times import since_of
from judge.daemon.upcoming import UpcomingGame, list_upcoming
from judge.store import Store
from judge.store.census import LATE
from judge.store.facts import AT_WORK, BACKUP_FAILED, FETCHED, SENT, SINCE, WORKER
from judge.store.transaction import Transaction

NEXT = 8
"""The most games whose deadlines are shown."""
IDLE = timedelta(minutes=10)
"""How long no judge may have been at work before `judge status` says so: it notes the time every two minutes."""
STAGES = ("forming", "running", "finished")
UNTRIED = "untried"
"""The trouble that no mail of the outbox is tried (`SINCE`)."""


def judge_state(store: Store, settings: Config, now: datetime) -> dict[str, Any]:
    """Return the facts for `status.j2`, and for the verdict of monitoring programs (`judge.daemon.health`)."""
    with store.look() as work:
        census, stages, due = work.census(now), work.games.count_by_stage(), list_upcoming(work, NEXT)
        unreadable = [card.name for card in work.games.listings() if not is_readable(work, card.name)]
        doubt, at_work = clock_doubt(work, now), work.facts.get(AT_WORK)
        places, relays, workers = (work.facts.beginning(kind) for kind in (FETCHED, SENT, WORKER))
        untried, failed = work.facts.get(f"{SINCE}{UNTRIED}"), work.facts.get(BACKUP_FAILED)
        backup = backup_state(work, backup_folder(settings))
    outbox = census.outbox
    waits = [each for each in (outbox.since, since_of(untried) if outbox.untried else None) if each]
    since = min(waits, default=None)
    return {
        "letters": census.letters, "waiting_since": census.oldest_waiting,
        "waits": span(now - census.oldest_waiting) if census.oldest_waiting else "",
        "shunted": census.shunted, "held": census.held, "queued": outbox.queued,
        "untried": outbox.untried, "since": since, "age": span(now - since) if since else "",
        "overdue": census.overdue, "overdue_since": census.next_due if census.overdue else None,
        "stages": {stage: stages.get(stage, 0) for stage in STAGES},
        "next": [_next(game, now) for game in due],
        "places": [_place(name, Fetching.read(said), now) for name, said in sorted(places.items())],
        "relays": [_place(name, Fetching.read(said), now) for name, said in sorted(relays.items())],
        "workers": [_worker(name, datetime.fromisoformat(said), now) for name, said in sorted(workers.items())],
        "idle": "" if doubt else _idle(at_work, now), "at_work": at_work,
        "backup": {
            "at": backup.at.isoformat() if backup.at else "", "ago": span(now - backup.at) if backup.at else "", "failed": failed,
            "gone": str(backup_folder(settings)) if backup.gone else "",
        },
        "unreadable": unreadable, "doubt": {"since": doubt[0].isoformat(), "until": doubt[1].isoformat()} if doubt else None,
    }  # fmt: skip


def overdue_names(work: Transaction, now: datetime) -> list[str]:
    """List the games to which something should have happened, but for some minutes, before now."""
    return [card.name for card in work.games.listings() if card.next_due and card.next_due <= now - LATE]


def span(length: timedelta) -> str:
    """Return a time in days and hours, hours and minutes, or minutes."""
    minutes = int(length.total_seconds() // 60)
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes % 60:02} min" if hours else f"{minutes} min"


def _idle(at_work: str, now: datetime) -> str:
    """Return for how long no judge has been at work; '' if one is, or nobody noted it."""
    length = now - datetime.fromisoformat(at_work) if at_work else timedelta()
    return span(length) if length > IDLE else ""


def _worker(name: str, at: datetime, now: datetime) -> dict[str, Any]:
    return {"name": name, "ago": span(now - at), "late": now - at > IDLE, "at": at.isoformat()}


def _place(name: str, found: Fetching, now: datetime) -> dict[str, Any]:
    """Return how long ago a mailbox was fetched from, or a relay reached, or first tried, and whether that is too long."""
    return {"name": name, "ago": span(now - found.at), "late": found.late(now), "never": found.never, "at": found.at.isoformat()}


def _next(game: UpcomingGame, now: datetime) -> dict[str, str]:
    left = f"in {span(game.at - now)}" if game.at > now else f"{span(now - game.at)} ago"
    left = f"OVERDUE for {span(now - game.at)}" if game.at <= now - LATE else left
    deadline = game.deadline.isoformat() if game.deadline else ""
    return {**game._asdict(), "deadline": deadline, "at": game.at.isoformat(), "left": left}
