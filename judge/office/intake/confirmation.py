"""The answer to a question about a held letter: it counts now, is dropped, or is asked about again.

Only a yes makes it count (`judge.commands.answers`), or an empty reply where what it asks for can be undone. Nothing follows from
a reply that is unclear, but that what it says besides is answered (`judge.office.intake.reply_contents`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from judge.commands import KNOWN, Command, parse
from judge.commands.answers import Answer
from judge.commands.authentication import Confirm, ForwardToGM
from judge.commands.help_and_lists import UseGame
from judge.commands.joining import BELOW, Join
from judge.commands.orders import OrderLines
from judge.commands.press import looks_like_order
from judge.mail.plus_addressing import tokens_of
from judge.office.answering import answer as answer_letter
from judge.office.context import LetterContext
from judge.office.dispatch import obey
from judge.office.handlers import address_change
from judge.office.intake import reading
from judge.office.intake.authentication import is_anothers, is_from_elsewhere, proof_needed, proved
from judge.office.intake.confirmation_question import ask_confirmation, is_lasting, wants_word
from judge.office.intake.dry_run import preview_correction
from judge.office.intake.duplicates import is_outdated, remember_order_sequence
from judge.office.intake.invitation_replies import held_of_writer, is_fresh
from judge.office.intake.question_replies import answer_in_mail, introduced_in, only_joins
from judge.office.intake.reply_contents import Besides, besides, say_open
from judge.office.intake.short_replies import is_asked_elsewhere
from judge.office.lines import lines_of
from judge.office.sender_evidence import SenderEvidence
from judge.office.unit_of_work import game_key
from judge.store import HeldLetter

SOON = timedelta(hours=48)
"""How long a held letter waits for its writer's reply."""


def find_held_letter(context: LetterContext) -> HeldLetter | None:
    """Return the held letter that this one is a reply about: by its address or subject, or by a line CONFIRM."""
    work, mail = context.uow.work, context.mail
    codes = tokens_of(context.uow.house.address, mail.recipients, mail.subject) if context.by_token is None else []  # else a seat's
    if "confirm" in mail.text[:2000].lower():
        codes += [command.code for command in parse(mail.text) if isinstance(command, Confirm) and command.code]
    found = [held for code in codes if (held := work.held.by_code(code))]
    return next((held for held in found if not _is_of_another(context, held)), None)


def find_held_elsewhere(context: LetterContext) -> HeldLetter | None:
    """Return the held letter that is meant by a yes or a no below a line GAME, in a letter that replies to none of ours: the only
    question about that game that its writer was asked.
    """
    fresh = context.by_token is None and is_fresh(context) and context.who.proves("sender")
    begins = fresh and any(isinstance(each, UseGame) for each in parse(context.mail.text.strip().partition("\n")[0]))
    name = reading.headed_game(context, parse(context.mail.text)) if begins else ""
    waiting = held_of_writer(context) if name else []
    if len(waiting) != 1 or is_asked_elsewhere(context, name):
        return None
    first = held_context(context, waiting[0])
    reading.read(first)
    return waiting[0] if first.game == name else None


def answer_held_elsewhere(context: LetterContext, held: HeldLetter, number: int) -> list[Command] | None:
    """Deal with such a letter as with a reply to the question, if From proves as much as the held letter needs. Otherwise ask its
    writer again. What it returns is as for `answer_held_letter`.
    """
    first = held_context(context, held)
    commands = reading.read(first)
    seat = first.sits_in(first.game) if first.game else None
    if context.who.proves(proof_needed(commands, KNOWN, seat.seat if seat else None)):
        context.mail = reading.without_head(context.mail)
        return answer_held_letter(context, held, number)
    context.game = first.game
    say_open(context, held, commands, [], elsewhere=True)
    answer_letter(context, context.mail.message_id)
    return None


def _is_of_another(context: LetterContext, held: HeldLetter) -> bool:
    """Whether From names another player than the one who was asked, or not the one address from which that player's mail counts.

    The code went to one mailbox; a reply to all spreads it.
    """
    if context.mail.claimed == (held.address,):
        return False
    asked = held_context(context, held)
    if asked.person and is_from_elsewhere(context.uow.work, context.mail, asked.person):
        return True
    if held.why == address_change.MOVES and (
        moving := find_held_letter(LetterContext(context.uow, asked.letter, asked.mail, SenderEvidence("nobody")))
    ):
        asked = held_context(context, moving)
    named = {game_key(str(game)) for each in reading.read(asked) if (game := getattr(each, "game", ""))}
    games = {*named, asked.game, *(seat.game for seat in asked.seats)}
    return is_anothers(context.uow.work, context.mail, asked.person.address if asked.person else held.address, games)


