"""Decide which orders of a letter are accepted for the running phase, which earlier ones they replace, and why others are refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from judge.game.decision import CommandContext
from judge.game.model.game import CurrentOrders
from judge.game.orders.feedback import impossible_order_facts, unreadable_line_facts
from judge.game.orders.unit_names import UnitNames
from judge.notation import Order
from judge.notation.complaints import Complaint
from judge.notation.reader import ParsedOrder
from judge.notation.verbs import THERE
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
    emptied: frozenset[str] = frozenset()
    """The spaces in which a build is waived: older builds there stand no longer."""


def accept_orders(asked: CommandContext, readings: Sequence[ParsedOrder], owed: AdjustmentDue, meant: UnitNames) -> AcceptedOrders:
    """Decide which of the orders read stand for the running phase.

    `owed` is what the asker may build and remove (nothing in other phases), `meant` knows the units that the orders name.
    """
    position, ruleset, total = asked.game.board_now, asked.ruleset, owed.builds + owed.removals
    taken, winter = dict[object, Order](), position.phase.kind == "adjustments"
    more, impossible, instead = list[Order](), list[dict[str, Any]](), list[tuple[Order, Order]]()
    lost: Order | None = None
    for n, reading in enumerate(each for each in readings if THERE not in each.filled):
        key = meant.key(reading.order, n)
        reason = _reason(asked, reading.order, key, taken, meant)
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
    emptied = _emptied(readings, taken, dict(meant.old()), owed)
    taken.update({_there(space): order for space, order in emptied.items()})
    idle = [each for each in readings if THERE in each.filled and not taken]
    impossible += [unreadable_line_facts(asked, each.text, Complaint("not-there"), ()) for each in idle]
    return AcceptedOrders(list(taken.values()), more, impossible, instead, frozenset(emptied))


def _reason(
    asked: CommandContext, order: Order, key: object, taken: Mapping[object, Order], meant: UnitNames
) -> Reason | None:
    """Why an order would not be carried out beside those taken before it, in so far as that is known; None if it may be."""
    kind = asked.game.board_now.phase.kind
    others = (*meant.others(order, key), *_unitless(taken.values(), order))
    reason = why_refused(order, asked.voice, asked.game.board_now, asked.ruleset, others)
    if reason is None and kind == "movement":
        reason = _one_too_many(asked, order, {**dict(meant.old()), **taken}, key)
    if reason is None and kind == "adjustments":
        reason = _last(asked, [*(given for other, given in taken.items() if other != key), order])
    return reason


def _there(space: str) -> object:
    """What a build in a space, or a waived one, is for."""
    return (space, "", "")


def _emptied(
    readings: Sequence[ParsedOrder], taken: Mapping[object, Order], old: Mapping[object, Order], owed: AdjustmentDue
) -> dict[str, Order]:
    """Return the spaces in which a letter waives a build, each with the order that waives it, given its other orders. A build that
    follows in the letter takes the place of a waived one, as does a build elsewhere if no more are due.
    """
    last = {reading.order.unit.space: n for n, reading in enumerate(readings) if reading.order.unit}
    found = dict[str, Order]()
    for n, reading in enumerate(readings):
        others = {**taken, **{_there(space): order for space, order in found.items()}}
        if THERE in reading.filled and last.get(reading.goal, -1) < n and _may_be_emptied(reading.goal, others, old, owed):
            found[reading.goal] = reading.order
    return found


def _may_be_emptied(space: str, taken: Mapping[object, Order], old: Mapping[object, Order], owed: AdjustmentDue) -> bool:
    """Whether a build that is waived in a space leaves all other builds: one is to be built there, or nothing elsewhere instead."""
    key, standing = _there(space), {**old, **taken}
    others = sum(order.verb != "waive" for other, order in standing.items() if other != key)
    others += sum(order.verb == "waive" for order in taken.values())
    possible = any(site.space == space for site in owed.sites)
    return key in taken or (possible and others < owed.builds)


def _with_waived(
    taken: Mapping[object, Order], reading: ParsedOrder, owed: AdjustmentDue, old: Mapping[object, Order]
) -> dict[object, Order]:
    """Return a letter's orders so far with the builds that it waives at once: those that no order uses, of this letter or of an
    earlier one, or of this letter if those leave none; two beside others; or all, instead of all others.
    """
    waive, many = reading.order, 2 if "both" in reading.filled else owed.builds
    if "left" in reading.filled:
        counted = many - sum(order.verb != waive.verb for order in {**old, **taken}.values())
        many = counted if counted > 0 or not taken else many - len(taken)
    fits = "left" in reading.filled or len(taken) + many <= owed.builds
    return {**(taken if fits else {}), **dict.fromkeys(range(-many if fits else -owed.builds, 0), waive)}


def _last(asked: CommandContext, orders: Sequence[Order]) -> Reason | None:
    """Return why the last of some adjustments would be refused after those before it; None if it would not be. The first beyond
    what is due is not refused: it is kept in case another fails.
    """
    reasons = beside(orders, asked.voice, asked.game.board_now, asked.ruleset)
    return reasons[-1] if reasons and not isinstance(reasons[-1], TooMany) else None


def without_emptied(old: Iterable[tuple[object, Order]], emptied: Collection[str]) -> dict[object, Order]:
    """Return the orders that stand, each with what it is for, without builds in spaces where a new order waives them."""
    return {key: order for key, order in old if order.verb != "build" or order.unit is None or order.unit.space not in emptied}


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
