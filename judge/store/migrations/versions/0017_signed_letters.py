"""A letter keeps whose DKIM signature vouched for it when it came. Earlier letters were not looked at."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column."""
    op.add_column("letters", sa.Column("signed", sa.String(320), nullable=False, server_default=""))
