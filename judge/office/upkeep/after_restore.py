"""After `judge restore`: tell everybody what the judge has forgotten, and give them time to send it again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from judge.game.decision import CommandResult, Group, Notification
from judge.game.model.events import ClosesEarly, DeadlinesChanged, Event, FinalSaid
from judge.game.model.game import Game
from judge.office.environment import Environment
from judge.office.unit_of_work import GameCache, UnitOfWork
from judge.store.facts import RESTORED

TIME = timedelta(hours=24)
"""How long people have at least to send again what was lost, before a phase is judged without it."""


class RestoreNotes(NamedTuple):
    """What was done after a restore."""

    known: datetime | None
    """When the newest letter came that the store knows; None if it knows none."""
    told: tuple[str, ...]
    """Games whose players and GM were written to."""
    later: tuple[str, ...]
    """Those of them whose deadline was put off."""
    unreadable: tuple[str, ...]
    """Games that cannot be opened: nobody of theirs was told."""


def tell_of_restore(house: Environment, now: datetime) -> RestoreNotes:
    """Write to the players and the GM of every game that is not over, in one transaction, take back every FINAL, and put off
    deadlines that are nearer than `TIME`, or have passed.
    """
    told, later, unreadable = list[str](), list[str](), list[str]()
    with house.store.work() as work:
        known = work.letters.last_received()
        work.facts.put(RESTORED, now.replace(microsecond=0).isoformat())  # a Date says only the second
        uow = UnitOfWork(house, work, GameCache(), now, f"restored/{now.isoformat()}")
        for name in [card.name for card in work.games.listings() if uow.stage(card.name) != "finished"]:
            game = uow.opened(name)
            if game is None:
                unreadable.append(name)
                continue
            told.append(name)
            facts = {"newest": known.isoformat() if known else "", "was_due": "", "zone": game.zone}
            if reopened := _reopened(game):
                game = uow.carry_out(game, CommandResult(reopened))
            if _is_near(game, now) and game.due:
                later.append(name)
                facts["was_due"] = game.due.isoformat()
                game = uow.carry_out(game, CommandResult((DeadlinesChanged("", None, _full_hour(now + TIME), now),)))
            uow.tell(game, Notification(Group.ALL, "restored", facts))
        uow.close()
    return RestoreNotes(known, tuple(told), tuple(later), tuple(unreadable))


def _reopened(game: Game) -> tuple[Event, ...]:
    """Return what makes the running phase wait for its deadline, unless all say FINAL anew: a FINAL taken back, or other orders for
    retreats and adjustments, may be among what was lost.
    """
    if game.stage != "running" or game.held:
        return ()
    complete = () if game.board_now.phase.kind == "movement" else game.standing
    back = tuple(FinalSaid(power, False) for power in sorted({*game.final, *complete}))
    return (ClosesEarly(None), *back) if game.early else back


def _is_near(game: Game, now: datetime) -> bool:
    """Whether the running phase may be judged before people can send again what was lost."""
    wakes = game.grace or game.due
    return game.stage == "running" and not game.paused and not game.held and wakes is not None and wakes < now + TIME


def _full_hour(at: datetime) -> datetime:
    """Return the next full hour: a deadline that can be read aloud."""
    whole = at.replace(minute=0, second=0, microsecond=0)
    return whole if whole == at else whole + timedelta(hours=1)
