"""The store keeps what it was given, once, in order, and through a crash."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Column, Connection, Integer, MetaData, String, Table, UniqueConstraint, create_engine, event
from sqlalchemy.exc import IntegrityError

from judge.letters import Letter, Notice
from judge.seat import GM, Seat
from judge.store import ReplyTokens, Store, Transaction
from judge.store.records import Preferences
from judge.store.schema_versions import MIGRATIONS, migration_names
from judge.store.tables import SeatText, UtcInstant, metadata
from judge.version import judge_version

KEY = b"not-at-all-secret"
ENGLAND, FRANCE = Seat.player(2), Seat.player(3)
NOON = datetime(1901, 4, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
PEOPLE = metadata.tables["people"]


def letter(source: str, received: datetime = NOON, raw: bytes = b"Subject: x\r\n\r\nA Par H\r\n") -> Letter:
    return Letter(raw, received, source, "ann@example.org", "judge@example.org")


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = Store.open(store_url, KEY)
    yield opened
    opened.close()


def test_a_letter_comes_out_as_it_went_in(store: Store) -> None:
    """Bytes, instant, envelope and source are untouched."""
    sent = letter("smtp:1", raw=bytes(range(256)))
    number = store.take(sent)
    with store.work() as work:
        assert work.letters.oldest() == [(number, sent)]


def test_the_same_source_is_taken_once(store: Store) -> None:
    """A transport that repeats itself after a crash adds nothing."""
    assert store.take(letter("imap:INBOX:7:1")) is not None
    assert store.take(letter("imap:INBOX:7:1")) is None
    assert store.waiting(NOON).letters == 1


def test_letters_are_taken_in_the_order_of_their_receipt(store: Store) -> None:
    """A letter fetched late but received early goes first."""
    late, early = store.take(letter("a", NOON + HOUR)), store.take(letter("b", NOON))
    with store.work() as work:
        assert work.letters.oldest(before=NOON) == []
        assert [found[0] for found in _drain(work)] == [early, late]


def _drain(work: Transaction) -> Iterator[tuple[int, Letter]]:
    while found := work.letters.oldest():
        yield found[0]
        work.letters.close(found[0][0], "done")


def test_a_shunted_letter_does_not_stand_in_the_way(store: Store) -> None:
    """The next letter comes up once the one before it is shunted."""
    first, second = store.take(letter("a")), store.take(letter("b"))
    with store.work() as work:
        assert work.letters.oldest()[0][0] == first
    with store.work() as work:
        work.letters.close(first, "shunted", "Traceback …")
        assert work.letters.oldest()[0][0] == second


def test_a_raise_undoes_the_whole_transaction(store: Store) -> None:
    """Letter, game and notices change together or not at all."""
    number = store.take(letter("a"))

    def decide() -> None:
        with store.work() as work:
            work.letters.close(number, "done")
            work.games.add("paris", {})
            work.outbox.queue(Notice("k", "ann@example.org", "answer"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        decide()
    with store.look() as work:
        assert work.letters.oldest()
        assert work.games.get("paris") is None
    assert store.claim_notices(NOON) == []


def test_a_game_is_kept_with_its_events_positions_press_and_seed(store: Store) -> None:
    """What was appended comes back in order, and no event is replaced."""
    with store.work() as work:
        work.games.add("paris", {"phase": "S1901M"}, NOON, card={"variant": "standard"})
        after = work.games.append_events("paris", 0, NOON, [{"kind": "created"}, {"kind": "started"}])
        work.games.add_position("paris", 1, "S1901M", {"units": ["A(Par)"]})
        work.games.add_press("paris", 1, FRANCE, {"text": "Bonjour"})
        work.games.set_seed("paris", "c0ffee")
        work.games.save("paris", {"phase": "F1901M"}, after, NOON + HOUR)
    with store.look() as work:
        assert work.games.get("paris") == ("paris", {"phase": "F1901M"}, 2, NOON + HOUR)
        assert work.games.listings() == [("paris", {"variant": "standard"}, NOON + HOUR)]
        assert [(event.seq, event.body["kind"]) for event in work.games.events("paris")] == [(0, "created"), (1, "started")]
        assert work.games.positions("paris") == [(1, "S1901M", {"units": ["A(Par)"]})]
        assert work.games.phases("paris") == [(1, "S1901M")]
        assert (work.games.position("paris", 1), work.games.position("paris", 0)) == ({"units": ["A(Par)"]}, None)
        assert work.games.press("paris") == [("paris", 1, FRANCE, {"text": "Bonjour"})]
        assert work.games.seed("paris") == "c0ffee"
    with pytest.raises(IntegrityError), store.work() as work:
        work.games.append_events("paris", 1, NOON, [{"kind": "other"}])


def test_people_are_printed_as_they_want(store: Store) -> None:
    """Of a game, those who have or had a seat in it; the whole name needs no word."""
    with store.work() as work:
        work.games.add("paris", {}, None)
        some = [work.people.add(f"{name[:3].strip()}@mail.example", name) for name in ("Ada Low", "Ben Low", "Cleo Low")]
        for n, person in enumerate(some[:2], 1):
            work.seats.assign("paris", Seat.player(n), person.id, f"nonce {n}")
        for person, how in zip(some, ("surname", "none", "none"), strict=True):
            work.people.prefer(person.id, name_in_print=how)
    with store.look() as work:
        assert work.people.print_names("paris") == {"Ada Low": "surname", "Ben Low": "none"}
        assert [work.people.preferences(person.id).name_in_print for person in some] == ["surname", "none", "none"]
    with store.work() as work:
        work.people.prefer(some[0].id, name_in_print="full")
        work.forget_person(some[1])
    with store.look() as work:
        assert work.people.print_names("paris") == {}


def test_a_preference_is_kept_beside_the_others(store: Store) -> None:
    """What somebody has not spoken of is as by default, one wish takes no other back, and there are no others than these."""
    with store.work() as work:
        ann, bob = work.people.add("ann@mail.example").id, work.people.add("bob@mail.example").id
        work.people.prefer(ann, maps=False)
        work.people.prefer(ann, address_in_print=True, name_in_print="none")
        with pytest.raises(ValueError, match="hat"):
            work.people.prefer(ann, hat="red")
        assert work.people.preferences(ann) == Preferences(maps=False, name_in_print="none", address_in_print=True)
        assert work.people.preferences(bob) == Preferences(maps=True, name_in_print="full", address_in_print=False)


def test_a_preference_that_this_judge_does_not_know_is_passed_over(store: Store, store_url: str) -> None:
    """Another version left it; what it said of the others counts."""
    with store.work() as work:
        ann = work.people.add("ann@mail.example").id
    with changed(store_url) as connection:
        connection.execute(PEOPLE.update().values(preferences={"hat": "red", "maps": False}))
    with store.work() as work:
        assert work.people.preferences(ann) == Preferences(maps=False)
        work.people.prefer(ann, maps=True)
        assert work.people.preferences(ann) == Preferences()


def test_due_games_come_longest_overdue_first(store: Store) -> None:
    """Only games with a deadline that has passed are due."""
    with store.work() as work:
        for name, due in [("a", NOON), ("b", NOON - HOUR), ("c", NOON + HOUR), ("d", None)]:
            work.games.add(name, {}, due)
        assert work.games.due(NOON) == ["b", "a"]
    assert store.waiting(NOON).next_due == NOON - HOUR


def test_the_agenda_names_letters_and_the_earliest_dates(store: Store) -> None:
    """Nothing, then a letter, a deadline and a copy date."""
    assert store.agenda() == (False, None, None, None)
    assert not store.agenda().is_due(NOON)
    store.take(letter("a"))
    with store.work() as work:
        work.games.add("a", {}, NOON)
        work.games.add("b", {}, NOON + HOUR)
        editor = work.people.add("eve@example.org").id
        for zine, due in (("Gazette", NOON + HOUR), ("Herald", NOON - HOUR)):
            work.zines.add(editor, zine, copydate={}, formats=[], style="", due=due)
    assert store.agenda() == (True, NOON, NOON - HOUR, NOON)
    assert store.agenda(NOON).next_deadline == NOON + HOUR
    assert store.agenda().is_due(NOON - HOUR)
    assert not store.agenda().is_due(NOON - 2 * HOUR)


def test_a_deadline_waits_for_a_letter_from_before_it(store: Store) -> None:
    """Which was committed late: after the last look for such letters, before the phase would be run."""
    now = NOON + timedelta(minutes=2)
    with store.work() as work:
        work.games.add("paris", {}, NOON)
    store.take(letter("late", NOON))
    with store.work() as work:
        assert work.games.may_run("paris", now)
    store.take(letter("in time", NOON - timedelta(seconds=1)))
    with store.work() as work:
        assert not work.games.may_run("paris", now)
        for number, _ in work.letters.oldest(5, NOON):
            work.letters.close(number, "done")
        assert work.games.may_run("paris", now)


def test_people_and_seats(store: Store) -> None:
    """A person is found by address in any case, a seat by its token; a forgotten person leaves only a number."""
    with store.work() as work:
        work.games.add("paris", {})
        ann, bob = work.people.add("Ann@Example.org", "Ann"), work.people.add("bob@example.org")
        work.seats.assign("paris", FRANCE, ann.id, "t1")
        work.seats.assign("paris", ENGLAND, ann.id, "t2")
        work.seats.assign("paris", FRANCE, bob.id, "t3")
        assert work.people.by_address("ann@example.ORG") == ann == work.people.by_id(ann.id)
        old, new = (ReplyTokens(KEY).of_seat("paris", FRANCE, nonce) for nonce in ("t1", "t3"))
        assert work.seats.by_token(old) is None
        assert work.seats.by_token(new.upper()) == ("paris", FRANCE, bob.id, "t3", "", "bob@example.org")
        assert [row.seat for row in work.seats.of_game("paris")] == [ENGLAND, FRANCE]
        assert [row.seat for row in work.seats.of_person(ann.id)] == [ENGLAND]
        work.forget_person(ann)
        assert work.people.by_address("ann@example.org") is None
        assert work.seats.get("paris", ENGLAND) == ("paris", ENGLAND, ann.id, "t2", "", "")


def said(column: Column[Any]) -> Any:
    """Something that a column may hold; 1 where it names a row of a table that people's rows hang on."""
    if column.foreign_keys:
        return "paris" if column.references(metadata.tables["games"].c.name) else 1
    kinds = {UtcInstant: NOON, SeatText: FRANCE, JSON: {"hat": "said"}, Integer: 7, String: "said"}
    return next(value for kind, value in kinds.items() if isinstance(column.type, kind))


