"""Receiving a letter: is it one, is it its writer's, is it the first of its kind, and does it count yet.

A letter that cannot count as it stands is held, and its writer is asked, at the registered address; a reply makes it count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from judge.commands import Command
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office.answering import answer
from judge.office.context import LetterContext
from judge.office.dispatch import obey
from judge.office.handlers.forward_to_gm import remember_request
from judge.office.intake.authentication import authenticate, proof_needed
from judge.office.intake.bounces import note_bounce
from judge.office.intake.confirmation import SOON, answer_held_letter, find_held_letter
from judge.office.intake.confirmation_question import ANY_PLAYER, ask_confirmation, is_lasting
from judge.office.intake.dry_run import acting, preview_correction, turns, would_change_anything
from judge.office.intake.duplicates import (
    HOUR,
    QUESTIONS,
    Crowd,
    earlier_letters,
    is_outdated,
    is_over_question_limit,
    is_over_rate_limit,
    letter_fingerprint,
    remember_order_sequence,
)
from judge.office.intake.reading import read
from judge.office.known_commands import KNOWN
from judge.office.lines import lines_of, quoted
from judge.office.unit_of_work import UnitOfWork
from judge.seat import Seat
from judge.store import EarlierLetters, HeldLetter, LetterFacts, LetterState

Fate = tuple[LetterState, str]
"""What becomes of a letter, and why."""
LAPSES = {"new": timedelta(days=7)}
"""How long a held letter waits for its writer's word: a newcomer's for a week, any other for two days (SOON)."""


def accept_letter(books: UnitOfWork, number: int, letter: Letter) -> Fate:
    """Deal with a letter, its number in the store given: obey it, hold it, or leave it; everything is queued in `books`."""
    mail = books.house.read(letter)
    visit = LetterContext(books, letter, mail, authenticate(books.house, books.work, mail, letter.received))
    if refused := visit.refused():
        return "refused", note_bounce(books, number, letter, mail) if refused == "bounce" else refused
    held = find_held_letter(visit)
    visit.reading = reading = letter_fingerprint(number, letter, mail, visit.who, held.address if held else "")
    past = earlier_letters(visit, reading)
    if past.first:
        return "refused", f"the same as letter {past.first}"
    fate = _deal_with(visit, reading, past, held)
    books.work.letters.add_facts(visit.reading)
    return fate


def _deal_with(visit: LetterContext, reading: LetterFacts, past: EarlierLetters, held: HeldLetter | None) -> Fate:
    """Deal with a letter that repeats none."""
    books, mail, number = visit.books, visit.mail, reading.letter
    if past.bounced and visit.person and visit.who.proves("editor"):
        books.work.bounces.clear(visit.person.address)  # whatever came back before, its owner has written: it works
    if held:
        counts = answer_held_letter(visit, held, number)
        if counts is None:
            return "done", ""
        commands = counts
    else:
        visit.phases = _phases_of(books, mail)
        commands = read(visit)
    beyond = is_over_rate_limit(visit, reading, past)
    if why := _doubt(visit, commands):
        if visit.person and visit.mail.verdict == "fail" and is_lasting(commands):
            return _forged(visit, reading, commands)
        if beyond or is_over_question_limit(reading, past):
            return _no_more(visit, reading, beyond, f"too many letters; {why}")
        _hold(visit, number, commands, why)
        return "held", why
    return _obey(visit, reading, commands, beyond)


def _obey(visit: LetterContext, reading: LetterFacts, commands: Sequence[Command], beyond: Crowd) -> Fate:
    if visit.who.doubt == "token" and _needed(visit, commands) != "none":
        visit.say("old-address" if visit.person else "stranger", games=sorted({seat.game for seat in visit.seats}))
    else:
        obey(visit, commands)
        remember_order_sequence(visit, reading.letter)
        remember_request(visit, commands)
    if beyond:
        return _no_more(visit, reading, beyond, "")
    answer(visit, visit.mail.message_id)
    return "done", ""


def _forged(visit: LetterContext, reading: LetterFacts, commands: Sequence[Command]) -> Fate:
    """A letter that our mail server says is forged, and that asks for what cannot be undone: nobody is asked whether they wrote it.
    Who it says it is from is told, once an hour.
    """
    visit.once = f"forged/{visit.address}/{reading.at:%Y-%m-%dT%H}"
    visit.replies.clear()
    visit.say("forged", **quoted(lines_of(commands)))
    answer(visit, "")
    return "refused", "forged"


def _no_more(visit: LetterContext, reading: LetterFacts, beyond: Crowd, left: str) -> Fate:
    """A letter beyond the limit: the first is answered with a word about it, the others are not; `left` says that it
    was not obeyed, and why.
    """
    told = visit.books.work.letters.told_of_limit(reading.author, reading.at - HOUR)
    visit.reading = (visit.reading or reading)._replace(told="quiet" if told else "limit")
    if not told:
        until = (reading.at + HOUR).isoformat()
        most = QUESTIONS if left else visit.books.house.letters
        visit.say("limit", most=most, until=until, crowd=beyond, left=bool(left))
        answer(visit, visit.mail.message_id)
    return ("refused", left) if left else ("done", "beyond the limit" if told else "")


def _phases_of(books: UnitOfWork, mail: ParsedMail) -> dict[str, str]:
    """game → the phase that our letter spoke of to which this one replies; a report speaks of the one that it announces."""
    found = books.work.outbox.by_message_ids(mail.references[-1:]) if mail.references else []
    spoken = {each.game: _phase_in(each.facts) for each in found}
    return {game: phase for game, phase in spoken.items() if phase}


def _phase_in(facts: Mapping[str, Any]) -> str:
    now = facts.get("now")
    return str(now.get("phase") or "") if isinstance(now, dict) else str(facts.get("next", ""))


def _doubt(visit: LetterContext, commands: Sequence[Command]) -> str:
    """Why a letter cannot count as it stands; '' if it can. What would be refused anyway is no reason to ask."""
    if visit.person is None:
        believed = visit.books.house.trust_from and visit.mail.verdict != "fail"
        return (
            "new"
            if not believed and visit.mail.sender and any(would_change_anything(visit, command) for command in commands)
            else ""
        )
    most = proof_needed(commands, KNOWN, _seat(visit, commands))
    if visit.who.doubt == "token" or visit.who.proves(most) or visit.who.proves(_needed(visit, commands)):
        return "dry" if preview_correction(visit, commands) else _older(visit, commands)
    return "who" if visit.who.kind in ("claimed", "editor") else "dry" if preview_correction(visit, commands) else "care"


def _older(visit: LetterContext, commands: Sequence[Command]) -> str:
    return "" if is_outdated(visit, commands) is None else "older"


def _needed(visit: LetterContext, commands: Sequence[Command]) -> str:
    """What it takes to be obeyed (`judge.commands.PROOFS`), counting only what would come to anything."""
    return proof_needed(acting(visit, commands), KNOWN, _seat(visit, commands))


def _seat(visit: LetterContext, commands: Sequence[Command]) -> Seat | None:
    """The writer's seat in the game that the letter is about, None for none; some player's if it turns to others."""
    if any(turns(visit, command) for command in commands):
        return ANY_PLAYER
    seat = visit.sits_in(visit.game) if visit.game else None
    return seat.seat if seat else None


def _hold(visit: LetterContext, number: int, commands: Sequence[Command], why: str) -> None:
    books, letter = visit.books, visit.letter
    until = letter.received + LAPSES.get(why, SOON)
    running = {seat.game: game for seat in visit.seats if (game := books.opened(seat.game)) and game.position}
    phases = {name: game.position.phase.name for name, game in running.items() if game.position}
    books.work.held.add(number, why, visit.address, phases, until)
    ask_confirmation(visit, number, commands, why, until, phases, visit.mail.message_id)
