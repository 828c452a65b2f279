"""Parse a letter's text into commands: pure, without a map, in linear time. All other lines are kept as order lines.

This is a table and not a Lark grammar, because there is nothing to parse: a command is known by the words a line begins
with, and what follows is free text that the game reads (a clock, a phase, names). Orders, which do have a grammar, are
read later by the game's own notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from judge.account import Piece
from judge.commands.afterthoughts import is_afterthought
from judge.commands.answers import is_thanks
from judge.commands.base import Command, IncompleteCommand, LinesBeyondLimit, UnknownCommand
from judge.commands.choices import without_end
from judge.commands.deadlines import setting_without_set
from judge.commands.foreign_words import ELSEWHERE, NEAREST, is_all_capitals
from judge.commands.gm import CreateGame
from judge.commands.help_and_lists import UseGame
from judge.commands.joining import parse_name_line
from judge.commands.line_reader import NOWHERE, Here, LineReader, normalize_line
from judge.commands.orders import MarkFinal, OrderLines
from judge.commands.personal import new_address_in_words
from judge.commands.practice import practice_in_words
from judge.commands.press import begins_in_a_line, is_press_end, looks_like_order, press_in_a_line
from judge.commands.queries import PreviewOrders
from judge.commands.questions_in_words import question_in_words
from judge.commands.spec import CommandSpec
from judge.commands.table import BY_TYPE, GENERAL, MAX_LINE, STOPS, Words, find_row, is_too_long, rows_by_word, strip_courtesies

MAX_LINES = 500
"""Lines of a letter that are read; those below are only counted."""
SHORTEST = 4
"""Letters of a word that is compared for slips. Shorter words are like too many others."""
SHORT = 4
"""Words of a letter's first line that may be another judge's command in small letters."""
MOST_WORDS = 8
"""Words after a command's word that may be its own. A longer line is talk."""
CLOSING = (MarkFinal, PreviewOrders)
"""Commands that may follow the orders on their line."""
ORDERED = "HOLD"
"""A command's word that may also begin an order: `HOLD IN PARIS`. It is the GM's; from a player `hold` is an order."""
HEADING_WORDS = ("MOVES",)
"""Commands' words that head orders before a colon."""
ORDERED_WORDS = frozenset(("MOVE", "HOLD", "BUILD", "SUPPORT", "CONVOY", "REMOVE", "RETREAT", "DISBAND", "WAIVE", "SEND"))
"""Words that begin an order, and so are no slip in a command's word."""
_CLOSING = re.compile(r"(?P<orders>.*\S[ \t]*[.,;!])[ \t]+(?P<word>[A-Za-z]+(?: [A-Za-z]+)?)[ \t.!]*")
_PLAIN_ORDER = re.compile(r"[AF] ?\(?[A-Z][A-Za-z]{2}(?:[/.][a-z]{2})?\)? ?(?:-(?! )|[HSC]\b)")
"""The beginning of an order that can be nothing else: `A Par-`, `F(Bre) S`. Most lines need no other look."""
_WISH = re.compile(
    r"\W*(?:please,?\s+)?(?:(?:can|could|would|will) you\s+(?:please\s+|kindly\s+)?)?(?:send|show|give|mail)(?:\s+(?:me|us))?"
    r"(?:\s+the)?\s+(?P<what>\w+(?: \w+)?)(?:,? (?:please|again|thanks|pls))*\W*",
    re.IGNORECASE,
)
"""A wish to be sent something."""
_COULD = re.compile(r"\W*(?:please,?\s+)?(?:can|could|would|will) (?:you|we)\s+(?:please\s+|kindly\s+|just\s+)*", re.IGNORECASE)
MAX_ORDERS = 10_000
"""Characters of order lines that are read: enough for every unit of the largest board, in full words, three times over."""


ANYWHERE: Words = {**ELSEWHERE, **GENERAL}
"""The words of the commands that every game has, and of other judges' commands."""


OPENS_PRESS = tuple(word for word, row in GENERAL.items() if row.word == "PRESS")
"""The words without which no line begins press."""


class Parsed(NamedTuple):
    """What a text asks for."""

    commands: tuple[Command, ...]
    account: tuple[Piece, ...] = ()
    """The lines of the text that belong to commands other than orders, and those that a command or a limit keeps from being read.
    """


Said = Callable[[str, bool], Command | None]
"""What a line means where it is said; whether it is the letter's first. None for a line that means there what it means anywhere."""


def parse(text: str, own: Iterable[CommandSpec] = (), games: Iterable[str] = ()) -> tuple[Command, ...]:
    """Return the commands of `parse_lines`."""
    return parse_lines(text, own, games).commands


