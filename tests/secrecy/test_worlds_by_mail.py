"""1492 by mail in worlds that were drawn: after every phase a reader of his own goes through every letter that a player got.

In `make test` two worlds for some turns; `make secrecy` plays twenty for thirty.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from email.message import EmailMessage
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from judge.board import Position
from judge.game.model.replay import replay, snapshot_from_events
from judge.game.model.serialization import read_event, write_game
from tests.letters import post_office
from tests.letters.post_office import GM, PostOffice, body, headline
from tests.letters.table import Table, mail_of
from tests.secrecy.explorers import Explorer
from tests.secrecy.logbook import EVERYBODY, POWERS, Logbook
from tests.secrecy.reader import May, flat, objections, words

WORLDS = int(os.environ.get("SECRECY_WORLDS", "2"))
TURNS = int(os.environ.get("SECRECY_TURNS", "6"))
PROPOSAL = re.compile(r"Say APPROVE (\w+) (\w+),")


class Expedition(Table):
    """A game in a world of its own, its four explorers, its GM, and whoever reads all their letters."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.office, self.name, self.lots = PostOffice(folder), "caravel", Random(seed)
        self.read = Counter[str]()
        self.players = {power: Explorer(power, self.lots) for power in POWERS}
        self.office.letter(f"Harriet Lowe <{GM}>", "CREATE caravel VARIANT new_world_1492")
        for power in POWERS:
            self.office.letter(f"{power} Player <{mail_of(power)}>", f"JOIN caravel PREFER {power}")
        self.rules = self.office.parts.rules("new_world_1492")
        begun = self.office.letter(GM, "START")
        self.book = Logbook(self.game.board_now)
        self.check(begun)

    def turn(self) -> None:
        """Moves, retreats, and in its season the winter."""
        position = self.now
        for power, player in self.players.items():
            if position.units_of(power):
                self.says(power, [*(player.moves() or ["A(Lon) stands"]), *self._folly(power), *player.christens()])
        self._probe(POWERS[self.lots.randrange(4)])
        self.says(GM, ["PROCESS"])
        while not self.game.winners and (kind := self.now.phase.kind) != "movement":
            for power, player in self.players.items():
                if lines := player.retreats if kind == "retreats" else player.builds() if self.lots.random() < 0.6 else []:
                    self.says(power, lines)
            self.says(GM, ["PROCESS"])

    def says(self, who: str, lines: Sequence[str]) -> list[EmailMessage]:
        """A letter; all that was sent because of it is read."""
        own = "\n".join(lines)
        for line in lines:
            if who in POWERS and line.startswith("NAME "):
                _, _, *name, code = line.split()
                self.book.proposed[who] |= {code.casefold(), " ".join(name).casefold(), *(word.casefold() for word in name)}
        sent = self.office.letter(GM if who == GM else mail_of(who), own)
        self.book.enter(self.game.board_now)
        self.check(sent, who, own)
        self._heard(sent)
        return sent

    def check(self, sent: Sequence[EmailMessage], who: str = "", own: str = "") -> None:
        """Every letter to a player; the report is the same for all; what the book has is what the judge has charted."""
        charts = self.now.facts["charts"]
        assert {power: set(charts[power]) for power in POWERS} == self.book.seen
        assert set(charts[EVERYBODY]) == self.book.common
        reports = []
        for message in sent:
            power = next((power for power in POWERS if mail_of(power) == message["To"]), "")
            if not power:
                continue
            subject, text = headline(message), body(message)
            found = objections(subject, text, own if power == who else "", self.book.may(power))
            assert not found, f"{power}: {found[:5]}\n{subject}\n{text}"
            self.read.update(letters=1, words=len(words(text)))
            if " results. For all" in subject:
                reports.append((subject, text))
                found = objections(subject, text, "", public(self.book))
                assert not found, f"for all: {found[:5]}\n{text}"
        assert (len(reports), len(set(reports))) in ((0, 0), (len(POWERS), 1))
        self.read.update(reports=len(reports))

    def figures(self) -> dict[str, int | str]:
        """How much was played and read."""
        seen = {power: len(areas) for power, areas in self.book.seen.items()}
        names = len(self.now.facts.get("names") or {})
        return {**self.read, **seen, "common": len(self.book.common), "names": names, "phase": self.now.phase.name}

    @property
    def now(self) -> Position:
        """The board as the last letter left it."""
        return self.book.now

    def _heard(self, sent: Sequence[EmailMessage]) -> None:
        """Players read what is theirs; the GM decides about names by lot."""
        for message in sent:
            for power, player in self.players.items():
                if message["To"] == mail_of(power) and f"For {power} only" in headline(message):
                    player.reads(body(message))
            for power, code in PROPOSAL.findall(flat(body(message))) if message["To"] == GM else ():
                self.says(GM, [f"{self.lots.choice(['APPROVE', 'APPROVE', 'REFUSE'])} {power} {code}"])

    def hidden(self, power: str) -> list[str]:
        """Words that mean an area to the GM or to others, and nothing to this player."""
        facts, seen = self.now.facts, self.book.seen[power]
        labels = [area["label"] for other in POWERS if other != power for area in facts["charts"][other].values()]
        return [*sorted(set(facts["world"]) - seen), *labels]

    def _folly(self, power: str) -> list[str]:
        """Orders that name what their writer has not seen."""
        hidden, fleet = self.hidden(power), self.players[power].fleet
        if not fleet or self.lots.random() < 0.5:
            return []
        unit = self.lots.choice(fleet)
        word = self.lots.choice(hidden)
        return [self.lots.choice([f"{unit.kind}({unit.place})-{word}", f"{unit.kind}({unit.place}) S F({word})", f"F({word})-SAO"])]

    def _probe(self, power: str) -> None:
        """What nobody has told a player is nonsense to him: the same answer to the letter, but for the word."""
        word, fleet = self.lots.choice(self.hidden(power)), self.players[power].fleet
        text = self.lots.choice(["NAME {} Terra Bona BON", f"F({fleet[0].place if fleet else 'SAO'})-{{}}"])
        told = [self._answer(power, text.format(asked), asked) for asked in (word, "QYY"[-len(word) :])]
        if not any("eply with" in " ".join(answer.split()) for answer in told):  # suggestions hang on the spelling of the word
            assert told[0] == told[1]
            self.read.update(probes=1)

    def _answer(self, power: str, text: str, word: str) -> str:
        (message,) = (m for m in self.says(power, [text]) if m["To"] == mail_of(power))
        return re.sub(rf"\b{word}\b", "*" * len(word), f"{message['Subject']}\n{body(message)}", flags=re.IGNORECASE)


