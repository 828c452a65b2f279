"""Letters to commands."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from judge.commands import TABLE, Command, parse, row_for_word
from judge.commands.base import IncompleteCommand, LinesBeyondLimit
from judge.commands.help_and_lists import Help
from judge.commands.orders import OrderLines

LETTERS = yaml.load(Path(__file__).with_name("letters.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def told(command: Command) -> dict[str, dict[str, Any]]:
    """A command as the table tells it."""
    values = {each.name: getattr(command, each.name) for each in fields(command) if each.name != "line"}
    plain = {k: list(v) if isinstance(v, tuple) else str(v) for k, v in values.items() if v}
    return {type(command).__name__: plain}


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter["title"])
def test_letter(letter: dict[str, Any]) -> None:
    """A letter asks for exactly what the table says."""
    assert [told(c) for c in parse(letter["text"])] == letter["says"]


@pytest.mark.parametrize("each", TABLE, ids=lambda each: each.word)
def test_examples(each: Any) -> None:
    """Every row's example is read as that row's command, and its line is kept."""
    text = each.example.replace(" … ", "\nFrance: words\n")
    (command,) = parse(text)
    assert row_for_word(each.word) == each
    assert not isinstance(command, IncompleteCommand)
    assert isinstance(command, OrderLines) == (each.word == "ORDERS")
    assert command.line == text.splitlines()[0]


def test_every_word_belongs_to_one_row() -> None:
    """No two rows claim the same words."""
    words = [word.lower() for each in TABLE for word in (each.word, *each.also)]
    assert len(words) == len(set(words))


def test_case_does_not_matter() -> None:
    """Commands are read in any case."""
    assert [parse(text)[0] for text in ("HELP", "help", "Help.")] == [Help("HELP"), Help("help"), Help("Help.")]


def test_junk_is_counted() -> None:
    """Of 5,000 lines 500 are read, and the others come back as one value."""
    *read, skipped = parse("junk of some kind\n" * 5000)
    assert isinstance(skipped, LinesBeyondLimit)
    assert skipped.count == 4500
    assert sum(len(c.lines) for c in read if isinstance(c, OrderLines)) == 500


def test_long_lines_are_no_commands() -> None:
    """A line of more than 200 characters is kept for the notation to complain about."""
    line = "RESIGN " + "x" * 200
    assert parse(line) == (OrderLines(line, (line,)),)


@given(st.text(max_size=400))
def test_never_raises(text: str) -> None:
    """Any text is read, and every line of a command is one of the letter's."""
    lines = text.splitlines()
    assert all(command.line in lines for command in parse(text))


@given(st.lists(st.sampled_from([w for each in TABLE for w in (each.word, *each.also)] + ["", "END", "a par", "x"]), max_size=12))
def test_command_words_in_any_order(words: list[str]) -> None:
    """Commands in any sequence are read, whatever stands below them."""
    assert all(isinstance(command, Command) for command in parse("\n".join(words)))
