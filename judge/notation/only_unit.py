"""What a letter says of a unit without naming it: of the only one (`Gascony please`, `disband it`), of several (`hold`), or of the
one in front (`no, disband it`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from judge.board import Position, Unit
from judge.notation.complaints import Complaint, unit_reference
from judge.notation.order import Order
from judge.notation.readings import ASKED, COURTESY, TALK, IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.verbs import HOLDS

LONG = 60
"""Characters of a line that says no more than this."""
_WHO = re.compile(r"^\W*(?:(?:i|we|it|he|she|they)(?:'ll| will|'d| would)?|let (?:it|him|her|them))\s+", re.IGNORECASE)
_WHOM = re.compile(
    r"(?<=retreat) (?:it|him|her)(?= )|\s+(?:it|him|her|them|again|once more)(?=(?:\W+(?:please|then|thanks|thank you))*\W*$)",
    re.IGNORECASE,
)
_DISBAND_IT = re.compile(
    r"(?:(?:no|nope|actually|sorry|wait|instead|rather)\W+)*(?:(?:just|simply)\s+)?(?:disband|scrap|destroy|remove)\s+"
    r"(?:it|him|her|them)(?:\s+(?:instead|rather|please|then))*\W*",
    re.IGNORECASE,
)
"""What gives up a unit that was to retreat."""
_NOT = re.compile(r"(?:\b(?:not|never|dont)|n['’]t)\W*$", re.IGNORECASE)
"""Words that deny what follows them: `don't` in front of `disband it`."""
_AT_FIRST = re.compile(
    r"^\W*(?:(?:no|nope|actually|sorry|wait|forget (?:it|that)|instead|rather)\b\W*)+"
    r"(?=(?:(?:please|just|simply)\s+)*(?:disband|scrap|destroy|remove)\b)",
    re.IGNORECASE,
)
"""What takes back a retreat that an earlier letter gave, in front of words that give the unit up."""
_BOTH = re.compile(
    r"\W*(?:(?:please|just|simply)\s+)*(?:(?:disband|scrap|destroy|remove)\s+(?:them\s+)?both(?:\s+of them)?"
    r"|(?:they\s+)?both\s+(?:of them\s+)?disband)(?:[^\w?]+(?:please|instead|then|thanks|thank you))*[^\w?]*",
    re.IGNORECASE,
)
"""What gives up two units."""
_NO = re.compile(r"\b(?:no|nope|actually|sorry|wait|instead|rather)\b", re.IGNORECASE)

Read = Callable[[str], Sequence[Reading]]


def with_only_unit(readings: list[Reading], position: Position, power: str, read: Read) -> list[Reading]:
    """Return the readings of a letter; if none is an order, and one line is one with the writer's only unit in front, as that.

    Where there are several units and the line says to hold, it is asked which. In retreats the only unit is the only one that
    must retreat, and two are both given up by `disband both`. `read` reads a line.
    """
    retreats = position.phase.kind == "retreats"
    waiting = [each.unit for each in position.dislodged] if retreats else position.units
    own = [unit for unit in waiting if unit.power == power]
    if not own or position.phase.kind == "adjustments" or any(isinstance(each, ParsedOrder) for each in readings):
        return readings
    if retreats and any(_is_asked(each, own[0]) for each in readings):
        return readings
    said = dict[str, list[ParsedOrder]]()
    lines = list(dict.fromkeys(each.line for each in readings if each.line and len(each.line) <= LONG))
    if retreats and len(own) == 2 and (both := next((line for line in lines if _BOTH.fullmatch(_AT_FIRST.sub("", line))), "")):
        return _with_both(readings, own, both, read)
    for line in lines:
        first = _with_unit(own[0], _AT_FIRST.sub("", line) if retreats else line, read)
        if first and (len(own) == 1 or (first.order.verb == HOLDS and _is_talk(line, readings))):
            said[line] = [first, *(more for unit in own[1:] if (more := _with_unit(unit, line, read)))]
    if len(said) != 1:
        return readings
    line, orders = said.popitem()
    which = Complaint("which-of-all", suggestions=tuple(each.order for each in orders))
    order: Reading = orders[0]._replace(text=line, line=line, at=0) if len(own) == 1 else UnreadableText(line, which, line)
    at = next(n for n, each in enumerate(readings) if each.line == line)
    return [*readings[:at], order, *(each for each in readings[at:] if each.line != line)]


def _with_both(readings: list[Reading], units: Sequence[Unit], line: str, read: Read) -> list[Reading]:
    """Return the readings with the end of these units in place of a line."""
    gone = [order for unit in units if (order := _with_unit(unit, "disbands", read))]
    at = next(n for n, each in enumerate(readings) if each.line == line)
    given = (order._replace(text=line, line=line, at=0) for order in gone)
    return [*readings[:at], *given, *(each for each in readings[at:] if each.line != line)]


def with_it_disbanded(readings: list[Reading], read: Read) -> list[Reading]:
    """Return the readings of retreats with `no, disband it` behind a retreat as an order, also behind one that a `no` takes back;
    without a `no` it is asked which counts.
    """
    found = list(readings)
    for at, each in enumerate(readings):
        if not (isinstance(each, IgnoredText) and each.kind in (TALK, ASKED) and _DISBAND_IT.fullmatch(each.text.strip())):
            continue
        between = list(takewhile(lambda said: isinstance(said, IgnoredText), reversed(readings[:at])))
        place = at - 1 - len(between)
        before = readings[place] if place >= 0 else None
        order, back = _order_of(before), isinstance(before, UnreadableText)
        said = read(f"{order.unit.kind} {order.unit.place} disbands") if order and order.unit else ()
        gone = next((one for one in said if isinstance(one, ParsedOrder)), None)
        if before is None or order is None or gone is None or gone.order.verb == order.verb:
            continue
        front = _in_front(before, readings[place + 1 : at], each)
        if _NOT.search(front):
            continue
        if _NO.search(f"{front} {each.text}"):
            found[at] = gone._replace(text=each.text, line=each.line, at=each.at)
            found[place] = IgnoredText(before.text, kind=ASKED, line=before.line, at=before.at) if back else before
            for n, one in enumerate(readings[place + 1 : at], place + 1):
                found[n] = one._replace(kind=ASKED) if isinstance(one, IgnoredText) and _NO.search(one.text) else one
        elif not back:
            choice = Complaint("choice", suggestions=(order, gone.order))
            found[place] = UnreadableText(before.text, choice, before.line, before.at)
            found[at] = each._replace(kind=ASKED)
    return found


def _in_front(before: Reading, between: Sequence[Reading], each: Reading) -> str:
    """What stands between two readings, as it is written."""
    if before.line == each.line:
        return each.line[before.at + len(before.text) : each.at]
    lines = dict.fromkeys(one.line for one in between if one.line not in (before.line, each.line))
    return "\n".join([before.line[before.at + len(before.text) :], *lines, each.line[: each.at]])


def _is_asked(reading: Reading, unit: Unit) -> bool:
    """Whether it is asked already which order of a unit counts."""
    orders = reading.complaint.suggestions if isinstance(reading, UnreadableText) else ()
    return any(order.unit is not None and order.unit.space == unit.space for order in orders)


def _order_of(reading: Reading | None) -> Order | None:
    """The order of a reading, also if words behind it take it back."""
    if isinstance(reading, UnreadableText) and reading.complaint.code == "taken-back" and len(reading.complaint.suggestions) == 1:
        return reading.complaint.suggestions[0]
    return reading.order if isinstance(reading, ParsedOrder) else None


def _with_unit(unit: Unit, line: str, read: Read) -> ParsedOrder | None:
    """Return what a line orders with a unit in front of it, if that is all it says."""
    said = read(f"{unit_reference(unit)} {_WHOM.sub('', _WHO.sub('', line))}")
    found = [each for each in said if not (isinstance(each, IgnoredText) and each.kind == COURTESY)]
    return found[0] if len(found) == 1 and isinstance(found[0], ParsedOrder) else None


def _is_talk(line: str, readings: Sequence[Reading]) -> bool:
    return all(isinstance(each, IgnoredText) for each in readings if each.line == line)
