"""A game of 1492 laid down in the middle: what Portugal sees in the west, what the others do out of its sight, and all letters."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from judge.board import Position, Unit
from judge.game import Game
from judge.game.model.game import CurrentOrders
from judge.game.model.serialization import read_game, write_game
from judge.notation import Order
from judge.notation.reader import ParsedOrder
from judge.office.unit_of_work import GameCache
from judge.rules import Ruleset
from judge.rules.phases import begin_position
from tests.letters.post_office import GM, START, PostOffice
from tests.secrecy.envelopes import Whole, listened

VARIANT = "new_world_1492"
READER = "Portugal"
OTHERS = ("England", "France", "Spain")
WEST: Mapping[str, Mapping[str, Any]] = {
    "ABC": {"kind": "sea", "borders": ["SAO", "MAO", "DEF", "GHI"]},
    "DEF": {"kind": "sea", "borders": ["SAO", "ABC", "GHI", "MNO", "UVW", "JKL"]},
    "GHI": {"kind": "land", "borders": ["ABC", "DEF", "MNO", "UVW"], "centre": "yes"},
    "MNO": {"kind": "sea", "borders": ["DEF", "GHI", "UVW"]},
    "UVW": {"kind": "sea", "borders": ["DEF", "MNO", "GHI", "JKL"]},
    "JKL": {"kind": "sea", "borders": ["DEF", "UVW", "Mor"]},
}
"""Round Portugal's fleet in ABC, which sees ABC, DEF and GHI; Spain's is in DEF. Portugal has been near MNO, and has left."""
LEFT = "MNO"
Told = Whole
"""One letter as its reader has it, envelope and all."""


EXTRA = ("England F2", "England F3")
USUAL = {"England F": "PQR", "France F": "VWX", "England A": "STU", "France A": "YZA"}
"""Where the others' units are in the east."""


