"""Apply events of seats to a game: who plays, watches, stands by and runs it. Nothing is checked here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from judge.game.model import seat_events
from judge.game.model.common_steps import add_news, set_deadline
from judge.game.model.events import Event
from judge.game.model.game import Application, Game, PlayerSeat


def _joined(game: Game, event: seat_events.Joined) -> Game:
    seat = PlayerSeat(event.seat, prefers=event.prefers, promised=event.promised, brings=event.brings)
    game = replace(game, seats=(*game.seats, seat), full=event.at if event.last else None, gm_reminded=())
    return _given_up(_unlisted(game, seat_events.StandbyLeft(event.by)), seat_events.SeatGivenUp(event.by)) if event.by else game


def _applied(game: Game, event: seat_events.Applied) -> Game:
    return replace(game, applicants={**game.applicants, event.seat: Application(event.prefers, event.brings)})


def _wished(game: Game, event: seat_events.Wished) -> Game:
    seats = (replace(seat, prefers=event.prefers) if seat.key == event.seat else seat for seat in game.seats)
    return replace(game, seats=tuple(seats))


def _left(game: Game, event: seat_events.Left) -> Game:
    words = {seat: word for seat, word in game.words.items() if seat != event.seat}
    left = tuple(seat for seat in game.seats if seat.key != event.seat)
    return replace(game, seats=left, words=words, full=None, gm_reminded=())


def _given_up(game: Game, event: seat_events.SeatGivenUp) -> Game:
    observers = tuple(seat for seat in game.observers if seat != event.seat)
    applicants = {seat: wish for seat, wish in game.applicants.items() if seat != event.seat}
    invited = {seat: power for seat, power in game.invited.items() if seat != event.seat}
    return replace(game, observers=observers, invited=invited, applicants=applicants)


def _ejected(game: Game, event: seat_events.Ejected) -> Game:
    if game.seat(event.seat):
        return _resigned(game, event) if game.stage != "forming" else _left(game, seat_events.Left(event.seat))
    return _given_up(_unlisted(game, seat_events.StandbyLeft(event.seat)), seat_events.SeatGivenUp(event.seat))


def _observer(game: Game, event: seat_events.ObserverCame) -> Game:
    return replace(game, observers=(*game.observers, event.seat))


def _invited(game: Game, event: seat_events.Invited) -> Game:
    return replace(game, invited={**game.invited, event.seat: event.power})


def _promoted(game: Game, event: seat_events.Promoted) -> Game:
    return _given_up(_unlisted(game, seat_events.StandbyLeft(event.by)), seat_events.SeatGivenUp(event.by))


def _offered(game: Game, event: seat_events.HandoverOffered) -> Game:
    return replace(game, heir=event.seat)


def _gm_changed(game: Game, event: seat_events.GMChanged) -> Game:
    """The new GM has the seat `gm`, and the time that a GM has who has just been told what waits."""
    game = _given_up(_unlisted(game, seat_events.StandbyLeft(event.by)), seat_events.SeatGivenUp(event.by))
    held = game.held and game.held._replace(at=event.at)
    game = replace(game, ballot=None) if game.ballot and game.ballot.what in ("gm", "claim") else game
    return replace(add_news(game, what="new-gm"), heir=None, gm_reminded=(), held=held, full=event.at if game.full else None)


def _resigned(game: Game, event: seat_events.Resigned | seat_events.Vacated | seat_events.Ejected) -> Game:
    power = game.power_of(event.seat)
    if isinstance(event, seat_events.Vacated | seat_events.Ejected) and event.reason != seat_events.SILENT:
        # The report on a power's missed orders mentions this by itself.
        game = add_news(game, what="vacant", power=power, reason=event.reason)
    seats = tuple(replace(seat, vacant=True) if seat.key == event.seat else seat for seat in game.seats)
    absences = tuple(absence for absence in game.absences if absence.seat != event.seat)
    late = tuple(name for name in game.late if name != power)
    return replace(game, seats=seats, final=game.final - {power}, absences=absences, late=late)


def _house_seated(game: Game, event: seat_events.HouseSeated) -> Game:
    if game.stage == "running":
        game = add_news(game, what="house", power=game.power_of(event.seat), level=event.level)
    seats = (replace(seat, vacant=True, house=event.level) if seat.key == event.seat else seat for seat in game.seats)
    return replace(game, seats=tuple(seats), house_played=False)


def _house_played(game: Game, event: seat_events.HousePlayed) -> Game:
    return replace(game, house_played=True)


def _listed(game: Game, event: seat_events.StandbyListed) -> Game:
    return replace(game, standbys={**game.standbys, event.seat: event.power})


def _unlisted(game: Game, event: seat_events.StandbyLeft) -> Game:
    called = {power: seat for power, seat in game.called.items() if seat != event.seat}
    reserve = {power: standing for power, standing in game.reserve.items() if power in called}
    standbys = {seat: power for seat, power in game.standbys.items() if seat != event.seat}
    return replace(game, standbys=standbys, called=called, reserve=reserve)


def _called(game: Game, event: seat_events.StandbyCalled) -> Game:
    return replace(game, called={**game.called, event.power: event.seat})


def _taken_over(game: Game, event: seat_events.TakenOver) -> Game:
    power = game.power_of(event.seat)
    seats = tuple(replace(seat, vacant=False, house="") if seat.key == event.seat else seat for seat in game.seats)
    game = add_news(_unlisted(game, seat_events.StandbyLeft(event.by)), what="takeover", power=power)
    game = replace(
        game, seats=seats, missed={name: times for name, times in game.missed.items() if name != power},
        absences=tuple(absence for absence in game.absences if absence.seat != event.seat),
        called={name: seat for name, seat in game.called.items() if name != power},
        standbys={key: "" if offer == power else offer for key, offer in game.standbys.items()},
        final=game.final - {power}, questions={key: asked for key, asked in game.questions.items() if key != event.seat},
        later={name: tuple(each for each in kept if name != power or each.in_advance) for name, kept in game.later.items()},
    )  # fmt: skip
    return set_deadline(game, event.due, event.at) if event.due != game.due else game


SEAT_STEPS: dict[type[Event], Callable[[Game, Any], Game]] = {
    seat_events.Joined: _joined,
    seat_events.Applied: _applied,
    seat_events.Wished: _wished,
    seat_events.Left: _left,
    seat_events.Resigned: _resigned,
    seat_events.Vacated: _resigned,
    seat_events.HouseSeated: _house_seated,
    seat_events.HousePlayed: _house_played,
    seat_events.StandbyListed: _listed,
    seat_events.StandbyLeft: _unlisted,
    seat_events.StandbyCalled: _called,
    seat_events.TakenOver: _taken_over,
    seat_events.ObserverCame: _observer,
    seat_events.SeatGivenUp: _given_up,
    seat_events.Ejected: _ejected,
    seat_events.Invited: _invited,
    seat_events.Promoted: _promoted,
    seat_events.HandoverOffered: _offered,
    seat_events.GMChanged: _gm_changed,
}
"""How each event of a seat changes a game."""
