"""Letters that wait until their writer confirms them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from judge.store.records import HeldLetter
from judge.store.reply_tokens import hash_token
from judge.store.repository import Repository
from judge.store.tables import held

_HELD = select(held.c.letter, held.c.why, held.c.address, held.c.phases, held.c.until, held.c.state)
_BY_CODE = _HELD.where(held.c.mark == bindparam("mark"))
_BY_LETTER = _HELD.where(held.c.letter == bindparam("of"))
_WAITING = _HELD.where(
    held.c.address == bindparam("of"), held.c.state == "waiting", held.c.until >= bindparam("moment")
).order_by(held.c.letter)
_EXTEND = (
    update(held)
    .where(held.c.letter == bindparam("of"))
    .values(why=bindparam("for"), until=bindparam("then"), mark=bindparam("code"))
)
_CLOSE = update(held).where(held.c.letter == bindparam("of")).values(state=bindparam("to"))
_CLOSE_ALL = update(held).where(held.c.address == bindparam("of"), held.c.state == "waiting").values(state=bindparam("to"))
_FORGET = delete(held).where(held.c.address == bindparam("of"))


class HeldLetterRepository(Repository):
    """`work.held`: letters whose writers were asked whether they count."""

    def add(self, letter: int, why: str, address: str, phases: Mapping[str, str], until: datetime) -> None:
        """Hold a letter until its writer confirms it. The code that confirms it is derived from its number."""
        row = {"letter": letter, "why": why, "address": address.lower(), "phases": dict(phases), "until": until}
        self._connection.execute(insert(held), {**row, "mark": self._code_hash(letter), "state": "waiting"})

    def by_code(self, code: str) -> HeldLetter | None:
        """Return the held letter with this code, in any state; None for an unknown code."""
        row = self._connection.execute(_BY_CODE, {"mark": hash_token(code)}).first()
        return None if row is None else HeldLetter(*row)

    def get(self, letter: int) -> HeldLetter | None:
        """Return the held letter with this number, in any state; None if it is not held."""
        row = self._connection.execute(_BY_LETTER, {"of": letter}).first()
        return None if row is None else HeldLetter(*row)

    def waiting(self, address: str, now: datetime) -> list[HeldLetter]:
        """Return the letters about which this address was asked and may still answer, the first that came first."""
        found = self._connection.execute(_WAITING, {"of": address.lower(), "moment": now})
        return [HeldLetter(*row) for row in found]

    def close(self, letter: int, state: str) -> None:
        """Close a held letter as `done`, `dropped` or `moved`. Its code is then invalid."""
        self._connection.execute(_CLOSE, {"of": letter, "to": state})

    def close_all(self, address: str, state: str) -> None:
        """Close all letters about which this address was asked and has not answered."""
        self._connection.execute(_CLOSE_ALL, {"of": address.lower(), "to": state})

    def extend(self, letter: int, why: str, until: datetime) -> None:
        """Go on holding a letter, for another reason and until another time. Its code stays valid unless it is from an earlier
        epoch.
        """
        self._connection.execute(_EXTEND, {"of": letter, "for": why, "then": until, "code": self._code_hash(letter)})

    def forget(self, address: str) -> None:
        """Delete the questions that were sent to an address."""
        self._connection.execute(_FORGET, {"of": address.lower()})

    def _code_hash(self, letter: int) -> str:
        return hash_token(self._tokens.of_held(letter, self._tokens.epoch))
