"""A game by mail, whole: a game, its players' letters, and what these brought. For tests that play to the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.game import Game
from judge.game.model.serialization import read_game
from judge.rules import Ruleset
from tests.letters.post_office import GM, PostOffice, body, headline


def mail_of(power: str) -> str:
    """The address of a power's player."""
    return f"{power.lower().replace(' ', '-')}@mail.example"


class Table:
    """One game on its way, each player having joined as the power that he plays."""

    def __init__(self, folder: Path, variant: str, name: str) -> None:
        self.office = PostOffice(folder)
        self.rules: Ruleset = self.office.parts.rules(variant)
        self.name = name
        self.reports: list[str] = []
        self.answers: list[str] = []
        self.begin(f"CREATE {name} VARIANT {variant}\n")

    def begin(self, create: str, more: str = "") -> None:
        """Open the game, seat everybody, and start. `more`: what the GM says before that."""
        self.office.staged(lambda: self._begin(create, more), create, more)

    def _begin(self, create: str, more: str) -> None:
        self.office.letter(f"Harriet Lowe <{GM}>", create)
        for power in self.rules.powers:
            self.office.letter(f"{power.name} Player <{mail_of(power.name)}>", f"JOIN {self.name} PREFER {power.name}")
        if more:
            self.office.letter(GM, more)
        self.office.letter(GM, "START")

    @property
    def game(self) -> Game:
        """The game as the store has it."""
        with self.office.parts.store.look() as work:
            stored = work.games.get(self.name)
        assert stored is not None
        return read_game(stored.head)

    def send(self, power: str, lines: Sequence[str], final: str = "FINAL") -> str:
        """A letter with orders, as a rule with FINAL, which is sent again by itself where it does not count; the answer to the
        orders. What came of it is kept.
        """
        answer = self._sent(power, lines, final)
        if "Your FINAL does not count yet" in answer:
            self._sent(power, (), final)
        return answer

    def _sent(self, power: str, lines: Sequence[str], final: str) -> str:
        answer = ""
        for message in self.office.letter(mail_of(power), "\n".join([*lines, final])):
            if message["To"] == mail_of(power):
                report = " results." in headline(message)
                (self.reports if report else self.answers).append(body(message))
                answer = answer if report else body(message)
        return answer

    def standing(self, power: str) -> list[str]:
        """The orders that stand for a power."""
        found = self.game.standing.get(power)
        return [self.rules.notation.write(order) for order in found.orders] if found else []
