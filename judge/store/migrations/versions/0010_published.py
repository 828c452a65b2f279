"""Whose address zines may print."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table("published", sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True))
