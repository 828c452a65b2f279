"""Commands by which a game passes to another GM: HANDOVER, and the answer of who is asked to take it."""

from __future__ import annotations

from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, no_arguments, person, split_reason
from judge.seat import Seat


@dataclass(frozen=True, slots=True)
class HandOver(Command):
    """HANDOVER: ask somebody to be the GM from now on. `whom` is a name or an address; `seat` is theirs once it has been looked up.
    Without `whom`, an offer that is open is withdrawn.
    """

    whom: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class AcceptHandover(Command):
    """ACCEPT HANDOVER: be the GM, as asked."""


@dataclass(frozen=True, slots=True)
class DeclineHandover(Command):
    """DECLINE HANDOVER: do not be the GM."""


_TO_NOBODY = ("none", "nobody", "off", "cancel", "withdraw", "withdrawn")


def _hand_over(line: str, rest: str, _: LineReader) -> Command | None:
    """`HANDOVER Otto Blume`, `HANDOVER to otto@example.org`, `HANDOVER NONE`."""
    said = split_reason(rest)[0]
    said = said[3:].strip() if said.lower().startswith("to ") else said
    if said.lower() in _TO_NOBODY:
        return HandOver(line)
    whom = person(said)
    if whom and (len(whom.split()) <= 5 and ("HAND" in line or "@" in whom or len(whom.split()) <= 3)):
        return HandOver(line, whom)
    return IncompleteCommand(line, "HANDOVER") if "HAND" in line else None


ROWS = (
    CommandSpec(
        "HANDOVER",
        (
            "hand over", "hand over the game to", "hand the game over to", "hand the game to", "i hand over to",
            "i'm handing over to",
        ),
        "gm", "give the game to another GM, who is asked first", "HANDOVER Otto Blume", _hand_over, HandOver, "code", most=3,
        amends=False,
    ),
    CommandSpec(
        "ACCEPT HANDOVER", (), "player", "take a game that its GM offers you", "ACCEPT HANDOVER",
        no_arguments(AcceptHandover), AcceptHandover, "token", gm="too",
    ),
    CommandSpec(
        "DECLINE HANDOVER", (), "player", "do not take the game that its GM offers you", "DECLINE HANDOVER",
        no_arguments(DeclineHandover), DeclineHandover, gm="too",
    ),
)  # fmt: skip
"""The commands of this module."""
