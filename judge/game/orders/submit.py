"""Taking orders: which lines count, what they replace, and why the others do not.

All of it uses the board that the asker knows, in their own terms (`KnownGame`). Only what they may give becomes the game's: an
order that names what they have not seen is no order, and nothing looks up what it might have named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from judge.account import Kind, Piece
from judge.board import Phase
from judge.commands.answers import is_courtesy
from judge.commands.orders import ClearOrders, MarkFinal, OrderLines
from judge.game.decision import CommandContext, CommandResult, Notification, Reply, accepted, refused, together
from judge.game.model.events import Event, FinalSaid, OrdersTaken
from judge.game.model.game import CurrentOrders
from judge.game.model.gm_events import OrdersLate
from judge.game.orders.advance_retreats import split_advance_orders
from judge.game.orders.clarifications import Answer, match_answers, spoken, update_questions
from judge.game.orders.feedback import completed_orders, impossible_order_facts, likely_typos, unreadable_line_facts
from judge.game.orders.future_phases import can_order_for, forget_orders, keep_in_advance, keep_orders, split_by_phase
from judge.game.orders.heading import HEAD, parse_heading, part_by_headings, part_by_powers, read_phase
from judge.game.orders.unit_names import UnitNames, read_orders
from judge.game.orders.warnings import OrderWarnings
from judge.game.orders.withdrawn_orders import spoken_of, still_standing
from judge.game.power_names import find_power
from judge.notation import Order
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.notation.readings import account_of, left_out
from judge.rules import AdjustmentDue, beside, check, dues_by_power, gm_due, left_after
from judge.rules.reasons import NotAllowed, OnlyOne, Reason, TooMany
from judge.seat import GM, Role

NOBODYS = frozenset({"no-unit", "not-yours"})
"""What makes even a movement order not this power's to give."""
MOST_OFFERED = 12
"""Lines of late orders that are offered for the running phase."""
MOST = 30
"""Lines that one answer complains about at most; the rest are counted."""
WHOLE = ("", "all", "orders", "everything")


def submit_orders(asked: CommandContext, command: OrderLines) -> CommandResult:
    """Order lines: readable ones replace what stood for the same unit; the others are answered and change nothing.

    What stands under the heading of another phase is for that one.
    """
    if asked.by == GM:
        return _submit(asked, command)
    own, other = part_by_powers(command.lines, asked.ruleset, asked.voice)
    if other:
        refusal = refused("headed-for-other", power=other, phase=asked.game.board_now.phase.name)
        refusal = replace(refusal, account=_all_as("order", (line for line in command.lines if line not in own)))
        return together([submit_orders(asked, replace(command, lines=tuple(own))), refusal]) if any(own) else refusal
    first, *others = part_by_headings(command.lines, asked.ruleset, asked.game.board_now.phase, asked.voice)
    heads = CommandResult(account=_all_as("courtesy", first.heads))
    if not others and HEAD not in first.lines:
        return _submit(asked, command)
    parts = [replace(command, lines=part.lines, phase=part.phase) for part in others]
    if any(line not in ("", HEAD) for line in first.lines) or not parts:
        parts.insert(0, replace(command, lines=first.lines))
    return together((heads, *(_refused_or_read(part, _submit(asked, part)) for part in parts)))


def _refused_or_read(command: OrderLines, result: CommandResult) -> CommandResult:
    """What became of order lines; where they were refused as a whole, all of them are orders."""
    return result if result.account else replace(result, account=_all_as("order", command.lines))


def _all_as(kind: Kind, lines: Iterable[str]) -> tuple[tuple[Piece, ...], ...]:
    """The account of lines that are each of one kind."""
    return tuple((Piece(kind, text),) for line in lines if (text := line.strip()) and line != HEAD)


