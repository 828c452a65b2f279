"""Servers that tests start do not outlive them, whatever becomes of the tests: the operating system ends them then."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable

PDEATHSIG = 1
"""prctl(2), PR_SET_PDEATHSIG. The parent is the thread that starts the child: it must not end before."""
_PRCTL = ctypes.CDLL(None).prctl  # looked up here: in the child another thread's lock on the loader would never be let go


def ends_with_us(how: signal.Signals) -> Callable[[], None]:
    """For Popen's `preexec_fn`: the signal that the child is sent when its parent is no more."""

    def ask() -> None:
        _PRCTL(PDEATHSIG, how)

    return ask
