"""Orders and positions in the words of `diplomacy` and godip: a table written by hand, and the way there and back."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from judge import LoadedGame, load_game
from judge.board import Position

BOARD = {
    "England": ["F NTH", "A Lon", "F Nwy"], "France": ["A Par", "A Mar", "F Spa.sc", "F Bre"], "Germany": ["A Mun"],
    "Russia": ["F StP.nc"],
}  # fmt: skip
MOVEMENT = {
    "A(Par) stands": ("A PAR H", "par Hold"),
    "A(Par)-Bur": ("A PAR - BUR", "par Move bur"),
    "F(Spa.sc)-MAO": ("F SPA/SC - MAO", "spa/sc Move mid"),
    "F(Spa.sc)-LYO": ("F SPA/SC - LYO", "spa/sc Move gol"),
    "A(Lon)-Bel": ("A LON - BEL VIA", "lon Move bel"),
    "A(Par)-Bre via convoy": ("A PAR - BRE VIA", "par MoveViaConvoy bre"),
    "F(NTH) C A(Lon)-Bel": ("F NTH C A LON - BEL", "nth Convoy lon bel"),
    "A(Mar) S A(Par)": ("A MAR S A PAR", "mar Support par par"),
    "A(Mar) S A(Par)-Bur": ("A MAR S A PAR - BUR", "mar Support par bur"),
    "A(Mar) S F(Spa.sc)": ("A MAR S F SPA/SC", "mar Support spa spa"),
    "F(Nwy)-NWG": ("F NWY - NWG", "nwy Move nrg"),
    "F(Nwy) S F(StP.nc)": ("F NWY S F STP/NC", "nwy Support stp stp"),
}
"""Ours → `diplomacy`'s and godip's, as their own manuals and saved games write them."""
WINTER = {
    "build A(Par)": ("A PAR B", "par Build Army"),
    "build F(StP.nc)": ("F STP/NC B", "stp/nc Build Fleet"),
    "remove A(Mun)": ("A MUN D", "mun Disband"),
    "waive": ("WAIVE", ""),
}
RETREATS = {"A(Mun)-Tyr": ("A MUN R TYR", "mun Move tyr"), "A(Mun) disbands": ("A MUN D", "mun Disband")}


@cache
def game() -> LoadedGame:
    return load_game("standard")


@cache
def phase(name: str) -> Position:
    if name == "Spring 1902 retreats":
        beaten = {"Germany": [{"unit": "A Mun", "from": "Boh"}]}
        return game().position(name, units={"Austria": ["A Mun"], "France": ["A Par"]}, dislodged=beaten)
    return game().position(name, units=BOARD)


ROWS = [
    *((ours, theirs, "Spring 1902") for ours, theirs in MOVEMENT.items()),
    *((ours, theirs, "Winter 1902") for ours, theirs in WINTER.items()),
    *((ours, theirs, "Spring 1902 retreats") for ours, theirs in RETREATS.items()),
]


def owner(order: str, position: Position) -> str:
    units = [*position.units, *(each.unit for each in position.dislodged)]
    return next((unit.power for unit in units if str(unit) in order.split(" S ")[0].split(" C ")[0]), "France")


@pytest.mark.parametrize(("ours", "theirs", "when"), ROWS, ids=[f"{when}: {ours}" for ours, _, when in ROWS])
@pytest.mark.parametrize("notation", ["diplomacy", "godip"])
def test_an_order_there_and_back(notation: str, ours: str, theirs: tuple[str, str], when: str) -> None:
    said, position = theirs[notation == "godip"], phase(when)
    if not said:
        with pytest.raises(ValueError, match="no words"):
            game().order_for(notation, ours, position, owner(ours, position))
        return
    assert game().order_for(notation, ours, position, owner(ours, position)) == said
    back = game().order_from(notation, said, position)
    assert game().order_for("diplomacy", back, position, owner(ours, position)) == theirs[0]


BOARDS = ("standard", "ancient mediterranean", "hundred", "cold war", "modern", "pure", "youngstown", "loeb9", "france vs austria")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("notation", ["diplomacy", "godip"])
def test_every_legal_order_of_the_start_comes_back(name: str, notation: str) -> None:
    loaded = load_game(name)
    for power in loaded.powers:
        for orders in loaded.possible_orders(loaded.start, power).values():
            for order in orders:
                there = loaded.order_for(notation, order, loaded.start, power)
                back = loaded.order_from(notation, there, loaded.start)
                assert loaded.order_for(notation, back, loaded.start, power) == there
                assert bare(back, loaded) == bare(order, loaded)


def bare(order: str, loaded: LoadedGame) -> str:
    """An order without what neither program writes: whose unit is helped."""
    for power in loaded._ruleset.powers:
        order = order.replace(f" S {power.adjective} ", " S ").replace(f" C {power.adjective} ", " C ")
    return order


def test_positions_there_and_back() -> None:
    """With a unit that must retreat, a standoff and owners."""
    beaten = {"Germany": [{"unit": "A Mun", "from": "Boh", "retreats": ["Kie", "Ruh"]}]}
    held = {"Mun": "Germany", "Par": "France", "Bul": "Turkey"}
    units = {"Austria": ["A Mun"], "Russia": ["F StP.sc"], "Turkey": ["F Bul.ec"]}
    parts = {"units": units, "dislodged": beaten, "owners": held, "standoffs": ["Ber", "Bur", "Sil", "Tyr"]}
    position = game().position("Autumn 1903 retreats", **parts)
    state = game().position_for("diplomacy", position)
    assert state == {
        "name": "F1903R",
        "units": {"AUSTRIA": ["A MUN"], "RUSSIA": ["F STP/SC"], "TURKEY": ["F BUL/EC"], "GERMANY": ["*A MUN"]},
        "retreats": {"GERMANY": {"A MUN": ["KIE", "RUH"]}},
        "centers": {"TURKEY": ["BUL"], "GERMANY": ["MUN"], "FRANCE": ["PAR"]},
    }
    told = game().position_for("godip", position)
    assert (told["Season"], told["Year"], told["Type"]) == ("Fall", 1903, "Retreat")
    assert told["Units"]["bul/ec"] == {"Type": "Fleet", "Nation": "Turkey"}
    assert told["Dislodgeds"] == {"mun": {"Type": "Army", "Nation": "Germany"}}
    assert told["Dislodgers"] == {"boh": "mun"}
    assert set(told["Bounces"]) == {"ber", "bur", "sil", "tyr"}
    for notation, values in (("diplomacy", state), ("godip", told)):
        back = game().position_from(notation, values)
        assert (back.phase, back.units, back.owners) == (position.phase, position.units, position.owners)
        assert [(each.unit, set(each.retreats)) for each in back.dislodged] == [(position.dislodged[0].unit, {"Kie", "Ruh"})]


def test_winter_is_theirs_too() -> None:
    winter = game().position("Winter 1901", units=BOARD)
    assert game().position_for("diplomacy", winter)["name"] == "W1901A"
    assert [game().position_for("godip", winter)[key] for key in ("Season", "Type")] == ["Fall", "Adjustment"]
    assert game().position_from("godip", game().position_for("godip", winter)).phase == winter.phase
    assert game().position_from("diplomacy", game().position_for("diplomacy", winter)).phase == winter.phase


@pytest.mark.parametrize(("notation", "line"), [
    ("diplomacy", "A PAR -"), ("diplomacy", "A PAR"), ("diplomacy", "A XYZ H"), ("diplomacy", "A PAR Z"), ("diplomacy", ""),
    ("diplomacy", "F STP/WC H"), ("godip", "par"), ("godip", "ber Hold"), ("godip", "par Build Wing"), ("godip", "mao Hold"),
    ("godip", "par Jump bur"), ("chess", "e4"),
])  # fmt: skip
def test_what_is_no_order_is_named(notation: str, line: str) -> None:
    with pytest.raises(ValueError, match=r"is no|ends too soon|no unit|none of"):
        game().order_from(notation, line, phase("Spring 1902"))


@pytest.mark.parametrize("told", [
    {}, {"name": "X1901M", "units": {}, "centers": {}}, {"name": "S1901M", "units": {"ATLANTIS": ["A PAR"]}, "centers": {}},
    {"name": "S1901M", "units": {"FRANCE": ["A"]}, "centers": {}}, {"Season": "Spring"}, {"units": ["A PAR"], "Units": 7},
])  # fmt: skip
@pytest.mark.parametrize("notation", ["diplomacy", "godip"])
def test_what_is_no_position_is_named(notation: str, told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is no p"):
        game().position_from(notation, told)


def test_a_phase_that_they_cannot_name() -> None:
    hundred = load_game("hundred")
    with pytest.raises(ValueError, match="no name for a phase like 1425"):
        hundred.position_for("diplomacy", hundred.start)
