"""Receiving a letter: is it one, is it its writer's, is it the first of its kind, and does it count yet.

A letter that cannot count as it stands is held, and its writer is asked, at the registered address; a reply makes it count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.commands import Command, Confirm, Create, Join, OrderLines, Press, Rollback, UseGame, parse
from judge.commands.joining import BELOW
from judge.commands.press import looks_like_order
from judge.game.settings import told
from judge.game.state import GM
from judge.letters import Letter
from judge.mail.mail import Mail
from judge.mail.tags import token_of
from judge.office import addressing
from judge.office.books import Books
from judge.office.editing import OF_EDITORS
from judge.office.identity import Evidence, evidence_of, needed_for
from judge.office.repeats import HOUR, QUESTIONS, Crowd, asks_too_often, is_beyond, keep_place, overtaken, past_of, reading_of
from judge.office.returned import take_back
from judge.office.rows import KNOWN
from judge.office.trying import rehearsed, would_do
from judge.office.visit import Visit
from judge.office.wishes import remember
from judge.store import Held, LetterState, Past, Reading

Fate = tuple[LetterState, str]
"""What becomes of a letter, and why."""
LAPSES = {"new": timedelta(days=7)}
SOON = timedelta(hours=48)
"""How long a held letter waits for its writer's word: a newcomer's for a week, any other for two days."""
SHOWN = 12
"""Lines of a held letter that are shown to whom it may be from."""
_YES = frozenset({"yes", "yes please", "ok", "okay", "confirm", "confirmed", "i confirm", "do it"})
_NO = frozenset({"no", "cancel", "stop", "forget it", "not me", "it was not me", "no thanks"})


def receive(books: Books, number: int, letter: Letter) -> Fate:
    """Deal with a letter, its number in the store given: obey it, hold it, or leave it; everything is queued in `books`."""
    mail = books.house.read(letter)
    visit = Visit(books, letter, mail, evidence_of(books.house, books.work, mail, letter.received))
    if refused := visit.refused():
        return "refused", take_back(books, number, letter, mail) if refused == "bounce" else refused
    visit.reading = reading = reading_of(number, letter, mail, visit.who)
    past = past_of(visit, reading)
    if past.first:
        return "refused", f"the same as letter {past.first}"
    fate = _read(visit, reading, past)
    books.work.keep_reading(visit.reading)
    return fate


def _read(visit: Visit, reading: Reading, past: Past) -> Fate:
    """Deal with a letter that repeats none."""
    books, mail, number = visit.books, visit.mail, reading.letter
    if past.bounced and visit.person and visit.who.proves("sender"):
        books.work.forget_bounces(visit.person.address)  # whatever came back before, its owner has written: it works
    if held := _held_by(visit):
        _confirm(visit, held, number)
        return "done", ""
    visit.phases = _phases_of(books, mail)
    commands = visit.read()
    beyond = is_beyond(visit, reading, past)
    if why := _doubt(visit, commands):
        if beyond or asks_too_often(reading, past):
            return _no_more(visit, reading, beyond, f"too many letters; {why}")
        _hold(visit, number, commands, why)
        return "held", why
    return _obey(visit, reading, commands, beyond)


def _obey(visit: Visit, reading: Reading, commands: Sequence[Command], beyond: Crowd) -> Fate:
    if visit.who.doubt == "token" and _needed(visit, commands) != "none":
        visit.say("old-address" if visit.person else "stranger", games=sorted({seat.game for seat in visit.seats}))
    else:
        visit.obey(commands)
        keep_place(visit, reading.letter)
        remember(visit, commands)
    if beyond:
        return _no_more(visit, reading, beyond, "")
    visit.answer(visit.mail.message_id)
    return "done", ""


def _no_more(visit: Visit, reading: Reading, beyond: Crowd, left: str) -> Fate:
    """A letter beyond the limit: the first is answered with a word about it, the others are not; `left` says that it
    was not obeyed, and why.
    """
    told = visit.books.work.was_told(reading.author, reading.at - HOUR)
    visit.reading = (visit.reading or reading)._replace(told="quiet" if told else "limit")
    if not told:
        until = (reading.at + HOUR).isoformat()
        most = QUESTIONS if left else visit.books.house.letters
        visit.say("limit", most=most, until=until, crowd=beyond, left=bool(left))
        visit.answer(visit.mail.message_id)
    return ("refused", left) if left else ("done", "beyond the limit" if told else "")


def _phases_of(books: Books, mail: Mail) -> dict[str, str]:
    """game → the phase that our letter spoke of to which this one replies; a report speaks of the one that it announces."""
    found = books.work.asked_about(mail.references[-1:]) if mail.references else []
    spoken = {game: _phase_in(facts) for game, facts in found}
    return {game: phase for game, phase in spoken.items() if phase}


def _phase_in(facts: Mapping[str, Any]) -> str:
    now = facts.get("now")
    return str(now.get("phase") or "") if isinstance(now, dict) else str(facts.get("next", ""))


def _held_by(visit: Visit) -> Held | None:
    """The held letter that this one is the word about: by the address or subject it carries, or by a line CONFIRM."""
    books, mail = visit.books, visit.mail
    code = token_of(books.house.address, mail.recipients, mail.subject) if visit.by_token is None else ""  # else it is a seat's
    found = books.work.held(code) if code else None
    if found is None and "confirm" in mail.text[:2000].lower():
        codes = [command.code for command in parse(mail.text) if isinstance(command, Confirm) and command.code]
        found = next((held for code in codes if (held := books.work.held(code))), None)
    return found


def _doubt(visit: Visit, commands: Sequence[Command]) -> str:
    """Why a letter cannot count as it stands; '' if it can. What would be refused anyway is no reason to ask."""
    if visit.person is None:
        believed = visit.books.house.trust_from and visit.mail.verdict != "fail"
        return "new" if not believed and visit.mail.sender and any(would_do(visit, command) for command in commands) else ""
    if visit.who.kind == "editor" and _needed(visit, [each for each in commands if not isinstance(each, OF_EDITORS)]) != "none":
        return "who"
    most = needed_for(commands, KNOWN, _seat(visit))
    if visit.who.doubt == "token" or visit.who.proves(most) or visit.who.proves(_needed(visit, commands)):
        return "dry" if rehearsed(visit, commands) else _older(visit, commands)
    return "who" if visit.who.kind == "claimed" else "dry" if rehearsed(visit, commands) else "care"


def _older(visit: Visit, commands: Sequence[Command]) -> str:
    return "" if overtaken(visit, commands) is None else "older"


def _needed(visit: Visit, commands: Sequence[Command]) -> str:
    """What it takes to be obeyed (`judge.commands.PROOFS`), counting only what would come to anything."""
    told = any(isinstance(command, UseGame) for command in commands)  # then it is about games not looked at yet
    return needed_for(commands if told else [command for command in commands if would_do(visit, command)], KNOWN, _seat(visit))


def _seat(visit: Visit) -> str:
    """The key of the writer's seat in the game that the letter is about; '' if there is none."""
    seat = visit.sits_in(visit.game) if visit.game else None
    return seat.seat if seat else ""


