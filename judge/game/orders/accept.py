"""Decide which orders of a letter are accepted for the running phase, which earlier ones they replace, and why others are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from judge.game.decision import CommandContext
from judge.game.model.game import CurrentOrders
from judge.game.orders.feedback import impossible_order_facts
from judge.game.orders.unit_names import UnitNames
from judge.notation import Order
from judge.notation.reader import ParsedOrder
from judge.rules import AdjustmentDue, beside, dues_by_power, gm_due, left_after, why_refused
from judge.rules.reasons import NotAllowed, OnlyOne, Reason, TooMany
from judge.seat import GM

NOBODYS = frozenset({"no-unit", "not-yours"})
"""What makes even a movement order not this power's to give."""
WAIVED = frozenset({"nothing", "both", "left"})
"""How a reading is marked that waives several builds at once."""


def what_is_due(asked: CommandContext) -> AdjustmentDue | None:
    """Return what the asker may build, remove or retreat in the running phase, on the board that the asker knows; None if nothing
    is due.
    """
    position = asked.game.board_now
    mastered = asked.speaks in ("", *(power.name for power in asked.ruleset.mastered))
    owed = gm_due(position, asked.ruleset) if asked.by == GM and mastered else dues_by_power(position, asked.ruleset)
    return owed.get(asked.voice)


class AcceptedOrders(NamedTuple):
    """The orders of one letter, sorted by what happens to them."""

    taken: list[Order]
    """Accepted orders."""
    more: list[Order]
    """Adjustments beyond what is due, and second choices."""
    impossible: list[dict[str, Any]]
    """The facts for the answer on each order that is refused."""
    instead: list[tuple[Order, Order]]
    """(refused first choice, second choice that stands in its place)."""


def accept_orders(asked: CommandContext, readings: Sequence[ParsedOrder], owed: AdjustmentDue, meant: UnitNames) -> AcceptedOrders:
    """Decide which of the orders read stand for the running phase.

    `owed` is what the asker may build and remove (nothing in other phases), `meant` knows the units that the orders name.
    """
    position, ruleset, total = asked.game.board_now, asked.ruleset, owed.builds + owed.removals
    taken, winter = dict[object, Order](), position.phase.kind == "adjustments"
    more, impossible, instead = list[Order](), list[dict[str, Any]](), list[tuple[Order, Order]]()
    lost: Order | None = None
    for n, reading in enumerate(readings):
        key = meant.key(reading.order, n)
        others = (*meant.others(reading.order, key), *_unitless(taken.values(), reading.order))
        reason = why_refused(reading.order, asked.voice, position, ruleset, others)
        if reason is None and position.phase.kind == "movement":
            reason = _one_too_many(asked, reading.order, {**dict(meant.old()), **taken}, key)
        if reason is None and winter:
            reason = _last(asked, [*(order for other, order in taken.items() if other != key), reading.order])
        if reason is not None and _is_refused(position.phase.kind, reason, reading.order):
            left = left_after(tuple(taken.values()), asked.voice, position, ruleset) if winter else owed
            impossible.append(impossible_order_facts(asked, reading, reason, left))
            lost = reading.order
            continue
        if winter and WAIVED & set(reading.filled):
            taken = _with_waived(taken, reading, owed, dict(meant.old()))
        elif winter and lost and "second" in reading.filled and key not in taken and len(taken) < total:
            taken[key] = reading.order
            instead.append((lost, reading.order))
            impossible.pop()
        elif winter and ("second" in reading.filled or (key not in taken and len(taken) >= total)):
            more.append(reading.order)
        else:
            taken[key] = reading.order
        lost = None
    return AcceptedOrders(list(taken.values()), more, impossible, instead)


def _with_waived(
    taken: Mapping[object, Order], reading: ParsedOrder, owed: AdjustmentDue, old: Mapping[object, Order]
) -> dict[object, Order]:
    """Return a letter's orders so far with the builds that it waives at once: those that no order uses, of this letter or of an
    earlier one; two beside others; or all, instead of all others.
    """
    waive, many = reading.order, 2 if "both" in reading.filled else owed.builds
    if "left" in reading.filled:
        many -= sum(order.verb != waive.verb for order in {**old, **taken}.values())
    fits = "left" in reading.filled or len(taken) + many <= owed.builds
    return {**(taken if fits else {}), **dict.fromkeys(range(-many if fits else -owed.builds, 0), waive)}


def _last(asked: CommandContext, orders: Sequence[Order]) -> Reason | None:
    """Return why the last of some adjustments would be refused after those before it; None if it would not be. The first beyond
    what is due is not refused: it is kept in case another fails.
    """
    reasons = beside(orders, asked.voice, asked.game.board_now, asked.ruleset)
    return reasons[-1] if reasons and not isinstance(reasons[-1], TooMany) else None


