"""Throws drawn from a seed: the same every time, fair, and the figures that docs/dice.md promises."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

from judge.rules.dice import SIDES, draw_throw, hash_seed

LEAST_LIKELY = 20.5
"""Chi-square with five degrees of freedom exceeds this once in a thousand."""

# The first bytes of the digests, by OpenSSL: `printf 46#1 | openssl dgst -sha256 -hmac "a seed"`.
KNOWN = {"46": (0x0C, 1), "50": (0x25, 2), "50#2": (0xCD, 2), "Par": (0x87, 4), "27": (0xA6, 5), "104": (0x54, 1)}
"""subject → (the byte that counts, the throw); those of 27 and 104 are second bytes, the first being 0xFC and 0xFD."""


def chi_square(throws: list[int]) -> float:
    counts, expected = Counter(throws), len(throws) / SIDES
    return sum((counts[face] - expected) ** 2 / expected for face in range(1, SIDES + 1))


@pytest.mark.parametrize("subject", KNOWN)
def test_known_throws(subject: str) -> None:
    """What another program makes of the same seed; bytes from 252 up are passed over."""
    byte, throw = KNOWN[subject]
    assert draw_throw(b"a seed", subject) == throw == byte % 6 + 1
    digest = hmac.digest(b"a seed", (subject if "#" in subject else f"{subject}#1").encode(), "sha256")
    assert byte == next(b for b in digest if b < 252)


def test_the_fingerprint_is_the_seeds_sha256() -> None:
    """As `printf 'a seed' | sha256sum` has it."""
    assert hash_seed(b"a seed") == "8f44d509e0492acec4fc109a030a5c751f063fb743cc388f0ed722bacc3bc66c"


def test_a_throw_is_the_same_however_often_and_late_it_is_asked() -> None:
    """Nothing but seed, subject and ordinal decides."""
    subjects = [str(n) for n in range(300)]
    first = {subject: draw_throw(b"seed", subject) for subject in subjects}
    assert {subject: draw_throw(b"seed", subject) for subject in reversed(subjects)} == first
    assert draw_throw(b"seed", "7") == draw_throw(b"seed", "7#1")


@pytest.mark.parametrize("seed", [b"one", b"two", b"\xff" * 32])
def test_throws_are_fair_over_subjects(seed: bytes) -> None:
    """Every face comes as often as chance allows, and says nothing about that of the next subject."""
    throws = [draw_throw(seed, str(n)) for n in range(30_000)]
    assert set(throws) == set(range(1, SIDES + 1))
    assert chi_square(throws) < LEAST_LIKELY
    assert chi_square([(b - a) % SIDES + 1 for a, b in pairwise(throws)]) < LEAST_LIKELY


def test_throws_are_fair_over_seeds_and_ordinals() -> None:
    """One subject in many games, and many throws for one subject."""
    assert chi_square([draw_throw(str(n).encode(), "46") for n in range(30_000)]) < LEAST_LIKELY
    assert chi_square([draw_throw(b"seed", f"46#{n}") for n in range(1, 30_000)]) < LEAST_LIKELY


def test_a_digest_without_a_fair_byte_is_hashed_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never happens; if it did, the throw would be that of the digest's hexadecimal digits."""
    real, asked = hmac.digest, []

    def digest(key: bytes, message: bytes, name: object) -> bytes:
        asked.append(message)
        return b"\xff" * 32 if len(asked) == 1 else real(key, message, hashlib.sha256)

    monkeypatch.setattr("judge.rules.dice.hmac.digest", digest)
    throw = draw_throw(b"a seed", "46")
    assert asked == [b"46#1", b"ff" * 32]
    assert throw == next(b for b in real(b"a seed", b"ff" * 32, "sha256") if b < 252) % 6 + 1
