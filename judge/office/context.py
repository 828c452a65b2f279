"""One letter's visit to the office: who sent it, which game it is about, what it asks for, and the one answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.commands import (
    AddressInPrint,
    AmbiguousPress,
    ChangeAddress,
    ClearOrders,
    Command,
    CommandSpec,
    Confirm,
    CreateGame,
    Eject,
    ExtendDeadline,
    ForwardToGM,
    GivePassword,
    Help,
    IncompleteCommand,
    Invite,
    Join,
    LinesBeyondLimit,
    ListGames,
    MapsOnOff,
    MarkFinal,
    NameInPrint,
    Observe,
    OrderLines,
    Promote,
    RenewToken,
    Rollback,
    SetPassword,
    SetTimezone,
    ShowMap,
    ShowRecord,
    ShowStatus,
    StandBy,
    StartGame,
    TakeOver,
    UnknownCommand,
    UseGame,
    parse,
    row_for_word,
)
from judge.commands.foreign_words import NEAREST
from judge.commands.joining import is_name_line
from judge.commands.press import looks_like_order
from judge.commands.table import find_row
from judge.game import CommandResult, Game, Reply, decide
from judge.game.gm.enter_orders import message_fingerprint
from judge.game.model.game import is_gm
from judge.game.model.seat_events import Left, Resigned, SeatGivenUp, StandbyLeft
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.office import limits, refusals
from judge.office.handlers import address_change, help_and_lists, inviting, joining, preferences, zine_subscriptions
from judge.office.handlers.forward_to_gm import forward_request, orders_first
from judge.office.handlers.queries import STUDIES, QueryContext
from judge.office.intake.authentication import SenderEvidence
from judge.office.intake.command_text import command_texts, unread_attachments
from judge.office.intake.passwords import set_password
from judge.office.intake.repeated_commands import MOST as MOST_QUESTIONS
from judge.office.intake.repeated_commands import Often, without_repeats
from judge.office.known_commands import KNOWN, variant_command_rows
from judge.office.unit_of_work import UnitOfWork, game_key
from judge.office.unreadable_games import UnreadableGame, carry_out_or_say, note_unreadable, wait_for_repair
from judge.reports import answer_facts
from judge.store import LetterFacts, Person, SeatRecord

_SUBJECT_GAME = re.compile(r"\[([^\[\]]{1,60})\]")
_SUBJECT_PHASE = re.compile(r"\[[^\[\]]{1,60}\][^,:]{0,60},\s*([^,:]{1,40}):")
Ordering = OrderLines | ClearOrders | MarkFinal


class LetterContext:
    """What is known of a letter while it is dealt with."""

    def __init__(
        self, books: UnitOfWork, letter: Letter, mail: ParsedMail, who: SenderEvidence, at: datetime | None = None
    ) -> None:
        self.books, self.letter, self.mail, self.who = books, letter, mail, who
        self.at = at or letter.received
        """When it began to count: when it came, or when its writer said so."""
        self.phases: Mapping[str, str] = {}
        """game → the phase that its orders are for, if they do not say."""
        self.by_token: SeatRecord | None = who.seat
        self.person: Person | None = who.person
        self.seats: list[SeatRecord] = list(who.seats) or (books.work.seats.of_person(self.person.id) if self.person else [])
        self.reading: LetterFacts | None = None
        """What it is kept as, once it has been dealt with; None for a letter that is looked at again."""
        self.confirms = 0
        """Number of the letter from the registered mailbox that said that this one counts; 0 if none was needed."""
        self.game = ""
        self.lost = False
        self.called = ""
        """The name in a line NAME of the letter."""
        self.replies: list[Reply] = []
        """What the answer about this game will say so far."""
        self.shut: dict[str, UnreadableGame] = {}
        """Games that something in the letter is about and that cannot be opened."""
        self.parked: dict[str, list[Reply]] = {}
        """game → what the answer about it will say, of those that the letter spoke of before."""
        self.once = ""
        """The key of an answer that is sent once, however many letters bring it; '' for one of their own."""
        self.often = Often()
        self.came: list[list[str]] = []
        """(kind, name) of what came along and should be told of."""

    def refused(self) -> str:
        """Why the letter is stored and neither obeyed nor answered; '' for a letter from a person."""
        return self.mail.auto or ("" if self.address else "no address")

    @property
    def address(self) -> str:
        """Where the answer goes: the registered address, whoever wrote from elsewhere with its token."""
        return self.person.address if self.person and self.person.address else self.mail.sender

    def read(self) -> list[Command]:
        """What the letter asks for; afterwards it is known which game it is about."""
        if self.mail.problem not in ("", "empty", "binary"):
            self.say("unreadable", problem=self.mail.problem, some=bool(self.mail.text.strip()))
        commands = [joining.resolve_game_name(self, each) for each in orders_first(self, inviting.answered(self, self._read()))]
        self.called = next((command.name for command in commands if is_name_line(command)), "")
        return commands

    def obey(self, commands: Sequence[Command]) -> None:
        """Do what was read, each question once. Raises Shut if all of it is about games that cannot be opened."""
        commands, games, questions = without_repeats(commands)
        if self.game and self.sits_in(self.game):
            with suppress(UnreadableGame):  # whatever is about it says so
                self.catch_up(self.game)
        names = [command for command in commands if is_name_line(command)]
        self.called = names[0].name if names else ""
        for command in commands if self.person else [*(each for each in commands if each not in names), *names]:
            self._obey(command)
        wait_for_repair(self)
        if games:
            self.say("one-game", games=games)
        if questions:
            self.say("one-mail", most=MOST_QUESTIONS, lines=questions)
        if left := self.often.left():
            self.say("too-often", left=left)
        if any(reply.kind == "press" for reply in self.replies) and self.mail.signed:
            self.say("signature-out")

    def answer(self, answers: str) -> None:
        """Queue the one answer to the letter of this Message-ID; one for each game, if it speaks of several."""
        if not self.replies and not self.parked:
            self.say("nothing-read", problem=self.mail.problem, came=self.came, **help_and_lists.suggestions(self))
        elif self.came:
            self.say("not-looked-at", came=self.came)
        for game, replies in {**self.parked, self.game: self.replies}.items():
            seat = self.sits_in(game) if game else None
            if replies:
                self.books.answer(self.address, self._facts(seat, refusals.merged(replies)), seat, answers, self.once)

    def take_for(self, other: LetterContext) -> None:
        """The letter is from whom another visit of it knows to have written it."""
        self.who, self.person, self.by_token = other.who, other.person, other.by_token
        self.seats, self.game = other.seats, other.game

    def turn_to(self, name: str) -> None:
        """What follows in the letter is about this game, and answered in a letter about it."""
        if self.game and name != self.game:
            self.parked |= {self.game: self.replies} if self.replies else {}
            self.replies = self.parked.pop(name, [])
        self.game = name

    def _read(self) -> list[Command]:
        """What the letter asks for, wherever it says so."""
        for source in command_texts(self.mail):
            commands = self.commands_in(source.text)
            if any(map(self.asks, commands)):
                if source.where != "letter":
                    self.say("read-from", where=source.where, name=source.name)
                self.came = unread_attachments(self.mail, source)
                return commands
        self.came = unread_attachments(self.mail, None)
        return self.commands_in(self.mail.text)

    def commands_in(self, text: str) -> list[Command]:
        """What a text of the writer's asks for; afterwards it is known which game it is about."""
        games = {seat.game for seat in self.seats}
        read = parse(text, games=games)
        self.game = self._first_game(read)
        own = self.own_rows({self.game, *(game_key(c.game) for c in read if isinstance(c, UseGame))})
        return self._worth_reading(parse(text, own, games) if own else read)

    def asks(self, command: Command) -> bool:
        """Whether it is more than talk. Lines that may be orders are tried on the game, which they do not change."""
        if not isinstance(command, OrderLines):
            return True
        if not command.lines or any(map(looks_like_order, command.lines)):
            return bool(command.lines)
        seat = self.sits_in(self.game) if self.game else None
        try:
            game = self.catch_up(self.game) if seat else None
        except UnreadableGame:
            return False
        if not seat or not game or is_gm(seat.seat):
            return False
        return not _says_nothing(decide(game, command, seat.seat, self.books.now, self.books.rules(game)).replies)

    def say(self, kind: str, **facts: Any) -> None:
        """Add a part to the answer."""
        self.replies.append(Reply(kind, facts))

    def _facts(self, seat: SeatRecord | None, replies: list[Reply]) -> dict[str, Any]:
        game = self.books.opened(seat.game) if seat else None
        seen = self.books.seen(game, seat.seat) if game and seat else None
        facts = answer_facts(seen, self.books.rules(game) if game else None, replies, self.letter.received)
        elsewhere = self.mail.sender if self.person and self.mail.sender != self.address.lower() else ""
        if self.person and seat is None and any(reply.kind.startswith("zine") for reply in replies):
            facts["edits"] = self.person.id
        if asks := [reply.facts["held"] for reply in replies if reply.kind == "question-open"]:
            facts["held"] = asks[0]
        return {**facts, "elsewhere": elsewhere, "name": self.person.name if self.person else "", "known": self.person is not None}

    def _first_game(self, commands: tuple[Command, ...]) -> str:
        """The game a letter is about before it says so: its token's, its subject's, or the only one of its sender's that runs.

        For START it is the only one that has not begun.
        """
        if self.by_token:
            return self.by_token.game
        if self.who.about and self.sits_in(self.who.about):
            return self.who.about
        named = _SUBJECT_GAME.search(self.mail.subject)
        if named and self.sits_in(game_key(named[1])):
            return game_key(named[1])
        if len(self.seats) == 1:
            return self.seats[0].game
        stage = "forming" if any(isinstance(command, StartGame) for command in commands) else "running"
        fitting = [seat.game for seat in self.seats if self._is_at(seat.game, stage)]
        return fitting[0] if len(fitting) == 1 else ""

    def own_rows(self, games: set[str]) -> list[CommandSpec]:
        """The commands that only these games of the sender's have."""
        found = [self.books.opened(name) for name in sorted(games) if self.sits_in(name)]
        return [each for game in found if game for each in variant_command_rows(self.books.rules(game))]

    def _is_on(self, name: str) -> bool:
        return self.books.stage(name) not in ("", "finished")

    def sits_in(self, name: str) -> SeatRecord | None:
        """The writer's seat in a game; None if they have none."""
        if self.by_token and self.by_token.game == name:
            return self.by_token
        return next((seat for seat in self.seats if seat.game == name), None)

    def catch_up(self, name: str) -> Game | None:
        """The game, its phase run first if the letter came after its deadline."""
        game = self.books.open(name)
        return self.books.catch_up(game, self.at) if game else None

    def _worth_reading(self, commands: tuple[Command, ...]) -> list[Command]:
        """Without the talk around commands. In a letter of nothing but talk, all of it."""
        said = [c for c in commands if not isinstance(c, OrderLines) or c.asked or any(map(looks_like_order, c.lines))]
        seat = self.sits_in(self.game) if self.game else None
        playing = seat and not is_gm(seat.seat) and self._is_at(seat.game, "running")
        return list(commands) if playing else said

    def _is_at(self, name: str, stage: str) -> bool:
        return self.books.stage(name) == stage

    def _obey(self, command: Command) -> None:
        if not self.often.allows(command, self.game):
            return
        handle, before = OFFICE_COMMANDS.get(type(command)), (self.game, len(self.replies))
        try:
            if handle:
                handle(self, command)
            elif not self.lost:
                self._about_a_game(command)
        except UnreadableGame as found:
            note_unreadable(self, found)
        said = before[1] if before[0] == self.game else 0
        self.replies[said:] = refusals.about(command, self.replies[said:])

    def _about_a_game(self, command: Command) -> None:
        if isinstance(command, ExtendDeadline | Rollback) and command.game:
            self._use_game(UseGame(command.line, command.game))
        seat = self.sits_in(self.game) if self.game and not self.lost else None
        if seat is None:
            self._which_game()
            return
        game = self.catch_up(self.game)
        if game is None:
            raise LookupError(f"{self.game} has seats but is no game")
        if study := STUDIES.get(type(command)):
            study(self, QueryContext(game, seat), command)
            return
        if isinstance(command, Eject | Promote) and is_gm(seat.seat):
            command = inviting.resolve_person(self, command, game)
        other: Person | None = None
        if isinstance(command, TakeOver) and is_gm(seat.seat):
            command, other = preferences.resolve_standby(self, command, game)
        decision = self.decide(command, game, seat.seat)
        talk = isinstance(command, OrderLines) and _says_nothing(decision.replies) and not _leaves_out(decision.replies)
        refused = talk or not limits.may_offer(self, other, decision)
        if refused or not carry_out_or_say(self, QueryContext(game, seat), command, decision, other):
            return
        self.replies += decision.replies
        if any(isinstance(event, Left | Resigned | StandbyLeft | SeatGivenUp) for event in decision.events):
            self._stand_up(seat)
        elif isinstance(command, TakeOver) and decision.events and self.person:
            self.by_token, self.seats = None, self.books.work.seats.of_person(self.person.id)

    def decide(self, command: Command, game: Game, seat: str) -> CommandResult:
        """What a command from a seat comes to; nothing is changed yet."""
        if isinstance(command, Ordering):
            command = self.with_phase(command, game)
        secret = self.books.secret(game) if isinstance(command, StartGame) else self.books.secret_for_dice(game)
        return decide(game, command, seat, self.books.now, self.books.rules(game), secret, lambda: self.books.past(game))

    def _stand_up(self, seat: SeatRecord) -> None:
        """The sender has given up this seat: the answer is not about its game any more."""
        self.by_token = None
        self.seats = [other for other in self.seats if other.game != seat.game]
        self.game = ""

    def with_phase(self, command: Ordering, game: Game) -> Ordering:
        """Orders in an answer to one of our letters are for the phase that letter spoke of, unless they say otherwise.

        Orders that were written before a phase was run, and came after it, are for that one. So are words about orders.
        """
        found = _SUBJECT_PHASE.search(self.mail.subject)
        named = found[1].strip() if found and self.books.rules(game).calendar.read(found[1].strip()) else ""
        written = self.mail.date
        before = game.ran_phase if written and game.ran and written < game.ran <= self.letter.received else ""
        phase = command.phase or named or self.phases.get(game.name, "") or before
        if isinstance(command, OrderLines):
            return replace(command, phase=phase, letter=message_fingerprint(self.mail.message_id))
        return replace(command, phase=phase)

    def _which_game(self) -> None:
        self.lost = True
        if self.replies and self.replies[-1].kind == "not-in-game":
            return
        if not self.seats and preferences.answer_former_player(self):
            return
        if self.seats:
            names = sorted({seat.game for seat in self.seats})
            self.say("which-game", games=[name for name in names if self._is_on(name)] or names)
        else:
            self.say("stranger")

    def _use_game(self, command: UseGame) -> None:
        name = game_key(command.game)
        if command.lettered and not self.sits_in(name):
            name = name[1:]
            if not self.sits_in(name):
                self.say("unknown", line=command.line, near=list(NEAREST["SIGNON"]))
                return
        if self.sits_in(name):
            self.turn_to(name)
            self.lost = False
            self.catch_up(name)
        else:
            self.lost = True
            self.say("not-in-game", game=name, games=sorted({seat.game for seat in self.seats}))

    def _incomplete(self, command: IncompleteCommand) -> None:
        if command.word == "JOIN":
            joining.ask_which_game(self)
            return
        found = row_for_word(command.word, KNOWN)
        named = game_key((find_row(command.line, KNOWN) or (None, ""))[1].partition(" ")[0])
        if named and not self.sits_in(named) and self.books.stage(named):
            self._use_game(UseGame(command.line, named))
            return
        self.say(
            "incomplete",
            line=command.line,
            word=command.word,
            example=found.example if found else "",
            bare=command.line.strip().upper() == command.word,
        )