def _submit(asked: CommandContext, command: OrderLines) -> CommandResult:
    """Order lines for one phase."""
    game, ruleset, power = asked.game, asked.ruleset, asked.voice
    position = game.board_now
    command, anothers = _under_heading(asked, command)
    if elsewhere := anothers or _wrong_time(asked, command) or _after_closing(asked, command) or _closed(asked):
        return elsewhere
    written, (command, settled, kept_later) = command.lines, split_by_phase(asked, command)
    owed = _due(asked)
    if owed is None and position.phase.kind == "movement" and power in ruleset.rules.powers_with_unitless_orders(ruleset, position):
        owed = AdjustmentDue()
    if owed is None:
        return refused("nothing-due", phase=position.phase.name, power=asked.speaks)
    heard = _heard(asked, command.lines)
    readings = heard.readings
    understood = [r for r in readings if isinstance(r, ParsedOrder)]
    meant = UnitNames(asked, [r.order for r in understood])
    taken, more, impossible, instead = _judge(asked, understood, owed, meant)
    before = game.standing.get(power)
    newly = {meant.key(order, n): order for n, order in enumerate(taken)}
    standing = _standing(asked, dict(meant.old()), newly, owed)
    spare = _spare(before, taken, more, standing)
    changed = bool(taken or more) and (before is None or (standing, spare) != (before.orders, before.spare))
    given, kept = (asked.to_real(orders) if changed else () for orders in (standing, spare))
    events: tuple[Event, ...] = (OrdersTaken(power, position.phase.name, given, kept),) if changed else ()
    misread = [unreadable_line_facts(asked, r.text, r.complaint, standing) for r in readings if isinstance(r, UnreadableText)]
    problems = [*misread, *impossible, *still_standing(asked, heard.earlier, before.orders if before else (), standing, taken)]
    new = [problem["orders"] for problem in problems if problem["orders"]]
    warnings = OrderWarnings(position, power, standing, ruleset)
    new += [[order] for order in warnings.instead()] if changed else []
    facts = {
        "ahead": [ruleset.notation.write(order) for orders in heard.ahead.values() for order in orders],
        "taken": [ruleset.notation.write(order) for order in (*taken, *more)],
        "spared": [ruleset.notation.write(order) for order in more],
        "instead": [[ruleset.notation.write(order) for order in each] for each in instead],
        "over": [[ruleset.notation.write(order) for order in each] for each in _over(understood, taken, meant)],
        "dropped": [ruleset.notation.write(order) for order in heard.dropped],
        "problems": problems[:MOST],
        "more": max(0, len(problems) - MOST),
        "left": left_out(readings),
        "read": completed_orders(asked, readings, heard.answers, taken),
        "slips": likely_typos(asked, readings, taken, warnings),
        "replaces": before.version if before and changed else 0,
    }
    return CommandResult(
        (*events, *keep_in_advance(asked, heard.ahead), *kept_later, *update_questions(asked, taken, new, heard.dropped)),
        (*settled, Reply("orders", facts)),
        account=(*_all_as("order", (line for line in written if line not in command.lines)), *heard.account),
    )


class _Heard(NamedTuple):
    """What lines say on the asker's board."""

    readings: Sequence[Reading]
    answers: Sequence[Answer]
    dropped: Sequence[Order]
    """Orders that were asked about, and that a no answers."""
    ahead: Mapping[Phase, Sequence[Order]]
    """Orders for the phases that come before the next moves."""
    earlier: str
    """A line that takes earlier orders back, '' for none."""
    account: tuple[tuple[Piece, ...], ...]


def _heard(asked: CommandContext, lines: Sequence[str]) -> _Heard:
    orders, earlier = spoken_of(asked, lines)
    said = spoken(asked, orders)
    read = read_orders(asked, said.lines)
    read_on, ahead = split_advance_orders(asked, read)
    readings, answers = match_answers(asked, read_on)
    answered = _all_as("answer", (line for line in lines if line not in said.lines))
    account = (*answered, *_account(asked, said.lines, (*read, *readings)))
    return _Heard([*said.readings, *readings], [*said.answers, *answers], said.dropped, ahead, earlier, account)


def _account(asked: CommandContext, lines: Iterable[str], readings: Iterable[Reading]) -> tuple[tuple[Piece, ...], ...]:
    """The account of lines. Of several readings of the same words the last counts."""
    board = asked.ruleset.board_at(asked.game.board_now)

    def pieces(line: str) -> tuple[Piece, ...]:
        found = account_of(line, tuple(by_line.get(line, {}).values()))
        unread = [piece.kind for piece in found] == ["unread"]
        idle = unread and is_courtesy(line) and not asked.ruleset.notation.named(line, board)[0]
        return (found[0]._replace(kind="courtesy"),) if idle else found

    by_line: dict[str, dict[tuple[int, str], Reading]] = {}
    for each in readings:
        by_line.setdefault(each.line, {})[each.at, each.text] = each
    return tuple(map(pieces, (line for line in lines if line.strip() and line != HEAD)))


