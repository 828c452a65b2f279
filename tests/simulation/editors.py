"""Editors of zines: which games they print, and the copy that must come to them: each phase once, at a copy date, and public words
only. Nothing here asks the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from typing import NamedTuple

from tests.simulation.machine import Broken
from tests.simulation.relay import Mail
from tests.simulation.tables import Table

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NOON, WEEK = 12, timedelta(days=7)
REFUSABLE = timedelta(days=3)
"""How long a game's GM may refuse before there is any copy."""
SURE = REFUSABLE + 2 * WEEK
"""After so long a zine has had copy, though the clock was wrong when it began."""
_HEADING = re.compile(r"^(G\d+)\s\(Standard,[^)]*\)\s+(SPRING|AUTUMN)\s(\d{4})\s+Rev\s\d+\s*$", re.MULTILINE)
"""How a phase of moves begins in the text of a copy."""


class Printed(NamedTuple):
    """A phase of moves, as a zine has it."""

    game: str
    phase: str


@dataclass
class Zine:
    """What an editor has asked for."""

    title: str
    editor: str
    games: tuple[str, ...]
    day: int
    """Of the week, for copy at noon (UTC)."""
    asked: datetime
    """When the letter was written, to the minute."""
    began: datetime | None = None
    """When the judge had decided on the letter that asks for it."""
    unsure: bool = False
    """Whether a backup was put back since: then it is forgotten, or has something once more."""

    @property
    def letter(self) -> str:
        """What its editor writes."""
        return f'SUBSCRIBE {", ".join(self.games)} FOR "{self.title}"\nCOPYDATE {DAYS[self.day]} 12:00 UTC\nFORMATS text'

    def last_date(self, now: datetime) -> datetime:
        """Return the last copy date that has passed."""
        noon = now.replace(hour=NOON, minute=0, second=0, microsecond=0)
        date = noon - timedelta(days=(noon.weekday() - self.day) % 7)
        return date if date <= now else date - WEEK


def printed_in(raw: bytes) -> tuple[Printed, ...]:
    """Return the phases of moves in the bytes of a copy."""
    part = message_from_bytes(raw, policy=policy.default).get_body(("plain",))
    found = _HEADING.findall(part.get_content() if part else "")
    return tuple(Printed(game.lower(), f"{season.title()} {year}") for game, season, year in found)


def check_copy(zine: Zine, sent: Iterable[Mail], tables: Iterable[Table], now: datetime) -> int:
    """Check all copy of a zine among what was sent until now; return how many phases are in it. Raises Broken."""
    mails = [mail for mail in sent if mail.to == zine.editor and mail.raw]
    if zine.unsure or not zine.began:
        return 0
    came = [mail for mail in mails if mail.delivered]
    dates = Counter(zine.last_date(mail.first) for mail in mails)
    if early := [date for date in dates if date < zine.asked + REFUSABLE]:
        raise Broken(f"{zine.title}, asked for at {zine.asked}, has copy of {early}")
    if twice := [date for date, count in dates.items() if count > 1]:
        raise Broken(f"{zine.title} has more than one copy of {twice}")
    counts = Counter(each for mail in came if not mail.refused for each in printed_in(mail.raw))
    if strange := [each for each in counts if each.game not in zine.games]:
        raise Broken(f"{zine.title} for {zine.games} has {strange}")
    if again := [each for each, count in counts.items() if count > 1]:
        raise Broken(f"{zine.title} has {again} twice")
    last = zine.last_date(now)
    if last >= zine.began + SURE and not any(mail.refused for mail in mails):
        carried = [table for table in tables if table.name in zine.games]
        due = {Printed(table.name, phase) for table in carried for phase, at in table.ran_at if zine.began < at < last}
        if missing := sorted(due - counts.keys()):
            raise Broken(f"{zine.title} lacks {missing}")
    return counts.total()