def _says_nothing(replies: tuple[Reply, ...]) -> bool:
    """Whether order lines turned out to be talk: nothing taken, nothing to complain about."""
    return all(
        reply.kind == "orders" and not any(reply.facts.get(part) for part in ("taken", "ahead", "problems", "ignored", "dropped"))
        for reply in replies
    )


def _leaves_out(replies: tuple[Reply, ...]) -> bool:
    """Whether there are orders among the comments of order lines that say nothing else."""
    return any(reply.kind == "orders" and reply.facts["left"] for reply in replies)


OFFICE_COMMANDS: dict[type, Callable[[LetterContext, Any], None]] = {
    UseGame: LetterContext._use_game,
    Help: help_and_lists.show_help,
    ListGames: help_and_lists.list_games,
    ShowStatus: help_and_lists.status,
    ShowMap: help_and_lists.draw_map,
    MapsOnOff: help_and_lists.maps,
    Join: joining.join,
    CreateGame: joining.create,
    SetTimezone: preferences.timezone,
    ShowRecord: preferences.record,
    StandBy: joining.stand_by,
    Observe: joining.observe,
    NameInPrint: preferences.names,
    ChangeAddress: address_change.ask_new_address,
    RenewToken: address_change.renew_token,
    AddressInPrint: address_change.set_address_in_print,
    Invite: inviting.invite,
    **zine_subscriptions.COMMANDS,
    UnknownCommand: lambda visit, c: visit.say("unknown", line=c.line, near=list(c.nearest)),
    IncompleteCommand: LetterContext._incomplete,
    LinesBeyondLimit: lambda visit, c: visit.say("skipped", line=c.line, count=c.count),
    GivePassword: lambda visit, c: None,
    SetPassword: lambda visit, c: visit.say("password", **set_password(visit.books.work, visit.person, c.word)),
    ForwardToGM: forward_request,
    Confirm: lambda visit, c: visit.say("code", why="unknown"),
    AmbiguousPress: lambda visit, c: visit.say("press-in-doubt", why=c.why, text=c.text[:300], word=c.word),
}
"""Commands that the office answers itself; all others are decided by their game."""
