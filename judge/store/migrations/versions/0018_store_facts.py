"""Keep what judges note about the store and about themselves: a fingerprint of the key, when one was last at work."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "store_facts",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