def parse_lines(
    text: str, own: Iterable[CommandSpec] = (), games: Iterable[str] = (), said: Said | None = None, here: Here = NOWHERE,
    never: Set[str] = frozenset(),
) -> Parsed:
    """Return what a letter asks for, in its order, and which lines say so. Never raises.

    `text` is the letter without quoted parts, `own` the commands that only these games have, `games` the names of
    the writer's games. `said` is asked first what a line means in the game that the letter is about, `here` what only
    that game can tell of lines below press; `never` are the commands that no line of the letter gives.
    Reading stops at a signature mark (`-- `) and at QUIT or SIGNOFF.
    """
    lines = text.splitlines()
    end = _end(lines)
    mine = rows_by_word(own)
    known = {**ANYWHERE, **mine} if mine else ANYWHERE
    if never:
        known = {word: row for word, row in known.items() if row.word not in never}
    found, taken = _commands(lines[:end], known, frozenset(games), said, here)
    taken += [Piece("command", line) for line in lines[end : end + 1]]
    taken += [Piece("signature", line) for line in lines[end + 1 :]]
    kept = _within(found)
    taken += [Piece("skipped", line) for line in _order_lines(found)[len(_order_lines(kept)) :]]
    return Parsed(tuple(kept), tuple(Piece(kind, line.strip()) for kind, line in taken))


def _order_lines(commands: Iterable[Command]) -> list[str]:
    return [line for command in commands if isinstance(command, OrderLines) for line in command.lines]


def _within(found: list[Command]) -> list[Command]:
    """Limit the order lines of the commands; those beyond the limit are counted as skipped."""
    room, kept, left = MAX_ORDERS, list[Command](), list[str]()
    for command in found:
        if isinstance(command, OrderLines):
            fits = [line for line in command.lines if (room := room - len(line)) >= 0]
            left += command.lines[len(fits) :]
            kept.append(replace(command, lines=tuple(fits)))
        elif isinstance(command, LinesBeyondLimit) and left:
            return [*kept, LinesBeyondLimit(left[0], len(left) + command.count)]
        else:
            kept.append(command)
    return [*kept, LinesBeyondLimit(left[0], len(left))] if left else kept


