"""Games that cannot be opened, for what the store has of them cannot be read: what is about them waits, all else goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.commands import Command, Headline, OrderLines, Press
from judge.game import CommandResult
from judge.game.model.read_back import NotReadBack
from judge.letters import Letter, Notice
from judge.office.environment import Environment
from judge.office.redaction import redact_text
from judge.store import Person
from judge.store.transaction import Transaction

if TYPE_CHECKING:
    from judge.office.context import LetterContext
    from judge.office.handlers.queries import QueryContext

SHOWN = 12
"""Lines of a letter that an answer quotes."""
LONGEST = 300
"""Characters of what is wrong that a letter quotes."""


class UnreadableGame(Exception):
    """A game cannot be opened. `at` is the number of its next event, `why` what is wrong; `to` whose letter was about it."""

    def __init__(self, game: str, at: int, error: Exception) -> None:
        self.game, self.at, self.why = game, at, f"{type(error).__name__}: {error}"
        self.to = self.answers = ""
        super().__init__(f"{game} cannot be opened: {self.why} (judge replay {game})")


def tell_operator(work: Transaction, house: Environment, found: UnreadableGame) -> None:
    """Tell the operator of a game that cannot be opened, once as it stands."""
    if house.operator:
        facts = {"what": "unreadable", "game": found.game, "why": redact_text(found.why[:LONGEST], house.address)}
        work.outbox.queue(Notice(f"alert/unreadable/{found.game}/{found.at}", house.operator, "alert", facts))


def note_unreadable(visit: LetterContext, found: UnreadableGame) -> None:
    """Something that a letter asks for is about a game that cannot be opened. It is said once for each."""
    if found.game not in visit.shut:
        visit.shut[found.game] = found
        visit.say("shut", game=found.game)


def carry_out_or_say(
    visit: LetterContext, at: QueryContext, command: Command, decision: CommandResult, other: Person | None
) -> bool:
    """Whether what was decided has been done; else, for it could not be read back from the store, nothing was, and that is said."""
    press = command if isinstance(command, Press | Headline) else None
    try:
        visit.books.carry_out(at.game, decision, other or visit.person, press, at.seat.seat)
    except NotReadBack as error:
        _unkept(visit, at.game.name, command, error)
        return False
    return True


def _unkept(visit: LetterContext, game: str, command: Command, error: NotReadBack) -> None:
    """Say that nothing of a command was done, and tell the operator why."""
    lines = command.lines if isinstance(command, OrderLines) else (command.line,)
    visit.say("unkept", lines=list(lines[:SHOWN]))
    books = visit.books
    if books.house.operator:
        facts = {"what": "unkept", "game": game, "why": redact_text(str(error)[:LONGEST], books.house.address)}
        books.note(f"alert/unkept/{game}/{visit.at.date()}", books.house.operator, "alert", facts)


def wait_for_repair(visit: LetterContext) -> None:
    """Raises Shut if a letter is about games that cannot be opened, and about nothing else: then it is kept as it came."""
    said = [reply for replies in (visit.replies, *visit.parked.values()) for reply in replies]
    if visit.shut and all(reply.kind in ("shut", "read-from") for reply in said):
        found = next(iter(visit.shut.values()))
        found.to, found.answers = visit.address, visit.mail.message_id
        raise found


def keep_letter(work: Transaction, house: Environment, number: int, letter: Letter, found: UnreadableGame) -> None:
    """Keep a letter until its game can be opened again (`judge letter N --again`), and tell its writer so."""
    work.letters.close(number, "shunted", redact_text(str(found), house.address))
    tell_operator(work, house, found)
    if found.to:
        facts = {"what": "shut", "trace": "", "game": found.game}
        work.outbox.queue(Notice(f"shunt/{number}", found.to, "trouble", facts, "", "", found.answers))
