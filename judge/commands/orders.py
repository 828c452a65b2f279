"""Orders: ORDERS and lines that may be orders, CLEAR, FINAL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from judge.commands.base import Command
from judge.commands.line_reader import LineReader
from judge.commands.spec import ANY_NUMBER, CommandSpec, no_arguments


@dataclass(frozen=True, slots=True)
class OrderLines(Command):
    """Lines that are no commands, hence perhaps orders: raw, for the game's notation.

    `phase` as written, or ''; a power's name may follow.
    """

    lines: tuple[str, ...] = ()
    phase: str = ""
    asked: bool = False
    """True if the writer said ORDERS; otherwise the lines may be nothing but talk."""
    letter: str = ""
    """Fingerprint of the Message-ID of the letter they stand in, if it is known."""
    received: datetime | None = None
    """When our own server had that letter."""

    def written(self) -> tuple[str, ...]:
        """The lines, below ORDERS if it was said."""
        return (self.line, *self.lines) if self.asked else self.lines


@dataclass(frozen=True, slots=True)
class ClearOrders(Command):
    """CLEAR: forget orders; `what` is '' for all, or places as written. `phase`: that of the letter it answers, or ''."""

    what: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class MarkFinal(Command):
    """FINAL and NOT FINAL: whether the phase may be run early as far as this power goes. `phase` as with CLEAR."""

    on: bool = True
    phase: str = ""


OrderCommand = OrderLines | ClearOrders | MarkFinal
"""What a player says about the orders of a phase."""


_AROUND = re.compile(
    r"^(?:(?:this|the current|the) )?(?:(?:turn|phase|season|round|year)\b ?)?|(?:^| )(?:are|is|as follows|follow)(?: these)?$",
    re.IGNORECASE,
)
"""Words around the name of a phase, which are those of this phase without one: `my orders for this turn are:`."""


def _orders(line: str, rest: str, below: LineReader) -> Command | None:
    """`ORDERS [FOR phase][:]`, then order lines; orders may also stand on the line itself.

    What stands behind FOR may name a power, too, which the game knows: `ORDERS FOR Germany, Spring 1901:`.
    """
    phase, text = "", rest
    if found := re.match(r"for\s+([^:]{1,60}?)\s*(?::|$)\s*", rest, re.IGNORECASE):
        phase, text = _AROUND.sub("", found[1]), rest[found.end() :]
    text = text.lstrip(": ")
    return OrderLines(line, (text,) if text else (), phase, asked=True)


def _clear(line: str, rest: str, _: LineReader) -> Command | None:
    what = "" if re.fullmatch(r"(?:all )?(?:of )?(?:my )?(?:orders)?|all|everything", rest.strip().lower()) else rest
    return ClearOrders(line, what) if len(what.split()) <= 6 else None


CANCELLED = tuple(
    f"{word} {what}orders" for word in ("cancel", "forget", "withdraw", "undo") for what in ("", "my ", "all ", "all my ")
)
"""How people take orders back who have not looked it up."""
ROWS = (
    CommandSpec(
        "ORDERS", ("my orders",), "player", "orders follow; FOR names their phase, now or later", "ORDERS FOR Autumn 1901",
        _orders, OrderLines, most=ANY_NUMBER, when="running", gm="mastered",
    ),
    CommandSpec(
        "CLEAR", ("clear orders", "clear all", *CANCELLED), "player", "delete your orders, of named units or FOR a later phase",
        "CLEAR", _clear, ClearOrders, most=ANY_NUMBER, when="running", gm="mastered",
    ),
    CommandSpec(
        "FINAL", ("final orders", "finalise", "finalize"), "player", "run the phase early if all others agree", "FINAL",
        no_arguments(MarkFinal), MarkFinal, most=ANY_NUMBER, when="running", gm="mastered",
    ),
    CommandSpec(
        "NOT FINAL", ("no final", "unfinal", "wait! not final", "wait, not final"), "player", "take FINAL back", "NOT FINAL",
        no_arguments(lambda line: MarkFinal(line, False), "yet", "please", "yet please"), MarkFinal, most=ANY_NUMBER,
        when="running", gm="mastered",
    ),
)  # fmt: skip
"""The family's commands."""
