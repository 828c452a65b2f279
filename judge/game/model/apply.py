"""Apply events to a game. Nothing is checked here, because an event has already happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from judge.board import Position
from judge.game.model import events
from judge.game.model.apply_seats import SEAT_STEPS
from judge.game.model.common_steps import add_news, set_deadline
from judge.game.model.game import Absence, Ballot, CurrentOrders, FutureOrders, Game, PendingPress, PlayerSeat, changed
from judge.game.model.gm_events import RULINGS


def replay_events(happened: Iterable[events.Event]) -> Game:
    """Build the game from all its events. Raises ValueError if the first is not its creation."""
    first, *rest = happened
    if not isinstance(first, events.Created):
        raise ValueError(f"a game's first event is its creation, not {first}")
    game = apply_created(first)
    for event in rest:
        game = apply_event(game, event)
    return game


def apply_created(event: events.Created) -> Game:
    """A new game."""
    return Game(event.name, event.variant, event.version, event.settings, seal=event.seal, seq=1)


def apply_event(game: Game, event: events.Event) -> Game:
    """Apply an event of any kind except the game's creation. Raises KeyError for an unknown kind."""
    return changed(STEPS[type(event)](game, event), seq=game.seq + 1)


def centre_counts(position: Position) -> dict[str, int]:
    """Power → number of centres it owns, in order of first mention."""
    counts: dict[str, int] = {}
    for owner in position.owners.values():
        counts[owner] = counts.get(owner, 0) + 1
    return counts


def _start_set(game: Game, event: events.StartSet) -> Game:
    """A game that is full and no longer has a date waits for its GM from then on."""
    full = event.at if game.full and event.begins is None else game.full
    return replace(game, begins=event.begins, begins_short=event.short, full=full, gm_reminded=())


def _doomed(game: Game, event: events.Doomed) -> Game:
    return replace(_stopped(game), paused=event.until, doomed=True)


def _began(game: Game, event: events.Began) -> Game:
    seats = tuple(replace(seat, power=event.powers[seat.key]) for seat in game.seats)
    seats += tuple(PlayerSeat(seat, power, vacant=True) for seat, power in event.vacant.items())
    start = (event.year, centre_counts(event.position))
    luck = tuple(sorted(f"{seat.power} {game.words[seat.key]}" for seat in seats if seat.key in game.words))
    return replace(
        game, stage="running", seats=seats, position=event.position, due=event.due, history=(start,), since=event.at, full=None,
        gm_reminded=(), applicants={}, luck=luck, begins=None, begins_short=False,
    )  # fmt: skip


def _luck(game: Game, event: events.LuckAdded) -> Game:
    return replace(game, words={**game.words, event.seat: event.word})


def _deadlines(game: Game, event: events.DeadlinesChanged) -> Game:
    game = set_deadline(game, event.due, event.at) if event.due != game.due else game
    if event.spec is None:
        return game
    deadlines = {**game.settings.deadlines, event.kind: event.spec}
    return replace(game, settings=replace(game.settings, deadlines=deadlines))


def _orders(game: Game, event: events.OrdersTaken) -> Game:
    before = game.standing.get(event.power)
    standing = CurrentOrders(before.version + 1 if before else 1, event.orders, event.spare)
    return changed(game, standing={**game.standing, event.power: standing})


def _final(game: Game, event: events.FinalSaid) -> Game:
    if event.on:
        return replace(game, final=game.final | {event.power}, waits=game.waits - {event.power})
    return replace(game, final=game.final - {event.power}, waits=game.waits | {event.power})


def _early(game: Game, event: events.ClosesEarly) -> Game:
    return replace(game, early=event.until)


def _press(game: Game, event: events.PressSent) -> Game:
    number = max((held.number for held in game.press if held.seat == event.seat), default=0) + 1
    return replace(game, press=(*game.press, PendingPress(game.seq, event.seat, number, event.headline, event.signed)))


def _withdrawn(game: Game, event: events.PressWithdrawn) -> Game:
    return replace(game, press=tuple(held for held in game.press if held.seq != event.item))


def _commanded(game: Game, event: events.Commanded) -> Game:
    if game.position is None:
        return replace(game, facts=event.facts)
    return replace(game, position=replace(game.position, facts=event.facts))


def _throw(game: Game, event: events.ThrowStated) -> Game:
    throws = {**game.throws, event.subject: event.throw}
    return replace(game, throws=throws, stated={**game.stated, event.subject: event.reason})


def _phase(game: Game, event: events.PhaseRun) -> Game:
    history = game.history
    if event.counted:
        year = game.position.phase.year if game.position else event.position.phase.year
        history = (*history, (year, centre_counts(event.position)))
    ended = game.grace or game.due
    return replace(
        set_deadline(game, event.due, event.at), position=event.position, standing={}, final=frozenset(), history=history,
        press=game.press if event.reprints is not None else (), undo=game.undo if event.reprints is not None else -1,
        questions={}, waits=frozenset(), house_played=False,
        turn=game.seq, throws={**game.throws, **event.throws}, reserve={}, missed=_missed(game, event),
        ran=event.at, ran_phase=event.phase, ran_due=ended if ended and event.at and ended <= event.at else None,
        called={power: seat for power, seat in game.called.items() if power in event.silent}, entered=(), looked=(),
        happened=game.happened if event.reprints is not None else (),
        draw_wishes=frozenset() if event.counted else game.draw_wishes,
    )  # fmt: skip


