"""Orders that the GM enters for a power, or accepts late, with a reason."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace

from judge.account import Account, Piece, joined
from judge.board import Phase
from judge.commands.base import Command
from judge.commands.gm_review import OrderForPower
from judge.commands.orders import OrderLines
from judge.game.decision import CommandResult, Notification, Reply, TruthContext, refused
from judge.game.model.events import Event, OrdersKept, OrdersTaken
from judge.game.model.gm_actions import Habit, LateOrders
from judge.game.model.gm_events import HabitSet, OrdersEntered
from judge.game.model.known_game import to_visible_orders
from judge.game.orders.future_phases import can_order_for, keep_orders
from judge.game.orders.submit import MOST, submit_orders
from judge.game.power_names import find_power
from judge.game.visibility import acts_are_secret
from judge.notation import Order
from judge.notation.piece_reader import UNREAD
from judge.notation.reader import ParsedOrder, UnreadableText
from judge.seat import GM

WORDS = 3
"""The most words that a power's name may have."""
_ORDERED = re.compile(r"[\s>*]*(?:orders?\b[\s:]*(?:for\b[\s:]*)?)?", re.IGNORECASE)
"""What stands before the name of a Power in an ORDER; nothing, if a colon stands behind the name."""
FOR, PHASE_WORDS = "for", 6
"""The word before a phase, and the most words of a phase including it."""


def enter_orders(asked: TruthContext, command: OrderForPower) -> CommandResult:
    """ORDER: replace current orders of the same units of a power; its player is told at once, everybody else by the report."""
    if command.habit:
        return _habit(asked, command)
    power, rest = _power(asked, command.text)
    if not power:
        return refused("order-whom", word=command.text)
    running = asked.truth.board_now.phase
    named, rest = _phase(asked, rest)
    if named is None and re.match(r"for\b", rest, re.IGNORECASE):
        return refused("which-phase", word=rest[4:], phase=running.name)
    lines = tuple(line for line in (rest, *command.lines) if line)
    if not lines:
        return refused("order-what", power=power)
    if named is not None and named.name != running.name:
        return _for_later(asked, power, named, lines, command.reason)
    taken = submit_orders(replace(asked, speaks=power), OrderLines(command.line, lines, asked=True))
    if _mastered(asked, power):  # these are the GM's own: nobody is told of them, as that would tell that such units live
        return taken
    return gm_orders_decision(asked, power, taken, command.reason)


def orders_without_reason(asked: TruthContext, command: Command) -> CommandResult | None:
    """Lines of the GM's, who has no units, that order for a Power but lack the word ORDER or the reason: the form is told. None if
    there are none.
    """
    if not isinstance(command, OrderLines) or asked.by != GM or asked.voice or asked.truth.stage != "running":
        return None
    found = [(line, form) for line in command.lines if (form := _with_order(asked, line))]
    asks = tuple(
        Reply("incomplete", {"word": "ORDER", "line": line, "form": form, "example": "", "bare": False, "lacks": "reason"})
        for line, form in found[:MOST]
    )
    account = tuple((Piece("order", line.strip()),) for line, _ in found)
    return CommandResult(replies=asks, account=account) if found else None


def _with_order(asked: TruthContext, line: str) -> str:
    """The ORDER that a line stands for, without a reason: `order Italy: A Ven-Tyr`, `Italy: A Ven-Tyr`; '' for none."""
    opened = _ORDERED.match(line)
    begins = opened.end() if opened else 0
    power, rest = _power(asked, line[begins:])
    if not power or not rest or not (line[:begins].strip(" \t>*") or line.removesuffix(rest).rstrip().endswith(":")):
        return ""
    position = asked.truth.board_now
    read = asked.ruleset.notation.read(rest, asked.ruleset.board_at(position), position, power, strict=False)
    told = any(isinstance(e, ParsedOrder) or (isinstance(e, UnreadableText) and e.complaint.code not in UNREAD) for e in read)
    return f"ORDER {power} {rest.strip()}" if told else ""


def _habit(asked: TruthContext, command: OrderForPower) -> CommandResult:
    """Set what units do that no player orders for, whenever the GM orders nothing for them."""
    power = _mastered(asked, command.text)
    if not power:
        return refused("habit-whom", word=command.text, powers=[each.name for each in asked.ruleset.mastered])
    position, orders, unread = asked.truth.board_now, list[Order](), list[str]()
    board = asked.ruleset.board_at(position)
    for line in command.lines:
        readings = asked.ruleset.notation.read(line, board, position, power, strict=False)
        orders += [reading.order for reading in readings if isinstance(reading, ParsedOrder)]
        unread += [reading.text for reading in readings if isinstance(reading, UnreadableText)]
    if command.habit == "always" and (unread or not orders):
        return refused("habit-what", power=power, unread=unread)
    habit = None if command.habit == "rest" else Habit("wander") if command.habit == "wander" else Habit("always", tuple(orders))
    facts = {"power": power, "what": command.habit, "orders": _written(asked, orders)}
    return CommandResult((HabitSet(habit),), (Reply("habit", facts),))


