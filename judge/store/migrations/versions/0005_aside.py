"""An index of the letters that were not simply done, so that they can be counted at any time."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

ASIDE = sa.text("state IN ('held', 'refused', 'shunted')")


def upgrade() -> None:
    """Make the index."""
    op.create_index("letters_aside", "letters", ["state"], sqlite_where=ASIDE, postgresql_where=ASIDE)
