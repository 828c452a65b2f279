"""A whole game of Columbus by mail: five players send random orders, ten decades long, and a replay finds every phase identical."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from judge.board import Board, Position, Unit, space_of
from judge.cli.replay import replay_game
from judge.cli.verify import verify_text
from judge.notation import Order, UnitRef
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue, Ruleset, awaited_dues, check
from tests.letters.post_office import GM, body
from tests.letters.table import Table

PLAYERS = ("Netherlands", "England", "France", "Spain", "Portugal")
GAME = "pinta"
DECADES = 10
EXPLORATION = re.compile(r"^Exploration of (\d+) : ([A-Z ]+) \(die-roll=([1-6])\)$", re.MULTILINE)
FACES = {"SEA": "12", "LAND": "34", "NATIVE CENTRE": "5", "MAJOR NATIVE CENTRE": "6"}


def worth(space: str, power: str, position: Position, board: Board) -> int:
    """How a player ranks a space: 0 a centre for the taking, 1 the unknown, 2 the rest, 3 where garrisons or own units stand."""
    if space in position.facts["garrisons"] or any(unit.space == space for unit in position.units_of(power)):
        return 3
    if board.spaces[space].centre and position.owners.get(space) != power:
        return 0
    return 1 if board.spaces[space].kind == "unknown" else 2


def thoughts(unit: Unit, position: Position, board: Board, given: list[Order], random: Random) -> Iterator[Order]:
    """Orders that a player might think of for a unit: help for what others do, else moves, first to where there is something."""
    me = unit_reference(unit)
    near = sorted(board.reach(unit.kind, unit.place))
    random.shuffle(near)
    near.sort(key=lambda place: worth(space_of(place), unit.power, position, board))
    to_be_had = board.spaces[unit.space].centre and position.owners.get(unit.space) != unit.power
    if to_be_had and position.phase.season and random.random() < 0.8:
        yield Order("stands", me)
    moves = [Order("move", me, place) for place in near]
    if unit.kind == "A" and random.random() < 0.4:
        moves = [Order("move", me, space) for space in random.sample(sorted(board.spaces), 12)] + moves  # by sea, perhaps
    help_given = [Order("support", me, space_of(o.target), o.unit) for o in given if o.verb == "move" and o.unit]
    help_given += [Order("support", me, "", o.unit) for o in given if o.verb == "stands" and o.unit]
    carried = [Order("convoy", me, space_of(o.target), o.unit) for o in given if o.verb == "move" and o.unit and o.unit.kind == "A"]
    manned = [Order("support", me, "", UnitRef("G", space)) for space in position.facts["garrisons"]]
    for helping in (help_given, manned):
        random.shuffle(helping)
    yield from carried
    if random.random() < 0.5:
        yield from (*help_given, *manned[:2]) if random.random() < 0.8 else (*manned, *help_given)
    yield from moves
    yield Order("stands", me)


def orders(power: str, owed: AdjustmentDue, position: Position, rules: Ruleset, given: list[Order], random: Random) -> list[Order]:
    """Legal orders for all that a power owes, in the light of those `given` by others; now and then none at all."""
    if random.random() < 0.03:
        return []
    if position.phase.kind == "retreats":
        ways = {beaten.unit: beaten.retreats for beaten in position.dislodged}
        return [Order("retreat", unit_reference(unit), random.choice(ways[unit])) for unit in owed.units]
    if owed.removals:
        return [Order("remove", unit_reference(unit)) for unit in random.sample(owed.units, owed.removals)]
    if owed.builds:
        spaces = random.sample(sorted({site.space for site in owed.sites}), owed.builds)
        return [Order("build", unit_reference(random.choice([s for s in owed.sites if s.space == space]))) for space in spaces]
    board, found = rules.board_at(position), list[Order]()
    for unit in owed.units:
        ways_on = thoughts(unit, position, board, [*given, *found], random)
        found.append(next(o for o in ways_on if o.verb == "stands" or check(o, power, position, rules) is None))
    return found


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The game played to the end of its tenth decade."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.letters.post_office.SEED", "s1504")
        found = Table(tmp_path_factory.mktemp("columbus"), "columbus", GAME)
        play(found, Random(1504))
        yield found


def play(table: Table, random: Random) -> None:
    """Everyone writes, everyone says FINAL, and the phase is run with the last letter."""
    first = table.game.board_now.phase.year
    while (game := table.game).stage == "running" and game.board_now.phase.year < first + 10 * DECADES:
        position = game.board_now
        given: list[Order] = []
        for power, owed in awaited_dues(position, table.rules).items():
            sent = orders(power, owed, position, table.rules, given, random)
            given += sent
            table.send(power, [table.rules.notation.write(order) for order in sent])


def test_ten_decades_are_played_to_their_end(table: Table) -> None:
    game = table.game
    assert (game.stage, game.board_now.phase.name) == ("running", "Early 1590's")
    assert [year for year, _ in game.history] == [1480, *range(1490, 1590, 10)]
    assert len(table.reports) > 2 * DECADES


def test_every_order_was_read_and_none_refused(table: Table) -> None:
    assert not [answer for answer in table.answers if "You wrote" in answer or " ?  " in answer]


def test_no_report_lacks_a_reason(table: Table) -> None:
    assert not [report for report in table.reports if "cannot say why" in report or "not possible:" in report]


def test_each_province_was_thrown_for_once_and_found_what_its_throw_says(table: Table) -> None:
    found = [match for report in dict.fromkeys(table.reports) for match in EXPLORATION.findall(report)]
    facts = table.game.board_now.facts
    assert len(found) == len({number for number, _, _ in found}) == len(facts["terrain"]) > 20
    assert all(throw in FACES[what] and facts["rolls"][number] == int(throw) for number, what, throw in found)


def test_the_board_is_whole(table: Table) -> None:
    """Nobody stands where it cannot; nobody shares a space; no power has more than its centres allow after the adjustments."""
    position, rules = table.game.board_now, table.rules
    board = rules.board_at(position)
    assert all(unit.place in board.places(unit.kind, unit.space) for unit in position.units)
    assert len({unit.space for unit in position.units}) == len(position.units) > len(PLAYERS)
    counts: Mapping[str, int] = {power: len(position.centres(power)) for power in PLAYERS}
    assert all(len(position.units_of(power)) <= counts[power] for power in PLAYERS)
    assert sum(counts.values()) <= len(board.centres)


def test_it_replays_identically(table: Table) -> None:
    lines, same = replay_game(table.office.parts, GAME)
    assert same, [line for line in lines if "identical" not in line]
    assert len(lines) > 2 * DECADES


def test_its_throws_can_be_checked_when_it_is_over(table: Table) -> None:
    """The last test: it ends the game."""
    rolls = table.game.board_now.facts["rolls"]
    ended = next(body(sent) for sent in table.office.letter(GM, "DRAW") if sent["To"] == "spain@mail.example")
    checked = verify_text(ended)
    assert not checked.faults
    assert checked.record.throws == rolls
    number, throw = next(iter(rolls.items()))
    changed = re.sub(rf"^(\W*{number} = ){throw}", rf"\g<1>{throw % 6 + 1}", ended, flags=re.MULTILINE)
    assert changed != ended
    assert verify_text(changed).faults
