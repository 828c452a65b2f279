"""A game that is over has no secrets: its rules without what they hide, for any game that hides something by its own rules."""

from __future__ import annotations

from dataclasses import replace

from judge.rules.base import Rules, stack_rules
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Variant


def make_open(ruleset: Ruleset) -> Ruleset:
    """The same game with everything shown to everybody. A game that hides nothing is returned as it is."""
    rules = ruleset.rules
    return replace(ruleset, rules=stack_rules((type(rules), OpenRules))) if rules.hides_information(ruleset) else ruleset


class OpenRules(Rules):
    """The answers of a game that is over."""

    def hides_information(self, variant: Variant) -> bool:
        """Nothing any more: everybody sees what the GM sees."""
        return False
