"""What the server that forks judges loads before it forks any: the judge, its folders read and its words compiled, once for all.

How a judge comes to know its folders is no part of what accidents are to show, and would cost each start half a second.
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

import alembic.command  # noqa: F401  (imported by the judge when it opens its store)

import judge.cli.run  # noqa: F401  (by `judge run`)
from judge.daemon import wiring
from tests.faults import paused, relay  # noqa: F401  (what it forks)
from tests.letters.post_office import PostOffice

with suppress(ImportError):
    import_module("psycopg")  # by a store that is a PostgreSQL
    import_module("sqlalchemy.dialects.postgresql.psycopg")

for name in ("ruleset_loader", "template_loader", "names_to_folders"):
    setattr(wiring, name, cache(getattr(wiring, name)))

with tempfile.TemporaryDirectory() as folder:
    first = PostOffice(Path(folder), games=Path(folder) / "none")
    first.game()
    first.orders("France", "A Par-Bur\nFINAL")
    first.parts.store.close()
