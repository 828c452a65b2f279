"""How near each power is to winning: the facts for reports and answers, without words."""

from __future__ import annotations

from typing import Any

from judge.board import Position
from judge.rules.ruleset import Ruleset


def goal_facts(position: Position, reader: str, common: bool, ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the goals of each power that still plays, in alphabetical order.

    Args:
        position: as the reader knows it.
        reader: a power, or '' for none.
        common: whether the reader may know how many centres others have; if not, only the reader's own goals are returned.
        ruleset: the game's.
    """
    board, names = ruleset.board_at(position), sorted(power.name for power in ruleset.powers)
    shown = names if common else [name for name in names if name == reader]
    alive = [name for name in shown if position.units_of(name) or position.centres(name)]
    found = {name: ruleset.rules.goals(ruleset, board, position, name) for name in alive}
    return [{"power": name, "goals": [goal._asdict() for goal in goals]} for name, goals in found.items() if goals]
