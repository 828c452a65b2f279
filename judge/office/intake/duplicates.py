"""Letters that come again, too late, or too often: how a letter is recognised, and what is done about it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

from judge.commands import Command
from judge.commands.orders import OrderCommand
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office.context import LetterContext
from judge.office.sender_evidence import SenderEvidence
from judge.office.unit_of_work import UnitOfWork
from judge.office.unreadable_games import UnreadableGame
from judge.store import EarlierLetters, LetterFacts

HOUR = timedelta(hours=1)
CROWD = 10
"""How many times the letters of one writer a whole game may cause in an hour."""
REMEMBERED = 10_000
"""For how many games the number of letters about them is remembered."""
ALONE = 4
"""How many times as many letters of somebody are answered who plays practice games or lessons."""
QUESTIONS = 6
"""About how many unproved letters an hour somebody is asked about."""
Crowd = Literal["", "sender", "game"]
"""Who sends too many letters: one writer, or all who send orders for a game; '' for nobody."""
UNPROVED, FORGED, ASKED = "says:", "forged:", "asked:"
SLOW = timedelta(minutes=1)
"""How far a letter's Date may be off: clocks differ."""


def letter_fingerprint(number: int, letter: Letter, mail: ParsedMail, who: SenderEvidence, asked: str = "") -> LetterFacts:
    """A letter's fingerprint. An unproved letter repeats only unproved ones: otherwise somebody who guessed a
    Message-ID could keep the true letter out. Without a Message-ID nothing tells a repetition from a second letter.

    `asked`: the address that was asked, where the letter replies to a question of ours; such a reply brings no other question.
    """
    proved = who.person is not None and who.proves("editor")
    author = f"person:{who.person.id}" if who.person and proved else f"{ASKED}{asked}"[:340].lower() if asked else _stranger(mail)
    content = hashlib.sha256(f"{mail.subject}\0{mail.text}".encode("utf-8", "replace")).hexdigest()
    written = min(mail.date, letter.received) if mail.date else None
    return LetterFacts(number, author, mail.message_id, content, letter.received, written)


def _stranger(mail: ParsedMail) -> str:
    """Return the author of an unproved letter. A letter that our mail server calls forged uses up nothing of what others may send.
    """
    return f"{FORGED if mail.verdict == 'fail' else UNPROVED}{mail.sender or ','.join(mail.claimed)}"[:340]


def earlier_letters(context: LetterContext, reading: LetterFacts) -> EarlierLetters:
    """Return earlier letters like this one. The letter by which somebody became known was a stranger's, and counts as theirs."""
    return context.uow.work.letters.earlier(reading, reading.at - HOUR, context.address, _stranger(context.mail))


def is_over_rate_limit(context: LetterContext, reading: LetterFacts, past: EarlierLetters) -> Crowd:
    """Whether so many letters came within an hour that they are not answered one by one, and whose they are. They are
    obeyed all the same, for nothing may be lost; it is the answers that would feed a loop. Forged ones bring no more answers than
    questions: these go to somebody else.
    """
    most = context.uow.house.letters
    mine = most_letters(context) if past.letters >= most else most
    game = context.game if context.game and context.sits_in(context.game) else ""
    if past.letters >= (min(most, QUESTIONS) if is_forged(reading) else mine):
        return "sender"
    return "game" if game and _letters_about(context.uow, game, reading, most * CROWD) > most * CROWD else ""


def most_letters(context: LetterContext) -> int:
    """Return how many letters of a writer are answered in an hour: more if they play alone, where each phase is run by a letter."""
    games = (context.uow.opened(seat.game) for seat in context.seats if seat.seat.is_player)
    alone = any(game is not None and game.settings.practice for game in games)
    return context.uow.house.letters * (ALONE if alone else 1)


def is_forged(reading: LetterFacts) -> bool:
    """Whether our mail server says that a letter is forged."""
    return reading.author.startswith(FORGED)


def _letters_about(uow: UnitOfWork, game: str, reading: LetterFacts, most: int) -> int:
    """Return about how many letters of the last hour changed orders in a game; possibly too many as long as that is at most `most`:
    each letter since the last count is assumed to be one.
    """
    counted, then = uow.crowds.get(game, (0, 0))
    if not then or then > reading.letter or counted + reading.letter - then > most:
        if len(uow.crowds) >= REMEMBERED:
            uow.crowds.clear()
        counted, then = uow.work.letters.count_for_game(game, reading.at - HOUR), reading.letter
        uow.crowds[game] = counted, then
    return counted + reading.letter - then


def is_over_question_limit(reading: LetterFacts, past: EarlierLetters) -> bool:
    """Whether letters that nothing proves to be one writer's have brought enough questions: each goes to somebody who may
    have written none of them.
    """
    return _is_unproved(reading) and past.letters >= QUESTIONS


def _is_unproved(reading: LetterFacts) -> bool:
    return reading.author.startswith((UNPROVED, FORGED))


def is_outdated(context: LetterContext, commands: Sequence[Command]) -> bool | None:
    """Whether a letter with orders was written before the ones that stand (True), or before its phase began (False).

    None if neither, or if unknown. Orders that name their phase need no such guess.
    """
    seat = context.sits_in(context.game) if context.game else None
    try:
        game = context.catch_up(context.game) if seat else None
    except UnreadableGame:
        return None
    orders = [command for command in commands if isinstance(command, OrderCommand)]
    if not seat or not game or game.stage != "running" or not orders or context.mail.date is None:
        return None
    began, last = context.uow.work.letters.order_dates(game.name, seat.seat, game.turn, context.mail.date)
    if began and context.mail.date < began - SLOW:
        named = all(context.with_phase(each, game).phase for each in orders)
        return None if named else False
    return True if last and context.mail.date < last else None


def remember_order_sequence(context: LetterContext, number: int) -> None:
    """Record which seat's orders a letter changed, so that an older letter does not change them back. An unproved one, such as a
    forgery of the orders that stand already, has changed none, whatever its Date says.
    """
    if context.reading and _is_unproved(context.reading):
        return
    seat = context.sits_in(context.game) if context.game else None
    if not seat or not any(reply.kind in ("orders", "cleared", "final") for reply in context.replies):
        return
    if context.reading:
        context.reading = context.reading._replace(game=seat.game, seat=seat.seat)
    else:
        context.uow.work.letters.note_orders(number, seat.game, seat.seat)
