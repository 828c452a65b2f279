"""The table of all commands, one row each, and how the row of a line is found.

HELP and docs/commands.md print this table. A game's words/ describe its own commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from judge.commands import (
    authentication,
    corrections,
    deadlines,
    gm,
    gm_review,
    help_and_lists,
    joining,
    observers,
    orders,
    people_in_game,
    personal,
    positions,
    practice,
    press,
    queries,
    series,
    standbys,
    succession,
    voting,
    zines,
)
from judge.commands.base import Command, VariantCommand
from judge.commands.dice import OF_DICE
from judge.commands.line_reader import normalize_line
from judge.commands.spec import CommandSpec
from judge.notation.cut_text import is_comment

MAX_LINE = 200
"""Characters in a command's line; a longer line is not a command."""
MAX_ADDRESSES = 4000
"""The same for a line with several addresses: INVITE with a whole table of people."""

FAMILIES = (
    help_and_lists,
    queries,
    orders,
    press,
    voting,
    practice,
    joining,
    standbys,
    observers,
    gm,
    people_in_game,
    succession,
    deadlines,
    gm_review,
    corrections,
    positions,
    personal,
    authentication,
    zines,
    series,
)
TABLE: tuple[CommandSpec, ...] = tuple(row for family in FAMILIES for row in family.ROWS)
"""Every command. A line belongs to the command with the longest word that it begins with."""

STOPS = frozenset({"quit", "signoff", "sign off", "end of orders", "end of letter"})
"""A line of these words ends the letter."""

COURTESIES = frozenset({"please", "pls", "kindly", "thanks", "cheers", "sorry", "now,"})
OPENERS = frozenset({"ok", "okay", "so", "right", "alright", "well"})
"""Words before a command that add nothing: `ok final`. Alone they may be an answer."""

_MARKS = re.compile(r"[ \t*#-]*(?:\(?\d{1,2}[.):]\s*)?[ \t*#-]*")

Words = Mapping[str, CommandSpec]
"""A command's words in small letters → its row."""


def rows_by_word(rows: Iterable[CommandSpec]) -> Words:
    """Map the words of all rows to their rows."""
    return {word.lower(): row for row in rows for word in (row.word, *row.also)}


GENERAL: Words = rows_by_word(TABLE)
KNOWN: Words = {**GENERAL, **rows_by_word(OF_DICE)}
"""The words of all commands except those of single games."""
_LONGEST = max(word.count(" ") + 1 for word in GENERAL)


def variant_command_row(word: str, who: str, example: str, block: bool = False, when: str = "any") -> CommandSpec:
    """Return the row of a command that only one game has; the game itself reads its text. `block`: it also takes the lines below.
    """
    return CommandSpec(
        word,
        (),
        who,
        "",
        example,
        lambda line, rest, below: VariantCommand(line, word, rest, below.block() if block else ""),
        VariantCommand,
        most=60,
        when=when,
    )


BY_TYPE: Mapping[type[Command], CommandSpec] = {
    **{row.makes: row for row in reversed((*TABLE, *OF_DICE))},
    VariantCommand: variant_command_row("", "anyone", ""),
}
"""A command's type → the first row that makes it. All commands of single games share one row. Remarks (`Remark`) have none."""


def is_too_long(line: str) -> bool:
    """Whether a line is too long for a command."""
    return len(line) > MAX_LINE and (len(line) > MAX_ADDRESSES or line.count("@") < 2)


def find_row(line: str, known: Words = GENERAL) -> tuple[CommandSpec, str] | None:
    """Return the row whose words a line begins with, and the rest of the line without courtesies; or None."""
    text = strip_courtesies(line) if not is_too_long(line) and not is_comment(line) else ""
    words = text.split(None, _LONGEST)
    for count in range(min(_LONGEST, len(words)), 0, -1):
        head = " ".join(words[:count]).lower().rstrip(":,.!")
        if head in known:
            return known[head], text.split(None, count)[count].strip() if len(words) > count else ""
    return None


def row_for_command(command: Command, known: Words = GENERAL) -> CommandSpec | None:
    """Return the row that made a command: by its line's words; if the line has no command word (orders, a line NAME), the row that
    makes the same type. None for a remark.
    """
    found = find_row(command.line, known)
    return found[0] if found and found[0].makes is type(command) else BY_TYPE.get(type(command))


def row_for_word(word: str, known: Words = GENERAL) -> CommandSpec | None:
    """Return the row of a command by any of its words."""
    return known.get(" ".join(word.lower().split()))


@lru_cache(maxsize=2 * MAX_LINE)
def strip_courtesies(line: str) -> str:
    """Return a line in plain characters, without list marks, "please", "thanks" and the full stop.

    Results are cached, because each line of a letter is looked at several times.
    """
    text = _MARKS.sub("", normalize_line(line), count=1)
    while (plain := (first := text.partition(" ")[0]).lower().rstrip(",:")) in COURTESIES or (plain in OPENERS and first != text):
        text = text[len(first) :].lstrip()
    while (last := text.rstrip(" \t,.!").rpartition(" ")[2]).lower() in COURTESIES:
        text = text.rstrip(" \t,.!")[: -len(last)]
    return text.rstrip(" \t,.!")
