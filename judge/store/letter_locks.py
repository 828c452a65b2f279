"""Letter locks: decide letters about one game in order, although several workers take them from one PostgreSQL.

A letter's lock keys are the games that it may be about, and its writer; all strangers share one key. The keys follow from the
sender's address and the token, before the letter is read. A worker goes through the oldest waiting letters in order and takes the
first for which it can lock every key; a letter that it passes over closes its keys to the letters behind it. So the letters of one
game are decided in the order in which they came, and those of different games in parallel. The locks are taken before the letter
is chosen, so a worker never finds that another worker has its letter's game.

While a letter from before a passed deadline waits, no letter from after that deadline is taken.
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
"""(the beginning of a letter, the envelope's sender, its recipient) → (the address in From, the token). Given no beginning, a sort
function uses the envelope alone.
"""
STRANGERS, PERSON = "strangers", "person/"
FEW = 8
"""Letters that a worker takes at a time, so that some are left for other workers."""
WIDER = 5
"""If none of the first letters is free, look through this many times more, and once again."""
MOST = 200
"""At most so many games of one writer become lock keys: each key is a lock, and somebody may run thousands of games."""
HEAD = 64 * 1024
"""The headers are looked for in so many bytes at the beginning of a letter."""
KEPT = 5000
"""How many letters' addresses and tokens are remembered."""

_DUE = select(func.min(games.c.next_due)).scalar_subquery()
_WAITING: Select[Any] = (
    select(letters.c.id, letters.c.received, letters.c.sender, letters.c.recipient, _DUE.label("due"))
    .where(RECEIVED, letters.c.received < bindparam("before"))
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
    """The address and the token's mark from which a letter's lock keys follow."""

    address: str
    mark: str
    looked_at: bool
    """Whether the letter's head was read; for most letters the envelope is enough."""


class LetterQueue:
    """Finds one worker's next letters. Not safe for several threads at once."""

    def __init__(self, sort: Sort) -> None:
        self._sort = sort
        self._sorted: dict[int, _Sorted] = {}
        self.busy = False
        """Whether letters were waiting at the last look, but all of them locked by other workers or behind such letters."""

    def oldest(self, connection: Connection, before: datetime, most: int) -> Sequence[Row[Any]]:
        """Take the oldest letters that may be decided now, and lock their keys until the transaction ends."""
        most = min(most, FEW)
        waiting: Sequence[Row[Any]] = ()
        found: Sequence[Row[Any]] = ()
        for far in (most, most * WIDER, most * WIDER**2):
            waiting = connection.execute(_WAITING, {"before": before, "most": far}).all()
            found = self._first(connection, _before_deadline(waiting), most)
            if found or len(waiting) < far:
                break
        self.busy = bool(waiting) and not found
        return found

    def _first(self, connection: Connection, waiting: Sequence[Row[Any]], most: int) -> Sequence[Row[Any]]:
        """Take the first few letters, in order, whose keys are free."""
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
        """Return the lock keys of each waiting letter, in order. A letter's head is read, once, only if its envelope has no known
        token.
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
        """Address or token mark → the lock keys of its owner."""
        looked_at = [self._sorted[row.id] for row in some]
        addresses, marks = {each.address for each in looked_at} - {""}, {each.mark for each in looked_at} - {""}
        owned: dict[str, set[str]] = {}
        if addresses or marks:
            for row in connection.execute(_WHOSE, {"addresses": list(addresses), "marks": list(marks)}):
                owned.setdefault(row.who, {f"{PERSON}{row.person}"}).update([game_lock_key(row.game)] if row.game else ())
        return owned


def _locked(connection: Connection, lanes: Mapping[int, frozenset[str]]) -> set[int]:
    """Lock what can be locked, and return the letters all of whose keys were locked. Keys of the others may stay locked until the
    transaction ends.
    """
    wanted = [(letter, advisory_lock_number(lane)) for letter, each in lanes.items() for lane in each]
    places, keys = [letter for letter, _ in wanted], [key for _, key in wanted]
    return set(connection.execute(_TRY, {"letters": places, "keys": keys}).scalars()) if wanted else set()


def _before_deadline(waiting: Sequence[Row[Any]]) -> Sequence[Row[Any]]:
    """Leave out letters from the next deadline on while one from before it still waits."""
    due = waiting[0].due if waiting else None
    return [row for row in waiting if row.received < due] if due and waiting[0].received < due else waiting


def _of(letter: _Sorted, owned: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Choose the lock keys of a letter: the token's game and owner, and also the writer's if the token belongs to somebody else."""
    held, writer = set(owned.get(letter.mark, ())), set(owned.get(letter.address, ()))
    same = any(lane.startswith(PERSON) for lane in held & writer)
    found = held if same else held | writer
    # `person/` sorts after `game/`, so the person's own key is always among the first.
    return frozenset(sorted(found, reverse=True)[:MOST]) if found else frozenset([STRANGERS])


def game_lock_key(name: str) -> str:
    """The lock key of a game; changing the game takes the same lock."""
    return f"game/{name}"


def advisory_lock_number(what: str) -> int:
    """Hash a lock key to the number of an advisory lock: signed, 64 bits."""
    return int.from_bytes(hashlib.blake2b(what.encode(), digest_size=8).digest(), "big", signed=True)


def envelope_lock_keys(head: bytes, sender: str, recipient: str) -> tuple[str, str]:
    """Derive lock keys from the envelope alone: the sender, and the last part of the recipient's plus address."""
    return sender, recipient.partition("@")[0].partition("+")[2].rpartition(".")[2]
