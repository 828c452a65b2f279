"""Which order lines of a case a letter could not give: a case is read for the referee, who takes and judges every order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from judge.board import Position
from judge.cases.case import Case, CasePhase
from judge.cases.run import JudgedCasePhase
from judge.cases.starting_position import parse_power
from judge.notation import Order
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.rules.ordered_units import ordered_units
from judge.rules.reasons import NotAllowed
from judge.rules.ruleset import Ruleset

UNSEEN, REPLACED, LED = "not-seen", "second-order", "led-along"


class UnsentOrder(NamedTuple):
    """A line that reads well, and that no letter from its power could give."""

    power: str
    line: str
    code: str
    """Why: the code of the complaint with which it would be asked about; `not-seen` for one that names what its power has not
    seen; `second-order` for one that in a letter would take the place of the order before it; `led-along` for a retreat of a unit
    that goes where another takes it."""


def letter_refusals(case: Case, judged: Iterable[tuple[CasePhase, JudgedCasePhase]], ruleset: Ruleset) -> tuple[str, ...]:
    """What is wrong with a case, in words: lines that nobody could send by letter, unless `loose` says why; a needless `loose`."""
    found = [each for block, one in judged for each in unsent_orders(block, one, ruleset)]
    if case.loose:
        return () if found else ("`loose` says why some order could not be sent by letter, but each of them could",)
    return tuple(f"{e.power}: {e.line!r} could not be sent by letter ({e.code}); if it is meant, say why in `loose`" for e in found)


def unsent_orders(block: CasePhase, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[UnsentOrder]:
    """The lines of a phase that are orders to the referee, but not in a letter."""
    position, rules = judged.outcome.before, ruleset.rules
    retreating = position.phase.kind == "retreats" and not block.retreats.empty
    orders, board, read = block.retreats if retreating else block.orders, ruleset.board_at(position), ruleset.notation.read
    for name, lines in block.lines(orders).items():
        power = parse_power(name, orders.get(name), ruleset)
        loose = {line: read(line, board, position, power, strict=False) for line in lines}
        said = [r.order for some in loose.values() for r in some if isinstance(r, ParsedOrder)]
        meant = ordered_units({order.unit for order in said if order.unit}, said, power, position, ruleset)
        second = _seconds(judged, power)
        for line, some in loose.items():
            given = [r.order for r in some if isinstance(r, ParsedOrder)]
            if len(given) < len(some):
                continue
            strict = read(line, board, position, power, owns=lambda order, own=meant: order.unit in own)  # type: ignore[misc]
            asked = [r.complaint.code for r in strict if isinstance(r, UnreadableText)]
            seen = [rules.to_visible_order(ruleset, position, power, order) for order in given]
            whole = any(power == each.name for each in ruleset.mastered)  # the GM sees everything
            if asked:
                yield UnsentOrder(power, line, asked[0])
            elif not whole and [rules.to_real_order(ruleset, position, power, order) for order in seen] != given:
                yield UnsentOrder(power, line, UNSEEN)
            elif position.phase.kind == "retreats" and _led(position, given, ruleset):
                yield UnsentOrder(power, line, LED)
            elif second.intersection(given):
                yield UnsentOrder(power, line, REPLACED)


def _led(position: Position, given: Iterable[Order], ruleset: Ruleset) -> bool:
    spaces = {order.unit.space for order in given if order.unit}
    beaten = [b.unit for b in position.dislodged if b.unit.space in spaces]
    named = [unit for unit in beaten if any(order.unit and order.unit.kind in ("", unit.kind) for order in given)]
    return any(ruleset.rules.retreats_with(position, unit) is not None for unit in named)


def _seconds(judged: JudgedCasePhase, power: str) -> frozenset[Order]:
    """A power's orders for units that have an order already: the referee lets the first count, in a letter it is the last."""
    mine = (r for r in judged.outcome.results if r.power == power and isinstance(r.reason, NotAllowed) and r.reason.why == REPLACED)
    return frozenset(result.order for result in mine)
