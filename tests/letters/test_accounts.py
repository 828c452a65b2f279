"""The account of a letter: what became of each of its words (`accounts.yaml`), and that no word of any letter is without one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from judge.mail.parse import parse_mail
from judge.office.context import LetterContext
from judge.office.intake import acceptance
from tests.letters.composing.clients import CLIENTS, QUOTED, mailed
from tests.letters.composing.letters import ALL, composed
from tests.letters.composing.meanings import BOARD
from tests.letters.post_office import PostOffice, body
from tests.letters.test_accounted import office as office

ROWS: Sequence[str] = yaml.safe_load(Path(__file__).with_name("accounts.yaml").read_text("utf-8"))
_PIECE = re.compile(r"‹(\w+) (.*?)›", re.DOTALL)
Said = list[tuple[str, str]]
"""Pieces of a letter: what each is, and its text."""
NEWLINES = ("\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029")
"""What may end a line; the judge ends them all in the same way."""
_NEWLINE = re.compile("|".join(sorted(NEWLINES, key=len, reverse=True)))
STRANGE = (
    "", " ", "\t", "\u00a0", "--", "-- ", "> A Mun-Bur", ">> hello", "On 1 Mar 2027, Anna wrote:", "From: Anna", "Subject: x",
    "***",
    "=====", "Cheers,", "Otto", "\u200bA Ruh-Bel\u200b", "A Ruh\u00a0-\u00a0Bel", "\tA\tRuh\t-\tBel", "🙂", "PRESS", "END", "QUIT",
    "draft:", "#", "~~A Ruh-Bel~~", "((((", "A Ruh-Bel # why", "Sent from my iPhone", "STATUS", "TRY", "x" * 1200, "Ä Ö Ü ß",
    "-----Original Message-----", "Paris, Burgundy and Gascony", "if", "IF A(Bur) moved THEN", "the rest hold", "not", "or", "?",
)  # fmt: skip
"""Lines that come in letters, and between which anything may stand."""
NAMES = sorted({re.escape(name) for code, place in BOARD.items() for name in (code, place["name"])})
PLACES = re.compile(rf"\b(?:{'|'.join(NAMES)})\b", re.IGNORECASE)
"""What the board's places are called, by a table that the reader does not know."""


class Told(NamedTuple):
    """What became of a letter: its account, and the words of its answer."""

    pieces: Said
    answer: str


@pytest.fixture
def account(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Told]:
    """What gives the account of a letter from Germany, as it is when its answer is made."""
    kept: list[Said] = []
    answer = acceptance.answer

    def listen(context: LetterContext, answers: str) -> None:
        kept.append([(piece.kind, piece.text) for piece in context.account.pieces()])
        answer(context, answers)

    def send(text: str) -> Told:
        office.orders("Germany", "CLEAR\nNOT FINAL")
        kept.clear()
        sent = office.letter("Otto Player <germany@mail.example>", text)
        return Told(kept[0], " ".join(body(sent[0]).split()))

    monkeypatch.setattr(acceptance, "answer", listen)
    return send


def words(pieces: Iterable[tuple[str, str]]) -> Said:
    """Each word of a letter, and what it is."""
    return [(kind, word) for kind, text in pieces for word in re.findall(r"\w+", text)]


@pytest.mark.parametrize("row", ROWS)
def test_each_word(row: str, account: Callable[[str], Told]) -> None:
    """Each word is what its writer means, and the pieces are the letter."""
    row = re.sub(r" \|(?= \|)| \| ", "\n", row)
    letter = _PIECE.sub(r"\2", row)
    found = account(letter).pieces
    assert "".join(text for _, text in found).rstrip("\n") == letter
    assert words(found) == words(_PIECE.findall(row)), found


lines = st.one_of(
    st.sampled_from(STRANGE),
    st.builds(lambda style, seed: composed(style, seed).text, st.sampled_from(ALL), st.integers(0, 10**6)),
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30),
)
texts = st.lists(st.tuples(lines, st.sampled_from(NEWLINES)), max_size=12).map(lambda parts: "".join(map("".join, parts)))


@given(texts)
def test_the_pieces_are_the_letter(text: str) -> None:
    """Whatever it is, and whatever ends its lines; what the writer's own words are is the same for pieces and text."""
    mail = parse_mail(b"From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n" + text.encode())
    assume(text.strip() and mail.problem != "binary")
    assert "".join(piece.text for piece in mail.pieces) == _NEWLINE.sub("\n", text)
    own = "".join(piece.text for piece in mail.pieces if piece.kind == "unread")
    assert set(mail.text.split()) <= set(own.split())


@given(st.sampled_from(sorted(CLIENTS)), st.sampled_from(ALL), st.integers(0, 10**6))
def test_what_programs_add_is_no_word_of_the_writers(client: str, style: str, seed: int) -> None:
    """In a reply by any program the writer's own words, and only they, are to be accounted for; the rest of it is there, too."""
    text = composed(style, seed).text
    mail = parse_mail(mailed(client, text, QUOTED, {"From": "Otto Player <otto@mail.example>", "To": "judge@pbm.example"}))
    own = " ".join("".join(piece.text for piece in mail.pieces if piece.kind != "quotation").split())
    assert " ".join(text.split()).startswith(" ".join(mail.text.split())[:40])
    assert set(text.split()) <= set(own.split())


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(texts)
def test_nothing_gets_lost(account: Callable[[str], Told], text: str) -> None:
    """The answer quotes what is unread, does not say that all was read if there is any, and no order hides in a courtesy."""
    pieces, answer = account(text.replace("RESIGN", ""))
    unread = [text for kind, text in pieces if kind == "unread" and re.search(r"\w", text)]
    if unread:
        assert "All of it was read." not in answer
    for kind, said in pieces:
        for line in said.split("\n") if kind == "courtesy" else ():
            assert len(PLACES.findall(line)) < 2, (line, answer)
