"""Backups that are whole whatever goes on, letters that are emptied in time, and people who ask what is kept of them."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from judge import cli
from judge.cli.replay import replay_game
from judge.game.model.events import FinalSaid
from judge.game.model.seat_events import Joined, Left, Resigned, TakenOver
from judge.letters import Letter
from judge.office.upkeep import retention
from judge.office.upkeep.personal_data import tenure_spans
from judge.office.upkeep.retention import purge_old_texts
from judge.seat import GM as GM_SEAT
from judge.seat import Role, Seat
from judge.store import Store, schema_versions
from judge.store.backup import BackupRefused, _bare, restore, write_backup
from judge.store.records import Preferences
from tests.letters.post_office import ADDRESS, GM, PostOffice, body, headline
from tests.waiting import until


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A game with orders, press and one phase behind it."""
    office = PostOffice(tmp_path_factory.mktemp("played") / "house")
    office.game()
    office.orders("France", "A(Par)-Bur\nPRESS\nThe Rhine is quiet.\nEND")
    office.orders("Germany", "A(Mun)-Ruh")
    office.wait(days=5)
    office.parts.store.close()
    return office


@pytest.fixture
def office(played: PostOffice, tmp_path: Path) -> PostOffice:
    """The same in a house of its own."""
    shutil.copytree(Path(played.parts.settings.store.partition("///")[2]).parent, tmp_path / "house")
    return like(played, tmp_path / "house")


def like(office: PostOffice, folder: Path, store: str = "") -> PostOffice:
    """An office that opens what lies in a folder, or another store, where another stopped."""
    other = PostOffice(folder, store=store)
    other.hands.time, other.count, other.last = office.hands.time, office.count, dict(office.last)
    return other


def config(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "judge.yaml").write_text(f"address: {ADDRESS}\nstore: sqlite:///{folder}/judge.db\nmaps: false\n")
    return folder / "judge.yaml"


@contextmanager
def rush(office: PostOffice) -> Iterator[list[int]]:
    """Letters that come and are decided, one after the other, in a thread of its own; yields how many by now."""
    done, stop = [0], threading.Event()

    def work() -> None:
        while not stop.is_set():
            text = f"From: italy@mail.example\nMessage-ID: <r{done[0]}@x>\n\nF(Nap)-{('ION', 'TYS')[done[0] % 2]}\n"
            raw, source = text.encode(), f"rush:{done[0]}"
            office.parts.store.take(Letter(raw, office.hands.time, source, "italy@mail.example", ADDRESS))
            while office.parts.office.receive_next(office.hands.time):
                done[0] += 1

    writer = threading.Thread(target=work)
    writer.start()
    try:
        yield done
    finally:
        stop.set()
        writer.join()


def test_a_backup_taken_while_letters_are_decided(office: PostOffice, tmp_path: Path) -> None:
    """Three backups during a rush: each is one instant of it, every game in them replays, and the last one plays on."""
    with rush(office) as done:
        for n in range(3):
            until(lambda at_least=5 * n + 1: done[0] >= at_least)  # type: ignore[misc]
            write_backup(office.parts.settings.store, tmp_path / f"{n}.backup")
    letters = []
    for n in range(3):
        restore(tmp_path / f"{n}.backup", f"sqlite:///{tmp_path}/moved{n}/judge.db")
        moved = Store.open(f"sqlite:///{tmp_path}/moved{n}/judge.db")
        lines, same = replay_game(replace(office.parts, store=moved), "quillfeather")
        assert same, lines
        with moved.look() as work:
            letters.append(len(work.games.events("quillfeather")))
        moved.close()
    assert letters == sorted(set(letters)), "each is later than the one before"
    shutil.copy(tmp_path / "house/judge.key", tmp_path / "moved2")
    other = like(office, tmp_path / "moved2")
    other.work()
    [answer] = other.reply("france@mail.example", "A(Bur)-Mun")
    assert "A(Bur)-Mun" in body(answer), "the reply address of a letter from before the backup still counts"
    [*_, report] = other.wait(days=8)
    assert "Autumn 1901" in report["Subject"] + body(report)


