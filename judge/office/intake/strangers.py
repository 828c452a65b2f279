"""Letters from people whom the judge does not know: which of them are answered. The answer to a forged letter would go to somebody
who did not write.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.board import normalize_name
from judge.commands import Command
from judge.commands.authentication import GivePassword
from judge.commands.suggestions import speaks_of_play
from judge.notation.piece_reader import UNREAD
from judge.notation.readings import ParsedOrder, UnreadableText
from judge.office.context import LetterContext
from judge.office.intake.duplicates import HOUR
from judge.office.suggestions import public_forming_games, public_games_named
from judge.store import LetterFacts

LONGEST = 2000
"""Characters of a stranger's text in which orders are looked for."""


def reason_for_silence(context: LetterContext, reading: LetterFacts, commands: Sequence[Command]) -> str:
    """Why a letter is neither obeyed nor answered because nobody known wrote it; '' if it is.

    It must look like a person's, ask for something, and come while not too many such letters have been answered. One of which our
    mail server says that it is its sender's is answered beyond that number, for the answer cannot reach anybody else.
    """
    if context.person is not None:
        return ""
    if context.mail.stranger_doubt:
        return f"from a stranger: {context.mail.stranger_doubt}"
    if not _asks_something(context, commands):
        return "from a stranger: asks for nothing"
    house, since = context.uow.house, reading.at - HOUR
    if context.mail.verdict == "pass" or context.uow.work.letters.count_answered_strangers(since) < house.strangers:
        return ""
    if house.operator:
        facts = {"what": "strangers", "most": house.strangers}
        context.uow.note(f"alert/strangers/{reading.at:%Y-%m-%dT%H}", house.operator, "alert", facts)
    return "from a stranger: too many"


def gives_orders(context: LetterContext, lines: Sequence[str]) -> bool:
    """Whether lines of somebody whom the judge does not know give orders in words, such as `Paris to Burgundy`, as they would be
    read in the usual game: a player who writes from another address is told that it is not known.
    """
    house = context.uow.house
    if context.person is not None or not house.usual:
        return False
    rules, text = house.rules(house.usual), "\n".join(lines)[:LONGEST]
    read = rules.notation.read_all(text.splitlines(), rules.board, rules.start, rules.powers[0].name)
    return any(
        isinstance(each, ParsedOrder) or (isinstance(each, UnreadableText) and each.complaint.code not in UNREAD) for each in read
    )


def _asks_something(context: LetterContext, commands: Sequence[Command]) -> bool:
    """Whether a letter asks for anything, speaks of playing or of printing a game, names a public game of this house, or replies to
    one of ours, by its address or by its headers.
    """
    if context.who.doubt == "token":
        return True
    mail = context.mail
    said = f"{mail.subject}\n{mail.text}"
    if any(not isinstance(each, GivePassword) for each in commands) or speaks_of_play(said):
        return True
    if public_games_named(context):
        return True
    words = f" {normalize_name(said)} "
    if any(f" {normalize_name(card.name)} " in words for card in public_forming_games(context)):
        return True
    return bool(mail.references and context.uow.work.outbox.by_message_ids(mail.references[-1:]))
