"""Letters as a mail program has them: all that goes over the line, and when."""

from __future__ import annotations

from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import NamedTuple

from judge.mail.delivery import OutgoingMessage
from tests.letters.post_office import PostOffice, body, headline


class Whole(NamedTuple):
    """One letter with everything that its reader can look at."""

    to: str
    envelope: str
    """The Return-Path."""
    at: datetime
    """When it was sent."""
    raw: bytes
    """All headers, words and attachments."""

    @property
    def message(self) -> EmailMessage:
        """The letter, taken apart."""
        found = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(found, EmailMessage)
        return found

    @property
    def subject(self) -> str:
        """Its subject, or the line at its head in place of one."""
        return headline(self.message)

    @property
    def text(self) -> str:
        """Its words."""
        return body(self.message)


def listened(office: PostOffice) -> list[Whole]:
    """The list in which every letter is put that an office sends from now on, in the order of sending."""
    heard: list[Whole] = []
    keep = office.hands.keep

    def listen(parcel: OutgoingMessage) -> None:
        heard.append(Whole(parcel.to, parcel.envelope, office.hands.now(), parcel.raw))
        keep(parcel)

    office.hands.keep = listen  # type: ignore[method-assign]
    return heard
