"""What is rare at a GM's desk: games that were begun elsewhere, a board counted again, rounds of a series; and what people do by
themselves: a word of their own in the dice, a game against house players.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from random import Random

from judge.seat import GM
from tests.league.came import Came
from tests.league.league import EXPLORERS, League
from tests.league.people import Person
from tests.league.plan import Fixture

ELSEWHERE = "IMPORT\nSpring 1901\nFrance: A Par-Bur, A Mar S A Par-Bur, F Bre-MAO\nAustria: A Vie-Gal\nRussia: A War-Gal\nEND"
"""What was played before the game moved here."""
SERIES, ENTRANTS = "frost", 7


class Desk:
    """That part of a league's life; what everybody does is `Life`. Each is done once, if it has not been obeyed yet."""

    league: League
    lots: Random
    players: list[Person]
    masters: list[Person]
    _seats: Mapping[str, list[Person]]

    @abstractmethod
    def say(self, person: Person, text: str, game: str = "", **how: str) -> list[Came]:
        """Write a letter."""

    def _never(self, word: str) -> bool:
        return not self.league.heard.obeyed[word]

    def rarely(self, gm: Person, fixture: Fixture) -> None:
        """Plan all this once a game has been opened."""
        rules = self.league.office.parts.rules(fixture.variant)
        if rules.dice:
            for days in (3, 9, 18, 27, 40):  # somebody has joined by one of these, and the game has not begun
                self.league.later(24 * days, "luck", partial(self.luck, fixture.name))
        if fixture.variant == "standard":
            self.league.later(30, f"{fixture.name} was begun elsewhere", partial(self.bring, gm, fixture.name))
        for days in (50, 70, 90):
            self.league.later(24 * days, "a board is counted again", partial(self.count_again, fixture.name))
        if fixture == self.league.plan.fixtures[0]:
            self.series()
            self.league.later(24 * 45, "practice", self.practise)

    def luck(self, name: str) -> None:
        """A player's own word goes into the dice, before they are sealed."""
        found = self.league.view(name)
        joined = [person for person in self._seats[name] if self.league.seat(name, person)]
        if found and found[0].stage == "forming" and joined and self._never("LUCK"):
            self.say(joined[0], f"LUCK tulip{self.lots.randint(1, 99)}", name)

    def bring(self, gm: Person, name: str) -> None:
        """What was played elsewhere comes first."""
        found = self.league.view(name)
        if found and found[0].stage == "forming" and self._never("IMPORT"):
            self.league.set_by_hand.add(name)
            self.say(gm, ELSEWHERE, name)

    def master(self, name: str, otherwise: Person) -> Person:
        """Who is the GM by now."""
        return self.league.people.get(self.league.holders(name).get(GM, ""), otherwise)

    def count_again(self, name: str) -> None:
        """A unit should not be there: the GM corrects the board by hand, and says yes to the difference."""
        found = self.league.view(name)
        if not found or found[0].stage != "running" or found[0].held or found[1].dice or not self._never("SET POSITION"):
            return
        board = found[0].board_now
        power = max(found[1].powers, key=lambda power: len(board.units_of(power.name))).name
        left = ", ".join(map(str, board.units_of(power)[1:]))
        if board.phase.kind == "movement" and left and found[0].variant != EXPLORERS:
            gm = self.master(name, self.masters[0])
            self.league.set_by_hand.add(name)
            self.say(gm, f"SET POSITION REASON counted twice\n{power}: {left}\nEND", name)

    def series(self) -> None:
        """A series with one round: opened, entered by as many as a table takes, drawn."""
        runs = self.masters[0]
        opening = f"SERIES {SERIES} SCORING tribute\nDEADLINE every 2 weeks 20:00 UTC"
        self.league.later(24 * 60, "a series", lambda: self.say(runs, opening))
        for n, person in enumerate(self.players[:ENTRANTS]):
            self.league.later(24 * 62 + 7 * n, "an entry", partial(self.say, person, f"ENTER {SERIES}"))
        self.league.later(24 * 80, "a round", lambda: self.say(runs, f"ROUND {SERIES}") if self._never("ROUND") else None)

    def practise(self) -> None:
        """A game against house players, with a hint, and all that a unit may do."""
        person = self.players[-1]
        self.say(person, "PRACTICE")
        self.league.later(60, "a hint", partial(self.alone, person, "HINT"))
        self.league.later(70, "moves", partial(self.alone, person, "MOVES {unit}"))

    def alone(self, person: Person, text: str) -> None:
        """A question about the practice game."""
        for name in list(person.letters):
            found = self.league.view(name) if name else None
            seat = self.league.seat(name, person) if found and found[0].settings.practice else None
            if found and seat and found[0].stage == "running":
                seen = self.league.seen(name, seat).seen
                units = list(seen.position.units_of(seen.reader)) if seen.position else []
                if units:
                    self.say(person, text.format(unit=units[0]), name)
                return
