"""Mail to the reply address of a Power: press to that Power, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from judge.commands.authentication import ForwardToGM, GivePassword
from judge.commands.base import Command, Remark
from judge.commands.orders import OrderLines
from judge.commands.parse import parse_lines
from judge.commands.press import AmbiguousPress, Press, looks_like_order
from judge.mail.plus_addressing import powers_written_to
from judge.office.context import LetterContext
from judge.office.intake.command_text import unread_attachments

MOST_LINES = 100
"""In how many lines orders are looked for that do not have the shape of one."""


def press_to_powers(context: LetterContext) -> list[Command] | None:
    """Return what a letter to the reply address of a Power asks for: press, or nothing after a question about it; None for any
    other letter.
    """
    powers = powers_written_to(context.uow.house.address, context.mail.recipients)
    if not powers or context.by_token is None:
        return None
    context.game, context.came = context.by_token.game, unread_attachments(context.mail, None)
    context.account.sort("command", lambda line: True)
    if context.mail.problem not in ("", "empty", "binary"):
        return []
    text, whom = context.mail.text.strip(), ", ".join(power.title() for power in powers)
    line = f"PRESS TO {whom}"
    if not text:
        return [AmbiguousPress(line, "empty")]
    if order := _order_in(context, text.split("\n")):
        return [AmbiguousPress(line, "order-by-reply", whom, order)]
    if command := _only_commands(text):
        return [AmbiguousPress(line, "command-by-reply", whom, command)]
    return [Press(line, text, tuple(powers))]


def _order_in(context: LetterContext, lines: Sequence[str]) -> str:
    """Return the first line that is an order, or would be one to the writer's own units; '' if there is none. Orders must not be
    sent to an opponent.
    """
    if found := next(filter(looks_like_order, lines), ""):
        return found
    seat = context.by_token
    game = context.uow.opened(seat.game) if seat else None
    if not seat or not game or seat.seat.is_gm or game.stage != "running":
        return ""
    for line in filter(str.strip, lines[:MOST_LINES]):
        replies = context.decide(OrderLines(line, (line,)), game, seat.seat).replies
        if any(reply.facts.get("taken") or reply.facts.get("ahead") for reply in replies):
            return line
    return ""


def _only_commands(text: str) -> str:
    """Return a line with a password, or the first command of a text that has nothing else; '' for all other texts."""
    found = [each for each in parse_lines(text).commands if not isinstance(each, Remark | ForwardToGM)]
    if secret := next((each for each in found if isinstance(each, GivePassword)), None):
        return secret.line
    talk = any(isinstance(each, OrderLines) for each in found)
    return found[0].line if found and not talk else ""