def _hold(visit: Visit, number: int, commands: Sequence[Command], why: str) -> None:
    books, letter = visit.books, visit.letter
    until = letter.received + LAPSES.get(why, SOON)
    running = {seat.game: game for seat in visit.seats if (game := books.open(seat.game)) and game.position}
    phases = {name: game.position.phase.name for name, game in running.items() if game.position}
    books.work.hold(number, why, visit.address, phases, until)
    _ask(visit, number, commands, why, until, phases, visit.mail.message_id)


def _ask(
    visit: Visit, number: int, commands: Sequence[Command], why: str, until: datetime, phases: Mapping[str, str], answers: str
) -> None:
    """The question whether a held letter is to count, with what it says and, of a correction, what it would change."""
    books, letter = visit.books, visit.letter
    running = {name: game for name in phases if (game := books.open(name))}
    game = books.open(visit.game) if visit.game in running else None
    facts: dict[str, Any] = {
        "held": number,
        "why": why,
        "doubt": visit.who.doubt,
        "name": visit.person.name if visit.person else visit.mail.sender_name,
        "to": visit.address,
        "from": visit.mail.sender or ", ".join(visit.mail.claimed),
        "lines": _lines(commands)[:SHOWN],
        "more": max(0, len(_lines(commands)) - SHOWN),
        "join": _join_facts(visit, commands) if why == "new" else None,
        "received": letter.received.isoformat(),
        "until": until.isoformat(),
        "phase": phases.get(visit.game, ""),
        "due": game.due.isoformat() if game and game.due else None,
        "zone": game.zone if game else "UTC",
        "replied": visit.who.kind == "token",
        "written": visit.mail.date.isoformat() if visit.mail.date else None,
        "dry": rehearsed(visit, commands) if why in ("dry", "again") else [],
        "standing": why == "older" and overtaken(visit, commands) is True,
    }
    books.ask(visit.address, facts, visit.game, answers)


def _not_yet(visit: Visit, held: Held, commands: Sequence[Command]) -> str:
    """Why a correction is not made yet: it has not been shown, the game has gone on since, or was over and is asked about twice."""
    dry = rehearsed(visit, commands)
    if held.why not in ("dry", "again"):
        return "dry" if dry else ""
    games = [game for each in dry if (game := visit.books.open(str(each["game"])))]
    if any(game.board_now.phase.name != held.phases.get(game.name) for game in games):
        return "moved-on"
    return "again" if held.why == "dry" and any(each["finished"] for each in dry) else ""


