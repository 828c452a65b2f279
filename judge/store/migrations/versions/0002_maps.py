"""Who wants no maps."""

import sqlalchemy as sa
from alembic import op

revision = "0002_maps"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table("mapless", sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True))
