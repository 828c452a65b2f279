"""Each game's stage in a column of its own, so that LIST need not read the cards of all games."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the column, and fill it from the cards."""
    op.add_column("games", sa.Column("stage", sa.String(10), nullable=False, server_default=""))
    op.create_index("games_stage", "games", ["stage", "name"])
    games = sa.table("games", sa.column("card", sa.JSON), sa.column("stage", sa.String))
    op.execute(games.update().values(stage=sa.func.coalesce(games.c.card["stage"].as_string(), "")))
