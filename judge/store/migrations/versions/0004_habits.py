"""People's time zones and records, and who had a seat before its holder."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "habits",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.Column("late", sa.Integer, nullable=False),
        sa.Column("silent", sa.Integer, nullable=False),
    )
    op.create_table(
        "tenures",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("since", sa.String(40), nullable=False),
        sa.Column("until", sa.String(40)),
    )
    op.create_index("tenures_game", "tenures", ["game", "seat"])
    op.create_index("tenures_person", "tenures", ["person_id"])
