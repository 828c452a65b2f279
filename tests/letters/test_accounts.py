"""The account of a letter: what became of each of its words (`accounts.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest
import yaml

from judge.office.context import LetterContext
from judge.office.intake import acceptance
from tests.letters.post_office import PostOffice
from tests.letters.test_accounted import office as office

ROWS: Sequence[str] = yaml.safe_load(Path(__file__).with_name("accounts.yaml").read_text("utf-8"))
_PIECE = re.compile(r"‹(\w+) (.*?)›", re.DOTALL)
Said = list[tuple[str, str]]
"""Pieces of a letter: what each is, and its text."""


@pytest.fixture
def account(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Said]:
    """What gives the account of a letter from Germany, as it is when its answer is made."""
    kept: list[Said] = []
    answer = acceptance.answer

    def listen(context: LetterContext, answers: str) -> None:
        kept.append([(piece.kind, piece.text) for piece in context.account.pieces()])
        answer(context, answers)

    def send(text: str) -> Said:
        office.orders("Germany", "CLEAR\nNOT FINAL")
        kept.clear()
        office.letter("Otto Player <germany@mail.example>", text)
        (found,) = kept
        return found

    monkeypatch.setattr(acceptance, "answer", listen)
    return send


def words(pieces: Iterable[tuple[str, str]]) -> Said:
    """Each word of a letter, and what it is."""
    return [(kind, word) for kind, text in pieces for word in re.findall(r"\w+", text)]


@pytest.mark.parametrize("row", ROWS)
def test_each_word(row: str, account: Callable[[str], Said]) -> None:
    """Each word is what its writer means, and the pieces are the letter."""
    row = re.sub(r" \|(?= \|)| \| ", "\n", row)
    letter = _PIECE.sub(r"\2", row)
    found = account(letter)
    assert "".join(text for _, text in found).rstrip("\n") == letter
    assert words(found) == words(_PIECE.findall(row)), found
