"""Versions: how far a store's tables have been brought, step by step (`migrations`), and how far this judge brings them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from judge.store.tables import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
LAST_BEFORE = "git checkout ac1459b"
"""The last version that brings up to date what judges left before the first release."""
_NAME = re.compile(r'^revision = "(\w+)"$', re.MULTILINE)
_VERSION = text("SELECT version_num FROM alembic_version")


def migration_names() -> Sequence[str]:
    """The names of all steps, the newest last, as their files say them: to ask Alembic takes longer than to take a letter."""
    files = sorted((MIGRATIONS / "versions").glob("[0-9]*.py"))
    return [name for path in files for name in _NAME.findall(path.read_text("utf-8"))]


def schema_version(connection: Connection) -> str:
    """The last step that was taken in a store; '' where there are no tables yet."""
    there = inspect(connection).has_table("alembic_version")
    return str(connection.execute(_VERSION).scalar_one()) if there else ""


def require_known(found: str) -> None:
    """Refuse a store, or a backup, of a version that this judge neither has nor can bring up to date.

    Raises:
        OSError: it has taken steps that are not known here; the message says what to do.
    """
    known = migration_names()
    if found in known:
        return
    if found < known[0]:
        raise OSError(
            f"its tables are from before the first release (step {found}), and this judge starts from step {known[0]}: "
            f"let the last version before it ({LAST_BEFORE}) start on it once, then this one"
        )
    raise OSError(f"its tables are a newer judge's than this one (step {found}, this one knows {known[-1]}): use that one")


def is_current(found: str) -> bool:
    """Whether nothing is to be done for a store of this version; '' is one without tables.

    Raises:
        OSError: as for `require_known`.
    """
    if found:
        require_known(found)
    return found == migration_names()[-1]


def require_current(found: str) -> None:
    """For callers that do not upgrade, since an older judge may be at work. Raises OSError, which says what to do."""
    if not found:
        raise OSError("there are no tables in it; `judge run` makes them")
    if not is_current(found):
        newest = migration_names()[-1]
        raise OSError(
            f"its tables are an older judge's (step {found}, this one's is {newest}), which may be running: "
            "stop it and start this one, which brings them up to date"
        )


def upgrade_schema(connection: Connection) -> None:
    """Make the tables in an empty database, or take the steps that a store lacks, inside the connection's transaction."""
    from alembic import command  # here: it takes longer to import than a letter takes to read
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if schema_version(connection):
        command.upgrade(config, "head")
    else:
        metadata.create_all(connection)
        command.stamp(config, "head")
