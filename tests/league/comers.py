"""Who comes, looks on and moves: guests and onlookers of a game, new addresses and reply addresses, mailboxes that are full."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import count
from random import Random

from judge.seat import GM
from tests.league.came import Came
from tests.league.checks import seat_of
from tests.league.league import League, game_of
from tests.league.people import Person, write
from tests.league.plan import Fixture

LOOKS = ("STATUS", "HISTORY", "RESULTS", "WHO", "RULES", "A(Par)-Bur", "VOTE YES")
"""What onlookers write, rightly or not."""
DECLINED = ("No thanks.", "no", "Sorry.")
RETRY = 24 * 5
"""Hours after which somebody else tries what has not come off."""


class Coming:
    """That part of a league's life; what everybody does is `Life`."""

    league: League
    lots: Random
    players: list[Person]
    idle: list[Person]
    _seats: Mapping[str, list[Person]]
    _numbers: count[int]

    @abstractmethod
    def say(self, person: Person, text: str, game: str = "", **how: str) -> list[Came]:
        """Write a letter."""

    @abstractmethod
    def _soon(self, person: Person, game: str, do: Callable[[Person, str], object], hours: float = 60) -> None:
        """Do something within so many hours."""

    def wander(self) -> None:
        """One in twenty has another address once, one in twenty a new reply address, and one in twenty a full mailbox."""
        days = self.league.plan.days
        for _ in range(1 + len(self.players) // 20):
            for do in (self.move, self.renew, self.fill):
                self.league.later(24 * self.lots.uniform(0.3, 0.8) * days, do.__name__, do)

    # Onlookers and guests

    def onlookers(self, fixture: Fixture) -> None:
        """Two will look on at a game, sooner or later."""
        for _ in range(2):
            when = 24 * self.lots.uniform(1, 70)
            self.league.later(when, f"somebody looks on at {fixture.name}", partial(self.look_on, fixture.name))

    def look_on(self, name: str) -> None:
        """OBSERVE, by anybody who does not play there."""
        found, plays = self.league.view(name), self._seats[name]
        free = [each for each in self.players if each not in plays and not self.league.seat(name, each)]
        if found and found[0].stage != "finished" and free:
            self.say(self.lots.choice(free), f"OBSERVE {name}")

    def looking_on(self, person: Person, name: str) -> None:
        """What somebody does who looks on: asks something, or has seen enough."""
        if self._is_observer(name, person):
            enough = self.lots.random() < (0.1 if self.league.heard.obeyed["UNWATCH"] else 0.5)
            self.say(person, "UNWATCH" if enough else self.lots.choice(LOOKS), name)

    def invite(self, gm: Person, fixture: Fixture) -> None:
        """INVITE: one of those who will play is asked, now and then to play this or that."""
        found = self.league.view(fixture.name)
        if found and found[0].stage == "forming" and not found[1].open and self._seats[fixture.name]:
            power = f" AS {self.lots.choice(found[1].powers).name}" if self.lots.random() < 0.5 else ""
            self.say(gm, f"INVITE {self._seats[fixture.name][0].address}{power}", fixture.name)

    def _invited(self, person: Person, game: str, *_: object) -> None:
        """Yes, by an empty reply, or no."""
        text = "" if self.lots.random() < 0.8 else self.lots.choice(DECLINED)
        self.league.later(self.lots.uniform(1, 60), "an invitation is answered", lambda: self.say(person, text, game))

    def _promoted(self, person: Person, game: str, *_: object) -> None:
        if self.lots.random() < 0.3:
            self.league.later(self.lots.uniform(100, 900), "a second GM leaves", partial(self._steps_down, person, game))

    def _steps_down(self, person: Person, game: str) -> None:
        if (seat := self.league.seat(game, person)) and seat.is_gm:
            self.resign(person, game)

    # Those who leave, and those who stand in

    def _offered(self, person: Person, game: str, _: Came, found: re.Match[str]) -> None:
        if self.lots.random() < 0.8:
            power = found[1] or found[2]
            self.league.later(self.lots.uniform(1, 90), "a seat is taken over", lambda: self.say(person, f"TAKEOVER {power}", game))

    def _is_observer(self, game: str, person: Person) -> bool:
        seat = self.league.seat(game, person)
        return seat is not None and seat.is_observer

    def _seat_free(self, person: Person, game: str, _: Came, found: re.Match[str]) -> None:
        if self.league.seat(game, person) == GM:
            self._replaced(person, game, found[1] or found[2])

    def _replaced(self, person: Person, game: str, power: str) -> None:
        """Somebody is looked for: whoever is idle may stand by, and the GM may give the seat to one who does."""
        idle = [each for each in self.idle if not self.league.seat(game, each) or self._is_observer(game, each)]
        if idle:
            newcomer = self.lots.choice(idle)
            self._soon(newcomer, game, self.stand_by, 40)
            self.league.later(90, f"{power} is given away", lambda: self.say(person, f"TAKEOVER {power} BY {newcomer.name}", game))

    def resign(self, person: Person, name: str) -> None:
        """Somebody has had enough."""
        found = self.league.view(name)
        if found and found[0].stage == "running" and self.idle and self.league.seat(name, person):
            self.say(person, "RESIGN", name)

    def stand_by(self, person: Person, name: str) -> None:
        """Somebody without a seat offers to play."""
        found = self.league.view(name)
        if found and found[0].stage == "running" and (not self.league.seat(name, person) or self._is_observer(name, person)):
            self.say(person, f"STANDBY {name}")

    # Mailboxes

    def _any(self) -> tuple[Person, str] | None:
        """Somebody who can reply to a letter about a game, and the game."""
        found = [
            (person, game) for person in self.players for game, letter in person.letters.items()
            if game and not person.moving and not person.full and seat_of(letter)[0] == game and self.league.seat(game, person)
        ]  # fmt: skip
        return self.lots.choice(found) if found else None

    def _again(self, word: str, do: Callable[[], None]) -> None:
        self.league.later(RETRY, word, lambda: None if self.league.heard.obeyed[word] else do())

    def move(self) -> None:
        """ADDRESS: the old mailbox is asked, then the new one."""
        if found := self._any():
            person, game = found
            local, _, host = person.address.partition("@")
            person.moving = f"{local}@new.{host}"
            self.league.people[person.moving] = person
            self.say(person, f"ADDRESS {person.moving}", game)
        self._again("ADDRESS", self.move)

    def arrive(self, person: Person, question: Came) -> None:
        """The new mailbox says yes, by a reply or by a code."""
        code = question["Reply-To"].partition("@")[0].rpartition(".")[2]
        said, replying = (f"CONFIRM {code}", None) if self.lots.random() < 0.3 else ("I confirm", question)
        letter = write(person, said, self.league.now, next(self._numbers), replying, sender=person.moving)
        (answer,) = self.league.post(replace(letter, answered_to=person.moving))
        if "I now send your mail here" in answer.words:
            self.league.moved(person)
            person.forget(game_of(answer), answer)

    def renew(self) -> None:
        """NEW TOKEN: from now on only newer letters can be replied to, which the answer says (`Person.take`)."""
        if found := self._any():
            self.say(found[0], "NEW TOKEN", found[1])
        self._again("NEW TOKEN", self.renew)

    def fill(self) -> None:
        """A mailbox is full for five days: all that comes there goes back."""
        if found := self._any():
            found[0].full = self.league.now + timedelta(days=5)
            self.league.later(24 * 5, "a mailbox is emptied", partial(self._emptied, found[0]))

    def _emptied(self, person: Person) -> None:
        person.full = None
