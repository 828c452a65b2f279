"""Tokens: the secrets in the judge's reply addresses. They are derived from one key; the store keeps only their hashes (marks)."""
from __future__ import annotations

import base64
import hashlib
import hmac
import re

from judge.seat import Seat

_BYTES = 15
"""120 bits, written as 24 characters from a to z and 2 to 7, which survive mail programs that fold case."""


class ReplyTokens:
    """Makes and recognises tokens. Nobody without the key can make one from the contents of the database.

    `epoch` is a random name drawn at the last restore of a backup, '' before. After a restore, numbers of letters are given out
    again.
    """

    def __init__(self, key: bytes, epoch: str = "") -> None:
        self.key, self.epoch = key, epoch

    @property
    def known(self) -> bool:
        """Whether there is a key; reading the store and taking letters need none."""
        return bool(self.key)

    @property
    def fingerprint(self) -> str:
        """What tells one key from another and does not betray it."""
        return self._make("fingerprint")

    def of_seat(self, game: str, seat: Seat, nonce: str) -> str:
        """Make the token of a seat's holder. A new nonce makes a new token and invalidates the old one."""
        return self._make(f"seat/{game}/{seat}/{nonce}")

    def of_held(self, letter: int, epoch: str) -> str:
        """Make the code that confirms a letter held in this epoch."""
        return self._make(f"held/{in_epoch(str(letter), epoch)}")

    def of_letter(self, key: str) -> str:
        """Derive the secret name of a notice, from which its Message-ID and envelope sender are made.

        The notice's own key will not do: it contains numbers of letters and events, and anybody can work it out. By trying keys
        against
        a Message-ID with their own token, a player could find out how many letters others have written.
        """
        return self._make(f"letter/{key}")

    def of_editor(self, person: int, address: str) -> str:
        """Make the reply token of an editor's copy; it is invalid after a change of address. It contains the editor's number."""
        return f"e{person}-{self._make(f'editor/{person}/{address.lower()}')}"

    def is_editor(self, token: str, person: int, address: str) -> bool:
        """Whether a token is this editor's."""
        return hmac.compare_digest(self.of_editor(person, address).encode(), token.lower().encode())

    def _make(self, what: str) -> str:
        digest = hmac.new(self.key, what.encode(), hashlib.sha256).digest()
        return base64.b32encode(digest[:_BYTES]).decode().lower()


def in_epoch(key: str, epoch: str) -> str:
    """Add the epoch to a key: after a restore, the same keys are given out again."""
    return f"{epoch}/{key}" if epoch else key


def editor_in(token: str) -> int | None:
    """Return the number of the person that an editor's token names; None if it is not an editor's token."""
    found = re.fullmatch(r"e(\d{1,9})-[a-z2-7]+", token.lower())
    return int(found[1]) if found else None


def hash_token(token: str) -> str:
    """Hash a token, in any case of its letters, for the store: enough to recognise it but not to make it."""
    return hashlib.sha256(token.lower().encode()).hexdigest()
