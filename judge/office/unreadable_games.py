"""Games that cannot be opened because their stored data cannot be read: letters about them wait, everything else goes on."""

from __future__ import annotations

from judge.letters import Letter, Notice
from judge.office.environment import Environment
from judge.office.redaction import redact_text
from judge.store.transaction import Transaction

LONGEST = 300
"""How many characters of an error a letter quotes."""


class UnreadableGame(Exception):
    """A game cannot be opened. `at` is the number of its next event, `why` what is wrong; `to` whose letter was about it."""

    def __init__(self, game: str, at: int, error: Exception) -> None:
        self.game, self.at, self.why = game, at, f"{type(error).__name__}: {error}"
        self.to = self.answers = ""
        super().__init__(f"{game} cannot be opened: {self.why} (judge replay {game})")


def tell_operator(work: Transaction, house: Environment, found: UnreadableGame) -> None:
    """Tell the operator once about a game that cannot be opened."""
    if house.operator:
        facts = {"what": "unreadable", "game": found.game, "why": redact_text(found.why[:LONGEST], house.address)}
        work.outbox.queue(Notice(f"alert/unreadable/{found.game}/{found.at}", house.operator, "alert", facts))


def keep_letter(work: Transaction, house: Environment, number: int, letter: Letter, found: UnreadableGame) -> None:
    """Keep a letter until its game can be opened again (`judge letter N --again`), and tell its writer so."""
    work.letters.close(number, "shunted", redact_text(str(found), house.address))
    tell_operator(work, house, found)
    if found.to:
        facts = {"what": "shut", "trace": "", "game": found.game}
        work.outbox.queue(Notice(f"shunt/{number}", found.to, "trouble", facts, answers=found.answers))
