"""Letters that wait together are dealt with in one transaction, and everything is as if each had had one of its own."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office import OfficeWorker, worker
from tests.letters.post_office import ADDRESS, GM, PostOffice

FRANCE, TURKEY, POISON = "france@mail.example", "turkey@mail.example", "poison"
RUSH = (
    (FRANCE, "A(Par)-Bur\nF(Bre)-MAO"),
    (FRANCE, "A(Par)-Pic\nA(Mar) S A(Mun)-Bur"),
    ("stranger@mail.example", "LIST"),
    (TURKEY, "A(Con)-Bul\nFINAL\nPRESS TO FRANCE\nWill you?\nEND"),
    (TURKEY, POISON),
    ("germany@mail.example", "PROPOSE DRAW\nA(Mun)-Bur"),
    (GM, "PROCESS"),
    ("newcomer@mail.example", "JOIN quillfeather"),
    (FRANCE, "A(Pic)-Bel\nWHY A(Mun)-Bur"),
    (GM, "RENAME quillfeather\nDEADLINE every 3 days 20:00 UTC\nLIST\nSTATUS"),
    (TURKEY, "A(Bul)-Gre\nSTATUS"),
)
"""Replaced orders, a letter on which the judge raises, a phase that is run in the midst, orders for the next one."""
KEPT = (
    "SELECT id, state, note LIKE '%the judge stumbles%' FROM letters ORDER BY id",
    "SELECT key, address, kind, facts, game, seat, answers FROM notices ORDER BY id",
    "SELECT name, head, card, seq, next_due FROM games",
    "SELECT game, seq, body FROM events ORDER BY game, seq",
    "SELECT game, seq, phase, body FROM positions",
    "SELECT letter, author, content, game, seat, told FROM letter_facts ORDER BY letter",
    "SELECT seq, seat, body FROM press",
)


def rushed(folder: Path, monkeypatch: pytest.MonkeyPatch, together: int) -> tuple[list[Any], list[int]]:
    """What is in the store after the rush, and how many letters each transaction dealt with."""
    found = PostOffice(folder)
    found.game()
    read, receive = found.parts.office._house.read, OfficeWorker._receive

    def stumbles(letter: Letter) -> ParsedMail:
        if letter.raw.endswith(POISON.encode()):
            raise ArithmeticError("the judge stumbles")
        return read(letter)

    def counts(self: OfficeWorker, taken: list[tuple[int, Letter]], *rest: Any) -> None:
        receive(self, taken, *rest)
        sizes.append(len(taken))

    sizes = list[int]()
    monkeypatch.setattr(found.parts.office, "_house", found.parts.office._house._replace(read=stumbles))
    monkeypatch.setattr(OfficeWorker, "_receive", counts)
    monkeypatch.setattr(worker, "TOGETHER", together)
    monkeypatch.setattr(worker, "LONGEST", 600)
    for n, (sender, words) in enumerate(RUSH):
        to = found.last[GM]["Reply-To"] if sender == GM else ADDRESS
        raw = f"From: {sender}\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: <rush{n}@player.example>\r\n\r\n{words}"
        found.hands.time += timedelta(seconds=1)
        found.parts.store.take(Letter(raw.encode(), found.hands.time, f"rush:{n}", sender, to))
    while found.parts.office.receive_next(found.hands.time):
        pass
    monkeypatch.undo()
    with create_engine(found.parts.settings.store).connect() as connection:
        return [connection.execute(text(query)).fetchall() for query in KEPT], [size for size in sizes if size]


def test_letters_that_are_dealt_with_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one transaction, one by one after the judge has raised, or one by one from the start: it all comes to the same."""
    apart, ones = rushed(tmp_path / "apart", monkeypatch, 1)
    assert ones == [1] * (len(RUSH) - 1)
    assert [row[1] for row in apart[0]].count("shunted") == 1
    assert len(apart[4]) == 1
    assert rushed(tmp_path / "some", monkeypatch, 3) == (apart, [3, 1, 1, 3, 2])
    assert rushed(tmp_path / "all", monkeypatch, 20) == (apart, ones)
