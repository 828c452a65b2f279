"""Seats: their present and former holders, and their tokens."""
from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import BindParameter, String, bindparam, delete, func, insert, select, type_coerce, union_all, update

from judge.seat import Seat
from judge.store.records import Person, SeatRecord, Tenure
from judge.store.reply_tokens import hash_token
from judge.store.repository import Repository
from judge.store.tables import lines_for_gm, notices, people, seats, tenures

_HERE = seats.c.game == bindparam("of"), seats.c.seat == bindparam("at")
_ROW = select(seats.c.game, seats.c.seat, seats.c.person_id, seats.c.nonce, people.c.name, people.c.address).join_from(
    seats, people
)
_ONE = _ROW.where(*_HERE)
_OF_GAME = _ROW.where(seats.c.game == bindparam("of")).order_by(seats.c.seat)
_OF_PERSON = _ROW.where(seats.c.person_id == bindparam("person")).order_by(seats.c.game, seats.c.seat)
_BY_TOKEN = _ROW.where(seats.c.mark == bindparam("mark"))
_OTHER = seats.alias()
_HOLDERS = (
    select(_OTHER.c.game, _OTHER.c.seat, _OTHER.c.person_id, _OTHER.c.nonce, people.c.name, people.c.address, _OTHER.c.mark)
    .select_from(seats.join(_OTHER, _OTHER.c.person_id == seats.c.person_id).join(people, people.c.id == seats.c.person_id))
    .where(seats.c.mark == bindparam("mark"))
    .order_by(_OTHER.c.game, _OTHER.c.seat)
)
_VACATE = delete(seats).where(*_HERE)
_ALL = select(seats.c.game, seats.c.seat, seats.c.nonce, seats.c.mark)
_MARK = update(seats).where(*_HERE).values(mark=bindparam("new_mark"))

_TENURE = select(tenures.c.game, tenures.c.seat, tenures.c.person_id, people.c.name, tenures.c.since, tenures.c.until).join_from(
    tenures, people
)
_TENURES = _TENURE.where(tenures.c.game == bindparam("of")).order_by(tenures.c.id)
_TENURES_OF = _TENURE.where(tenures.c.person_id == bindparam("person")).order_by(tenures.c.id)
_THEIRS = tenures.c.game == bindparam("of"), tenures.c.seat == bindparam("at"), tenures.c.person_id == bindparam("person")
_END = update(tenures).where(*_THEIRS, tenures.c.until.is_(None)).values(until=bindparam("end"))

_GAMES: BindParameter[Collection[str]] = bindparam("games", expanding=True)
_EVER = union_all(  # a seat with a holder, one that had a holder, or a notice sent to it
    select(seats.c.game).where(seats.c.person_id == bindparam("person"), seats.c.game.in_(_GAMES)),
    select(tenures.c.game).where(tenures.c.person_id == bindparam("person"), tenures.c.game.in_(_GAMES)),
    select(notices.c.game).where(
        func.lower(notices.c.address) == bindparam("address"), notices.c.game.in_(_GAMES), type_coerce(notices.c.seat, String) != ""
    ),
).limit(1)  # fmt: skip
_ITS_LINE = lines_for_gm.c.game == bindparam("of"), lines_for_gm.c.seat == bindparam("by")
_LINE = select(lines_for_gm.c.line, lines_for_gm.c.until).where(*_ITS_LINE)
_NO_LINE = delete(lines_for_gm).where(*_ITS_LINE)


