"""Commands about time: DEADLINE and its settings, EXTEND, PAUSE, RESUME, ABSENCE, TIMEZONE."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.foreign_settings import nearest_setting
from judge.commands.line_reader import LineReader
from judge.commands.spec import Build, CommandSpec, split_reason


@dataclass(frozen=True, slots=True)
class SetDeadline(Command):
    """DEADLINE: when phases end, as written (`Fridays 21:00 Europe/London`); the game reads it."""

    spec: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExtendDeadline(Command):
    """EXTEND: more time for the running phase. `spec` is a span or a date, as written. A player asks for it; a GM gives it."""

    spec: str = ""
    reason: str = ""
    game: str = ""
    """The game if the command names one."""


@dataclass(frozen=True, slots=True)
class PauseGame(Command):
    """PAUSE: stop the game's clock, until a date if one is named."""

    until: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeGame(Command):
    """RESUME: restart the clock."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeclareAbsence(Command):
    """ABSENCE: the days, as written; '' deletes all absences noted."""

    days: str = ""


@dataclass(frozen=True, slots=True)
class ChangeSetting(Command):
    """A setting of the game's clock, changed while the game runs: the command's word and what follows it."""

    word: str = ""
    value: str = ""
    agreed: bool = False
    """Whether every player has agreed to it by vote, so that it may also be a rule that people joined for."""

    def written(self) -> tuple[str, ...]:
        """Return its line, and the lines of a text below it."""
        return (self.line, *self.value.split("\n"), "END") if "\n" in self.value or self.value not in self.line else (self.line,)


@dataclass(frozen=True, slots=True)
class SetTimezone(Command):
    """TIMEZONE: the writer's time zone, as written; '' deletes it."""

    zone: str = ""


_SPAN = re.compile(
    r"\b(?:\d{1,6}|an?|one|two|three|four|five|six|seven|ten)\s+(?:more\s+|extra\s+)?(?:minute|hour|day|week)s?\b|\b\d{1,4}\s?[hdw]\b",
    re.IGNORECASE,
)
_TO = re.compile(r"(?:^|\s)(?:to|until|till)\s+(?=.*\d)", re.IGNORECASE)
_FILLERS = frozenset(
    {"by", "for", "of", "an", "another", "the", "deadline", "game", "extension", "everyone", "everybody", "all", "us", "players"}
)
_PLEASE = re.compile(r"^\W*(?:please|thanks|thank you)\b", re.IGNORECASE)
NONE = ("none", "no", "off", "cancel", "cancelled", "nothing")


