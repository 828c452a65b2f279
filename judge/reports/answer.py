"""The answer to a letter: what was read, which orders count now, and what is due when. It gives facts for the template, as JSON
values.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from judge.game import GameView, Reply
from judge.game.model.game import GM_READER
from judge.game.model.known_game import sees_all
from judge.game.model.serialization import write_reason
from judge.game.orders.warnings import OrderWarnings
from judge.game.outstanding import units_without_orders
from judge.notation import Order
from judge.notation.complaints import unit_reference
from judge.reports.goals import goal_facts
from judge.reports.report import default_removals, due_from_reader, year_table
from judge.rules import AdjustmentDue
from judge.rules.ordered_units import as_listed
from judge.rules.ruleset import Ruleset


def answer_facts(seen: GameView | None, ruleset: Ruleset | None, replies: Sequence[Reply], received: datetime) -> dict[str, Any]:
    """Return the facts for `answer.txt.j2`. `seen` is None for a letter that is about no game, or whose sender may not see the
    game.
    """
    return {
        "replies": [{"kind": reply.kind, **reply.facts} for reply in replies],
        "received": received.isoformat(),
        "now": game_facts(seen, ruleset) if seen and ruleset else None,
    }


def game_facts(seen: GameView, ruleset: Ruleset) -> dict[str, Any]:
    """Return a game as its reader may see it now: the phase, the reader's standing orders, and what is due."""
    phase = seen.position.phase if seen.position else None
    return {
        "game": seen.game,
        "title": seen.title,
        "reader": seen.reader,
        "stage": seen.stage,
        "phase": phase.name if phase else "",
        "kind": phase.kind if phase else "",
        "due": seen.due.isoformat() if seen.due else None,
        "ahead": [line for kept in seen.later if kept.in_advance for line in kept.lines],
        "later": [{"phase": kept.phase, "lines": list(kept.lines)} for kept in seen.later if not kept.in_advance],
        "early": seen.early.isoformat() if seen.early else None,
        "grace": seen.grace.isoformat() if seen.grace else None,
        "late": list(seen.late),
        "closed": seen.closed,
        "held": seen.held,
        "publishes": seen.publishes.isoformat() if seen.publishes else None,
        "paused": seen.paused.isoformat() if seen.paused else None,
        "zone": seen.zone,
        "seats": seen.seats,
        "taken": seen.taken,
        "final": seen.final,
        "heard": {power: heard._asdict() for power, heard in seen.heard.items()},
        "owing": list(seen.owed),
        "ballot": seen.ballot,
        "history": year_table(seen.history, ruleset) if seen.history else None,
        "ending": seen.ending,
        "winners": list(seen.winners),
        "seal": seen.seal,
        "luck": list(seen.luck),
        "terminates": seen.doomed,
        "moderated": seen.moderated,
        "begins": seen.begins.isoformat() if seen.begins else None,
        "begins_short": seen.begins_short,
        "blind": seen.blind,
        "anonymous": seen.anonymous,
        "press": list(seen.press),
        "house": dict(seen.house),
        "practice": seen.practice,
        "lesson": seen.lesson,
        "record": seen.record,
        **_own_facts(seen, ruleset),
    }


def _own_facts(seen: GameView, ruleset: Ruleset) -> dict[str, Any]:
    """Return what is due from the reader, what they have ordered of it, and what they could order."""
    owed = seen.owed.get(seen.reader) or seen.mastered
    return {
        "mine": due_from_reader(owed, seen.position, ruleset),
        "owes": owed not in (None, AdjustmentDue()),
        "version": seen.standing.version if seen.standing else 0,
        "orders": _standing(seen, ruleset),
        "habit": {"what": seen.habit.what, "orders": [ruleset.notation.write(order) for order in seen.habit.orders]}
        if seen.habit
        else None,
        "goals": _goals(seen, ruleset),
        "lacking": _lacking(seen, ruleset, owed) if owed else [],
        "spare": [ruleset.notation.write(order) for order in seen.standing.spare] if seen.standing else [],
        "doomed": default_removals(seen.position, seen.voice, seen.standing, ruleset)
        if seen.position and owed and owed.removals
        else [],
        "sample": _sample(seen, ruleset, owed),
        "sites": _free_sites(seen, owed) if owed and owed.builds else [],
        "missing": max(0, owed.builds + owed.removals - _count(seen)) if owed else 0,
    }


def _goals(seen: GameView, ruleset: Ruleset) -> list[dict[str, Any]]:
    """How near the reader, or each power, is to winning, once centres have been counted."""
    if seen.position is None or not seen.counted:
        return []
    reader = "" if seen.reader == GM_READER else seen.reader
    common = sees_all(ruleset, seen.reader) or ruleset.rules.counts_are_public(ruleset)
    return goal_facts(seen.position, reader, bool(common), ruleset)


def _count(seen: GameView) -> int:
    return len(seen.standing.orders) if seen.standing else 0


def _standing(seen: GameView, ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the reader's orders, with the reason for each that cannot succeed as the board is now."""
    if seen.standing is None or seen.position is None:
        return []
    orders = seen.standing.orders
    found = zip(orders, map(OrderWarnings(seen.position, seen.voice, orders, ruleset).of, orders), strict=True)
    return [{"text": ruleset.notation.write(order), "warning": write_reason(reason) if reason else None} for order, reason in found]


def _lacking(seen: GameView, ruleset: Ruleset, owed: AdjustmentDue) -> list[str]:
    if seen.position is None:
        return []
    orders = seen.standing.orders if seen.standing else ()
    return [
        str(unit)
        for unit in as_listed(units_without_orders(orders, owed, seen.voice, seen.position, ruleset), seen.position, ruleset)
    ]


def _free_sites(seen: GameView, owed: AdjustmentDue) -> list[str]:
    """Return the spaces in which the reader can build and has ordered nothing yet."""
    orders = seen.standing.orders if seen.standing else ()
    taken = {order.unit.space for order in orders if order.verb == "build" and order.unit}
    return list(dict.fromkeys(site.space for site in owed.sites if site.space not in taken))


def _sample(seen: GameView, ruleset: Ruleset, owed: AdjustmentDue | None) -> str:
    """Return an order that the reader could give now, in the house form; '' if nothing is due."""
    if owed is None or owed == AdjustmentDue() or seen.position is None:
        return ""
    if owed.builds:
        free = _free_sites(seen, owed)
        order = Order("build", unit_reference(next((site for site in owed.sites if site.space in free), owed.sites[0])))
    elif owed.removals:
        gone = [order.unit.space for order in seen.standing.orders if order.unit] if seen.standing else []
        order = Order("remove", unit_reference(next((unit for unit in owed.units if unit.space not in gone), owed.units[0])))
    elif seen.position.phase.kind == "retreats":
        order = Order("disband", unit_reference(owed.units[0]))
    else:
        order = Order("stands", unit_reference(as_listed(owed.units, seen.position, ruleset)[0]))
    return ruleset.notation.write(order)
