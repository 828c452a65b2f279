"""A store is copied into another, whatever database either is, and nothing is lost on the way."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from judge import cli
from judge.cli.replay import replay_game
from judge.store import Store, copying
from judge.store.backup import BackupRefused
from judge.store.copying import copy_between_stores
from judge.store.tables import metadata
from tests.letters.post_office import ADDRESS, SEED, PostOffice, body, headline
from tests.office.test_retention import like, played, rush
from tests.waiting import until

__all__ = ["played"]


@pytest.fixture
def office(played: PostOffice, tmp_path: Path) -> PostOffice:
    """A game with a phase behind it, in a house of its own."""
    shutil.copytree(played.parts.settings.store.partition("///")[2].rpartition("/")[0], tmp_path / "house")
    return like(played, tmp_path / "house")


def test_a_copy_holds_the_same_and_the_game_goes_on_in_it(office: PostOffice, store_url: str, tmp_path: Path) -> None:
    """All tables, there and back; replies to letters from before count, and new letters have the numbers that come next."""
    source, back = office.parts.settings.store, f"sqlite:///{tmp_path}/back/judge.db"
    copied = copy_between_stores(source, store_url)
    assert copy_between_stores(store_url, back) == copied
    assert {each.table for each in copied} == set(metadata.tables)
    assert all(each.rows for each in copied if each.table in ("letters", "notices", "events", "positions", "press", "seats"))
    replayed = [replay_game(replace(office.parts, store=Store.open(url)), "quillfeather") for url in (source, store_url, back)]
    assert replayed[0][1]
    assert replayed == replayed[:1] * 3
    moved = like(office, tmp_path / "moved", store_url)
    [answer] = moved.reply("france@mail.example", "A(Bur)-Mun")
    assert "A(Bur)-Mun" in body(answer)
    assert "Autumn 1901" in "".join(headline(each) for each in moved.wait(days=8))
    with moved.parts.store.look() as work:
        assert work.census(moved.hands.time).letters["done"] == copied_rows(copied, "letters") + 1


def test_a_store_on_which_a_judge_was_started_is_still_empty(office: PostOffice, store_url: str) -> None:
    """It has noted its key and when it was at work, and nothing else; what the source has noted takes the place of that."""
    with closing(Store.open(store_url, b"another key")) as target, target.work() as work:
        work.facts.put("last at work", "2027-01-01T00:00:00+00:00")
    copy_between_stores(office.parts.settings.store, store_url)
    with closing(Store.open(store_url, SEED.encode())) as target, target.look() as work:
        assert not target.key_changed
        assert work.facts.get("last at work") == ""


def copied_rows(copied: list[copying.TableComparison], table: str) -> int:
    return next(each.rows for each in copied if each.table == table)


def test_a_copy_is_one_instant_of_a_rush(office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters pour in and are decided meanwhile: the copy is as all was when it began, in batches of any size."""
    monkeypatch.setattr(copying, "BATCH", 3)
    with rush(office) as done:
        until(lambda: done[0])
        copy_between_stores(office.parts.settings.store, f"sqlite:///{tmp_path}/new/judge.db")
    moved = Store.open(f"sqlite:///{tmp_path}/new/judge.db")
    lines, same = replay_game(replace(office.parts, store=moved), "quillfeather")
    assert same, lines
    moved.close()


def test_what_differs_is_refused_and_leaves_nothing(office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that changes a row on the way in is found out; the target is as empty as it was."""
    source, target = office.parts.settings.store, f"sqlite:///{tmp_path}/new/judge.db"
    Store.open(target).close()
    engine = create_engine(target)
    with engine.begin() as db:
        db.execute(text("CREATE TRIGGER worm AFTER INSERT ON press BEGIN UPDATE press SET seat = seat || '0'; END"))
    with pytest.raises(BackupRefused, match=r"press came out otherwise: 1 rows were copied, 1 found, or other ones"):
        copy_between_stores(source, target)
    with engine.begin() as db:
        db.execute(text("DROP TRIGGER worm"))
    copy_between_stores(source, target)
    with pytest.raises(BackupRefused, match="the store to copy into is not empty"):
        copy_between_stores(source, target)


def test_what_cannot_be_copied_is_said(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the command: a store that is not there is not made, one of an older judge is not touched, a good one is told by table."""
    house, new = f"sqlite:///{tmp_path}/house/judge.db", tmp_path / "new.yaml"
    new.write_text(f"address: {ADDRESS}\nstore: sqlite:///{tmp_path}/new/judge.db\n")
    assert cli.main(["store", "copy", f"sqlite:///{tmp_path}/none.db", str(new)]) == 1
    assert "there is no store at" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
    assert cli.main(["store", "copy", "oracle://x", str(new)]) == 1
    assert "nothing was copied: the store must be" in capsys.readouterr().err
    engine = create_engine(house)
    with engine.begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    assert cli.main(["store", "copy", house, str(new)]) == 1
    assert "is of version 0001" in capsys.readouterr().err
