"""What people wish is one record by person, and no longer a table for each wish."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_KEPT = {
    "mapless": ("maps", "SELECT person_id, 0 FROM mapless"),
    "printed": ("name_in_print", "SELECT person_id, how FROM printed"),
    "published": ("address_in_print", "SELECT person_id, 1 FROM published"),
}
"""Table → the field that takes its place, and what it says of whom."""


def upgrade() -> None:
    """Carry over what was wished, and drop the tables."""
    op.add_column("people", sa.Column("preferences", sa.JSON, nullable=False, server_default="{}"))
    people = sa.table("people", sa.column("id"), sa.column("preferences", sa.JSON))
    wishes: dict[int, dict[str, object]] = {}
    for table, (field, query) in _KEPT.items():
        for person, value in op.get_bind().execute(sa.text(query)):
            wishes.setdefault(person, {})[field] = value if isinstance(value, str) else bool(value)
        op.drop_table(table)
    for person, wished in wishes.items():
        op.execute(people.update().where(people.c.id == person).values(preferences=wished))
