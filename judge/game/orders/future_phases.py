"""Orders for later phases, and conditional orders. They are kept as text and read again when their phase begins: what they mean
depends on the board of that time, so only their notation is checked when they arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from judge.board import Phase, Position
from judge.commands.orders import OrderLines
from judge.game.decision import CommandContext, CommandResult, Reply, accepted
from judge.game.model.events import OrdersKept
from judge.game.model.game import FutureOrders
from judge.game.orders.advance_retreats import next_phase_of_kind, retreat_lines
from judge.game.orders.conditions import ConditionContext, ConditionTest, decided_text, is_true, parse_test, without_decision
from judge.notation import Order
from judge.notation.condition_syntax import Condition, ConditionBranch, format_statement, group_statements
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.notation.verbs import PHASE_OF
from judge.rules.ruleset import Ruleset
from judge.seat import GM, Role

AHEAD = 15
"""For how many phases ahead, retreats included, orders are kept."""
MOST = 60
"""Most lines that are kept for one phase."""
CONDITIONS = 20
"""Most conditions that are read in one letter."""
ROOM = 10_000
"""Most characters that are kept for one Power, over all phases."""


class ConditionalLine(NamedTuple):
    """A line that can be kept: its text in the house form, its branches, and their tests."""

    text: str
    branches: tuple[ConditionBranch, ...]
    tests: tuple[tuple[str, ConditionTest], ...] = ()
    orders: tuple[Order, ...] = ()


class UnreadableCondition(NamedTuple):
    """A line that cannot be kept: `word` is what could not be read in it.

    `code`: `condition`, `test`, `kept-order`, `fate-now` (asked before it can be known), `kept-full` or `too-many`.
    """

    text: str
    code: str
    word: str


def can_order_for(ruleset: Ruleset, running: Phase, named: Phase) -> bool:
    """Whether orders can be kept for a phase."""
    phase = running
    for _ in range(AHEAD):
        phase = ruleset.calendar.after(phase)
        if phase.name == named.name:
            return True
    return False


def keep_orders(asked: CommandContext, named: Phase, lines: Sequence[str]) -> CommandResult:
    """ORDERS FOR a later phase: keep the lines that can be read, and tell the player how they were read. `asked` is in the asker's
    own terms.
    """
    read, left = list[ConditionalLine | UnreadableCondition](), ROOM - _held(asked)
    found = [(text, conditional) for text, conditional in group_statements(lines) if text.strip()]
    for n, (text, conditional) in enumerate(found):
        left -= len(text)
        if left < 0 or n >= MOST or sum(each for _, each in found[: n + 1]) > CONDITIONS:
            read.append(UnreadableCondition(text, "kept-full" if left < 0 else "too-many", ""))
            break
        read.append(parse_future_line(text, conditional, asked, named))
    good = [line for line in read if isinstance(line, ConditionalLine)]
    facts = {"phase": named.name, **_facts(read, asked.ruleset)}
    if not good:
        return CommandResult(replies=(Reply("kept", facts),))
    return accepted("kept", merge_kept_lines(asked, named, good), **facts)


def merge_kept_lines(asked: CommandContext, named: Phase, new: Sequence[ConditionalLine]) -> OrdersKept:
    """Everything kept for a phase: a new line replaces an older one for the same units."""
    old = _others(read_kept(asked.game.kept(asked.voice, named.name), asked, named), new)
    return OrdersKept(asked.voice, named.name, tuple(line.text for line in (*old, *new))[:MOST])


def keep_in_advance(asked: CommandContext, found: Mapping[Phase, Sequence[Order]]) -> list[OrdersKept]:
    """Orders sent with the moves for the phases after them: new retreats replace older ones of the same unit,
    new adjustments of all older ones.

    `found`: what was ordered, in the reader's terms.
    """
    events = list[OrdersKept]()
    for phase, orders in found.items():
        mine, own = asked.in_own_terms(orders)
        new = [_plain(asked.ruleset.notation.write(order), order) for order in own]
        old = read_kept(asked.game.kept(asked.voice, phase.name, True), mine, phase) if phase.kind == "retreats" else ()
        lines = tuple(line.text for line in (*_others(old, new), *new))
        events.append(OrdersKept(asked.voice, phase.name, lines, in_advance=True))
    return events


def forget_orders(asked: CommandContext, is_gone: Callable[[FutureOrders], bool]) -> tuple[list[OrdersKept], list[str]]:
    """Return the events that delete some of the orders kept for later phases, and the deleted lines."""
    gone = [kept for kept in asked.game.later.get(asked.voice, ()) if is_gone(kept)]
    events = [OrdersKept(asked.voice, kept.phase, in_advance=kept.in_advance) for kept in gone]
    return events, [line for kept in gone for line in kept.lines]


def parse_future_line(text: str, conditional: bool, asked: CommandContext, phase: Phase) -> ConditionalLine | UnreadableCondition:
    """Parse a line so that it can be kept for a phase, on the present board."""
    try:
        branches = asked.ruleset.conditions.read(text) if conditional else (ConditionBranch(None, (text,)),)
    except ValueError as wrong:
        return UnreadableCondition(text, "condition", str(wrong))
    told = ConditionContext(asked.voice, asked.game.board_now, asked.ruleset)
    tests = [(test, parse_test(test, told)) for branch in branches if branch.condition for test in branch.condition.tests()]
    if unread := [test for test, fact in tests if fact is None]:
        return UnreadableCondition(text, "test", unread[0])
    then = replace(asked.game.board_now, phase=phase)
    read = [(branch, [_orders(each, then, asked) for each in branch.orders]) for branch in branches]
    if bad := [each for branch, found in read for each, said in zip(branch.orders, found, strict=True) if not said]:
        return UnreadableCondition(text, "kept-order", bad[0])
    house = tuple(branch._replace(orders=tuple(said for some in found for said in some)) for branch, found in read)
    orders = tuple(order for _, found in read for some in found for each in some.values() for order in each)
    return ConditionalLine(format_statement(house), house, tuple((test, fact) for test, fact in tests if fact), orders)


def chosen_branch(line: ConditionalLine, told: ConditionContext) -> tuple[tuple[str, ...], Mapping[str, Any] | None]:
    """Return the orders of a line for the phase that begins, and the branch that was chosen, as JSON; no branch for a line without
    conditions.
    """
    for branch in line.branches:
        if branch.condition is None or branch.condition.holds(lambda text: is_true(text, told)):
            taken = branch
            break
    else:
        taken = ConditionBranch(None, ())
    if not any(branch.condition for branch in line.branches):
        return taken.orders, None
    tests = [test for branch in line.branches if branch.condition for test in branch.condition.tests()]
    facts = [{"test": without_decision(test), "holds": is_true(test, told)} for test in dict.fromkeys(tests)]
    return taken.orders, {"tests": facts, "orders": list(taken.orders)}


def resolve_result_tests(line: ConditionalLine, told: ConditionContext) -> str:
    """Write the results of tests about results into a line's text, so that they are known when its phase begins."""

    def settle(condition: Condition) -> Condition:
        if condition.how != "test":
            return condition._replace(parts=tuple(map(settle, condition.parts)))
        fact = parse_test(condition.text, told)
        if decided_text(condition.text) is not None or fact is None or fact.kind != "fate":
            return condition
        return condition._replace(text=f"{condition.text} = {'yes' if is_true(condition.text, told) else 'no'}")

    branches = (b._replace(condition=settle(b.condition)) if b.condition else b for b in line.branches)
    return format_statement(tuple(branches))


