"""What is kept of people over all their games: their time zone, how reliable they were, and the seats that were theirs once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from judge.store.rows import Habits, Tenure
from judge.store.tables import habits, people, tenures

_ONE = select(habits.c.zone, habits.c.due, habits.c.late, habits.c.silent).where(habits.c.person_id == bindparam("person"))
_ZONE = select(habits.c.zone).join_from(habits, people).where(people.c.key == bindparam("address"))
_TENURE = select(tenures.c.game, tenures.c.seat, tenures.c.person_id, people.c.name, tenures.c.since, tenures.c.until).join_from(
    tenures, people
)
_OF_GAME = _TENURE.where(tenures.c.game == bindparam("of")).order_by(tenures.c.id)
_OF_PERSON = _TENURE.where(tenures.c.person_id == bindparam("person")).order_by(tenures.c.id)
_ADD_TENURE, _ADD = insert(tenures), insert(habits)
_HERS = tenures.c.game == bindparam("of"), tenures.c.seat == bindparam("at"), tenures.c.person_id == bindparam("person")
_END = update(tenures).where(*_HERS, tenures.c.until.is_(None)).values(until=bindparam("end"))
_KNOWN = select(habits.c.person_id).where(habits.c.person_id == bindparam("person"))
_CHANGE = update(habits).where(habits.c.person_id == bindparam("person"))


class HabitWork:
    """The part of a transaction that deals with what is kept of people over all their games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def habits(self, person: int) -> Habits:
        """A person's time zone ('' if unknown) and record."""
        row = self._connection.execute(_ONE, {"person": person}).first()
        return Habits(*row) if row else Habits()

    def zone_at(self, address: str) -> str:
        """The time zone of whoever has this address; '' if it is unknown."""
        return self._connection.execute(_ZONE, {"address": address.lower()}).scalar_one_or_none() or ""

    def set_zone(self, person: int, zone: str) -> None:
        """Keep a person's time zone; '' forgets it."""
        self._change(person, zone=zone)

    def note_phase(self, person: int, late: bool, silent: bool) -> None:
        """Add one phase in which something was due to a person's record."""
        self._change(person, due=habits.c.due + 1, late=habits.c.late + int(late), silent=habits.c.silent + int(silent))

    def amend_record(self, person: int, due: int, late: int, silent: int) -> None:
        """Change a person's record by these numbers, for phases that were taken back or stand again."""
        self._change(person, due=habits.c.due + due, late=habits.c.late + late, silent=habits.c.silent + silent)

    def _change(self, person: int, **values: Any) -> None:
        if self._connection.execute(_KNOWN, {"person": person}).first() is None:
            self._connection.execute(_ADD, {"person_id": person, "zone": "", "due": 0, "late": 0, "silent": 0})
        self._connection.execute(_CHANGE.values(**values), {"person": person})

    def begin_tenure(self, game: str, seat: str, person: int, since: str) -> None:
        """Keep that a person took a seat over in this phase; of those who had it from the start it is not kept."""
        row = {"game": game, "seat": seat, "person_id": person, "since": since, "until": None}
        self._connection.execute(_ADD_TENURE, row)

    def end_tenure(self, game: str, seat: str, person: int, until: str) -> None:
        """Keep that a person gave a seat up; `until` is the last phase that was run before, '' if there was none."""
        ended = self._connection.execute(_END, {"of": game, "at": seat, "person": person, "end": until})
        if not ended.rowcount:
            row = {"game": game, "seat": seat, "person_id": person, "since": "", "until": until}
            self._connection.execute(_ADD_TENURE, row)

    def tenures(self, game: str) -> list[Tenure]:
        """Everybody who had a seat that changed hands, in the order of their taking or leaving it."""
        return [Tenure(*row) for row in self._connection.execute(_OF_GAME, {"of": game})]

    def tenures_of(self, person: int) -> list[Tenure]:
        """Every seat that a person took over or gave up."""
        return [Tenure(*row) for row in self._connection.execute(_OF_PERSON, {"person": person})]
