"""A store that an early judge left (older.sql: at the last step before the first release, events as it wrote them) is played on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import Message
from pathlib import Path

import pytest

from judge.cli.replay import replay_game
from judge.config import Config
from judge.daemon.daemon import Daemon
from judge.daemon.wiring import Application, build_application
from judge.letters import Letter
from judge.store import Store
from judge.store.copying import copy_between_stores
from tests.conftest import FakeClock
from tests.store import postgres

GM, GERMANY = "harriet@zine.example", "dieter@players.example"
DUMP = Path(__file__).with_name("older.sql")


@pytest.fixture(params=postgres.ENGINES)
def parts(request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock) -> Iterator[Application]:
    """The judge of today on it, a day later; on PostgreSQL by way of `judge store copy`."""
    url = f"sqlite:///{tmp_path}/judge.db"
    with closing(sqlite3.connect(tmp_path / "judge.db")) as db:
        db.executescript(DUMP.read_text("utf-8"))
    if request.param == "postgresql":
        Store.open(url).close()
        older, url = url, str(request.getfixturevalue("postgres_url"))
        copy_between_stores(older, url)
    clock.at = datetime(2026, 11, 23, tzinfo=UTC)
    settings = Config(store=url, key=tmp_path / "judge.key", maildir=tmp_path / "mail", trust_from=True, maps=False, smtp=None)
    found = build_application(settings, clock)
    yield found
    found.store.close()


def answered(parts: Application, address: str, text: str = "", to: str = "judge@localhost") -> Message:
    """The last letter that somebody has from the judge once their own, if they write one, and all else is dealt with."""
    if text:
        raw = f"From: {address}\r\nTo: {to}\r\nSubject: x\r\n\r\n{text}\r\n".encode()
        parts.store.take(Letter(raw, parts.clock.now(), text, address, to))
    Daemon(parts).once()
    paths = sorted((parts.settings.maildir / address / "new").glob("*"), key=lambda path: path.stat().st_mtime_ns)
    found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
    for path in paths:
        path.unlink()
    return found[-1]


def test_it_replays_and_goes_on(parts: Application) -> None:
    """The letter that waited is answered, new orders are taken, the phase is run, and every phase comes out as it did."""
    assert [replay_game(parts, name)[0][-1].partition("; ")[0] for name in ("later", "walk")] == [
        "later: 0 phases, 2 events, identical",
        "walk: 1 phases, 21 events, NOT identical (as it stands: ran_phase)",  # what that judge did not note yet
    ]
    answer = answered(parts, GERMANY)
    assert "The address that you replied to is no longer in use" in answer.as_string(), "tokens hung on no key then"
    assert "A(Mun)-Bur" in answered(parts, GERMANY, "a mun-bur", answer["Reply-To"]).as_string()
    to = answered(parts, GM, "STATUS walk")["Reply-To"]
    assert "Autumn 1901 results" in str(answered(parts, GM, "PROCESS", to).get_payload(0))
    lines, same = replay_game(parts, "walk")
    assert same
    assert len(lines) == 3, lines


def test_a_question_that_an_older_judge_left_is_about_no_seat(tmp_path: Path) -> None:
    """It said `confirm` where others name a seat."""
    with closing(sqlite3.connect(tmp_path / "judge.db")) as db:
        db.executescript(DUMP.read_text("utf-8"))
        row = ("old/confirm", GERMANY, "confirm", "{}", "walk", "confirm", "", "sent", "2026-01-01T00:00:00.000000+00:00")
        columns = "key, address, kind, facts, game, seat, answers, state, next_try"
        db.execute(f"INSERT INTO notices ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.commit()
    with closing(Store.open(f"sqlite:///{tmp_path}/judge.db")) as store, store.look() as work:
        [sent] = work.outbox.to_address(GERMANY)
    assert (sent.notice.kind, sent.notice.seat) == ("confirm", None)


def test_what_people_wished_of_an_older_judge_still_holds(tmp_path: Path) -> None:
    """Each wish had a table of its own: no maps, how a name is printed, that an address may be."""
    with closing(sqlite3.connect(tmp_path / "judge.db")) as db:
        db.executescript(DUMP.read_text("utf-8"))
        db.executescript(
            "INSERT INTO mapless VALUES (2); INSERT INTO mapless VALUES (3); INSERT INTO published VALUES (3);"
            "INSERT INTO printed VALUES (3, 'surname'); INSERT INTO printed VALUES (4, 'none');"
        )
    with closing(Store.open(f"sqlite:///{tmp_path}/judge.db")) as store, store.look() as work:
        found = [work.people.preferences(number) for number in (1, 2, 3, 4)]
    assert [(each.maps, each.name_in_print, each.address_in_print) for each in found] == [
        (True, "full", False), (False, "full", False), (False, "surname", True), (True, "none", False),
    ]  # fmt: skip
