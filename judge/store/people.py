"""People: addresses, preferences, records of reliability, passwords."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from judge.letters import ADDRESS
from judge.store.records import Person, PersonProfile, Preferences, StoredPassword
from judge.store.reply_tokens import editor_in
from judge.store.repository import Repository
from judge.store.tables import people, profiles, seats, tenures

_ONE = people.c.id == bindparam("person")
_PERSON = select(people.c.id, people.c.address, people.c.name)
_BY_ADDRESS = _PERSON.where(people.c.key == bindparam("address"))
_NAMED = _PERSON.add_columns(people.c.preferences).where(func.lower(people.c.name) == bindparam("called"))
_BY_ID = _PERSON.where(_ONE)
_ADD = insert(people).returning(people.c.id)
_NAME = update(people).where(_ONE).values(name=bindparam("called"))
_MOVE = update(people).where(_ONE).values(key=bindparam("new"), address=bindparam("written"), bounced=None)
_FORGET = update(people).where(_ONE).values(
    key=None, address="", name="", password="", tries=0, tried=None, bounced=None, preferences={}
)  # fmt: skip

_PREFERENCES = select(people.c.preferences).where(_ONE)
_PREFER = update(people).where(_ONE).values(preferences=bindparam("said"))
_IN_GAME = select(seats.c.person_id).where(seats.c.game == bindparam("of")).union(
    select(tenures.c.person_id).where(tenures.c.game == bindparam("of"))
)  # fmt: skip
_PREFERENCES_IN_GAME = select(people.c.name, people.c.preferences).where(people.c.id.in_(_IN_GAME))

_SECRET = select(people.c.password, people.c.tries, people.c.tried).where(_ONE)
_TRIED = update(people).where(_ONE).values(tries=bindparam("count"), tried=bindparam("moment"))
_PASSWORD = update(people).where(_ONE).values(password=bindparam("hashed"), tries=0)

_PROFILE = select(profiles.c.zone, profiles.c.due, profiles.c.late, profiles.c.silent).where(
    profiles.c.person_id == bindparam("person")
)
_ZONE = select(profiles.c.zone).join_from(profiles, people).where(people.c.key == bindparam("address"))
_WISHES_AND_ZONE = (
    select(people.c.preferences, profiles.c.zone)
    .join_from(people, profiles, isouter=True)
    .where(people.c.key == bindparam("address"))
)
_SET_ZONE = update(profiles).where(profiles.c.person_id == bindparam("person")).values(zone=bindparam("new"))
_COUNT = (
    update(profiles)
    .where(profiles.c.person_id == bindparam("person"))
    .values({each: profiles.c[each] + bindparam(f"more_{each}") for each in ("due", "late", "silent")})
)


class PeopleRepository(Repository):
    """`work.people`: everybody with a registered address."""

    def by_address(self, address: str) -> Person | None:
        """Return the person with this address, in any case of its letters; None for a stranger."""
        row = self._connection.execute(_BY_ADDRESS, {"address": address.lower()}).first()
        return None if row is None else Person(*row)

    def by_id(self, person: int) -> Person | None:
        """Return the person with this number, or None."""
        row = self._connection.execute(_BY_ID, {"person": person}).first()
        return None if row is None else Person(*row)

    def public_named(self, name: str) -> list[Person]:
        """List the people of this name, in any case, who let everybody ask for their results."""
        rows = self._connection.execute(_NAMED, {"called": name.lower()}).all()
        return [Person(row.id, row.address, row.name) for row in rows if _read_preferences(row.preferences).results_public]

    def editor_by_token(self, token: str) -> Person | None:
        """Return the editor whose reply token this is, or None."""
        number = editor_in(token)
        person = self.by_id(number) if number is not None else None
        return person if person and self._tokens.is_editor(token, person.id, person.address) else None

    def add(self, address: str, name: str = "") -> Person:
        """Register a new person.

        Raises:
            ValueError: invalid address.
            sqlalchemy.exc.IntegrityError: the address belongs to somebody else.
        """
        if not ADDRESS.fullmatch(address):
            raise ValueError(f"no mail address: {address!r}")
        row = {"key": address.lower(), "address": address, "name": name}
        return Person(self._connection.execute(_ADD, row).scalar_one(), address, name)

    def rename(self, person: int, name: str) -> None:
        """Store a person's name."""
        self._connection.execute(_NAME, {"person": person, "called": name})

    def change_address(self, person: int, address: str) -> None:
        """Store a new address, which nobody else may have. The bounces of the old one are forgotten."""
        self._connection.execute(_MOVE, {"person": person, "new": address.lower(), "written": address})

    def preferences(self, person: int) -> Preferences:
        """Return a person's preferences, with defaults for those never set."""
        return _read_preferences(self._connection.execute(_PREFERENCES, {"person": person}).scalar_one())

    def prefer(self, person: int, **said: Any) -> None:
        """Store a person's choice for fields of `Preferences`. Raises ValueError for an unknown field."""
        Preferences()._replace(**said)
        before = self._connection.execute(self._locks.hold(_PREFERENCES), {"person": person}).scalar_one()
        self._connection.execute(_PREFER, {"person": person, "said": {**before, **said}})

    def print_names(self, game: str) -> dict[str, str]:
        """Name → how to print it, for those who have or had a seat in a game and do not want it printed whole; `none` comes first.
        """
        rows = self._connection.execute(_PREFERENCES_IN_GAME, {"of": game}).all()
        found = [(row.name, _read_preferences(row.preferences).name_in_print) for row in rows]
        return {name: how for name, how in sorted(found, key=lambda each: each[1] == "none") if how != "full"}

    def password(self, person: int) -> StoredPassword:
        """Return a person's password hash ('' for none), the number of wrong guesses in a row, and when the last was."""
        return StoredPassword(*self._connection.execute(_SECRET, {"person": person}).one())

    def set_password(self, person: int, hashed: str) -> None:
        """Store the hash of a new password and reset the count of wrong guesses."""
        self._connection.execute(_PASSWORD, {"person": person, "hashed": hashed})

    def note_guesses(self, person: int, tries: int, at: datetime | None) -> None:
        """Store the number of wrong guesses in a row, and when the last was."""
        self._connection.execute(_TRIED, {"person": person, "count": tries, "moment": at})

    def profile(self, person: int) -> PersonProfile:
        """Return a person's time zone ('' if unknown) and their record over all games."""
        row = self._connection.execute(_PROFILE, {"person": person}).first()
        return PersonProfile(*row) if row else PersonProfile()

    def zone_at(self, address: str) -> str:
        """Return the time zone of the person with this address; '' if unknown."""
        return self._connection.execute(_ZONE, {"address": address.lower()}).scalar_one_or_none() or ""

    def wishes_and_zone(self, address: str) -> tuple[Preferences, str]:
        """Return the preferences of the person with this address, and their time zone; the defaults, and '' if unknown."""
        row = self._connection.execute(_WISHES_AND_ZONE, {"address": address.lower()}).first()
        return (Preferences(), "") if row is None else (_read_preferences(row.preferences), row.zone or "")

    def set_zone(self, person: int, zone: str) -> None:
        """Store a person's time zone; '' deletes it."""
        self._add_profiles([person])
        self._connection.execute(_SET_ZONE, {"person": person, "new": zone})

    def add_to_records(self, changes: Iterable[tuple[int, ...]]) -> None:
        """Add to people's records. Each change is (person, phases with orders due, late, missed); negative numbers take back."""
        sums: dict[int, list[int]] = {}
        for person, *more in changes:
            sums[person] = [old + new for old, new in zip(sums.get(person, (0, 0, 0)), more, strict=True)]
        if sums:
            self._add_profiles(sorted(sums))
            names = ("person", "more_due", "more_late", "more_silent")
            # Sorted by person: two workers that lock the same rows in different orders would deadlock.
            self._connection.execute(_COUNT, [dict(zip(names, (person, *sums[person]), strict=True)) for person in sorted(sums)])

    def _add_profiles(self, people: Iterable[int]) -> None:
        """Create a profile for each of these people who has none."""
        blank = {"zone": "", "due": 0, "late": 0, "silent": 0}
        self._connection.execute(self._locks.new_only(profiles), [{"person_id": person, **blank} for person in people])

    def forget(self, person: int) -> None:
        """Delete a person's address, name, password, preferences and record. Their number stays, because seats refer to it."""
        self._connection.execute(delete(profiles).where(profiles.c.person_id == person))
        self._connection.execute(_FORGET, {"person": person})


def _read_preferences(said: Mapping[str, Any]) -> Preferences:
    """Read stored preferences, leaving out fields that only another version of the judge knows."""
    return Preferences(**{name: value for name, value in said.items() if name in Preferences._fields})
