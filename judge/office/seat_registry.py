"""Seats that change hands, and what is kept of people: the store's side of events that the game knows by seats only."""

from __future__ import annotations

from typing import NamedTuple

from judge.game import Game
from judge.game.model.events import Event, PhaseRun
from judge.game.model.gm_events import Restored
from judge.game.model.seat_events import (
    Applied,
    Ejected,
    GMChanged,
    Invited,
    Joined,
    Left,
    ObserverCame,
    Promoted,
    Resigned,
    SeatGivenUp,
    StandbyLeft,
    StandbyListed,
    TakenOver,
    Vacated,
)
from judge.game.outstanding import powers_owing
from judge.letters import Notice
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat
from judge.store import Person, SeatRecord
from judge.store.transaction import Transaction


def gm_names(work: Transaction, game: str) -> list[str]:
    """Return the names of a game's GMs, the first GM's before the others'."""
    return [row.name for row in sorted(work.seats.of_game(game), key=lambda row: row.seat) if row.seat.is_gm]


class SeatRegistry(NamedTuple):
    """Gives seats to people. `token` makes a new holder's reply address differ from the last holder's."""

    work: Transaction
    token: str

    def take(self, game: Game, event: Event, person: Person | None, ruleset: Ruleset) -> Notice | None:
        """Apply an event's changes of seats to people. Returns a letter to a person who lost a seat without asking.

        `game`: before the event; `person`: who asked for it.
        """
        if isinstance(event, Ejected):
            return self._eject(game, event)
        if isinstance(event, Vacated):
            return self._replaced(game, event.seat, event.reason, vacant=True)
        if isinstance(event, TakenOver):
            return self._hand_over(game, event)
        if isinstance(event, GMChanged):
            return self._new_gm(game, event)
        if isinstance(event, PhaseRun):
            if not event.elsewhere:
                self._note(game, event, ruleset)
        elif isinstance(event, Restored):
            self._amend(game, event)
        else:
            self._sit(game, event, person)
        return None

    def _sit(self, game: Game, event: Event, person: Person | None) -> None:
        """Somebody comes, or goes and has said so."""
        if isinstance(event, Joined | StandbyListed | ObserverCame | Invited | Applied) and person:
            if isinstance(event, Joined) and event.by:
                self.work.seats.vacate(game.name, event.by)
            self.work.seats.assign(game.name, event.seat, person.id, self.token)
        elif isinstance(event, Promoted):
            self._promote(game, event)
        elif isinstance(event, Left | StandbyLeft | SeatGivenUp):
            self.work.seats.vacate(game.name, event.seat)
        elif isinstance(event, Resigned):
            self._leave(game, event.seat)

    def _amend(self, game: Game, event: Restored) -> None:
        people = self._people(game)
        self.work.people.add_to_records((people[seat], *counts) for seat, counts in event.records.items() if seat in people)

    def _promote(self, game: Game, event: Promoted) -> None:
        row = self.work.seats.get(game.name, event.by)
        if row is None:
            raise LookupError(f"{game.name} has nobody at {event.by}")
        self.work.seats.vacate(game.name, event.by)
        self.work.seats.assign(game.name, event.seat, row.person_id, self.token)

    def _eject(self, game: Game, event: Ejected) -> Notice | None:
        """The former holder gets no more letters, and is told why."""
        row = self.work.seats.get(game.name, event.seat)
        if row is None:
            return None
        if game.power_of(event.seat):
            self._leave(game, event.seat)
        self.work.seats.vacate(game.name, event.seat)
        facts: dict[str, object] = {"power": game.power_of(event.seat), "reason": event.reason}
        facts |= {"applied": True} if event.seat in game.applicants else {}
        key = f"ejected/{game.name}/{game.seq}/{event.seat}"
        return Notice(key, row.address, "ejected", facts, game.name) if row.address else None

    def _leave(self, game: Game, seat: Seat) -> SeatRecord | None:
        row = self.work.seats.get(game.name, seat)
        if row:
            self.work.seats.end_tenure(game.name, seat, row.person_id, game.ran_phase)
            self.work.seats.vacate(game.name, seat)
        return row

    def _hand_over(self, game: Game, event: TakenOver) -> Notice | None:
        """The standby takes the seat; its former holder gets no more letters about it."""
        letter = self._replaced(game, event.seat, "silent", vacant=False)
        standby = self.work.seats.get(game.name, event.by)
        if standby is None:
            raise LookupError(f"{game.name} has no standby {event.by}")
        self.work.seats.vacate(game.name, event.by)
        self.work.seats.assign(game.name, event.seat, standby.person_id, self.token)
        self.work.seats.begin_tenure(game.name, event.seat, standby.person_id, game.board_now.phase.name)
        return letter

    def _new_gm(self, game: Game, event: GMChanged) -> Notice | None:
        """Somebody takes the GM's seat; who had it gets no more letters about it, and is told unless they asked for it."""
        row, before = self.work.seats.get(game.name, event.by), self.work.seats.get(game.name, GM)
        if row is None:
            raise LookupError(f"{game.name} has nobody at {event.by}")
        if before:
            self.work.seats.end_tenure(game.name, GM, before.person_id, game.ran_phase)
        self.work.seats.vacate(game.name, event.by)
        self.work.seats.assign(game.name, GM, row.person_id, self.token)
        self.work.seats.begin_tenure(game.name, GM, row.person_id, game.position.phase.name if game.position else "")
        if before is None or not before.address or event.how == "resigned":
            return None
        facts = {"to": row.name, "how": event.how}
        return Notice(f"retired/{game.name}/{game.seq}", before.address, "retired", facts, game.name)

    def _replaced(self, game: Game, seat: Seat, reason: str, vacant: bool) -> Notice | None:
        row = self._leave(game, seat)
        if row is None or not row.address:
            return None
        facts = {"power": game.power_of(seat), "reason": reason, "vacant": vacant, "gm": game.settings.moderated}
        return Notice(f"replaced/{game.name}/{game.seq}/{seat}", row.address, "replaced", facts, game.name)

    def _note(self, game: Game, event: PhaseRun, ruleset: Ruleset) -> None:
        """One more phase on the record of everyone from whom something was due. Practice does not count."""
        if game.settings.practice:
            return
        owing = {seat.key: power for power in powers_owing(game, ruleset) if (seat := game.seat_of(power))}
        people, silent = self._people(game), event.silent
        self.work.people.add_to_records(
            (people[seat], 1, int(power in game.late and power not in silent), int(power in silent))
            for seat, power in owing.items()
            if seat in people
        )

    def _people(self, game: Game) -> dict[Seat, int]:
        """Seat → the number of who sits there."""
        return {row.seat: row.person_id for row in self.work.seats.of_game(game.name)}
