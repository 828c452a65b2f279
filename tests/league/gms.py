"""What GMs do once a game is on: look at reports first, let time pass or not, put right, and find players anew."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import partial
from random import Random

from judge.game import Game
from judge.seat import GM as GM_SEAT
from tests.league.came import Came
from tests.league.league import EXPLORERS, League
from tests.league.people import Person

GM = "gm"
OFFERED = ("DECLINE HANDOVER", "ACCEPT HANDOVER")


class Mastering:
    """A GM's part of a league's life; what everybody does is `Life`."""

    league: League
    lots: Random
    idle: list[Person]

    @abstractmethod
    def say(self, person: Person, text: str, game: str = "", **how: str) -> list[Came]:
        """Write a letter."""

    @abstractmethod
    def turn(self, person: Person, name: str) -> None:
        """Send orders."""

    @abstractmethod
    def _replaced(self, person: Person, game: str, power: str) -> None:
        """Look for somebody else."""

    def _shown_first(self, person: Person, game: str, *_: object) -> None:
        """A report to look at before it is sent: at once, or held first, and sent at last."""
        if self.league.heard.said["HOLD"] < 1 or self.lots.random() < 0.2:
            self.league.later(1, "HOLD", lambda: self.say(person, "HOLD", game))
        for seat, address in self.league.holders(game).items():
            if seat.is_player and self.lots.random() < 0.15:
                self.league.later(2, "late orders", partial(self.turn, self.league.people[address], game))
        self.league.later(self.lots.uniform(8, 40), f"the report of {game}", partial(self.publish, person, game))

    def _granted(self, person: Person, game: str, found: re.Match[str]) -> None:
        if self.lots.random() < 0.5:
            self.league.later(self.lots.uniform(1, 20), "an extension", lambda: self.say(person, f"EXTEND {found[1]}", game))

    def _look_after(self, gm: Person, game: Game) -> None:
        """A GM declares a seat vacant if its player has been silent for some phases; now and then he opens a phase again."""
        if game.variant != EXPLORERS and self.lots.random() < (0.02 if self.league.heard.obeyed["UNDO"] else 0.3):
            again = f"ROLLBACK TO {game.ran_phase} REASON a letter was overlooked"
            for hours, text in ((3, again), (35, "UNDO REASON it was late")):
                self.league.later(hours, text, partial(self.correct, gm, game.name, text))
            return
        if self.idle and self.lots.random() < (0.005 if self.league.heard.obeyed["EJECT"] else 0.4):
            self.league.later(4, "somebody is put out", partial(self.put_out, gm, game.name))
            return
        for power, missed in game.missed.items():
            seat = game.seat_of(power)
            if seat and not seat.vacant and self.lots.random() < 0.15 * missed and self.idle:
                self.league.later(2, "a seat is vacant", partial(self.vacate, gm, game.name, power))
                return

    def vacate(self, gm: Person, name: str, power: str) -> None:
        """VACANT, and the seat for somebody else."""
        found = self.league.view(name)
        seat = found[0].seat_of(power) if found and found[0].stage == "running" else None
        if seat and not seat.vacant:
            self.say(gm, f"VACANT {power} REASON nothing heard for weeks", name)
            self._replaced(gm, name, power)

    def put_out(self, gm: Person, name: str) -> None:
        """EJECT, and the seat for somebody else."""
        found = self.league.view(name)
        seats = [seat for seat in found[0].seats if not seat.vacant] if found and found[0].stage == "running" else []
        if seats:
            power = self.lots.choice(seats).power
            self.say(gm, f"EJECT {power} REASON abusive letters", name)
            self._replaced(gm, name, power)

    def _looked_on(self, person: Person, game: str, _: Came, found: re.Match[str]) -> None:
        """Of those who look on some are asked to help."""
        if not all(self.league.heard.obeyed[word] for word in OFFERED):
            self.league.later(12, "the game is offered", lambda: self.say(person, f"HANDOVER {found[1]}", game))
        elif self.lots.random() < (0.1 if self.league.heard.obeyed["PROMOTE"] else 0.7):
            self.league.later(10, "a second GM", lambda: self.say(person, f"PROMOTE {found[1]}", game))

    def _asked_to_join(self, person: Person, game: str, _: Came, found: re.Match[str]) -> None:
        """The first one is turned away, and asks again before the start; all others are admitted."""
        away = not self.league.heard.obeyed["TURN AWAY"]
        text = f"TURN AWAY {found[1]} REASON friends first" if away else f"ADMIT {found[1]}"
        self.league.later(6, text, lambda: self.say(person, text, game))

    def _asked_to_run(self, person: Person, game: str, *_: object) -> None:
        """The first whom a game is offered does not want it; the next one does."""
        said = OFFERED[bool(self.league.heard.obeyed[OFFERED[0]])]
        self.league.later(9, "an offer is answered", lambda: self.say(person, said, game))

    def publish(self, person: Person, name: str) -> None:
        """The GM lets a report go."""
        found = self.league.view(name)
        if found and found[0].held:
            self.say(person, "PUBLISH", name)

    def accept(self, person: Person, name: str) -> None:
        """The GM lets late orders count."""
        found = self.league.view(name)
        if found and found[0].held and self.league.seat(name, person) == GM_SEAT:
            self.say(person, "ACCEPT LATE REASON held up on the way", name)

    def correct(self, gm: Person, name: str, text: str) -> None:
        """A GM takes back what was judged, or takes that back."""
        found = self.league.view(name)
        if found and found[0].stage == "running" and found[0].ran_phase:
            self.say(gm, text, name)

    def resume(self, person: Person, name: str) -> None:
        """The GM lets the clock go on."""
        found = self.league.view(name)
        if found and found[0].paused and self.league.seat(name, person) == GM_SEAT:
            self.say(person, "RESUME", name)

    def run(self, gm: Person, name: str, phase: str) -> None:
        """The GM of a game without a clock runs what is due."""
        found = self.league.view(name)
        if found and found[0].stage == "running" and found[0].board_now.phase.name == phase:
            self.say(gm, "PROCESS", name)
