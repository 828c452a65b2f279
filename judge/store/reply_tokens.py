"""Tokens: the secrets in our reply addresses. They follow from one key; the store keeps their marks only."""
from __future__ import annotations

import base64
import hashlib
import hmac
import re

from judge.seat import Seat

_BYTES = 15
"""120 bits, written as 24 letters and figures that survive mailers which fold case: a to z, 2 to 7."""


class ReplyTokens:
    """What makes tokens and knows them again. Without the key nobody can make one from what the database holds.

    `epoch`: what was drawn when a backup was put back last, '' before that. After it letters have numbers that others had before.
    """

    def __init__(self, key: bytes, epoch: str = "") -> None:
        self.key, self.epoch = key, epoch

    @property
    def known(self) -> bool:
        """Whether there is a key; looking and taking letters need none."""
        return bool(self.key)

    def of_seat(self, game: str, seat: Seat, nonce: str) -> str:
        """The token of a seat's holder; a new nonce makes a new token, and the old one is invalid."""
        return self._make(f"seat/{game}/{seat}/{nonce}")

    def of_held(self, letter: int, epoch: str) -> str:
        """The code that makes a letter count which was held in this epoch."""
        return self._make(f"held/{in_epoch(str(letter), epoch)}")

    def of_letter(self, key: str) -> str:
        """What a letter of ours is known by: its Message-ID and its envelope follow from this, and not from the notice's own key.

        Anybody can work out the keys of notices, which hold numbers of letters and of events: with a Message-ID and
        their own token they could try all keys, and so find out how many letters others have written.
        """
        return self._make(f"letter/{key}")

    def of_editor(self, person: int, address: str) -> str:
        """The token in replies to an editor's copy; invalid after a change of mailbox. The number names the editor."""
        return f"e{person}-{self._make(f'editor/{person}/{address.lower()}')}"

    def is_editor(self, token: str, person: int, address: str) -> bool:
        """Whether this is that token."""
        return hmac.compare_digest(self.of_editor(person, address).encode(), token.lower().encode())

    def _make(self, what: str) -> str:
        digest = hmac.new(self.key, what.encode(), hashlib.sha256).digest()
        return base64.b32encode(digest[:_BYTES]).decode().lower()


def in_epoch(key: str, epoch: str) -> str:
    """What is known by a key in its epoch: the same keys are given out again after a backup was put back."""
    return f"{epoch}/{key}" if epoch else key


def editor_in(token: str) -> int | None:
    """The number of the person whose token this says to be, where it is an editor's."""
    found = re.fullmatch(r"e(\d{1,9})-[a-z2-7]+", token.lower())
    return int(found[1]) if found else None


def hash_token(token: str) -> str:
    """What the store keeps of a token, in any case it is written in: enough to know it again, not to write it."""
    return hashlib.sha256(token.lower().encode()).hexdigest()
