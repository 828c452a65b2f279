"""What an operator may do with a game for which nobody else can: give it another GM, stop its clock, end it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from judge.commands import Command
from judge.commands.deadlines import PauseGame
from judge.commands.people_in_game import Terminate
from judge.game import CommandResult, Game, decide
from judge.game.model.gm_events import GMReminded
from judge.game.model.seat_events import GMChanged, StandbyListed
from judge.game.phases.waiting_for_gm import TOLD, waits_for_gm
from judge.game.players.gm_votes import gm_letters
from judge.letters import ADDRESS
from judge.office.environment import Environment
from judge.office.unit_of_work import GameCache, UnitOfWork
from judge.seat import GM, Role, Seat
from judge.store import SeatRecord


class NotDone(Exception):
    """The operator's wish was not carried out; its text says why."""


def set_gm(house: Environment, name: str, address: str, now: datetime) -> None:
    """Make somebody the GM of a game; the old and the new GM and everybody else are told. Raises NotDone."""
    if not ADDRESS.fullmatch(address):
        raise NotDone(f"{address!r} is no address")
    with house.store.work() as work:
        uow, game = _open(house, work, name, now)
        person = work.people.by_address(address) or work.people.add(address, address.partition("@")[0])
        row = next((row for row in work.seats.of_game(game.name) if row.person_id == person.id), None)
        if game.stage == "finished":
            raise NotDone(f"{game.name} is over")
        if row and (row.seat == GM or row.seat.is_player):
            raise NotDone(f"{address} {'is its GM' if row.seat == GM else 'plays in it'}")
        seat = row.seat if row else Seat(Role.STANDBY, game.seq)
        events = (*(() if row else (StandbyListed(seat),)), GMChanged(seat, "operator", now))
        uow.carry_out(game, CommandResult(events, (), gm_letters("operator")), person)
        uow.close()


def pause(house: Environment, name: str, reason: str, now: datetime) -> None:
    """Stop a game's clock, as PAUSE would. Raises NotDone."""
    _as_gm(house, name, PauseGame("PAUSE", "", reason), now)


def end(house: Environment, name: str, reason: str, now: datetime) -> None:
    """End a game in a week, as TERMINATE would; one that has not begun, at once. Raises NotDone."""
    _as_gm(house, name, Terminate("TERMINATE", reason), now)


def describe(house: Environment, name: str, now: datetime) -> dict[str, Any]:
    """Return what an operator should know of a game: who runs it, what it waits for, who is in it. Raises NotDone."""
    with house.store.work() as work:
        uow, game = _open(house, work, name, now)
        rows, waits = work.seats.of_game(game.name), waits_for_gm(game)
        return {
            "game": game.name, "title": uow.rules(game).title, "stage": game.stage, "ending": game.ending, "zone": game.zone,
            "phase": game.position.phase.name if game.position else "", "due": _said(game.due), "paused": _said(game.paused),
            "gms": [_person(row) for row in rows if row.seat.is_gm], "waits": waits.what if waits else "",
            "since": _said(waits.since if waits else None), "silent": game.settings.gm_silent,
            "players": [
                {"power": seat.power or f"seat {seat.key}", "vacant": seat.vacant, "who": _holder(rows, seat.key)}
                for seat in game.seats
            ],
            "standbys": [_person(row) for row in rows if row.seat.is_standby],
            "observers": [_person(row) for row in rows if row.seat.is_observer],
            "events": game.seq,
        }  # fmt: skip


def tell_operator_of_silence(uow: UnitOfWork, game: Game, event: GMReminded) -> None:
    """Tell the operator of a game that has waited for its GM for so long that its players hear of it, too."""
    waits, to = waits_for_gm(game), uow.house.operator
    if to and waits and max(event.days) >= TOLD:
        gm = uow.work.seats.get(game.name, GM)
        facts = {
            "what": "gm-silent", "game": game.name, "waits": waits.what, "began": waits.since.isoformat(), "zone": game.zone,
            "policy": game.settings.gm_silent, "gm": f"{gm.name} <{gm.address}>" if gm else "",
        }  # fmt: skip
        uow.note(f"alert/gm-silent/{game.name}/{waits.since.isoformat()}", to, "alert", facts)


def _open(house: Environment, work: Any, name: str, now: datetime, what: str = "") -> tuple[UnitOfWork, Game]:
    uow = UnitOfWork(house, work, GameCache(), now, f"operator/{name}/{now.isoformat()}/{what}")
    game = uow.open(name)
    if game is None:
        raise NotDone(f"there is no game {name!r}")
    return uow, game


def _as_gm(house: Environment, name: str, command: Command, now: datetime) -> None:
    with house.store.work() as work:
        uow, game = _open(house, work, name, now, type(command).__name__)
        decision = decide(game, command, GM, now, uow.rules(game), uow.secret(game))
        if not decision.events:
            raise NotDone(f"{game.name}: not possible now ({decision.replies[0].facts.get('why', '')})")
        told = tuple(tell._replace(facts={**tell.facts, "operator": True}) for tell in decision.notices)
        uow.carry_out(game, CommandResult(decision.events, (), told, decision.turns))
        uow.close()


def _person(row: SeatRecord) -> str:
    return f"{row.name} <{row.address}>" if row.address else row.name


def _holder(rows: list[SeatRecord], seat: Seat) -> str:
    return next((_person(row) for row in rows if row.seat == seat), "")


def _said(at: datetime | None) -> str:
    return at.isoformat() if at else ""