def test_what_is_no_backup_is_refused(office: PostOffice, tmp_path: Path) -> None:
    """A file that is there, one that is damaged, one by a newer judge: said, and nothing is changed."""
    store, good, bad = office.parts.settings.store, tmp_path / "good", tmp_path / "bad"
    write_backup(store, good)
    with pytest.raises(BackupRefused, match="overwrites nothing"):
        write_backup(store, good)
    raw = bytearray(good.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 20000] = b"\xff" * 20000
    bad.write_bytes(raw)
    with pytest.raises(BackupRefused, match="bad is"):
        restore(bad, f"sqlite:///{tmp_path}/new.db")
    with pytest.raises(BackupRefused, match=r"the store .*bad is damaged: "):
        write_backup(f"sqlite:///{bad}", tmp_path / "x")
    shutil.copy(good, bad)
    with closing(sqlite3.connect(bad)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BackupRefused, match="newer judge"):
        restore(bad, f"sqlite:///{tmp_path}/new.db")
    with closing(sqlite3.connect(bad)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '0004'")
    with pytest.raises(BackupRefused, match="before the first release"):
        restore(bad, f"sqlite:///{tmp_path}/new.db")
    bad.write_text("From: ann@example.org\n\nHELP\n" * 100)
    with pytest.raises(BackupRefused, match="no backup of a judge"):
        restore(bad, f"sqlite:///{tmp_path}/new.db")
    with pytest.raises(BackupRefused, match="no store"):
        write_backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "x")
    assert not list(tmp_path.glob("*.part")) + list(tmp_path.glob("new*")) + list(tmp_path.glob("x*"))
    assert good.stat().st_mode & 0o077 == 0


