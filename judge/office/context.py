"""A letter being processed: its sender, its game, and the one answer to it. It knows nothing of the command handlers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from judge.account import Account
from judge.commands import Command, CommandSpec
from judge.commands.orders import OrderCommand, OrderLines
from judge.game import CommandResult, Game, Reply, decide
from judge.game.gm.enter_orders import message_fingerprint
from judge.game.model.game import GM_READER
from judge.game.variant_commands import variant_command_rows
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office.sender_evidence import SenderEvidence
from judge.office.unit_of_work import UnitOfWork
from judge.office.unreadable_games import UnreadableGame
from judge.seat import Seat
from judge.store import LetterFacts, Person, SeatRecord

_SUBJECT_PHASE = re.compile(r"\[[^\[\]]{1,60}\]\s*([^\[\]]{1,40})$")


class SeatInGame(NamedTuple):
    """The game that a command is about, and the writer's seat in it, as a handler is given them."""

    game: Game
    seat: SeatRecord

    @property
    def reader(self) -> str:
        """Whose eyes the game is seen with: a power's, or the GM's."""
        return GM_READER if self.seat.seat.is_gm else self.game.power_of(self.seat.seat)


class LetterContext:
    """What is known of a letter while it is dealt with."""

    def __init__(self, uow: UnitOfWork, letter: Letter, mail: ParsedMail, who: SenderEvidence, at: datetime | None = None) -> None:
        self.uow, self.letter, self.mail, self.who = uow, letter, mail, who
        self.at = at or letter.received
        """When it began to count: when it came, or when its writer said so."""
        self.phases: Mapping[str, str] = {}
        """game → the phase that its orders are for, if they do not say."""
        self.by_token: SeatRecord | None = who.seat
        self.person: Person | None = who.person
        self.seats: list[SeatRecord] = list(who.seats) or (uow.work.seats.of_person(self.person.id) if self.person else [])
        self.reading: LetterFacts | None = None
        """What it is kept as, once it has been dealt with; None for a letter that is looked at again."""
        self.confirms = 0
        """Number of the letter from the registered mailbox that said that this one counts; 0 if none was needed."""
        self.game, self.called = "", ""
        """The game that it is about; and the name in a line NAME of it."""
        self.lost = False
        """Whether the letter names a game in which its writer has no seat: what follows is about no game."""
        self.account, self.obeyed = Account(mail.pieces), False
        """What became of each word of the letter, or of the file or subject in which its commands stand; and whether these have
        been obeyed, before which nobody is told of it.
        """
        self.replies: list[Reply] = []
        """What the answer about this game will say so far."""
        self.shut: dict[str, UnreadableGame] = {}
        """Games that something in the letter is about and that cannot be opened."""
        self.parked: dict[str, list[Reply]] = {}
        """game → what the answer about it will say, of those that the letter spoke of before."""
        self.once = ""
        """The key of an answer that is sent once, however many letters bring it; '' for one of their own."""
        self.came: list[list[str]] = []
        """(kind, name) of attachments to mention in the answer."""

    def refused(self) -> str:
        """Why the letter is stored and neither obeyed nor answered; '' for a letter from a person."""
        return self.mail.auto or ("" if self.address else "no address")

    @property
    def address(self) -> str:
        """Where the answer goes: the registered address, even if the letter came from elsewhere with its token."""
        return self.person.address if self.person and self.person.address else self.mail.sender

    def say(self, kind: str, **facts: Any) -> None:
        """Add a part to the answer."""
        self.replies.append(Reply(kind, facts))

    def take_for(self, other: LetterContext) -> None:
        """The letter is from whom another context of the same letter knows to have written it."""
        self.who, self.person, self.by_token = other.who, other.person, other.by_token
        self.seats, self.game = other.seats, other.game

    def turn_to(self, name: str) -> None:
        """What follows in the letter is about this game, and answered in a letter about it."""
        if self.game and name != self.game:
            self.parked |= {self.game: self.replies} if self.replies else {}
            self.replies = self.parked.pop(name, [])
        self.game = name

    def own_rows(self, games: set[str]) -> list[CommandSpec]:
        """The commands that only these games of the sender's have."""
        found = [self.uow.opened(name) for name in sorted(games) if self.sits_in(name)]
        return [each for game in found if game for each in variant_command_rows(self.uow.rules(game))]

    def sits_in(self, name: str) -> SeatRecord | None:
        """The writer's seat in a game; None if they have none."""
        if self.by_token and self.by_token.game == name:
            return self.by_token
        return next((seat for seat in self.seats if seat.game == name), None)

    def stand_up(self, seat: SeatRecord) -> None:
        """The sender has given up this seat: the answer is not about its game any more."""
        self.by_token = None
        self.seats = [other for other in self.seats if other.game != seat.game]
        self.game = ""

    def look_up_seats(self) -> None:
        """The sender has other seats than before, or other reply addresses."""
        self.by_token, self.seats = None, self.uow.work.seats.of_person(self.person.id) if self.person else []

    def catch_up(self, name: str) -> Game | None:
        """The game, its phase run first if the letter came after its deadline."""
        game = self.uow.open(name)
        return self.uow.catch_up(game, self.at) if game else None

    def decide(self, command: Command, game: Game, seat: Seat) -> CommandResult:
        """What a command from a seat comes to; nothing is changed yet."""
        if isinstance(command, OrderCommand):
            command = self.with_phase(command, game)
        secret = self.uow.secret(game)
        return decide(game, command, seat, self.uow.now, self.uow.rules(game), secret, lambda: self.uow.past(game))

    def with_phase(self, command: OrderCommand, game: Game) -> OrderCommand:
        """Orders in an answer to one of our letters are for the phase that letter spoke of, unless they say otherwise.

        Orders that were written before a phase was run and came after it, or came before its deadline and are decided after it,
        are for that one. So are words about orders.
        """
        found = _SUBJECT_PHASE.search(self.mail.subject)
        named = found[1].strip() if found and self.uow.rules(game).calendar.read(found[1].strip()) else ""
        written, came, ran = self.mail.date, self.letter.received, game.ran
        late = written and ran and written < ran <= came
        early = ran and game.ran_due and came < game.ran_due <= ran  # an early end by FINAL is at no fixed time
        before = game.ran_phase if late or early else ""
        phase = command.phase or named or self.phases.get(game.name, "") or before
        if isinstance(command, OrderLines):
            return replace(command, phase=phase, letter=message_fingerprint(self.mail.message_id), received=self.letter.received)
        return replace(command, phase=phase)
