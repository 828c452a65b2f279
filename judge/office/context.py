"""A letter being processed: its sender, its game, and the one answer to it. It knows nothing of the command handlers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from judge.account import Account
from judge.commands import Command, CommandSpec
from judge.commands.gm import ProcessPhase
from judge.commands.orders import MarkFinal, OrderCommand, OrderLines
from judge.game import CommandResult, Game, Reply, decide
from judge.game.decision import refused
from judge.game.gm.enter_orders import message_fingerprint
from judge.game.model.game import GM_READER
from judge.game.orders.heading import parse_heading
from judge.game.variant_commands import variant_command_rows
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office.sender_evidence import SenderEvidence
from judge.office.unit_of_work import UnitOfWork, game_key
from judge.office.unreadable_games import UnreadableGame
from judge.seat import Seat
from judge.store import LetterFacts, Person, SeatRecord
from judge.store.facts import RESTORED

_SUBJECT_PHASE = re.compile(r"\[[^\[\]]{1,60}\]\s*([^\[\]]{1,40})$")


class SeatInGame(NamedTuple):
    """The game that a command is about, and the writer's seat in it."""

    game: Game
    seat: SeatRecord

    @property
    def reader(self) -> str:
        """The Power whose view the writer has of the game, or GM_READER."""
        return GM_READER if self.seat.seat.is_gm else self.game.power_of(self.seat.seat)


