"""The tables of the first release.

The steps of development before it, 0001 to 0011, are gone; a store at 0012, the last of them, has these same tables.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = None

_MOMENT = sa.String(32)
_RECEIVED = sa.text("state = 'received'")
_ASIDE = sa.text("state IN ('held', 'refused', 'shunted')")
_QUEUED = sa.text("state = 'queued'")


def upgrade() -> None:
    """Make the tables."""
    _letters()
    _games()
    _people()
    _zines()


def _letters() -> None:
    """What came, what was sent, and what each letter was found to be."""
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
    op.create_index("letters_aside", "letters", ["state"], sqlite_where=_ASIDE, postgresql_where=_ASIDE)
    op.create_index("letters_received", "letters", ["received", "id"], sqlite_where=_RECEIVED, postgresql_where=_RECEIVED)
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
    op.create_index("readings_message_id", "readings", ["message_id"])
    op.create_index("readings_seat", "readings", ["game", "seat", "at"])
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
        sa.Column("epoch", sa.String(64), nullable=False, server_default=""),
    )
    op.create_index("notices_message_id", "notices", ["message_id"])
    op.create_index("notices_queued", "notices", ["next_try", "id"], sqlite_where=_QUEUED, postgresql_where=_QUEUED)
    op.create_table(
        "bounces",
        sa.Column("address", sa.String(320), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_table(
        "epochs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
    )


def _games() -> None:
    """Games: the snapshot, the events that led to it, the positions between phases, the press."""
    op.create_table(
        "games",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("head", sa.JSON, nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("next_due", _MOMENT),
        sa.Column("stage", sa.String(10), nullable=False, server_default=""),
    )
    op.create_index("games_due", "games", ["next_due"])
    op.create_index("games_stage", "games", ["stage", "name"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
    )
    op.create_table(
        "positions",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("phase", sa.String(40), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
    )
    op.create_table(
        "press",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seed", sa.String(128), nullable=False),
    )


def _people() -> None:
    """People, where they sit and sat, and what they wish."""
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(320), unique=True),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password", sa.String(200), nullable=False, server_default=""),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("tried", _MOMENT),
        sa.Column("bounced", _MOMENT),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("mark", sa.String(64)),
    )
    op.create_index("seats_mark", "seats", ["mark"], unique=True)
    op.create_index("seats_person", "seats", ["person_id"])
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
    op.create_table(
        "habits",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("due", sa.Integer, nullable=False),
        sa.Column("late", sa.Integer, nullable=False),
        sa.Column("silent", sa.Integer, nullable=False),
    )
    op.create_table(
        "mapless",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "printed",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("how", sa.String(8), nullable=False),
    )
    op.create_table(
        "published",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_table(
        "favours",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("whom", sa.String(320), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
    )
    op.create_index("favours_person", "favours", ["person_id", "kind", "at"])
    op.create_index("favours_whom", "favours", ["whom"])
    op.create_table(
        "wishes",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("until", _MOMENT, nullable=False),
    )


def _zines() -> None:
    """Zines that print games."""
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("zine", sa.String(80), nullable=False),
        sa.Column("copydate", sa.JSON, nullable=False),
        sa.Column("formats", sa.JSON, nullable=False),
        sa.Column("style", sa.Text, nullable=False),
        sa.Column("errata", sa.JSON, nullable=False),
        sa.Column("last", _MOMENT),
        sa.Column("due", _MOMENT, nullable=False),
    )
    op.create_index("subscriptions_due", "subscriptions", ["due"])
    op.create_index("subscriptions_person", "subscriptions", ["person_id"])
    op.create_table(
        "carried",
        sa.Column("subscription", sa.Integer, sa.ForeignKey("subscriptions.id"), primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.name"), primary_key=True),
        sa.Column("since", _MOMENT, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("printed", sa.JSON, nullable=False),
    )
    op.create_index("carried_game", "carried", ["game"])
