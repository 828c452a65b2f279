"""Keep the domain whose valid DKIM signature a letter had. It stays empty for earlier letters."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column."""
    op.add_column("letters", sa.Column("signed", sa.String(320), nullable=False, server_default=""))