def split_by_phase(asked: CommandContext, command: OrderLines) -> tuple[OrderLines, list[Reply], tuple[OrdersKept, ...]]:
    """Split order lines for the running phase: conditions are decided now, or kept for the retreats or adjustments that they order.
    Returns the remaining lines, the replies about the others, and the events that keep them.
    """
    lines, events, replies = list[str](), list[OrdersKept](), list[Reply]()
    for text, conditional in group_statements(command.lines):
        if not conditional:
            lines.append(text)
            continue
        if len(replies) >= CONDITIONS:
            wrong = [UnreadableCondition(text, "too-many", "")] if len(replies) == CONDITIONS else []
            replies += [Reply("kept", {"phase": "", **_facts(wrong, asked.ruleset)}) for _ in wrong]
            continue
        orders, event, reply = _settled(asked, text)
        lines += orders
        replies.append(reply)
        events += [event] if event else []
    return replace(command, lines=tuple(lines)), replies, tuple(events)


def _settled(asked: CommandContext, text: str) -> tuple[tuple[str, ...], OrdersKept | None, Reply]:
    """Decide a condition in orders for the running phase: return the orders that it gives now, or the phase that it is kept for."""
    running, calendar = asked.game.board_now.phase, asked.ruleset.calendar
    phases = (running, *(p for kind in ("retreats", "adjustments") if (p := next_phase_of_kind(calendar, running, kind))))
    keeps = running.kind == "movement" and asked.by != GM and asked.role is not Role.STANDBY and _held(asked) + len(text) <= ROOM
    tried = [(phase, parse_future_line(text, True, asked, phase)) for phase in (phases if keeps else (running,))]
    phase, line = next(((p, each) for p, each in tried if isinstance(each, ConditionalLine) and _all_for(each, p)), tried[0])
    facts = {"phase": phase.name, **_facts([line], asked.ruleset)}
    if isinstance(line, UnreadableCondition):
        return (), None, Reply("kept", facts)
    if phase is not running:
        return (), merge_kept_lines(asked, phase, [line]), Reply("kept", facts)
    if late := [test for test, fact in line.tests if fact.kind == "fate"]:
        return (), None, Reply("kept", {**facts, **_facts([UnreadableCondition(text, "fate-now", late[0])], asked.ruleset)})
    orders, branch = chosen_branch(line, ConditionContext(asked.voice, asked.game.board_now, asked.ruleset))
    return orders, None, Reply("branch", {"branch": branch})


