"""Whole games by mail of empires that came with their players: two of them, and nine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from judge.board import Position, Unit, space_of
from judge.cli.replay import replay_game
from judge.game import Game
from judge.game.model.serialization import read_game, write_game
from judge.game.players.custom_powers import game_ruleset
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue, awaited_dues, check
from judge.rules.ruleset import Ruleset
from tests.letters.post_office import GM, PostOffice, body

EMPIRES = ("Zorgon", "Jedi", "Borg", "Klaatu", "Dalek", "Ferengi", "Vogon", "Triffid", "Martian")


class Table:
    """A game on its way: its GM and players, and how they choose among what is legal."""

    def __init__(self, folder: Path, players: int, seed: str) -> None:
        self.office = PostOffice(folder)
        self.chance = Random(seed)
        self.office.letter(f"Harriet Lowe <{GM}>", "CREATE earth outer-space\n")
        self.players = EMPIRES[:players]
        for name in self.players:
            self.office.letter(f"{name.lower()}@space.example", f"JOIN earth AS {name}")
        self.office.letter(GM, "START")

    def game(self) -> tuple[Game, Ruleset]:
        with self.office.parts.store.look() as work:
            stored = work.games.get("earth")
        assert stored is not None
        game = read_game(stored.head)
        return game, game_ruleset(game, self.office.parts.rules(game.variant))

    def play(self, years: int) -> Game:
        """Play until somebody has won, or for a number of years."""
        while True:
            game, rules = self.game()
            if game.stage == "finished" or game.board_now.phase.year >= rules.calendar.start + years:
                return game
            for power, owed in awaited_dues(game.board_now, rules).items():
                self._send(power, self._chosen(game.board_now, rules, power, owed), rules)
            self.office.letter(GM, "PROCESS")

    def _send(self, power: str, orders: list[Order], rules: Ruleset) -> None:
        if orders:
            lines = "\n".join(rules.notation.write(order) for order in orders)
            (answer,) = self.office.letter(f"{power.lower()}@space.example", lines)
            assert " ? " not in body(answer), body(answer)

    def _chosen(self, position: Position, rules: Ruleset, power: str, owed: AdjustmentDue) -> list[Order]:
        if position.phase.kind == "retreats":
            ways = {beaten.unit: beaten.retreats for beaten in position.dislodged}
            return [Order("retreat", unit_reference(unit), self.chance.choice(ways[unit])) for unit in owed.units]
        if owed.builds:
            sites = {site.space: site for site in self.chance.sample(owed.sites, len(owed.sites))}
            return [Order("build", unit_reference(site)) for site in list(sites.values())[: owed.builds]]
        if owed.removals:
            return [Order("remove", unit_reference(unit)) for unit in self.chance.sample(owed.units, owed.removals)]
        return [self._ordered(unit, position, rules, power) for unit in owed.units]

    def _ordered(self, unit: Unit, position: Position, rules: Ruleset, power: str) -> Order:
        """One of what the unit may do, as like as not something that leads somewhere."""
        legal = [order for order in possible(unit, position, rules) if check(order, power, position, rules) is None]
        return self.chance.choice([order for order in legal if useful(order, position, power)] or legal)


def possible(unit: Unit, position: Position, rules: Ruleset) -> Iterator[Order]:
    """Everything a unit could be ordered without regard to others but one support."""
    ref, reach = unit_reference(unit), sorted(rules.board_at(position).reach(unit.kind, unit.place))
    yield Order("stands", ref)
    for place in reach:
        yield Order("move", ref, place)
        yield Order("colonise", ref, space_of(place))
    yield Order("colonise", ref, unit.space)
    for other in position.units:
        if other != unit and other.space in map(space_of, reach):
            yield Order("support", ref, of=unit_reference(other))


def useful(order: Order, position: Position, power: str) -> bool:
    """Whether an order takes, or colonises, a centre that is not its power's yet."""
    colonies = position.facts.get("colonies", {})
    target = space_of(order.target)
    if order.verb == "colonise":
        return order.unit is not None and target == order.unit.space and colonies.get(target) != power
    return order.verb == "move" and target != "ORB" and position.owners.get(target) != power


def sound(game: Game) -> None:
    """No spacecraft is overfull, and nobody shares a province."""
    units = game.board_now.units
    aboard = [unit.power for unit in units if unit.space == "ORB"]
    assert all(aboard.count(power) <= 3 for power in aboard)
    assert len({(u.space, u.power if u.space == "ORB" else "", u.name) for u in units}) == len(units)


@pytest.mark.parametrize(("players", "years", "seed"), [(2, 25, "mars"), (9, 5, "nine empires")])
def test_a_whole_game_is_played_by_mail_and_replayed(players: int, years: int, seed: str, tmp_path: Path) -> None:
    """Two play to a victory, nine for five years and then share it; every phase comes out the same when it is judged again."""
    table = Table(tmp_path, players, seed)
    game = table.play(years)
    sound(game)
    assert [seat.power for seat in game.seats] == list(EMPIRES[:players])
    if players == 2:
        assert (game.ending, game.winners) == ("won", ("Zorgon",))
        assert len(game.board_now.centres("Zorgon")) >= 18
    else:
        assert game.board_now.phase.name == "Spring 1906"
        table.office.letter(GM, "DRAW")
        game, _ = table.game()
        assert game.stage == "finished"
        assert set(game.winners) <= set(EMPIRES)
    lines, same = replay_game(table.office.parts, "earth")
    assert same, "\n".join(lines)


def test_the_same_letters_make_the_same_game(tmp_path: Path) -> None:
    """Nothing but what was written decides a game without dice."""
    heads = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        heads.append(write_game(Table(tmp_path / name, 3, "again").play(2)))
    assert heads[0] == heads[1]
