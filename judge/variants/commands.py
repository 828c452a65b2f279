"""The commands that a folder declares: the word and who may give it in game.yaml, what decides in rules.py, answers in words/."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path
from types import ModuleType

from judge.commands import GENERAL, OF_DICE, words_of
from judge.rules.commands import Denied, Granted, OwnCommand, Said, file_of
from judge.variants.sheet import Sheet

WORD = re.compile(r"[A-Z]{2,20}( [A-Z]{2,20})?")
WHO = ("player", "gm")
TAKEN = {**GENERAL, **words_of([OF_DICE])}
"""The words of the commands that games have in common."""


def read_commands(sheet: Sheet, rules: str, words: Collection[str], load: Callable[[Path], ModuleType]) -> tuple[OwnCommand, ...]:
    """The commands of a game: word → `{who, example, does}`. Raises FolderError.

    Args:
        sheet: what stands under `commands`, possibly inherited from another folder.
        rules: the name of the file that holds the functions, beside the game.yaml in which a command is declared.
        words: names of the files in the folder's words/.
        load: reads such a file. Raises FolderError.
    """
    return tuple(_command(word, entry, rules, words, load) for word, entry in sheet.table().items())


def _command(
    word: str, entry: Sheet, rules: str, words: Collection[str], load: Callable[[Path], ModuleType]
) -> OwnCommand:
    entry.only("who", "example", "does")
    who, example = entry.get("who").text(), entry.get("example").text()
    if not WORD.fullmatch(word):
        raise entry.wrong(f"{word!r} is no command's word; it is one word or two, in capitals")
    if word.lower() in TAKEN:
        raise entry.wrong(f"{word!r} is a command of every game")
    if who not in WHO:
        raise entry.get("who").wrong(f"{who!r} is neither player nor gm")
    if not example.startswith(word):
        raise entry.get("example").wrong(f"an example of {word} begins with that word")
    if file_of(word) not in words:
        raise entry.wrong(f"there is no words/{file_of(word)} to say what came of it")
    return OwnCommand(word, who, example, _function(entry.get("does"), Path(entry.file).with_name(rules), load))


def _function(name: Sheet, rules: Path, load: Callable[[Path], ModuleType]) -> Callable[[Said], Granted | Denied]:
    found = getattr(load(rules), name.text(), None) if rules.is_file() else None
    if not callable(found):
        raise name.wrong(f"{rules.name} beside this file has no function {name.text()!r}")
    function: Callable[[Said], Granted | Denied] = found
    return function
