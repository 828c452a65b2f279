"""Powers that come with the players: what they may be called, and what they are called for short."""

from __future__ import annotations

import pytest

from judge.assets import Assets
from judge.board import Unit
from judge.game.players.custom_powers import unique_code
from judge.notation import Order, UnitRef, name_units
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.variants import load_ruleset


@pytest.fixture(scope="module")
def folder(shipped: Assets) -> Ruleset:
    return load_ruleset("outer_space", [shipped.games], shipped.grammars())


@pytest.mark.parametrize(
    ("name", "taken", "code"),
    [("Zorgon", (), "Zor"), ("Zorba", ("Zorgon",), "Zob"), ("Pariah", (), "Pai"), ("Ox", (), "Ox"), ("Bo", ("Bo",), "Boa")],
)
def test_a_code_means_nothing_else_in_the_game(name: str, taken: tuple[str, ...], code: str, folder: Ruleset) -> None:
    """A name's first three letters, unless they are a power, a place or a word of orders."""
    rules = folder.with_powers([Power(other, other, other[:3]) for other in taken])
    assert unique_code(name, rules) == code


def test_many_powers_of_nearly_one_name_have_codes_of_their_own(folder: Ruleset) -> None:
    """There is always a code left."""
    rules = folder
    for n in range(40):
        rules = rules.with_powers((*rules.powers, Power(f"Zorgon{n}", short=unique_code(f"Zorgon{n}", rules))))
    assert len({power.short.lower() for power in rules.powers}) == 40


ABOARD = tuple(Unit("Jedi", "A", "ORB", n) for n in "123")


def up(name: str, target: str) -> Order:
    return Order("move", UnitRef("A", "ORB", name), target)


@pytest.mark.parametrize(
    ("orders", "before", "names"),
    [
        ([up("", "Par"), up("1", "Bur"), up("", "Par")], [], "213"),
        ([up("", "Par")], [up("1", "Bur")], "2"),
        ([up("", "Par")], [up("1", "Bur"), up("3", "Par")], "3"),
        ([up("", "Par"), up("", "Par")], [up("1", "Par"), up("3", "Par")], "13"),
        ([up("", "Par"), up("", "Rom")], [up("1", "Bur"), up("2", "Vie")], "3-"),
    ],
)
def test_orders_for_one_of_several_units(orders: list[Order], before: list[Order], names: str) -> None:
    """The unit ordered just so before, else the first without an order; two such orders are two units; else it stays open."""
    told = name_units("Jedi", orders, ABOARD, before)
    assert "".join(order.unit.name or "-" for order in told if order.unit) == names
