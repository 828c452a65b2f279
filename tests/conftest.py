"""What many tests need: the shipped data folders, and the standard game loaded once."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, create_engine, inspect

from judge.assets import Assets, find_assets
from judge.daemon import wiring
from judge.maps import rasterize
from judge.rules.ruleset import Ruleset
from judge.store import locks, schema_versions, store
from judge.variants import load_ruleset
from tests.store import postgres as server
from tests.waiting import LONGEST

ROOT = Path(__file__).parents[1]
SLOW = (
    "daemon/test_workers.py", "faults", "fuzz", "league", "letters/test_any_number.py", "letters/test_samples.py",
    "mail/test_year.py", "office/test_unreadable_games.py", "print/test_browser.py", "print/test_outside.py",
    "rules/test_brute_force.py", "rules/test_order_independence.py", "secrecy/test_envelopes.py",
    "secrecy/test_leaks.py", "secrecy/test_worlds_by_mail.py", "test_compiled.py", "test_demo.py", "test_packaging.py",
)  # fmt: skip
"""Folders and files of tests that `make test` leaves to `make test-all`, beside those marked `slow` one by one."""
SLOW_FIXTURES = frozenset({"table", "browser"})
"""Games that are played by mail to their end, and a browser, which needs packages that `make slow` installs: tests that ask for
one of these wait for `make test-all`, too.
"""
ROWS = 15
"""The most rows of one test's table that are quick. The others are slow, unless the test is marked `each_row`."""
SET_UP = locks._set_up

