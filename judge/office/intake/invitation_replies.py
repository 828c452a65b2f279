"""Replies to an invitation, or to the offer of a Power: a yes or a no stands for a command."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.commands import BY_TYPE, Command
from judge.commands.answers import Answer, half_agrees, is_plain_refusal, is_thanks, tells_more
from judge.commands.authentication import ForwardToGM
from judge.commands.base import IncompleteCommand
from judge.commands.help_and_lists import UseGame
from judge.commands.joining import Join, Resign, is_name_line
from judge.commands.observers import Observe, StopObserving
from judge.commands.orders import OrderLines
from judge.commands.parse import parse
from judge.commands.standbys import StandBy, TakeOver
from judge.commands.succession import AcceptHandover, DeclineHandover
from judge.game.power_names import find_power
from judge.office.context import LetterContext
from judge.office.intake.question_replies import Introduced, answer_in_mail, introduced_in, not_done, only_joins, tells
from judge.rules.ruleset import Ruleset
from judge.store import HeldLetter, SeatRecord
from judge.store.records import SentNotice

OFFERS = ("offer", "vacancy")
"""Kinds of letters that ask a standby to take a Power over."""
_PASS_ON = BY_TYPE[ForwardToGM].word
_AGREED = re.compile(
    r"(?:(?:yes|yep|ok|okay|sure|ja|oui|sì|si|please|of course|gladly|thanks|thank you)\b[\s,.!:;–-]*)+"
    r"(?P<command>take\s?over\b[^?]*)",
    re.IGNORECASE,
)
"""A yes to the offer of a Power with the command behind it."""
HANDOVERS = ("handover",)
"""Kinds of letters that ask somebody to be the GM."""


def answered(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Return what a letter asks for; a yes or a no to an invitation or to the offer of a Power becomes a command."""
    seat, commands = context.by_token, _with_takeover(context, commands)
    if seat is None and is_fresh(context):
        return _elsewhere(context, commands)
    if seat and (_offer(context, seat, HANDOVERS) or _is_asked_guest(context, seat)):
        return _handed_over(context, commands)
    if seat and seat.seat.is_invited:
        return _invited(context, seat, commands)
    if seat and seat.seat.is_standby and (offer := _offer(context, seat)):
        return _offered(context, seat, offer, commands)
    return list(commands)


class OpenQuestion(NamedTuple):
    """A question of ours that waits for an answer."""

    line: str
    """What says yes to it."""
    yes: Command
    no: Command | None


def is_fresh(context: LetterContext) -> bool:
    """Whether a letter of somebody whom we know is no reply at all. Not every letter of ours is known by its Message-ID: one that
    could only be sent in plain words is not, and a reply to it answers nothing.
    """
    return context.person is not None and not context.mail.references


def held_of_writer(context: LetterContext) -> list[HeldLetter]:
    """The other letters of the writer that wait for a yes or a no."""
    work = context.uow.work
    waiting = work.held.waiting(context.address, context.letter.received)
    return [each for each in waiting if work.letters.get(each.letter) != context.letter]


