"""Submit orders: read a letter's order lines, decide which stand, and say why the others do not.

All of it uses the board that the asker knows, in their own terms (`KnownGame`). Only what they may give becomes the game's: an
order that names what they have not seen is no order, and nothing looks up what it might have named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.account import Piece
from judge.board import Phase
from judge.commands.orders import OrderLines
from judge.game.decision import CommandContext, CommandResult, Reply, refused, together
from judge.game.model.events import Event, OrdersTaken
from judge.game.orders.accept import (
    accept_orders,
    displaced_orders,
    replaced_in_letter,
    spare_orders,
    standing_after,
    what_is_due,
    without_emptied,
)
from judge.game.orders.advance_retreats import next_phase_of_kind, split_advance_orders
from judge.game.orders.clarifications import Answer, match_answers, spoken, update_questions
from judge.game.orders.feedback import completed_orders, likely_typos, unreadable_line_facts
from judge.game.orders.future_phases import keep_in_advance, split_by_phase
from judge.game.orders.heading import HEAD, part_by_headings, part_by_powers
from judge.game.orders.order_account import account_of_kind, account_of_lines
from judge.game.orders.rest_of_orders import keep_earlier
from judge.game.orders.unit_names import UnitNames, read_orders
from judge.game.orders.warnings import OrderWarnings
from judge.game.orders.withdrawn_orders import heard_beside_orders, spoken_of, still_standing
from judge.game.orders.wrong_phase import (
    refuse_after_adjustments,
    refuse_after_closing,
    refuse_if_closed,
    refuse_wrong_phase,
    under_heading,
)
from judge.notation import Order
from judge.notation.conflicting_orders import with_impossible_asked
from judge.notation.reader import ParsedOrder, Reading, UnreadableText
from judge.notation.readings import left_out
from judge.rules import AdjustmentDue, why_refused
from judge.rules.adjustments import units_without_room
from judge.seat import GM

MOST = 30
"""Lines that one answer complains about at most; the rest are counted."""


def submit_orders(asked: CommandContext, command: OrderLines) -> CommandResult:
    """Read order lines: those understood replace earlier orders of the same units; the others are answered and change nothing.

    Lines below the heading of another phase are for that phase.
    """
    if asked.by == GM:
        return _submit(asked, command)
    own, other = part_by_powers(command.lines, asked.ruleset, asked.voice)
    if other:
        refusal = refused("headed-for-other", power=other, phase=asked.game.board_now.phase.name)
        refusal = replace(refusal, account=account_of_kind("order", (line for line in command.lines if line not in own)))
        return together([submit_orders(asked, replace(command, lines=tuple(own))), refusal]) if any(own) else refusal
    first, *others = part_by_headings(command.lines, asked.ruleset, asked.game.board_now.phase, asked.voice)
    heads = CommandResult(account=account_of_kind("courtesy", first.heads))
    if not others and HEAD not in first.lines:
        return _submit(asked, command)
    parts = [replace(command, lines=part.lines, phase=part.phase) for part in others]
    if any(line not in ("", HEAD) for line in first.lines) or not parts:
        parts.insert(0, replace(command, lines=first.lines))
    return together((heads, *(_refused_or_read(part, _submit(asked, part)) for part in parts)))


def _refused_or_read(command: OrderLines, result: CommandResult) -> CommandResult:
    """The result with an account: lines that were refused as a whole are orders, all of them."""
    return result if result.account else replace(result, account=account_of_kind("order", command.lines))


def _submit(asked: CommandContext, command: OrderLines) -> CommandResult:
    """Order lines for one phase."""
    game, position, ruleset, power = asked.game, asked.game.board_now, asked.ruleset, asked.voice
    command, anothers = under_heading(asked, command)
    elsewhere = anothers or refuse_wrong_phase(asked, command) or refuse_after_closing(asked, command) or refuse_if_closed(asked)
    if elsewhere:
        return elsewhere
    written, (command, settled, kept_later) = command.lines, split_by_phase(asked, command)
    owed = what_is_due(asked)
    if owed is None and position.phase.kind == "movement" and power in ruleset.rules.powers_with_unitless_orders(ruleset, position):
        owed = AdjustmentDue()
    if owed is None:
        return _nothing_due(asked)
    heard = _heard(asked, command.lines)
    if late := refuse_after_adjustments(asked, command, heard.readings):
        return late
    before = game.standing.get(power)
    readings = keep_earlier(heard.readings, before.orders if before else (), position)
    understood = [r for r in readings if isinstance(r, ParsedOrder)]
    meant = UnitNames(asked, [r.order for r in understood])
    taken, more, impossible, instead, emptied = accepted = accept_orders(asked, understood, owed, meant)
    newly = {meant.key(order, n): order for n, order in enumerate(taken)}
    standing = standing_after(asked, without_emptied(meant.old(), emptied), newly, owed)
    spare = spare_orders(before, taken, more, standing)
    changed = bool(taken or more) and (before is None or (standing, spare) != (before.orders, before.spare))
    given, kept = (asked.to_real(orders) if changed else () for orders in (standing, spare))
    events: tuple[Event, ...] = (OrdersTaken(power, position.phase.name, given, kept),) if changed else ()
    misread = [unreadable_line_facts(asked, r.text, r.complaint, standing) for r in readings if isinstance(r, UnreadableText)]
    problems = [*misread, *impossible, *still_standing(asked, heard.earlier, before.orders if before else (), standing, taken)]
    warnings = OrderWarnings(position, power, standing, ruleset)
    more_asked = [[order] for order in warnings.instead()] if changed else []
    gone = displaced_orders(asked, understood, accepted, meant, standing)
    facts = {
        "ahead": [ruleset.notation.write(order) for orders in heard.ahead.values() for order in orders],
        "taken": [ruleset.notation.write(order) for order in (*taken, *more)],
        "spared": [ruleset.notation.write(order) for order in more],
        "instead": [[ruleset.notation.write(order) for order in each] for each in instead],
        "over": [[ruleset.notation.write(order) for order in each] for each in replaced_in_letter(understood, taken, meant)],
        "gone": [ruleset.notation.write(order) for order in gone],
        "dropped": [ruleset.notation.write(order) for order in heard.dropped],
        "problems": problems[:MOST],
        "more": max(0, len(problems) - MOST),
        "left": left_out(readings),
        "read": completed_orders(asked, readings, heard.answers, taken),
        "slips": likely_typos(asked, readings, taken, warnings),
        "replaces": before.version if before and changed else 0,
    }
    open_now = update_questions(asked, taken, [problem["orders"] for problem in problems], more_asked, heard.dropped)
    return CommandResult(
        (*events, *keep_in_advance(asked, heard.ahead), *kept_later, *open_now),
        (*settled, Reply("orders", facts)),
        account=(*account_of_kind("order", (line for line in written if line not in command.lines)), *heard.account),
    )


def _nothing_due(asked: CommandContext) -> CommandResult:
    """The refusal of orders in a phase in which none are due; before the next moves they may be for those."""
    phase, ruleset = asked.game.board_now.phase, asked.ruleset
    short = units_without_room(asked.game.board_now, ruleset, asked.voice) if phase.kind == "adjustments" else 0
    later = next_phase_of_kind(ruleset.calendar, phase, "movement") if phase.kind != "movement" else None
    return refused("nothing-due", phase=phase.name, power=asked.speaks, short=short, later=later.name if later else "")


class _Heard(NamedTuple):
    """What lines say on the asker's board."""

    readings: Sequence[Reading]
    answers: Sequence[Answer]
    dropped: Sequence[Order]
    """Orders that were asked about, and that a no answers."""
    ahead: Mapping[Phase, Sequence[Order]]
    """Orders for the phases that come before the next moves."""
    earlier: str
    """Words that take orders of earlier mails back, '' for none."""
    account: tuple[tuple[Piece, ...], ...]


