"""A question whether a letter counts is about no seat. Its notice said `confirm` in the place of one."""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Leave out what is no seat."""
    op.execute("UPDATE notices SET seat = '' WHERE seat = 'confirm'")