def _lines(commands: Sequence[Command]) -> list[str]:
    """What was read, a line each, as it was written."""
    found: list[str] = []
    for command in commands:
        heading = [command.line] if not isinstance(command, OrderLines) or command.asked else []
        found += heading + _below(command)
    return list(dict.fromkeys(" ".join(line.split()) for line in found))


def _below(command: Command) -> list[str]:
    """The lines below a command's own that belong to it."""
    match command:
        case OrderLines():
            return list(command.lines)
        case Join():
            parts = {"PREFER": command.power, "NAME": command.name}
            return [f"{word} {text}" for word, text in parts.items() if text and text not in command.line]
        case Create():
            said = command.variant.lower() in command.line.lower()
            return [*([] if said else [f"VARIANT {command.variant}"]), *command.settings]
        case Rollback():
            return [change.line for change in command.changes]
        case Press():
            return [*command.text.split("\n"), "END"]
        case _:
            return []


def _join_facts(visit: Visit, commands: Sequence[Command]) -> dict[str, Any] | None:
    """The game that a newcomer would join, as LIST shows it, and what was read."""
    asked = next((command for command in commands if isinstance(command, Join)), None)
    game = visit.books.open(asked.game) if asked else None
    if asked is None or game is None:
        return None
    rules = visit.books.rules(game)
    name = asked.name or visit.mail.sender_name
    gm = visit.books.work.seat(game.name, GM)
    about = {"game": game.name, "title": rules.title, "gm": gm.name if gm else "", "settings": told(game.settings)}
    facts = {**about, "seats": rules.seats, "taken": len(game.taken())}
    return {**facts, "wrote": asked.line, "prefer": asked.power, "name": name, "named": bool(asked.name)}


def _confirm(visit: Visit, held: Held, number: int) -> None:
    """A word about a held letter, from the mailbox that was asked: it counts now, or is forgotten."""
    work, reply, first = visit.books.work, visit.mail, _first(visit, held)
    said = " ".join(reply.text.lower().split()).strip(" .!")
    if held.why == addressing.MOVES:
        addressing.move(visit, held, _held_by(Visit(visit.books, first.letter, first.mail, Evidence("nobody"))), said in _NO)
        return
    if held.state == "moved":
        visit.say("code", why="moved")
        visit.answer(reply.message_id)
        return
    first.confirms = number
    commands = first.read()
    if held.state != "waiting" or held.until < visit.letter.received:
        first.say("code", why="late" if held.state == "waiting" else held.state)
    elif said in _NO:
        _drop(first, held, "its writer does not want it", "dropped-now")
    elif (why := _not_yet(first, held, commands)) == "moved-on":
        _drop(first, held, "the game has gone on", why)
    elif why:
        until = visit.letter.received + SOON
        work.ask_again(held.letter, why, until)
        _ask(first, held.letter, commands, why, until, held.phases, reply.message_id)
        return
    else:
        work.end_held(held.letter, "done")
        work.close_letter(held.letter, "done")
        first.obey(_corrected(commands, "" if said in _YES else reply.text))
        keep_place(first, held.letter)
    first.answer(reply.message_id)


def _drop(first: Visit, held: Held, note: str, why: str) -> None:
    first.books.work.end_held(held.letter, "dropped")
    first.books.work.close_letter(held.letter, "refused", note)
    first.say("code", why=why)


def _first(visit: Visit, held: Held) -> Visit:
    """The visit of the held letter itself, whose writer is proved now."""
    work = visit.books.work
    person, letter = work.person(held.address), work.letter(held.letter)
    mail = visit.books.house.read(letter)
    token = token_of(visit.books.house.address, mail.recipients, mail.subject)
    seat = work.by_token(token) if token else None
    who = Evidence("code", person, seat if seat and person and seat.person_id == person.id else None)
    first = Visit(visit.books, letter, mail, who, visit.letter.received)
    first.phases = held.phases
    return first


def _corrected(commands: list[Command], text: str) -> list[Command]:
    """What the held letter asks for and then what the reply does; lines below a JOIN may also stand in the reply."""
    own = [line for line in text.splitlines() if line.strip()]
    joins = any(isinstance(command, Join) for command in commands)
    below = [line for line in own if joins and line.split()[0].lower().rstrip(":") in BELOW]
    found = [_joined(command, below) if isinstance(command, Join) else command for command in commands]
    more = parse("\n".join(line for line in own if line not in below))
    return found + [c for c in more if not isinstance(c, Confirm) and not _is_talk(c)]


def _joined(join: Join, below: list[str]) -> Join:
    """A JOIN with more lines below it."""
    again = next(iter(parse("\n".join([f"JOIN {join.game}", *below]))), None)
    if not isinstance(again, Join):
        return join
    changed = {key: value for key in ("power", "name", "code", "adjective") if (value := getattr(again, key))}
    return replace(join, **changed)


def _is_talk(command: Command) -> bool:
    return isinstance(command, OrderLines) and not command.asked and not any(map(looks_like_order, command.lines))
