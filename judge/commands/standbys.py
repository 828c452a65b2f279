"""Commands about standby players and vacant seats: STANDBY, VACANT, TAKEOVER; and RECORD, which shows how reliable somebody was."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, and_name, is_game_name, no_arguments, person, split_reason
from judge.seat import Role, Seat

USUAL = "steady"
"""The level of a house player if none is named."""


@dataclass(frozen=True, slots=True)
class StandBy(Command):
    """STANDBY: become a standby player; from a GM, list them. `name`: the writer's name."""

    game: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class DeclareVacant(Command):
    """VACANT: declare a power's seat vacant."""

    power: str = ""
    reason: str = ""
    house: str = ""
    """The level of the house player that is to hold it; '' for none. `house` alone is the usual level."""


@dataclass(frozen=True, slots=True)
class TakeOver(Command):
    """TAKEOVER: a standby takes a power's seat, or the GM gives it to somebody: `by`, as written, is a name or an address; `seat`
    is the standby's once it has been looked up. `game` is where, if it says so.
    """

    power: str = ""
    by: str = ""
    seat: Seat | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class ShowRecord(Command):
    """RECORD: phases due, late, and without orders: the writer's own, or, for a GM, everybody's in the game."""


@dataclass(frozen=True, slots=True)
class ShowRecordOf(Command):
    """RECORD OF: results and reliability of somebody who lets everybody ask."""

    name: str = ""


def _record_of(line: str, rest: str, _: LineReader) -> Command | None:
    return ShowRecordOf(line, rest.strip(" ?.")[:MOST_OF_NAME]) if rest and "OF" in line else None


MOST_OF_NAME = 60
"""Characters of a name that are looked up."""


def _stand_by(line: str, rest: str, _: LineReader) -> Command | None:
    game, name = and_name(rest)
    return StandBy(line, "".join(game.split()), name) if is_game_name(game, 3) else None


_BY_HOUSE = re.compile(
    r"""(?P<power> .+?) \s+ (?:by|to|with) \s+
    (?: (?P<none> nobody | no \s one | none | no \s house (?: \s player)? )
      | (?:an? \s | the \s)? (?: (?P<before> \w+) \s)? (?: (?:house|computers?) (?: \s players? )? | bots? | machines? )
        (?: \s (?:level \s)? (?P<behind> \w+) )? )""",
    re.IGNORECASE | re.VERBOSE,
)


def _level(found: re.Match[str]) -> str:
    return "none" if found["none"] else (found["behind"] or found["before"] or USUAL).lower()


def _vacant(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `VACANT Italy`, `VACANT Italy BY HOUSE steady`, `VACANT Italy by a calm computer`, `VACANT Italy BY nobody`."""
    power, reason = split_reason(rest)
    found = _BY_HOUSE.fullmatch(power)
    power, house = (found["power"], _level(found)) if found else (power, "")
    if not power:
        return IncompleteCommand(line, "VACANT")
    return DeclareVacant(line, power, reason, house) if len(power.split()) <= 3 else None


_TAKEN = re.compile(
    r"(?P<power>.{2,40}?)(?:\s+in\s+(?:game\s+)?(?!this\b|the\b|my\b)(?P<game>[a-z][\w-]+))?(?:\s+by\s+(?P<by>.{2,100}))?",
    re.IGNORECASE,
)


def _take_over(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `TAKEOVER Italy`, `TAKEOVER Italy in Quillfeather`, `TAKEOVER Italy BY Otto Blume`."""
    found = _TAKEN.fullmatch(split_reason(rest)[0])
    if found is None:
        return IncompleteCommand(line, "TAKEOVER")
    said, by = found["power"], person(found["by"] or "")
    return TakeOver(line, said, by, game=found["game"] or "") if len(said.split()) <= 3 else None


ROWS = (
    CommandSpec(
        "STANDBY", ("stand by", "standby for", "standbys"), "anyone", "be a standby player", "STANDBY Quillfeather", _stand_by,
        StandBy, about="nothing",
    ),
    CommandSpec(
        "RECORD", ("my record", "reliability", "dedication"), "anyone", "how many phases you had, were late for, missed",
        "RECORD", no_arguments(ShowRecord), ShowRecord, reads_only=True, about="person",
    ),
    CommandSpec(
        "RECORD OF", ("results of player",), "anyone", "games, wins, draws and NMR of somebody who allows it",
        "RECORD OF Ann Archer", _record_of, ShowRecordOf, reads_only=True, about="nothing",
    ),
    CommandSpec(
        "VACANT", ("declare vacant",), "gm", "declare a Power's seat vacant", "VACANT Italy REASON the address is dead", _vacant,
        DeclareVacant, "code", most=60, when="running",
    ),
    CommandSpec(
        "TAKEOVER", ("take over",), "anyone", "take a vacant Power over; as GM, give it to somebody",
        "TAKEOVER Italy BY Otto Blume", _take_over, TakeOver, "code",
        ((Role.STANDBY, "token"), (Role.OBSERVER, "token"), (None, "token")), most=60, when="running",
    ),
)  # fmt: skip
"""The commands of this module."""
