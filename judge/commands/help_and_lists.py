"""Commands that ask: HELP, LIST, STATUS, MAP; and GAME, which says which game the rest of a letter is about."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from judge.commands.base import Command, IncompleteCommand
from judge.commands.line_reader import LineReader
from judge.commands.spec import ANY_NUMBER, CommandSpec, is_game_name, no_arguments, optional_game_name


@dataclass(frozen=True, slots=True)
class Help(Command):
    """HELP; `topic` is '' for the whole list."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class ListGames(Command):
    """LIST: which games can be joined or watched, and the writer's own; with a game's name, how that game is run."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class ShowStatus(Command):
    """STATUS: how a game stands ('' for the game the letter is about)."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class ShowMap(Command):
    """MAP: a map of a game ('' for the game the letter is about), with the asker's own orders on it if `orders`.

    `phase`: '' for the board as it is now, START, BLANK, or the words of a judged phase. `svg`: also as a file that can be pointed
    at.
    """

    game: str = ""
    orders: bool = False
    phase: str = ""
    svg: bool = False


@dataclass(frozen=True, slots=True)
class MailWish(Command):
    """MAPS, HTML and ICS with ON or OFF: whether mail to the writer includes `maps`, an `html` part, or calendar files (`ics`)."""

    what: str = ""
    on: bool = True


@dataclass(frozen=True, slots=True)
class UseGame(Command):
    """GAME: the lines that follow are about this game. `lettered`: a Power's letter may stand before its name, as on njudge."""

    game: str = ""
    lettered: bool = False


def _help(line: str, rest: str, _: LineReader) -> Command | None:
    topic = re.sub(r"^(with|on|about|me)\b\s*", "", rest, flags=re.IGNORECASE)
    return Help(line, topic.upper()) if len(topic.split()) <= 2 else None


START, BLANK = "start", "blank"
BOARDS = (START, BLANK)
"""What MAP draws besides a phase: the board as the game began, and without anything on it."""
_AS_FILE = re.compile(r"(?:^|\s+)(?:(?:as|in|with)\s+)?(?:an?\s+)?(?:interactive\s+)?svg(?:\s+file)?[ .!?]*$", re.IGNORECASE)
_FILE_OF = re.compile(r"(?:an?\s+)?(?:interactive\s+)?svg(?:\s+file)?(?:\s+(?:of|for))?\s+(?=\S)", re.IGNORECASE)
_PHASE_ASKED = re.compile(
    r"(?:of\s+|for\s+)?(?:(?P<game>[^\W\d][\w-]*)\s+)?(?P<phase>[^\W\d]+\s+\d{1,4}(?:\s+[^\W\d]+)?)", re.IGNORECASE
)


