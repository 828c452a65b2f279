"""What stands round a letter's words tells nothing of others' letters: its envelope, its headers, its boundaries, its times."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from judge.store.tables import notices
from tests.letters.post_office import ADDRESS, GM, START, PostOffice
from tests.secrecy.envelopes import Whole, listened

FRANCE = "france@mail.example"
KINDS = {"blind": "BLIND yes", "gunboat": "ANONYMOUS yes\nPLAYER PRESS anonymous", "open": "DEADLINE Fridays 21:00 Europe/London"}
OTHERS = {
    "nobody writes": [],
    "England changes its mind and back": ["F(Lon)-ENG", "F(Lon)-NTH"],
    "England writes four letters": ["STATUS", "PREVIEW", "A(Lpl)-Yor", "A(Lpl) stands"],
}
"""What England writes before each of France's letters. Its orders are the same in the end."""


def played(folder: Path, kind: str, others: list[str]) -> tuple[PostOffice, list[Whole]]:
    """A game in which others write that many letters between two of France's; all letters to France."""
    office = PostOffice(folder, maps=True)
    office.game(deadline=KINDS[kind])
    office.letter("england@mail.example", "F(Lon)-NTH\nA(Lpl) stands\nF(Edi) stands")
    heard = listened(office)
    for n, what in enumerate(("A(Par)-Bur", "STATUS", "FINAL")):
        for text in others:
            office.letter("england@mail.example", text)
        office.hands.time = START + timedelta(hours=n + 1)
        raw = f"From: {FRANCE}\nTo: {ADDRESS}\nSubject: hello\nMessage-ID: <{n}@france.example>\n\n{what}\n"
        office.raw(raw.encode(), FRANCE)
    office.hands.time = START + timedelta(hours=9)
    office.letter(GM, "PROCESS")
    return office, [letter for letter in heard if letter.to == FRANCE]


def blotted(letter: Whole) -> tuple[object, ...]:
    """A letter but for what is drawn at random in each house, and for the marks, which nobody can work out."""
    raw = re.sub(rb"[a-z2-7]{24}", b"*", re.sub(rb"[0-9a-f]{32}", b"*", letter.raw))
    return letter.to, re.sub("[0-9a-f]{32}", "*", letter.envelope), letter.at, raw


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_can_count_the_letters_of_others(tmp_path: Path, kind: str) -> None:
    """Between two letters of mine, others get none, or eight: mine are the same, byte by byte, but for marks."""
    games = [played(tmp_path / str(n), kind, texts)[1] for n, texts in enumerate(OTHERS.values())]
    plain, *more = [[blotted(letter) for letter in letters] for letters in games]
    assert len(plain) >= 4
    assert [letter for letter in more if letter != plain] == []


@pytest.mark.parametrize("kind", KINDS)
def test_no_number_stands_in_an_envelope(tmp_path: Path, kind: str) -> None:
    """Only the mark, which has as many digits in every letter, and which no other letter has."""
    heard = played(tmp_path, kind, [])[1]
    found = [re.fullmatch(r"judge\+bounce\.([0-9a-f]{32})@pbm\.example", letter.envelope) for letter in heard]
    assert all(found)
    assert len({each[1] for each in found if each}) == len(heard)


def test_marks_cannot_be_worked_out(tmp_path: Path) -> None:
    """A player knows his token, and can try every key that a notice may have: none of them gives the mark of his letter."""
    office, heard = played(tmp_path, "blind", [])
    with office.parts.store.look() as work:
        keys = list(work._connection.execute(select(notices.c.key)).scalars())
    assert len(keys) > len(heard)
    tokens = {str(letter.message["Reply-To"]).partition("@")[0].rpartition(".")[2] for letter in heard}
    made = {hashlib.sha256(f"{token}\0{key}".encode()).hexdigest()[:32] for token in tokens for key in keys}
    assert not [letter for letter in heard if any(mark in letter.raw.decode("ascii") for mark in made)]
    assert not [letter for letter in heard if any(mark[:12] in letter.envelope for mark in made)]
