"""Zines that print games: how their editors want the copy, and what was printed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("zine", sa.String(80), nullable=False),
        sa.Column("copydate", sa.JSON, nullable=False),
        sa.Column("formats", sa.JSON, nullable=False),
        sa.Column("style", sa.Text, nullable=False),
        sa.Column("errata", sa.JSON, nullable=False),
        sa.Column("last", sa.String(32)),
        sa.Column("due", sa.String(32), nullable=False),
    )
    op.create_index("subscriptions_due", "subscriptions", ["due"])
    op.create_index("subscriptions_person", "subscriptions", ["person_id"])
    op.create_table(
        "carried",
        sa.Column("subscription", sa.Integer, sa.ForeignKey("subscriptions.id"), primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("since", sa.String(32), nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("printed", sa.JSON, nullable=False),
    )
    op.create_index("carried_game", "carried", ["game"])
