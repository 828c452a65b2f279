"""Held letters beyond the questions of an hour: shown together in one question, and carried out, in order, after one yes. So nobody
who writes in a player's name can cause a hundred questions to that player, or keep the player's own letter from being read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from judge.commands import Command
from judge.commands.answers import Answer
from judge.letters import Notice
from judge.office.answering import answer as answer_letter
from judge.office.context import LetterContext
from judge.office.intake import reading
from judge.office.intake.confirmation import SOON, answer_closed, drop, held_context, make_count
from judge.office.intake.confirmation_question import is_lasting, wants_word
from judge.office.intake.question_replies import answer_in_mail, is_refusal
from judge.office.intake.reply_contents import besides
from judge.office.lines import lines_of, quoted
from judge.office.redaction import redact_facts
from judge.office.sender_evidence import SenderEvidence
from judge.store import HeldLetter

WINDOW = timedelta(minutes=15)
"""How often somebody is asked about such letters."""
MOST = 40
"""Most letters shown in one question; the others are in the next."""
WINDOWS = 192
"""Most questions that may wait: two days of them."""
SHOWN_OF_EACH = 6
"""Lines shown of each letter."""
_CHOICE = re.compile(r"\W*yes[\s,:;]+(\d{1,3}(?:(?:\s*[,;&]\s*|\s+and\s+|\s+)\d{1,3})*)[.!]?\s*", re.IGNORECASE)


class _Shown(NamedTuple):
    """A letter that a question showed together with others."""

    held: HeldLetter
    context: LetterContext
    commands: list[Command]


def hold_together(context: LetterContext, number: int, commands: Sequence[Command], why: str, phases: Mapping[str, str]) -> bool:
    """Hold a letter about which its writer is asked later, together with others. Returns whether there was room for it."""
    work, address, now = context.uow.work, context.address, context.letter.received
    mail = {
        "letter": number, "from": context.mail.sender or ", ".join(context.mail.claimed), "received": now.isoformat(),
        **quoted(lines_of(commands), SHOWN_OF_EACH),
    }  # fmt: skip
    due = datetime.fromtimestamp((now.timestamp() // WINDOW.seconds + 1) * WINDOW.seconds, UTC)
    for at in (due + n * WINDOW for n in range(WINDOWS)):
        waiting = work.outbox.delayed(_key(address, at), at)
        if waiting is None or 0 < len(waiting.get("mails", ())) < MOST:
            work.held.add(number, why, address, phases, at + SOON)
            shown = [*waiting["mails"], mail] if waiting else [mail]
            _ask_later(context, waiting["held"] if waiting else number, shown, at)
            return True
    return False


def _ask_later(context: LetterContext, first: int, mails: Sequence[Mapping[str, Any]], at: datetime) -> None:
    told = redact_facts(_question(context, first, mails, at + SOON, False), context.uow.house.address)
    context.uow.work.outbox.delay(Notice(_key(context.address, at), context.address, "confirm", told), at)


def _question(
    context: LetterContext, first: int, mails: Sequence[Mapping[str, Any]], until: datetime, unclear: bool
) -> dict[str, Any]:
    """Return the facts of the question. `first` is the number of the letter whose code it carries."""
    game = context.uow.opened(context.game) if context.game else None
    return {
        "held": first,
        "why": "together",
        "name": context.person.name if context.person else "",
        "to": context.address,
        "until": until.isoformat(),
        "zone": context.uow.work.people.zone_at(context.address) or (game.zone if game else "UTC"),
        "mails": list(mails),
        "unclear": unclear,
    }


def shown_together(context: LetterContext, held: HeldLetter) -> Sequence[HeldLetter]:
    """Return the letters that the question about a held letter showed, in order of arrival; none if it was about one letter."""
    asked = context.uow.work.outbox.facts(_key(held.address, held.until - SOON))
    if not asked or asked.get("held") != held.letter:
        return ()
    return [each for mail in asked["mails"] if (each := context.uow.work.held.get(mail["letter"]))]


def answer_together(context: LetterContext, held: HeldLetter, letters: Sequence[HeldLetter], number: int) -> list[Command] | None:
    """Deal with the reply to a question about several letters, as `judge.office.intake.confirmation.answer_held_letter` does."""
    received = context.letter.received
    asked = [_shown(context, each, number) for each in letters]
    shown = [each for each in asked if each.held.state == "waiting" and each.held.until >= received]
    commands = [command for each in shown or asked for command in each.commands]
    first = (shown[0] if shown else _shown(context, held, number)).context
    seat = first.sits_in(first.game) if first.game else None
    evidence = SenderEvidence("token", first.person, seat) if first.person else SenderEvidence("nobody")
    more, answer = besides(context, evidence, held, commands, bool(shown)), answer_in_mail(context.mail)
    if not shown:
        done = any(each.state == "done" for each in letters)
        return answer_closed(context, held_context(context, held), held, more, answer, "done" if done else "")
    chosen = _chosen(context, shown, letters)
    wants = any(wants_word(each.context, each.commands, each.held.why) for each in shown)
    if more.undone and answer is not Answer.NO:
        chosen = None
    elif chosen is None and (answer is Answer.YES or (answer is Answer.WEAK and not wants)) and not is_lasting(more.counts):
        chosen = shown
    if answer is Answer.NO and not chosen:
        for each in shown:
            drop(each.context, each.held, "its writer does not want it")
        _say(context, held, "dropped-all")
    elif chosen:
        _carry_out(context, shown, chosen, number)
    else:
        _ask_again(context, held)
    if more.counts:
        context.take_for(more.own)
        context.phases = held.phases
    return more.counts or None


def _carry_out(context: LetterContext, shown: Sequence[_Shown], chosen: Sequence[_Shown], number: int) -> None:
    """Carry out the letters that were chosen, with an answer to each, and drop the others."""
    uow, ran = context.uow, list(context.uow.run)
    for each in shown:
        if each not in chosen:
            drop(each.context, each.held, "its writer chose others")
            continue
        uow.turn_to(f"letter/{each.held.letter}/together")
        if not make_count(context, each.context, each.commands, each.held, ""):
            answer_letter(each.context, context.mail.message_id)
        ran += uow.run
    uow.turn_to(f"letter/{number}")
    uow.run = ran


def _shown(context: LetterContext, held: HeldLetter, number: int) -> _Shown:
    first = held_context(context, held)
    first.confirms = number
    return _Shown(held, first, reading.read(first))


def _chosen(context: LetterContext, shown: Sequence[_Shown], letters: Sequence[HeldLetter]) -> Sequence[_Shown] | None:
    """Return the letters that a reply names by number, `YES 2 4`; None if it names none, or one that was not shown."""
    said = _CHOICE.fullmatch(context.mail.text.strip().partition("\n")[0])
    if not said or is_refusal(context.mail):
        return None
    places = {int(each) for each in re.findall(r"\d+", said[1])}
    if not places <= set(range(1, len(letters) + 1)):
        return None
    wanted = {letters[place - 1].letter for place in places}
    return [each for each in shown if each.held.letter in wanted]


def _say(context: LetterContext, held: HeldLetter, why: str) -> None:
    """Answer that nothing more is done, to the address that was asked."""
    teller = held_context(context, held)
    teller.say("code", why=why)
    answer_letter(teller, context.mail.message_id)


def _ask_again(context: LetterContext, held: HeldLetter) -> None:
    asked = context.uow.work.outbox.facts(_key(held.address, held.until - SOON))
    facts = _question(held_context(context, held), held.letter, asked["mails"] if asked else (), held.until, True)
    context.uow.ask(held.address, facts, "", context.mail.message_id, f"unclear/{held.letter}/together")


def _key(address: str, due: datetime) -> str:
    return f"together/{address.lower()[:250]}/{due:%Y-%m-%dT%H:%M}"