def _deadline(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse DEADLINE and a clock. Talk about deadlines has no figures in it and is not in capitals."""
    if not rest:
        return IncompleteCommand(line, "DEADLINE")
    meant = re.search(r"\d|midnight|noon", rest.lower()) or "DEADLINE" in line
    said, reason = split_reason(rest)
    return SetDeadline(line, said, reason) if meant else None


def _extend(line: str, rest: str, _: LineReader) -> Command | None:
    """`EXTEND [game] 1 week REASON exams`, `EXTEND to Fri 2 April 21:00`, `can I have 3 more days? exams`."""
    said, reason = split_reason(rest)
    span, date = (_SPAN.search(said), _TO.search(said))
    before = said[: span.start()] if span else said[: date.start()] if date else ""
    names = [word for word in before.split() if word.lower() not in _FILLERS]
    if not (span or date) or len(names) > 2:
        return IncompleteCommand(line, "EXTEND") if "EXTEND" in line else None
    spec = re.sub(r"\b(more|extra)\s+", "", span[0]) if span else said[date.end() :].rstrip(" ?!") if date else ""
    behind = _PLEASE.sub("", said[span.end() :]).strip(" ?.,;:!") if span else ""
    return ExtendDeadline(line, " ".join(spec.split()), reason or behind, "".join(names))


def _pause(line: str, rest: str, _: LineReader) -> Command | None:
    said, reason = split_reason(rest)
    found = re.fullmatch(r"(?:(?:the\s+)?game)?\s*(?:(?:until|till|for)\s+(?=.*\d|a |one )(.{2,60}))?", said, re.IGNORECASE)
    return PauseGame(line, (found[1] or "").strip(), reason) if found else None


def _resume(line: str, rest: str, _: LineReader) -> Command | None:
    said, reason = split_reason(rest)
    return ResumeGame(line, reason) if said.lower() in ("", "game", "the game", "now") else None


def _away(line: str, rest: str, _: LineReader) -> Command | None:
    if rest.lower() in NONE:
        return DeclareAbsence(line)
    if re.search(r"\d", rest) and len(rest) <= 80:
        return DeclareAbsence(line, rest)
    return IncompleteCommand(line, "ABSENCE") if "ABSENCE" in line else None


def _timezone(line: str, rest: str, _: LineReader) -> Command | None:
    if not rest:
        return IncompleteCommand(line, "TIMEZONE")
    if len(rest) > 60:
        return None
    return SetTimezone(line, "" if rest.lower() in NONE else re.sub(r"^(is|=|:)\s*", "", rest))


_SAID = re.compile(r"\d|\b(none|off|cd|stand|standby|abandon|disorder|quick|mini|separate|two)\b")


def _setting(word: str) -> Build:
    """Return a parser for a setting's command. Talk that begins with its word is not in capitals, and has no figure and no value of
    a setting.
    """

    def build(line: str, rest: str, _: LineReader) -> Command | None:
        if not rest:
            return IncompleteCommand(line, word)
        meant = word in line or _SAID.search(rest.lower())
        return ChangeSetting(line, word, rest) if meant and len(rest) <= MOST_SAID else None

    return build


def read_comment(line: str, rest: str, below: LineReader) -> Command | None:
    """`COMMENT friends only`, or COMMENT and the text on the lines below, up to END."""
    said = rest.strip()
    if said.lower() in ("", "begin"):
        text = below.block().strip("\n") if "COMMENT" in line.upper().split()[-2:] or "COMMENT" in line else ""
        return ChangeSetting(line, "COMMENT", text) if text.strip() else IncompleteCommand(line, "COMMENT")
    return ChangeSetting(line, "COMMENT", said) if "COMMENT" in line or line.lower().startswith("set ") else None


def _set(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `SET PRESS none`, `SET paradox all-hold`: any setting by its word."""
    word, value = [*rest.split(maxsplit=1), "", ""][:2]
    if not value and word.upper() in _SWITCHES:
        return ChangeSetting(line, word.upper(), "yes")
    if not value and nearest_setting(word) is None:
        return IncompleteCommand(line, "SET")
    meant = "SET" in line or (len(rest) <= MOST_SAID and len(rest.split()) <= MOST_SET)
    return ChangeSetting(line, word.upper().rstrip(":="), value.strip(" :=")) if meant else None


_YES = r"yes|no|on|off"
_SWITCHES = ("LISTED", "UNLISTED", "OBSERVERS", "BLIND", "ANONYMOUS", "MODERATED", "GUNBOAT")
"""Settings that are on or off: `SET BLIND`."""
_BARE = {
    **dict.fromkeys(_SWITCHES, _YES),
    "GUNBOAT": rf"{_YES}|with press",
    "DRAWS": r"survivors|named",
    "ENTRY": r"open|invited|approved|word \S+",
    "ALLOW": r"all|\S*@\S+",
    "DENY": r"none|\S*@\S+",
    "NUMBER": r"\d{4}[a-z]{1,3}",
    "GM": r"silent (?:publish|pause|vote)",
    "OBSERVER": r"press (?:none|signed|any)",
    "PRESS": r"none|signed,? (?:and )?anonymous",
}
"""Settings that have no command of their own → what may stand behind them, so that no talk is taken for one."""


def setting_without_set(line: str) -> ChangeSetting | None:
    """Parse a setting as it may stand below CREATE: `LISTED no`. None for anything else."""
    word, _, rest = line.strip().partition(" ")
    word, value = word.upper().rstrip(":="), rest.strip(" :=.")
    return ChangeSetting(line, word, value) if word in _BARE and re.fullmatch(_BARE[word], value, re.IGNORECASE) else None


MOST_SAID = 80
"""Characters after `set` in small letters, or after a setting's word. A longer line is talk."""
MOST_SET = 3
"""Words after `set` in small letters. A longer line is talk."""
SETTINGS = ("GRACE", "REMIND", "NMR", "ABSENCES", "CALENDAR")
"""The words of settings, which may also stand below CREATE."""

MOVED = tuple(f"{change} the deadline to" for change in ("move", "change", "set", "postpone"))
"""How people set a deadline who do not know the command."""
WISHED = (
    "postpone", "delay the deadline", "push the deadline back", "push back the deadline", "push the deadline",
    "move the deadline back", "give everyone", "give everybody", "give us",
    *(f"{may} {who} have" for may in ("can", "could", "may") for who in ("i", "we")),
)  # fmt: skip
"""How people wish for more time who do not know the command."""

ROWS = (
    CommandSpec(
        "DEADLINE", ("deadlines", "set deadline", *MOVED), "gm", "when phases end; or one date for this phase",
        "DEADLINE Fridays 21:00 Europe/London", _deadline, SetDeadline, amends=False,
    ),
    CommandSpec(
        "COMMENT", ("set comment",), "gm", "your own rules for the game, in words, up to END",
        "COMMENT Letters by post count, too.", read_comment, ChangeSetting, amends=False,
    ),
    CommandSpec(
        "GRACE", ("set grace", "grace period"), "gm", "how long a phase waits for those who are late", "GRACE 24 hours",
        _setting("GRACE"), ChangeSetting, amends=False,
    ),
    CommandSpec(
        "REMIND", ("reminders", "reminder", "set remind"), "gm", "how long before a deadline reminders are sent",
        "REMIND 48 hours, 12 hours", _setting("REMIND"), ChangeSetting, amends=False,
    ),
    CommandSpec(
        "CALENDAR", ("set calendar",), "gm", "when retreats and builds are due; before the start",
        "CALENDAR quick 3 days", _setting("CALENDAR"), ChangeSetting, amends=False,
    ),
    CommandSpec(
        "ABSENCES", ("set absences", "max absence"), "gm", "how many absences a year move deadlines", "ABSENCES 1 a year",
        _setting("ABSENCES"), ChangeSetting, amends=False,
    ),
    CommandSpec(
        "NMR", ("set nmr",), "gm", "what happens to a player who sends no orders", "NMR standby", _setting("NMR"),
        ChangeSetting, amends=False,
    ),
    CommandSpec(
        "SET", ("change setting",), "gm", "change a setting; everybody is told", "SET PRESS signed anonymous", _set,
        ChangeSetting, amends=False,
    ),
    CommandSpec(
        "EXTEND", ("extension", *WISHED), "player", "ask the GM for more time; as GM, give it", "EXTEND 3 days REASON exams",
        _extend, ExtendDeadline, gm="too", requested=True,
    ),
    CommandSpec(
        "PAUSE", ("pause game",), "gm", "stop the clock, until a date if you name one", "PAUSE UNTIL 3 May REASON Easter", _pause,
        PauseGame, "token", when="running", amends=False, requested=True,
    ),
    CommandSpec(
        "RESUME", ("resume game", "unpause"), "gm", "restart the clock", "RESUME", _resume, ResumeGame, "token", when="running",
        amends=False,
    ),
    CommandSpec(
        "ABSENCE", ("holiday", "vacation", "away", "set absence", "set holiday", "set vacation", "i am away", "i'm away",
         "i'll be away"), "player",
        "when you are away; may move deadlines", "ABSENCE 10-17 April", _away, DeclareAbsence,
    ),
    CommandSpec(
        "TIMEZONE", ("time zone", "set zone", "set timezone"), "anyone", "where you live; times are then shown for there, too",
        "TIMEZONE America/New_York", _timezone, SetTimezone, about="person",
    ),
)  # fmt: skip
"""The commands of this module."""
