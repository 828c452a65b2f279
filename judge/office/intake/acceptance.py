"""Accept a letter: is it from a person, who wrote it, is it a repetition, and does it count yet. A letter that does not count yet
is held, and its writer is asked at the registered address; a reply makes it count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from judge.commands import KNOWN, Command
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office.answering import answer
from judge.office.context import LetterContext
from judge.office.dispatch import obey
from judge.office.handlers.forward_to_gm import remember_request
from judge.office.intake.authentication import authenticate, proof_needed
from judge.office.intake.bounces import note_bounce
from judge.office.intake.confirmation import SOON, answer_held_elsewhere, answer_held_letter, find_held_elsewhere, find_held_letter
from judge.office.intake.confirmation_question import ANY_PLAYER, ask_confirmation, is_lasting
from judge.office.intake.dry_run import acting, preview_correction, turns, would_change_anything
from judge.office.intake.duplicates import (
    HOUR,
    QUESTIONS,
    Crowd,
    earlier_letters,
    is_forged,
    is_outdated,
    is_over_question_limit,
    is_over_rate_limit,
    letter_fingerprint,
    most_letters,
    remember_order_sequence,
)
from judge.office.intake.held_together import answer_together, hold_together, shown_together
from judge.office.intake.reading import read
from judge.office.intake.strangers import reason_for_silence
from judge.office.intake.told_secrets import told_secrets
from judge.office.lines import lines_of, quoted
from judge.office.unit_of_work import UnitOfWork
from judge.seat import Seat
from judge.store import EarlierLetters, HeldLetter, LetterFacts, LetterState

Fate = tuple[LetterState, str]
"""The state of a letter after processing, and a note why."""
LAPSES = {"new": timedelta(days=7)}
"""How long a held letter waits for its writer's reply: a newcomer's for a week, any other for two days (SOON)."""


def accept_letter(uow: UnitOfWork, number: int, letter: Letter) -> Fate:
    """Process a letter, given its number in the store: carry it out, hold it, or leave it. Everything is queued in `uow`."""
    mail = uow.house.read(letter)
    context = LetterContext(uow, letter, mail, authenticate(uow.house, uow.work, mail, letter.received), number=number)
    if refused := context.refused():
        return "refused", note_bounce(uow, number, letter, mail) if refused == "bounce" else refused
    held = find_held_letter(context)
    context.reading = reading = letter_fingerprint(number, letter, mail, context.who, held.address if held else "")
    past = earlier_letters(context, reading)
    if past.first:
        return "refused", f"the same as letter {past.first}"
    if past.again and context.who.kind == "verified":
        context.who = context.who._replace(kind="claimed", doubt="again")  # a copy, with headers that nobody signed
    fate = _deal_with(context, reading, past, held)
    uow.work.letters.add_facts(context.reading)
    return fate


def _deal_with(context: LetterContext, reading: LetterFacts, past: EarlierLetters, held: HeldLetter | None) -> Fate:
    """Process a letter that repeats no earlier one."""
    uow, mail, number = context.uow, context.mail, reading.letter
    if past.bounced and context.person and context.who.proves("editor"):
        uow.work.bounces.clear(context.person.address)  # its owner has written, so it works, even if mail came back before
    elsewhere = None if held else find_held_elsewhere(context)
    if held or elsewhere:
        context.account.sort("answer", lambda line: True)
        counts = _answer(context, held, elsewhere, number)
        if counts is None:
            return "done", ""
        commands = counts
    else:
        context.phases = _phases_of(uow, mail)
        commands = read(context)
        if silent := reason_for_silence(context, reading, commands):
            return "refused", silent
        if context.person is None:
            context.reading = reading._replace(told="stranger")
    beyond = is_over_rate_limit(context, reading, past)
    if why := _doubt(context, commands):
        if context.person and context.mail.verdict == "fail" and is_lasting(commands):
            return _forged(context, reading, commands)
        if beyond or is_over_question_limit(reading, past):
            if context.person and hold_together(context, number, commands, why, _phases_now(context)):
                return "held", f"{why}; asked about with others"
            return _no_more(context, reading, beyond, f"too many letters; {why}")
        _hold(context, number, commands, why)
        return "held", why
    return _obey(context, reading, commands, beyond)


def _answer(context: LetterContext, held: HeldLetter | None, elsewhere: HeldLetter | None, number: int) -> list[Command] | None:
    """Deal with a reply about a held letter, or with a yes or a no to it `elsewhere`, and return what else counts of it."""
    if elsewhere:
        return answer_held_elsewhere(context, elsewhere, number)
    if held and (together := shown_together(context, held)):
        return answer_together(context, held, together, number)
    return answer_held_letter(context, held, number) if held else None


def _obey(context: LetterContext, reading: LetterFacts, commands: Sequence[Command], beyond: Crowd) -> Fate:
    if context.who.doubt == "token" and _needed(context, commands) != "none":
        context.say("old-address" if context.person else "stranger", games=sorted({seat.game for seat in context.seats}))
    else:
        obey(context, commands)
        remember_order_sequence(context, reading.letter)
        remember_request(context, commands)
    if beyond:
        return _no_more(context, reading, beyond, "")
    answer(context, context.mail.message_id)
    return "done", ""


def _forged(context: LetterContext, reading: LetterFacts, commands: Sequence[Command]) -> Fate:
    """A letter that our mail server says is forged, and that asks for what cannot be undone: nobody is asked whether they wrote it.
    Who it says it is from is told, once an hour.
    """
    context.once = f"forged/{context.address}/{reading.at:%Y-%m-%dT%H}"
    context.replies.clear()
    context.say("forged", **quoted(lines_of(commands)))
    answer(context, "")
    return "refused", "forged"


def _no_more(context: LetterContext, reading: LetterFacts, beyond: Crowd, left: str) -> Fate:
    """A letter beyond the limit: the first is answered with a word about it, the others are not; `left` says that it
    was not obeyed, and why. Who has written none of them, since they are forged, is told nothing.
    """
    if is_forged(reading) and not left:
        return "done", "beyond the limit"
    told = context.uow.work.letters.told_of_limit(reading.author, reading.at - HOUR)
    context.reading = (context.reading or reading)._replace(told="quiet" if told else "limit")
    if not told:
        until = (reading.at + HOUR).isoformat()
        most = QUESTIONS if left else most_letters(context)
        context.say("limit", most=most, until=until, crowd=beyond, left=bool(left))
        answer(context, context.mail.message_id)
    return ("refused", left) if left else ("done", "beyond the limit" if told else "")


def _phases_of(uow: UnitOfWork, mail: ParsedMail) -> dict[str, str]:
    """Map each game to the phase that our letter was about to which this one replies; a report is about the phase that it
    announces.
    """
    found = uow.work.outbox.by_message_ids(mail.references[-1:]) if mail.references else []
    spoken = {each.game: _phase_in(each.facts) for each in found}
    return {game: phase for game, phase in spoken.items() if phase}


def _phase_in(facts: Mapping[str, Any]) -> str:
    now = facts.get("now")
    return str(now.get("phase") or "") if isinstance(now, dict) else str(facts.get("next", ""))


def _doubt(context: LetterContext, commands: Sequence[Command]) -> str:
    """Why a letter cannot count as it stands; '' if it can. What would be refused anyway is no reason to ask."""
    if context.person is None:
        believed = context.uow.house.trust_from and context.mail.verdict != "fail"
        return (
            "new"
            if not believed and context.mail.sender and any(would_change_anything(context, command) for command in commands)
            else ""
        )
    most = proof_needed(commands, KNOWN, _seat(context, commands))
    known = context.who.kind not in ("claimed", "editor")
    if known and told_secrets(context, commands) and not preview_correction(context, commands):
        return "secret"
    if context.who.doubt == "token" or context.who.proves(most) or context.who.proves(_needed(context, commands)):
        return "dry" if preview_correction(context, commands) else _older(context, commands)
    return "who" if context.who.kind in ("claimed", "editor") else "dry" if preview_correction(context, commands) else "care"


def _older(context: LetterContext, commands: Sequence[Command]) -> str:
    return "" if is_outdated(context, commands) is None else "older"


def _needed(context: LetterContext, commands: Sequence[Command]) -> str:
    """Return the proof that is needed (`judge.commands.PROOFS`), counting only commands that would change something."""
    return proof_needed(acting(context, commands), KNOWN, _seat(context, commands))


def _seat(context: LetterContext, commands: Sequence[Command]) -> Seat | None:
    """The writer's seat in the game that the letter is about, None for none; some player's if it turns to others."""
    if any(turns(context, command) for command in commands):
        return ANY_PLAYER
    seat = context.sits_in(context.game) if context.game else None
    return seat.seat if seat else None


def _hold(context: LetterContext, number: int, commands: Sequence[Command], why: str) -> None:
    uow, letter = context.uow, context.letter
    until = letter.received + LAPSES.get(why, SOON)
    phases = _phases_now(context)
    uow.work.held.add(number, why, context.address, phases, until)
    ask_confirmation(context, number, commands, why, until, phases, context.mail.message_id)


def _phases_now(context: LetterContext) -> dict[str, str]:
    """Map each running game in which the writer has a seat to its phase."""
    running = [game for seat in context.seats if (game := context.uow.opened(seat.game))]
    return {game.name: game.position.phase.name for game in running if game.position}
