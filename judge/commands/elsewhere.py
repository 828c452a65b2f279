"""Words of other judges' commands, and of commands that only some games have here: known in capitals, so that they are answered."""

from __future__ import annotations

from collections.abc import Mapping

from judge.commands.lines import Lines
from judge.commands.row import Build, Row
from judge.commands.table import polite
from judge.commands.throwing import OF_DICE
from judge.commands.values import Command, Unknown

NEAREST: Mapping[str, tuple[str, ...]] = {
    "ACTIVATE": ("START",),
    "ADJUST": (),
    "BECOME": ("ORDER", "PREVIEW"),
    "DIARY": (),
    "DUMMY": ("VACANT",),
    "FORCE BEGIN": ("START",),
    "FORM": ("CREATE", "START"),
    "GET": ("HELP", "RULES", "MAP"),
    "I AM ALSO": ("ADDRESS",),
    "INFO": ("HELP", "RULES", "MAP"),
    "INFO PLAYER": ("RECORD",),
    "OFFICIAL": ("PRESS",),
    "PHASE": ("ORDERS",),
    "PREDICT": ("PREVIEW",),
    "POSTAL PRESS": ("PRESS",),
    "PREFERENCE": ("PREFER",),
    "PURGE": (),
    "REGISTER": ("JOIN",),
    "RENAME": (),
    "REVEAL": ("WHO",),
    "REVIVE": ("TAKEOVER",),
    "ROLLFORWARD": ("UNDO",),
    "RULE": ("SET", "RULES"),
    "SEND": ("HELP", "RULES", "MAP"),
    "SET CLOCK": ("DEADLINE",),
    "SET CONCEDE": ("CONCEDE",),
    "SET DRAW": ("PROPOSE DRAW", "VOTE"),
    "SET NO DRAW": ("VOTE",),
    "SET NO WAIT": ("FINAL",),
    "SET NOWAIT": ("FINAL",),
    "SET WAIT": ("NOT FINAL",),
    "SIGN ON": ("JOIN", "STATUS"),
    "SIGNON": ("JOIN", "STATUS"),
    "TIMING": ("DEADLINE", "GRACE", "REMIND"),
    "UNSTART": ("ROLLBACK",),
    "VERSION": (),
    "WAIT": ("NOT FINAL", "PAUSE"),
    "WHOGAME": ("WHO",),
    "WHOIS": ("WHO",),
}
"""A word of njudge's or DPjudge's → what comes nearest to it here; () if nothing does. A test holds it against the whole
comparison, from which docs/commands.md is made.
"""


def shouts(line: str, rest: str) -> bool:
    """Whether the words of a line before its rest are in capitals, as nobody writes who only talks."""
    text = polite(line)
    return (text.removesuffix(rest) if rest else text).strip().isupper()


def _nearest(near: tuple[str, ...]) -> Build:
    def build(line: str, rest: str, _: Lines) -> Command | None:
        return Unknown(line, near) if shouts(line, rest) else None

    return build


def _shouted(build: Build) -> Build:
    return lambda line, rest, below: build(line, rest, below) if shouts(line, rest) else None


ELSEWHERE: Mapping[str, Row] = {
    **{word.lower(): Row(word, (), "anyone", word, _nearest(near), Unknown) for word, near in NEAREST.items()},
    **{row.word.lower(): row._replace(build=_shouted(row.build)) for row in OF_DICE},
}
"""Words in small letters → a row that is in no list of commands."""
