"""A folder's order words and templates: what does not load, at the line where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.notation import Order, UnitRef
from judge.notation.grammar_faults import grammar_faults
from judge.notation.house_form import FORMS, OrderWriter, compile_form
from judge.reports import Templates
from judge.variants.yaml_source import FolderError, YamlNode

NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]+")
LINE = re.compile(r"\bat line (\d+)|\bline (\d+), column|^(?:.*?)line (\d+)\b")
SAMPLE = Order("stands", UnitRef("A", "Par"), "Bur", UnitRef("A", "Mar"), "convoy", ("Gas",))
"""An order with something in every part, to try a form with."""

SAID = ("help", "done", "refused")
"""Macros of a command's words."""


class SourceFile(NamedTuple):
    """A file and what it says."""

    path: Path
    text: str


def order_form_mistakes(sheet: YamlNode, grammars: Sequence[str]) -> Iterator[FolderError]:
    """Forms with a field that no order has, that print nothing, or that are for no word of the grammar."""
    known = {name for grammar in grammars for name in re.findall(r"->\s*(\w+)", grammar)}
    for name, form in sheet.table().items():
        if name not in known and name not in FORMS:
            yield form.wrong(f"no alternative of orders.lark is called {name!r}")
        try:
            OrderWriter({SAMPLE.verb: compile_form(form.text())}, {})(SAMPLE)
        except (ValueError, KeyError, IndexError) as error:
            yield form.wrong(str(error.args[0]) if error.args else "is no form")


def grammar_mistakes(base: str, files: Sequence[SourceFile], forms: YamlNode) -> Iterator[FolderError]:
    """What keeps the order words of a folder and those it extends from loading, the line guessed from the names in it."""
    extension = "\n".join(file.text for file in files)
    spelled = {verb: form.text() for verb, form in forms.table().items() if _prints(form)}
    for said in grammar_faults(base, extension, spelled):
        file, line = _place(said, base, files)
        yield FolderError(str(file), line, _clipped(said))


def _prints(form: YamlNode) -> bool:
    try:
        compile_form(form.text())
    except ValueError:
        return False
    return True


def _clipped(said: str) -> str:
    """The sentence without the quotation that Lark adds, on one line."""
    return " ".join(said.split())[:300]


def _place(said: str, base: str, files: Sequence[SourceFile]) -> tuple[Path, int]:
    """File and line of a complaint about the whole grammar; line 0 if unknown."""
    numbered = LINE.search(said)
    if numbered:
        line = int(next(group for group in numbered.groups() if group)) - base.count("\n") - 1
        for file in files:
            if 0 < line <= file.text.count("\n") + 1:
                return file.path, line
            line -= file.text.count("\n") + 1
    names = set(NAME.findall(said))
    new = names - set(NAME.findall(base))
    ends = ":" if said.startswith("order grammar:") else "->"  # a word is wrong where it is defined, a rule where it is told
    ranks = ((_rank(text, names, new, ends), -line, file) for file in files for line, text in _lines(file))
    best = max(ranks, key=_first_two)
    return (best[2].path, -best[1]) if best[0] > 0 else (files[-1].path, 0)


def _first_two(row: tuple[int, int, SourceFile]) -> tuple[int, int]:
    return row[:2]


def _lines(file: SourceFile) -> Iterator[tuple[int, str]]:
    return ((number, line.partition("//")[0]) for number, line in enumerate(file.text.split("\n"), 1))


def _rank(line: str, names: set[str], new: set[str], ends: str) -> int:
    """How likely a line is meant: names of the folder's own count most, then whether it defines a word or tells a rule."""
    here = set(NAME.findall(line)) & names
    begins = line.partition(":")[0].strip() in here if ends == ":" else ends in line
    return 10 * len(here & new) + 3 * begins * bool(here) + len(here)


def template_mistakes(files: Mapping[Path, str], words: Templates) -> Iterator[FolderError]:
    """Templates that do not parse, call an unknown filter, or take in one that is not there; commands that lack words."""
    for path, text in files.items():
        if wrong := words.wrong(text):
            yield FolderError(str(path), *wrong)
        elif path.name.startswith("command-"):
            lacks = [name for name in SAID if f"macro {name}(" not in text]
            yield from (FolderError(str(path), 0, f"says nothing as {name}: a macro of that name is missing") for name in lacks)