def tables_about_people() -> list[Table]:
    """Those whose rows name a person, or a row of such a table, in an order in which they can be filled; not who sat where."""
    found = {PEOPLE}
    for table in metadata.sorted_tables:
        if table.name not in ("seats", "tenures") and any(key.column.table in found for key in table.foreign_keys):
            found.add(table)
    return [table for table in metadata.sorted_tables if table in found]


def test_nothing_that_a_forgotten_person_said_is_kept(store: Store, store_url: str) -> None:
    """Whatever tables and columns there are: what is left says no more than a row of somebody who never said anything."""
    with store.work() as work:
        work.games.add("paris", {})
        ann, bob = work.people.add("ann@example.org"), work.people.add("bob@example.org")
    assert ann.id == 1
    with changed(store_url) as connection:
        for table in tables_about_people():
            everything = {each.name: 1 if each.name == "id" else said(each) for each in table.columns}
            connection.execute(PEOPLE.update().where(PEOPLE.c.id == 1) if table is PEOPLE else table.insert(), everything)
    with store.work() as work:
        work.forget_person(ann)
    with changed(store_url) as connection:
        left = {table.name: list(map(dict, connection.execute(table.select()).mappings())) for table in tables_about_people()}
    rows = {row.pop("id"): row for row in left.pop("people")}
    assert rows[ann.id] == {**rows[bob.id], "key": None, "address": ""}
    assert {name: found for name, found in left.items() if found} == {}


