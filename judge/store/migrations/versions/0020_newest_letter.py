"""Keep which letters had come when a phase was run. It stays 0, for none, for earlier phases."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the column."""
    op.add_column("positions", sa.Column("newest_letter", sa.Integer, nullable=False, server_default="0"))
