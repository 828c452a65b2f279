"""What a letter asks for: one value for each command, with the line as it was written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """What every command has."""

    line: str
    """The line that said it, as written."""


@dataclass(frozen=True, slots=True)
class Help(Command):
    """HELP, and on what ('' for the whole list)."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class List(Command):
    """LIST: which games there are."""


@dataclass(frozen=True, slots=True)
class Status(Command):
    """STATUS: how a game stands ('' for the game the letter is about)."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class UseGame(Command):
    """GAME: what follows is about this game."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Join(Command):
    """JOIN: a seat in a game. `power` is the wish or wishes as written (`France, Italy`), `name` what to be called.

    In a game whose powers come with the players `power` is the name of the newcomer's, with its `code` and `adjective`.
    """

    game: str = ""
    power: str = ""
    name: str = ""
    code: str = ""
    adjective: str = ""


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """RESIGN: give up one's seat."""


@dataclass(frozen=True, slots=True)
class OrderLines(Command):
    """Lines that are no commands, hence perhaps orders: raw, for the game's notation. `phase` as written, or ''."""

    lines: tuple[str, ...] = ()
    phase: str = ""
    asked: bool = False
    """True if the writer said ORDERS; otherwise the lines may be nothing but talk."""


@dataclass(frozen=True, slots=True)
class Clear(Command):
    """CLEAR: forget orders; `what` is '' for all, or places as written."""

    what: str = ""


@dataclass(frozen=True, slots=True)
class Final(Command):
    """FINAL and NOT FINAL: whether the phase may be run early as far as this power goes."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class Press(Command):
    """PRESS … END: words to publish, or to send to some powers (`to`, as written; empty for all)."""

    text: str = ""
    to: tuple[str, ...] = ()
    signed: bool = True


@dataclass(frozen=True, slots=True)
class PressInDoubt(Command):
    """Press that must be asked about before it goes anywhere: `no-end`, `order-inside`, `command-inside`, `empty`."""

    why: str = ""
    text: str = ""
    word: str = ""
    """The line inside that looks like something else."""


@dataclass(frozen=True, slots=True)
class Create(Command):
    """CREATE: a new game, its variant ('' for the usual one) and the lines of its settings, raw."""

    game: str = ""
    variant: str = ""
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Start(Command):
    """START: give out the powers and begin."""


@dataclass(frozen=True, slots=True)
class Deadline(Command):
    """DEADLINE: when phases end, as written (`Fridays 21:00 Europe/London`); the game reads it."""

    spec: str = ""


@dataclass(frozen=True, slots=True)
class Process(Command):
    """PROCESS: run the phase now."""


@dataclass(frozen=True, slots=True)
class Draw(Command):
    """DRAW: end the game, shared by these powers as written; by all that survive if none are named."""

    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Die(Command):
    """DIE: the GM states a throw made at a table, before it is drawn. All as written."""

    subject: str = ""
    throw: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Own(Command):
    """A command that only some game has: its house word, and what follows it."""

    word: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unknown(Command):
    """A line that is nearly a command. `nearest` are the commands it is like."""

    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Incomplete(Command):
    """A command that lacks what it needs. `word` is the command; its example shows the rest."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Skipped(Command):
    """Lines beyond what a letter may hold. `line` is the first of them."""

    count: int = 0
