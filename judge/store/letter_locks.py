"""Lanes: which letters must be decided one after the other, where several workers take them from one PostgreSQL.

A letter's lanes are the games that it may be about, and its writer; those of nobody we know are in one lane. They follow from the
address it comes from and the token it carries, before it is read. A worker looks through the oldest letters that wait, in their
order, and takes the first whose lanes it can lock, all of them; one that it passes over keeps its lanes closed for those behind it.
So the letters of one game are decided in the order of their coming, and those of different games side by side. The locks are had
before the letter is chosen: nobody chooses a letter and then finds its game in other hands.

Nothing overtakes a deadline: while a letter waits that came before one that has passed, none that came after it is taken.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, LargeBinary, Row, Select, bindparam, func, select, text

from judge.store.locks import LETTER
from judge.store.reply_tokens import hash_token
from judge.store.tables import RECEIVED, games, letters

Sort = Callable[[bytes, str, str], tuple[str, str]]
"""The beginning of a letter, its envelope's sender and recipient → the address it says it is from, and the token it carries. Of
nothing at all, and an envelope with a token, that token."""
STRANGERS, PERSON = "strangers", "person/"
FEW = 8
"""Letters that a worker takes in hand at a time: the others are to have some."""
WIDER = 5
"""If none of the first can be had, so many times more are looked through, and then so many times more again."""
MOST = 200
"""Games of one writer that are lanes: each is a lock, and somebody may run thousands."""
HEAD = 64 * 1024
"""Bytes of a letter that its headers are looked for in."""
KEPT = 5000
"""Letters whose sorting is remembered."""

_DUE = select(func.min(games.c.next_due)).scalar_subquery()
_WAITING: Select[Any] = (
    select(letters.c.id, letters.c.received, letters.c.sender, letters.c.recipient, _DUE.label("due"))
    .where(RECEIVED, letters.c.received <= bindparam("until"))
    .order_by(letters.c.received, letters.c.id)
    .limit(bindparam("most"))
)
_HEADS = select(letters.c.id, func.substr(letters.c.raw, 1, HEAD, type_=LargeBinary)).where(
    letters.c.id.in_(bindparam("these", expanding=True))
)
_WHOSE = text("""
    SELECT p.key AS who, p.id AS person, s.game FROM people p LEFT JOIN seats s ON s.person_id = p.id WHERE p.key = ANY(:addresses)
    UNION ALL SELECT m.mark, m.person_id, m.game FROM seats m WHERE m.mark = ANY(:marks)
    UNION ALL SELECT h.mark, p.id, s.game FROM held h JOIN people p ON p.key = h.address LEFT JOIN seats s ON s.person_id = p.id
              WHERE h.mark = ANY(:marks)
""")
_TRY = text("""
    SELECT letter FROM unnest(CAST(:letters AS int[]), CAST(:keys AS bigint[])) AS wanted (letter, key)
    GROUP BY letter HAVING bool_and(pg_try_advisory_xact_lock(key))
""")
_TAKE: Select[Any] = (
    select(*LETTER)
    .where(RECEIVED, letters.c.id.in_(bindparam("these", expanding=True)))
    .order_by(letters.c.received, letters.c.id)
    .with_for_update(skip_locked=True)
)


class _Sorted(NamedTuple):
    """What a letter's lanes follow from."""

    address: str
    mark: str
    looked_at: bool
    """Whether its head was; what its envelope tells is enough for most."""


