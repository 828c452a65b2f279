"""People and seats inside a transaction: who has which address, who sits where, whose token is it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, insert, select, union_all, update

from judge.letters import ADDRESS
from judge.store.records import Person, SeatRecord, StoredPassword
from judge.store.reply_tokens import ReplyTokens, editor_in, hash_token
from judge.store.tables import mapless, notices, people, printed, published, seats, tenures

_PERSON = select(people.c.id, people.c.address, people.c.name)
_BY_ADDRESS = _PERSON.where(people.c.key == bindparam("address"))
_BY_ID = _PERSON.where(people.c.id == bindparam("person"))
_NAME = update(people).where(people.c.id == bindparam("person")).values(name=bindparam("called"))
_MOVE = (
    update(people)
    .where(people.c.id == bindparam("person"))
    .values(key=bindparam("new"), address=bindparam("written"), bounced=None)
)
_ROW = select(seats.c.game, seats.c.seat, seats.c.person_id, seats.c.nonce, people.c.name, people.c.address).join_from(
    seats, people
)
_OF_GAME = _ROW.where(seats.c.game == bindparam("of")).order_by(seats.c.seat)
_ONE = _ROW.where(seats.c.game == bindparam("of"), seats.c.seat == bindparam("at"))
_BY_MARK = _ROW.where(seats.c.mark == bindparam("mark"))
_OTHER = seats.alias()
_HOLDERS = (
    select(_OTHER.c.game, _OTHER.c.seat, _OTHER.c.person_id, _OTHER.c.nonce, people.c.name, people.c.address, _OTHER.c.mark)
    .select_from(seats.join(_OTHER, _OTHER.c.person_id == seats.c.person_id).join(people, people.c.id == seats.c.person_id))
    .where(seats.c.mark == bindparam("mark"))
    .order_by(_OTHER.c.game, _OTHER.c.seat)
)
_ALL = select(seats.c.game, seats.c.seat, seats.c.nonce, seats.c.mark)
_MARK = (
    update(seats)
    .where(seats.c.game == bindparam("of"), seats.c.seat == bindparam("at"))
    .values(mark=bindparam("new_mark"))
)
_SECRET = select(people.c.password, people.c.tries, people.c.tried).where(people.c.id == bindparam("person"))
_TRIED = update(people).where(people.c.id == bindparam("person")).values(tries=bindparam("count"), tried=bindparam("moment"))
_PASSWORD = update(people).where(people.c.id == bindparam("person")).values(password=bindparam("hashed"), tries=0)
_OF_PERSON = _ROW.where(seats.c.person_id == bindparam("person")).order_by(seats.c.game, seats.c.seat)
_TAKE = delete(seats).where(seats.c.game == bindparam("of"), seats.c.seat == bindparam("at"))
_ADD_PERSON, _ADD_SEAT = insert(people).returning(people.c.id), insert(seats)

_MAPLESS = select(mapless.c.person_id).where(mapless.c.person_id == bindparam("person"))
_WITH_MAPS = delete(mapless).where(mapless.c.person_id == bindparam("person"))
_NO_MAPS = insert(mapless)
_WHOLE_NAME = delete(printed).where(printed.c.person_id == bindparam("person"))
_CALLED = insert(printed)
_HOW = select(printed.c.how).where(printed.c.person_id == bindparam("person"))
_THERE = select(seats.c.person_id).where(seats.c.game == bindparam("of")).union(
    select(tenures.c.person_id).where(tenures.c.game == bindparam("of"))
)  # fmt: skip
_GAMES: BindParameter[Collection[str]] = bindparam("games", expanding=True)
_EVER = union_all(  # a seat that is somebody's, one that was, or a letter of ours to it
    select(seats.c.game).where(seats.c.person_id == bindparam("person"), seats.c.game.in_(_GAMES)),
    select(tenures.c.game).where(tenures.c.person_id == bindparam("person"), tenures.c.game.in_(_GAMES)),
    select(notices.c.game).where(
        func.lower(notices.c.address) == bindparam("address"), notices.c.game.in_(_GAMES), notices.c.seat != ""
    ),
).limit(1)  # fmt: skip
_PRINTED = select(people.c.name, printed.c.how).join_from(printed, people).where(people.c.id.in_(_THERE))
_SHOWN = select(published.c.person_id).where(published.c.person_id == bindparam("person"))
_UNPRINT, _PRINT = delete(published).where(published.c.person_id == bindparam("person")), insert(published)


class PeopleRepository:
    """The part of a transaction that deals with people and seats."""

    def __init__(self, connection: Connection, tokens: ReplyTokens) -> None:
        self._connection = connection
        self._tokens = tokens

    def person(self, address: str) -> Person | None:
        """Whoever has this address (upper and lower case are the same); None for a stranger."""
        row = self._connection.execute(_BY_ADDRESS, {"address": address.lower()}).first()
        return None if row is None else Person(*row)

    def person_by_id(self, person: int) -> Person | None:
        """The person with this number."""
        row = self._connection.execute(_BY_ID, {"person": person}).first()
        return None if row is None else Person(*row)

    def add_person(self, address: str, name: str = "") -> Person:
        """Register a new person.

        Raises:
            ValueError: the address is none.
            sqlalchemy.exc.IntegrityError: it belongs to somebody.
        """
        if not ADDRESS.fullmatch(address):
            raise ValueError(f"no mail address: {address!r}")
        row = {"key": address.lower(), "address": address, "name": name}
        return Person(self._connection.execute(_ADD_PERSON, row).scalar_one(), address, name)

    def rename(self, person: int, name: str) -> None:
        """Keep what a person is called."""
        self._connection.execute(_NAME, {"person": person, "called": name})

    def move_person(self, person: int, address: str) -> None:
        """Keep another address, which nobody else may have; bounces of the old one are no fault of it."""
        self._connection.execute(_MOVE, {"person": person, "new": address.lower(), "written": address})

    def wants_maps(self, person: int) -> bool:
        """Whether maps come with a person's letters; they do until that person says otherwise."""
        return self._connection.execute(_MAPLESS, {"person": person}).first() is None

    def want_maps(self, person: int, on: bool) -> None:
        """Keep whether a person wants maps."""
        self._connection.execute(_WITH_MAPS, {"person": person})
        if not on:
            self._connection.execute(_NO_MAPS, {"person_id": person})

    def want_name(self, person: int, how: str) -> None:
        """Keep how a person wants to be called in print: `full`, `surname` or `none`."""
        self._connection.execute(_WHOLE_NAME, {"person": person})
        if how != "full":
            self._connection.execute(_CALLED, {"person_id": person, "how": how})

    def wants_name(self, person: int) -> str:
        """How a person wants to be called in print."""
        return self._connection.execute(_HOW, {"person": person}).scalar_one_or_none() or "full"

    def printed(self, game: str) -> dict[str, str]:
        """Name → how it is to be printed, of those who have or had a seat in a game and do not want it whole; `none` goes first."""
        rows = self._connection.execute(_PRINTED, {"of": game}).all()
        return {row.name: row.how for row in sorted(rows, key=lambda row: row.how == "none")}

    def shows_address(self, person: int) -> bool:
        """Whether zines may print a person's address; they may not until that person says so."""
        return self._connection.execute(_SHOWN, {"person": person}).first() is not None

    def show_address(self, person: int, on: bool) -> None:
        """Keep whether zines may print a person's address."""
        self._connection.execute(_UNPRINT, {"person": person})
        if on:
            self._connection.execute(_PRINT, {"person_id": person})

    def give_seat(self, game: str, seat: str, person_id: int, nonce: str) -> None:
        """Seat a person, in place of whoever sat there. The nonce, a new one each time, makes the seat's token:
        letters to the old one no longer count.
        """
        self.take_seat(game, seat)
        row = {"game": game, "seat": seat, "person_id": person_id, "nonce": nonce}
        self._connection.execute(_ADD_SEAT, {**row, "mark": hash_token(self._tokens.of_seat(game, seat, nonce))})

    def take_seat(self, game: str, seat: str) -> None:
        """Leave a seat empty."""
        self._connection.execute(_TAKE, {"of": game, "at": seat})

    def seat(self, game: str, seat: str) -> SeatRecord | None:
        """Who sits in this seat; None if nobody does."""
        row = self._connection.execute(_ONE, {"of": game, "at": seat}).first()
        return None if row is None else SeatRecord(*row)

    def seats(self, game: str) -> list[SeatRecord]:
        """Everybody who sits in a game, by seat."""
        return [SeatRecord(*row) for row in self._connection.execute(_OF_GAME, {"of": game})]

    def seats_of(self, person_id: int) -> list[SeatRecord]:
        """Every seat a person has, by game and seat."""
        return [SeatRecord(*row) for row in self._connection.execute(_OF_PERSON, {"person": person_id})]

    def ever_sat(self, person: Person, games: Collection[str]) -> bool:
        """Whether a person has, or ever had, a seat of any kind in one of these games. Of observers, standbys, guests and those
        who left before a game began, our letters to them tell, for as long as they are kept.
        """
        wanted = {"person": person.id, "address": person.address.lower(), "games": sorted(games)}
        return self._connection.execute(_EVER, wanted).first() is not None

    def by_token(self, token: str) -> SeatRecord | None:
        """The seat whose letters carry this token (in any case); None if it is nobody's."""
        row = self._connection.execute(_BY_MARK, {"mark": hash_token(token)}).first()
        return None if row is None else SeatRecord(*row)

    def editor(self, token: str) -> Person | None:
        """The person whose letters as an editor carry this token; None if it is nobody's."""
        number = editor_in(token)
        person = self.person_by_id(number) if number is not None else None
        return person if person and self._tokens.is_editor(token, person.id, person.address) else None

    def holder_of(self, token: str) -> tuple[SeatRecord | None, list[SeatRecord]]:
        """The seat whose letters carry this token, None if it is nobody's; and all seats of its holder, by game and seat."""
        rows = self._connection.execute(_HOLDERS, {"mark": hash_token(token)}).all()
        mine = next((SeatRecord(*row[:6]) for row in rows if row.mark == hash_token(token)), None)
        return mine, [SeatRecord(*row[:6]) for row in rows]

    def mark_seats(self) -> int:
        """Make every seat's mark that of its token: after the key was changed, the old tokens are nobody's. How many were not."""
        changed = 0
        for row in self._connection.execute(_ALL).all():
            new = hash_token(self._tokens.of_seat(row.game, row.seat, row.nonce))
            if new != row.mark:
                self._connection.execute(_MARK, {"of": row.game, "at": row.seat, "new_mark": new})
                changed += 1
        return changed

    def password(self, person: int) -> StoredPassword:
        """What is kept of a person's password ('' for none), and how often in a row it was guessed wrong, last when."""
        return StoredPassword(*self._connection.execute(_SECRET, {"person": person}).one())

    def set_password(self, person: int, hashed: str) -> None:
        """Keep a new password's hash; wrong guesses are forgotten."""
        self._connection.execute(_PASSWORD, {"person": person, "hashed": hashed})

    def note_guess(self, person: int, tries: int, at: datetime | None) -> None:
        """Keep how often in a row a person's password was guessed wrong."""
        self._connection.execute(_TRIED, {"person": person, "count": tries, "moment": at})
