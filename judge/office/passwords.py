"""Passwords: stored as salted scrypt hashes, compared in constant time. A few guesses a day are allowed."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from judge.store import Person
from judge.store.transaction import Transaction

TRIES, REST = 5, timedelta(days=1)
"""After so many wrong guesses in a row none is looked at for so long, so that nobody can try them all."""
SALT = 16
"""Random bytes that go with a password."""
LEAST = 8
"""Fewest characters of a password."""
_COST = {"n": 2**14, "r": 8, "p": 1}  # 16 MB and some 50 ms (RFC 7914; OWASP's floor for interactive use)


def hash_password(password: str, salt: bytes) -> str:
    """Return what is stored of a password. `salt`: 16 random bytes, for no other password."""
    return f"{salt.hex()}${_scrypt(password, salt)}"


def set_password(work: Transaction, person: Person | None, password: str, salt: bytes) -> dict[str, object]:
    """Store the password that a person asks for. Returns facts for the answer: `why` is '' if it is stored, else `short` or
    `stranger`. `salt`: random bytes, as many as `SALT`.
    """
    why = "stranger" if person is None else "short" if len(password) < LEAST else ""
    if person and not why:
        work.people.set_password(person.id, hash_password(password, salt))
    return {"why": why, "least": LEAST}


def check_password(work: Transaction, person: int, password: str, at: datetime, vouched: bool = False) -> str:
    """Whether a password is a person's: '' if so, else `password` or, if too many were wrong, `tries`.

    `vouched`: our mail server knows who wrote, so this is no guess of somebody else's, nor locked out by such guesses.
    """
    kept, tries, tried = work.people.password(person)
    if not vouched and tries >= TRIES and tried is not None and at - tried < REST:
        return "tries"
    salt, _, wanted = kept.partition("$")
    if kept and hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), wanted):
        if not vouched:
            work.people.note_guesses(person, 0, None)
        return ""
    if vouched:
        return "password"
    work.people.note_guesses(person, (0 if tries >= TRIES else tries) + 1, at)
    return "password"


def _scrypt(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode("utf-8", "replace"), salt=salt, **_COST).hex()
