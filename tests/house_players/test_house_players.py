"""House players: their orders are legal and read as written, the same seed gives the same orders, and how strong they are."""

from __future__ import annotations

import pytest

from judge.assets import find_assets
from judge.board import Position
from judge.house_players import decide_orders
from judge.notation.reader import ParsedOrder
from judge.rules.ruleset import Ruleset
from judge.seat import HOUSE_LEVELS
from judge.variants import load_ruleset
from tests.contest.play import brought, contest, judged, ordered, play
from tests.rules.boards import POWERS, RULES

FOLDERS = sorted(path.parent.name for path in find_assets().games.glob("*/game.yaml"))


def loaded(folder: str) -> Ruleset:
    return brought(load_ruleset(folder, [find_assets().games], find_assets().grammars()))


def test_the_same_seed_gives_the_same_orders_and_another_others() -> None:
    for level in HOUSE_LEVELS:
        first = decide_orders(RULES.start, RULES, "France", level, "7")
        assert first == decide_orders(RULES.start, RULES, "France", level, "7")
        assert len(first) == 3
    drawn = {decide_orders(RULES.start, RULES, "Russia", "steady", str(n)) for n in range(12)}
    assert len(drawn) > 3, "nobody should be able to foresee an opening"


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="no level 'brilliant'; the levels are calm, steady, keen"):
        decide_orders(RULES.start, RULES, "France", "brilliant", "7")


def test_calm_takes_a_bordering_centre_that_nobody_holds() -> None:
    autumn = RULES.start
    orders = {str(o.unit): o.target for n in range(6) for o in decide_orders(autumn, RULES, "Austria", "calm", str(n))}
    assert orders["A(Bud)"] in ("Ser", "Rum")


def test_an_island_power_sends_an_army_over_the_sea() -> None:
    seats = dict.fromkeys(POWERS, "holds") | {"England": "steady"}
    ended = play(seats, 1904, "3").position
    at_home = ("Lon", "Lvp", "Edi", "Wal", "Yor", "Cly")
    landed = [unit for unit in ended.units_of("England") if unit.kind == "A" and unit.space not in at_home]
    assert landed or len(ended.centres("England")) > 6


def test_explorers_go_beyond_the_map() -> None:
    """Nothing on the printed map of 1492 can be taken, so whoever plays it has to leave it."""
    rules = loaded("new_world_1492")
    ended = play({power.name: "steady" for power in rules.powers}, 1497, "7", rules).position
    out = {unit.power for unit in ended.units if unit.space not in rules.board.spaces}
    assert len(out) >= 2, ended.units
    assert sum(len(areas) for areas in ended.facts["seen"].values()) > 8


def follow(rules: Ruleset, level: str, rounds: int) -> None:
    """Every order of a game is read as it is written and taken by the referee, whatever its kind."""
    position: Position = rules.start
    last = position.phase.year + (rounds - 1) * rules.calendar.step
    while position.phase.year <= last:
        orders = {power.name: ordered(level, position, rules, power.name, "5") for power in rules.powers}
        for power, some in orders.items():
            _read_back(position, rules, power, some)
        outcome = judged(position, orders, rules, "5")
        refused = [(r.power, rules.notation.write(r.order), r.reason) for r in outcome.results if r.word == "illegal" and r.ordered]
        assert not refused
        position = outcome.position
        if outcome.winners:
            break


def _read_back(position: Position, rules: Ruleset, power: str, orders: tuple) -> None:  # type: ignore[type-arg]
    hidden = rules.rules.hides_information(rules)
    seen = rules.rules.visible_position(rules, position, power) if hidden else position
    board = rules.board_at(seen)
    for order in orders:
        line = rules.notation.write(order)
        readings = rules.notation.read(line, board, seen, power)
        assert [r.order for r in readings if isinstance(r, ParsedOrder)] == [order], line


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_order_is_refused_or_misread_in_any_game(folder: str) -> None:
    follow(loaded(folder), "steady", 3)


@pytest.mark.slow
@pytest.mark.parametrize("level", HOUSE_LEVELS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_no_order_is_refused_in_long_games(folder: str, level: str) -> None:
    follow(loaded(folder), level, 4 if level == "keen" else 12)


@pytest.mark.slow
def test_steady_beats_players_without_a_plan() -> None:
    against_random = contest(("steady", *["random"] * 6), 14, 1920, "bars")["steady"]
    assert against_random.won >= 13, against_random
    against_holders = contest(("steady", *["holds"] * 6), 14, 1920, "bars")["steady"]
    assert against_holders.centres >= 15, against_holders
    against_calm = contest(("steady", *["calm"] * 6), 14, 1920, "bars")["steady"]
    assert against_calm.centres - against_calm.within > 34 / 7, against_calm


@pytest.mark.slow
def test_keen_beats_steady() -> None:
    keen = contest(("keen", *["steady"] * 6), 14, 1910, "bars")["keen"]
    assert keen.centres - keen.within > 34 / 7, keen
