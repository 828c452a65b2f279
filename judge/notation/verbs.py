"""The order grammar's names of orders, and the meaning of its verbs in each kind of phase."""

from __future__ import annotations

MARKS = ("second", "nothing", "both", "left")
"""How a build may be written: as an alternative to another, as all builds waived, as two, and as those waived that are left."""
THERE = "there"
"""How a reading is marked that waives the build in one place, which is its goal."""
UNSAID = ("alone", "less")
"""The grammar's names of a unit without a verb, and of one with a minus. Both are orders in adjustments only."""
BACKED = {"backed": "supports", "carried": "convoys"}
"""The grammar's names of support that is written after the order it is for (`A Par - Bur, supported by A Mar`) → the verb."""
HELPED = ("support", "convoy")
"""Orders about another unit. A place after one is that unit's target: `A Mar S A Par Bur`."""
HOLDS = "stands"
REST, ESCORTED, SHIPPED = "rest", "escorted", "shipped"
"""The grammar's names of an order for every unit: `all hold`; and of a convoy that also orders the army, written for the fleet or
the army.
"""
CARRIED = ("build", "remove")
"""What also applies to units after it on the same line: `build A Par, F Bre`."""

MEANT = {
    ("retreats", "move"): "retreat",
    ("retreats", "remove"): "disband",
    ("adjustments", "disband"): "remove",
    ("adjustments", "less"): "remove",
}
"""(kind of phase, verb as written) → the verb that it means there."""

PHASE_OF = {
    "stands": "movement",
    "move": "movement",
    "support": "movement",
    "convoy": "movement",
    "retreat": "retreats",
    "disband": "retreats",
    "build": "adjustments",
    "remove": "adjustments",
    "waive": "adjustments",
}
"""Verb → the only kind of phase it belongs to. A game's own verbs are read in any phase."""

LANDS = ("move", "retreat")
"""Verbs whose unit comes to a coast, which is completed. Other places in orders are spaces."""
