"""The power that a player means by a name."""

from __future__ import annotations

from judge.board import normalize_name
from judge.rules.ruleset import Ruleset


def find_power(text: str, ruleset: Ruleset) -> str:
    """The power a text names (its name, adjective, short form, another name of it, or a beginning that only one has), or ''."""
    wanted = normalize_name(text)
    names = {
        power.name: set(map(normalize_name, (power.name, power.adjective, power.short, *power.also))) for power in ruleset.powers
    }
    exact = [name for name, known in names.items() if wanted in known]
    begun = [name for name in names if len(wanted) >= 2 and normalize_name(name).startswith(wanted)]
    found = exact or begun
    return found[0] if len(found) == 1 else ""
