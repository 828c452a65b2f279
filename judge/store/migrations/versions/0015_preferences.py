"""Keep a person's preferences in one record instead of one table for each."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_KEPT = {
    "mapless": ("maps", "SELECT person_id, 0 FROM mapless"),
    "printed": ("name_in_print", "SELECT person_id, how FROM printed"),
    "published": ("address_in_print", "SELECT person_id, 1 FROM published"),
}
"""Old table → the field that replaces it, and the query for its value by person."""


def upgrade() -> None:
    """Copy the preferences and drop the old tables."""
    op.add_column("people", sa.Column("preferences", sa.JSON, nullable=False, server_default="{}"))
    people = sa.table("people", sa.column("id"), sa.column("preferences", sa.JSON))
    wishes: dict[int, dict[str, object]] = {}
    for table, (field, query) in _KEPT.items():
        for person, value in op.get_bind().execute(sa.text(query)):
            wishes.setdefault(person, {})[field] = value if isinstance(value, str) else bool(value)
        op.drop_table(table)
    for person, wished in wishes.items():
        op.execute(people.update().where(people.c.id == person).values(preferences=wished))