def answer_held_letter(context: LetterContext, held: HeldLetter, number: int) -> list[Command] | None:
    """Deal with a word about a held letter, from the mailbox that was asked.

    Returns:
        What else it says that counts in its own right, as from the owner of that mailbox, to whom the context belongs from then on;
        it is not answered yet. None if all is done and answered.
    """
    first = held_context(context, held)
    open_now = held.state == "waiting" and held.until >= context.letter.received
    if held.why == address_change.MOVES:
        return _moves(context, first, held, answer_in_mail(context.mail), open_now)
    if held.state == "moved":
        context.say("code", why="moved")
        answer_letter(context, context.mail.message_id)
        return None
    first.confirms = number
    commands = reading.read(first)
    answer = _answer(context, first, commands)
    seat = first.sits_in(first.game) if first.game else None
    evidence = SenderEvidence("token", first.person, seat) if first.person else SenderEvidence("nobody")
    more = besides(context, evidence, held, commands, open_now)
    if not open_now:
        return answer_closed(context, first, held, more, answer)
    counts = [] if answer in (Answer.YES, Answer.WEAK) else more.counts
    if counts:
        context.take_for(more.own)
        context.phases = held.phases
    if answer is Answer.NO:
        _drop(context if counts else first, held, "its writer does not want it", "dropped-now")
    elif not _means_yes(context, first, commands, held, answer):
        if not more:
            ask_confirmation(first, held.letter, commands, held.why, held.until, held.phases, context.mail.message_id, unclear=True)
            return None
        context.take_for(more.own)
        say_open(context, held, commands, more.undone)
        return counts
    elif make_count(context, first, commands, held, context.mail.text):
        return None
    if not counts:
        answer_letter(first, context.mail.message_id)
    return counts or None


def answer_closed(
    context: LetterContext, first: LetterContext, held: HeldLetter, more: Besides, answer: Answer, why: str = ""
) -> list[Command] | None:
    """Deal with a reply to a question that is no longer open: what it says besides may count in its own right, and is returned; a
    yes or a no comes too late, and what is not done is said.

    Args:
        first: the context of the letter that was asked about.
        why: what became of that letter, '' for what is stored of it.
    """
    teller = context if more.counts else first
    if more.counts:
        context.take_for(more.own)
        context.phases = held.phases
    if not more.counts or more.undone or answer is not Answer.UNCLEAR:
        teller.say("code", why=why or ("late" if held.state == "waiting" else held.state), undone=more.undone)
    if not more.counts:
        answer_letter(first, context.mail.message_id)
    return more.counts or None


def _answer(context: LetterContext, first: LetterContext, commands: Sequence[Command]) -> Answer:
    """What a reply answers. A newcomer who asks to join may say a name in it, which is read as a line NAME below."""
    join = next((each for each in commands if isinstance(each, Join) and each.game), None)
    game = first.uow.opened(game_key(join.game)) if join and first.person is None else None
    if game is None:
        return answer_in_mail(context.mail)
    who = introduced_in(context.mail, first.uow.rules(game))
    answer = answer_in_mail(who.mail)
    if who.lines and answer in (Answer.YES, Answer.WEAK):
        context.mail = who.mail._replace(text="\n".join([who.mail.text, *who.lines]))
    return answer


def _moves(context: LetterContext, first: LetterContext, held: HeldLetter, answer: Answer, open_now: bool) -> list[Command] | None:
    """Process an answer from the new mailbox of an address change; its reader is not known yet."""
    more = besides(context, SenderEvidence("nobody"), held, ())
    if open_now and answer is Answer.UNCLEAR and more:
        context.take_for(more.own)
        say_open(context, held, (), more.undone)
        return more.counts
    earlier = find_held_letter(LetterContext(context.uow, first.letter, first.mail, SenderEvidence("nobody")))
    address_change.answered(context, held, earlier, answer)
    return None


