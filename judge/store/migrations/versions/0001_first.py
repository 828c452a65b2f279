"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_MOMENT = sa.String(32)


def upgrade() -> None:
    """Make every table of the first version."""
    _letters()
    _games()
    _people()
    _notices()


def _letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("source", sa.String(300), nullable=False, unique=True),
        sa.Column("received", _MOMENT, nullable=False),
        sa.Column("sender", sa.Text, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
    )
    waiting = sa.text("state = 'received'")
    op.create_index("letters_received", "letters", ["received", "id"], sqlite_where=waiting, postgresql_where=waiting)


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("head", sa.JSON, nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("next_due", _MOMENT),
    )
    op.create_index("games_due", "games", ["next_due"])
    _of_game("events", sa.Column("at", _MOMENT, nullable=False), sa.Column("body", sa.JSON, nullable=False))
    _of_game("positions", sa.Column("phase", sa.String(40), nullable=False), sa.Column("body", sa.JSON, nullable=False))
    _of_game("press", sa.Column("seat", sa.String(40), nullable=False), sa.Column("body", sa.JSON, nullable=False))
    op.create_table(
        "secrets",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seed", sa.String(128), nullable=False),
    )


def _of_game(table: str, *columns: sa.Column[object]) -> None:
    game = sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True)
    op.create_table(table, game, sa.Column("seq", sa.Integer, primary_key=True), *columns)


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(320), unique=True),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
    )
    op.create_index("seats_person", "seats", ["person_id"])


def _notices() -> None:
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(300), nullable=False, unique=True),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("next_try", _MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("since", _MOMENT),
        sa.Column("message_id", sa.String(300), nullable=False, server_default=""),
        sa.Column("rendered", sa.LargeBinary),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
    )
    queued = sa.text("state = 'queued'")
    op.create_index("notices_queued", "notices", ["next_try", "id"], sqlite_where=queued, postgresql_where=queued)
