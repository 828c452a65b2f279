"""Index the answered letters from strangers: each such letter looks up how many were answered within an hour."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the index."""
    answered = sa.text("told = 'stranger'")
    op.create_index("letter_facts_strangers", "letter_facts", ["at"], sqlite_where=answered, postgresql_where=answered)
