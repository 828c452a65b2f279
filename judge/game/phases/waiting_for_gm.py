"""A game that waits for its GM: what it waits for and since when, the GM's reminders, and what happens after a fortnight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from judge.game.decision import CommandResult, Group, Notification
from judge.game.model.events import Proposed
from judge.game.model.game import Game
from judge.game.model.gm_events import GMReminded
from judge.game.phases.process import process_due_phases
from judge.game.phases.start import begin_game
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat

REMINDERS = (1, 3, 7)
"""After how many days of waiting the GM is reminded."""
TOLD = 10
"""After how many days everybody in the game, and the operator, hear of it."""
ACTS = 14
"""After how many days the game does what its setting GM SILENT says."""
VOTE = timedelta(days=7)
"""How long the players have to vote on another GM."""


class Waits(NamedTuple):
    """What waits for the GM, and since when."""

    what: str
    """`report`: a closed phase; `start`: a forming game whose seats are all taken."""
    since: datetime


def waits_for_gm(game: Game) -> Waits | None:
    """Return what in a game goes on only when its GM writes; None if nothing does."""
    if not game.settings.moderated:
        return None
    if game.stage == "forming":
        return Waits("start", game.full) if game.full and not game.begins else None
    if game.held is None or game.held.until or game.held.at is None:
        return None
    return Waits("report", game.held.at)


def next_reminder(game: Game) -> datetime | None:
    """Return when the GM is reminded next, or everybody told; None if nothing waits, or all that can be done was done."""
    waits = waits_for_gm(game)
    days = [each for each in (*REMINDERS, TOLD, ACTS) if each not in game.gm_reminded]
    return waits.since + timedelta(days=days[0]) if waits and days else None


def remind_gm(game: Game, at: datetime, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Do what is due by `at` about a game that waits for its GM: one letter, however many reminders are due."""
    waits = waits_for_gm(game)
    if waits is None:
        raise ValueError(f"{game.name} does not wait for its GM")
    days = tuple(
        each for each in (*REMINDERS, TOLD, ACTS) if each not in game.gm_reminded and waits.since + timedelta(days=each) <= at
    )
    facts = _facts(game, waits, max(days))
    event, key = GMReminded(days), f"{waits.what}/{waits.since.isoformat()}/{max(days)}"
    to_gm = Notification(GM, "waiting", facts, key)
    if max(days) < TOLD:
        return CommandResult((event,), (), (to_gm,))
    if max(days) < ACTS:
        silent = {"what": "gm-silent", **facts}
        letters = (to_gm, Notification(Group.ALL, "news", silent, but=GM), Notification(Group.STANDBYS, "news", silent))
        return CommandResult((event,), (), letters)
    return CommandResult((event,)).then(_act(replace(game, gm_reminded=(*game.gm_reminded, *days)), waits, now, ruleset, secret))


def go_on(game: Game, what: str, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Do without the GM what waits for the GM: send the report, or begin the game."""
    if what == "start":
        return begin_game(game, now, ruleset, secret)
    return process_due_phases(game, now, ruleset, secret)


def candidates(game: Game) -> list[Seat]:
    """Return who may be elected GM, those who have been in the game longest first: standbys, then observers."""
    return [*game.standbys, *game.observers]


def _act(game: Game, waits: Waits, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    policy, found = game.settings.gm_silent, candidates(game)
    if policy == "pause":
        return CommandResult()
    if policy == "vote" and waits.what == "report" and found and game.ballot is None:
        closes = (now + VOTE).replace(second=0, microsecond=0)
        vote = {
            "what": "proposed", "proposal": "gm", "powers": [], "closes": closes.isoformat(), "by": "",
            "vacant": game.settings.vacant_votes, "text": str(found[0]), "silent": True, "gm": False,
        }  # fmt: skip
        event = Proposed("gm", (), "", False, closes, str(found[0]))
        return CommandResult((event,), (), (Notification(Group.ALL, "news", vote), Notification(Group.STANDBYS, "news", vote)))
    told = {"what": "gone-on", "waits": waits.what, "phase": game.position.phase.name if game.position else ""}
    return CommandResult(notices=(Notification(GM, "news", told),)).then(go_on(game, waits.what, now, ruleset, secret))


def _facts(game: Game, waits: Waits, days: int) -> Mapping[str, Any]:
    return {
        "waits": waits.what, "days": days, "began": waits.since.isoformat(), "policy": _policy(game, waits),
        "acts": (waits.since + timedelta(days=ACTS)).isoformat(), "told": (waits.since + timedelta(days=TOLD)).isoformat(),
        "phase": game.position.phase.name if game.position else "",
    }  # fmt: skip


def _policy(game: Game, waits: Waits) -> str:
    """Return what will happen: a vote needs players and somebody to elect."""
    policy = game.settings.gm_silent
    return "publish" if policy == "vote" and (waits.what == "start" or not candidates(game)) else policy
