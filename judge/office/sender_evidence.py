"""Who a letter is from, and what shows it. What finds it out is `judge.office.intake.authentication`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from judge.commands import PROOFS
from judge.store import Person, SeatRecord

Kind = Literal["code", "token", "editor", "password", "verified", "trusted", "claimed", "nobody"]
_WORTH: dict[Kind, str] = {
    "code": "code", "token": "token", "editor": "editor", "password": "sender", "verified": "sender", "trusted": "sender",
    "claimed": "none", "nobody": "none",
}  # fmt: skip


class SenderEvidence(NamedTuple):
    """Who a letter is from, and what shows it."""

    kind: Kind
    person: Person | None = None
    seat: SeatRecord | None = None
    """The seat whose token it carries."""
    seats: Sequence[SeatRecord] = ()
    """All seats of that person, where they were found with it."""
    about: str = ""
    """The game of a token that is another player's: which game the letter is about, and no more."""
    doubt: str = ""
    """What is wrong with it: `token` (an unknown reply address), `password`, `tries` (guessed too often),
    `fail` (our mail server says it is forged), `senders` (not one From with one mailbox), `address` (not the one from
    which alone this person's mail counts), `again` (it has the Message-ID of an earlier letter that said something else)."""

    def proves(self, needed: str) -> bool:
        """Whether it is good enough for a command that needs this (`judge.commands.PROOFS`)."""
        return PROOFS.index(_WORTH[self.kind]) >= PROOFS.index(needed)
