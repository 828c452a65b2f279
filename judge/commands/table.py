"""The table of commands: the words, who may say them, an example, and what makes a value of the line. One row each.

HELP prints this table, its sentences coming from templates by each row's `word`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from judge.commands.lines import Lines
from judge.commands.press import read_press
from judge.commands.values import (
    Clear,
    Command,
    Create,
    Deadline,
    Die,
    Draw,
    Final,
    Help,
    Incomplete,
    Join,
    List,
    OrderLines,
    Own,
    Process,
    Resign,
    Start,
    Status,
    UseGame,
)

Build = Callable[[str, str, Lines], Command | None]
"""(line as written, what follows the command's word, the lines below) → the command; None if it is no command after all."""

MAX_LINE = 200
"""Characters in a command's line; a longer line is none."""

_THROW = re.compile(
    r"(?P<subject>[^=:]{1,40}?)\s*[=:]\s*(?P<throw>\d{1,4})\W*(?:reason|because)\b\W*(?P<reason>\w.*)", re.IGNORECASE
)

SETTINGS = ("deadline", "rule", "press", "name", "variant")
"""What the lines below a CREATE begin with; a line beginning with another command's word ends them."""


def _alone(make: Callable[[str], Command], *also: str) -> Build:
    """A command that takes nothing, or one of a few words that add nothing."""
    return lambda line, rest, _: make(line) if rest.lower() in ("", *also) else None


def _named(make: Callable[[str, str], Command], words: int = 3) -> Build:
    """A command that takes at most a name: `STATUS quill feather`. A name is one word; blanks in it are slips."""
    return lambda line, rest, _: make(line, "".join(rest.split())) if _is_name(rest, words) else None


def _help(line: str, rest: str, _: Lines) -> Command | None:
    topic = re.sub(r"^(with|on|about|me)\b\s*", "", rest, flags=re.IGNORECASE)
    return Help(line, topic.upper()) if len(topic.split()) <= 2 else None


def _game(line: str, rest: str, _: Lines) -> Command | None:
    if not rest:
        return Incomplete(line, "GAME")
    return UseGame(line, "".join(rest.split())) if _is_name(rest, 2) else None


def _join(line: str, rest: str, below: Lines) -> Command | None:
    """`JOIN game [AS | PREFER power] [CODE short] [ADJECTIVE word] [NAME name]`, the parts also on lines of their own below."""
    text = rest
    while re.match(r"(prefer|name|as|code|adjective)\b", below.peek().strip(), re.IGNORECASE):
        text += "\n" + below.take().strip()
    first, *parts = re.split(r"[\s,]+\b(as|prefer|name|code|adjective)\b\s*:?", text, flags=re.IGNORECASE)
    said = {word.lower(): part.strip(" ,\n") for word, part in zip(parts[::2], parts[1::2], strict=True)}
    if not first.strip():
        return Incomplete(line, "JOIN")
    if not _is_name(first, 3):
        return None
    power, name, code, adjective = (said.get(word, "") for word in ("prefer", "name", "code", "adjective"))
    return Join(line, "".join(first.split()), power or said.get("as", ""), name, code, adjective)


def _orders(line: str, rest: str, below: Lines) -> Command | None:
    """`ORDERS [FOR phase][:]`, then order lines; orders may also stand on the line itself.

    Of `ORDERS FOR Germany, Spring 1901:` the part with a figure is the phase.
    """
    phase, text = "", rest
    if found := re.match(r"for\s+([^:]{1,60}?)\s*(?::|$)\s*", rest, re.IGNORECASE):
        parts = found[1].split(",")
        phase, text = next((part.strip() for part in parts if re.search(r"\d", part)), found[1]), rest[found.end() :]
    text = text.lstrip(": ")
    return OrderLines(line, (text,) if text else (), phase, asked=True)


def _clear(line: str, rest: str, _: Lines) -> Command | None:
    what = "" if rest.lower() in ("all", "orders", "all orders", "everything", "my orders") else rest
    return Clear(line, what) if len(what.split()) <= 6 else None


def _create(line: str, rest: str, below: Lines) -> Command | None:
    """`CREATE name [VARIANT game]` and one setting a line below, up to an empty line or another command."""
    found = re.fullmatch(r"(?:game\s+)?(\S+)(?:\s+(?:variant\s+)?(.{1,60}))?", rest, re.IGNORECASE)
    if not found:
        return Incomplete(line, "CREATE")
    settings, variant = list[str](), found[2] or ""
    while setting := below.peek().strip():
        word = setting.split()[0].lower().rstrip(":")
        if word not in SETTINGS and find_row(setting) is not None:
            break
        below.take()
        if word == "variant":
            variant = setting.partition(" ")[2].strip()
        else:
            settings.append(setting)
    return Create(line, found[1], variant, tuple(settings))


def _deadline(line: str, rest: str, _: Lines) -> Command | None:
    """A clock as written. Talk about deadlines has no figures in it, and does not shout."""
    if not rest:
        return Incomplete(line, "DEADLINE")
    meant = re.search(r"\d|midnight|noon", rest.lower()) or "DEADLINE" in line
    return Deadline(line, rest) if meant else None


def _draw(line: str, rest: str, _: Lines) -> Command | None:
    powers = tuple(word for word in re.split(r"[\s,;&/]+|\band\b", re.sub(r"^(for|by)\b", "", rest)) if word)
    return Draw(line, powers) if len(powers) <= 12 else None


def _die(line: str, rest: str, _: Lines) -> Command | None:
    """`DIE subject = throw REASON why`. Talk that begins with the word has no figure in it."""
    if found := _THROW.fullmatch(rest):
        return Die(line, found["subject"].strip(), found["throw"], " ".join(found["reason"].split()))
    return Incomplete(line, "DIE") if not rest or re.search(r"\d", rest) else None


class Row(NamedTuple):
    """One command: its house word, other words for it, who may say it (`anyone`, `player`, `gm`), an example."""

    word: str
    also: tuple[str, ...]
    who: str
    example: str
    build: Build


TABLE: tuple[Row, ...] = (
    Row("HELP", ("help me", "?"), "anyone", "HELP ORDERS", _help),
    Row("LIST", ("list games", "games"), "anyone", "LIST", _alone(List, "games", "all")),
    Row("STATUS", ("summary",), "anyone", "STATUS Quillfeather", _named(Status)),
    Row("GAME", ("for game", "in game"), "anyone", "GAME Quillfeather", _game),
    Row("JOIN", ("join game",), "anyone", "JOIN Quillfeather PREFER France NAME Chloe Marsh", _join),
    Row("ORDERS", ("my orders",), "player", "ORDERS FOR Autumn 1901", _orders),
    Row("CLEAR", ("clear orders", "clear all"), "player", "CLEAR", _clear),
    Row("FINAL", ("final orders", "finalise", "finalize"), "player", "FINAL", _alone(Final)),
    Row("NOT FINAL", ("no final", "unfinal"), "player", "NOT FINAL", _alone(lambda line: Final(line, False))),
    Row("PRESS", ("broadcast",), "player", "PRESS TO Austria, Italy … END", read_press),
    Row("RESIGN", ("withdraw",), "player", "RESIGN", _alone(Resign, "my seat", "the game", "from the game")),
    Row("CREATE", ("create game",), "gm", "CREATE Quillfeather VARIANT standard", _create),
    Row("START", ("start game", "begin game"), "gm", "START", _alone(Start, "game", "the game")),
    Row("DEADLINE", ("deadlines", "set deadline"), "gm", "DEADLINE Fridays 21:00 Europe/London", _deadline),
    Row("PROCESS", ("process turn",), "gm", "PROCESS", _alone(Process, "now", "turn", "the turn")),
    Row("DRAW", ("declare draw", "declare a draw"), "gm", "DRAW England, France", _draw),
)
"""Every command there is. A line is taken for the command with the longest word it begins with."""

STOPS = frozenset({"quit", "signoff", "sign off", "end of orders", "end of letter"})
"""A line of these words ends the letter."""

COURTESIES = frozenset({"please", "pls", "kindly", "thanks", "cheers", "now,"})

OF_DICE = Row("DIE", ("die roll", "die throw"), "gm", "DIE 46 = 2 REASON thrown at the club before all", _die)
"""The command of games with dice."""

Words = Mapping[str, Row]
"""A command's words in small letters → its row."""


def words_of(rows: Iterable[Row]) -> Words:
    """The rows by all their words."""
    return {word.lower(): row for row in rows for word in (row.word, *row.also)}


GENERAL: Words = words_of(TABLE)
_LONGEST = max(word.count(" ") + 1 for word in GENERAL)


def own_row(word: str, who: str, example: str) -> Row:
    """The row of a command that only some game has; its text is the game's to read."""
    return Row(word, (), who, example, lambda line, rest, _: Own(line, word, rest))


def find_row(line: str, known: Words = GENERAL) -> tuple[Row, str] | None:
    """The row whose words a line begins with, and the rest of the line without courtesies; None if there is none."""
    text = polite(line) if len(line) <= MAX_LINE else ""
    words = text.split(None, _LONGEST)
    for count in range(min(_LONGEST, len(words)), 0, -1):
        head = " ".join(words[:count]).lower().rstrip(":,.!")
        if head in known:
            return known[head], text.split(None, count)[count].strip() if len(words) > count else ""
    return None


def row(word: str, known: Words = GENERAL) -> Row | None:
    """The row of a command by any of its words."""
    return known.get(" ".join(word.lower().split()))


def polite(line: str) -> str:
    """A line without list marks, please and thanks around it, and without its full stop."""
    text = line.lstrip(" \t*•·#-")
    while (first := text.partition(" ")[0]).lower().rstrip(",:") in COURTESIES:
        text = text[len(first) :].lstrip()
    while (last := text.rstrip(" \t,.!").rpartition(" ")[2]).lower() in COURTESIES:
        text = text.rstrip(" \t,.!")[: -len(last)]
    return text.rstrip(" \t,.!")


def _is_name(text: str, words: int) -> bool:
    """Whether a text can be a game's name, possibly written in several words."""
    return len(text.split()) <= words and len(text) <= 40 and re.fullmatch(r"[\w \-'.]*", text) is not None