def _held(asked: CommandContext) -> int:
    """Return how many characters are already kept for the asker."""
    return sum(len(line) for kept in asked.game.later.get(asked.voice, ()) for line in kept.lines)


def _all_for(line: ConditionalLine, phase: Phase) -> bool:
    """Whether all of a line's orders are for a phase of this kind."""
    return all(PHASE_OF.get(order.verb, phase.kind) == phase.kind for order in line.orders)


def read_kept(lines: Iterable[str], asked: CommandContext, named: Phase) -> list[ConditionalLine]:
    """Read the lines kept for a phase on the present board; a line that no longer means anything is returned as it is."""
    read = [(text, parse_future_line(text, text.startswith("IF "), asked, named)) for text in lines]
    return [line if isinstance(line, ConditionalLine) else _plain(text) for text, line in read]


def _plain(text: str, *orders: Order) -> ConditionalLine:
    """A line without a condition."""
    return ConditionalLine(text, (ConditionBranch(None, (text,)),), orders=orders)


def _others(old: Iterable[ConditionalLine], new: Iterable[ConditionalLine]) -> list[ConditionalLine]:
    """Return the older lines that are for other units than the new ones."""
    units = {order.unit.space for line in new for order in line.orders if order.unit}
    return [line for line in old if not {order.unit.space for order in line.orders if order.unit} & units]


def _orders(text: str, then: Position, asked: CommandContext) -> dict[str, list[Order]]:
    """A text in the house form, and the orders that each part of it gives, for any units there may be by then.

    A second choice goes with the order that it is for, and so do retreats in brackets. Nothing if any of it is no order.
    """
    found = list[tuple[str, list[Order]]]()
    for reading in _read(text, then, asked):
        if isinstance(reading, ParsedOrder):
            if PHASE_OF.get(reading.order.verb, then.phase.kind) != then.phase.kind:
                return {}
            house = asked.ruleset.notation.write(reading.order)
            if found and "second" in reading.filled:  # what it does is what the first choice does
                first, orders = found.pop()
                second = reading.order._replace(verb=orders[-1].verb)
                found.append((f"{first}, if not possible {asked.ruleset.notation.write(second)}", [*orders, second]))
            else:
                found.append((f"if not possible {house}" if "second" in reading.filled else house, [reading.order]))
        elif isinstance(reading, UnreadableText):
            if not found or not (places := _retreats(reading, found[-1][1][-1], then, asked)):
                return {}
            found[-1] = (f"{found[-1][0]} (ret: {', '.join(places)})", found[-1][1])
    return dict(found)


def _retreats(reading: UnreadableText, order: Order, then: Position, asked: CommandContext) -> list[str]:
    """Read the retreats in brackets behind an order; return them in the house form."""
    phase = next_phase_of_kind(asked.ruleset.calendar, then.phase, "retreats") if then.phase.kind == "movement" else None
    lines = retreat_lines(reading, order)
    if phase is None or not lines:
        return []
    read = [each for line in lines for each in _read(line, replace(then, phase=phase), asked)]
    orders = [each.order for each in read if isinstance(each, ParsedOrder)]
    return [order.target or order.verb for order in orders] if len(orders) == len(read) else []


def _read(text: str, then: Position, asked: CommandContext) -> Sequence[Reading]:
    board = asked.ruleset.board_at(asked.game.board_now)
    return asked.ruleset.notation.read(text, board, then, asked.voice, strict=False)


def _facts(read: Sequence[ConditionalLine | UnreadableCondition], ruleset: Ruleset) -> dict[str, Any]:
    """Return what was read and what was not, as JSON."""
    good = [line for line in read if isinstance(line, ConditionalLine)]
    return {
        "lines": [line.text for line in good],
        "tests": [_told(test, fact, ruleset) for line in good for test, fact in line.tests],
        "wrong": [_as_written(wrong) for wrong in read if isinstance(wrong, UnreadableCondition)],
    }


def _as_written(wrong: UnreadableCondition) -> dict[str, Any]:
    """The same as JSON, without a THEN that was put at its end."""
    return wrong._replace(text=wrong.text.removesuffix(" THEN"))._asdict()


def _told(test: str, fact: ConditionTest, ruleset: Ruleset) -> dict[str, Any]:
    adjective = next((power.adjective for power in ruleset.powers if power.name == fact.power), "")
    order = ruleset.notation.write(fact.order) if fact.order else ""
    return {**fact._asdict(), "test": test, "adjective": adjective, "order": order}
