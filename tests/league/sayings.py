"""Every command that there is, and who says it when: `sayings.yaml`, and for what is not there the example in its row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import yaml

from judge.commands import GENERAL, OF_DICE, TABLE, CommandSpec, rows_by_word
from judge.commands.table import find_row
from judge.game.variant_commands import variant_command_rows
from judge.rules.ruleset import Ruleset

SHEET = Path(__file__).with_name("sayings.yaml")


class Saying(NamedTuple):
    """One command: who says it when, and how. No texts: it is said by what happens in the play."""

    word: str
    by: str
    when: str = "running"
    texts: tuple[str, ...] = ()
    seldom: float = 1.0
    after: str = ""
    """A command that must have been obeyed first."""


def sayings(rows: Mapping[str, CommandSpec]) -> Mapping[str, Saying]:
    """Word → what is said, for these commands."""
    said = yaml.safe_load(SHEET.read_text("utf-8"))
    return {word: _saying(row, said.get(word)) for word, row in rows.items()}


def not_yet() -> set[str]:
    """Commands that nobody in the league says so far."""
    return {word for word, said in yaml.safe_load(SHEET.read_text("utf-8")).items() if said.get("yet") is False}


def unknown_words(rows: Mapping[str, CommandSpec]) -> list[str]:
    """Words of the sheet that are no commands."""
    return sorted(set(yaml.safe_load(SHEET.read_text("utf-8"))) - set(rows))


def rows_for(*rules: Ruleset) -> dict[str, CommandSpec]:
    """Word → row, of the commands of these games; the general ones first."""
    own = (row for each in rules for row in variant_command_rows(each))
    return {row.word: row for row in (*TABLE, *own)}


def _saying(row: CommandSpec, said: Mapping[str, object] | None) -> Saying:
    if said is None:
        return Saying(row.word, row.who, "running", (_as_example(row.example),))
    texts = said.get("say", [])
    assert isinstance(texts, list)
    by, when, seldom = said.get("by", row.who), said.get("when", "running"), said.get("seldom", 1.0)
    return Saying(row.word, str(by), str(when), tuple(texts), float(str(seldom)), str(said.get("after", "")))


def _as_example(example: str) -> str:
    """A row's example with this game's names for those in it."""
    game = re.sub(r"Quillfeather", "{game}", example.replace("{", "").replace("}", ""))
    power = re.sub(r"\b(?:Italy|France|Portugal|England|Turkey|Germany)\b", "{other}", game)
    return power.replace(" … ", "\n{word}\n")


class Heard:
    """Which commands were said, and which were obeyed; who has nothing else to say takes what was obeyed least."""

    def __init__(self, rows: Mapping[str, CommandSpec]) -> None:
        self.rows, self.sayings = rows, sayings(rows)
        self.said, self.obeyed = Counter[str](), Counter[str]()
        self._known = {**GENERAL, **rows_by_word([*OF_DICE, *rows.values()])}

    def keep(self, text: str, obeyed: bool) -> None:
        """A letter that was answered."""
        for word in set(self._words(text)):
            self.said[word] += 1
            self.obeyed[word] += obeyed

    def _words(self, text: str) -> Iterator[str]:
        for line in text.split("\n"):
            if found := find_row(line, self._known):
                yield found[0].word

    def never(self) -> list[str]:
        """Commands that nobody has said so that they were obeyed."""
        return [word for word in self.rows if not self.obeyed[word]]

    def knows(self, text: str) -> bool:
        """Whether each command in a text was obeyed before."""
        return all(self.obeyed[word] for word in self._words(text))

    def choose(self, who: str, stage: str, own: frozenset[str], lots: Random) -> str:
        """Something to say for a `player` or a `gm`: of what was obeyed least. `own`: the commands of this game alone."""
        fitting = [
            saying for saying in self.sayings.values()
            if saying.texts and who in _may(saying.by) and saying.when in (stage, "both")
            and (saying.word in GENERAL_WORDS or saying.word in own) and (not saying.after or self.obeyed[saying.after])
        ]  # fmt: skip
        if who == "gm" and lots.random() < 0.8:  # what only he can say
            fitting = [saying for saying in fitting if saying.by == "gm"]
        lots.shuffle(fitting)
        chosen = min(fitting, key=lambda saying: min(self.obeyed[saying.word], 3) * 10 + self.said[saying.word], default=None)
        return lots.choice(chosen.texts) if chosen and lots.random() < chosen.seldom else ""


GENERAL_WORDS = frozenset(row.word for row in TABLE)


def _may(by: str) -> tuple[str, ...]:
    """Who says what the table gives to somebody: a GM does not play, but asks for time and writes press."""
    return ("gm",) if by == "gm" else ("player",) if by == "player" else ("player", "gm")