def test_a_notice_is_queued_once_and_sent_with_the_same_bytes(store: Store) -> None:
    """A repeated key adds nothing; what was rendered is kept for every later try."""
    notice = Notice("answer:1", "ann@example.org", "answer", {"lines": ["A(Par)-Bur"]}, "paris", FRANCE, "<m@x>")
    with store.work() as work:
        work.games.add("paris", {})
        work.seats.assign("paris", FRANCE, work.people.add("ann@example.org").id, "tok")
        assert work.outbox.queue(notice, notice) == 1
        assert work.outbox.queue(notice) == 0
    [claimed] = store.claim_notices(NOON)
    token = ReplyTokens(KEY).of_seat("paris", FRANCE, "tok")
    sealed = replace(notice, key=ReplyTokens(KEY).of_letter("answer:1"))
    assert claimed == (claimed.id, sealed, token, None, 0, None)
    assert store.claim_notices(NOON) == []
    store.keep_rendered([(claimed.id, b"bytes", "<k@x>")])
    store.notice_failed(claimed.id, NOON + HOUR, "450 later")
    assert store.claim_notices(NOON) == []
    [again] = store.claim_notices(NOON + HOUR)
    assert again == (claimed.id, sealed, token, b"bytes", 1, NOON)
    store.notices_sent([claimed.id])
    assert store.claim_notices(NOON + 24 * HOUR) == []


