"""CLEAR deletes a Power's orders; FINAL and NOT FINAL say whether its orders are complete."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from judge.commands.orders import ClearOrders, MarkFinal
from judge.game.decision import CommandContext, CommandResult, accepted, refused
from judge.game.model.events import FinalSaid, OrdersTaken
from judge.game.orders.accept import what_is_due
from judge.game.orders.future_phases import forget_orders
from judge.game.orders.wrong_phase import refuse_if_closed, refuse_word_of_other_phase
from judge.notation import Order
from judge.notation.reader import ParsedOrder

WHOLE = ("", "all", "orders", "everything")
"""Words after CLEAR that mean all orders."""


def clear_orders(asked: CommandContext, command: ClearOrders) -> CommandResult:
    """CLEAR: delete all orders of a Power, or those of the units in the places named."""
    before = asked.game.standing.get(asked.voice)
    if found := re.match(r"(?:orders\s+)?for\s+(.+)", command.what, re.IGNORECASE):
        named = asked.ruleset.calendar.read(found[1])
        if named is None:
            return refused("which-phase", word=found[1], phase=asked.game.board_now.phase.name)
        forgotten, lines = forget_orders(asked, lambda kept: kept.phase == named.name)
        return accepted("cleared", *forgotten, gone=lines) if lines else refused("nothing-kept", phase=named.name)
    if refusal := refuse_word_of_other_phase(asked, "CLEAR", command.phase) or refuse_if_closed(asked):
        return refusal
    everything = command.what.strip().lower() in WHOLE
    forgotten, lines = forget_orders(asked, lambda kept: kept.in_advance and everything)
    if before is None or not before.orders:
        return accepted("cleared", *forgotten, gone=lines) if lines else refused("nothing-to-clear")
    kept: tuple[Order, ...] = ()
    if not everything:
        spaces = _spaces(asked, command.what)
        listed = () if spaces else _listed(asked, command.what, before.orders)
        if not spaces and not listed:
            others = [order for order in before.orders if order.unit is None] or before.orders
            return refused("clear-what", word=command.what, example=asked.ruleset.notation.write(others[0]))
        kept = tuple(o for o in before.orders if o not in listed and ((ref := o.unit or o.of) is None or ref.space not in spaces))
        if kept == before.orders:
            return refused("clear-none", where=sorted(spaces))
    taken = OrdersTaken(asked.voice, asked.game.board_now.phase.name, asked.to_real(kept))
    back = (FinalSaid(asked.voice, False),) if asked.voice in asked.game.final else ()
    write = asked.ruleset.notation.write
    return accepted("cleared", taken, *forgotten, *back, gone=[write(order) for order in before.orders if order not in kept])


def _spaces(asked: CommandContext, what: str) -> Collection[str]:
    """The spaces of places or units that are named, with commas between them: `Par, Mar`, `A(Par)`."""
    board = asked.ruleset.board_at(asked.game.board_now)
    spaces = {space for word in what.split(",") for space in board.names.find(word)}
    try:
        return spaces or {asked.ruleset.notation.read_unit(word.strip(), board).space for word in what.split(",")}
    except ValueError:
        return ()


def _listed(asked: CommandContext, what: str, standing: Sequence[Order]) -> Sequence[Order]:
    """The standing orders that a text gives, as they are listed or otherwise: `permit F(Red)-Med`; of orders without a unit, the
    word for their kind is enough: `permit`.
    """
    position = asked.game.board_now
    read = asked.ruleset.notation.read(what, asked.ruleset.board_at(position), position, asked.voice, hints=False)
    given = [_whosever(reading.order) for reading in read if isinstance(reading, ParsedOrder)]
    if given:
        known = [_whosever(order) for order in standing]
        return [order for order in standing if _whosever(order) in given] if all(order in known for order in given) else ()
    word = what.lower().removeprefix("the ").removeprefix("my ").strip(" .")
    return [order for order in standing if order.unit is None and order.verb == word]


def _whosever(order: Order) -> Order:
    """An order without the power of the unit that it is about, which need not be said."""
    return order._replace(of=order.of._replace(power="") if order.of else None)


def set_final(asked: CommandContext, command: MarkFinal) -> CommandResult:
    """FINAL and NOT FINAL: say whether this Power agrees to run the phase before its deadline."""
    power, position = asked.voice, asked.game.board_now
    if refusal := refuse_word_of_other_phase(asked, "FINAL" if command.on else "NOT FINAL", command.phase):
        return refusal
    if asked.game.waits_for_gm:
        return refused("phase-held", phase=position.phase.name)
    if what_is_due(asked) is None:
        return refused("nothing-due", phase=position.phase.name)
    if power in (asked.game.final if command.on else asked.game.waits):
        return accepted("final", on=command.on)
    return accepted("final", FinalSaid(power, command.on), on=command.on)
