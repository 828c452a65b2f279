"""Read lines that try to take back earlier orders. Orders count until they are changed; the writer is told so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from judge.commands.corrections import Undo
from judge.commands.press import looks_like_order
from judge.game.decision import CommandContext, CommandResult, refused
from judge.notation import Order
from judge.notation.cut_text import is_comment
from judge.notation.reader import IgnoredText, Reading
from judge.notation.readings import ASKED, TALK

_BACK = (
    r"(?:ignor|disregard|forget|cancel|withdraw|scrap|scratch|discard|delet|drop|undo|remov|revok|void|invalid|overrid|replac|supersed"
    r"|not valid|no longer)"
)
_EARLIER = r"(?:previous(?:ly)?|earlier|last|old|older|prior|former|first|other|yesterday'?s)"
_SENT = r"(?:orders?|e-?mails?|mails?|messages?|letters?|moves|sets?|submissions?|ones?)"
_ALL = (
    r"(?:everything|anything|whatever|all|what)(?:\s+that)?\s+I(?:'ve|\s+have|\s+had)?"
    r"\s+(?:sent|mailed|ordered|written|wrote|submitted)"
)
_MEANT = rf"(?:\b{_EARLIER}\b\W+(?:\w+\W+){{0,3}}?{_SENT}\b|\b{_ALL}\b)"
_LINE = re.compile(rf"\b{_BACK}\w*\b.{{0,40}}{_MEANT}|{_MEANT}.{{0,40}}\b{_BACK}", re.IGNORECASE)
_ORDERS = re.compile(r"\s+orders?\b", re.IGNORECASE)
LONGEST = 120
"""Most characters of such a line."""


def spoken_of(asked: CommandContext, lines: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Return the lines without those that only take back orders of earlier mails, and the first of these ('' for none). Headings
    remain, and lines that take back an order above them in the same letter.
    """
    position = asked.game.board_now
    board = asked.ruleset.board_at(position)

    def takes_back(line: str) -> bool:
        if len(line) > LONGEST or is_comment(line) or line.rstrip().endswith(":") or not _LINE.search(line):
            return False
        return all(isinstance(each, IgnoredText) for each in asked.ruleset.notation.read(line, board, position, asked.voice))

    def is_of_these(line: str) -> bool:
        read = asked.ruleset.notation.read(line, board, position, asked.voice)
        return any(isinstance(each, IgnoredText) and each.back is not None for each in read)

    first = next((at for at, line in enumerate(lines) if looks_like_order(line)), len(lines))
    said = [line for at, line in enumerate(lines) if takes_back(line) and not (at > first and is_of_these(line))]
    return tuple(line for line in lines if line not in said), said[0].strip() if said else ""


def heard_beside_orders(readings: Sequence[Reading], earlier: str) -> tuple[list[Reading], str]:
    """Return the readings of a letter, and the first words that take back orders of earlier mails (`earlier`, if a whole line
    does): such words beside an order in their line are no talk.
    """
    found = list[Reading]()
    for each in readings:
        said = _taken_back(each) if isinstance(each, IgnoredText) and each.kind == TALK else ""
        found.append(each._replace(kind=ASKED) if said and isinstance(each, IgnoredText) else each)
        earlier = earlier or said
    return found, earlier


def _taken_back(talk: IgnoredText) -> str:
    """Return the words of talk that take back orders of earlier mails, '' for none. The word `orders` may be read with the order
    behind it: `ignore my last orders, Mar-Spa`.
    """
    at, text = max(0, talk.at), talk.text
    end = at + len(text)
    behind = _ORDERS.match(talk.line, end) if talk.line[at:end] == text else None
    said = text + (behind[0] if behind else "")
    return said.strip() if _LINE.search(said) else ""


def refuse_undo(asked: CommandContext, command: Undo) -> CommandResult:
    """UNDO of a player: refuse it, and say which command deletes orders, if there are any."""
    standing = asked.game.standing.get(asked.voice)
    return refused("undo-orders", word=command.line) if standing and standing.orders else refused("nothing-to-clear")


def still_standing(
    asked: CommandContext, text: str, old: Iterable[Order], standing: Iterable[Order], taken: Iterable[Order]
) -> list[dict[str, Any]]:
    """Return the facts about a line that takes back earlier orders, with those of them that still count; none if none does."""
    kept, new = {*standing}, {*taken}
    older = [asked.ruleset.notation.write(order) for order in old if order in kept and order not in new]
    told = {"text": text, "code": "earlier", "word": "", "orders": [], "places": [], "unit": None, "keeps": None, "older": older}
    return [told] if text and older else []
