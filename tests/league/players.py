"""What a player orders, whatever the game: what a house player would, and what only this game knows, at a venture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from judge.board import Unit
from judge.game import GameView
from judge.house_players import decide_orders
from judge.notation.complaints import unit_reference
from judge.rules import AdjustmentDue
from judge.rules.ruleset import Ruleset

VENTURES: Mapping[str, Sequence[str]] = {
    "gigaton": ("B({here})-{far}", "{unit}-{near} +B", "{unit}-{near} +all"),
    "outer_space": ("{unit} COL {here}", "{unit} COL {near}", "{unit}-ORB"),
    "colonial_diplomacy": ("{unit}-Vla via TSR", "{unit}-Prm via TSR", "permit F(Med)-Red", "F(Med)-Red"),
    "colonial_variant": ("{unit} embarks A({near})", "A({near}) embarks {unit}", "F({near}) embarks {unit}"),
    "columbus": ("{unit} S G({near})", "F({here}.wc)-{near}"),
    "new_world_1492": ("{unit} embarks F({near})", "{unit} disembarks {near}", "{unit}-{near}-{far}"),
}
"""Folder of a game → orders that only it has, to be tried whether or not they are possible."""
LEVELS = ("steady", "steady", "calm")
"""How a house player would order in a player's place, each as likely as the others."""


def orders(seen: GameView, rules: Ruleset, lots: Random) -> list[str]:
    """Lines for all that is due from the reader, in the house form."""
    owed, position = seen.owed.get(seen.reader) or seen.mastered or AdjustmentDue(), seen.position
    assert position is not None
    found = decide_orders(position, rules, seen.voice, lots.choice(LEVELS), str(lots.random()))
    return [*map(rules.notation.write, found), *_ventures(owed.units, seen, rules, lots)]


def _ventures(units: Sequence[Unit], seen: GameView, rules: Ruleset, lots: Random) -> Iterator[str]:
    """Now and then an order that only this game has. It replaces what the unit was ordered before."""
    lines = VENTURES.get(rules.key, ())
    if not lines or not units or not seen.position or seen.position.phase.kind != "movement" or lots.random() < 0.5:
        return
    unit, board = lots.choice(units), rules.board_at(seen.position)
    near = sorted(board.reach_spaces(unit.kind, unit.place)) or [unit.space]
    far = lots.choice(sorted(board.spaces))
    yield lots.choice(lines).format(unit=unit_reference(unit), here=unit.space, near=lots.choice(near), far=far)