def _means_yes(context: LetterContext, first: LetterContext, commands: Sequence[Command], held: HeldLetter, answer: Answer) -> bool:
    """Whether a reply makes a held letter count. A yes with further commands that cannot be undone is asked about again."""
    wants = wants_word(first, commands, held.why) or context.mail.verdict == "fail"
    if answer is Answer.YES or (answer is Answer.WEAK and not wants):
        asked = set(lines_of(commands))
        more = [each for each in _more(context.mail.text) if not asked.issuperset(lines_of([each]))]
        return not is_lasting(more)
    if wants:
        return False
    joins = any(isinstance(each, Join) for each in commands)
    return answer is Answer.EMPTY or (answer is Answer.UNCLEAR and joins and only_joins(context.mail.text))


def make_count(context: LetterContext, first: LetterContext, commands: list[Command], held: HeldLetter, text: str) -> bool:
    """Let a held letter count, with what the `text` of the reply adds to it; whether its writer is asked something else first."""
    work = context.uow.work
    if (why := _not_yet(first, held, commands)) == "moved-on":
        _drop(first, held, "the game has gone on", why)
    elif why:
        until = context.letter.received + SOON
        work.held.extend(held.letter, why, until)
        ask_confirmation(first, held.letter, commands, why, until, held.phases, context.mail.message_id)
        return True
    else:
        work.held.close(held.letter, "done")
        work.letters.close(held.letter, "done")
        obey(first, _corrected(commands, text))
        remember_order_sequence(first, held.letter)
    return False


def _not_yet(context: LetterContext, held: HeldLetter, commands: Sequence[Command]) -> str:
    """Why a letter does not count yet: newer orders have come to count since; or a correction has not been shown, the game has gone
    on since, or was over and is asked about twice.
    """
    if held.why != "older" and is_outdated(context, commands) is True:
        return "older"
    dry = preview_correction(context, commands)
    if held.why not in ("dry", "again"):
        return "dry" if dry else ""
    games = [game for each in dry if (game := context.uow.opened(str(each["game"])))]
    if any(game.board_now.phase.name != held.phases.get(game.name) for game in games):
        return "moved-on"
    return "again" if held.why == "dry" and any(each["finished"] for each in dry) else ""


def _drop(teller: LetterContext, held: HeldLetter, note: str, why: str) -> None:
    drop(teller, held, note)
    teller.say("code", why=why)


def drop(context: LetterContext, held: HeldLetter, note: str) -> None:
    """Drop a held letter: it will never count."""
    context.uow.work.held.close(held.letter, "dropped")
    context.uow.work.letters.close(held.letter, "refused", note)


def held_context(context: LetterContext, held: HeldLetter) -> LetterContext:
    """Return the context of the held letter itself, whose writer is now proved."""
    work = context.uow.work
    person, letter = work.people.by_address(held.address), work.letters.get(held.letter)
    mail = context.uow.house.read(letter)
    who = proved(context.uow.house, work, mail, person)
    first = LetterContext(context.uow, letter, mail, who, context.letter.received, held.letter)
    first.phases = held.phases
    return first


def _corrected(commands: list[Command], text: str) -> list[Command]:
    """Return what the held letter asks for, followed by what the reply asks for; lines below a JOIN may also be in the reply."""
    own = _lines(text)
    joins = any(isinstance(command, Join) for command in commands)
    below = [line for line in own if joins and line.split()[0].lower().rstrip(":") in BELOW]
    found = [_joined(command, below) if isinstance(command, Join) else command for command in commands]
    asked = set(lines_of(commands))
    more = _more("\n".join(line for line in own if line not in below))
    return found + [each for each in more if not asked.issuperset(lines_of([each]))]


def _more(text: str) -> list[Command]:
    """Return what a reply asks for besides saying yes."""
    return [each for each in parse("\n".join(_lines(text))) if not isinstance(each, Confirm | ForwardToGM) and not _is_talk(each)]


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _joined(join: Join, below: list[str]) -> Join:
    """Return a JOIN with more lines below it."""
    again = next(iter(parse("\n".join([f"JOIN {join.game}", *below]))), None)
    if not isinstance(again, Join):
        return join
    changed = {key: value for key in ("power", "name", "code", "adjective") if (value := getattr(again, key))}
    return replace(join, **changed)


def _is_talk(command: Command) -> bool:
    return isinstance(command, OrderLines) and not command.asked and not any(map(looks_like_order, command.lines))