UNTIMED: Mapping[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""No test looks at the clock for speed."""
settings.register_profile("same", derandomize=True, database=None, **UNTIMED)
settings.register_profile("anew", **UNTIMED)  # for `make anew`
settings.load_profile("same")


gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage from here on: what was imported and gathered stays till the end, and to look through it again and again
    takes a tenth of the time.
    """
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark what is slow: by where it stands, by what it needs, and all but a share of each long table."""
    for item in items:
        where = item.path.relative_to(ROOT / "tests").as_posix()
        needs = SLOW_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if where in SLOW or where.partition("/")[0] in SLOW or needs or _needs_postgres(item):
            item.add_marker(pytest.mark.slow)
    for rows in _tables(items).values():
        for number, item in enumerate(rows):
            if number * ROWS % len(rows) >= ROWS < len(rows):  # evenly spread, and the same in every run
                item.add_marker(pytest.mark.slow)


def _needs_postgres(item: pytest.Item) -> bool:
    engine = getattr(item, "callspec", None) and item.callspec.params.get("store_url")  # type: ignore[attr-defined]
    return "postgres" in getattr(item, "fixturenames", ()) and engine != "sqlite"


def _tables(items: Sequence[pytest.Item]) -> Mapping[tuple[Path, str], list[pytest.Item]]:
    """Return the quick rows of each test that has a table, but for tests that are marked `each_row`."""
    rows: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and not any(item.iter_markers("slow")) and not any(item.iter_markers("each_row")):
            rows.setdefault((item.path, item.originalname), []).append(item)
    return rows


@pytest.fixture(autouse=True, scope="session")
def once() -> Iterator[None]:
    """What follows from the checkout alone is made once for all tests of a process: rulesets, drawn boards, empty tables,
    compiled statements.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("ruleset_loader", "map_loader", "names_to_folders"):
            patch.setattr(wiring, name, _once(getattr(wiring, name)))
        patch.setattr(store, "create_engine", partial(create_engine, execution_options={"compiled_cache": _Statements()}))
        patch.setattr(store, "upgrade_schema", _Tables(store.upgrade_schema))
        patch.setattr(locks, "_set_up", _hasty(SET_UP))
        patch.setattr(rasterize, "SECONDS", LONGEST)
        yield


@pytest.fixture
def as_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections are set up as a daemon's are."""
    monkeypatch.setattr(locks, "_set_up", SET_UP)


def _hasty(set_up: Callable[..., None]) -> Callable[..., None]:
    """Connections that wait for no disk: what survives a power cut, no test in this process could tell."""

    def set_up_hastily(dbapi: Any, record: object) -> None:
        set_up(dbapi, record)
        dbapi.execute("PRAGMA synchronous=OFF")

    return set_up_hastily


def _once(make: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which remembers what it made of folders in the checkout: those of a test may change."""
    made = cache(make)

    def make_once(roots: Sequence[Path], *more: Any) -> Any:
        return (made if all(ROOT in root.parents for root in roots) else make)(tuple(roots), *more)

    make_once.afresh = make  # type: ignore[attr-defined]
    return make_once


class _Statements(dict[Any, Any]):
    """Statements as compiled for SQLite, which are the same for every database: their key leaves out its dialect."""

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(key[1:], compiled)

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the compiled statement, whichever database it was compiled for."""
        return super().get(key[1:], default)


class _Tables:
    """Brings a database up to date: an empty one as the first was, any other by the migrations."""

    def __init__(self, upgrade: Callable[[Connection], None]) -> None:
        self._upgrade = upgrade
        self._made: list[str] = []

    def __call__(self, connection: Connection) -> None:
        """Make the tables."""
        if connection.dialect.name != "sqlite":
            self._copied(connection)
        elif self._said(connection):
            self._upgrade(connection)
        elif self._made:
            for statement in self._made:
                connection.exec_driver_sql(statement)
        else:
            self._upgrade(connection)
            version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
            self._made = [*self._said(connection), f"INSERT INTO alembic_version VALUES ('{version}')"]

    def _copied(self, connection: Connection) -> None:
        """PostgreSQL: a database with its tables was copied whole (tests/store/postgres.py)."""
        has = inspect(connection).has_table("alembic_version")
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all() if has else []
        if found != [schema_versions.migration_names()[-1]]:
            self._upgrade(connection)

    def _said(self, connection: Connection) -> list[str]:
        return list(connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").scalars())


@pytest.fixture
def another_step(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Makes this judge a newer one than whoever made the stores so far: it knows one more step, whose name is returned."""
    newest = schema_versions.migration_names()[-1]

    def add() -> str:
        steps = tmp_path / "steps"
        shutil.copytree(schema_versions.MIGRATIONS, steps)
        (steps / "versions" / "9000_more.py").write_text(
            f'from alembic import op\n\nrevision = "9000"\ndown_revision = "{newest}"\n\n\n'
            'def upgrade():\n    op.execute("CREATE TABLE more (number INTEGER)")\n'
        )
        monkeypatch.setattr(schema_versions, "MIGRATIONS", steps)
        return "9000"

    yield add
    if "store_url" in request.fixturenames:  # PostgreSQL's is the next test's, too
        engine = create_engine(request.getfixturevalue("store_url"))
        with engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE IF EXISTS more")
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{newest}'")
        engine.dispose()


@pytest.fixture(scope="session")
def postgres() -> Iterator[server.Server]:
    """A PostgreSQL. Without the programs the tier is missing, and in CI that is a failure."""
    if reason := server.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with server.running() as one:
        yield one


@pytest.fixture
def postgres_url(postgres: server.Server) -> str:
    """The address of an empty database on it, the tables made. Whoever is still connected to it from another test is cut off."""
    return postgres.emptied()


@pytest.fixture(params=server.ENGINES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store: each test that asks for it is run once with SQLite and once with PostgreSQL."""
    return f"sqlite:///{tmp_path}/judge.db" if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture(scope="session")
def shipped() -> Assets:
    """The grammar, templates and games folders of the checkout."""
    return find_assets()


@pytest.fixture(scope="session")
def ruleset(shipped: Assets) -> Ruleset:
    """Standard Diplomacy."""
    return load_ruleset("standard", [shipped.games], shipped.grammars())


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(1901, 4, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def move(self, **units: float) -> None:
        self.at += timedelta(**units)


@pytest.fixture
def clock() -> FakeClock:
    """Noon on the first of April 1901."""
    return FakeClock()
