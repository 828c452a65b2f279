"""Commands that study a game: WHY, TRY, WHAT IF, PREVIEW, RESULTS, HISTORY, WHO, RULES, BORDERS, BOARD."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import CommandSpec, is_game_name, no_arguments

_IN = re.compile(r"[\s,]*\b(?:in|for|of)\s+(?P<phase>[A-Za-z][\w' ]{2,30}\d[\w' ]{0,12})\s*\??$", re.IGNORECASE)
_END, _ASKED = re.compile(r"\W*end\W*", re.IGNORECASE), re.compile(r"\?\W*$")
MOST = 40
"""Lines of a TRY that are read."""
WORDS_OF_VARIANT = 3
"""Words of a variant's name after RULES. A longer line is talk."""


@dataclass(frozen=True, slots=True)
class ExplainResult(Command):
    """WHY: the result for a unit or a space, and the strengths behind it. `phase` is as written, '' for the last one."""

    what: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class TryOrders(Command):
    """TRY: the result of these orders, of any powers, on the current board; all other units hold."""

    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TryAgainstLikely(Command):
    """WHAT IF: in a practice game the result of these orders if all others did what a house player would do in their place. In any
    other game, what TRY is.
    """

    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PreviewOrders(Command):
    """PREVIEW: the result of the writer's own orders if all other units held. From a GM of everybody's, or, of a `power`, what its
    player would see.
    """

    power: str = ""


@dataclass(frozen=True, slots=True)
class ShowResults(Command):
    """RESULTS: the report of a phase again; '' for the last."""

    phase: str = ""


@dataclass(frozen=True, slots=True)
class ShowHistory(Command):
    """HISTORY: the centres by year, and the phases whose reports RESULTS can send."""


@dataclass(frozen=True, slots=True)
class ShowPlayers(Command):
    """WHO: who plays what."""


@dataclass(frozen=True, slots=True)
class ShowRules(Command):
    """RULES: the special rules of this game."""


@dataclass(frozen=True, slots=True)
class ShowRulesOf(Command):
    """RULES OF: the rules of a variant, or of a game that anybody may know of; for those who have no seat in it yet, too."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class ShowBorders(Command):
    """BORDERS: what borders some spaces, by kind of unit and coast. `places` are as written; none for the whole board."""

    places: tuple[str, ...] = ()


def _borders(line: str, rest: str, _: LineReader) -> Command | None:
    """`BORDERS Bur`, `BORDERS OF Bur and Mar`. Prose names no more than a few words."""
    asked = re.sub(r"^(?:of|for|around|round)\b\s*", "", rest.strip(" ?.:"), flags=re.IGNORECASE)
    places = tuple(part.strip() for part in re.split(r"[,;&]|\band\b", asked, flags=re.IGNORECASE) if part.strip())
    if not places:
        return IncompleteCommand(line, "BORDERS")
    return ShowBorders(line, places[:MOST]) if all(len(place.split()) <= 4 for place in places) else None


def _why(line: str, rest: str, _: LineReader) -> Command | None:
    """`WHY A(Par)`, `WHY A(Par)-Bur in Spring 1901`. A question in prose does not match."""
    found = _IN.search(rest)
    what = (rest[: found.start()] if found else rest).strip(" ?.")
    if not what:
        return IncompleteCommand(line, "WHY")
    return ExplainResult(line, what, found["phase"].strip() if found else "") if len(what.split()) <= 8 else None


def _try(line: str, rest: str, below: LineReader) -> Command | None:
    """`TRY order; order`, or the orders on the lines below up to END, an empty line, a question mark or another command."""
    lines = _trial_lines(rest, below)
    return TryOrders(line, lines) if lines else IncompleteCommand(line, "TRY")


def _what_if(line: str, rest: str, below: LineReader) -> Command | None:
    """`WHAT IF` and orders, as after TRY."""
    lines = _trial_lines(rest, below)
    return TryAgainstLikely(line, lines) if lines else IncompleteCommand(line, "WHAT IF")


def _trial_lines(rest: str, below: LineReader) -> tuple[str, ...]:
    lines = [part for part in re.split(r";", rest) if part.strip()]
    while not _ends(below) and len(lines) < MOST and not (lines and _ASKED.search(lines[-1])):
        lines.append(below.take())
    if _END.fullmatch(below.peek()):
        below.take()
    return tuple(lines)


def _ends(below: LineReader) -> bool:
    return not below.peek().strip() or _END.fullmatch(below.peek()) is not None or below.at_command()


def _history(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `HISTORY`, also with njudge's FROM, TO and LINES, which are ignored, because HISTORY lists every phase."""
    return ShowHistory(line) if not rest or re.match(r"(from|to|lines|exclstart)\b", rest, re.IGNORECASE) else None


