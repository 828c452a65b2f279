"""How many letters of people unknown were answered within an hour is looked up for each such letter."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Index what was answered."""
    answered = sa.text("told = 'stranger'")
    op.create_index("letter_facts_strangers", "letter_facts", ["at"], sqlite_where=answered, postgresql_where=answered)
