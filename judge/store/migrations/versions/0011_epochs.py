"""What is drawn anew when a backup is put back, and by which of them each letter of ours is known."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the table and the column; whatever was queued so far is of the first epoch, which has no name."""
    op.create_table("epochs", sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String(64), nullable=False))
    op.add_column("notices", sa.Column("epoch", sa.String(64), nullable=False, server_default=""))