def public(book: Logbook) -> May:
    """What the report for all may say: what everybody knows. Of units, those that are known to their owners and to all others."""
    each = [book.may(power) for power in POWERS]
    places = frozenset.intersection(*(may.places for may in each))
    units = {unit for may in each for unit in may.units}
    seen = frozenset(unit for unit in units if all(unit in may.units or may.reader == unit.power for may in each))
    hidden = frozenset.union(*(may.hidden for may in each)) - {word.casefold() for word in places}
    return May("everybody", places, hidden, frozenset.union(*(may.phrases for may in each)), {}, seen)


def labels_are_their_own(position: Position) -> bool:
    """No label is another power's, everybody's, or the GM's code for an area."""
    charts, world = position.facts["charts"], position.facts["world"]
    labels = [{area["label"].casefold() for area in chart.values()} for chart in charts.values()]
    return not any(one & other for one, other in combinations((*labels, {code.casefold() for code in world}), 2))


@pytest.fixture
def seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The office's secret, from which the world is drawn, is another one for each."""
    monkeypatch.setattr(post_office, "SEED", f"world {request.param}")
    return int(request.param)


@pytest.mark.parametrize("seed", range(WORLDS), indirect=True)
def test_players_letters_mention_nothing_that_they_have_not_seen(tmp_path: Path, seed: int) -> None:
    expedition = Expedition(tmp_path, seed)
    for _ in range(TURNS):
        if not expedition.game.winners:
            expedition.turn()
    assert labels_are_their_own(expedition.now)
    print(expedition.figures())
    with expedition.office.parts.store.look() as work:
        events = [read_event(stored.body) for stored in work.games.events("caravel")]
        kept = {stored.seq: stored.body for stored in work.games.positions("caravel")}
    assert snapshot_from_events(events) == write_game(expedition.game)
    assert all(not phase.differences for phase in replay(events, kept, expedition.rules))


LEAKS = {
    "the GM's code": "There is land at {code}.",
    "the code in small letters": "There is land at {small}.",
    "another's label": "    {other}: {label} (sea)",
    "an order with another's label": "    F(SAO)-{label}",
    "a word that nobody knows": "    F(SAO)-Uvw",
    "a unit out of sight": "Spanish F({own}) held.",
    "a fleet in the table": " + {own:4} sea   SAO                             -       fleet of Spain",
    "a border": " + {own:4} sea   NWG                             -       none",
    "a name": "Beyond it lies Terra Incognita.",
}


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Logbook]:
    """Portugal's own letter after its first voyage, and the book of what is seen by then."""
    expedition = Expedition(tmp_path_factory.mktemp("voyage"), 0)
    expedition.says("Spain", ["F(Cad)-MAO-SAO"])
    expedition.says("Portugal", ["F(Lis)-MAO-SAO"])
    sent = expedition.says(GM, ["PROCESS"])
    (text,) = (body(m) for m in sent if "For Portugal only" in headline(m))
    (report,) = (body(m) for m in sent if " results. For all" in headline(m) and m["To"] == mail_of("Portugal"))
    return text, report, expedition.book


@pytest.mark.parametrize("leak", LEAKS)
def test_the_reader_finds_what_is_planted(letter: tuple[str, str, Logbook], leak: str) -> None:
    """In a letter of one's own and in the report for all; what stands in the subject is read as well."""
    text, report, book = letter
    charts, seen = book.now.facts["charts"], book.seen["Portugal"]
    code = min(set(book.now.facts["world"]) - seen)
    label, own = (next(iter(charts[power].values()))["label"] for power in ("Spain", "Portugal"))
    may = book.may("Portugal")._replace(phrases=frozenset({"Terra Incognita"}))
    all_may = public(book)._replace(phrases=frozenset({"Terra Incognita"}))
    planted = LEAKS[leak].format(code=code, small=code.lower(), label=label, own=own, other="SAO")
    assert not objections("", text, "", may)
    assert not objections("", report, "", all_may)
    assert objections("", text.replace("SKETCH", f"SKETCH\n{planted}") if "(sea)" in planted else _with(text, planted), "", may)
    if "   -   " not in planted:
        assert objections("", f"{report}\n{planted}", "", all_may)
        assert objections(planted.strip(), text, "", may)


def _with(text: str, planted: str) -> str:
    """The letter with a line in its table, or below it."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("BEYOND THE MAP"))
    return "\n".join([*lines[: at + 2], planted, *lines[at + 2 :]]) if "   -   " in planted else f"{text}\n{planted}"
