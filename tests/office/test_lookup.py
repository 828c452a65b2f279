"""A letter is made from one view of the store: nothing in it can have changed between its first line and its last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.letters import Notice
from judge.store import Store
from judge.store.transaction import Transaction
from tests.letters.post_office import PostOffice


def test_a_letter_is_made_in_one_read_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports, answers and press, with who plays what, time zones and what stands: each letter reads the store once."""
    office = PostOffice(tmp_path)
    views = list[str]()
    look = Store.look

    @contextmanager
    def counted(store: Store) -> Iterator[Transaction]:
        views.append("read")
        with look(store) as work:
            yield work

    read = dict[str, int]()
    say = office.drain._say

    def said(notice: Notice) -> tuple[str, str]:
        monkeypatch.setattr(Store, "look", counted)
        try:
            views.clear()
            return say(notice)
        finally:
            monkeypatch.setattr(Store, "look", look)
            read[notice.kind] = max(read.get(notice.kind, 0), len(views))

    office.drain._say = said
    office.game("quillfeather", anew=True)
    office.reply("france@mail.example", "PRESS TO ALL\nTo arms.\nEND PRESS")
    office.reply("france@mail.example", "WHO")
    office.wait(days=8)
    assert {"answer", "start", "report"} <= set(read)
    assert all(count <= 1 for count in read.values()), read


def test_a_phase_is_printed_from_one_read_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What anybody may see of a phase, with names and addresses."""
    office = PostOffice(tmp_path)
    office.game("quillfeather")
    office.wait(days=8)
    with office.parts.store.look() as work:
        seq = work.games.phases("quillfeather")[-1].seq
    views = list[str]()
    look = Store.look

    @contextmanager
    def counted(store: Store) -> Iterator[Transaction]:
        views.append("read")
        with look(store) as work:
            yield work

    monkeypatch.setattr(Store, "look", counted)
    office.parts.sayer.public("quillfeather", seq, "full")
    assert len(views) == 1
    office.parts.sayer.over("quillfeather", "full")
    assert len(views) == 2