def _proposed(game: Game, event: events.Proposed) -> Game:
    votes = {event.by: "yes"} if event.by else {}
    return replace(game, ballot=Ballot(event.what, event.powers, event.by, event.signed, event.closes, votes, event.text))


def _draw_wished(game: Game, event: events.DrawWished) -> Game:
    return replace(game, draw_wishes=game.draw_wishes | {event.power} if event.on else game.draw_wishes - {event.power})


def _end_undone(game: Game, event: events.EndUndone) -> Game:
    open_again = replace(game, stage="running", ending="", winners=(), statements_until=None, statements_closed=False)
    return set_deadline(open_again, event.due, event.at)


def _statements_until(game: Game, event: events.StatementsUntil) -> Game:
    return replace(game, statements_until=event.until, statements_closed=False)


def _statements_closed(game: Game, event: events.StatementsClosed) -> Game:
    return replace(game, statements_closed=True)


def _voted(game: Game, event: events.Voted) -> Game:
    ballot = game.ballot
    return replace(game, ballot=replace(ballot, votes={**ballot.votes, event.power: event.vote}) if ballot else None)


def _closed(game: Game, event: events.BallotClosed) -> Game:
    if game.ballot and not (event.passed or event.quiet):
        game = add_news(
            game, what="failed", proposal=game.ballot.what, powers=list(game.ballot.powers), text=game.ballot.text
        )  # fmt: skip
    return replace(game, ballot=None)


def _missed(game: Game, event: events.PhaseRun) -> dict[str, int]:
    """Power → the number of movement phases in a row for which its player has sent nothing."""
    if game.position is None or game.position.phase.kind != "movement":
        return dict(game.missed)
    return {power: game.missed.get(power, 0) + 1 for power in event.silent}


def _ended(game: Game, event: events.Ended) -> Game:
    over = replace(game, stage="finished", ending=event.ending, winners=event.winners, seed=event.seed, due=None, ballot=None)
    over = replace(over, statements_until=event.statements_until, statements_closed=False)
    return replace(over, paused=None, doomed=False)  # so that the game does not end again at once if a correction makes it go on


def _settings(game: Game, event: events.SettingsChanged) -> Game:
    return replace(game, settings=event.settings)


def _reminded(game: Game, event: events.Reminded) -> Game:
    return replace(game, reminded=(*game.reminded, *event.before))


def _grace(game: Game, event: events.GraceGiven) -> Game:
    return replace(game, late=event.late, grace=event.until)


def _paused(game: Game, event: events.Paused) -> Game:
    return replace(_stopped(game), paused=event.until)


def _stopped(game: Game) -> Game:
    """The game without a deadline, of which the deadline that it had is remembered."""
    return replace(set_deadline(game, None, None), before_pause=game.due or game.before_pause)


def _resumed(game: Game, event: events.Resumed) -> Game:
    return replace(set_deadline(game, event.due, event.at), paused=None, doomed=False)


def _absence(game: Game, event: events.AbsenceNoted) -> Game:
    return replace(game, absences=(*game.absences, Absence(event.seat, event.first, event.last, event.counts)))


def _no_absence(game: Game, event: events.AbsencesDropped) -> Game:
    kept = tuple(a for a in game.absences if a.seat != event.seat or a.last < event.day)
    return replace(game, absences=kept)


def _reserved(game: Game, event: events.OrdersReserved) -> Game:
    before = game.reserve.get(event.power)
    standing = CurrentOrders(before.version + 1 if before else 1, event.orders, event.spare)
    return replace(game, reserve={**game.reserve, event.power: standing})


def _questions(game: Game, event: events.QuestionsOpen) -> Game:
    return replace(game, questions={**game.questions, event.seat: event.questions})


def _kept(game: Game, event: events.OrdersKept) -> Game:
    same = event.phase, event.in_advance
    others = tuple(kept for kept in game.later.get(event.power, ()) if (kept.phase, kept.in_advance) != same)
    now = (*others, FutureOrders(event.phase, event.lines, event.in_advance)) if event.lines else others
    if event.reason:
        game = add_news(game, what="kept", power=event.power, reason=event.reason)
    return replace(game, later={**game.later, event.power: now}) if now != game.later.get(event.power, ()) else game


STEPS: dict[type[events.Event], Callable[[Game, Any], Game]] = {
    events.Began: _began,
    events.DeadlinesChanged: _deadlines,
    events.OrdersTaken: _orders,
    events.FinalSaid: _final,
    events.PressSent: _press,
    events.PressWithdrawn: _withdrawn,
    events.Commanded: _commanded,
    events.LuckAdded: _luck,
    events.ThrowStated: _throw,
    events.PhaseRun: _phase,
    events.Proposed: _proposed,
    events.Voted: _voted,
    events.DrawWished: _draw_wished,
    events.EndUndone: _end_undone,
    events.BallotClosed: _closed,
    events.Ended: _ended,
    events.StatementsUntil: _statements_until,
    events.StatementsClosed: _statements_closed,
    events.SettingsChanged: _settings,
    events.Reminded: _reminded,
    events.GraceGiven: _grace,
    events.Paused: _paused,
    events.Resumed: _resumed,
    events.AbsenceNoted: _absence,
    events.AbsencesDropped: _no_absence,
    events.OrdersReserved: _reserved,
    events.ClosesEarly: _early,
    events.QuestionsOpen: _questions,
    events.OrdersKept: _kept,
    **SEAT_STEPS,
    **RULINGS,
    events.Doomed: _doomed,
    events.StartSet: _start_set,
}
