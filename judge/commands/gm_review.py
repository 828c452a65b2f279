"""A GM's commands about a phase that is judged but not sent yet: PREVIEW ON and OFF, PUBLISH, HOLD; and ORDER and ACCEPT LATE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.deadlines import ChangeSetting
from judge.commands.line_reader import LineReader
from judge.commands.spec import Build, CommandSpec, no_arguments, split_reason

_VERBS = frozenset({"army", "fleet", "build", "remove", "disband", "retreat", "waive", "from", "units", "matters", "would"})
"""What follows this word in a player's order or sentence, where a GM would name a power."""
_NAMED = re.compile(r"(?P<first>[^\W\d_]{4,})\b(?!\s*[-(])")
_NAME = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,2}?(?: for \w[\w .'’]{2,40})?:?", re.IGNORECASE)
_IT = ("it", "results", "the results", "the report")
_HABIT = re.compile(
    r"(?P<who>[^\W\d_]+(?: [^\W\d_]+){0,2}?):? (?:to )?(?:(?P<what>wander|rest)s?|always\b:?(?P<orders>.*))",
    re.IGNORECASE | re.DOTALL,
)
MOST = 40
"""Lines of orders below an ORDER that are read."""


@dataclass(frozen=True, slots=True)
class PublishReport(Command):
    """PUBLISH: send the report that is held."""


@dataclass(frozen=True, slots=True)
class HoldReport(Command):
    """HOLD: keep the report back until the GM says PUBLISH."""


@dataclass(frozen=True, slots=True)
class OrderForPower(Command):
    """ORDER: the GM's orders for a power. `text` begins with its name, as written, and may go on with FOR and a later phase;
    `lines` are orders.
    """

    text: str = ""
    lines: tuple[str, ...] = ()
    reason: str = ""
    habit: str = ""
    """What its units are to do in every phase for which the GM orders nothing: `rest`, `wander`, or `always` the lines."""


@dataclass(frozen=True, slots=True)
class AcceptLate(Command):
    """ACCEPT LATE: let a letter count that came too late. `which` is its number, its Message-ID or its Power, '' for
    the only one.
    """

    which: str = ""
    reason: str = ""


def parse_accept_late(line: str, rest: str, _: LineReader) -> Command | None:
    """`ACCEPT LATE [2] REASON why`."""
    said, reason = split_reason(re.sub(r"^(?:(?:letter|orders|number|no\.?|from|of)\b\s*)+", "", rest, flags=re.IGNORECASE))
    return AcceptLate(line, said, reason) if reason and len(said.split()) <= 1 else IncompleteCommand(
        line, "ACCEPT LATE", "reason" if not reason and len(said.split()) <= 1 else ""
    )


def parse_order_for(line: str, rest: str, below: LineReader) -> Command | None:
    """Parse `ORDER France [FOR Autumn 1901] F(Spa.sc)-MAO REASON why`; orders may also stand on the lines below. `wander`,
    `rest`, and `always` with orders, say what units do in every phase, and need no reason. Returns None for anything else.
    """
    said, reason = split_reason(rest.lstrip(": "))
    if habit := _HABIT.fullmatch(said):
        orders = [part.strip() for part in re.split(r"[;\n]", habit["orders"] or "") if part.strip()]
        listed = habit["orders"] is not None
        more = [below.take() for _ in range(MOST) if listed and below.peek().strip() and not below.at_command()]
        return OrderForPower(line, habit["who"], (*orders, *more), reason, "always" if listed else habit["what"].lower())
    if not reason and _NAME.fullmatch(said) and (count := _up_to_reason(below)):
        *orders, (last, reason) = *(below.take() for _ in range(count - 1)), split_reason(below.take())
        return OrderForPower(line, said, (*orders, *([last] if last else [])), reason)
    found = _NAMED.match(said)
    if not reason:
        meant = "ORDER" in line and (not said or (found and found["first"].lower() not in _VERBS))
        return IncompleteCommand(line, "ORDER", "reason" if " " in said else "") if meant else None
    parts = [part.strip() for part in re.split(r"[;\n]", said) if part.strip()]
    alone_there = len(parts) == 1 and _NAME.fullmatch(parts[0])
    lines = [below.take() for _ in range(MOST) if below.peek().strip() and not below.at_command()] if alone_there else []
    return OrderForPower(line, parts[0], (*parts[1:], *lines), reason) if parts else IncompleteCommand(line, "ORDER")


def _up_to_reason(below: LineReader) -> int:
    """Return how many of the next lines are orders up to a reason, with its line; 0 if none is given for them."""
    for count, line in enumerate(below.rest()[:MOST], 1):
        if not line.strip() or below.is_command(line):
            break
        if split_reason(line)[1]:
            return count
    return 0


def _preview(on: bool) -> Build:
    """`PREVIEW ON`, `PREVIEW ON, PUBLISH AFTER 24 HOURS`, `PREVIEW OFF`."""
    return lambda line, rest, _: ChangeSetting(line, "PREVIEW", f"{'on' if on else 'off'} {rest.strip(' ,;:')}".strip())


ROWS = (
    CommandSpec(
        "PREVIEW ON", ("set preview on", "set preview"), "gm", "see every report before it is sent, from now on",
        "PREVIEW ON, PUBLISH AFTER 24 HOURS", _preview(True), ChangeSetting, amends=False,
    ),
    CommandSpec(
        "PREVIEW OFF", ("set preview off", "no preview"), "gm", "send reports at once again", "PREVIEW OFF", _preview(False),
        ChangeSetting, amends=False,
    ),
    CommandSpec(
        "PUBLISH", ("publish now",), "gm", "send the report that waits for you", "PUBLISH", no_arguments(PublishReport, *_IT),
        PublishReport, "token", when="running", amends=False,
    ),
    CommandSpec(
        "HOLD", ("hold it",), "gm", "keep the report until you say PUBLISH", "HOLD", no_arguments(HoldReport, *_IT), HoldReport,
        when="running", amends=False,
    ),
    CommandSpec(
        "ORDER", ("order for",), "gm", "order for a Power, in your name and with a reason",
        "ORDER France F(Spa.sc)-MAO REASON sent to me in time", parse_order_for, OrderForPower, "token", most=40, when="running",
        amends=False,
    ),
    CommandSpec(
        "ACCEPT LATE", (), "gm", "accept late orders, with a reason", "ACCEPT LATE REASON held up by our server",
        parse_accept_late, AcceptLate, "token", most=40, when="running",
    ),
)  # fmt: skip
"""The commands of this module."""
