"""Commands of a GM: CREATE, START, PROCESS, DRAW."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands import deadlines
from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.people_in_game import with_guests_below
from judge.commands.spec import CommandSpec, and_name, split_reason


@dataclass(frozen=True, slots=True)
class StartGame(Command):
    """START: assign the powers and begin. `short`: also with fewer players than powers; the powers `without`, as written,
    and as many others as needed have no player then. `at`: the game is to begin by itself then, as written, `none` for no date;
    '' to begin now.
    """

    short: bool = False
    without: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class CreateGame(Command):
    """CREATE: open a game. Its variant ('' for the default) and the lines of its settings are as written."""

    game: str = ""
    variant: str = ""
    settings: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    """Names of more games to open with the same settings."""
    like: str = ""
    """The game whose variant and settings they begin with."""
    begins: StartGame | None = None
    """The date on which it is to begin, if a line among its settings says so."""

    def written(self) -> tuple[str, ...]:
        """Return its line, the variant if the line lacks it, and the settings."""
        variant = () if self.variant.lower() in self.line.lower() else (f"VARIANT {self.variant}",)
        return (self.line, *variant, *self.settings)


@dataclass(frozen=True, slots=True)
class ProcessPhase(Command):
    """PROCESS: run the phase now. `phase` as written must be the one that is running; '' for any."""

    phase: str = ""


@dataclass(frozen=True, slots=True)
class DeclareDraw(Command):
    """DRAW: end the game as a draw between these powers, as written; between all survivors if none are named."""

    powers: tuple[str, ...] = ()
    reason: str = ""


SETTINGS = (
    "deadline", "rule", "comment", "press", "name", "variant", "vacant", "draws", "set", "preview", "invite",
    *(word.lower() for word in deadlines.SETTINGS),
)  # fmt: skip
"""What lines below a CREATE begin with. A line that begins with another command's word ends them."""


def _create(line: str, rest: str, below: LineReader) -> Command | None:
    """`CREATE name [VARIANT game] [NAME writer]` and one setting a line below, up to an empty line or another command."""
    if elsewhere := re.fullmatch(r"\?(\S+)(?:\s+\S+)?(.{0,60})", rest):
        return _create_elsewhere(line, elsewhere[1], elsewhere[2].lower().split())
    if found := _SERIES.fullmatch(rest):
        return IncompleteCommand(line, "SERIES")
    rest = _called(rest)
    rest, like = _like(rest)
    rest, more = _more_names(rest)
    found = re.fullmatch(r"(?:game\s+)?(\S+)(?:\s+(?:variant\s+)?(.{1,60}))?", rest, re.IGNORECASE)
    if not found:
        return IncompleteCommand(line, "CREATE")
    variant, name = and_name(f" {found[2] or ''}")
    settings, begins = [f"NAME {name}"] if name else [], None
    while setting := below.peek().strip():
        dated = _dated_start(setting) if begins is None else None
        word = setting.split()[0].lower().rstrip(":")
        if word not in SETTINGS and below.at_command() and not dated:
            break
        below.take()
        if dated:
            begins = dated
            continue
        if named := _VARIANT.fullmatch(setting.strip()):
            variant = named[1]
            continue
        if word == "invite":
            setting = with_guests_below(setting, below)
        if setting.lower() in ("comment", "set comment", "comment begin", "set comment begin"):
            setting = f"COMMENT {below.block().strip()}"
        settings.append(setting)
    return CreateGame(line, found[1], variant, tuple(settings), more, like, begins)


_VARIANT = re.compile(r"(?:set\s+variant\b(?![\s:=]*(?:gunboat|blind)\b)|variant\b)[\s:=]*(.*)", re.IGNORECASE)
"""A line that names the variant; two that njudge sets so are settings here."""
_BEGINS = re.compile(r"(?:start game|start|begin game|begin the game|set start)\b[\s:]*(.*)", re.IGNORECASE)


def _dated_start(line: str) -> StartGame | None:
    """Return START with a date, as it may stand among the settings of a new game; None for any other line."""
    found = _BEGINS.fullmatch(line)
    start = _start(line, found[1], LineReader([])) if found else None
    return start if isinstance(start, StartGame) and start.at not in ("", "none") else None


_CALLED = re.compile(
    r"(?:(?:an?|the|our|another|one)\s+)?(?:new\s+|small\s+|private\s+)?(?:game\s+)?(?:for \w+\s+)?"
    r"(?:of\s+(?P<of>[\w' .-]{2,40}?)\s+)?"
    r"(?:which is |that is |to be )?(?:called|named)\s+[\"'“‘]?(?P<name>\w+)[\"'”’]?"
    r"(?:[\s,]+(?:(?:with|using|as|and|of|the|variant)\s+)*(?P<variant>[\w' -]{2,40}))?[.!]*",
    re.IGNORECASE,
)
"""A game in a sentence: `a game of Magnolia called Tulip`, `a game called Tulip, with the variant Magnolia`."""


def _called(rest: str) -> str:
    """Turn a sentence about a game that is called something into its name and its variant; other texts stay."""
    found = _CALLED.fullmatch(rest)
    if found is None:
        return rest
    variant = re.sub(r"\s+(?:rules|map|board|variant)$", "", found["variant"] or found["of"] or "", flags=re.IGNORECASE)
    return f"{found['name']} {variant}".strip()


def _like(rest: str) -> tuple[str, str]:
    """Split `quill, pinta LIKE tiber`: the rest and the game named, '' if none is."""
    found = re.search(r"\s+like\s+(\S+)\s*$", rest, re.IGNORECASE)
    return (rest[: found.start()], found[1]) if found else (rest, "")


