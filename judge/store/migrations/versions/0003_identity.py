"""Who wrote: marks instead of tokens, held letters, what letters were found to be, passwords, bounces, wishes to the GM."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002_maps"

_MOMENT = sa.String(32)


def upgrade() -> None:
    """A token that was kept becomes its seat's nonce; the store, which has the key, makes the new token's mark."""
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("token", new_column_name="nonce", existing_type=sa.String(64), existing_nullable=False)
        seats.add_column(sa.Column("mark", sa.String(64)))
    if op.get_bind().dialect.name != "sqlite":  # SQLite, which makes the table anew, has left it behind
        op.drop_constraint("seats_token_key", "seats")
    op.create_index("seats_mark", "seats", ["mark"], unique=True)
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("password", sa.String(200), nullable=False, server_default=""))
        people.add_column(sa.Column("tries", sa.Integer, nullable=False, server_default="0"))
        people.add_column(sa.Column("tried", _MOMENT))
        people.add_column(sa.Column("bounced", _MOMENT))
    op.create_index("notices_message_id", "notices", ["message_id"])
    _held()
    _readings()
    _small()


def _held() -> None:
    op.create_table(
        "held",
        sa.Column("letter", sa.Integer, sa.ForeignKey("letters.id"), primary_key=True),
        sa.Column("mark", sa.String(64), nullable=False, unique=True),
        sa.Column("why", sa.String(10), nullable=False),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("phases", sa.JSON, nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
    )
    op.create_index("held_address", "held", ["address"])


def _readings() -> None:
    op.create_table(
        "readings",
        sa.Column("letter", sa.Integer, sa.ForeignKey("letters.id"), primary_key=True),
        sa.Column("author", sa.String(340), nullable=False),
        sa.Column("message_id", sa.String(420), nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("written", _MOMENT),
        sa.Column("game", sa.String(40), nullable=False, server_default=""),
        sa.Column("seat", sa.String(40), nullable=False, server_default=""),
        sa.Column("told", sa.String(8), nullable=False, server_default=""),
    )
    op.create_index("readings_author", "readings", ["author", "at"])
    op.create_index("readings_seat", "readings", ["game", "seat", "at"])


def _small() -> None:
    op.create_table(
        "bounces",
        sa.Column("address", sa.String(320), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_table(
        "wishes",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
    )
