"""What happens to the machine, the relay and the mailbox, and how long it lasts; and backups that are put back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.simulation.oracles import Saved

BACKUP = 0.05
"""How often a backup is made while the relay is away, which will be put back."""
ACCIDENT = timedelta(hours=20)
"""How long it is, at most, from one accident of the machine to the next."""
AT_DEADLINES, BEFORE = 0.3, timedelta(minutes=10)
"""How often it comes within that long before a deadline, if there is one until then."""
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


class Accidents:
    """The accidents of one simulation."""

    def __init__(self, world: Any) -> None:
        self._world = world
        self._saved: Saved | None = None
        """What was known when the backup was made that there is."""

    def _accident(self) -> None:
        """Something happens to the machine or the relay; some time later it is over."""
        world, lots = self._world, self._world.lots
        if world.people.done:
            return
        also = {"mailbox": world.house.mailbox, "newer": world.manner.older, "restart": world.manner.workers}
        what = lots.choice(("disk", "relay", "asleep", "clock", *(each for each, may in also.items() if may)))
        world.machine.tell("accident", what)
        if what == "disk":
            world.machine.full = True
            world.at(world.now + MINUTE * lots.uniform(0.1, 10), self.over)
        elif what == "relay":
            world.house.relay.closed = True
            world.at(world.now + MINUTE * lots.uniform(1, 90), self.over)
            if lots.random() < BACKUP and not (world.manner.lasting or world.manner.workers):
                world.later(1800.0, self._back_up)
        elif what == "mailbox" and world.house.mailbox:
            world.house.mailbox.closed = True
            world.at(world.now + MINUTE * lots.uniform(1, 90), self.over)
        elif what == "newer" and world.house.up:
            world.upgrade()
        elif what == "restart":
            world.restart()
        elif what == "clock" and world.house.up and not world.machine.wrong:
            self._set_clock()
        elif what == "asleep" and not world.machine.wrong:
            world.machine.faults["machine asleep"] += 1
            world.machine.time += MINUTE * lots.uniform(1, 300)
            world.free_since = world.now
        self.later()
        world.work()

    def _set_clock(self) -> None:
        """The clock is wrong for a while."""
        world, lots = self._world, self._world.lots
        world.machine.faults["clock wrong for a while"] += 1
        world.spare()
        world.machine.wrong = HOUR * lots.uniform(1, 100)
        world.at(world.now + MINUTE * lots.uniform(1, 50), self.over)

    def later(self) -> None:
        """Let the next one happen some time: often shortly before a deadline, when most people write."""
        world = self._world
        longest = ACCIDENT / world.manner.storm
        tables = world.oracles.tables.values()
        soon = [table.due for table in tables if table.due and not table.over and world.now < table.due < world.now + longest]
        if soon and world.lots.random() < AT_DEADLINES:
            world.at(max(world.now, world.lots.choice(soon) - BEFORE * world.lots.random()), self._accident)
        else:
            world.later(longest.total_seconds(), self._accident)

    def _back_up(self) -> None:
        """Make a backup, which is put back some time. Not while a game begins: too much would be lost."""
        world = self._world
        begun = all(table.phase or table.over for table in world.oracles.tables.values() if not table.alone)
        if begun and world.house.up and self._saved is None:
            world.house.back_up()
            self._saved = world.oracles.saved()
            world.at(world.now + HOUR * world.lots.uniform(0.5, 60), self._restore)

    def _restore(self) -> None:
        """The disk is lost, and the backup is put back."""
        world = self._world
        if self._saved is None or world.people.done:
            return
        if world.machine.wrong or world.machine.full or not world.house.up:
            world.later(7200.0, self._restore)
            return
        world.machine.faults["restored"] += 1
        world.machine.tell("restored")
        world.ended()
        world.house.restore()
        world.oracles.restored(self._saved)
        world.oracles.crashed()
        self._saved = None

    def over(self) -> None:
        """All is well again."""
        world = self._world
        world.free_since = world.now
        world.machine.full, world.machine.wrong, world.house.relay.closed = False, timedelta(), False
        if world.house.mailbox:
            world.house.mailbox.closed = False
        world.work()