def _for_later(asked: TruthContext, power: str, named: Phase, lines: tuple[str, ...], reason: str) -> CommandResult:
    """Keep orders for a later phase as if the power's player had sent them, in that player's terms, and tell the player."""
    running = asked.truth.board_now.phase
    if named.when < running.when:
        return refused("order-past", named=named.name, phase=running.name)
    if not can_order_for(asked.ruleset, running, named):
        return refused("phase-to-come", named=named.name, phase=running.name)
    seat = asked.truth.seat_of(power)
    if seat is None or seat.vacant:
        return refused("kept-for-nobody", power=power, named=named.name, phase=running.name)
    kept = keep_orders(asked.at(asked.truth, seat.key), named, lines)
    facts = {**kept.replies[0].facts, "power": power, "reason": reason, "entered": True}
    events = tuple(replace(event, reason=reason) for event in kept.events if isinstance(event, OrdersKept))
    told = {"what": "entered-later", "power": power, "reason": reason, "phase": named.name, "lines": facts["lines"]}
    return CommandResult(events, (Reply("kept", facts),), (Notification(seat.key, "news", told),) if events else ())


def judge_late_orders(asked: TruthContext, late: LateOrders) -> CommandResult:
    """Submit a late mail's orders as if its player had sent them in time."""
    game = replace(asked.truth, held=None, grace=None, paused=None)
    return submit_orders(asked.at(game, late.seat), OrderLines("", late.lines, asked=True))


def find_late(asked: TruthContext, which: str) -> list[int]:
    """Find the late mail with this number or Message-ID, or all mails of a Power; for '' those of the only Power with any. Returns
    their numbers, the first 1; [] if there is none, or several Powers sent some.
    """
    lates, power = asked.truth.lates, find_power(which, asked.ruleset)
    if which.isdecimal():
        return [int(which)] if 0 < int(which) <= len(lates) else []
    if which and not power:
        return [number for number, late in enumerate(lates, 1) if late.letter == message_fingerprint(which)][-1:]
    found = [(number, late) for number, late in enumerate(lates, 1) if power in ("", asked.truth.power_of(late.seat))]
    same = len({late.seat for _, late in found}) == 1
    return [number for number, late in found if same and late.phase == found[-1][1].phase]


def no_such_late(asked: TruthContext, which: str) -> CommandResult:
    """The refusal of an ACCEPT LATE that names no late mail, with all that there are."""
    powers = [asked.truth.power_of(late.seat) for late in asked.truth.lates]
    return refused("no-late", word=which, powers=powers)


def message_fingerprint(message_id: str) -> str:
    """Hash a Message-ID, because a game keeps nothing that identifies people; '' if there is none."""
    return hashlib.sha256(message_id.strip(" <>").encode()).hexdigest()[:16] if message_id else ""


def gm_orders_decision(asked: TruthContext, power: str, taken: CommandResult, reason: str, late: bool = False) -> CommandResult:
    """Turn the result of a power's orders into an act of the GM: its player is told, and the report will say so."""
    before = asked.truth.standing.get(power)
    old = before.orders if before else ()
    given = next((event.orders for event in taken.events if isinstance(event, OrdersTaken)), ())
    new = tuple(order for order in given if order not in old)
    if not all(reply.kind == "orders" for reply in taken.replies):
        return CommandResult(replies=taken.replies)
    account = Account(Piece("unread", f"{joined(pieces)}\n") for pieces in taken.account)
    for pieces in taken.account:
        account.take(*pieces)
    secret = acts_are_secret(asked.truth.board_now.phase, asked.ruleset)
    facts = {
        **taken.replies[0].facts, "power": power, "reason": reason, "late": late,
        "new": _written(asked, new), "instead": _written(asked, [o for o in old if o not in given] if given else []),
        "all": _written(asked, given or old), "same": not new and not taken.replies[0].facts["ahead"],
        "secret": secret, "ignored": account.unread()[:MOST],
    }  # fmt: skip
    ahead = tuple(event for event in taken.events if isinstance(event, OrdersKept))
    if not new and not ahead:
        return CommandResult(replies=(Reply("entered", facts),))
    if not new:  # nothing for this phase: it stays without orders, and the report tells of later ones
        events: tuple[Event, ...] = tuple(replace(event, reason="" if secret else reason) for event in ahead)
    else:
        events = (OrdersEntered(power, asked.truth.board_now.phase.name, given or old, new, reason, late), *ahead)
    seat = asked.truth.seat_of(power)
    told = {
        "power": power,
        "reason": reason,
        "late": late,
        "secret": secret,
        "new": _written(asked, to_visible_orders(asked.truth, asked.ruleset, power, new)),
        "instead": _written(
            asked, to_visible_orders(asked.truth, asked.ruleset, power, [o for o in old if o not in given] if given else [])
        ),
    }
    tell = (Notification(seat.key, "news", {"what": "entered", **told}),) if seat and not seat.vacant else ()
    return CommandResult(events, (Reply("entered", facts),), tell)


def _written(asked: TruthContext, some: tuple[Order, ...] | list[Order]) -> list[str]:
    return [asked.ruleset.notation.write(order) for order in some]


def _power(asked: TruthContext, text: str) -> tuple[str, str]:
    """Split a text that begins with a power: the power, or '' if there is none, and the rest."""
    words = text.split()
    for count in range(min(WORDS, len(words)), 0, -1):
        name = " ".join(words[:count]).rstrip(":,")
        if found := find_power(name, asked.ruleset) or _mastered(asked, name):
            return found, " ".join(words[count:])
    return "", text


def _phase(asked: TruthContext, rest: str) -> tuple[Phase | None, str]:
    """Split a text that begins with FOR and a phase: the phase, or None, and the rest."""
    words = rest.split()
    if words and words[0].lower() == FOR:
        for count in range(min(len(words), PHASE_WORDS), 1, -1):
            if named := asked.ruleset.calendar.read(" ".join(words[1:count]).rstrip(":,")):
                return named, " ".join(words[count:])
    return None, rest


def _mastered(asked: TruthContext, name: str) -> str:
    return next((power.name for power in asked.ruleset.mastered if power.name.lower() == name.lower()), "")