def test_a_claim_lapses_with_its_lease(store: Store, store_url: str) -> None:
    """A sender that died leaves its notices to the next one, at once if that one frees them; a wait stays a wait."""
    with store.work() as work:
        work.outbox.queue(Notice("k", "ann@example.org", "answer"))
    with closing(Store.open(store_url, KEY)) as dying:
        [claimed] = dying.claim_notices(NOON)
        assert len(dying.claim_notices(NOON + HOUR)) == 1
    assert store.claim_notices(NOON + HOUR) == []
    store.free_claims()
    assert len(store.claim_notices(NOON)) == 1
    store.notice_failed(claimed.id, NOON + HOUR, "450 later")
    store.free_claims()
    assert store.claim_notices(NOON) == []


def test_of_two_who_send_a_notice_both_send_the_same_bytes(store: Store) -> None:
    """Whoever is too late for his lease sends what was kept meanwhile; and nothing, if it is out."""
    with store.work() as work:
        work.outbox.queue(*[Notice(key, "ann@example.org", "answer") for key in "kl"])
    first, other = (claimed.id for claimed in store.claim_notices(NOON))
    assert store.keep_rendered([(first, b"bytes", "<k@x>")]) == {first: b"bytes"}
    late = [(first, b"later bytes", "<k@x>"), (other, b"another", "<l@x>")]
    assert store.keep_rendered(late) == {first: b"bytes", other: b"another"}
    store.notices_sent([first])
    assert store.keep_rendered(late) == {other: b"another"}


def test_a_look_changes_nothing_and_waits_for_nobody(store: Store) -> None:
    """A reader sees the last commit while a writer is at work."""
    with store.work() as work:
        work.games.add("paris", {})
        with store.look() as view:
            assert view.games.get("paris") is None


