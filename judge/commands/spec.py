"""One command's row: its words, who may say it, an example, and what makes a value of its line. The families build on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from judge.commands.base import Command
from judge.commands.line_reader import LineReader
from judge.seat import Role, Seat

Build = Callable[[str, str, LineReader], Command | None]
"""(line as written, what follows the command's word, the lines below) → the command; None if it is no command after all."""


PROOFS = ("none", "editor", "sender", "token", "code")
"""What it takes to be obeyed, from the least to the most. What changes nothing (`Row.reads_only`) takes `none`, for the answer
goes to the registered address anyway. What is about a zine: `editor`, a reply to copy for it. What can be undone: `sender`, any
proof of who wrote. What cannot: `token`, a reply to one of our letters. What would give a seat away for good: `code`, a reply to a
question about just this. Where a proof falls short, the letter is held and asked about; the reply to that question is a code."""


About = Literal["game", "person", "nothing"]
"""What must be there before a command's handler is asked: a game in which its writer has a seat; its writer, whom the judge knows;
or nothing, where the handler finds out for itself what the command is about (JOIN, STATUS, HELP)."""
ByGM = Literal["", "mastered", "too"]
"""Whether a GM gives a player's command while the game is played: not at all, for the power that the rules leave to them, or for
themselves as well, though they play no power."""


ANY_NUMBER = 0
"""For `CommandSpec.most`: as often as a letter says so."""


class CommandSpec(NamedTuple):
    """One command: its house word, other words for it, who may say it, what it does, an example, and the value that it makes.

    `who` is `anyone`, `player` (anybody with a seat in the game; while it is played, a power) or `gm`, and stands nowhere else.
    Rows that make values of one type agree in `about`, `when` and `gm`: these are looked up by the type.
    """

    word: str
    also: tuple[str, ...]
    who: str
    help: str
    """What it does, in at most 55 characters, which fit into a line of HELP; every answer that names the command prints them, too.
    '' where no list has it."""
    example: str
    build: Build
    makes: type[Command]
    proof: str = "sender"
    """What it takes to be obeyed (PROOFS), unless it only reads."""
    milder: tuple[tuple[Role | None, str], ...] = ()
    """What it takes instead from those who have no player's seat and are no GM: (role, proof); None is the role of
    nobody in the game."""
    reads_only: bool = False
    """It changes nothing, so it needs no proof of the writer. The default is to require proof."""
    known_only: bool = False
    """It does nothing for somebody whom the judge does not know, who is told so and not asked first."""
    sends: bool = False
    """It brings its writer a letter and does nothing else, though that letter is kept: it counts as a question."""
    most: int = 12
    """How often one letter does it in one game, each setting so often; ANY_NUMBER for orders, of which nobody else is told.
    Commands whose lines each name another power or person have a higher number."""
    about: About = "game"
    when: str = "any"
    """The stage of its game in which it is given: `forming` (before START), `running`, `both` of these, or `any`."""
    gm: ByGM = ""
    amends: bool = True
    """It may change what was published, so it takes a yes to its own question. Only a GM's command can; a GM's row that does
    not say that it cannot is taken to."""

    def lasts(self, seat: Seat | None) -> bool:
        """Whether what it does from a seat may be for good, or change what was published."""
        return not self.reads_only and (self.needs(seat) == "code" or (self.who == "gm" and self.amends))

    @property
    def is_question(self) -> bool:
        """Whether it is answered and does nothing else, so that a letter asks it once. A command that only says whose letter
        it is, or what it is about, is no question; its `most` is ANY_NUMBER.
        """
        return self.sends or (self.reads_only and self.most != ANY_NUMBER)

    def needs(self, seat: Seat | None) -> str:
        """The proof (PROOFS) required from this seat; None for no seat."""
        return "none" if self.reads_only else dict(self.milder).get(seat.role if seat else None, self.proof)


def no_arguments(make: Callable[[str], Command], *also: str) -> Build:
    """A command that takes nothing, or one of a few words that add nothing."""
    return lambda line, rest, _: make(line) if rest.lower() in ("", *also) else None


def optional_game_name(make: Callable[[str, str], Command], words: int = 3) -> Build:
    """A command that takes at most a name: `STATUS quill feather`. A name is one word; blanks in it are slips."""
    return lambda line, rest, _: make(line, "".join(rest.split())) if is_game_name(rest, words) else None


def and_name(text: str) -> tuple[str, str]:
    """A game's name, and what its writer would be called there: `quillfeather NAME Yan Y`."""
    game, *name = re.split(r"[\s,]+name\b\s*:?\s*", text, maxsplit=1, flags=re.IGNORECASE)
    return game.strip(), " ".join(name).strip(" .,;")


def is_game_name(text: str, words: int) -> bool:
    """Whether a text can be a game's name, possibly written in several words."""
    return len(text.split()) <= words and len(text) <= 40 and re.fullmatch(r"[\w \-'.]*", text) is not None


def split_reason(text: str) -> tuple[str, str]:
    """What a command says, and the reason that it gives after REASON or BECAUSE."""
    said, *reason = re.split(r"\b(?:reason|because(?: of)?)\b\W*", text, maxsplit=1, flags=re.IGNORECASE)
    return said.strip(" \t,;:."), " ".join(reason).strip()


_ADDRESS = re.compile(r"[^\s<>@()\[\]\",;:]+@[^\s<>@()\[\]\",;:]+")


def person(text: str) -> str:
    """Who is meant: the address of `Otto Blume <otto@example.org>`, as mail programs write people; else the name as it stands."""
    found = _ADDRESS.findall(text)
    return str(found[0]).strip(".") if len(found) == 1 == text.count("@") else text.strip("<> ")
