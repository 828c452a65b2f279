"""The commands that a folder declares: the word and who may give it in game.yaml, what decides in rules.py, answers in words/."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import wraps
from pathlib import Path
from types import ModuleType

from judge.commands import GENERAL, OF_DICE, rows_by_word
from judge.rules.variant_commands import (
    LONGEST,
    NOW,
    TAKES,
    CommandDenied,
    CommandGranted,
    GivenCommand,
    VariantCommandSpec,
    command_template,
)
from judge.variants.yaml_source import FolderError, YamlNode, parse_document

Decide = Callable[[GivenCommand], CommandGranted | CommandDenied]
WORD = re.compile(r"[A-Z]{2,20}( [A-Z]{2,20})?")
WHO = ("player", "gm", "anyone")
TAKEN = {**GENERAL, **rows_by_word(OF_DICE)}
"""The words of the commands that games have in common."""


def read_commands(
    sheet: YamlNode, rules: str, words: Collection[str], load: Callable[[Path], ModuleType]
) -> tuple[VariantCommandSpec, ...]:
    """The commands of a game: word → `{who, example, does, when, takes}`, the last two left out for `running` and `line`.

    Raises FolderError.

    Args:
        sheet: what stands under `commands`, possibly inherited from another folder.
        rules: the file with the functions, in the folder of the game.yaml that declares the command.
        words: names of the files in the folder's words/.
        load: reads such a file. Raises FolderError.
    """
    return tuple(_command(word, entry, rules, words, load) for word, entry in sheet.table().items())


def _command(
    word: str, entry: YamlNode, rules: str, words: Collection[str], load: Callable[[Path], ModuleType]
) -> VariantCommandSpec:
    entry.only("who", "example", "does", "when", "takes")
    when, takes = (_one_of(entry.get(key), known) for key, known in (("when", ("running", *NOW)), ("takes", TAKES)))
    who, example = entry.get("who").text(), entry.get("example").text()
    if not WORD.fullmatch(word):
        raise entry.wrong(f"{word!r} is no command's word; it is one word or two, in capitals")
    if word.lower() in TAKEN:
        raise entry.wrong(f"{word!r} is a command of every game")
    if who not in WHO:
        raise entry.get("who").wrong(f"{who!r} is none of player, gm, anyone")
    if not example.startswith(word):
        raise entry.get("example").wrong(f"an example of {word} begins with that word")
    if command_template(word) not in words:
        raise entry.wrong(f"there is no words/{command_template(word)} to say what came of it")
    decide = _function(entry.get("does"), Path(entry.file).with_name(rules), load)
    return VariantCommandSpec(word, who, example, decide if takes == "line" else _reading(decide, takes), when, takes)


def _one_of(sheet: YamlNode, known: tuple[str, ...]) -> str:
    """The word that stands here, or the first of those it may be."""
    if not sheet.empty and sheet.text() not in known:
        raise sheet.wrong(f"{sheet.text()!r} is none of {', '.join(dict.fromkeys(known))}")
    return known[0] if sheet.empty else sheet.text()


def _function(name: YamlNode, rules: Path, load: Callable[[Path], ModuleType]) -> Decide:
    """The function of this name in the folder's rules: `dig` of rules.py, `digging.dig` of digging.py."""
    file, _, called = name.text().rpartition(".")
    path = rules.with_stem(file) if file.isidentifier() else rules
    found = getattr(load(path), called, None) if path.is_file() else None
    if not callable(found):
        raise name.wrong(f"{path.name} beside this file has no function {called!r}")
    function: Decide = found
    return function


def _reading(decide: Decide, takes: str) -> Decide:
    """The function, given what its command's lines say; too many lines, or invalid YAML, are refused before."""

    @wraps(decide)
    def read(said: GivenCommand) -> CommandGranted | CommandDenied:
        block = said.block.translate(TYPED)
        if len(block) > LONGEST:
            return CommandDenied("too-long", {"most": LONGEST, "length": len(block)})
        if takes != "yaml" or not block.strip():
            return decide(said._replace(block=block))
        try:
            return decide(said._replace(block=block, sheet=parse_document(block, "")))
        except FolderError as wrong:
            at = block.split("\n")[wrong.line - 1] if wrong.line else ""
            return CommandDenied("unreadable", {"line": wrong.line, "what": wrong.message, "at": at.strip()})

    return read


TYPED = str.maketrans({"\N{NO-BREAK SPACE}": " ", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\t": "    "})
"""What mail programs and phones make of blanks, quotation marks and tabs, and what was meant."""
