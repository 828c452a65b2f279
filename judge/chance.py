"""Chance. Only this module and the adapters beside it draw what nobody can foresee; everything else is given it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

Chance = Callable[[int], bytes]
"""Returns so many random bytes."""


def random_bytes(count: int) -> bytes:
    """Return bytes that nobody can guess, from the operating system."""
    return secrets.token_bytes(count)


def random_hex(count: int) -> str:
    """Return so many random bytes as hexadecimal digits."""
    return random_bytes(count).hex()