def test_take_from_several_threads(store: Store) -> None:
    """Four threads at once: every letter is there afterwards, and none was refused."""

    def take_ten(name: int) -> None:
        for count in range(10):
            store.take(letter(f"{name}:{count}"))

    threads = [threading.Thread(target=take_ten, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.waiting(NOON).letters == 40


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from judge.letters import Letter
from judge.store import Store
store = Store.open(sys.argv[1])
store.take(Letter(b"raw", datetime(1901, 4, 1, tzinfo=UTC), "smtp:1"))
with store.work() as work:
    work.games.add("half", {})
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_keeps_what_it_took_and_nothing_half_done(store_url: str) -> None:
    """SIGKILL in the middle of a transaction: the letter taken before is there, the transaction is not."""
    died = subprocess.run([sys.executable, "-c", KILLED, store_url], check=False, env=dict(os.environ))
    assert died.returncode == -signal.SIGKILL
    store = Store.open(store_url, KEY)
    with store.work() as work:
        [(_, found)] = work.letters.oldest()
        assert found.raw == b"raw"
        assert work.games.get("half") is None
    store.close()


@pytest.mark.parametrize("older", [False, True])
def test_a_store_has_the_tables_that_the_code_uses(store_url: str, older: bool) -> None:
    """A new one, and one from before the first release once the steps are taken; opening twice changes nothing."""
    if older:
        _leave_older(store_url)
    Store.open(store_url, KEY).close()
    Store.open(store_url, KEY).close()
    engine = create_engine(store_url)
    with engine.connect() as connection:
        how = {"compare_type": connection.dialect.name == "sqlite"}  # on PostgreSQL no text has a length
        assert compare_metadata(MigrationContext.configure(connection, opts=how), metadata) == []
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one() == migration_names()[-1]
    engine.dispose()


def _leave_older(store_url: str) -> None:
    """Put the tables of older.sql, without their rows, in the place of what is there."""
    with closing(sqlite3.connect(":memory:")) as db, changed(store_url) as connection:
        db.executescript(Path(__file__).with_name("older.sql").read_text("utf-8"))
        found = MetaData()
        found.reflect(create_engine("sqlite://", creator=lambda: db))
        for column in chain.from_iterable(table.columns for table in found.tables.values()):
            column.type = column.type.as_generic()
        seats = found.tables["seats"]  # SQLite kept a rule of an early step, that no nonce comes twice, which does no harm
        seats.constraints = {each for each in seats.constraints if not isinstance(each, UniqueConstraint)}
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        found.create_all(connection)
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0012')")


@contextmanager
def changed(store_url: str) -> Iterator[Connection]:
    """A transaction on a store, by nobody who is still there afterwards."""
    engine = create_engine(store_url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def step(store_url: str, other: str = "") -> str:
    """The step that a store has taken; `other` says that it is another one."""
    with changed(store_url) as connection:
        if other:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{other}'")
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one())


@pytest.mark.parametrize("looking", [Store.open_existing, Store.open_for_intake])
def test_whoever_looks_takes_no_step(store_url: str, looking: Callable[[str], Store], another_step: Callable[[], str]) -> None:
    """An older judge may be at work with the tables as they are; a newer one's are nobody else's."""
    Store.open(store_url).close()
    looking(store_url).close()
    before, after = step(store_url), another_step()
    with pytest.raises(OSError, match=rf"an older judge.s \(step {before}, this one.s is {after}\).* stop it and start this one"):
        looking(store_url)
    assert step(store_url) == before
    Store.open(store_url).close()
    looking(store_url).close()
    assert step(store_url) == after
    with changed(store_url) as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM more").scalar_one() == 0
    with changed(store_url) as connection:
        connection.exec_driver_sql("INSERT INTO store_facts VALUES ('version', '9.9.9')")
    step(store_url, "9999")
    for opened in (looking, Store.open):
        ours = rf"this one's, {re.escape(judge_version())} \(step {after}\)"
        with pytest.raises(OSError, match=rf"a newer judge's \(9.9.9, step 9999\) than {ours}"):
            opened(store_url)


@pytest.mark.parametrize("found", ["0001", "0002_maps", "0011"])
def test_a_store_from_before_the_first_release_is_left_alone(store_url: str, found: str) -> None:
    """It is not said to be a newer judge's, and whoever has it is told what to do."""
    Store.open(store_url).close()
    step(store_url, found)
    for opened in (Store.open, Store.open_existing, Store.open_for_intake):
        with pytest.raises(OSError, match=rf"before the first release \(step {found}\).* \(git checkout \w+\) start on it once"):
            opened(store_url)
    assert step(store_url) == found
    step(store_url, migration_names()[-1])


def test_the_steps_are_known_without_alembic() -> None:
    """In their order."""
    steps = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
    assert migration_names() == [script.revision for script in steps][::-1]


def test_no_step_is_taken_under_an_older_judge(store_url: str, another_step: Callable[[], str]) -> None:
    """Which is at work: its tables stay as they are until it has ended."""
    older = Store.open(store_url)
    older.free_claims()
    before, after = step(store_url), another_step()
    with pytest.raises(OSError, match="still at work"):
        Store.open(store_url)
    assert step(store_url) == before
    older.close()
    Store.open(store_url).close()
    assert step(store_url) == after


def test_a_worker_with_another_key_does_not_start(postgres_url: str) -> None:
    """Every reply that the others' letters bring would be nobody's. A key that was lost, with nobody at work, is another matter."""
    others = Store.open(postgres_url, KEY)
    others.free_claims()
    with others.work() as work:
        gm = work.people.add("ann@example.org")
        work.games.add("paris", {})
        work.seats.assign("paris", GM, gm.id, "nonce")
    with pytest.raises(OSError, match="differs from those at work on the same store: key"):
        Store.open(postgres_url, b"another")
    Store.open(postgres_url, KEY).close()
    token = ReplyTokens(KEY).of_seat("paris", GM, "nonce")
    with others.look() as work:
        assert work.seats.by_token(token) is not None
    others.close()
    with closing(Store.open(postgres_url, b"another")) as store, store.look() as work:
        assert work.seats.by_token(token) is None


def test_games_are_found_by_their_stage(store: Store) -> None:
    """As their cards say it."""
    with store.work() as work:
        work.games.add("paris", {}, NOON, card={"stage": "forming"})
        work.games.add("lyon", {}, card={"stage": "running"})
        work.games.add("nice", {})
    with store.look() as work:
        assert [card.name for card in work.games.forming()] == ["paris"]
        assert work.games.count_by_stage() == {"forming": 1, "running": 1, "": 1}
        assert [card.name for card in work.games.first_due(8)] == ["paris"]
        assert [card.name for card in work.games.listings(["nice", "lyon", "none"])] == ["lyon", "nice"]


def test_shipped_pragmas(as_shipped: None, tmp_path: Path) -> None:
    """WAL, a sync at every commit, foreign keys."""
    with closing(Store.open(f"sqlite:///{tmp_path}/judge.db")) as store, store._engine.connect() as connection:
        read = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert read == ["wal", 2]
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_only_a_claim_alone_does_not_wait_for_the_disk(as_shipped: None, tmp_path: Path) -> None:
    """What keeps bytes, and what says that mail was sent, does, whichever came before it on the connection."""
    with closing(Store.open(f"sqlite:///{tmp_path}/judge.db")) as store:
        levels = list[int]()
        event.listen(store._engine, "commit", lambda connection: levels.append(_level(connection)))
        with store.work() as work:
            work.outbox.queue(Notice("k", "ann@example.org", "answer"))
        [claimed] = store.claim_notices(NOON)
        store.claim_notices(NOON)
        store.keep_rendered([(claimed.id, b"bytes", "<k@x>")])
        store.claim_notices(NOON, sent=[claimed.id])
        store.take(letter("a"))
    assert levels == [2, 1, 1, 2, 2, 2]


def _level(connection: Connection) -> int:
    driver: Any = connection.connection.dbapi_connection
    return int(driver.execute("PRAGMA synchronous").fetchone()[0])


def test_the_work_of_a_letter_uses_indexes_only(store: Store) -> None:
    """No statement of a letter's way reads a whole table, so 2,000 games cost what one does."""
    seen: list[tuple[str, tuple[object, ...]]] = []
    with store.work() as work:
        work.games.add("paris", {})
    event.listen(store._engine, "before_cursor_execute", lambda _c, _k, sql, values, *_: seen.append((sql, values)))
    number = store.take(letter("a"))
    with store.work() as work:
        work.letters.oldest()
        work.games.due(NOON)
        work.games.forming()
        work.games.first_due(8)
        work.games.count_by_stage()
        work.games.listings(["paris"])
        work.games.get("paris")
        work.games.save("paris", {}, 1, NOON)
        work.games.may_run("paris", NOON)
        ann = work.people.by_address("ann@example.org") or work.people.add("ann@example.org")
        work.seats.assign("paris", FRANCE, ann.id, "t")
        work.seats.by_token("t")
        work.seats.of_game("paris")
        work.seats.of_person(ann.id)
        work.outbox.queue(Notice("k", "ann@example.org", "answer"))
        work.letters.close(number, "done")
    store.claim_notices(NOON, sent=[store.claim_notices(NOON)[0].id])
    assert (store.waiting(NOON), store.agenda()) == ((0, 0, NOON), (False, NOON, None, NOON))
    with store._engine.connect() as connection:
        for sql, values in [step for step in seen if step[0].startswith(("SELECT", "UPDATE", "DELETE"))]:
            plan = _plan(connection, sql, values[0] if isinstance(values, list) else values)
            scans = [step for step in plan if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"]  # SELECT EXISTS reads none
            assert not [step for step in scans if "INDEX" not in step], (sql, plan)
            assert not [step for step in plan if "Seq Scan" in step], (sql, plan)


def _plan(connection: Connection, sql: str, values: Any) -> list[str]:
    """How a statement is carried out. PostgreSQL would read a small table as a whole, index or not, if it were let."""
    if connection.dialect.name == "sqlite":
        return [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)]
    connection.exec_driver_sql("SET enable_seqscan = off")
    return list(connection.exec_driver_sql(f"EXPLAIN {sql}", values).scalars())


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "mysql://host/judge"])
def test_a_store_that_threads_could_not_share_is_refused(address: str) -> None:
    """An in-memory database, or one the judge does not know, is an error at once."""
    with pytest.raises(ValueError, match="SQLite file"):
        Store.open(address)


def test_naive_instants_are_refused(store: Store) -> None:
    """A datetime without a zone never reaches the tables."""
    with pytest.raises(Exception, match="naive"):
        store.take(letter("a", datetime(1901, 4, 1)))  # noqa: DTZ001
