"""Whether time servers set this machine's clock: the kernel is asked, or systemd where a sandbox forbids that."""

from __future__ import annotations

import subprocess
from contextlib import suppress

SECONDS = 5.0
"""Seconds to wait for systemd's answer."""
MOST_WRONG = 16_000_000
"""Microseconds: the kernel's estimate of the clock's error reaches this when nobody has set it for long (as systemd judges, too:
not all programs that set the clock tell the kernel so by its flag).
"""


def clock_is_synchronised() -> bool | None:
    """Return whether time servers set the clock; None if the machine does not tell."""
    by_kernel = _kernel_says()
    return _systemd_says() if by_kernel is None else by_kernel


def _kernel_says() -> bool | None:
    """Ask adjtimex(2), which changes nothing if it is given no modes."""
    try:
        import ctypes  # not everywhere: a sandbox may forbid what it needs

        class Timex(ctypes.Structure):
            """The head of `struct timex`, with room for its rest."""

            _fields_ = (
                ("modes", ctypes.c_uint), ("offset", ctypes.c_long), ("freq", ctypes.c_long), ("maxerror", ctypes.c_long),
                ("esterror", ctypes.c_long), ("rest", ctypes.c_long * 64),
            )  # fmt: skip

        found = Timex()
        if ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.byref(found)) < 0:
            return None
        return bool(found.maxerror < MOST_WRONG)
    except (ImportError, OSError, AttributeError, MemoryError):
        return None


def _systemd_says() -> bool | None:
    with suppress(OSError, subprocess.SubprocessError):
        asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        said = subprocess.run(asked, capture_output=True, text=True, timeout=SECONDS, check=False).stdout.strip()
        return {"yes": True, "no": False}.get(said)
    return None
