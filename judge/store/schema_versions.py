"""Schema versions: the migrations that a store has had, and those that this judge knows (`migrations`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from judge.store.locks import StoreRefused
from judge.store.tables import metadata
from judge.version import judge_version

MIGRATIONS = Path(__file__).parent / "migrations"
LAST_BEFORE = "git checkout ac1459b"
"""The last version that can migrate a store from before the first release."""
_NAME = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
_VERSION = text("SELECT version_num FROM alembic_version")
STARTED = "version"
"""The fact in the store: the version of the judge that was started last."""
_STARTED = text("SELECT value FROM store_facts WHERE name = :name").bindparams(name=STARTED)


def migration_names() -> Sequence[str]:
    """List the names of all migrations, newest last, from their file names: asking Alembic takes longer than taking a letter."""
    files = sorted((MIGRATIONS / "versions").glob("[0-9]*.py"))
    return [name for path in files for name in _NAME.findall(path.read_text("utf-8"))]


def migration_summary(name: str) -> str:
    """Return the first sentence of what a migration says of itself, without its full stop; '' if it says nothing."""
    (file,) = (MIGRATIONS / "versions").glob(f"{name}*.py")
    said = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(said.split(". ")[0].split()).removesuffix(".")


def schema_version(connection: Connection) -> str:
    """Return the name of a store's last migration; '' if it has no tables."""
    there = inspect(connection).has_table("alembic_version")
    return str(connection.execute(_VERSION).scalar_one()) if there else ""


def judge_of(connection: Connection) -> str:
    """Return the version of the judge that was started last on a store; '' if none noted it."""
    there = inspect(connection).has_table("store_facts")
    return str(connection.execute(_STARTED).scalar_one_or_none() or "") if there else ""


def require_known(found: str, by: str = "") -> None:
    """Refuse a store, or a backup, of a version that this judge neither has nor can migrate.

    Args:
        by: the version of the judge that wrote it, if that is known.

    Raises:
        StoreRefused: it has had migrations that are not known here; the message says what to do.
    """
    known = migration_names()
    if found in known:
        return
    if found < known[0]:
        raise StoreRefused(
            f"its tables are from before the first release (step {found}), and this judge starts from step {known[0]}: "
            f"let the last version before it ({LAST_BEFORE}) start on it once, then this one"
        )
    raise StoreRefused(
        f"its tables are a newer judge's ({by}{by and ', '}step {found}) than this one's, {judge_version()} (step {known[-1]}): "
        "start the newer judge, or restore a backup from before the upgrade (`judge restore`)"
    )


def is_current(found: str, by: str = "") -> bool:
    """Whether a store of this version needs no migration; '' means that it has no tables.

    Raises:
        OSError: as for `require_known`.
    """
    if found:
        require_known(found, by)
    return found == migration_names()[-1]


def require_current(found: str, by: str = "") -> None:
    """Refuse a store that would need a migration, because an older judge may be using it. Raises OSError, which says what to do."""
    if not found:
        raise OSError("there are no tables in it; `judge run` makes them")
    if not is_current(found, by):
        newest = migration_names()[-1]
        raise OSError(
            f"its tables are an older judge's (step {found}, this one's is {newest}), which may be running: "
            f"stop it and start this one ({judge_version()}), which brings them up to date"
        )


def upgrade_schema(connection: Connection) -> None:
    """Create the tables in an empty database, or run the missing migrations, inside the connection's transaction."""
    from alembic import command  # not at the top: importing Alembic takes longer than taking a letter
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if schema_version(connection):
        command.upgrade(config, "head")
    else:
        metadata.create_all(connection)
        command.stamp(config, "head")
