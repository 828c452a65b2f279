"""Mail to the reply address of a Power: press to that Power, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.commands.authentication import ForwardToGM, GivePassword
from judge.commands.base import Command, Remark
from judge.commands.orders import OrderLines
from judge.commands.parse import parse_lines
from judge.commands.press import AmbiguousPress, Press, listed, looks_like_order
from judge.commands.table import find_row
from judge.game.players.press import readers_named
from judge.mail.plus_addressing import powers_written_to
from judge.office.context import LetterContext
from judge.office.handlers.names import WHO_RUN_GAMES
from judge.office.intake.command_text import unread_attachments
from judge.office.intake.press_below import MOST_LINES, is_own_order
from judge.office.intake.question_replies import tells

_SAYS_NOTHING = (Remark, ForwardToGM, OrderLines)
"""Commands that may be made of any text."""
_ALSO_CALLED = ("gamemaster", "richter", "juge", "juez", "giudice", "meneur")
_US = "(?:" + "|".join(re.escape(name) for name in sorted((*WHO_RUN_GAMES, *_ALSO_CALLED), key=len, reverse=True)) + ")"
"""How a letter may speak to the judge or the GM. The longest first: of names that begin alike, the whole is to be found."""
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
    return next((line for line in lines[:MOST_LINES] if context.by_token and is_own_order(context, context.by_token, line)), "")


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
    meant = {whom for each in powers for whom in readers_named(each, ruleset)}
    for line in text.split("\n")[:MOST_LINES]:
        if (found := _HEADED.match(line)) and any(not meant.issuperset(readers_named(each, ruleset)) for each in listed(found[1])):
            return line.strip()
    return ""


def _to_judge(text: str) -> str:
    """Return the line of a text in which the judge or the GM is spoken to; '' if there is none."""
    found = _ADDRESSED.search(text)
    if not found:
        return ""
    at = min(found.end(), len(text) - 1)
    return text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0].strip()
