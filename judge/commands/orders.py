"""Commands about orders: ORDERS and lines that may be orders, CLEAR, FINAL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from judge.commands.base import Command
from judge.commands.line_reader import LineReader
from judge.commands.spec import ANY_NUMBER, CommandSpec, no_arguments


@dataclass(frozen=True, slots=True)
class OrderLines(Command):
    """Lines that are not commands, so they may be orders. The game's notation reads them.

    `phase` as written, or ''; a power's name may follow.
    """

    lines: tuple[str, ...] = ()
    phase: str = ""
    asked: bool = False
    """Whether the writer wrote ORDERS; otherwise the lines may be only talk."""
    letter: str = ""
    """Fingerprint of the Message-ID of their letter, if known."""
    received: datetime | None = None
    """When our own server received that letter."""
    late: bool = False
    """Whether that letter cannot have answered the report that began the running phase."""

    def written(self) -> tuple[str, ...]:
        """Return the lines, below ORDERS if it was written."""
        return (self.line, *self.lines) if self.asked else self.lines


@dataclass(frozen=True, slots=True)
class ClearOrders(Command):
    """CLEAR: delete orders. `what` is '' for all, or places as written. `phase`: that of the mail that the letter answers, or ''.
    """

    what: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class MarkFinal(Command):
    """FINAL and NOT FINAL: whether this power agrees to run the phase early. `phase` as with CLEAR."""

    on: bool = True
    phase: str = ""


OrderCommand = OrderLines | ClearOrders | MarkFinal
"""A player's command about the orders of a phase."""


_AROUND = re.compile(
    r"^(?:(?:this|the current|the) )?(?:(?:turn|phase|season|round|year)\b ?)?|(?:^| )(?:are|is|as follows|follow)(?: these)?$",
    re.IGNORECASE,
)
"""Words around the name of a phase; without a name they mean the current phase: `my orders for this turn are:`."""


def _orders(line: str, rest: str, below: LineReader) -> Command | None:
    """`ORDERS [FOR phase][:]`, then order lines; orders may also stand on the line itself.

    What follows FOR may also name a power, which the game recognises: `ORDERS FOR Germany, Spring 1901:`.
    """
    phase, text = "", rest
    if found := re.match(r"for\s+([^:]{1,60}?)\s*(?::|$)\s*", rest, re.IGNORECASE):
        phase, text = _AROUND.sub("", found[1]), rest[found.end() :]
    elif re.match(r"(?:from|of|by)\s[^:]{1,60}:", rest, re.IGNORECASE):  # `Orders from the Chancellery:` is read as a heading
        text = line
    text = text.lstrip(": ")
    return OrderLines(line, (text,) if text else (), phase, asked=True)


def _clear(line: str, rest: str, _: LineReader) -> Command | None:
    what = "" if re.fullmatch(r"(?:all )?(?:of )?(?:my )?(?:orders)?|all|everything", rest.strip().lower()) else rest
    return ClearOrders(line, what) if len(what.split()) <= 6 else None


CANCELLED = tuple(
    f"{word} {what}orders" for word in ("cancel", "forget", "withdraw", "undo") for what in ("", "my ", "all ", "all my ")
)
"""How people take back orders who do not know the command."""
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
        "FINAL", (
            "finalise", "finalize", "these are final", "my orders are final", "orders are final", "all final",
            "yes final", "yes, final", "that's final", "that is final", "final then", "i'm final", "i am final",
        ), "player", "run the phase early if all others agree", "FINAL",
        no_arguments(MarkFinal), MarkFinal, most=ANY_NUMBER, when="running", gm="mastered",
    ),
    CommandSpec(
        "NOT FINAL", ("no final", "unfinal", "wait! not final", "wait, not final"), "player", "take FINAL back", "NOT FINAL",
        no_arguments(lambda line: MarkFinal(line, False), "yet", "please", "yet please"), MarkFinal, most=ANY_NUMBER,
        when="running", gm="mastered",
    ),
)  # fmt: skip
"""The commands of this module."""
