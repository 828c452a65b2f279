"""An order that names what its writer has not seen is answered like nonsense, and nothing is looked up to answer it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from judge.commands.orders import ClearOrders, OrderLines
from judge.game import decide, view_game
from judge.game.model.game import Game
from judge.reports import answer_facts
from tests.secrecy.antilla import READER, Antilla, Hidden, position_of

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
NAMES = {"STU": {"code": "ELD", "name": "Eldorado"}, "GHI": {"code": "BRU", "name": "Mar de Brumas"}}


class Spy(Mapping[str, Any]):
    """A mapping that counts how often anything is asked of it."""

    def __init__(self, hidden: Mapping[str, Any], open_to: frozenset[str] = frozenset()) -> None:
        self.hidden, self.open_to, self.reads = hidden, open_to, 0

    def _read(self, key: object) -> None:
        self.reads += key not in self.open_to

    def __getitem__(self, key: str) -> Any:
        self._read(key)
        return self.hidden[key]

    def __iter__(self) -> Iterator[str]:
        self.reads += 1
        return iter(self.hidden)

    def __len__(self) -> int:
        self.reads += 1
        return len(self.hidden)

    def __contains__(self, key: object) -> bool:
        self._read(key)
        return key in self.hidden


@pytest.fixture(scope="module")
def antilla(tmp_path_factory: pytest.TempPathFactory) -> Antilla:
    """An office with the game in it."""
    found = Antilla(tmp_path_factory.mktemp("antilla"))
    position = position_of(Hidden(), found.rules)
    found.put(replace(found.game, position=replace(position, facts={**position.facts, "names": NAMES})))
    return found


def own_label(antilla: Antilla, code: str, power: str = READER) -> str:
    """What a power calls an area until it has a name."""
    return str(antilla.game.board_now.facts["charts"][power][code]["label"])


def answer(antilla: Antilla, text: str) -> tuple[str, str]:
    """Subject and words of the answer to a letter of Portugal's."""
    antilla.told.clear()
    antilla.say(READER, text)
    (told,) = antilla.told
    return told.subject, told.text


UNDISCOVERED = {"the GM's own code": "STU", "a code of a near area": "UVW", "a name given to what one has not seen": "ELD"}

LINES = ("F({sea})-{word}", "F({word}) stands", "F(MAO) S F({word})", "F(MAO) S F({word})-SAO", "F(MAO) S Spanish F({word})-SAO")


@pytest.mark.parametrize("word", UNDISCOVERED.values(), ids=list(UNDISCOVERED))
@pytest.mark.parametrize("line", LINES)
def test_the_answer_is_that_to_nonsense(antilla: Antilla, word: str, line: str) -> None:
    """Word for word the same but for the word that is quoted."""
    sea = own_label(antilla, "ABC")
    hidden, nonsense = (answer(antilla, line.format(sea=sea, word=w)) for w in (word, "QQQ"))
    assert (hidden[0], hidden[1].replace(word, "QQQ")) == nonsense


def test_nobody_elses_label_means_anything(antilla: Antilla) -> None:
    """Spain's label for an area that Portugal knows is no word to Portugal, nor is the GM's code for it."""
    sea, theirs = own_label(antilla, "ABC"), own_label(antilla, "DEF", "Spain")
    told, nonsense = (answer(antilla, f"F({sea})-{word}") for word in (theirs, "QQ"))
    assert (told[0], told[1].replace(theirs, "QQ")) == nonsense
    told, nonsense = (answer(antilla, f"F({sea})-{word}") for word in ("DEF", "QQQ"))
    assert (told[0], told[1].replace("DEF", "QQQ")) == nonsense


def test_a_name_means_what_it_names_to_all_who_know_that(antilla: Antilla) -> None:
    """So does the label it had, and the answer speaks of it by its name."""
    sea, land = own_label(antilla, "ABC"), own_label(antilla, "GHI")
    for word in ("BRU", "mar de brumas", land):
        assert f"> F({sea})-BRU" in answer(antilla, f"F({sea})-{word}")[1]
    kept = antilla.game.standing[READER].orders
    assert [order.target for order in kept] == ["GHI"]


def spied(game: Game) -> tuple[Game, Spy, Spy]:
    """The game with spies for its world and for the charts of all but Portugal."""
    facts = game.board_now.facts
    world, charts = Spy(facts["world"]), Spy(facts["charts"], frozenset({READER, ""}))
    position = replace(game.board_now, facts={**facts, "world": world, "charts": charts})
    return replace(game, position=position), world, charts


@pytest.mark.parametrize("word", ["STU", "UVW", "ELD", "Eldorado", "QQQ"])
def test_nothing_hidden_is_read_on_the_way_to_the_answer(antilla: Antilla, word: str) -> None:
    """The world is read not once, nor is anybody else's chart: neither by what decides nor by what answers."""
    sea = own_label(antilla, "ABC")
    game, world, charts = spied(antilla.game)
    seat = game.seat_of(READER)
    assert seat
    lines = tuple(line.format(sea=sea, word=word) for line in ("F({sea})-{word}", "F({word})-SAO", "F(MAO) S F({word})-{sea}"))
    for command in (OrderLines("", lines), ClearOrders("", word)):
        decision = decide(game, command, seat.key, NOW, antilla.rules)
        assert not decision.events
        answer_facts(view_game(game, antilla.rules, READER), antilla.rules, decision.replies, NOW)
    assert (world.reads, charts.reads) == (0, 0)


def test_the_spies_see_who_looks(antilla: Antilla) -> None:
    """The referee does."""
    game, world, charts = spied(antilla.game)
    antilla.rules.board_at(game.board_now)
    assert world.reads
    assert "Spain" in charts
    assert charts.reads
