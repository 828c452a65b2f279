"""Words of other judges: what an answer says comes nearest is what the page of commands says, and no word goes unanswered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from judge.commands import parse
from judge.commands.foreign_words import NEAREST
from judge.commands.orders import OrderLines

JUDGES = yaml.safe_load((Path(__file__).parents[2] / "deploy" / "docs" / "judges.yaml").read_text("utf-8"))
KNOWN = [entry for known in JUDGES.values() for entry in known]


def squeezed(text: str) -> str:
    """Words as njudge reads them: blanks within a keyword do not matter."""
    return re.sub(r"\b(NO|SIGN) (?=[A-Z])", r"\1", f" {text} ".replace(",", " , "))


@pytest.mark.parametrize("word", NEAREST)
def test_an_answer_and_the_page_say_the_same(word: str) -> None:
    """Whatever is offered for a word, the page has for it, too; where there is nothing, it says why."""
    entries = [entry for entry in KNOWN if f" {squeezed(word).strip()} " in squeezed(entry["was"])]
    assert entries, f"docs/commands.md does not speak of {word}"
    assert {*NEAREST[word]} <= {ours for entry in entries for ours in entry.get("ours", [])}
    assert NEAREST[word] or all(entry.get("why") for entry in entries)


@pytest.mark.parametrize("was", sorted({entry["was"] for entry in KNOWN if re.match(r"[A-Z]{3,}", entry["was"])}))
def test_no_word_of_the_page_goes_unanswered(was: str) -> None:
    """A letter that begins with it is no prose."""
    words = re.match(r"[A-Z]+(?: [A-Z]+)*", was)
    assert words
    assert not any(isinstance(each, OrderLines) and not each.asked for each in parse(words[0]))
