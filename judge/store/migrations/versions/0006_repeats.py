"""Letters are known again by their Message-ID, however many their author has written."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = depends_on = None


def upgrade() -> None:
    """What finds a letter that came before."""
    op.create_index("readings_message_id", "readings", ["message_id"])