def standing_after(
    asked: CommandContext, old: Mapping[object, Order], new: Mapping[object, Order], owed: AdjustmentDue
) -> tuple[Order, ...]:
    """Return all orders that count once `new` ones are added to `old` ones, without old adjustments that the new ones make
    impossible.
    """
    position, kind = asked.game.board_now, asked.game.board_now.phase.kind
    standing = merge_orders(old, new, kind, owed)
    if kind != "adjustments" or not new:
        return standing
    reasons = beside(standing, asked.voice, position, asked.ruleset)
    return tuple(o for o, reason in zip(standing, reasons, strict=True) if reason is None or o in new.values())


def merge_orders(old: Mapping[object, Order], new: Mapping[object, Order], kind: str, owed: AdjustmentDue) -> tuple[Order, ...]:
    """Add `new` orders to `old` ones; keys say what each is for, and a new order replaces the old one of its key.

    Adjustments are cut to what is due, newest first, and of the old ones the builds that were waived last: who sends a build after
    `A Par, waive the rest` builds both. An order without a unit replaces every old one with its verb and space.
    """
    anew = {_about(order) for order in new.values()} - {None}
    old = {key: order for key, order in old.items() if _about(order) not in anew}
    if kind == "adjustments":
        kept = [order for key, order in old.items() if key not in new]
        kept.sort(key=lambda order: order.verb == "waive")
        return tuple([*new.values(), *kept][: owed.builds + owed.removals])
    return tuple({**old, **new}.values())


def _about(order: Order) -> tuple[str, str] | None:
    """(verb, space) of an order without a unit; None for others."""
    return (order.verb, order.of.space) if order.unit is None and order.of else None


def _unitless(taken: Iterable[Order], order: Order) -> list[Order]:
    """The unitless orders to consider when judging another one of the same letter."""
    return [other for other in taken if other.unit is None and other != order] if order.unit is None else []


def _one_too_many(asked: CommandContext, order: Order, others: Mapping[object, Order], key: object) -> Reason | None:
    """Why an order exceeds the limit of a kind that a power may give once a turn; None if not."""
    ruleset = asked.ruleset
    kinds = ruleset.rules.once_per_turn(ruleset) & {order.verb, order.via}
    for other, first in others.items() if kinds else ():
        same = other != key and kinds & {first.verb, first.via}
        if same and why_refused(first, asked.voice, asked.game.board_now, ruleset) is None:
            return OnlyOne(ruleset.notation.write(first))
    return None


def _is_refused(kind: str, reason: Reason, order: Order) -> bool:
    """Return whether an order is refused. A movement order for one's own unit never is, even if it cannot succeed: it may be a
    signal.
    """
    if kind != "movement" or order.unit is None or isinstance(reason, OnlyOne):
        return True
    return isinstance(reason, NotAllowed) and reason.why in NOBODYS


def replaced_in_letter(readings: Sequence[ParsedOrder], taken: Sequence[Order], meant: UnitNames) -> list[tuple[Order, Order]]:
    """(order that stands, order of the same letter that it replaces), where one unit or space got several."""
    last = {meant.key(reading.order, n): reading.order for n, reading in enumerate(readings)}
    pairs = [(last[meant.key(reading.order, n)], reading.order) for n, reading in enumerate(readings)]
    return [(order, other) for order, other in dict.fromkeys(pairs) if order != other and order in taken and other not in taken]


def displaced_orders(
    asked: CommandContext, readings: Sequence[ParsedOrder], accepted: AcceptedOrders, meant: UnitNames, standing: Sequence[Order]
) -> list[Order]:
    """The builds and removals that count no longer because others take up all that is due, of earlier letters or of this one.

    Not those that another one for the same place replaces, nor what is refused or kept as an alternative.
    """
    if asked.game.board_now.phase.kind != "adjustments" or not accepted.taken:
        return []
    new = {meant.key(order, n): order for n, order in enumerate(accepted.taken)}
    earlier = [order for key, order in meant.old() if key not in new]
    aside = {*accepted.more, *(other for _, other in replaced_in_letter(readings, accepted.taken, meant))}
    own = [each.order for each in readings if each.order not in aside]
    own = [order for order in own if why_refused(order, asked.voice, asked.game.board_now, asked.ruleset) is None]
    return [order for order in dict.fromkeys((*earlier, *own)) if order.verb != "waive" and order not in standing]


def spare_orders(
    before: CurrentOrders | None, taken: Sequence[Order], more: Sequence[Order], standing: Sequence[Order]
) -> tuple[Order, ...]:
    """The alternatives to keep: new orders drop the old ones, further alternatives are added to them."""
    old = before.spare if before and not taken else ()
    return tuple(order for order in dict.fromkeys((*old, *more)) if order not in standing)
