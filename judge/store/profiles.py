"""What is kept of people over all their games: their time zone, how reliable they were, and the seats that were theirs once."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, insert, select, update

from judge.store.locks import LockStrategy
from judge.store.records import PersonProfile, Tenure
from judge.store.tables import habits, people, tenures

_ONE = select(habits.c.zone, habits.c.due, habits.c.late, habits.c.silent).where(habits.c.person_id == bindparam("person"))
_ZONE = select(habits.c.zone).join_from(habits, people).where(people.c.key == bindparam("address"))
_TENURE = select(tenures.c.game, tenures.c.seat, tenures.c.person_id, people.c.name, tenures.c.since, tenures.c.until).join_from(
    tenures, people
)
_OF_GAME = _TENURE.where(tenures.c.game == bindparam("of")).order_by(tenures.c.id)
_OF_PERSON = _TENURE.where(tenures.c.person_id == bindparam("person")).order_by(tenures.c.id)
_ADD_TENURE = insert(tenures)
_HERS = tenures.c.game == bindparam("of"), tenures.c.seat == bindparam("at"), tenures.c.person_id == bindparam("person")
_END = update(tenures).where(*_HERS, tenures.c.until.is_(None)).values(until=bindparam("end"))
_SET_ZONE = update(habits).where(habits.c.person_id == bindparam("person")).values(zone=bindparam("new"))
_COUNT = (
    update(habits)
    .where(habits.c.person_id == bindparam("person"))
    .values({each: habits.c[each] + bindparam(f"more_{each}") for each in ("due", "late", "silent")})
)


class ProfileRepository:
    """The part of a transaction that deals with what is kept of people over all their games."""

    def __init__(self, connection: Connection, locks: LockStrategy) -> None:
        self._connection = connection
        self._locks = locks

    def habits(self, person: int) -> PersonProfile:
        """A person's time zone ('' if unknown) and record."""
        row = self._connection.execute(_ONE, {"person": person}).first()
        return PersonProfile(*row) if row else PersonProfile()

    def zone_at(self, address: str) -> str:
        """The time zone of whoever has this address; '' if it is unknown."""
        return self._connection.execute(_ZONE, {"address": address.lower()}).scalar_one_or_none() or ""

    def set_zone(self, person: int, zone: str) -> None:
        """Keep a person's time zone; '' forgets it."""
        self._begin([person])
        self._connection.execute(_SET_ZONE, {"person": person, "new": zone})

    def amend_records(self, changes: Iterable[tuple[int, ...]]) -> None:
        """Change people's records by (person, phases in which something was due, late, silent): one more phase, or taken back."""
        sums: dict[int, list[int]] = {}
        for person, *more in changes:
            sums[person] = [old + new for old, new in zip(sums.get(person, (0, 0, 0)), more, strict=True)]
        if sums:
            self._begin(sorted(sums))
            names = ("person", "more_due", "more_late", "more_silent")
            # Always in one order: two workers that each wait for the other's row would wait for ever.
            self._connection.execute(_COUNT, [dict(zip(names, (person, *sums[person]), strict=True)) for person in sorted(sums)])

    def _begin(self, people: Iterable[int]) -> None:
        """Have a row for each of these people."""
        blank = {"zone": "", "due": 0, "late": 0, "silent": 0}
        self._connection.execute(self._locks.new_only(habits), [{"person_id": person, **blank} for person in people])

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