@dataclass(frozen=True)
class Hidden:
    """Everything in the game that rule 6 hides from Portugal and from the public."""

    centres: tuple[str, str, str] = ("STU", "YZA", "CDE")
    """Those in the east, the first of which is England's."""
    fork: bool = False
    """Whether KLM borders VWX, far out of sight."""
    natives: frozenset[str] = frozenset()
    units: Mapping[str, str] = field(default_factory=lambda: dict(USUAL))
    helper: str = "UVW"
    """Where the English fleet is that nobody but Spain sees."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """`England F` → its order; none: it stands."""
    retreats: bool = True
    """Whether who must retreat sends an order."""
    renamed: bool = False
    """Whether the GM calls all areas otherwise."""
    rover: str = "JKL"
    """Where an English fleet is: in the area that Portugal has charted and left, or where it has never been."""
    roaming: str = ""
    """Where natives roam; '' if none live."""
    moves: str = "STATUS"
    """What the GM writes while orders are sent: to the natives, or a note on an area."""
    enters: bool = False
    """Whether the GM enters the retreat of the English army that was driven out."""


LANDS, SEAS = ("STU", "YZA", "KLM", "CDE"), ("PQR", "VWX")


def east(hidden: Hidden) -> dict[str, dict[str, Any]]:
    """The areas round Egypt, Syria and Persia."""
    rings = {
        "PQR": ["Egy", "Syr", "STU", "VWX"],
        "STU": ["Per", "Syr", "PQR", "VWX", "YZA"],
        "VWX": ["Egy", "PQR", "STU", "YZA", *(["KLM"] if hidden.fork else []), "Lib"],
        "YZA": ["STU", "VWX", "KLM"],
        "KLM": ["YZA", *(["VWX"] if hidden.fork else []), "CDE"],
        "CDE": ["KLM"],
    }
    kinds = {code: "sea" if code in SEAS else "land" for code in rings}
    return {
        code: {"kind": kinds[code], "borders": ring, **({"centre": "yes"} if code in hidden.centres else {})}
        for code, ring in rings.items()
    }


def name_of(code: str, hidden: Hidden) -> str:
    """What the GM calls an area."""
    known = code in WEST or code in LANDS or code in SEAS
    return "".join(chr((ord(c) - 65 + 7) % 26 + 65) for c in reversed(code)) if known and hidden.renamed else code


def facts_of(hidden: Hidden) -> dict[str, Any]:
    """The world, under the names that the GM gave its areas."""
    world = {**WEST, **east(hidden)}
    called = {
        name_of(code, hidden): {**area, "borders": [name_of(b, hidden) for b in area["borders"]]} for code, area in world.items()
    }
    seen = {READER: [name_of(LEFT, hidden)]}
    natives = sorted(name_of(code, hidden) for code in {"GHI", *hidden.natives})
    return {"seen": seen, "world": dict(sorted(called.items())), "natives": natives}


def units_of(hidden: Hidden) -> tuple[Unit, ...]:
    """Portugal's and Spain's in the west, and what the others have out of sight."""
    far = {**hidden.units, "England F2": hidden.helper, "England F3": hidden.rover}
    far |= {"Natives A": hidden.roaming} if hidden.roaming else {}
    placed = [Unit(who.split()[0], who.split()[1][0], name_of(code, hidden)) for who, code in far.items()]
    known = {"Portugal": ["F ABC", "F MAO", "A Coi"], "Spain": ["F DEF", "A Mad"], "England": ["A Lon"], "France": ["F Bre"]}
    near = [Unit(power, text[0], name_of(text[2:], hidden)) for power, texts in known.items() for text in texts]
    return (*near, *placed)


class Antilla:
    """One game, laid down anew for each play."""

    name = "antilla"

    def __init__(self, folder: Path) -> None:
        self.office = PostOffice(folder)
        self.rules = self.office.parts.rules(VARIANT)
        self.office.letter(f"Harriet Lowe <{GM}>", f"CREATE {self.name} VARIANT {VARIANT}\nDEADLINE Fridays 21:00 Europe/London\n")
        for power in (READER, *OTHERS):
            self.office.letter(f"{power} Player <{address_of(power)}>", f"JOIN {self.name} PREFER {power}")
        self.office.letter(GM, "START")
        self.told = listened(self.office)
        self.began, self._count = self.game, self.office.count
        self._file = sqlite3.connect(folder / "judge.db")
        self._books = sqlite3.connect(":memory:")
        self._file.backup(self._books)

    def play(self, hidden: Hidden, aim: str = "") -> list[Told]:
        """All letters of a movement and a retreat phase, in a house that knows of no other play.

        `aim`: what Portugal's fleet does in the end; `{left}` and `{next}` in it are areas.
        """
        self._as_begun()
        self.put(self._laid_down(hidden))
        sea, next_sea, left = (self._label(code, hidden) for code in ("ABC", "DEF", LEFT))
        self.say(READER, "STATUS")
        self.say(READER, f"F(MAO)-STU\nF(MAO)-QQQ\nF({sea})-YZA\nF({sea})-WWW")
        self.say(READER, f"F({sea})-{next_sea}\nF MAO S Spanish F(OB)-SAO\nA Coi stands")
        self.say(READER, f"PREVIEW\nTRY\nF({next_sea})-{sea}\nF({sea}) S F(OB)")
        if aim:
            self.say(READER, aim.format(sea=sea, next=next_sea, left=left))
        self.say(GM, "DEADLINE Thu 11 March 2027 21:00")
        self._gm(re.sub(r"\b[A-Z]{3}\b", lambda found: name_of(found[0], hidden), hidden.moves))
        self.say(GM, "PRESS\nThe king of Spain is ill.\nENDPRESS\nHEADLINE Storms in the west")
        for power in (*OTHERS, READER):
            self.say(power, "FINAL")
        if hidden.retreats:
            self._retreat()
        self._gm(self._entering() if hidden.enters else "STATUS")
        self.say(READER, f"STATUS\nWHY F({sea})\nWHY {next_sea}\nWHY STU\nHISTORY\nWHO\nRESULTS")
        self.say(READER, "FINAL")
        self.say(GM, "PROCESS")
        self.say(READER, "RESULTS Spring 1493\nWHY England F(OB)")
        return list(self.told)

    def say(self, who: str, text: str) -> None:
        """A letter, and what was sent because of it; for the next one the game is loaded afresh."""
        self.office.letter(GM if who == GM else address_of(who), text)
        self._forget()

    @property
    def game(self) -> Game:
        """The game as it is kept."""
        with self.office.parts.store.look() as work:
            stored = work.games.get(self.name)
        assert stored
        return read_game(stored.head)

    def put(self, game: Game) -> None:
        """Keep it otherwise."""
        with self.office.parts.store.work() as work:
            work.games.save(self.name, write_game(game), game.seq, game.due)
        self._forget()

    def orders(self, power: str, lines: Sequence[str], position: Position) -> tuple[Order, ...]:
        """Order lines in the game's own terms."""
        board = self.rules.board_at(position)
        read = [r for line in lines for r in self.rules.notation.read(line, board, position, power, strict=False)]
        assert all(isinstance(r, ParsedOrder) for r in read), read
        return tuple(r.order for r in read if isinstance(r, ParsedOrder))

    def _laid_down(self, hidden: Hidden) -> Game:
        position = position_of(hidden, self.rules)
        standing = {}
        for power in OTHERS:
            lines = [line(who, hidden) for who in (*hidden.units, *EXTRA) if who.startswith(power)]
            if power == "Spain":
                lines = [f"F({name_of('DEF', hidden)}) stands", "A(Mad) stands"]
            standing[power] = CurrentOrders(1, self.orders(power, lines, position))
        seq = self.game.seq
        return replace(self.began, position=position, standing=standing, seq=seq)

    def _retreat(self) -> None:
        """Whoever must retreat goes where nobody sees it, if there is such a place."""
        game = self.game
        position, standing = game.board_now, dict(game.standing)
        for beaten in position.dislodged:
            power, ways = beaten.unit.power, [way for way in beaten.retreats if way not in self.rules.board.spaces]
            before = standing[power].orders if power in standing else ()
            lines = [f"{beaten.unit} ret {way}" for way in ways[:1]]
            standing[power] = CurrentOrders(1, (*before, *self.orders(power, lines, position)))
        self.put(replace(game, standing=standing))

    def _label(self, code: str, hidden: Hidden) -> str:
        """What Portugal calls an area."""
        return str(self.game.board_now.facts["charts"][READER][name_of(code, hidden)]["label"])

    def _gm(self, text: str) -> None:
        """Something that only the GM does, and as many letters to the judge whatever it is: he may be asked whether he means it."""
        after = self.office.count + 3
        self.say(GM, text)
        while self.office.count < after:
            self.say(GM, "STATUS")

    def _entering(self) -> str:
        """The GM's own act for whoever was driven out in the east; there is nothing to enter if nobody was."""
        beaten = [b for b in self.game.board_now.dislodged if b.unit.power == "England"]
        ways = [f"ret {way}" for b in beaten for way in b.retreats if way not in self.rules.board.spaces]
        return f"ORDER England {beaten[0].unit} {[*ways, 'disbands'][0]} REASON he wrote to me" if beaten else "STATUS"

    def _as_begun(self) -> None:
        """The house as it was before the first play: its books, its clock, and what it remembers."""
        self._books.backup(self._file)
        self.office.hands.time, self.office.count = START, self._count
        self.office.parts.sayer._turns._kept = {}
        self._forget()
        self.told.clear()

    def _forget(self) -> None:
        self.office.parts.office._kept = GameCache()


