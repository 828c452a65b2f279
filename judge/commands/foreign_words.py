"""Words of other judges' commands, and of commands that only some games have here. In capitals they are recognised and answered."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.commands.base import Command, UnknownCommand
from judge.commands.dice import OF_DICE
from judge.commands.help_and_lists import UseGame
from judge.commands.joining import Join
from judge.commands.line_reader import LineReader
from judge.commands.orders import OrderLines
from judge.commands.spec import ANY_NUMBER, Build, CommandSpec
from judge.commands.table import strip_courtesies

NEAREST: Mapping[str, tuple[str, ...]] = {
    "ACTIVATE": ("START",),
    "ADJUST": (),
    "BECOME": ("ORDER", "PREVIEW"),
    "DIARY": (),
    "DUMMY": ("VACANT",),
    "FORCE BEGIN": ("START",),
    "FORM": ("CREATE", "START"),
    "GET": ("HELP", "RULES", "MAP"),
    "GET VARIANTS": ("VARIANTS",),
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
    "SET NO CONCEDE": ("VOTE",),
    "SET NO PREFERENCE": ("PREFER",),
    "SET NO WAIT": ("FINAL",),
    "SET NOPREFERENCE": ("PREFER",),
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
"""A word of njudge's or DPjudge's → the nearest commands here; () if there are none. A test compares it with the full comparison
from which docs/commands.md is made.
"""
WHY_NONE: Mapping[str, str] = {"ADJUST": "adjusting", "DIARY": "diary", "PURGE": "keeping", "RENAME": "renaming"}
"""A word that has no counterpart here → why (`templates/part/elsewhere.j2` says it)."""
UNSPOKEN = frozenset({"ROLLFORWARD", "UNSTART", "WHOGAME", "WHOIS"})
"""Words that nobody uses in talk, so that they count in small letters, too."""
MOST_BEHIND = 3
"""Words after the game's name in a SIGNON: a password, a variant and an option."""


def why_none(line: str) -> str:
    """Return why nothing here does what another judge's command does; '' if something does, or if there is nothing to say."""
    return WHY_NONE.get(strip_courtesies(line).partition(" ")[0].upper(), "")


def is_all_capitals(line: str, rest: str) -> bool:
    """Whether the words of a line before its rest are in capitals, as in a command and not in talk."""
    text = strip_courtesies(line)
    return (text.removesuffix(rest) if rest else text).strip().isupper()


def _nearest(word: str) -> Build:
    """Return what a word means here, if it is in capitals. Words after SET, and some that nobody uses in talk, also count in small
    letters.
    """

    def build(line: str, rest: str, _: LineReader) -> Command | None:
        return (
            UnknownCommand(line, NEAREST[word])
            if word.startswith("SET ") or word in UNSPOKEN or is_all_capitals(line, rest)
            else None
        )

    return build


_PHASE = re.compile(r"(?P<code>[SUFW]\d{1,5}[MRAB])|(?P<said>\w+ \d{1,5}) ?(?P<more>[a-z]*)", re.IGNORECASE)


def _phase(line: str, rest: str, below: LineReader) -> Command | None:
    """Parse njudge's PHASE, with orders for it on the lines below: `PHASE F1901M`, `phase fall 1901 movement`."""
    found = _PHASE.fullmatch(rest.strip())
    if found is None:
        return _nearest("PHASE")(line, rest, below)
    retreats = (found["more"] or "").lower().startswith("r")
    return OrderLines(line, (), found["code"] or (f"{found['said']} retreats" if retreats else found["said"]), asked=True)


def _sign_on(line: str, rest: str, below: LineReader) -> Command | None:
    """Parse `SIGNON ?game password`, which joins; `SIGNON fgame password` and `SIGNON France@game password` only name the game."""
    first, *more = rest.split() or [""]
    if len(more) > MOST_BEHIND or not (
        is_all_capitals(line, rest) or line.lower().lstrip().startswith("signon") or first[:1] == "?"
    ):
        return _nearest("SIGNON")(line, rest, below)
    if found := re.fullmatch(r"\?([\w-]{2,30})", first):
        return Join(line, found[1])
    if found := re.fullmatch(r"(?:\w+@)?([a-z][\w-]{2,30})", first, re.IGNORECASE):
        return UseGame(line, found[1], "@" not in first)
    return UnknownCommand(line, NEAREST["SIGNON"])


def _shouted(build: Build) -> Build:
    return lambda line, rest, below: build(line, rest, below) if is_all_capitals(line, rest) else None


ELSEWHERE: Mapping[str, CommandSpec] = {
    **{word.lower(): CommandSpec(word, (), "anyone", "", word, _nearest(word), UnknownCommand) for word in NEAREST},
    **{word: CommandSpec(word.upper(), (), "anyone", "", word, _sign_on, UseGame) for word in ("signon", "sign on")},
    "phase": CommandSpec("PHASE", (), "player", "", "PHASE", _phase, OrderLines, most=ANY_NUMBER),
    **{row.word.lower(): row._replace(build=_shouted(row.build)) for row in OF_DICE},
}
"""Words in small letters → a row that no list of commands shows."""
