"""Throws that nobody can foresee and everybody can check: drawn from a secret seed, never rolled. docs/dice.md explains them.

A subject is what a throw is for, as the game's rules name it (`46`). A throw is keyed by the seed, the subject and how
many throws the rules have allowed for it, and by nothing else: no phase, no correction and no order of asking changes it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

SIDES = 6
_FAIR = 256 - 256 % SIDES
"""Bytes below this fall on every face equally often; the others are passed over."""


def draw_throw(seed: bytes, subject: str) -> int:
    """The throw for a subject, 1 to 6: the first byte of HMAC-SHA256(seed, `subject#1`) that is fair, reduced to a face.

    Where the rules let a subject be thrown for again, they name the later throws `46#2`, `46#3`. Should no byte be fair,
    the digest in hexadecimal is hashed in turn.
    """
    message = subject if "#" in subject else f"{subject}#1"
    while True:
        digest = hmac.digest(seed, message.encode(errors="replace"), hashlib.sha256)
        for byte in digest:
            if byte < _FAIR:
                return byte % SIDES + 1
        message = digest.hex()


def mix_seed(seed: bytes, words: Sequence[str]) -> bytes:
    """The key of all throws: the seed, and below it, a line each, what players added (`England tulip`)."""
    return b"\n".join([seed, *(word.encode() for word in words)])


def hash_seed(seed: bytes) -> str:
    """What is published of a seed while it is secret: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()
