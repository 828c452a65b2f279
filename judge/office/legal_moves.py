"""MOVES: which units somebody means, and their legal orders as facts, those that move a unit before those that help others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.board import Board, Unit, space_of
from judge.notation import Order
from judge.rules.ruleset import Ruleset

FEW = 12
"""Orders that are listed, whatever they are."""


def units_named(text: str, board: Board, rules: Ruleset, units: Sequence[Unit]) -> list[Unit]:
    """Return those of these units that a text means: by its space (`A Par`, `the army in Paris`), or all of a kind (`fleets`)."""
    spaces, kinds = rules.notation.named(text, board)
    named = {space_of(code) for code in spaces}
    return [unit for unit in units if (unit.space in named if named else unit.kind in kinds)]


def moves_facts(unit: str, orders: Sequence[Order], what: str, several: bool, rules: Ruleset) -> dict[str, Any]:
    """Return a unit's legal orders as texts.

    Args:
        unit: whose orders they are; '' for what needs no unit.
        orders: all of them.
        what: which are asked for: `supports`, `convoys`, `all`, or '' for those that move the unit, and all if they are few.
        several: whether other units are shown, too; then only what moves this one is listed.
        rules: the game's.

    Returns:
        `orders` are listed; of `supports` and `convoys` the number and one as an example, where they are not.
    """
    parts: dict[str, list[str]] = {"moves": [], "supports": [], "convoys": []}
    for order in orders:
        parts[{"support": "supports", "convoy": "convoys"}.get(order.verb, "moves")].append(rules.notation.write(order))
    wanted = {"all"} if what == "all" or (not what and not several and len(orders) <= FEW) else {what or "moves"}
    listed = [text for part, texts in parts.items() if part in wanted or "all" in wanted for text in texts]
    left = {part: texts for part, texts in parts.items() if texts and part not in wanted and "all" not in wanted and not what}
    more = [{"what": part, "number": len(texts), "example": texts[0]} for part, texts in left.items() if part != "moves"]
    return {"unit": unit, "what": what, "orders": listed, "more": more}
