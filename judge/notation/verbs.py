"""What the order grammar calls orders, and what its verbs mean in each kind of phase."""

from __future__ import annotations

MARKS = ("second", "nothing")
"""How a build may be said: as an alternative to another, and as a waived build."""
UNSAID = ("alone", "less")
"""What the grammar calls a unit without a verb, and one with a minus: orders among adjustments only."""
BACKED = {"backed": "supports", "carried": "convoys"}
"""What the grammar calls help that is said behind the order it is for (`A Par - Bur, supported by A Mar`) → the verb."""
HELPED = ("support", "convoy")
"""Orders about another unit, behind which a place is where that one goes: `A Mar S A Par Bur`."""
REST, ESCORTED, SHIPPED = "rest", "escorted", "shipped"
"""What it calls an order for every unit: `all hold`; and a convoy that orders the army, too, said of the fleet or the army."""
CARRIED = ("build", "remove")
"""What holds for units behind it in the same line: `build A Par, F Bre`."""

MEANT = {
    ("retreats", "move"): "retreat",
    ("retreats", "remove"): "disband",
    ("adjustments", "disband"): "remove",
    ("adjustments", "less"): "remove",
}
"""(kind of phase, verb as written) → the verb it is there."""

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
"""Verb → the only kind of phase it belongs to. A game's own verbs belong to any, as far as reading goes."""

LANDS = ("move", "retreat")
"""Verbs whose unit comes to a coast, which is completed; what else an order names is a space."""
