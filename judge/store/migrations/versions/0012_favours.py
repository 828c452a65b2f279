"""Games that people opened and people whom they had asked to play, of late: a person may do only so much in a day."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "favours",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("whom", sa.String(320), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("favours_person", "favours", ["person_id", "kind", "at"])
    op.create_index("favours_whom", "favours", ["whom"])
