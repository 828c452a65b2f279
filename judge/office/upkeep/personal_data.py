"""One person's data: export all that is stored, as plain values, and delete it without damage to games that others play."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from judge.commands.joining import Resign
from judge.game import decide
from judge.game.model.events import Event, PressSent
from judge.game.model.game import Game
from judge.game.model.seat_events import Ejected, GMChanged, Joined, Left, Resigned, TakenOver, Vacated
from judge.game.model.serialization import read_event, read_game
from judge.game.players.entry import entry_fingerprint
from judge.office.environment import Environment
from judge.office.unit_of_work import GameCache, UnitOfWork
from judge.office.unreadable_games import UnreadableGame
from judge.seat import GM, Seat
from judge.store import Person, StoredEvent
from judge.store.transaction import Transaction


class CannotForget(Exception):
    """A person who cannot be forgotten yet; `games` have nobody else as their GM."""

    def __init__(self, games: Sequence[str]) -> None:
        super().__init__(", ".join(games))
        self.games = tuple(games)


class ForgetResult(NamedTuple):
    """The result of erasing a person's data."""

    resigned: tuple[str, ...]
    """Games in which the seat is free now."""
    stays: tuple[str, ...]
    """Games that keep the orders given from that seat, under the Power's name."""
    waiting: int
    """Letters that have arrived and are not processed yet; they stay."""
    listed: tuple[str, ...]
    """Games whose ALLOW or DENY has a fingerprint of the address; it stays."""


def export_person(work: Transaction, person: Person) -> dict[str, Any]:
    """All that is kept of a person, as JSON values. Raises UnreadableGame if a game of theirs cannot be read."""
    return {
        "person": {"address": person.address, "name": person.name, "number": person.id},
        "zone": work.people.profile(person.id).zone,
        "record": {key: value for key, value in work.people.profile(person.id)._asdict().items() if key != "zone"},
        "preferences": work.people.preferences(person.id)._asdict(),
        "password": "a salted hash is kept" if work.people.password(person.id).hashed else "none",
        "letters_came_back": {
            "days": work.bounces.days(person.address),
            "marked": _instant(work.bounces.marked_since(person.address)),
        },
        "seats": [_seat(work, person, game, seat) for game, seat in _seats(work, person)],
        "zines": [
            {**zine._asdict(), "last": _instant(zine.last), "due": _instant(zine.due)} for zine in work.zines.of_person(person.id)
        ],
        "series": work.series.of_person(person.id),
        "named_in_allow_or_deny": listed_in(work, person.address),
        "letters": [
            {"number": each.id, "received": each.received.isoformat(), "state": each.state, "sender": each.sender}
            | _words(each.raw)
            for each in work.letters.by_person(person)
        ],
        "letters_to": [
            {"key": each.notice.key, "kind": each.notice.kind, "game": each.notice.game, "sent": _instant(each.since)}
            | {"facts": dict(each.notice.facts)}
            for each in work.outbox.to_address(person.address)
        ],
    }


def forget_person(house: Environment, person: Person, now: datetime) -> ForgetResult:
    """Give up a person's seats, as RESIGN would, and delete all that is kept of them, in one transaction.

    Raises:
        CannotForget: the person is the GM of games that are not over.
        UnreadableGame: a game of theirs cannot be read, so the person's data in it cannot be found.
    """
    with house.store.work() as work:
        held = work.seats.of_person(person.id)
        stages = {row.game: _stage(work, row.game) for row in held}
        alone = [row.game for row in held if row.seat == GM and second_gm(work, row.game) is None]
        if mastered := [game for game in alone if stages[game] != "finished"]:
            raise CannotForget(mastered)
        seats = list(_seats(work, person))
        for game, seat in seats:
            work.games.delete_press(game, [seq for seq, event in _own(work, person, game, seat) if isinstance(event, PressSent)])
        uow = UnitOfWork(house, work, GameCache(), now, f"forgotten/{person.id}")
        resigned = [row.game for row in held if stages[row.game] != "finished" and _resign(uow, row.game, row.seat, person)]
        uow.close()
        waiting = sum(each.state == "received" for each in work.letters.by_person(person))
        listed = listed_in(work, person.address)
        work.forget_person(person)
    return ForgetResult(tuple(resigned), tuple(dict.fromkeys(game for game, _ in seats)), waiting, tuple(listed))


def listed_in(work: Transaction, address: str) -> list[str]:
    """The games whose ALLOW or DENY names an address, of which they keep a fingerprint; not those that name its domain only."""
    mark = entry_fingerprint(address)
    named = (each.name for each in work.games.listings())
    return [name for name in named if (game := _game(work, name)) and mark in (*game.settings.allowed, *game.settings.denied)]