def test_a_store_in_use_is_not_replaced(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the commands: the store that was there is kept, and a judge that runs is not robbed of its own."""
    house, args = tmp_path / "house", ["--config", str(config(tmp_path / "house"))]
    assert cli.main(["backup", *args]) == 0
    [file] = (house / "backups").iterdir()
    assert f"The key {house}/judge.key is not in it" in capsys.readouterr().out
    assert cli.main(["restore", *args, str(file)]) == 1
    assert "with --replace it gives way" in capsys.readouterr().err
    assert cli.main(["restore", *args, "--replace", str(file)]) == 1
    assert "is in use; stop the judge first" in capsys.readouterr().err
    office.orders("France", "A(Bur)-Mun")
    office.parts.store.close()
    assert cli.main(["restore", *args, "--replace", str(file)]) == 0
    assert len(list(house.glob("judge.db.before-*"))) == 1
    assert cli.main(["replay", *args]) == 0
    assert "quillfeather: 1 phases, " in capsys.readouterr().out


def test_an_older_backup_is_brought_up_to_date(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str], another_step: Callable[[], str]
) -> None:
    """By `judge restore`, so that it can be replayed at once. Commands that look leave an older store as it is, and say so."""
    args = ["--config", str(config(tmp_path / "house"))]
    office.parts.store.close()
    before = schema_versions.migration_names()[-1]
    another_step()
    for command in ("status", "replay", "letter 1", "purge", "person export france@mail.example", "archive x", "print paris"):
        assert cli.main([*command.split(), *args]) in (1, 2)
        assert f"its tables are an older judge's (step {before}, " in capsys.readouterr().err, command
    assert cli.main(["backup", *args, str(tmp_path / "older")]) == 0
    assert cli.main(["restore", *args, str(tmp_path / "older"), "--replace"]) == 0
    assert cli.main(["replay", *args]) == 0


def test_no_password_stands_in_a_programs_arguments() -> None:
    """Everybody on a machine may read them; PostgreSQL's programs have it from their environment."""
    url = make_url("postgresql+psycopg://judge:hush@db.example:5433/league?sslmode=require")
    assert _bare(url) == "postgresql://judge@db.example:5433/league?sslmode=require"


def test_old_backups_go_if_told(office: PostOffice, tmp_path: Path) -> None:
    """`--keep 2` leaves two, and touches no file that it did not name itself."""
    args = ["backup", "--config", str(config(tmp_path / "house"))]
    folder = tmp_path / "house/backups"
    folder.mkdir()
    for name in ("judge-20010101-000000.backup", "judge-20010102-000000.backup", "before-the-move"):
        (folder / name).touch()
    assert cli.main([*args, "--keep", "2"]) == 0
    names = sorted(each.name for each in folder.iterdir())
    assert len(names) == 3
    assert names[:2] == ["before-the-move", "judge-20010102-000000.backup"]


def test_words_are_kept_for_a_while(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """After ninety days no letter has words; the game replays, and a reply to an old report is still about its phase."""
    store = office.parts.store
    report = office.last["france@mail.example"]
    office.wait(days=40)
    office.orders("Italy", "STATUS")
    now = office.hands.time + timedelta(days=60)
    monkeypatch.setattr(retention, "AT_ONCE", 3)
    letters, notices = purge_old_texts(store, now, 90)
    assert letters >= 10
    assert notices > letters
    assert purge_old_texts(store, now, 90) == (0, 0)
    with store.look() as work:
        assert work.letters.get(1).raw == b""
        assert work.letters.get(1).recipient == ""
        assert len(work.letters.old(now, 1000)) == 1, "Italy's is not old enough"
    assert replay_game(office.parts, "quillfeather")[1]
    office.last["france@mail.example"] = report
    [*_, answer] = office.reply("france@mail.example", "A(Bur)-Mun")
    assert "France sent these orders for Autumn 1901." in body(answer)
    assert "I did not use them." in " ".join(body(answer).split())


def test_a_letter_that_waits_is_never_purged(office: PostOffice) -> None:
    """However old it is: it has not been dealt with."""
    store, now = office.parts.store, office.hands.time
    store.take(Letter(b"From: france@mail.example\n\nSTATUS\n", now - timedelta(days=400), "old", "france@mail.example", ADDRESS))
    purge_old_texts(store, now, 90)
    [answer] = office.work()
    assert "Autumn 1901" in body(answer)


def test_what_is_kept_of_a_person(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Letters, what was ordered and said, and what was sent to them; nothing that is another's."""
    args = ["--config", str(config(tmp_path / "house"))]
    office.orders("France", "MAPS OFF")
    office.orders("France", "TIMEZONE Europe/Paris")
    assert cli.main(["person", *args, "export", "France@mail.example"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["person"]["name"], told["zone"], told["record"]["due"]) == ("France Player", "Europe/Paris", 1)
    assert told["preferences"] == Preferences(maps=False)._asdict()
    assert [each["letter"].split("\n\n")[1].strip() for each in told["letters"]][-1] == "TIMEZONE Europe/Paris"
    [seat] = told["seats"]
    assert (seat["power"], seat["now"]) == ("France", True)
    assert [each["press"]["text"] for each in seat["happened"] if "press" in each] == ["The Rhine is quiet."]
    assert {"start", "report", "answer"} <= {each["kind"] for each in told["letters_to"]}
    assert "germany@mail.example" not in json.dumps(told)
    assert cli.main(["person", *args, "export", "nobody@mail.example"]) == 2


def test_a_person_is_forgotten(office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The seat is given up as by RESIGN, nothing in the whole file names the person, and the game goes on and replays."""
    args = ["--config", str(config(tmp_path / "house"))]
    assert cli.main(["person", *args, "forget", GM]) == 1
    assert "GM of quillfeather" in capsys.readouterr().err
    assert cli.main(["person", *args, "forget", "france@mail.example"]) == 0
    said = capsys.readouterr().out
    assert "Seats given up, their GMs told: quillfeather." in said
    assert "stays, under the power's name" in said
    told, *others = office.work()
    assert (told["To"], told["Subject"]) == (GM, "[quillfeather] France has resigned")
    assert {letter["Subject"] for letter in others} == {"[quillfeather] France has no player"}
    assert "france@mail.example" not in {letter["To"] for letter in others}
    with closing(sqlite3.connect(tmp_path / "house/judge.db")) as db:
        dump = "\n".join(db.iterdump()).lower()
    for kept in ("france@mail.example", "the rhine is quiet", b"france@mail.example".hex()):
        assert kept not in dump
    assert replay_game(office.parts, "quillfeather")[1]
    assert "Autumn 1901" in "".join(headline(each) for each in office.wait(days=8))
    [answer] = office.letter("france@mail.example", "STATUS")
    assert "France Player" not in body(answer), "a stranger from now on"


def test_a_list_of_the_gms_that_names_a_person_is_told_of(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """DENY goes on keeping out who is forgotten; what is kept for it is in the export, and the operator hears that it stays."""
    args = ["--config", str(config(tmp_path / "house"))]
    office.letter("percy@zine.example", "CREATE nightjar\nDENY france@mail.example, @elsewhere.example")
    assert cli.main(["person", *args, "export", "france@mail.example"]) == 0
    assert json.loads(capsys.readouterr().out)["named_in_allow_or_deny"] == ["nightjar"]
    assert cli.main(["person", *args, "export", "germany@mail.example"]) == 0
    assert json.loads(capsys.readouterr().out)["named_in_allow_or_deny"] == []
    assert cli.main(["person", *args, "forget", "france@mail.example"]) == 0
    assert "in ALLOW or DENY, where a fingerprint of it stays: nightjar." in capsys.readouterr().out
    sent = office.letter("france@mail.example", "JOIN nightjar\nNAME Somebody New")
    [answer] = [letter for letter in sent if letter["To"] == "france@mail.example"]
    assert "The GM of nightjar does not take everybody" in " ".join(body(answer).split())


def test_spans_of_a_seat() -> None:
    """Who left before the start never had it; who resigned had it until then; a standby from then on."""
    one, two, standby = Seat.player(1), Seat.player(2), Seat(Role.STANDBY, 1)
    events = [Joined(one), Left(one), Joined(one), FinalSaid("France", True), Resigned(one), Joined(two), TakenOver(one, standby)]
    assert tenure_spans(events, one) == [(2, 4), (6, 8)]
    assert tenure_spans(events, GM_SEAT) == [(0, 8)]