def _elsewhere(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """What a letter asks for that replies to none of ours. A bare yes or no in it, perhaps with the writer's name, answers the only
    question that is open in its game; if several are, they are named.
    """
    seat = context.sits_in(context.game) if context.game else None
    acting = [each for each in acting_commands(commands) if not (isinstance(each, UseGame) or is_name_line(each))]
    if seat is None or acting or not (found := open_questions(context, seat)):
        return list(commands)
    guest = seat.seat.is_invited and isinstance(found[0].yes, Join)
    who = introduced_in(context.mail, _ruleset(context, seat.game)) if guest else Introduced(context.mail)
    answer = answer_in_mail(who.mail)
    if answer not in (Answer.YES, Answer.WEAK, Answer.NO):
        return list(commands)
    if answer is Answer.NO and not is_plain_refusal(context.mail.text):
        return list(commands)
    head: list[Command] = [each for each in commands if isinstance(each, UseGame)]
    held = held_of_writer(context)
    if len(found) > 1 or held:
        context.say("open-questions", game=seat.game, lines=[each.line for each in found], held=len(held))
        return head
    question = found[0]
    if answer is not Answer.NO:
        yes = replace(question.yes, power=who.power) if isinstance(question.yes, Join) else question.yes
        return [*head, yes, *_names(commands, who)]
    if isinstance(question.yes, TakeOver):
        context.say("offer-answered", power=question.yes.power, unclear=False, besides=False)
    return [*head, *([question.no] if question.no else [])]


def open_questions(context: LetterContext, seat: SeatRecord) -> list[OpenQuestion]:
    """What somebody was asked who does not play in a game: to be its GM, to play in it, to take a Power over."""
    game = context.uow.opened(seat.game)
    if game is None:
        return []
    found = list[OpenQuestion]()
    if game.heir == seat.seat:
        found.append(OpenQuestion("ACCEPT HANDOVER", AcceptHandover("ACCEPT HANDOVER"), DeclineHandover("DECLINE HANDOVER")))
    elif seat.seat.is_invited:
        found.append(OpenQuestion(f"JOIN {game.name}", Join(f"JOIN {game.name}", game.name), StopObserving("UNWATCH")))
    if seat.seat.is_standby:
        vacant = [each.power for each in game.seats if each.vacant]
        found += [OpenQuestion(f"TAKEOVER {power}", TakeOver(f"TAKEOVER {power}", power), None) for power in vacant]
    return found


def _with_takeover(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Read TAKEOVER behind a standby's yes as the command: `Yes please, TAKEOVER France`, if that Power is vacant."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.uow.opened(seat.game) if seat and seat.seat.is_standby else None
    if game is None:
        return list(commands)
    vacant, rules = {each.power for each in game.seats if each.vacant}, context.uow.rules(game)
    found = list[Command]()
    for each in commands:
        lines = each.lines if isinstance(each, OrderLines) else ()
        said = {line: parse(yes["command"]) for line in lines if (yes := _AGREED.fullmatch(line.strip()))}
        taken = [one for parsed in said.values() for one in parsed]
        if isinstance(each, OrderLines) and len(taken) == 1 and isinstance(taken[0], TakeOver) and (
            find_power(taken[0].power, rules) in vacant
        ):
            rest = tuple(line for line in lines if line not in said)
            found += [replace(taken[0], line=next(iter(said))), *([replace(each, lines=rest)] if any(rest) else [])]
        else:
            found.append(each)
    return found


def _is_asked_guest(context: LetterContext, seat: SeatRecord) -> bool:
    """Whether somebody has a place in the game only because they were asked to be its GM."""
    game = context.uow.opened(seat.game) if seat.seat.is_invited else None
    return game is not None and game.heir == seat.seat


def _handed_over(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Return what somebody asks for who was asked to be the GM. Only a word of consent accepts it."""
    who = introduced_in(context.mail, None)
    answer = answer_in_mail(who.mail)
    acting = acting_commands(commands)
    if answer in (Answer.YES, *_mild(context)) and all(tells(each) or is_name_line(each) for each in acting):
        return [*_names(acting, who), AcceptHandover("ACCEPT HANDOVER"), *(each for each in acting if tells(each))]
    if answer is Answer.NO and not acting:
        return [DeclineHandover("DECLINE HANDOVER")]
    if not acting:
        context.say("handover-unclear")
    return acting


def acting_commands(commands: Sequence[Command]) -> list[Command]:
    """The commands of a reply but for its words: `YES. I'm Otto Brand.` begins like a wish to pass something on."""
    said = [each for each in commands if not isinstance(each, ForwardToGM | OrderLines)]
    return [each for each in said if not (isinstance(each, IncompleteCommand) and each.word == _PASS_ON)]


def _names(commands: Sequence[Command], who: Introduced) -> list[Command]:
    """The lines NAME of a reply, or one for the name in its sentences."""
    named = [each for each in commands if is_name_line(each)]
    return [*named, *([Join(f"NAME {who.name}", name=who.name)] if who.name and not named else [])]


def _ruleset(context: LetterContext, name: str) -> Ruleset | None:
    game = context.uow.opened(name)
    return context.uow.rules(game) if game else None


def _offer(context: LetterContext, seat: SeatRecord, kinds: Sequence[str] = OFFERS) -> SentNotice | None:
    """Return the letter with an offer to which this one replies."""
    found = context.uow.work.outbox.by_message_ids(context.mail.references[-1:]) if context.mail.references else []
    return next((sent for sent in found if sent.kind in kinds and sent.address.lower() == seat.address.lower()), None)


def _offered(context: LetterContext, seat: SeatRecord, offer: SentNotice, commands: Sequence[Command]) -> list[Command]:
    """Return what somebody asks for who was offered a Power. Only a word of consent accepts it."""
    who, power = introduced_in(context.mail, _ruleset(context, seat.game)), str(offer.facts["power"])
    answer = answer_in_mail(who.mail) if who.power in ("", power) else Answer.UNCLEAR
    acting = acting_commands(commands)
    if answer in (Answer.YES, *_mild(context)) and all(tells(each) or is_name_line(each) for each in acting):
        return [*_names(acting, who), TakeOver(f"TAKEOVER {power}", power), *(each for each in acting if tells(each))]
    if acting:
        settled = answer is Answer.NO or any(isinstance(each, TakeOver | Resign) for each in acting)
        if not settled and _is_vacant(context, seat.game, power):
            context.say("offer-answered", power=power, unclear=True, besides=True)
        return list(commands)
    if answer is Answer.NO and offer.kind == "offer":
        return [Resign("RESIGN")]
    if answer is not Answer.NO:
        context.once = _once(context, f"{seat.game}/{seat.seat}/{seat.nonce}/{power}", who)
    context.say("offer-answered", power=power, unclear=answer is not Answer.NO, besides=False)
    return []


def _is_vacant(context: LetterContext, name: str, power: str) -> bool:
    game = context.uow.opened(name)
    return game is not None and any(seat.vacant and seat.power == power for seat in game.seats)


def _invited(context: LetterContext, seat: SeatRecord, commands: Sequence[Command]) -> list[Command]:
    """What a guest asks for, whose reply may say yes or no, or nothing, which means yes; or it asks for something that only
    tells. Anything else is asked about again, and nothing is done; commands that act are named each time.
    """
    who = introduced_in(context.mail, _ruleset(context, seat.game))
    answer = answer_in_mail(who.mail)
    if answer is Answer.NO:
        return [StopObserving("UNWATCH")]
    if any(_says_which(each) for each in commands):
        return list(commands)
    mild = _mild(context)
    if answer is Answer.YES or (mild and (answer in (*mild, Answer.EMPTY) or only_joins(context.mail.text))):
        joins = [each for each in commands if isinstance(each, Join) and not is_name_line(each)]
        asked = [] if any(each.power for each in joins) else [Join(f"JOIN {seat.game}", seat.game, who.power)]
        return [*asked, *joins, *_names(commands, who)]
    telling, undone = [each for each in commands if tells(each)], [line for each in commands for line in not_done(each)]
    if not telling and not undone:
        context.once = _once(context, f"{seat.game}/{seat.seat}/{seat.nonce}", who)
    context.say("invitation-unclear", game=seat.game, told=bool(telling), undone=undone)
    return telling


def _once(context: LetterContext, seat: str, who: Introduced) -> str:
    """The key of the answer to an unclear reply: '' for that of a person, who speaks of the question. Other words are answered once
    each, whatever numbers are in them; nothing, thanks, and what an absent person's program says once for all.
    """
    text = context.mail.text
    if who.power or half_agrees(text):
        return ""
    words = "" if tells_more(text) or is_thanks(text) else re.sub(r"[\W\d_]+", "", text).casefold()
    return f"unclear/{seat}" + (f"/{hashlib.sha256(words.encode()).hexdigest()[:16]}" if words else "")


def _mild(context: LetterContext) -> tuple[Answer, ...]:
    """Whether an answer seats somebody though it is no plain yes: any consent does, unless our mail server calls the reply forged.
    """
    return () if context.mail.verdict == "fail" else (Answer.WEAK,)


def _says_which(command: Command) -> bool:
    """Whether a guest's command by itself answers the invitation."""
    return isinstance(command, Resign | StopObserving | Observe | StandBy) or (isinstance(command, Join) and bool(command.game))