def _heard(asked: CommandContext, lines: Sequence[str]) -> _Heard:
    orders, earlier = spoken_of(asked, lines)
    said = spoken(asked, orders)
    read = read_orders(asked, said.lines)
    read_on, ahead = split_advance_orders(asked, read)
    readings, answers = match_answers(asked, read_on)
    answered = account_of_kind("answer", (line for line in lines if line not in said.lines))
    read, earlier = heard_beside_orders(read, earlier)
    readings, _ = heard_beside_orders(readings, earlier)
    account = (*answered, *account_of_lines(asked, said.lines, (*read, *readings)))
    heard = [*said.readings, *_with_impossible(asked, readings)]
    return _Heard(heard, [*said.answers, *answers], said.dropped, ahead, earlier, account)


def _with_impossible(asked: CommandContext, readings: Sequence[Reading]) -> Sequence[Reading]:
    """The readings of moves, with a question for a unit's order that is given up below for one that nobody can carry out."""
    position, ruleset = asked.game.board_now, asked.ruleset
    if position.phase.kind != "movement":
        return readings
    given = [reading.order for reading in readings if isinstance(reading, ParsedOrder)]

    def can_be(order: Order) -> bool:
        others = [other for other in given if other.unit != order.unit]
        return why_refused(order, asked.voice, position, ruleset, others) is None

    return with_impossible_asked(readings, can_be)