def press_lines(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the lines from PRESS to its END. They are passed on as written, even if they look like commands."""
    inside: set[int] = set()
    written = "\n".join(lines).lower()
    if not any(word in written for word in OPENS_PRESS):
        return inside
    opened = -1
    for number, line in enumerate(lines):
        if opened < 0:
            found = find_row(line)
            opened = number if found and found[0].word == "PRESS" and not begins_in_a_line(line) else -1
        elif is_press_end(line) or strip_courtesies(line[:40]).lower() in STOPS:
            inside.update(range(opened, number + 1))
            opened = -1
    return inside


def _end(lines: Sequence[str]) -> int:
    """Return the number of the line that ends a letter."""
    press = press_lines(lines)
    for number, line in enumerate(lines):
        rule = normalize_line(line[:40]).rstrip() == "--" and number not in press
        if strip_courtesies(line[:40]).lower() in STOPS or (rule and not is_afterthought(lines[number + 1 :])):
            return number
    return len(lines)


def _commands(
    written: list[str], known: Words, games: Set[str], said: Said | None, here: Here
) -> tuple[list[Command], list[Piece]]:
    found, taken = list[Command](), list[Piece]()
    below = LineReader(written, lambda line: find_row(line, known) is not None, here)
    first = True
    while below:
        if below.read >= MAX_LINES:
            taken += [Piece("skipped", line) for line in written[below.at :]]
            return [*found, LinesBeyondLimit(below.peek(), below.left)], taken
        start, line = below.at, below.take()
        if not line.strip():
            continue
        asks = line.strip() == "?" and any(isinstance(each, OrderLines) for each in found)  # what stands above, not for HELP
        meant = said(line, first) if said and len(line) <= MAX_LINE else None
        commands = [meant] if meant else [] if asks else _command(line, below, first, known, games)
        first = False
        if commands:
            found += commands
            taken += [Piece("command", each) for each in written[start : below.at]]
            continue
        order, closing = _closed(line, known)
        _add_line(found, order)
        found += closing
        taken += [Piece("command", each.line) for each in closing]
    return found, taken


def _add_line(found: list[Command], line: str) -> None:
    """Add a line to the orders above it. FINAL, and commands that only read, do not separate orders: lines below them may refer to
    those above.
    """
    at = len(found) - 1
    while at > 0 and _parts_no_orders(found[at]):
        at -= 1
    if at >= 0 and isinstance(above := found[at], OrderLines):
        found[at] = replace(above, lines=(*above.lines, line))
    else:
        found.append(OrderLines(line, (line,)))


def _parts_no_orders(command: Command) -> bool:
    row = BY_TYPE.get(type(command))
    return isinstance(command, MarkFinal) or (row is not None and row.reads_only and not isinstance(command, UseGame))


def _closed(line: str, known: Words) -> tuple[str, list[Command]]:
    """Split off FINAL or PREVIEW at the end of a line of orders: `F Kie-Den, A Ber-Kie. final`."""
    ends = _CLOSING.fullmatch(line) if len(line) <= MAX_LINE else None
    row = find_row(ends["word"], known) if ends else None
    if not ends or not row or row[1] or row[0].makes not in CLOSING:
        return line, []
    if not any(map(looks_like_order, (ends["orders"], ends["orders"].rpartition(":")[2].strip()))):
        return line, []
    command = row[0].build(ends["word"], "", LineReader([]))
    return (ends["orders"], [command]) if command else (line, [])


def _command(line: str, below: LineReader, first: bool, known: Words, games: Set[str]) -> list[Command]:
    if press := press_in_a_line(line, below):
        return [press]
    if _PLAIN_ORDER.match(line):
        return []
    if is_too_long(line):
        return [name] if (name := parse_name_line(line)) else []  # the answer shows how much of it is kept
    in_words = question_in_words(line) or new_address_in_words(line) or practice_in_words(line)
    if asked := in_words or _asked(line, known) or _wished(line, known):
        return [asked]
    if setting := setting_without_set(line):
        return [setting]
    if (found := find_row(line, known) or _requested(line, known)) is None:
        return [each for each in (parse_name_line(line) or _nearly(line, first, known),) if each]
    row, rest = found
    command = row.build(line, rest, below) or _with_thanks(line, row, rest, below)
    if command is None and first and row.makes is UnknownCommand and len(line.split()) <= SHORT:
        command = UnknownCommand(line, NEAREST[row.word])
    if command is None and line.rstrip().endswith(":") and row.word in HEADING_WORDS:
        return []  # it heads orders
    if command is None and first and not rest:
        command = IncompleteCommand(line, row.word)
    return _with_start(command) if command else _of_game(line, row, rest, below, games) or _misread(line, row, rest)


def _with_start(command: Command) -> list[Command]:
    """A command; behind CREATE also the START that stands among its settings."""
    return [command, command.begins] if isinstance(command, CreateGame) and command.begins else [command]


def _with_thanks(line: str, row: CommandSpec, rest: str, below: LineReader) -> Command | None:
    """Parse FINAL, or a command that only reads, with thanks or initials behind it: `FINAL grazie`, `STATUS. RB`."""
    harmless = row.reads_only or row.makes is MarkFinal
    said = without_end(rest)
    thanks = "?" not in rest and (is_thanks(said) or not said.strip(" .,!"))
    return row.build(line, "", below) if harmless and rest and thanks else None


def _wished(line: str, known: Words) -> Command | None:
    """Parse a wish to be sent what a command only reads: `Please send RULES.`, `Can you send me the rules please?`"""
    found = _WISH.fullmatch(line) if len(line) <= MAX_LINE else None
    row = find_row(found["what"], known) if found else None
    return row[0].build(line, "", LineReader([])) if row and not row[1] and row[0].reads_only and row[0].is_question else None


def _requested(line: str, known: Words) -> tuple[CommandSpec, str] | None:
    """Return the command that a line asks for as one asks a person, and what follows it: `Could you please extend by 3 days?`"""
    asked = _COULD.match(line)
    found = find_row(line[asked.end() :], known) if asked else None
    return found if found and found[0].requested else None


def _asked(line: str, known: Words) -> Command | None:
    """Parse a command that only reads, with a question mark after it: `WHO?`."""
    text = line.rstrip(" \t?")
    row = find_row(text, known) if "?" in line[len(text) :] else None
    return row[0].build(text, row[1], LineReader([])) if row and row[0].reads_only and row[0].is_question else None


def _of_game(line: str, row: CommandSpec, rest: str, below: LineReader, games: Set[str]) -> list[Command]:
    """Parse a command with the name of one of the writer's games after it, though it takes none: START Quillfeather."""
    name, _, more = rest.partition(" ")
    game = name.strip(",:").lower()
    command = row.build(line, more.strip(), below) if game in games else None
    return [UseGame(line, game), command] if command else []


def _misread(line: str, row: CommandSpec, rest: str) -> list[Command]:
    """Return a command in capitals whose rest was not understood. A longer line all in capitals is only talk."""
    words = rest.split()
    talk = row.word == ORDERED or len(words) > MOST_WORDS or (rest.isupper() and len(words) > SHORTEST) or looks_like_order(line)
    return [IncompleteCommand(line, row.word)] if words and not talk and is_all_capitals(line, rest) else []


def _nearly(line: str, first: bool, known: Words) -> UnknownCommand | None:
    """Return an UnknownCommand for a slip in a command's word, if the word is in capitals or begins the letter."""
    words = [] if line.rstrip().endswith(":") else strip_courtesies(line).split()  # `From Germany:` is a heading
    if not words or len(words) > 4 or len(words[0]) < SHORTEST or not words[0].isalpha() or not (first or words[0].isupper()):
        return None
    wanted = words[0].upper()
    if wanted in ORDERED_WORDS and len(words) > 2:  # `MOVE SPAIN TO PORTUGAL`, and no slip in MOVES
        return None
    near = tuple(row.word for row in dict.fromkeys(known.values()) if " " not in row.word and _close(wanted, row.word))
    return UnknownCommand(line, near) if near else None


def _close(one: str, other: str) -> bool:
    """Whether two words differ by one letter wrong, missing, extra, or swapped with its neighbour."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < SHORTEST:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    one, other = one[start:], other[start:]
    swapped = len(one) > 1 and len(other) > 1 and (one[1], one[0]) == (other[0], other[1]) and one[2:] == other[2:]
    return swapped or one[1:] == other[1:] or one[1:] == other or one == other[1:]
