"""When Python looks for garbage (objects that only refer to each other)."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Look for no garbage in this block, which makes much that is kept: to go through that again and again while it grows costs as
    much as a third of making it. It holds for all threads, so the block should be short.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
