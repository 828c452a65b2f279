"""1492: names for a GM with a life. Those who lose are told, several are approved at once, and some without the GM."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body
from tests.letters.table import Table, mail_of
from tests.secrecy.test_telescope import WORLD


class Discovered(Table):
    """Spain and Portugal have both found Xab and Xaf, and propose names."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        self.office, self.name = PostOffice(folder), "ocean"
        self.office.letter(f"Harriet Lowe <{GM}>", f"CREATE ocean VARIANT new_world_1492\n{settings}")
        for power in ("England", "France", "Portugal", "Spain"):
            self.office.letter(f"{power} Player <{mail_of(power)}>", f"JOIN ocean PREFER {power}")
        self.office.letter(GM, f"WORLD{WORLD}END")
        self.office.letter(GM, "START")
        self.says("Spain", "F(Cad)-MAO-SAO")
        self.says("Portugal", "F(Lis)-MAO-SAO")
        self.says(GM, "PROCESS")

    def says(self, who: str, text: str) -> dict[str, str]:
        """A letter; what each was sent because of it."""
        sent = self.office.letter(GM if who == GM else mail_of(who), text)
        return {str(message["To"]): " ".join(body(message).split()) for message in sent}

    def label(self, power: str, area: str) -> str:
        """What a power calls an area."""
        return str(self.game.board_now.facts["charts"][power][area]["label"])

    def names(self) -> dict[str, str]:
        """Area → its name."""
        return {area: name["name"] for area, name in (self.game.board_now.facts.get("names") or {}).items()}


Discover = Callable[..., Discovered]


@pytest.fixture
def discovered(tmp_path: Path) -> Discover:
    """A game in which there is something to name."""
    return lambda settings="": Discovered(tmp_path, settings)


def test_who_loses_is_told(discovered: Discover) -> None:
    table = discovered()
    table.says("Spain", f"NAME {table.label('Spain', 'Xab')} Mar Dulce DUL")
    table.says("Portugal", f"NAME {table.label('Portugal', 'Xab')} Mar de Brumas BRU")
    sent = table.says(GM, "APPROVE Portugal BRU")
    assert "Spain is told" in sent[GM]
    label = table.label("Spain", "Xab")
    assert f"Your name Mar Dulce (DUL) for {label} was not chosen: it is called Mar de Brumas (BRU)" in sent[mail_of("Spain")]
    assert mail_of("England") not in sent


def test_all_that_nobody_contests_are_approved_at_once(discovered: Discover) -> None:
    table = discovered()
    table.says("Spain", f"NAME {table.label('Spain', 'Xab')} Mar Dulce DUL")
    table.says("Spain", f"NAME {table.label('Spain', 'Xaf')} Mar Verde VER")
    table.says("Portugal", f"NAME {table.label('Portugal', 'Xab')} Mar de Brumas BRU")
    answer = table.says(GM, "APPROVE ALL")[GM]
    assert "Xaf is called Mar Verde (VER) from now on." in answer
    assert "Portugal's Mar de Brumas (BRU) for Xab waits" in answer
    assert table.names() == {"Xaf": "Mar Verde"}
    assert "No name can be approved with the others: Spain proposes Mar Dulce (DUL) for Xab" in table.says(GM, "APPROVE ALL")[GM]


def test_one_name_for_two_areas_is_contested(discovered: Discover) -> None:
    table = discovered()
    table.says("Spain", f"NAME {table.label('Spain', 'Xab')} Mar Dulce DUL")
    table.says("Portugal", f"NAME {table.label('Portugal', 'Xaf')} Mar Dulce DUZ")
    assert "No name can be approved" in table.says(GM, "APPROVE ALL")[GM]
    assert table.names() == {}


@pytest.mark.parametrize(("turns", "named"), [("2", [{}, {"Xab": "Mar Dulce"}]), ("0", [{}, {}])])
def test_a_name_that_waits_long_enough_is_given(discovered: Discover, turns: str, named: list[dict[str, str]]) -> None:
    table = discovered(f"RULE names_after {turns}\n")
    table.says(GM, "PROCESS")
    sent = table.says("Spain", f"NAME {table.label('Spain', 'Xab')} Mar Dulce DUL")
    assert ("If you say nothing, and nobody contests it, it is given after 2 turns." in sent[GM]) == (turns == "2")
    found = []
    for _ in range(2):
        table.says(GM, "PROCESS")
        found.append(table.names())
        while table.game.board_now.phase.kind != "movement":
            table.says(GM, "PROCESS")
    assert found == named