class LetterQueue:
    """One worker's way to its next letter. Not for several threads at once."""

    def __init__(self, sort: Sort) -> None:
        self._sort = sort
        self._sorted: dict[int, _Sorted] = {}
        self.busy = False
        """Whether there were letters at the last look, all of them in others' hands or behind such."""

    def oldest(self, connection: Connection, until: datetime, most: int) -> Sequence[Row[Any]]:
        """The oldest letters that may be decided now, locked with their lanes until the transaction ends."""
        most = min(most, FEW)
        waiting: Sequence[Row[Any]] = ()
        found: Sequence[Row[Any]] = ()
        for far in (most, most * WIDER, most * WIDER**2):
            waiting = connection.execute(_WAITING, {"until": until, "most": far}).all()
            found = self._first(connection, _before_deadline(waiting), most)
            if found or len(waiting) < far:
                break
        self.busy = bool(waiting) and not found
        return found

    def _first(self, connection: Connection, waiting: Sequence[Row[Any]], most: int) -> Sequence[Row[Any]]:
        """Of letters in their order the first few that can be had."""
        closed: set[str] = set()
        known = self._lanes(connection, waiting)
        letters = list(known)
        for start in range(0, len(letters), most):
            some = letters[start : start + most]
            had = _locked(connection, {letter: known[letter] for letter in some if closed.isdisjoint(known[letter])})
            free = list[int]()
            for letter in some:
                if letter in had and closed.isdisjoint(known[letter]):
                    free.append(letter)
                else:
                    closed |= known[letter]
            if free and (found := connection.execute(_TAKE, {"these": free}).all()):
                return found
        return ()

    def _lanes(self, connection: Connection, waiting: Sequence[Row[Any]]) -> dict[int, frozenset[str]]:
        """The lanes of each of some letters, in their order. The head of a letter is looked at if its envelope has no token that
        is somebody's, and then once.
        """
        if len(self._sorted) > KEPT:
            self._sorted = {row.id: self._sorted[row.id] for row in waiting if row.id in self._sorted}
        for row in waiting:
            if row.id not in self._sorted:
                self._sorted[row.id] = self._sort_out(row)
        owned = self._owned(connection, waiting)
        unknown = {row.id: row for row in waiting if not (self._sorted[row.id].looked_at or self._sorted[row.id].mark in owned)}
        if unknown:
            for number, head in connection.execute(_HEADS, {"these": list(unknown)}):
                self._sorted[number] = self._sort_out(unknown[number], bytes(head))
            owned |= self._owned(connection, list(unknown.values()))
        return {row.id: _of(self._sorted[row.id], owned) for row in waiting}

    def _sort_out(self, row: Row[Any], head: bytes | None = None) -> _Sorted:
        address, token = self._sort(head or b"", row.sender, row.recipient)
        return _Sorted(address.lower(), hash_token(token) if token else "", head is not None)

    def _owned(self, connection: Connection, some: Sequence[Row[Any]]) -> dict[str, set[str]]:
        """Address or mark → the lanes of whose it is."""
        looked_at = [self._sorted[row.id] for row in some]
        addresses, marks = {each.address for each in looked_at} - {""}, {each.mark for each in looked_at} - {""}
        owned: dict[str, set[str]] = {}
        if addresses or marks:
            for row in connection.execute(_WHOSE, {"addresses": list(addresses), "marks": list(marks)}):
                owned.setdefault(row.who, {f"{PERSON}{row.person}"}).update([game_lock_key(row.game)] if row.game else ())
        return owned


def _locked(connection: Connection, lanes: Mapping[int, frozenset[str]]) -> set[int]:
    """The letters whose lanes could be locked, all of them. Of others some are, for as long as the transaction lasts."""
    wanted = [(letter, advisory_lock_number(lane)) for letter, each in lanes.items() for lane in each]
    places, keys = [letter for letter, _ in wanted], [key for _, key in wanted]
    return set(connection.execute(_TRY, {"letters": places, "keys": keys}).scalars()) if wanted else set()


def _before_deadline(waiting: Sequence[Row[Any]]) -> Sequence[Row[Any]]:
    """Those that may be taken: none from after a deadline at which one from before it still waits."""
    due = waiting[0].due if waiting else None
    return [row for row in waiting if row.received <= due] if due and waiting[0].received <= due else waiting


def _of(letter: _Sorted, owned: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """A token says which game a letter is about, and whose it is, unless its writer is another: then the lanes of both count."""
    held, writer = set(owned.get(letter.mark, ())), set(owned.get(letter.address, ()))
    same = any(lane.startswith(PERSON) for lane in held & writer)
    found = held if same else held | writer
    return frozenset(sorted(found, reverse=True)[:MOST]) if found else frozenset([STRANGERS])  # the person's own lane among them


def game_lock_key(name: str) -> str:
    """The lane of a game, which is also the lock for changing the game."""
    return f"game/{name}"


def advisory_lock_number(what: str) -> int:
    """The number of an advisory lock: 64 bits with a sign, made from what is locked."""
    return int.from_bytes(hashlib.blake2b(what.encode(), digest_size=8).digest(), "big", signed=True)


def envelope_lock_keys(head: bytes, sender: str, recipient: str) -> tuple[str, str]:
    """Lock keys from the envelope alone: the sender, and the last part behind the plus."""
    return sender, recipient.partition("@")[0].partition("+")[2].rpartition(".")[2]