def tenure_spans(events: Sequence[Event], seat: Seat) -> list[tuple[int, int]]:
    """Return the span of events in which each of a seat's holders had it, in order; the last may have no end."""
    end = len(events) + 1
    if seat == GM:
        changes = [seq + 1 for seq, event in enumerate(events) if isinstance(event, GMChanged)]
        return list(pairwise([0, *changes, end]))
    found: list[tuple[int, int]] = []
    for seq, event in enumerate(events):
        if not isinstance(event, Joined | TakenOver | Left | Resigned | Vacated | Ejected) or event.seat != seat:
            continue
        if isinstance(event, Left):
            found.pop()
            continue
        if found and found[-1][1] == end:
            found[-1] = (found[-1][0], seq)
        if isinstance(event, Joined | TakenOver):
            found.append((seq, end))
    return found


def _resign(uow: UnitOfWork, name: str, seat: Seat, person: Person) -> bool:
    game = uow.open(name)
    if game is None:
        return False
    heir = second_gm(uow.work, name) if seat == GM else None
    decision = decide(game, Resign("RESIGN", heir), seat, uow.now, uow.rules(game), uow.secret(game))
    uow.carry_out(game, decision, person)
    return bool(decision.events)


def second_gm(work: Transaction, game: str) -> Seat | None:
    """Return the seat of the second GM who takes a game over when its GM leaves: the one who has been it longest; None for none."""
    return min((row.seat for row in work.seats.of_game(game) if row.seat.is_gm and row.seat != GM), default=None)


def _stage(work: Transaction, name: str) -> str:
    game = _game(work, name)
    return game.stage if game else "finished"


def _game(work: Transaction, name: str) -> Game | None:
    """A game as stored, or None. Raises UnreadableGame if it cannot be read."""
    stored = work.games.get(name)
    if stored is None:
        return None
    try:
        return read_game(stored.head)
    except (ValueError, LookupError, TypeError) as error:
        raise UnreadableGame(name, stored.seq, error) from error


def _events(work: Transaction, name: str) -> list[Event]:
    """A game's events. Raises UnreadableGame if one cannot be read."""
    found = list[Event]()
    for row in work.games.events(name):
        try:
            found.append(read_event(row.body))
        except (ValueError, LookupError, TypeError) as error:
            raise UnreadableGame(name, row.seq, error) from error
    return found


def _seats(work: Transaction, person: Person) -> Iterator[tuple[str, Seat]]:
    """Every (game, seat) that is a person's, or was once."""
    own = [(row.game, row.seat) for row in work.seats.of_person(person.id)]
    yield from dict.fromkeys([*own, *((row.game, row.seat) for row in work.seats.tenures_of(person.id))])


def _seat(work: Transaction, person: Person, name: str, seat: Seat) -> dict[str, Any]:
    game = _game(work, name)
    words = {row.seq: row.body for row in work.games.press(name) if row.seat == seat}
    own = _own(work, person, name, seat)
    rows = {row.seq: row for row in work.games.events(name)}
    return {
        "game": name,
        "seat": str(seat),
        "power": game.power_of(seat) if game else "",
        "now": any(row.seat == seat for row in work.seats.of_person(person.id) if row.game == name),
        "happened": [_happened(rows[seq]) | ({"press": words[seq]} if seq in words else {}) for seq, _ in own],
    }


def _happened(row: StoredEvent) -> dict[str, Any]:
    return {"at": row.at.isoformat(), **row.body}


def _own(work: Transaction, person: Person, name: str, seat: Seat) -> list[tuple[int, Event]]:
    """What a person did from a seat: (number, event), without its other holders' acts."""
    game, events = _game(work, name), _events(work, name)
    power = game.power_of(seat) if game else ""
    held = tenure_spans(events, seat)
    tenures = [row.person_id for row in work.seats.tenures(name) if row.seat == seat]
    mine = [span for span, who in zip(held, tenures, strict=False) if who == person.id] if tenures else held
    return [(n, event) for n, event in enumerate(events) if _is_by(event, seat, power) and any(a <= n < b for a, b in mine)]


def _is_by(event: Event, seat: Seat, power: str) -> bool:
    named = (getattr(event, "power", ""), getattr(event, "by", ""))
    return getattr(event, "seat", None) == seat or (bool(power) and power in named)


def _words(raw: bytes) -> dict[str, str]:
    """A letter's bytes: as text if they are UTF-8; nothing if they were purged."""
    try:
        return {"letter": raw.decode("utf-8")} if raw else {}
    except UnicodeDecodeError:
        return {"letter_base64": base64.b64encode(raw).decode("ascii")}


def _instant(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