def position_of(hidden: Hidden, rules: Ruleset) -> Position:
    """The position, with what everybody has seen of it."""
    owners = {**rules.start.owners, name_of(hidden.centres[0], hidden): "England"}
    phase = rules.calendar.read("Spring 1493")
    assert phase
    return begin_position(Position(phase, units_of(hidden), owners, facts=facts_of(hidden)), rules)


def address_of(power: str) -> str:
    """Where a power's player lives."""
    return f"{power.lower()}@mail.example"


def line(who: str, hidden: Hidden) -> str:
    """The order of a hidden unit in the GM's names."""
    place = {**hidden.units, "England F2": hidden.helper, "England F3": hidden.rover}[who]
    told = hidden.orders.get(who, "stands" if who != "England F2" else "S Spanish F(DEF)")
    text = f"{who.split()[1][0]}({place}) {told}"
    return re.sub(r"\b[A-Z]{3}\b", lambda found: name_of(found[0], hidden), text)


def seen_by_others(told: Sequence[Told]) -> list[tuple[str, ...]]:
    """What of all letters may not depend on hidden facts: Portugal's; of the others' the reports, and that there is one of his own.

    What the GM is sent, and what others are answered and told alone, is theirs to know.
    """
    found: list[tuple[str, ...]] = []
    for letter in told:
        open_to_all = " results. For all" in letter.subject or "New deadline" in letter.subject
        if letter.to == address_of(READER) or (open_to_all and letter.to != GM):
            found.append((letter.to, letter.envelope, str(letter.at), letter.subject, letter.text, str(letter.raw)))
        elif letter.to != GM and " only" in letter.subject:
            found.append((letter.to, letter.subject))
    return found
