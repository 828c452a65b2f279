"""MOVES: which units somebody means, and their legal orders as facts, those that move a unit before those that help others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from judge.board import Board, Unit, space_of
from judge.notation import Order
from judge.rules.ruleset import Ruleset

FEW = 12
"""Orders that are listed, whatever they are."""
_KINDS = {"a": "A", "army": "A", "armies": "A", "f": "F", "fleet": "F", "fleets": "F", "unit": "AF", "units": "AF"}
_KIND = re.compile(r"^(?:[af]\d*|army|fleet|unit|the|my|in|at|of)[\s(]+", re.IGNORECASE)


def units_named(text: str, board: Board, units: Sequence[Unit]) -> list[Unit]:
    """Return those of these units that a text means: by its space, or, as `fleet` and `armies`, all of a kind."""
    kinds = _KINDS.get(text.strip(" .?!()").lower())
    spaces = frozenset() if kinds else spaces_named(text, board)
    return [unit for unit in units if (unit.kind in kinds if kinds else unit.space in spaces)]


def spaces_named(text: str, board: Board) -> frozenset[str]:
    """Return the spaces that a text names: `A Par`, `Paris`, `the army in Paris`."""
    words = text.strip(" .?!")
    while words and not (found := frozenset(space_of(code) for code in board.names.find(words.strip(" ()")))):
        shorter = _KIND.sub("", words)
        if shorter == words:
            return frozenset()
        words = shorter
    return found if words else frozenset()


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
