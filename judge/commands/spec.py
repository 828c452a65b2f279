"""The row of a command: its words, who may give it, an example, and the function that parses its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from judge.commands.base import Command
from judge.commands.line_reader import LineReader
from judge.seat import Role, Seat

Build = Callable[[str, str, LineReader], Command | None]
"""Takes the line as written, what follows the command's word, and the lines below. Returns the command; None if the line is none.
"""


PROOFS = ("none", "editor", "sender", "token", "code")
"""The proofs that a command may need, from the least to the most. What changes nothing (`CommandSpec.reads_only`) needs `none`,
since the answer goes to the registered address. Commands about a zine: `editor`, a reply to its copy. What can be undone: `sender`,
any proof of who wrote. What cannot be undone: `token`, a reply to one of our mails. What would give a seat away for good: `code`, a
reply to a question about exactly this. If the proof is too weak, the letter is held and its writer is asked; the reply to that
question is a code.
"""


About = Literal["game", "person", "nothing"]
"""What a command needs before its handler is called: a game in which its writer has a seat; a writer whom the judge knows; or
nothing, where the handler itself finds out what the command is about (JOIN, STATUS, HELP).
"""
ByGM = Literal["", "mastered", "too"]
"""Whether a GM may give a player's command while the game runs: never, for a power that the rules leave to the GM, or also for
themselves, though they play no power.
"""


ANY_NUMBER = 0
"""For `CommandSpec.most`: any number of times in a letter."""


class CommandSpec(NamedTuple):
    """One command: its house word, other words for it, who may say it, what it does, an example, and the value that it makes.

    `who` is `anyone`, `player` (anybody with a seat in the game; while it is played, a power) or `gm`, and stands nowhere else.
    Rows that make values of the same type must have the same `about`, `when` and `gm`, which are looked up by type.
    """

    word: str
    also: tuple[str, ...]
    who: str
    help: str
    """What it does, in at most 55 characters, so that it fits a line of HELP. Every answer that names the command prints it. '' if
    no list shows the command.
    """
    example: str
    build: Build
    makes: type[Command]
    proof: str = "sender"
    """The proof that it needs (PROOFS), unless it only reads."""
    milder: tuple[tuple[Role | None, str], ...] = ()
    """The weaker proof for people who have no player's seat and are not a GM: (role, proof). The role None is for people without a
    seat in the game.
    """
    reads_only: bool = False
    """Whether it changes nothing, so that it needs no proof of the writer. The default is to require proof."""
    known_only: bool = False
    """Whether it is refused at once, without a question, if the judge does not know the writer."""
    sends: bool = False
    """Whether all that it does is send its writer a mail. It counts as a question, although that mail is stored."""
    most: int = 12
    """How often one letter may give it in one game (each setting is counted apart). ANY_NUMBER for orders, of which nobody else is
    told. Commands whose lines each name another power or person have a higher number.
    """
    about: About = "game"
    when: str = "any"
    """The stage of the game in which it may be given: `forming` (before START), `running`, `both`, or `any`."""
    gm: ByGM = ""
    amends: bool = True
    """Whether it may change a published result, so that the GM must confirm it. Only a GM's command can. The default for a GM's row
    is that it may.
    """
    requested: bool = False
    """Whether `could you …` in front of it asks for it. The default is that this may be a question, which is answered with the form
    of the command.
    """

    def lasts(self, seat: Seat | None) -> bool:
        """Whether what it does from a seat may be for good, or change a published result."""
        return not self.reads_only and (self.needs(seat) == "code" or (self.who == "gm" and self.amends))

    @property
    def is_question(self) -> bool:
        """Whether it is answered and does nothing else, so that it is answered once for each letter. A command that only says whose
        letter it is, or what it is about, is not a question; its `most` is ANY_NUMBER.
        """
        return self.sends or (self.reads_only and self.most != ANY_NUMBER)

    def needs(self, seat: Seat | None) -> str:
        """Return the proof (PROOFS) required from this seat; None for no seat."""
        return "none" if self.reads_only else dict(self.milder).get(seat.role if seat else None, self.proof)


def no_arguments(make: Callable[[str], Command], *also: str) -> Build:
    """Return a parser for a command that takes nothing, or a few words that add nothing."""
    return lambda line, rest, _: make(line) if rest.lower() in ("", *also) else None


def optional_game_name(make: Callable[[str, str], Command], words: int = 3) -> Build:
    """Return a parser for a command that takes at most a game's name: `STATUS quill feather`. A name is one word; blanks in it are
    slips.
    """
    return lambda line, rest, _: make(line, "".join(rest.split())) if is_game_name(rest, words) else None


def and_name(text: str) -> tuple[str, str]:
    """Split a game's name from the writer's name: `quillfeather NAME Yan Y`."""
    game, *name = re.split(r"[\s,]+name\b\s*:?\s*", text, maxsplit=1, flags=re.IGNORECASE)
    return game.strip(), " ".join(name).strip(" .,;")


def is_game_name(text: str, words: int) -> bool:
    """Whether a text can be a game's name, even if written in several words."""
    return len(text.split()) <= words and len(text) <= 40 and re.fullmatch(r"[\w \-'.]*", text) is not None


def split_reason(text: str) -> tuple[str, str]:
    """Split a command's text from the reason after REASON or BECAUSE."""
    said, *reason = re.split(r"\b(?:reason|because(?: of)?)\b\W*", text, maxsplit=1, flags=re.IGNORECASE)
    return said.strip(" \t,;:."), " ".join(reason).strip()


_ADDRESS = re.compile(r"[^\s<>@()\[\]\",;:]+@[^\s<>@()\[\]\",;:]+")


def person(text: str) -> str:
    """Return whom a text means: the address of `Otto Blume <otto@example.org>`, as mail programs write people; else the name as
    written.
    """
    found = _ADDRESS.findall(text)
    return str(found[0]).strip(".") if len(found) == 1 == text.count("@") else text.strip("<> ")