_SERIES = re.compile(r"(?:an?\s+|the\s+)?(?:new\s+)?(?:league|tournament|series)\b.*", re.IGNORECASE)
"""What is no game, but several: `create a league called summer`."""
_NAME = r"(?!(?:an?|the|it|using|with|for|in|please)\b)[^\s,]+"
"""A game's name in a list of them; not a word that goes on about the first: "Pinta, a game of ours"."""
_NAMES = re.compile(rf"((?:games?\s+)?[^\s,]+)((?:\s*,\s*(?:and\s+)?{_NAME}|\s+and\s+{_NAME})+)", re.IGNORECASE)


def _more_names(rest: str) -> tuple[str, tuple[str, ...]]:
    """Split `quill, pinta and ludlow VARIANT x`: the line for the first game, and the names of the others."""
    found = _NAMES.match(rest)
    if not found:
        return rest, ()
    names = [name for name in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", found[2], flags=re.IGNORECASE) if name]
    return re.sub(r"^games\s+", "", found[1], flags=re.IGNORECASE) + rest[found.end() :], tuple(names[:MOST_GAMES])


MOST_GAMES = 9
"""Games besides the first that one CREATE may open."""


def _create_elsewhere(line: str, game: str, words: list[str]) -> Command:
    """Parse njudge's `CREATE ?game password variant option`; the password is ignored."""
    settings = tuple(f"SET {word} yes" for word in words if word in OPTIONS)
    return CreateGame(line, game, " ".join(word for word in words if word not in OPTIONS), settings)


OPTIONS = ("gunboat", "blind")
"""What is an option of a variant on njudge, and a setting here."""


NO_DATE = ("none", "no date", "without date", "without a date", "not yet", "never")
"""What takes the date of a start back."""
_DATE = re.compile(
    r"\b(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|\b\d{4}-\d\d?-\d\d?\b|\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\bin\s+(?:\d+|a|two|three)\s+(?:hour|day|week)",
    re.IGNORECASE,
)
"""What a date has, so that talk behind START is none."""


def _start(line: str, rest: str, _: LineReader) -> Command | None:
    """`START`, `START SHORT`, `START WITHOUT Italy, Germany`; `START Friday 12 March 20:00`, `START SHORT on Friday 20:00`."""
    said = rest.lower().strip(" .")
    if said.removesuffix("now").strip(" ,") in ("", "game", "the game", "it", "right"):
        return StartGame(line)
    if said in ("short", "short-handed", "shorthanded", "short handed", "anyway", "with fewer", "force"):
        return StartGame(line, True)
    if said in NO_DATE:
        return StartGame(line, at="none")
    dated = re.fullmatch(r"(?P<short>short[\s,]+)?(?:game\s+)?(?:(?:on|at|by)\s+)?(?P<at>.{3,60})", rest.strip(" ."), re.IGNORECASE)
    if dated and _DATE.search(dated["at"]) and not re.search(r"\bwithout\b", said):
        return StartGame(line, bool(dated["short"]), at=dated["at"])
    found = re.fullmatch(r"(?:short\s+)?without\s+(.{2,100})", rest, re.IGNORECASE)
    names = tuple(part.strip(" .") for part in re.split(r"[,;&/]|\band\b", found[1]) if part.strip(" .")) if found else ()
    return StartGame(line, True, names) if names else None


def _draw(line: str, rest: str, _: LineReader) -> Command | None:
    said, reason = split_reason(rest)
    powers = tuple(word for word in re.split(r"[\s,;&/]+|\band\b", re.sub(r"^(for|by)\b", "", said)) if word)
    return DeclareDraw(line, powers, reason) if len(powers) <= 12 else None


def _process(line: str, rest: str, _: LineReader) -> Command | None:
    """`PROCESS`, `PROCESS Spring 1901`, `PROCESS S1901M`."""
    said = "" if _THIS.fullmatch(rest) else rest
    return ProcessPhase(line, said) if not said or (re.search(r"\d", said) and len(said.split()) <= MOST_WORDS) else None


_THIS = re.compile(r"(?:(?:the|this|it)\b\s*)?(?:(?:turn|phase|season)\b\s*)?(?:right )?(?:now\b)?[\s.!]*", re.IGNORECASE)
"""What means the running phase behind PROCESS."""
MOST_WORDS = 4
"""Words of a phase's name after PROCESS. A longer line is talk."""

ROWS = (
    CommandSpec(
        "CREATE", ("create game",), "gm", "open a game and be its GM", "CREATE Quillfeather VARIANT standard", _create,
        CreateGame, about="nothing", amends=False,
    ),
    CommandSpec(
        "START", ("start game", "begin game", "begin the game", "set start", "let's start", "lets start", "let us start"), "gm",
        "begin, now or on a date; SHORT with fewer players", "START Friday 12 March 20:00",
        _start, StartGame, "token", amends=False,
    ),
    CommandSpec(
        "PROCESS", ("process turn", "run the turn", "run the phase"), "gm", "run the phase now", "PROCESS", _process, ProcessPhase,
        "token", most=1, when="running", amends=False,
    ),
    CommandSpec(
        "DRAW", ("declare draw", "declare a draw"), "gm", "end the game as a draw between Powers, or all", "DRAW England, France",
        _draw, DeclareDraw, "code", when="running",
    ),
)  # fmt: skip
"""The commands of this module."""
