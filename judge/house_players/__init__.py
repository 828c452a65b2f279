"""House players: computer players that hold seats like anybody else.

They get what a power may see of a position, and decide in a pure function of that, a level and a seed: the same three give the same
orders. They choose from the referee's list of legal orders, so they know no game's rules themselves.
"""

from __future__ import annotations

from judge.house_players.levels import decide_orders

__all__ = ["decide_orders"]
