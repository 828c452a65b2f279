"""Keep tournaments and leagues of several games."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the table."""
    op.create_table("series", sa.Column("name", sa.String(40), primary_key=True), sa.Column("body", sa.JSON, nullable=False))