def _results(line: str, rest: str, _: LineReader) -> Command | None:
    phase = re.sub(r"^(?:of|for)\b\s*", "", rest, flags=re.IGNORECASE)
    return ShowResults(line, phase) if not phase or re.search(r"\d", phase) else None


def _preview(line: str, rest: str, _: LineReader) -> Command | None:
    """`PREVIEW`, `PREVIEW France`."""
    found = re.fullmatch(r"(?:(?:for|as|of)\s+)?([^\W\d_][\w '-]{1,30})?", rest.strip(" ."), re.IGNORECASE)
    return PreviewOrders(line, found[1] or "") if found and len(rest.split()) <= 3 else None


def _rules(line: str, rest: str, _: LineReader) -> Command | None:
    """`RULES`, and `RULES quillfeather` for those of another game, or of a variant."""
    return _rules_of(line, rest, _) if rest else ShowRules(line)


def _rules_of(line: str, rest: str, _: LineReader) -> Command | None:
    named = re.sub(r"^(?:(?:of|for)\b\s*)?(?:the\s+)?(?:game\s+|variant\s+)?", "", rest, flags=re.IGNORECASE)
    return ShowRulesOf(line, named) if named and is_game_name(named, WORDS_OF_VARIANT) else None


ROWS = (
    CommandSpec(
        "WHY", (), "player", "why an order failed or succeeded, with strengths", "WHY A(Par)-Bur", _why, ExplainResult,
        reads_only=True,
    ),
    CommandSpec(
        "TRY", (), "player", "try out any orders (nothing is saved)",
        "TRY A(Par)-Bur; A(Mar) S A(Par)-Bur; German A(Mun)-Bur", _try, TryOrders, reads_only=True,
    ),
    CommandSpec(
        "WHAT IF", (), "player", "as TRY; in practice, with likely orders", "WHAT IF A Par-Bur; A Mar S A Par-Bur",
        _what_if, TryAgainstLikely, reads_only=True, most=4,
    ),
    CommandSpec(
        "PREVIEW", ("preview my orders", "preview orders"), "player", "the result of your orders; for a GM, of everybody's",
        "PREVIEW", _preview, PreviewOrders, reads_only=True, when="running", gm="too",
    ),
    CommandSpec(
        "RESULTS", ("last results", "report"), "player", "the report of a phase again", "RESULTS Spring 1901", _results,
        ShowResults, reads_only=True,
    ),
    CommandSpec(
        "HISTORY", (), "player", "centres by year, and the phases so far", "HISTORY", _history, ShowHistory, reads_only=True,
    ),
    CommandSpec(
        "WHO", ("who plays", "players"), "player", "who plays what", "WHO",
        no_arguments(ShowPlayers, "is who", "plays what", "plays", "are the players"), ShowPlayers, reads_only=True,
    ),
    CommandSpec(
        "BORDERS", ("borders of", "links", "what borders", "neighbours of", "neighbors of"), "player",
        "what borders a space, and for which units", "BORDERS Bur, StP", _borders, ShowBorders, reads_only=True,
    ),
    CommandSpec(
        "BOARD", ("show board", "list of borders", "all borders"), "player", "all spaces, centres and borders", "BOARD",
        no_arguments(ShowBorders), ShowBorders, reads_only=True,
    ),
    CommandSpec(
        "RULES", ("house rules",), "player", "the special rules of this game", "RULES", _rules, ShowRules,
        reads_only=True,
    ),
    CommandSpec(
        "RULES OF", (), "anyone", "the rules of a variant or a game, before you join", "RULES OF Quillfeather", _rules_of,
        ShowRulesOf, reads_only=True, about="nothing",
    ),
)  # fmt: skip
"""The commands of this module."""
