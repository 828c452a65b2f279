"""Mail to the reply address of a Power: press to that Power, and nothing else. And what a game tells of lines below press."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from judge.commands.authentication import ForwardToGM, GivePassword
from judge.commands.base import Command, Remark
from judge.commands.line_reader import Here
from judge.commands.orders import OrderLines
from judge.commands.parse import parse_lines
from judge.commands.press import AmbiguousPress, Press, listed, looks_like_order
from judge.commands.table import find_row
from judge.game.players.press import readers_named
from judge.game.power_names import find_power
from judge.mail.plus_addressing import powers_written_to
from judge.office.context import LetterContext
from judge.office.intake.command_text import unread_attachments
from judge.office.intake.question_replies import tells
from judge.store import SeatRecord

MOST_LINES = 100
"""In how many lines orders are looked for that do not have the shape of one."""
_SAYS_NOTHING = (Remark, ForwardToGM, OrderLines)
"""Commands that may be made of any text."""
_US = r"""(?:judge | referee | umpire | arbiter | gm | game[ ]?master | (?:schieds)?richter | spielleiter(?:in)? | spielleitung
    | giudice | arbitro | arbitre | juge | meneur | juez | árbitro | scheidsrechter | spelleider | domare)"""
_ADDRESSED = re.compile(
    rf"""\b(?: dear | hey | hi | hello | lieber? | liebe | caro | cara | cher | chère | querid[oa] | beste )
            \s+ (?: mr\.? | the | herr | signor )? \s* {_US} \b                                        # P.S. Dear Judge, would you
      | (?: ^ | [.!?;]\s | \b(?: also | and | oh | ok | okay | now | ps | p\.s\.? | please | pls | bitte )\s )
            \W* {_US} (?: \s*[,:–—-] | \s+(?: please | pls | plz | bitte | can | could | would | will )\b )  # Referee, scratch my
      | \b(?: for | to | an | für | per | pour | para | voor | til )\s (?: the | den | die | il | l['’] | le | el | de )?
            \s* {_US} \s* :                                                                          # for the judge: A Par H
      | , \s* {_US} \s* [.!?]* \s* $""",  # my orders are final, judge.
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_SENTENCE_END = re.compile(r"[.!?:;]\s+|\n")
_HEADED = re.compile(r"\W*(?:press\s+)?to\s+([^:]{2,60}):", re.IGNORECASE)


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
    command = _only_commands(text) or _for_others(context, text, powers) or next(_commands_among(text), "") or _to_judge(text)
    if command:
        return [AmbiguousPress(line, "command-by-reply", whom, command)]
    return [Press(line, text, tuple(powers))]


def _order_in(context: LetterContext, lines: Sequence[str]) -> str:
    """Return the first line that is an order, or would be one to the writer's own units; '' if there is none. Orders must not be
    sent to an opponent.
    """
    if found := next(filter(looks_like_order, lines), ""):
        return found
    return next((line for line in lines[:MOST_LINES] if context.by_token and _is_own_order(context, context.by_token, line)), "")


def _is_own_order(context: LetterContext, seat: SeatRecord, line: str) -> bool:
    """Whether a line would be taken as an order to a unit of the writer's own."""
    game = context.uow.opened(seat.game)
    if not game or seat.seat.is_gm or game.stage != "running" or not line.strip():
        return False
    replies = context.decide(OrderLines(line, (line,)), game, seat.seat).replies
    return any(reply.facts.get("taken") or reply.facts.get("ahead") for reply in replies)


def here(context: LetterContext, games: Iterable[str]) -> Here:
    """Return what the writer's games tell of lines below press."""
    seats = [seat for game in dict.fromkeys(games) if game and (seat := context.sits_in(game))]
    left = iter(range(MOST_LINES))
    known = cache(lambda line: next(left, None) is None or any(_is_own_order(context, seat, line) for seat in seats))
    return Here(lambda text: any(_names_others(context, seat, text) for seat in seats), known)


def _names_others(context: LetterContext, seat: SeatRecord, text: str) -> bool:
    game = context.uow.opened(seat.game)
    if not game:
        return False
    ruleset, own = context.uow.rules(game), game.power_of(seat.seat)
    named = [(each, readers_named(each, ruleset)) for each in listed(text)]
    return bool(named) and all(whom and own not in whom and not ruleset.board.names.find(each) for each, whom in named)


def _only_commands(text: str) -> str:
    """Return a line with a password, or the first command of a text that has nothing else; '' for all other texts."""
    found = [each for each in parse_lines(text).commands if not isinstance(each, Remark | ForwardToGM)]
    if secret := next((each for each in found if isinstance(each, GivePassword)), None):
        return secret.line
    talk = any(isinstance(each, OrderLines) for each in found)
    return found[0].line if found and not talk else ""


def _commands_among(text: str) -> Iterator[str]:
    """Yield the sentences of a text that are commands in capitals, as the documents write them: `Agreed.` above `VOTE YES. RB`.
    Talk may begin with such a word, but not in capitals.
    """
    for sentence in filter(str.strip, _SENTENCE_END.split(text)[:MOST_LINES]):
        found = find_row(sentence)
        word = re.split(r"\s+", sentence.strip())[0].strip(",!*")
        if found and not found[0].reads_only and len(word) > 1 and word.isupper():
            made = parse_lines(sentence).commands
            if any(isinstance(each, AmbiguousPress) or not (isinstance(each, _SAYS_NOTHING) or tells(each)) for each in made):
                yield sentence.strip()


def _for_others(context: LetterContext, text: str, powers: Sequence[str]) -> str:
    """Return the line that says that what follows is for others than these powers, `to England: they lie`; '' if none does."""
    game = context.uow.opened(context.by_token.game) if context.by_token else None
    if game is None:
        return ""
    ruleset = context.uow.rules(game)
    meant = {find_power(each, ruleset) for each in powers}
    for line in text.split("\n")[:MOST_LINES]:
        if found := _HEADED.match(line):
            named = {find_power(each, ruleset) for each in re.split(r"\s*(?:[,;&]|\band\b)\s*", found[1])} - {""}
            if named - meant:
                return line.strip()
    return ""


def _to_judge(text: str) -> str:
    """Return the line of a text in which the judge or the GM is spoken to; '' if there is none."""
    found = _ADDRESSED.search(text)
    if not found:
        return ""
    at = min(found.end(), len(text) - 1)
    return text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()