def clear_orders(asked: CommandContext, command: ClearOrders) -> CommandResult:
    """CLEAR: no orders at all, or none for the units of the places named."""
    before = asked.game.standing.get(asked.voice)
    if found := re.match(r"(?:orders\s+)?for\s+(.+)", command.what, re.IGNORECASE):
        named = asked.ruleset.calendar.read(found[1])
        if named is None:
            return refused("which-phase", word=found[1], phase=asked.game.board_now.phase.name)
        forgotten, lines = forget_orders(asked, lambda kept: kept.phase == named.name)
        return accepted("cleared", *forgotten, gone=lines) if lines else refused("nothing-kept", phase=named.name)
    if refusal := _said_before(asked, "CLEAR", command.phase) or _closed(asked):
        return refusal
    everything = command.what.strip().lower() in WHOLE
    forgotten, lines = forget_orders(asked, lambda kept: kept.in_advance and everything)
    if before is None or not before.orders:
        return accepted("cleared", *forgotten, gone=lines) if lines else refused("nothing-to-clear")
    kept: tuple[Order, ...] = ()
    if not everything:
        board = asked.ruleset.board_at(asked.game.board_now)
        spaces = {space for word in command.what.split(",") for space in board.names.find(word)}
        if not spaces:
            return refused("clear-what", word=command.what)
        kept = tuple(o for o in before.orders if (ref := o.unit or o.of) is None or ref.space not in spaces)
    taken = OrdersTaken(asked.voice, asked.game.board_now.phase.name, asked.to_real(kept))
    back = (FinalSaid(asked.voice, False),) if asked.voice in asked.game.final else ()
    write = asked.ruleset.notation.write
    return accepted("cleared", taken, *forgotten, *back, gone=[write(order) for order in before.orders if order not in kept])


def set_final(asked: CommandContext, command: MarkFinal) -> CommandResult:
    """FINAL and NOT FINAL: whether this power would have the phase run before its deadline."""
    power, position = asked.voice, asked.game.board_now
    if refusal := _said_before(asked, "FINAL" if command.on else "NOT FINAL", command.phase):
        return refusal
    if asked.game.waits_for_gm:
        return refused("phase-held", phase=position.phase.name)
    if _due(asked) is None:
        return refused("nothing-due", phase=position.phase.name)
    if power in (asked.game.final if command.on else asked.game.waits):
        return accepted("final", on=command.on)
    return accepted("final", FinalSaid(power, command.on), on=command.on)


def _due(asked: CommandContext) -> AdjustmentDue | None:
    """What the asker must order, on the board that the asker knows."""
    position = asked.game.board_now
    owed = gm_due(position, asked.ruleset) if asked.by == GM and not asked.speaks else dues_by_power(position, asked.ruleset)
    return owed.get(asked.voice)


def merge_orders(old: Mapping[object, Order], new: Mapping[object, Order], kind: str, owed: AdjustmentDue) -> tuple[Order, ...]:
    """What stands after new orders, each by what it is for: it replaces the older one; in adjustments the newest count first.

    One that uses no unit replaces all older ones of its verb about the same space.
    """
    anew = {_about(order) for order in new.values()} - {None}
    old = {key: order for key, order in old.items() if _about(order) not in anew}
    if kind == "adjustments":
        kept = [order for key, order in old.items() if key not in new]
        return tuple([*new.values(), *kept][: owed.builds + owed.removals])
    return tuple({**old, **new}.values())


def _about(order: Order) -> tuple[str, str] | None:
    """The verb of an order that uses no unit, and the space it speaks of."""
    return (order.verb, order.of.space) if order.unit is None and order.of else None


def _under_heading(asked: CommandContext, command: OrderLines) -> tuple[OrderLines, CommandResult | None]:
    """The orders for the phase that their heading names, and the refusal of a heading that names another power, or None."""
    head = parse_heading(command.phase, asked.ruleset)
    others = [name for name in head.powers if name != asked.voice] if asked.by != GM else []
    another = refused("headed-for-other", power=others[0], phase=asked.game.board_now.phase.name) if others else None
    return replace(command, phase=head.phase), another


def _wrong_time(asked: CommandContext, command: OrderLines) -> CommandResult | None:
    """The refusal of orders that name another phase than the running one, or None."""
    game, phase = asked.game, command.phase
    running = game.board_now.phase
    if not phase or find_power(phase, asked.ruleset):
        return None
    named = read_phase(phase, asked.ruleset)
    if named is None:
        return refused("which-phase", word=phase, phase=running.name)
    if named.name == running.name or _is_its_season(asked, named, command):
        return None
    past = named.when < running.when
    if past and named.name == game.ran_phase and game.ran:
        return _too_late(asked, command)
    if past or not can_order_for(asked.ruleset, running, named):
        return refused("phase-past" if past else "phase-to-come", named=named.name, phase=running.name)
    if asked.role is Role.STANDBY or asked.by == GM:
        return refused("kept-for-players", named=named.name, phase=running.name, power=asked.power)
    return keep_orders(asked, named, command.lines)


