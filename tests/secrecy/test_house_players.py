"""House players decide from what their Power may see: two truths that agree on that give the same orders, in each kind of game.

All seats are taken to be house players', and each phase of both truths is put to them as the office does it, with the orders that
everybody gave in it lying in the game already.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from judge.game import Game
from judge.game.model.game import CurrentOrders
from judge.game.model.judged_phase import JudgedPhase
from judge.game.players.custom_powers import game_ruleset
from judge.house_players import decide_orders
from judge.office import house_orders as office
from judge.office.house_orders import house_orders
from judge.rules.ruleset import Ruleset
from judge.seat import HOUSE_LEVELS
from tests.letters.post_office import START
from tests.secrecy.oracles import SEEN
from tests.secrecy.pairs import KINDS, OPEN, Room, agree_until
from tests.secrecy.years import House, Year, even_luck

__all__ = ["even_luck"]
LEVELS = HOUSE_LEVELS if os.environ.get("SECRECY_PAIRS") else HOUSE_LEVELS[:2]


@dataclass
class HouseRoom(Room):
    """Compares what house players would order instead of letters."""

    levels: tuple[str, ...] = LEVELS
    unequal: list[str] = field(default_factory=list)
    """Orders of both truths where they differ."""

    def _compare(self, one: Year, other: Year, reader: str, seen: tuple[SEEN, SEEN], what: str) -> None:
        until = agree_until(one, other, reader, seen)
        begins = [START, *(turn.run for turn in one.turns if turn.run)]
        for n, pair in enumerate(zip(one.turns, other.turns, strict=False)):
            if not reader or (until is not None and begins[n] >= until):
                return
            self._differ(pair, reader, what)

    def _differ(self, pair: tuple[JudgedPhase, JudgedPhase], reader: str, what: str) -> None:
        house = self.houses[0]
        rules = game_ruleset(house.began, house.rules)  # with BLIND, where it is set
        for level in self.levels:
            games = [manned(house, turn, reader, level) for turn in pair]
            if self.kind in OPEN:  # nothing on the board is hidden, but what lies in the game for this phase is
                games[1] = replace(games[1], standing={}, final=frozenset(games[0].standing))
            due = [game for game in games if owing(game, rules, reader)]
            orders = [house_orders(game, rules, b"secret").lines[reader] for game in due]
            self.figures["decisions"] += len(orders) == 2
            self.figures["orders"] += sum(map(len, orders))
            self.figures["truths that differ"] += games[0].board_now != games[1].board_now or games[0].standing != games[1].standing
            if len(orders) == 1 or orders[1:] != orders[:-1]:
                self.unequal.append(f"{self.kind}, {reader} ({level}), {what}: {orders}")


def owing(game: Game, rules: Ruleset, reader: str) -> bool:
    """Whether something is due from a power."""
    return reader in office.dues_by_power(game.board_now, rules)


def manned(house: House, turn: JudgedPhase, reader: str, level: str) -> Game:
    """The game at the end of a phase, before it was judged, with a house player for the reader and everybody's orders in it."""
    began, before = house.began, turn.outcome.before
    seats = tuple(replace(seat, house=level, vacant=True) if seat.power == reader else seat for seat in began.seats)
    given: dict[str, list[object]] = {}
    for result in turn.outcome.results:
        if result.ordered and result.power != reader:
            given.setdefault(result.power, []).append(result.order)
    standing = {power: CurrentOrders(1, tuple(orders)) for power, orders in given.items()}
    return replace(began, position=before, seats=seats, standing=standing, house_played=False)


@pytest.mark.parametrize("kind", KINDS)
def test_house_players_know_what_their_power_may_see(kind: str, tmp_path: Path, even_luck: None) -> None:
    room = HouseRoom(kind, tmp_path)
    for seed in range(int(os.environ.get("SECRECY_TIMES", "1"))):
        room.draw(seed, range(6 if kind == "1492" else 3))
    print(room.kind, dict(room.figures))
    assert not room.unequal, "\n".join(room.unequal[:5])
    assert room.figures["decisions"] >= 20
    assert room.figures["truths that differ"], "all truths were alike"


def peeking(game: Game, ruleset: Ruleset, reader: str, seat: object) -> Game:
    """A leak: the game as it is."""
    return game


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["1492", "blind"])
def test_one_that_sees_the_whole_board_is_noticed(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, even_luck: None
) -> None:
    monkeypatch.setattr(office, "known_game", peeking)
    assert noticed(kind, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_one_that_reads_others_letters_is_noticed(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, even_luck: None
) -> None:
    real: Callable[..., object] = office.known_game
    letters: list[str] = []

    def listening(game: Game, *others: object) -> object:
        letters[:] = [str(sorted(game.standing.items()))]
        return real(game, *others)

    def advised(position: object, ruleset: object, power: object, level: object, seed: str) -> object:
        return decide_orders(position, ruleset, power, level, f"{seed}{letters[0]}")

    monkeypatch.setattr(office, "known_game", listening)
    monkeypatch.setattr(office, "decide_orders", advised)
    assert noticed(kind, tmp_path)


def noticed(kind: str, folder: Path) -> bool:
    """Whether some pair of truths shows that house players differ where they must not."""
    room = HouseRoom(kind, folder, levels=("steady",))
    for seed in range(4):
        room.draw(seed, range(4))
        if room.unequal:
            return True
    return False
