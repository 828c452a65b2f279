"""Any two truths that agree on what a reader may see bring him the same letters for a whole year, to the last byte.

Boards, orders, questions and second truths are drawn by lot (`lots`); what a reader may see is told from the rules alone
(`oracles`); years are played by mail (`years`). Compared are envelopes, headers, parts, times and order of letters. With every run
some pairs are played; `make secrecy` plays SECRECY_PAIRS of them.

The letters of whoever has seen a difference are not written out from then on, since they would not be compared.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.print import docx
from tests.secrecy.pairs import KINDS, Room
from tests.secrecy.planting import hidden_sum
from tests.secrecy.years import PUBLIC, even_luck

__all__ = ["even_luck"]
PAIRS = int(os.environ.get("SECRECY_PAIRS", "0"))
"""How many pairs that agree for a whole year are looked at, of all kinds together."""
SHARES = 10
"""Into how many tests they are divided, so that several processes may share them."""
SECONDS = 12
"""Second truths beside each first one, where there are many."""
MOST = 3000
"""First truths that are drawn for a share at most."""


@pytest.mark.parametrize("kind", KINDS)
def test_letters_tell_nothing_but_what_may_be_seen(kind: str, tmp_path: Path, even_luck: None) -> None:
    room = Room(kind, tmp_path)
    room.draw(0, range(2))
    _check(room)


@pytest.mark.slow
@pytest.mark.skipif(not PAIRS, reason="make secrecy")
@pytest.mark.parametrize("kind", KINDS)
def test_nor_do_pictures(kind: str, tmp_path: Path, even_luck: None) -> None:
    """With maps, byte by byte."""
    room = Room(kind, tmp_path, maps=True)
    room.draw(1, range(3))
    _check(room)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nor_do_the_files_of_an_editor(kind: str, tmp_path: Path, even_luck: None) -> None:
    """What is printed in a zine comes as text, HTML, Markdown, DOCX and PDF, with maps: each of these byte by byte."""
    room = Room(kind, tmp_path, maps=True, copies=True)
    seeds = iter(range(2, 20))
    while not room.figures["copies"]:
        room.draw(next(seeds), range(2))
        _check(room)


@pytest.mark.slow
def test_a_leak_into_a_document_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, even_luck: None) -> None:
    """A number behind the end of a file, where no reader looks."""
    room = Room("blind", tmp_path, copies=True)
    (house,) = room.houses
    make = docx.build_docx
    monkeypatch.setattr(docx, "build_docx", lambda issue: make(issue) + hidden_sum(house).encode())
    seeds = iter(range(2, 20))
    while not room.found:
        room.draw(next(seeds), range(2))
    assert {found.reader for found in room.found} == {PUBLIC}


@pytest.mark.slow
@pytest.mark.skipif(not PAIRS, reason="make secrecy")
@pytest.mark.parametrize("kind", KINDS)
def test_many_years(kind: str, tmp_path: Path, even_luck: None) -> None:
    room = Room(kind, tmp_path)
    for seed in range(2, 5):
        room.draw(seed)
    _check(room)
    assert room.figures["years"] >= 6
    assert room.figures["otherwise different"]


@pytest.mark.slow
@pytest.mark.skipif(not PAIRS, reason="make secrecy")
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_pairs(kind: str, share: int, tmp_path: Path, even_luck: None) -> None:
    room = Room(kind, tmp_path)
    seeds = iter(range(1000 + share * MOST, 1000 + (share + 1) * MOST))
    while room.figures["years"] < PAIRS // (len(KINDS) * SHARES):
        room.draw(next(seeds), range(SECONDS))
        _check(room)


def _check(room: Room) -> None:
    print(room.kind, dict(room.figures))
    assert not room.found, "\n\n".join(map(str, room.found[:3]))
    assert room.figures["letters"]