def _is_its_season(asked: CommandContext, named: Phase, command: OrderLines) -> bool:
    """Whether the running phase is that of a season's retreats, the heading says only the season, and retreats stand below."""
    running = asked.game.board_now.phase
    if running.kind == "movement" or not running.name.startswith(f"{named.name} "):
        return False
    return any(isinstance(reading, ParsedOrder) for reading in read_orders(asked, command.lines))


def _said_before(asked: CommandContext, word: str, phase: str) -> CommandResult | None:
    """The refusal of a word about the orders of another phase than the running one, or None."""
    named, running = asked.ruleset.calendar.read(phase) if phase else None, asked.game.board_now.phase
    if named is None or named.name == running.name:
        return None
    return refused("said-before", word=word, named=named.name, phase=running.name)


def _too_late(asked: CommandContext, command: OrderLines) -> CommandResult:
    """Orders for the phase that was run last: not used, and the GM has a copy."""
    game = asked.game
    facts = {
        "named": game.ran_phase, "phase": game.board_now.phase.name, "received": (command.received or asked.now).isoformat(),
        "ran": game.ran.isoformat() if game.ran else None, "due": game.ran_due.isoformat() if game.ran_due else None,
    }  # fmt: skip
    return _copied(asked, command, facts)


def _after_closing(asked: CommandContext, command: OrderLines) -> CommandResult | None:
    """Orders for a phase that is closed and waits for the GM: not used, and the GM has a copy. None for anything else."""
    game = asked.game
    if not game.waits_for_gm or asked.by == GM:
        return None
    readings = read_orders(asked, command.lines)
    if not any(isinstance(reading, ParsedOrder) for reading in readings):
        empty = ("ahead", "taken", "problems", "read")
        talk = {**{part: [] for part in empty}, "more": 0, "left": {}, "slips": {}, "replaces": 0}
        return (
            None
            if any(isinstance(reading, UnreadableText) for reading in readings)
            else CommandResult(replies=(Reply("orders", talk),), account=_account(asked, command.lines, readings))
        )
    phase = game.board_now.phase.name
    facts = {
        "named": phase, "phase": phase, "received": (command.received or asked.now).isoformat(), "ran": None,
        "due": game.due.isoformat() if game.due else None,
    }  # fmt: skip
    return _copied(asked, command, facts)


def _copied(asked: CommandContext, command: OrderLines, facts: Mapping[str, Any]) -> CommandResult:
    """Late orders are kept, under a number that the GM can name."""
    lines, phase = command.lines[:MOST], str(facts["named"])
    number = asked.game.too_late.count(phase) + 1
    standby = asked.role is Role.STANDBY
    kept = () if standby else (OrdersLate(asked.seat, phase, tuple(lines), command.letter),)
    told = {"what": "too-late", "power": asked.power, "lines": list(lines), "number": 0 if standby else number, **facts}
    meant, said = asked.ruleset.calendar.read(phase), [line.strip() for line in lines if line.strip()]
    offered = len(said) <= MOST_OFFERED and meant is not None and meant.kind == asked.game.board_now.phase.kind
    return CommandResult(kept, (Reply("too-late", {**facts, "lines": said if offered else []}),), (Notification(GM, "news", told),))


def _closed(asked: CommandContext) -> CommandResult | None:
    """The refusal of changes by those who were in time, while the phase waits for the late, and by all while it waits for the
    GM; None if there is no such wait.
    """
    game = asked.game
    if asked.by == GM:
        return None
    if game.waits_for_gm:
        return refused("phase-held", phase=game.board_now.phase.name)
    if not game.grace or not game.settings.closed or asked.power in game.late:
        return None
    return refused("grace-closed", late=list(game.late), until=game.grace.isoformat(), zone=game.zone)


def _over(readings: Sequence[ParsedOrder], taken: Sequence[Order], meant: UnitNames) -> list[tuple[Order, Order]]:
    """(order that stands, another of the same letter that it replaces), where one unit or space was given several."""
    last = {meant.key(reading.order, n): reading.order for n, reading in enumerate(readings)}
    pairs = [(last[meant.key(reading.order, n)], reading.order) for n, reading in enumerate(readings)]
    return [(order, other) for order, other in dict.fromkeys(pairs) if order != other and order in taken and other not in taken]


