"""1492: what all are told when the game is over: who found and won what, season by season, and what each power called each area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.board import Phase, Position
from judge.rules.base import Rules
from judge.rules.variant import Variant

from .charts import EVERYBODY

Facts = Mapping[str, Any]
Turns = Sequence[tuple[Phase, Position]]


class Ending(Rules):
    """A game that is over hides nothing."""

    def closing_news(self, variant: Variant, turns: Turns, position: Position) -> Mapping[str, Any]:
        """Tell the story of the discoveries (`story`), and all charts side by side (`areas`, in the order of the GM's world)."""
        told = super().closing_news(variant, turns, position)
        powers = [power.name for power in variant.powers]
        return {**told, "story": list(_story(powers, turns)), "areas": list(_areas(powers, position))}


def _areas(powers: Sequence[str], position: Position) -> Iterator[dict[str, Any]]:
    """Yield each area beyond the map: its code, its name if it has one, what is there, and its label on each power's chart
    and in what all were told."""
    facts = position.facts
    charts, names, natives = facts.get("charts") or {}, facts.get("names") or {}, facts.get("natives") or ()
    for code, area in (facts.get("world") or {}).items():
        labels = [[power, charts[power][code]["label"]] for power in powers if code in charts.get(power, {})]
        labels += [["everybody", charts[EVERYBODY][code]["label"]]] if code in charts.get(EVERYBODY, {}) else []
        there = {"kind": area["kind"], "centre": area.get("centre") == "yes", "owner": position.owners.get(code, "")}
        yield {"code": code, "name": names.get(code), **there, "natives": code in natives, "labels": labels}


def _story(powers: Sequence[str], turns: Turns) -> Iterator[dict[str, Any]]:
    """Yield each season in which something was found, won or beaten, a season's retreats with it: `found`, the powers that found
    the same areas with these; `won`, centres beyond the map with who won and who lost them; `beaten`, areas without natives now.
    """
    owners, had = dict[str, str](), dict[str, Any]()
    season, news = "", dict[str, Any]()
    for phase, after in turns:
        if phase.kind != "retreats":
            if any(news.values()):
                yield {"season": season, **news}
            season, news = phase.name, {"found": [], "won": [], "beaten": []}
        world, still = after.facts.get("world") or {}, after.facts.get("natives") or ()
        changed = [area for area, owner in after.owners.items() if area in world and owners.get(area) != owner]
        news["found"] += _found(powers, had, after.facts)
        news["won"] += [[after.owners[area], area, owners.get(area, "")] for area in changed]
        news["beaten"] += [area for area in had.get("natives") or () if area not in still]
        owners, had = dict(after.owners), dict(after.facts)
    if any(news.values()):
        yield {"season": season, **news}


def _found(powers: Sequence[str], before: Facts, after: Facts) -> list[list[list[str]]]:
    """Return [who, what] for each group of powers that found the same areas, the largest groups first."""
    finders = dict[str, list[str]]()
    for power in powers:
        had = (before.get("seen") or {}).get(power) or ()
        for area in (after.get("seen") or {}).get(power) or ():
            if area not in had:
                finders.setdefault(area, []).append(power)
    groups = dict[tuple[str, ...], list[str]]()
    for area in after.get("world") or {}:
        if area in finders:
            groups.setdefault(tuple(finders[area]), []).append(area)
    return [[list(who), areas] for who, areas in sorted(groups.items(), key=lambda group: -len(group[0]))]
