"""Which order lines of a case a letter could not give: a case is read for the referee, who takes and judges every order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from judge.cases.case import Case, CasePhase
from judge.cases.run import JudgedCasePhase
from judge.cases.starting_position import parse_power
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.rules.ordered_units import ordered_units
from judge.rules.ruleset import Ruleset


class UnsentOrder(NamedTuple):
    """A line that reads well, and that a letter from its power would be asked about: the complaint's code says why."""

    power: str
    line: str
    code: str


def letter_refusals(case: Case, judged: Iterable[tuple[CasePhase, JudgedCasePhase]], ruleset: Ruleset) -> tuple[str, ...]:
    """What is wrong with a case, in words: lines that nobody could send by letter, unless `loose` says why; a needless `loose`."""
    found = [each for block, one in judged for each in unsent_orders(block, one, ruleset)]
    if case.loose:
        return () if found else ("`loose` says why some order could not be sent by letter, but each of them could",)
    return tuple(f"{e.power}: {e.line!r} could not be sent by letter ({e.code}); if it is meant, say why in `loose`" for e in found)


def unsent_orders(block: CasePhase, judged: JudgedCasePhase, ruleset: Ruleset) -> Iterator[UnsentOrder]:
    """The lines of a phase that are orders to the referee, but not in a letter."""
    position = judged.outcome.before
    retreating = position.phase.kind == "retreats" and not block.retreats.empty
    orders, board, read = block.retreats if retreating else block.orders, ruleset.board_at(position), ruleset.notation.read
    for name, lines in block.lines(orders).items():
        power = parse_power(name, orders.get(name), ruleset)
        loose = {line: read(line, board, position, power, strict=False) for line in lines}
        said = [r.order for some in loose.values() for r in some if isinstance(r, ParsedOrder)]
        meant = ordered_units({order.unit for order in said if order.unit}, said, power, position, ruleset)
        for line, some in loose.items():
            if all(isinstance(reading, ParsedOrder) for reading in some):
                strict = read(line, board, position, power, owns=lambda order, own=meant: order.unit in own)  # type: ignore[misc]
                yield from (UnsentOrder(power, line, r.complaint.code) for r in strict if isinstance(r, UnreadableText))
