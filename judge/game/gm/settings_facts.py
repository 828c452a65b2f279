"""A game's settings as facts for templates, and the list of all settings that HELP prints."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from judge.game.gm.settings_table import HOUSE_RULES_UNTIL, SETTINGS, rule_name
from judge.game.model.game_settings import GameSettings
from judge.rules.ruleset import Ruleset


def settings_facts(settings: GameSettings) -> dict[str, Any]:
    """The settings as facts for templates."""
    return {
        "grace": dict(settings.grace), "closed": settings.closed, "reminders": list(settings.reminders),
        "absences": settings.absences, "silence": settings.silence, "patience": settings.patience,
        "rhythm": settings.rhythm, "quick": settings.quick, "blind": settings.blind, "anonymous": settings.anonymous,
        "press": list(settings.press), "draws": settings.draws, "vacant": settings.vacant_votes, "number": settings.number,
        "rules": dict(settings.house_rules), "preview": settings.preview, "gm_silent": settings.gm_silent,
        "comment": settings.comment, "moderated": settings.moderated, "entry": settings.admits, "record": settings.least_record,
        "allowed": len(settings.allowed), "denied": len(settings.denied),
        "listed": settings.listed, "closed_as_unlisted": settings.admits != settings.entry, "observers": settings.observers,
        "observer": settings.observer_press,
        "clocks": {kind: asdict(clock) for kind, clock in settings.deadlines.items() if kind or clock.runs},
    }  # fmt: skip


def settings_list(ruleset: Ruleset, only: str = "") -> list[dict[str, Any]]:
    """Each setting and house rule, or only the one named `only`, as HELP prints it. `ruleset`: as the folder declares it.

    Its `word`, `values`, `default`, an `example`, and `until` when it can be chosen, as of `Known.until`. `rule`: it is a house
    rule. `meanings`, for `only`: each value with its description (`settings_facts`).
    """
    known: list[dict[str, Any]] = [
        {
            "word": word.upper(), "values": list(row.values), "default": row.default, "example": row.examples[0], "rule": False,
            "until": row.until,
            "meanings": [[value, settings_facts(row.read(GameSettings(), value))] for value in row.values if only],
        }
        for word, row in SETTINGS.items()
        if not only or only.lower() == word
    ]  # fmt: skip
    for name, rule in sorted(ruleset.house_rules.items()):
        if not only or rule_name(only.lower()) == name:
            values = list(rule.words or rule.allowed[:2] or ("a whole number",))
            example = f"SET {name} {rule.allowed[0] if rule.allowed else rule}"
            facts = {"default": str(rule), "example": example, "rule": True, "until": HOUSE_RULES_UNTIL, "meanings": []}
            known.append({"word": name, "values": values, **facts})
    return known
