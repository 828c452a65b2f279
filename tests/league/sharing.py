"""1492: what the reader of a chart may know by it."""

from __future__ import annotations

from tests.secrecy.reader import May


def with_chart(reader: May, owner: May) -> May:
    """The mail that brings a chart may hold the places that its owner knows, and nothing beyond them; later mails may not."""
    shown = {place.casefold() for place in owner.places}
    return reader._replace(
        places=reader.places | owner.places, hidden=reader.hidden - shown, phrases=reader.phrases & owner.phrases,
    )  # fmt: skip