class LetterContext:
    """What is known of a letter while it is processed."""

    def __init__(
        self, uow: UnitOfWork, letter: Letter, mail: ParsedMail, who: SenderEvidence, at: datetime | None = None,
        number: int | None = None,
    ) -> None:  # fmt: skip
        self.uow, self.letter, self.mail, self.who = uow, letter, mail, who
        self.number = number
        """The letter's number in the store; None for one that is not looked at for the orders in it."""
        self.at = at or letter.received
        """When the letter began to count: when it arrived, or when its writer confirmed it."""
        self.phases: Mapping[str, str] = {}
        """game → the phase that its orders are for, if they do not say."""
        self.by_token: SeatRecord | None = who.seat
        self.person: Person | None = who.person
        self.seats: list[SeatRecord] = list(who.seats) or (uow.work.seats.of_person(self.person.id) if self.person else [])
        self.reading: LetterFacts | None = None
        """The facts that are stored about the letter; None for a letter that is looked at again."""
        self.confirms = 0
        """Number of the letter from the registered mailbox that confirmed this one; 0 if none was needed."""
        self.game, self.called = "", ""
        """The game that it is about, and the name in its line NAME."""
        self.lost, self.unopened = False, False
        """Whether the commands that come are about no game, because the letter named one in which its writer has no seat; and
        whether that is one that a CREATE did not open.
        """
        self.account, self.obeyed = Account(mail.pieces), False
        """What each word of the letter was read as, or of the file or subject that holds its commands; and whether the commands
        have been carried out: before that nobody is told about the words.
        """
        self.replies: list[Reply] = []
        """The parts so far of the answer about this game."""
        self.shut: dict[str, UnreadableGame] = {}
        """Games that the letter is about and that cannot be opened."""
        self.parked: dict[str, list[Reply]] = {}
        """game → the parts of the answer about it, for games that the letter was about before."""
        self.once = ""
        """The key of an answer that is sent once, however many letters cause it; '' if each letter has its own answer."""
        self.came: list[list[str]] = []
        """(kind, name) of attachments to mention in the answer."""

    def refused(self) -> str:
        """Why the letter is stored but neither carried out nor answered; '' for a letter from a person."""
        return self.mail.auto or ("" if self.address else "no address")

    @property
    def address(self) -> str:
        """The address for the answer: the registered address, even if the letter came from elsewhere with its token."""
        return self.person.address if self.person and self.person.address else self.mail.sender

    def say(self, kind: str, **facts: Any) -> None:
        """Add a part to the answer."""
        self.replies.append(Reply(kind, facts))

    def take_for(self, other: LetterContext) -> None:
        """Take over the writer of the letter from another context of the same letter, which has established it."""
        self.who, self.person, self.by_token = other.who, other.person, other.by_token
        self.seats, self.game = other.seats, other.game

    def turn_to(self, name: str) -> None:
        """Make this game the one that the rest of the letter is about, with an answer of its own."""
        if self.game and name != self.game:
            self.parked |= {self.game: self.replies} if self.replies else {}
            self.replies = self.parked.pop(name, [])
        self.game = name

    def go_on_in(self, name: str) -> None:
        """Make this game the one that the rest of the letter is about, whatever the lines above were about."""
        self.turn_to(name)
        self.lost, self.unopened = False, False

    def own_rows(self, games: set[str]) -> list[CommandSpec]:
        """Return the commands that only these games of the sender's have."""
        found = [self.uow.opened(name) for name in sorted(games) if self.sits_in(name)]
        return [each for game in found if game for each in variant_command_rows(self.uow.rules(game))]

    def sits_in(self, name: str) -> SeatRecord | None:
        """Return the writer's seat in a game; None if they have none."""
        if self.by_token and self.by_token.game == name:
            return self.by_token
        return next((seat for seat in self.seats if seat.game == name), None)

    def public_game(self, called: str) -> Game | None:
        """Return a game of which the writer may know: it is listed, or they have a seat in it or print it; None for any other."""
        game = self.uow.opened(game_key(called))
        return game if game and (game.settings.listed or self.sits_in(game.name) or self.prints(game.name)) else None

    def prints(self, name: str) -> bool:
        """Whether a zine of the writer's prints a game."""
        zines = self.uow.work.zines
        mine = zines.of_person(self.person.id) if self.person else []
        return any(row.game == name for zine in mine for row in zines.games(zine.id))

    def enterable_game(self, called: str) -> Game | None:
        """Return the game of this name; None if there is none, or if it is somebody else's practice game, of which nobody is told.
        Raises UnreadableGame.
        """
        game = self.uow.open(game_key(called)) if called else None
        return game if game and (not game.settings.practice or self.sits_in(game.name)) else None

    def stand_up(self, seat: SeatRecord) -> None:
        """Note that the sender has given up this seat: the rest of the answer is not about its game."""
        self.by_token = None
        self.seats = [other for other in self.seats if other.game != seat.game]
        self.game = ""

    def look_up_seats(self) -> None:
        """Look up the sender's seats and reply addresses again after they have changed."""
        self.by_token, self.seats = None, self.uow.work.seats.of_person(self.person.id) if self.person else []

    def catch_up(self, name: str) -> Game | None:
        """Return the game; if the letter came after its deadline, its phase is run first."""
        game = self.uow.open(name)
        return self.uow.catch_up(game, self.at) if game else None

    def decide(self, command: Command, game: Game, seat: Seat) -> CommandResult:
        """Return what a game decides on a command from a seat. Nothing is changed yet."""
        if isinstance(command, OrderCommand):
            command = self.with_phase(command, game)
        ends = "PROCESS" if isinstance(command, ProcessPhase) else "FINAL" if isinstance(command, MarkFinal) and command.on else ""
        if ends and game.stage == "running" and self._is_from_before_restore():
            return refused("before-restore", word=ends, phase=game.board_now.phase.name)
        if isinstance(command, ProcessPhase):
            command = replace(command, phase=command.phase or self._missed(game))  # and no other phase is run
        secret = self.uow.secret(game)
        return decide(game, command, seat, self.uow.now, self.uow.rules(game), secret, lambda: self.uow.past(game))

    def with_phase(self, command: OrderCommand, game: Game) -> OrderCommand:
        """Orders in an answer to one of our letters are for the phase that letter spoke of, unless they say otherwise.

        Orders that were written before a phase was run and came after it, or came before it was run and are decided after it, are
        for that one. So are words about orders.
        """
        found = _SUBJECT_PHASE.search(self.mail.subject)
        named = found[1].strip() if found and self.uow.rules(game).calendar.read(found[1].strip()) else ""
        told = named or self.phases.get(game.name, "") or self._missed(game)
        heads = bool(command.phase) and not parse_heading(command.phase, self.uow.rules(game)).phase  # `Orders for Italy`
        phase = f"{told} {command.phase}".strip() if heads else command.phase or told
        if isinstance(command, OrderLines):
            late, name = bool(phase and self._missed(game)), message_fingerprint(self.mail.message_id)
            return replace(command, phase=phase, letter=name, received=self.letter.received, late=late)
        return replace(command, phase=phase)

    def _missed(self, game: Game) -> str:
        """Return the phase that the letter is about but for its lateness; '' if it came in time: it was written before the phase
        was run and came after it, or came before it was run and is decided after it.

        What came before a deadline, its time of arrival says. What came before a FINAL or PROCESS, the store says, or the clocks of
        its writer, our mail server and the judge, which has not been set back since. Two of them do not: one that is slow, or was
        set back, would make letters late that answer the report.
        """
        written, came, ran, now = self.mail.date, self.letter.received, game.ran, self.uow.now
        if not ran:
            return ""
        if came >= ran:
            return game.ran_phase if written and written < ran else ""
        ended_it = f"{game.name}/{game.ran_phase}" in self.uow.run  # the letter itself, by FINAL or PROCESS
        on_its_way = not ended_it and ((written and written < ran <= now) or self._was_waiting(game))
        return game.ran_phase if game.ran_due or on_its_way else ""

    def _is_from_before_restore(self) -> bool:
        """Whether a backup was put back after the letter was written, or came: the phase that it speaks of may be lost, and orders
        that it relies on.
        """
        noted = self.uow.work.facts.get(RESTORED)
        written = self.mail.date or self.letter.received
        return bool(noted) and min(written, self.letter.received) < datetime.fromisoformat(noted)

    def _was_waiting(self, game: Game) -> bool:
        """Whether the letter had come when another one ended the last phase."""
        return self.number is not None and self.number <= self.uow.work.games.newest_letter(game.name, game.turn)
