"""What people do: open games, join, send orders in time or late or never, ask, vote, leave, stand in, and make mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import count

from judge.game.model.game import Game
from judge.rules import AdjustmentDue
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Seat
from tests.league.came import Came
from tests.league.comers import Coming
from tests.league.desk import Desk
from tests.league.gms import Mastering
from tests.league.league import League, Secret, game_of
from tests.league.people import Person, Written, misspelled, people, spelled, write
from tests.league.plan import Fixture
from tests.league.players import orders
from tests.letters.post_office import START
from tests.secrecy.logbook import POWERS
from tests.secrecy.reader import rows

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPIRES = ("Zorgon", "Klaatu", "Dalek", "Vogon", "Triffid", "Martian", "Ferengi", "Ooloi", "Tharg")
PROSE = (
    "What happened to my army in {unit}?", "Thanks for running this, it is great fun.", "I am a bit lost, what should I do now?",
    "Sorry for the delay, work is mad at the moment. I will write soon.",
)  # fmt: skip
DATED = ("columbus", "chaos")
"""Games that begin by themselves on a date."""
SOUNDS = ("BDGKLMPTV", "aeiou", "kvbg")
FOLLY = ("PROCESS", "DEADLINE Tuesdays 25:00 Narnia", "STAUTS", "EXTEND", "PRESS\nno end to this", "VOTE maybe", "BECOME gm")
"""What nobody should write."""
GM_ENDS = {"gm": "DRAW", "terminate": "TERMINATE REASON too many players have left"}
"""How a GM ends a game."""


class Life(Coming, Mastering, Desk):
    """All people of a league, and what they are about to do."""

    def __init__(self, league: League) -> None:
        self.league, self.lots, plan = league, league.lots, league.plan
        everybody = people(plan.players + plan.masters, self.lots)
        self.masters, self.players = everybody[: plan.masters], everybody[plan.masters :]
        league.people |= {person.address: person for person in everybody}
        league.react = self.react
        self._planned: set[tuple[str, str, str]] = set()
        self._ending: set[str] = set()
        self._numbers = count(1)
        self._seats = self._assigned()
        self.idle = [p for p in self.players if not any(p in seats for seats in self._seats.values())]
        for n, fixture in enumerate(plan.fixtures):
            gm = self.masters[n % len(self.masters)]
            league.at(START + timedelta(days=fixture.begins), f"{fixture.name} is opened", partial(self.open, gm, fixture))
        self.wander()

    def _assigned(self) -> Mapping[str, list[Person]]:
        """Game → its players. Whoever plays least is asked first, but for some who have no seat at all."""
        playing = self.players[: max(len(self.players) - 10, len(self.players) * 8 // 9)]
        load = {person.address: 0 for person in playing}
        found: dict[str, list[Person]] = {}
        for fixture in self.league.plan.fixtures:
            rules = self.league.office.parts.rules(fixture.variant)
            free = sorted(playing, key=lambda person: (load[person.address], self.lots.random()))
            found[fixture.name] = free[: rules.seats or self.lots.randint(3, 7)]
            for person in found[fixture.name]:
                load[person.address] += 1
        return found

    # Opening a game

    def open(self, gm: Person, fixture: Fixture) -> None:
        """CREATE, and what leads to START."""
        self.say(gm, "\n".join([f"CREATE {fixture.name} VARIANT {fixture.variant}", *fixture.settings]))
        for n, person in enumerate(self._seats[fixture.name]):
            self.league.later(48 + 5 * n, f"{person.name} joins {fixture.name}", partial(self.join, person, fixture, n))
        self.league.later(20, f"an invitation to {fixture.name}", partial(self.invite, gm, fixture))
        self.onlookers(fixture)
        self.rarely(gm, fixture)
        self.league.later(40, "a setting", partial(self.chat, gm, fixture.name, GM))
        self.league.later(30 * 24, f"{fixture.name} begins", partial(self.start, gm, fixture))
        self.league.later(24 * fixture.ends, f"{fixture.name} is to end", partial(self.end, gm, fixture))

    def join(self, person: Person, fixture: Fixture, n: int) -> None:
        """JOIN, as whoever one would like to be."""
        found = self.league.view(fixture.name)
        if not found or found[0].stage != "forming" or self.league.seat(fixture.name, person):
            return
        rules = found[1]
        wish = f"AS {EMPIRES[n]}" if rules.open else ""
        if not rules.open and self.lots.random() < 0.7:
            wish = f"PREFER {self.lots.choice(rules.powers).name}"
        self.say(person, f"JOIN {fixture.name}{' ' if rules.open else chr(10)}{wish}".strip())

    def start(self, gm: Person, fixture: Fixture) -> None:
        """START; whoever has not confirmed that he joins is asked once more."""
        found = self.league.view(fixture.name)
        if not found or found[0].stage != "forming":
            return
        for n, person in enumerate(self._seats[fixture.name]):
            self.join(person, fixture, n)
        if fixture.variant in DATED:
            self.say(gm, "START in 2 days", fixture.name)
        for n in range(4):
            self.league.later(50 * n + 1, f"START of {fixture.name}", partial(self.begin, gm, fixture.name))

    def begin(self, gm: Person, name: str) -> None:
        """START, if it has not been said, and the game has no date on which it begins."""
        found = self.league.view(name)
        if found and found[0].stage == "forming" and not found[0].begins:
            self.say(self.master(name, gm), "START", name)

    def end(self, gm: Person, fixture: Fixture) -> None:
        """The game is to end in the way that is planned."""
        found = self.league.view(fixture.name)
        if not found or found[0].stage != "running" or not fixture.end:
            return
        game, rules = found
        if fixture.end in GM_ENDS:
            self.say(self.master(fixture.name, gm), GM_ENDS[fixture.end], fixture.name)
            if self.lots.random() < 0.2:
                self.league.later(90, "the game goes on", partial(self.resume, gm, fixture.name))
            self.league.later(24 * 15, f"{fixture.name} is to end", partial(self.end, gm, fixture))
            return
        self._ending.add(fixture.name)
        leader = max(rules.powers, key=lambda power: len(game.board_now.centres(power.name))).name
        seats = [seat for seat in game.seats if not seat.vacant and game.board_now.units_of(seat.power)]
        holder = self.league.people.get(self.league.holders(game.name).get(seats[0].key, "")) if seats else None
        if holder and not game.ballot:
            self.say(holder, "PROPOSE DRAW" if fixture.end == "draw" else f"CONCEDE {leader}", fixture.name)
        self.league.later(24 * 15, f"{fixture.name} is to end", partial(self.end, gm, fixture))

    # What comes by post

    def react(self, person: Person, message: Came) -> None:
        """Something to do because of a letter, some time later."""
        subject, game = message.headline, game_of(message)
        if message.asks:
            answer = self.arrive if message["To"] == person.moving else self.confirm
            self.league.later(self.lots.uniform(0.2, 30), "a question is answered", partial(answer, person, message))
        for pattern, do in self._reactions():
            if found := re.search(pattern, subject):
                do(person, game, message, found)

    def _reactions(self) -> tuple[tuple[str, Callable[[Person, str, Came, re.Match[str]], None]], ...]:
        return (
            (r" results\. (?!The game is over)|\] You play |\bis yours\.|For \w+ only,|called as standby", self._news_of_a_phase),
            (r"\. For \w+ only,", self._discovered),
            (r"is late\.", lambda person, game, _, __: self._plan_turn(person, game, 0.1, 6.0)),
            (r"is proposed\. Vote by", lambda person, game, _, __: self._soon(person, game, self.vote)),
            (r"\] (.+?) is vacant\. Would you like to take it over|would you like to play (.+?)\?", self._offered),
            (r"\] PREVIEW .*Publish\?", self._shown_first),
            (r"\] Late orders from", lambda person, game, _, __: self._soon(person, game, self.accept, 3)),
            (r"\] EXTEND\? (.+?) \(", lambda person, game, _, found: self._granted(person, game, found)),
            (r"\] (.+?) has resigned|\] (.+?) has no player", self._seat_free),
            (r"\] (.+?) is observing$", self._looked_on),
            (r"\] (.+?) would like to join$", self._asked_to_join),
            (r"\] Copy: ", self._printed),
            (r"asks: would you be the GM of", self._asked_to_run),
            (r"\] .+ invites you to play", self._invited),
            (r"\] You are now a GM of this game, too", self._promoted),
            (r"\] NAME: (\w+) proposes .* \((\w+)\) for", self._named),
        )

    def _discovered(self, person: Person, game: str, message: Came, _: re.Match[str]) -> None:
        """A name for one of the areas that a letter tells of."""
        if self.lots.random() < (0.4 if self.league.heard.obeyed["REFUSE"] else 0.9) and (known := rows(message.words)):
            self.league.later(9, "a name", partial(self.christen, person, game, self.lots.choice(known).word))

    def _printed(self, person: Person, game: str, *_: object) -> None:
        """An editor's first copy is asked for again."""
        if not self.league.heard.obeyed["RESEND"]:
            self.league.later(3, "RESEND", lambda: self.say(person, "RESEND", game))

    def _soon(self, person: Person, game: str, do: Callable[[Person, str], object], hours: float = 60) -> None:
        self.league.later(self.lots.uniform(1, hours), f"{do.__name__} in {game}", partial(do, person, game))

    def _news_of_a_phase(self, person: Person, game: str, message: Came, _: re.Match[str]) -> None:
        found = self.league.view(game)
        if not found or found[0].position is None:
            return
        key = (person.name, game, found[0].position.phase.name)
        if key in self._planned:
            return
        self._planned.add(key)
        if (seat := self.league.seat(game, person)) and seat.is_observer:
            self._soon(person, game, self.looking_on, 100)
            return
        self._plan_turn(person, game)
        if self.lots.random() < (0.6 if (seat := self.league.seat(game, person)) and seat.is_gm else person.chatty):
            self._soon(person, game, self.chat, 100)
        if self.league.seat(game, person) == GM:
            self._look_after(person, found[0])
        weary = 0.003 if self.league.heard.obeyed["RESIGN"] else 0.05
        if self.lots.random() < weary and self.league.seat(game, person) not in (None, GM):
            self._soon(person, game, self.resign)

    def christen(self, person: Person, name: str, word: str) -> None:
        """A name for something discovered."""
        power = self.league.seen(name, self.league.seat(name, person)).seen.reader
        code = "".join(self.lots.choice(sounds) for sounds in SOUNDS)
        if power in POWERS:
            told = ("terra", f"{code}oria", f"terra {code}oria", code)
            self.league.logbooks[name].proposed[power] |= {each.casefold() for each in told}
            self.say(person, f"NAME {word} Terra {code}oria {code}", name)

    def _plan_turn(self, person: Person, game: str, first: float = 0.02, last: float = 0.97) -> None:
        """When orders are written for the phase that is due: in time, too late, or not at all."""
        found = self.league.view(game)
        if not found or found[0].position is None or found[0].stage != "running":
            return
        due = found[0].due or self.league.now + timedelta(days=7)
        hours = max(1.0, (due - self.league.now).total_seconds() / 3600)
        when = hours * self.lots.uniform(first, last)
        if self.lots.random() < person.late and first < 0.1:
            when = hours + self.lots.uniform(1, 40)
        if self.lots.random() >= person.silent:
            self.league.later(when, f"{person.name} sends orders for {game}", partial(self.turn, person, game))
        if found[0].due is None and self.league.seat(game, person) == GM:
            self.league.later(24 * 9, f"{game} is run", partial(self.run, person, game, found[0].position.phase.name))

    def _named(self, person: Person, game: str, _: Came, found: re.Match[str]) -> None:
        verb = min(("APPROVE", "REFUSE"), key=lambda word: self.league.heard.obeyed[word])
        self.league.later(5, "a name", lambda: self.say(person, f"{verb} {found[1]} {found[2]}", game))

    # What is written

    def say(self, person: Person, text: str, game: str = "", **how: str) -> list[Came]:
        """A letter: a reply to the last one about this game, or any; of a person without letters, or as `afresh`, none."""
        replying = None if "afresh" in how else self._last(person, game) or (None if game else self._last(person, ""))
        how = how if replying or not game else {"subject": f"[{game}] a word", **how}
        letter = write(person, text, self.league.now, next(self._numbers), replying, **how)
        return self.league.post(letter)

    def _last(self, person: Person, game: str) -> Came | None:
        """The last letter about a game, to be replied to."""
        return person.letters.get(game)

    def confirm(self, person: Person, question: Came) -> None:
        """Yes, mostly, in a word; or by its code, or no."""
        text = self.league.asked.pop(question["Message-ID"], "")
        code = question["Reply-To"].partition("@")[0].rpartition(".")[2]
        lot = self.lots.random()
        if lot < 0.05 and "JOIN" not in text and self.league.heard.knows(text):
            self.league.post(write(person, "no", self.league.now, next(self._numbers), question))
            return
        by_code = lot > 0.8 or not self.league.heard.obeyed["CONFIRM"]
        said, replying = (f"CONFIRM {code}", None) if by_code else ("I confirm", question)
        letter = write(person, said, self.league.now, next(self._numbers), replying)
        self.league.post(replace(letter, text=f"{said}\n{text}".strip()))

    def turn(self, person: Person, name: str) -> None:
        """Orders for what is due."""
        seat = self.league.seat(name, person)
        found = self.league.view(name)
        if not seat or not found or found[0].stage != "running":
            return
        seen, rules = self.league.seen(name, seat)
        owed = seen.owed.get(seen.reader) or seen.mastered
        if not owed or owed == AdjustmentDue() or (not seen.reader and seat != GM):
            return
        clean = orders(seen, rules, self.lots)
        lines = [spelled(line, self.lots) for line in clean]
        if lines and self.lots.random() < person.careless:
            at = self.lots.randrange(len(lines))
            lines[at] = misspelled(lines[at], self.lots)
        if seen.position and self.lots.random() < 0.15:
            lines.insert(0, f"ORDERS FOR {seen.position.phase.name}")
        if self.lots.random() < person.final or found[0].due is None:
            lines.append("FINAL")
        self._send_orders(person, name, lines, clean)

    def _send_orders(self, person: Person, name: str, lines: list[str], clean: list[str]) -> None:
        text, lot = "\n".join(lines), self.lots.random()
        unheard = bool(person.password) and not self.league.heard.obeyed["PASSWORD"]
        both = 0.3 if self.league.heard.obeyed["GAME"] else 0.8
        if unheard or lot < (0.2 if person.password else 0.05):
            text = f"PASSWORD {person.password}\n{text}" if person.password else text
            answers = self.say(person, text, afresh="yes", subject=f"[{name}] orders")
        elif lot < 0.23 and self._last(person, name):
            answers = self.say(person, text, name, sender=person.elsewhere)
        elif lot < both and self._last(person, name) and (other := self._another(person, name)):
            answers = self._two_games(person, name, other, text)
        else:
            how = {"subject": f"[{name}] orders"}
            letter = write(person, text, self.league.now, next(self._numbers), self._last(person, name), **how)
            answers = self.league.post(letter)
            if lot > 0.97:
                twice = partial(self._twice, letter, name, self.league.seat(name, person), person.renewed)
                self.league.later(1, "the same letter again", twice)
        if any(re.search(r"needs? you", each.headline) for each in answers) and self.lots.random() < 0.7:
            self.league.later(self.lots.uniform(0.5, 5), "a correction", lambda: self.say(person, "\n".join(clean), name))

    def _twice(self, letter: Written, name: str, seat: Seat | None, renewed: int) -> None:
        """The same letter once more. In another seat, or to an old address, it proves no more what it did, and is another."""
        if self.league.seat(name, letter.person) == seat and letter.person.renewed == renewed:
            self.league.post(replace(letter, answers=0))

    def _another(self, person: Person, name: str) -> str:
        """Another running game of somebody's."""
        for other in person.letters:
            found = self.league.view(other) if other not in ("", name) else None
            if found and found[0].stage == "running" and (seat := self.league.seat(other, person)) and seat.is_player:
                return other
        return ""

    def _two_games(self, person: Person, name: str, other: str, text: str) -> list[Came]:
        both = f"{text}\nGAME {other}\nSTATUS"
        letter = write(person, both, self.league.now, next(self._numbers), self._last(person, name))
        return self.league.post(replace(letter, answers=2))

    def chat(self, person: Person, name: str, seat: Seat | None = None) -> None:
        """A question, press, a setting: whatever has been said least; or prose, or folly."""
        found, seat = self.league.view(name), seat or self.league.seat(name, person)
        if not found or found[0].stage == "finished" or not seat or not (seat.is_player or seat.is_gm):
            return
        lot, who, heard = self.lots.random(), "gm" if seat.is_gm else "player", self.league.heard
        if lot < 0.06:
            self.say(person, self.lots.choice(PROSE).format(unit="the north"), name)
        elif lot < (0.12 if heard.obeyed["PASS ON"] or seat == GM else 0.4):
            self._folly(person, name)
        elif lot > 0.97:
            self.league.post(self._automatic(person, name))
        elif lot < (0.17 if heard.obeyed["PASSWORD"] else 0.5) and not person.password:
            person.password = f"pw-{person.name.split()[1].lower()}"
            self.say(person, f"SET PASSWORD {person.password}", name)
        else:
            own = frozenset(heard.rows) & {row.word for row in self.league.own_rows(found[1])}
            text = heard.choose(who, found[0].stage, own, self.lots)
            if text and (words := self._filled(text, name, seat, found)):
                self.say(person, words, name)
                if text.startswith("PAUSE"):
                    self._soon(person, name, self.resume)

    def _folly(self, person: Person, name: str) -> None:
        text = self.lots.choice(FOLLY) if self.league.heard.obeyed["PASS ON"] else FOLLY[0]
        answers = self.say(person, text, name)
        if any("PASS ON" in each.words for each in answers):
            self.league.later(3, "PASS ON", lambda: self.say(person, "PASS ON", name))

    def _automatic(self, person: Person, name: str) -> Written:
        last = person.letters.get(name)
        letter = write(person, "I am out of the office.", self.league.now, next(self._numbers), last, auto="auto-replied")
        return replace(letter, text="", answers=0)

    def _filled(self, text: str, name: str, seat: Seat, found: tuple[Game, Ruleset]) -> str:
        """A text with this game's own words in it; '' if it has none for it."""
        seen, rules = self.league.seen(name, seat)
        phase = seen.position.phase if seen.position else None
        units = list(seen.position.units_of(seen.reader)) if seen.position else []
        alive = {unit.power for unit in seen.position.units} if seen.position else set()
        others = [power.name for power in rules.powers if power.name != seen.reader and power.name in alive]
        day, back = (self.league.now + timedelta(days=self.lots.randint(5, 25)) for _ in range(2))
        day, back = min(day, back), max(day, back)
        world = seen.position.facts.get("world") if seen.position else None
        words = {
            "game": name, "own": seen.reader, "phase": phase.name if phase else "", "past": found[0].ran_phase,
            "other": self.lots.choice(others) if others else "", "unit": str(self.lots.choice(units)) if units else "",
            "day": f"{day:%-d %B %Y}", "days": f"{day:%-d %B} to {back:%-d %B}", "number": str(self.lots.randint(1, 56)),
            "zone": self.lots.choice(["London", "Asia/Tokyo", "America/Sao_Paulo"]), "word": self._secret(text, name, seat),
            "area": self.lots.choice(sorted(world)) if world else "",
        }  # fmt: skip
        theirs = [unit for unit in seen.position.units if unit.power == words["other"]] if seen.position else []
        words["theirs"] = f"{self.lots.choice(theirs)} stands" if theirs and phase and phase.kind == "movement" else ""
        words["order"] = f"{words['unit']} stands" if units and phase and phase.kind == "movement" else ""
        wanted = re.findall(r"\{(\w+)\}", text)
        filled = text.format(**words) if all(words.get(each) for each in wanted) else ""
        self._bind(filled, words["word"], name, seat, found[0])
        return filled

    def _secret(self, text: str, name: str, seat: Seat) -> str:
        return "zz" + "".join(self.lots.choice(LETTERS) for _ in range(8)) if "{word}" in text else ""

    def _bind(self, text: str, word: str, name: str, seat: Seat, game: Game) -> None:
        """Who may read a word: by what the press that it stands in says."""
        if not word:
            return
        holders = self.league.holders(name)
        powers = {each.power: holders.get(each.key, "") for each in game.seats}
        readers = {holders[seat]}
        if found := re.match(r"PRESS TO ALL BUT (.+)", text):
            readers |= {address for power, address in powers.items() if power != found[1]}
        elif found := re.match(r"PRESS TO (.+)", text):
            readers |= {"gm" if found[1] == "GM" else powers.get(found[1], "")}
        public = " TO " not in text and "WITHDRAW" not in text
        if public or ("copies" in game.settings.press and " TO " in text):  # what is to be published a GM may be shown first
            readers |= {"gm"}
        self.league.secrets[word] = Secret(name, frozenset(readers), public)

    def vote(self, person: Person, name: str) -> None:
        """YES where the game is to end; else now this, now that."""
        seat, found = self.league.seat(name, person), self.league.view(name)
        if found and found[0].ballot and seat and seat.is_player:
            yes = name in self._ending or self.lots.random() < 0.3
            self.say(person, f"VOTE {'YES' if yes else 'NO'}", name)
