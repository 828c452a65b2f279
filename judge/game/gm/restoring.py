"""The event that brings back an earlier board, with all that depends on it: orders, deadlines, records, numbers of reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.game.decision import TruthContext
from judge.game.gm.judged_events import JudgedEvent
from judge.game.model.game import FutureOrders, Game
from judge.game.model.gm_events import Restored
from judge.game.model.seat_events import Ejected, Resigned, TakenOver, Vacated
from judge.game.outstanding import powers_owing
from judge.seat import Seat


def restored_before(
    asked: TruthContext, judged: Sequence[JudgedEvent], found: JudgedEvent, standing: Any, due: datetime | None, reason: str
) -> Restored:
    """The event that restores the board from before a phase, and withdraws that phase and those after it."""
    gone = [each for each in judged if each.seq >= found.seq]
    event = restored(asked, found.before, due, reason)
    return replace(
        event, standing=standing, struck=(*asked.truth.struck, *(each.seq for each in gone)), records=records_of(asked, gone, -1),
        revisions=used_revisions(asked.truth, gone),
    )  # fmt: skip


def restored(asked: TruthContext, then: Game, due: datetime | None, reason: str) -> Restored:
    """The event that restores the board of an earlier game, with everything that depends on it."""
    called = {power: seat for power, seat in then.called.items() if seat in asked.truth.standbys}
    return Restored(
        phase=then.board_now.phase.name, reason=reason, position=then.board_now, standing=then.standing,
        reserve={power: orders for power, orders in then.reserve.items() if power in called}, called=called,
        missed=then.missed, history=then.history, turn=then.turn, ran=then.ran, ran_phase=then.ran_phase, ran_due=then.ran_due,
        late=then.late, entered=then.entered, due=due, at=asked.now, waits=then.waits,
        later=_later(then, asked.truth),
    )  # fmt: skip


def _later(then: Game, now: Game) -> dict[str, tuple[FutureOrders, ...]]:
    """Orders for later phases: the earlier ones and those that came since, without those given in advance with later moves."""
    since = {power: tuple(kept for kept in some if not kept.in_advance) for power, some in now.later.items()}
    both = {power: (*then.later.get(power, ()), *since.get(power, ())) for power in [*then.later, *since]}
    return {power: tuple({(kept.phase, kept.in_advance): kept for kept in some}.values()) for power, some in both.items()}


def used_revisions(game: Game, gone: Sequence[JudgedEvent]) -> dict[str, int]:
    """Phase → the highest revision number of a withdrawn report of it."""
    numbers = {each.event.phase: each.event.revision for each in gone}
    return {**game.revisions, **{phase: max(game.revisions.get(phase, 0), number) for phase, number in numbers.items()}}


def records_of(asked: TruthContext, some: Iterable[JudgedEvent], sign: int) -> dict[Seat, tuple[int, ...]]:
    """Seat → what these phases counted on its player's record: due, late, missed; `sign` -1 takes it off. Seats that have
    changed hands are left out.
    """
    events = asked.past()
    found: list[dict[Seat, tuple[int, ...]]] = []
    for each in (one for one in some if not one.event.elsewhere):
        moved = {e.seat for e in events[each.seq :] if isinstance(e, TakenOver | Vacated | Resigned | Ejected)}
        for power in powers_owing(each.before, asked.ruleset):
            seat, silent = each.before.seat_of(power), power in each.event.silent
            late = power in each.before.late and not silent
            if seat and seat.key not in moved:
                found.append({seat.key: (sign, sign * late, sign * silent)})
    return added_records(*found)


def added_records(*some: dict[Seat, tuple[int, ...]]) -> dict[Seat, tuple[int, ...]]:
    """The sum of some records, without seats for which nothing is left."""
    total: dict[Seat, tuple[int, ...]] = {}
    for record in some:
        for seat, numbers in record.items():
            total[seat] = tuple(a + b for a, b in zip(total.get(seat, (0, 0, 0)), numbers, strict=True))
    return {seat: numbers for seat, numbers in total.items() if any(numbers)}