def _spare(
    before: CurrentOrders | None, taken: Sequence[Order], more: Sequence[Order], standing: Sequence[Order]
) -> tuple[Order, ...]:
    """The alternatives that are kept: new orders bring their own, alternatives alone are added to those there are."""
    old = before.spare if before and not taken else ()
    return tuple(order for order in dict.fromkeys((*old, *more)) if order not in standing)


class _Judged(NamedTuple):
    """Decide what happens to orders that were read."""

    taken: list[Order]
    """Those that stand."""
    more: list[Order]
    """Those of a winter that are one too many, or a second choice."""
    impossible: list[dict[str, Any]]
    """Facts on those that cannot be."""
    instead: list[tuple[Order, Order]]
    """(first choice that cannot be, second choice that stands at once)."""


def _judge(asked: CommandContext, readings: Sequence[ParsedOrder], owed: AdjustmentDue, meant: UnitNames) -> _Judged:
    position, ruleset = asked.game.board_now, asked.ruleset
    winter, total = position.phase.kind == "adjustments", owed.builds + owed.removals
    taken: dict[object, Order] = {}
    more, impossible, instead = list[Order](), list[dict[str, Any]](), list[tuple[Order, Order]]()
    lost: Order | None = None
    for n, reading in enumerate(readings):
        key = meant.key(reading.order, n)
        others = (*meant.others(reading.order, key), *_unitless(taken.values(), reading.order))
        reason = check(reading.order, asked.voice, position, ruleset, others)
        if reason is None and position.phase.kind == "movement":
            reason = _one_too_many(asked, reading.order, {**dict(meant.old()), **taken}, key)
        if reason is None and winter:
            before = [order for other, order in taken.items() if other != key]
            reason = _last(beside((*before, reading.order), asked.voice, position, ruleset))
        if reason is not None and _refuses(position.phase.kind, reason, reading.order):
            room = left_after(tuple(taken.values()), asked.voice, position, ruleset) if winter else owed
            impossible.append(impossible_order_facts(asked, reading, reason, room))
            lost = reading.order
            continue
        if winter and "nothing" in reading.filled:
            taken = dict.fromkeys(range(-owed.builds, 0), reading.order)
        elif winter and lost and "second" in reading.filled and key not in taken and len(taken) < total:
            taken[key] = reading.order
            instead.append((lost, reading.order))
            impossible.pop()
        elif winter and ("second" in reading.filled or (key not in taken and len(taken) >= total)):
            more.append(reading.order)
        else:
            taken[key] = reading.order
        lost = None
    return _Judged(list(taken.values()), more, impossible, instead)


def _last(reasons: Sequence[Reason | None]) -> Reason | None:
    """Why the last of a winter's orders would be refused after those before it; not that it is one more than are due: such are kept
    for where another fails.
    """
    return reasons[-1] if reasons and not isinstance(reasons[-1], TooMany) else None


def _standing(
    asked: CommandContext, old: Mapping[object, Order], new: Mapping[object, Order], owed: AdjustmentDue
) -> tuple[Order, ...]:
    """What stands after new orders; in adjustments without older ones that would be refused after them."""
    position, kind = asked.game.board_now, asked.game.board_now.phase.kind
    standing = merge_orders(old, new, kind, owed)
    if kind != "adjustments" or not new:
        return standing
    reasons = beside(standing, asked.voice, position, asked.ruleset)
    return tuple(o for o, reason in zip(standing, reasons, strict=True) if reason is None or o in new.values())


def _unitless(taken: Iterable[Order], order: Order) -> list[Order]:
    """The unitless orders to consider when judging another one of the same letter."""
    return [other for other in taken if other.unit is None and other != order] if order.unit is None else []


def _one_too_many(asked: CommandContext, order: Order, others: Mapping[object, Order], key: object) -> Reason | None:
    """Why an order exceeds the limit of a kind that a power may give once a turn; None if not."""
    ruleset = asked.ruleset
    kinds = ruleset.rules.once_per_turn(ruleset) & {order.verb, order.via}
    for other, first in others.items():
        same = other != key and kinds & {first.verb, first.via}
        if same and check(first, asked.voice, asked.game.board_now, ruleset) is None:
            return OnlyOne(ruleset.notation.write(first))
    return None


def _refuses(kind: str, reason: Reason, order: Order) -> bool:
    """A movement order for one's own unit is always accepted, even if it cannot work; it may be a signal."""
    if kind != "movement" or order.unit is None or isinstance(reason, OnlyOne):
        return True
    return isinstance(reason, NotAllowed) and reason.why in NOBODYS
