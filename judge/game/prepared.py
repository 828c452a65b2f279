"""The beginning of a phase: what was ordered for it in advance stands from now on, and can still be changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.game.ahead import orders_ahead
from judge.game.events import Event, OrdersTaken
from judge.game.sight import spoken
from judge.game.state import Game
from judge.rules.ruleset import Ruleset


def prepare(game: Game, ruleset: Ruleset, now: datetime) -> tuple[tuple[Event, ...], Mapping[str, Any]]:
    """What comes of orders in advance when a phase begins: events, and power → what its player is told, as JSON."""
    events, told = list[Event](), dict[str, Any]()
    for power, orders in orders_ahead(game, ruleset).items():
        events.append(OrdersTaken(power, game.board_now.phase.name, orders))
        told[power] = {"orders": [ruleset.notation.write(order) for order in spoken(game, ruleset, power, orders)]}
    return tuple(events), told
