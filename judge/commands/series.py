"""Commands of tournaments and leagues: SERIES, ENTER, WITHDRAW FROM, ROUND, STANDINGS."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.gm import SETTINGS
from judge.commands.line_reader import LineReader
from judge.commands.spec import Build, CommandSpec, and_name, is_game_name


@dataclass(frozen=True, slots=True)
class OpenSeries(Command):
    """SERIES: open a tournament or league. Its scoring, its variant and the settings of its games are as written."""

    series: str = ""
    scoring: str = ""
    variant: str = ""
    settings: tuple[str, ...] = ()

    def written(self) -> tuple[str, ...]:
        """Return its line and the settings."""
        return (self.line, *self.settings)


@dataclass(frozen=True, slots=True)
class EnterSeries(Command):
    """ENTER: play in all rounds to come."""

    series: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class LeaveSeries(Command):
    """WITHDRAW FROM: play in no further round."""

    series: str = ""


@dataclass(frozen=True, slots=True)
class DrawRound(Command):
    """ROUND: draw the tables of the next round, and begin its games."""

    series: str = ""


@dataclass(frozen=True, slots=True)
class ShowStandings(Command):
    """STANDINGS: the table of a series."""

    series: str = ""


def _series(line: str, rest: str, below: LineReader) -> Command | None:
    """`SERIES summer [SCORING tribute] [VARIANT x]`, and a setting of its games on each line below."""
    found = re.fullmatch(r"(\S+)((?:\s+(?:scoring|variant)\s+[\w -]+?)*)", rest.strip(), re.IGNORECASE)
    if not found:
        return IncompleteCommand(line, "SERIES") if "SERIES" in line else None
    chosen = {word.lower(): said.strip() for word, said in re.findall(
        r"\b(scoring|variant)\s+(.+?)(?=\s+(?:scoring|variant)\b|$)", found[2], re.IGNORECASE
    )}  # fmt: skip
    settings = list[str]()
    while setting := below.peek().strip():
        word, _, value = setting.partition(" ")
        word = word.lower().rstrip(":")
        if word not in (*SETTINGS, "scoring") and below.at_command():
            break
        below.take()
        if word in ("scoring", "variant"):
            chosen[word] = value.strip()
        else:
            settings.append(setting)
    return OpenSeries(line, found[1], chosen.get("scoring", ""), chosen.get("variant", ""), tuple(settings))


def _enter(line: str, rest: str, _: LineReader) -> Command | None:
    series, name = and_name(re.sub(r"^(?:series|the)\s+", "", rest, flags=re.IGNORECASE))
    if is_game_name(series, 1) and series:
        return EnterSeries(line, series, name)
    return IncompleteCommand(line, "ENTER") if "ENTER" in line else None


def _of_series(make: type[LeaveSeries] | type[DrawRound] | type[ShowStandings], word: str) -> Build:
    """Return a parser for a command that is followed by a series' name."""

    def build(line: str, rest: str, _: LineReader) -> Command | None:
        if rest and is_game_name(rest, 1):
            return make(line, rest)
        return IncompleteCommand(line, word) if word in line else None

    return build


ROWS = (
    CommandSpec(
        "SERIES", ("create series", "league", "tournament"), "anyone", "open a league or tournament, and run it",
        "SERIES summer SCORING tribute", _series, OpenSeries, about="nothing",
    ),
    CommandSpec(
        "ENTER", ("enter series", "join series"), "anyone", "play in a series, in every round to come", "ENTER summer", _enter,
        EnterSeries, about="nothing",
    ),
    CommandSpec(
        "WITHDRAW FROM", ("leave series",), "anyone", "play in no further round of a series", "WITHDRAW FROM summer",
        _of_series(LeaveSeries, "WITHDRAW FROM"), LeaveSeries, about="nothing",
    ),
    CommandSpec(
        "ROUND", ("draw round", "next round of"), "anyone", "draw the next round of your series, and begin it", "ROUND summer",
        _of_series(DrawRound, "ROUND"), DrawRound, "token", about="nothing",
    ),
    CommandSpec(
        "STANDINGS", ("show standings", "standings of"), "anyone", "the table of a series", "STANDINGS summer",
        _of_series(ShowStandings, "STANDINGS"), ShowStandings, reads_only=True, about="nothing",
    ),
)  # fmt: skip
"""The commands of this module."""
