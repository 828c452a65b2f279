"""The tables. Events refer to seats; names, addresses and press are in other tables, so that a person can be forgotten."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)
from sqlalchemy.types import TypeDecorator

from judge.seat import Seat


class UtcInstant(TypeDecorator[datetime]):
    """An aware instant, stored as ISO 8601 in UTC with microseconds: the width is fixed, so that text order is time order."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:
        """Convert an aware datetime to text.

        Raises:
            ValueError: the datetime has no time zone.
        """
        if value is not None and value.tzinfo is None:
            raise ValueError(f"a naive datetime cannot be stored: {value!r}")
        return None if value is None else format_instant(value)

    def process_result_value(self, value: str | None, dialect: Any) -> datetime | None:
        """Convert text to an aware datetime in UTC."""
        return None if value is None else datetime.fromisoformat(value)


class SeatText(TypeDecorator[Seat]):
    """A seat, stored as its text; '' for None."""

    impl = String(40)
    cache_ok = True

    def process_bind_param(self, value: Seat | None, dialect: Any) -> str:
        """Convert a seat to text."""
        return "" if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Any) -> Seat | None:
        """Convert text to a seat. Raises ValueError for invalid text."""
        return Seat.read(value) if value else None


def format_instant(at: datetime) -> str:
    """Format an aware instant as it is stored."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


metadata = MetaData()

letters = Table(
    "letters",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("source", String(300), nullable=False, unique=True),
    Column("received", UtcInstant, nullable=False),
    Column("sender", Text, nullable=False),
    Column("recipient", Text, nullable=False),
    Column("raw", LargeBinary, nullable=False),
    Column("state", String(8), nullable=False),
    Column("note", Text, nullable=False, server_default=""),
    Column("signed", String(320), nullable=False, server_default=""),
)
RECEIVED = text("state = 'received'")  # literal text: with a bound value SQLite would not see that the index fits
Index("letters_received", letters.c.received, letters.c.id, sqlite_where=RECEIVED, postgresql_where=RECEIVED)
ASIDE = text("state IN ('held', 'refused', 'shunted')")
Index("letters_aside", letters.c.state, sqlite_where=ASIDE, postgresql_where=ASIDE)

games = Table(
    "games",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("head", JSON, nullable=False),
    Column("card", JSON, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("next_due", UtcInstant),
    Column("stage", String(10), nullable=False, server_default=""),  # copied from the card
)
Index("games_due", games.c.next_due)
Index("games_stage", games.c.stage, games.c.name)

events = Table(
    "events",
    metadata,
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", UtcInstant, nullable=False),
    Column("body", JSON, nullable=False),
)

positions = Table(
    "positions",
    metadata,
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("phase", String(40), nullable=False),
    Column("body", JSON, nullable=False),
    Column("newest_letter", Integer, nullable=False, server_default="0"),  # the newest letter when it was run; 0 if none is known
)

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(320), unique=True),  # the address in lower case; null once forgotten
    Column("address", String(320), nullable=False),
    Column("name", Text, nullable=False),
    Column("password", String(200), nullable=False, server_default=""),  # salt and scrypt hash; '' for none
    Column("tries", Integer, nullable=False, server_default="0"),  # wrong passwords in a row
    Column("tried", UtcInstant),  # when the last wrong guess was
    Column("bounced", UtcInstant),  # when the address was marked as unreachable; null while mail reaches it
    Column("preferences", JSON, nullable=False, server_default="{}"),  # the fields of `Preferences` that the person has set
)

seats = Table(
    "seats",
    metadata,
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("seat", SeatText, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("mark", String(64)),
)
Index("seats_person", seats.c.person_id)
Index("seats_mark", seats.c.mark, unique=True)

profiles = Table(
    "profiles",
    metadata,
    Column("person_id", ForeignKey("people.id"), primary_key=True),
    Column("zone", String(60), nullable=False),
    Column("due", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("silent", Integer, nullable=False),
)

tenures = Table(
    "tenures",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey("games.name"), nullable=False),
    Column("seat", SeatText, nullable=False),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("since", String(40), nullable=False),
    Column("until", String(40)),
)
Index("tenures_game", tenures.c.game, tenures.c.seat)
Index("tenures_person", tenures.c.person_id)

press = Table(
    "press",
    metadata,
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", SeatText, nullable=False),
    Column("body", JSON, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("seed", String(128), nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(300), nullable=False, unique=True),
    Column("address", String(320), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("facts", JSON, nullable=False),
    Column("game", String(40), nullable=False),  # no foreign key: a notice may be about a game that does not exist
    Column("seat", SeatText, nullable=False),
    Column("answers", Text, nullable=False),
    Column("state", String(8), nullable=False),
    Column("next_try", UtcInstant, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("since", UtcInstant),
    Column("message_id", String(300), nullable=False, server_default=""),
    Column("rendered", LargeBinary),
    Column("note", Text, nullable=False, server_default=""),
    Column("epoch", String(64), nullable=False, server_default=""),  # when it was queued; its Message-ID is derived from it
)
QUEUED = text("state = 'queued'")
Index("notices_queued", notices.c.next_try, notices.c.id, sqlite_where=QUEUED, postgresql_where=QUEUED)
Index("notices_message_id", notices.c.message_id)

limited_actions = Table(
    "limited_actions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("kind", String(8), nullable=False),  # games, guests, moves, practice
    Column("whom", String(320), nullable=False),  # the game's name, the address of a guest or new mailbox in lower case
    Column("at", UtcInstant, nullable=False),
)
Index("limited_actions_person", limited_actions.c.person_id, limited_actions.c.kind, limited_actions.c.at)
Index("limited_actions_whom", limited_actions.c.whom)

epochs = Table("epochs", metadata, Column("id", Integer, primary_key=True), Column("name", String(64), nullable=False))
"""The epochs begun by `judge restore`; the last row is current. Row numbers are given out again after a restore, so what is derived
from them must differ.
"""

held = Table(
    "held",
    metadata,
    Column("letter", ForeignKey("letters.id"), primary_key=True),
    Column("mark", String(64), nullable=False, unique=True),
    Column("why", String(10), nullable=False),
    Column("address", String(320), nullable=False),
    Column("phases", JSON, nullable=False),
    Column("until", UtcInstant, nullable=False),
    Column("state", String(8), nullable=False),
)
Index("held_address", held.c.address)

letter_facts = Table(
    "letter_facts",
    metadata,
    Column("letter", ForeignKey("letters.id"), primary_key=True),
    Column("author", String(340), nullable=False),
    Column("message_id", String(420), nullable=False),
    Column("content", String(64), nullable=False),
    Column("at", UtcInstant, nullable=False),
    Column("written", UtcInstant),
    Column("game", String(40), nullable=False, server_default=""),
    Column("seat", SeatText, nullable=False, server_default=""),
    Column("told", String(8), nullable=False, server_default=""),
)
Index("letter_facts_author", letter_facts.c.author, letter_facts.c.at)
Index("letter_facts_message_id", letter_facts.c.message_id)
Index("letter_facts_seat", letter_facts.c.game, letter_facts.c.seat, letter_facts.c.at)
_STRANGER = text("told = 'stranger'")
Index("letter_facts_strangers", letter_facts.c.at, sqlite_where=_STRANGER, postgresql_where=_STRANGER)

bounces = Table(
    "bounces",
    metadata,
    Column("address", String(320), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("note", Text, nullable=False),
)

lines_for_gm = Table(
    "lines_for_gm",
    metadata,
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("seat", SeatText, primary_key=True),
    Column("line", Text, nullable=False),
    Column("until", UtcInstant, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("person_id", ForeignKey("people.id"), nullable=False),
    Column("zine", String(80), nullable=False),
    Column("copydate", JSON, nullable=False),
    Column("formats", JSON, nullable=False),
    Column("style", Text, nullable=False),
    Column("errata", JSON, nullable=False),
    Column("last", UtcInstant),
    Column("due", UtcInstant, nullable=False),
)
Index("subscriptions_due", subscriptions.c.due)
Index("subscriptions_person", subscriptions.c.person_id)

zine_games = Table(
    "zine_games",
    metadata,
    Column("subscription", ForeignKey("subscriptions.id"), primary_key=True),
    Column("game", ForeignKey("games.name"), primary_key=True),
    Column("since", UtcInstant, nullable=False),
    Column("after", Integer, nullable=False),
    Column("printed", JSON, nullable=False),
)
Index("zine_games_game", zine_games.c.game)

LONGEST_FACT = 80
"""Characters of a fact's name."""
store_facts = Table(
    "store_facts",
    metadata,
    Column("name", String(LONGEST_FACT), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What judges note about the store itself and about themselves, each by its name (`judge.store.facts`)."""

series = Table(
    "series",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("body", JSON, nullable=False),
)
"""Tournaments and leagues (`judge.store.series`)."""
