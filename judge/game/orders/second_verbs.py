"""What a unit does that stays where it is, in words of a game's own behind `stays`: `A Kie stays and colonises`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.game.decision import CommandContext
from judge.notation.reader import IgnoredText, ParsedOrder, Reading, UnreadableText
from judge.notation.readings import COURTESY, TALK
from judge.notation.tokens import HOLD, is_kind
from judge.notation.verbs import HOLDS, PHASE_OF

_BETWEEN = re.compile(r"[\s,]*(?:(?:and|to)\s+)?", re.IGNORECASE)
_UNREAD = ("not-read", "no-verb")


def with_second_verbs(asked: CommandContext, readings: Sequence[Reading]) -> list[Reading]:
    """The readings, with such an order for a hold and the text behind it that says it without the unit; for all that are listed."""
    found = list[Reading]()
    for reading in readings:
        words = _words(found[-1], reading) if found else ""
        whole = _order(asked, found[-1], words, reading) if words else None
        if whole is None:
            found.append(reading)
            continue
        found[-1] = whole
        for at in range(len(found) - 2, -1, -1):  # `A Kie and A Ber stay and colonise`
            listed = found[at]
            order = _order(asked, listed, words, listed) if listed.line == reading.line and _shares(asked, listed) else None
            if order is None:
                break
            found[at] = order
    return found


def _words(hold: Reading, rest: Reading) -> str:
    """What the text right behind a hold says without `and`; '' if it stands apart, or is understood."""
    if not isinstance(hold, ParsedOrder) or hold.order.verb != HOLDS or hold.line != rest.line or hold.at < 0:
        return ""
    talk = isinstance(rest, IgnoredText) and rest.kind == TALK
    if not talk and not (isinstance(rest, UnreadableText) and rest.complaint.code in _UNREAD):
        return ""
    end = hold.at + len(hold.text)
    beside = rest.at >= end and _BETWEEN.fullmatch(hold.line[end : rest.at])
    return _BETWEEN.sub("", rest.text, count=1) if beside else ""


def _order(asked: CommandContext, hold: Reading, words: str, last: Reading) -> ParsedOrder | None:
    """A hold's unit with an order of the game's own in these words, as the text up to the last reading; None if they are none."""
    if not isinstance(hold, ParsedOrder) or not hold.order.unit:
        return None
    position, notation = asked.game.board_now, asked.ruleset.notation
    said = notation.read(f"{hold.order.unit} {words}", asked.ruleset.board_at(position), position, asked.voice, hints=False)
    orders = [each for each in said if not (isinstance(each, IgnoredText) and each.kind == COURTESY)]
    if len(orders) != 1 or not isinstance(orders[0], ParsedOrder) or orders[0].order.verb in PHASE_OF:
        return None
    text = hold.line[hold.at : last.at + len(last.text)]
    return orders[0]._replace(text=text, line=hold.line, at=hold.at)


def _shares(asked: CommandContext, hold: Reading) -> bool:
    """Whether a hold has its verb from the unit listed behind it."""
    board = asked.ruleset.board_at(asked.game.board_now)
    tokens = asked.ruleset.notation.vocabulary.lex(hold.text, board.names)
    holds = isinstance(hold, ParsedOrder) and hold.order.verb == HOLDS
    return holds and not any(is_kind(token, HOLD) for token in tokens)
