"""What a judge at work touches outside of itself, besides its store and its clock."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.chance import Chance, random_bytes
from judge.clock import monotonic_seconds
from judge.config import ImapConfig
from judge.mail.delivery import CallRelay, call_relay
from judge.mail.imap import call_mailbox
from judge.maps.rasterize import svg_to_png
from judge.office.rendering.maps import RenderFunction, Together

AT_ONCE = 4
"""How many pictures are made at a time, each in a process of its own."""


def side_by_side(some: Sequence[Callable[[], bytes]]) -> list[bytes]:
    """Do things at the same time that wait for other processes, and return what each returns, in order."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda each: each(), some))


@dataclass(frozen=True)
class World:
    """`World()` is the real one. A simulation gives one of its own, in which nothing happens by itself."""

    chance: Chance = random_bytes
    elapsed: Callable[[], float] = monotonic_seconds
    """Returns the seconds since some fixed moment, regardless of clock changes."""
    relay: CallRelay = call_relay
    """Connects to the mail server that delivers our mail."""
    mailbox: Callable[[ImapConfig], Any] = call_mailbox
    """Connects to a mailbox's server, without logging in."""
    picture: RenderFunction = lambda svg, width, ground=b"": svg_to_png(svg, width, ground)
    """Makes a PNG of an SVG."""
    together: Together = side_by_side
    """Makes several of them."""
    free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free
    """Returns the free bytes of a folder's disk."""

    def name(self) -> str:
        """Return a random text that nothing else has."""
        return self.chance(16).hex()

    def secret(self) -> str:
        """Return a secret of 256 bits, as 64 hexadecimal digits."""
        return self.chance(32).hex()
