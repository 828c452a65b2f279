"""A letter as it comes out of the judge, read once: the library's own reading of headers would take most of a league's time."""

from __future__ import annotations

import quopri
from collections.abc import Mapping
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header, make_header
from email.policy import default

from judge.mail.delivery import OutgoingMessage
from tests.letters.post_office import first_said


@dataclass(frozen=True)
class Came:
    """Headers, unfolded and decoded, and the words of a letter, without its files."""

    headers: Mapping[str, str]
    words: str
    envelope: str = ""
    """Where it goes back to if it cannot be delivered."""

    def __getitem__(self, name: str) -> str:
        return self.headers.get(name.lower(), "")

    @property
    def asks(self) -> bool:
        """Whether it asks if something is meant: a reply to it means yes."""
        return "confirm." in self["Reply-To"]

    @property
    def headline(self) -> str:
        """What it says first: its subject, or the line at its head if its subject says only the phase."""
        return first_said(self["Subject"], self.words)

    def get_content(self) -> str:
        """The words, by the name that letters of the library have for it."""
        return self.words


def came(parcel: OutgoingMessage) -> Came:
    """The letter in a parcel. Our own letters have each header on one line, and are in ASCII or in quoted-printable UTF-8."""
    head, _, words = parcel.raw.partition(b"\r\n\r\n")
    lines = (line.partition(":") for line in head.decode().split("\r\n"))
    headers = {name.lower(): _plain(value.strip()) for name, _, value in lines}
    if headers.get("content-type", "").startswith("multipart"):  # rare: an editor's copy, with its files
        del headers["content-type"]  # what parts them looks like an address
        first = message_from_bytes(parcel.raw, policy=default).get_body(("plain",))
        return Came(headers, str(first.get_content()).replace("\r\n", "\n") if first else "", parcel.envelope)
    if headers.get("content-transfer-encoding") == "quoted-printable":
        words = quopri.decodestring(words)
    return Came(headers, words.decode("utf-8").replace("\r\n", "\n"), parcel.envelope)


def _plain(value: str) -> str:
    return str(make_header(decode_header(value))) if "=?" in value else value
