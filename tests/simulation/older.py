"""Stores of older judges: how one is left in the place of today's, and what must be in it once it was brought up to date.

`UNDO` has the opposite of each of the judge's steps that changes something, written in SQL for SQLite. What a step adds is lost by
that: which letters had come when a phase was run, and what judges noted of themselves. What must be there after the steps is worked
out here, from the rows of the older store alone.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

LEFT = Path(__file__).parents[1] / "store/older.sql"
"""A store as the last judge before the first release left it, with two games, and a letter that waits."""
OLDEST = "0012"
"""Its step."""
ITS_LETTER, ITS_WRITER = "<179535647565.873.16364440121175372255@players.example>", "dieter@players.example"
"""The letter that waits in it."""
RENAMED = {
    "favours": "limited_actions", "wishes": "lines_for_gm", "readings": "letter_facts", "habits": "profiles",
    "carried": "zine_games",
}  # fmt: skip
"""Old name of a table → its name."""
_INDEXES = {
    "favours": {"person": "person_id, kind, at", "whom": "whom"},
    "readings": {"author": "author, at", "message_id": "message_id", "seat": "game, seat, at"},
    "carried": {"game": "game"},
}
WISHES = ("mapless", "printed", "published")
"""Tables of what people wished, each of which became a field of their preferences."""
ADDED = {("letters", "signed"): "", ("positions", "newest_letter"): 0}
"""Columns that came later → what is in them for rows from before that."""
UNCOMPARED = ("alembic_version", "store_facts")
"""Tables in which a judge notes what it has done itself."""
BY_KEY = "mark"
"""A column that follows from the judge's key and is worked out anew when that is another."""


def _names_undone() -> Sequence[str]:
    found = []
    for old, new in RENAMED.items():
        found += [f"DROP INDEX {new}_{index}" for index in _INDEXES.get(old, {})]
        found.append(f"ALTER TABLE {new} RENAME TO {old}")
        found += [f"CREATE INDEX {old}_{index} ON {old} ({columns})" for index, columns in _INDEXES.get(old, {}).items()]
    return found


UNDO: dict[str, Sequence[str]] = {
    "0020": ["ALTER TABLE positions DROP COLUMN newest_letter"],
    "0019": ["DROP TABLE series"],
    "0018": ["DROP TABLE store_facts"],
    "0017": ["ALTER TABLE letters DROP COLUMN signed"],
    "0016": ["DROP INDEX letter_facts_strangers"],
    "0015": [
        "CREATE TABLE mapless (person_id INTEGER NOT NULL PRIMARY KEY REFERENCES people (id))",
        "CREATE TABLE published (person_id INTEGER NOT NULL PRIMARY KEY REFERENCES people (id))",
        "CREATE TABLE printed (person_id INTEGER NOT NULL PRIMARY KEY REFERENCES people (id), how VARCHAR(8) NOT NULL)",
        "INSERT INTO mapless SELECT id FROM people WHERE json_extract(preferences, '$.maps') = 0",
        "INSERT INTO published SELECT id FROM people WHERE json_extract(preferences, '$.address_in_print')",
        "INSERT INTO printed SELECT id, json_extract(preferences, '$.name_in_print') FROM people"
        " WHERE json_extract(preferences, '$.name_in_print') IS NOT NULL",
        "ALTER TABLE people DROP COLUMN preferences",
    ],
    "0014": _names_undone(),
    "0013": ["UPDATE notices SET seat = 'confirm' WHERE kind = 'confirm' AND seat = ''"],
}  # fmt: skip
"""Step → what undoes it, the newest first."""

Contents = dict[str, list[dict[str, Any]]]
"""Table → its rows."""


def leave_oldest(file: Path) -> None:
    """Put the oldest store that can be brought up to date where there is none yet."""
    with closing(sqlite3.connect(file)) as db:
        db.executescript(LEFT.read_text("utf-8"))


def turn_back(file: Path, lots: Random) -> str:
    """Make a store, which nobody has open, what an older judge would have left, and return its step.

    Some people have wishes then, each in its own table if the step is from before they came into one record.
    """
    step = lots.choice([OLDEST, *UNDO][:-1])  # the newest is today's
    with closing(sqlite3.connect(file)) as db:
        for undone, statements in UNDO.items():
            if undone > step:
                for statement in statements:
                    db.execute(statement)
        db.execute("UPDATE alembic_version SET version_num = ?", [step])
        if step < "0015":
            for (person,) in db.execute("SELECT id FROM people ORDER BY id").fetchall():
                name = lots.choice((*WISHES, "", ""))
                if name:
                    row = (person, "surname") if name == "printed" else (person,)
                    db.execute(f"INSERT OR REPLACE INTO {name} VALUES ({', '.join('?' * len(row))})", row)
        db.commit()
    return step


def to_be(file: Path) -> Contents:
    """What must be in a store of an older judge once it was brought up to date."""
    found = contents(file)
    found = {RENAMED.get(name, name): rows for name, rows in found.items()}
    wished: dict[int, dict[str, Any]] = {}
    for row in found.pop("mapless", ()):
        wished.setdefault(row["person_id"], {})["maps"] = False
    for row in found.pop("printed", ()):
        wished.setdefault(row["person_id"], {})["name_in_print"] = row["how"]
    for row in found.pop("published", ()):
        wished.setdefault(row["person_id"], {})["address_in_print"] = True
    for row in found["people"]:
        row["preferences"] = json.loads(row["preferences"]) if "preferences" in row else wished.get(row["id"], {})
    for (table, column), value in ADDED.items():
        for row in found[table]:
            row.setdefault(column, value)
    for row in found["notices"]:
        row["seat"] = "" if row["seat"] == "confirm" else row["seat"]
    return {**found, "series": found.get("series", [])}


def differs(file: Path, right: Contents) -> str:
    """Say where the contents of a store are not these; '' if they are."""
    found = contents(file)
    for row in found.get("people", ()):
        row["preferences"] = json.loads(row["preferences"])
    if found.keys() != right.keys():
        return f"the tables {sorted(found.keys() ^ right.keys())}"
    for name, rows in right.items():
        lost, new = Counter(map(_text, rows)), Counter(map(_text, found[name]))
        if lost != new:
            return f"{name} lacks {sorted(lost - new)[:1]}, and has {sorted(new - lost)[:1]}"
    return ""


def _text(row: dict[str, Any]) -> str:
    values = [(column, value) for column, value in row.items() if column != BY_KEY]
    return repr(sorted((column, sorted(value.items()) if isinstance(value, dict) else value) for column, value in values))


def contents(file: Path) -> Contents:
    """Read all rows of a store."""
    with closing(sqlite3.connect(file)) as db:
        db.row_factory = sqlite3.Row
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: [dict(row) for row in db.execute(f'SELECT * FROM "{name}"')] for name in names if name not in UNCOMPARED}
