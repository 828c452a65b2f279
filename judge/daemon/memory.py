"""Memory of large letters goes back to the system."""

from __future__ import annotations

import ctypes
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""The names of these two settings in the C library (glibc's malloc.h)."""
LARGE = 128 * 1024
"""Bytes of a block that is worth a call to the system: glibc's own first choice."""


def give_memory_back() -> None:
    """Have the C library take each large block from the system by itself, and give it back when it is freed.

    By itself glibc raises that limit with the largest block that was freed, up to 32 MB (mallopt(3), M_MMAP_THRESHOLD): after a few
    letters of megabytes, the heaps of all threads keep room for such letters for ever. Where the C library is another one, nothing
    happens.
    """
    with suppress(AttributeError, OSError):
        library = ctypes.CDLL(None)
        for setting in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
            library.mallopt(setting, LARGE)