def _map(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `MAP [ORDERS] [game]`, `MAP [game] phase`, `MAP START`, `MAP BLANK`, each with SVG behind it or before,
    `MAP ON`, `MAP OFF`. A game's name is one word, so talk about maps is not taken for a command.
    """
    if found := _AS_FILE.search(rest) or _FILE_OF.match(rest):
        asked = _map(line, rest[: found.start()] or rest[found.end() :], _)
        return replace(asked, svg=True) if isinstance(asked, ShowMap) else None
    words = rest.lower().split()
    if words and words[-1] in BOARDS and len(words) <= 2 and is_game_name("".join(words[:-1]) or "any", 1):
        return ShowMap(line, "".join(words[:-1]), phase=words[-1])
    if named := _PHASE_ASKED.fullmatch(rest.strip()):
        return ShowMap(line, (named["game"] or "").lower(), phase=named["phase"])
    if words in (["on"], ["off"]):
        return MailWish(line, "maps", words == ["on"])
    orders = words[:1] == ["orders"] or words[:2] == ["my", "orders"]
    left = words[words.index("orders") + 1 :] if orders else words
    return ShowMap(line, "".join(left), orders) if len(left) <= 1 and is_game_name("".join(left), 1) else None


_GAMES_ASKED = re.compile(
    r"(?:are (?:there|open|running|on|available|waiting(?: for players)?)|can i (?:join|watch|play|observe|see))"
    r"(?: now| here)?[? ]*",
    re.IGNORECASE,
)


def _list(line: str, rest: str, _: LineReader) -> Command | None:
    """Parse `LIST`. With a game's name it lists all games, too. `what games are there?` means the same."""
    if re.match(r"(?:what|which)\b", line, re.IGNORECASE):
        return ListGames(line) if _GAMES_ASKED.fullmatch(rest) else None
    said = rest.rstrip("? ").lower()
    if said in ("all", "full", "mine", "games", "all games", "full games", "my games", "open games"):
        return ListGames(line)
    said = re.sub(r"\s+(?:full|brief|short)$", "", said)
    return ListGames(line, said) if is_game_name(said, 1) else None


def _game(line: str, rest: str, _: LineReader) -> Command | None:
    if not rest:
        return IncompleteCommand(line, "GAME")
    return UseGame(line, "".join(rest.split())) if is_game_name(rest, 2) else None


ROWS = (
    CommandSpec(
        "HELP", ("help me", "?"), "anyone", "this list, or more on one word of it", "HELP ORDERS", _help, Help, reads_only=True,
        about="nothing",
    ),
    CommandSpec(
        "VARIANTS", ("list variants",), "anyone", "the variants that I can run", "VARIANTS",
        no_arguments(lambda line: Help(line, "VARIANTS")), Help, reads_only=True, about="nothing",
    ),
    CommandSpec(
        "SETTINGS", ("list settings", "show settings", "show all settings"), "anyone",
        "all settings of a game: values and defaults", "SETTINGS",
        no_arguments(lambda line: Help(line, "SETTINGS")), Help, reads_only=True, about="nothing",
    ),
    CommandSpec(
        "LIST", ("list games", "games", "what games", "which games"), "anyone", "games to join or watch, and yours; or one game",
        "LIST", _list, ListGames, reads_only=True, about="nothing",
    ),
    CommandSpec(
        "STATUS", ("summary",), "anyone", "how a game stands and what is due", "STATUS Quillfeather",
        optional_game_name(ShowStatus), ShowStatus, reads_only=True, about="nothing",
    ),
    CommandSpec(
        "MAP", ("map of", "show map", "send map", "show me the map", "send me the map", "send me a map"), "anyone",
        "the map; MAP ORDERS, MAP BLANK, MAP SVG", "MAP Quillfeather",
        _map, ShowMap, reads_only=True, about="nothing",
    ),
    CommandSpec(
        "MAPS OFF", ("no maps",), "anyone", "no maps with your mail", "MAPS OFF",
        no_arguments(lambda line: MailWish(line, "maps", False)), MailWish, about="person",
    ),
    CommandSpec(
        "MAPS ON", ("maps",), "anyone", "turn maps back on", "MAPS ON", no_arguments(lambda line: MailWish(line, "maps", True)),
        MailWish, about="person",
    ),
    CommandSpec(
        "HTML OFF", ("no html", "set html off", "plain text only"), "anyone", "my mail to you as plain text only", "HTML OFF",
        no_arguments(lambda line: MailWish(line, "html", False)), MailWish, about="person",
    ),
    CommandSpec(
        "HTML ON", ("html", "set html on"), "anyone", "turn HTML back on", "HTML ON",
        no_arguments(lambda line: MailWish(line, "html", True)), MailWish, about="person",
    ),
    CommandSpec(
        "ICS OFF", ("no ics", "calendar off", "set calendar off", "no calendar", "no calendar files", "calendar files off"),
        "anyone", "no calendar files with your mail", "ICS OFF", no_arguments(lambda line: MailWish(line, "ics", False)), MailWish,
        about="person",
    ),
    CommandSpec(
        "ICS ON", ("ics", "calendar on", "set calendar on", "calendar files", "calendar files on"), "anyone",
        "a calendar file with each new deadline", "ICS ON", no_arguments(lambda line: MailWish(line, "ics", True)), MailWish,
        about="person",
    ),
    CommandSpec(
        "GAME", ("for game", "in game"), "anyone", "name the game that the lines below are about", "GAME Quillfeather", _game,
        UseGame, reads_only=True, about="nothing", most=ANY_NUMBER,
    ),
)  # fmt: skip
"""The commands of this module."""
