"""Backups of a store on PostgreSQL: made by its own programs while letters pour in, looked through, and put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge.cli.replay import replay_game
from judge.store import Store, backup
from judge.store.backup import BackupRefused, restore, write_backup
from judge.store.copying import copy_between_stores
from tests.letters.post_office import PostOffice, body, headline
from tests.office.test_retention import like, played, rush
from tests.store.postgres import Server
from tests.waiting import until

__all__ = ["played"]


@pytest.fixture
def office(played: PostOffice, postgres_url: str, tmp_path: Path) -> PostOffice:
    """A game with a phase behind it, moved from a file into PostgreSQL."""
    copy_between_stores(played.parts.settings.store, postgres_url)
    return like(played, tmp_path / "house", postgres_url)


@pytest.mark.slow
def test_a_backup_taken_during_a_rush(office: PostOffice, postgres: Server, tmp_path: Path) -> None:
    """It is one instant: every game in it replays, and play goes on from there in another database."""
    with rush(office) as done:
        until(lambda: done[0])
        write_backup(office.parts.settings.store, tmp_path / "one")
        by_now = done[0]
        until(lambda: done[0] > by_now)
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0
    elsewhere = postgres.database(empty=True)
    assert restore(tmp_path / "one", elsewhere) == ""
    moved = like(office, tmp_path / "moved", elsewhere)
    lines, same = replay_game(moved.parts, "quillfeather")
    assert same, lines
    with office.parts.store.look() as now, moved.parts.store.look() as then:
        assert 0 < len(then.games.events("quillfeather")) < len(now.games.events("quillfeather"))
    [*_, answer] = moved.reply("france@mail.example", "A(Bur)-Mun")
    assert "A(Bur)-Mun" in body(answer), "the reply address of a letter from before the backup still counts"
    assert "Autumn 1901" in "".join(headline(each) for each in moved.wait(days=8))
    moved.parts.store.close()
    postgres.drop(elsewhere)


def test_a_store_is_replaced_only_if_told_and_kept(
    office: PostOffice, postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not while a judge is at it, and not by halves: what was there lies in a schema of its own, and is in no later backup."""
    url, file = postgres.database(empty=True), tmp_path / "one"
    write_backup(office.parts.settings.store, file)
    restore(file, url)
    with pytest.raises(BackupRefused, match="with --replace it gives way"):
        restore(file, url)
    store = Store.open(url)
    with store.work() as work:
        assert work.games.get("quillfeather")
        with pytest.raises(BackupRefused, match="is in use"):
            restore(file, url, ".before-20270301-120000")
    store.close()
    raw = bytearray(file.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 200] = b"\xff" * 200
    (tmp_path / "bad").write_bytes(raw)
    for name, what in (("bad", raw), ("cut", raw[:9000]), ("mail", b"From: ann@example.org\n\nHELP\n" * 100)):
        (tmp_path / name).write_bytes(what)
        with pytest.raises(BackupRefused, match="is no backup of a judge, or damaged"):
            restore(tmp_path / name, url, ".before-20270301-110000")
    assert restore(file, url, ".before-20270301-120000") == "the schema before_20270301_120000"
    write_backup(url, tmp_path / "two")
    assert (tmp_path / "two").stat().st_size < 1.1 * file.stat().st_size
    monkeypatch.setattr(backup, "_run", _failing(backup._run))
    with pytest.raises(BackupRefused, match="the disk is full"):
        restore(file, url, ".before-20270302-120000")
    opened = Store.open(url)
    assert replay_game(replace(office.parts, store=opened), "quillfeather")[1]
    opened.close()
    postgres.drop(url)


def test_a_schema_that_is_somebody_elses_is_not_replaced(office: PostOffice, postgres: Server, tmp_path: Path) -> None:
    """As it is in databases made before PostgreSQL 15, whoever owns them: the operator reads what to do."""
    url, file = postgres.database(empty=True), tmp_path / "one"
    write_backup(office.parts.settings.store, file)
    name = url.partition("@/")[2].partition("?")[0]
    postgres.run("CREATE ROLE keeper LOGIN")
    postgres.run(f"ALTER DATABASE {name} OWNER TO keeper")
    mine = url.replace("judge@", "keeper@")
    postgres.run("GRANT ALL ON SCHEMA public TO keeper", name)
    postgres.run("ALTER SCHEMA public OWNER TO judge", name)
    restore(file, mine)
    with pytest.raises(BackupRefused, match="as postgres, in that database: ALTER SCHEMA public OWNER TO keeper"):
        restore(file, mine, ".before-20270301-120000")
    postgres.run("ALTER SCHEMA public OWNER TO keeper", name)
    assert restore(file, mine, ".before-20270301-120000") == "the schema before_20270301_120000"
    postgres.drop(url)
    postgres.run("DROP ROLE keeper")


def _failing(run: Callable[..., str]) -> Callable[..., str]:
    """PostgreSQL's programs, of which one puts nothing back."""

    def run_or_fail(command: Sequence[str], *more: Any) -> str:
        if "--single-transaction" in command:
            raise BackupRefused("pg_restore: the disk is full")
        return run(command, *more)

    return run_or_fail