class SeatRepository(Repository):
    """`work.seats`: who has which seat, now and before."""

    def get(self, game: str, seat: Seat) -> SeatRecord | None:
        """Return who has this seat; None if nobody has."""
        row = self._connection.execute(_ONE, {"of": game, "at": seat}).first()
        return None if row is None else SeatRecord(*row)

    def of_game(self, game: str) -> list[SeatRecord]:
        """List everybody who has a seat in a game, by seat."""
        return [SeatRecord(*row) for row in self._connection.execute(_OF_GAME, {"of": game})]

    def of_person(self, person: int) -> list[SeatRecord]:
        """List a person's seats, by game and seat."""
        return [SeatRecord(*row) for row in self._connection.execute(_OF_PERSON, {"person": person})]

    def by_token(self, token: str) -> SeatRecord | None:
        """Return the seat with this token (in any case of its letters), or None."""
        row = self._connection.execute(_BY_TOKEN, {"mark": hash_token(token)}).first()
        return None if row is None else SeatRecord(*row)

    def all_by_token(self, token: str) -> tuple[SeatRecord | None, list[SeatRecord]]:
        """Return the seat with this token, or None, and all seats of its holder, by game and seat."""
        rows = self._connection.execute(_HOLDERS, {"mark": hash_token(token)}).all()
        mine = next((SeatRecord(*row[:6]) for row in rows if row.mark == hash_token(token)), None)
        return mine, [SeatRecord(*row[:6]) for row in rows]

    def assign(self, game: str, seat: Seat, person: int, nonce: str) -> None:
        """Give a person a seat, replacing the former holder. A new nonce each time makes a new token and invalidates mail to the
        old one.
        """
        self.vacate(game, seat)
        row = {"game": game, "seat": seat, "person_id": person, "nonce": nonce}
        self._connection.execute(insert(seats), {**row, "mark": hash_token(self._tokens.of_seat(game, seat, nonce))})

    def vacate(self, game: str, seat: Seat) -> None:
        """Empty a seat."""
        self._connection.execute(_VACATE, {"of": game, "at": seat})

    def update_marks(self) -> int:
        """Recompute every seat's mark after the key was changed. Returns how many marks changed."""
        changed = 0
        for row in self._connection.execute(_ALL).all():
            new = hash_token(self._tokens.of_seat(row.game, row.seat, row.nonce))
            if new != row.mark:
                self._connection.execute(_MARK, {"of": row.game, "at": row.seat, "new_mark": new})
                changed += 1
        return changed

    def begin_tenure(self, game: str, seat: Seat, person: int, since: str) -> None:
        """Note that a person took over a seat in this phase. Holders from the start of the game are not noted."""
        row = {"game": game, "seat": seat, "person_id": person, "since": since, "until": None}
        self._connection.execute(insert(tenures), row)

    def end_tenure(self, game: str, seat: Seat, person: int, until: str) -> None:
        """Note that a person gave up a seat; `until` is the last phase processed before, '' if there was none."""
        ended = self._connection.execute(_END, {"of": game, "at": seat, "person": person, "end": until})
        if not ended.rowcount:
            row = {"game": game, "seat": seat, "person_id": person, "since": "", "until": until}
            self._connection.execute(insert(tenures), row)

    def tenures(self, game: str) -> list[Tenure]:
        """List all tenures of seats that changed hands, in order."""
        return [Tenure(*row) for row in self._connection.execute(_TENURES, {"of": game})]

    def tenures_of(self, person: int) -> list[Tenure]:
        """List every seat that a person took over or gave up."""
        return [Tenure(*row) for row in self._connection.execute(_TENURES_OF, {"person": person})]

    def ever_held(self, person: Person, games: Collection[str]) -> bool:
        """Whether a person has, or ever had, a seat of any kind in one of these games. Observers, standbys, guests and people who
        left before
        the start are known only by the mail sent to them, for as long as it is kept.
        """
        wanted = {"person": person.id, "address": person.address.lower(), "games": sorted(games)}
        return self._connection.execute(_EVER, wanted).first() is not None

    def keep_line_for_gm(self, game: str, seat: Seat, line: str, until: datetime) -> None:
        """Keep a line that a seat may confirm to be passed on to its GM; it replaces an earlier one."""
        self._connection.execute(_NO_LINE, {"of": game, "by": seat})
        self._connection.execute(insert(lines_for_gm), {"game": game, "seat": seat, "line": line, "until": until})

    def line_for_gm(self, game: str, seat: Seat, now: datetime) -> str:
        """Return the line that a seat may pass on to its GM; '' if there is none or it has expired."""
        row = self._connection.execute(_LINE, {"of": game, "by": seat}).first()
        return row.line if row is not None and row.until >= now else ""

    def take_line_for_gm(self, game: str, seat: Seat, now: datetime) -> str:
        """Return the line as `line_for_gm` does, and delete it."""
        line = self.line_for_gm(game, seat, now)
        self._connection.execute(_NO_LINE, {"of": game, "by": seat})
        return line
