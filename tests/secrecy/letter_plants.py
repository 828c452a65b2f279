"""Leaks to be planted in letters of any game: envelopes, heads, sizes and times, whom a phase waits for, what handlers get."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from judge.commands.queries import ShowPlayers
from judge.game import Game, decision, visibility
from judge.game.decision import Notification
from judge.game.model.known_game import KnownGame, known_game
from judge.letters import Notice
from judge.mail import compose
from judge.mail.sender import OutboxSender
from judge.office.handlers import queries
from judge.office.rendering.notice_reader import NoticeReader
from judge.office.unit_of_work import UnitOfWork
from judge.reports import answer
from judge.rules import Ruleset, blind_play, gm_due
from judge.seat import Seat
from tests.secrecy.planting import hidden_sum, of_1492, on_the_whole_board, reword
from tests.secrecy.years import House

# Envelopes, heads, sizes, times, numbers


def the_number_of_a_notice_in_the_return_path(patch: pytest.MonkeyPatch, house: House) -> None:
    """Bounces go to the number of the notice, which counts everybody's letters."""
    patch.setattr(OutboxSender, "_envelope", lambda self, claimed: f"judge+bounce.{claimed.id}@pbm.example")


def the_number_of_a_notice_in_the_message_id(patch: pytest.MonkeyPatch, house: House) -> None:
    """Message-IDs count letters."""
    headers = compose._headers
    rows = iter(range(10**9))

    def counted(notice: Notice, desk: compose.SenderIdentity, token: str) -> dict[str, str]:
        return {**headers(notice, desk, token), "Message-ID": f"<judge.{next(rows)}@pbm.example>"}

    patch.setattr(compose, "_headers", counted)


def the_number_of_events_in_a_header(patch: pytest.MonkeyPatch, house: House) -> None:
    """Each letter says how many events the game has: others' letters make some."""
    headers = compose._headers
    patch.setattr(compose, "_headers", lambda *asked: {**headers(*asked), "X-Version": str(house.game.seq)})


def a_sum_over_the_board_in_a_header(patch: pytest.MonkeyPatch, house: House) -> None:
    """A check-sum of the position."""
    headers = compose._headers
    patch.setattr(compose, "_headers", lambda *asked: {**headers(*asked), "X-Position": hidden_sum(house)})


def the_seal_of_the_whole_board_as_a_boundary(patch: pytest.MonkeyPatch, house: House) -> None:
    """The parts of a letter are divided by a mark made of everything."""
    make = compose.compose

    def sealed(notice: Notice, subject: str, text: str, *more: Any, **named: Any) -> bytes:
        raw: bytes = make(notice, subject, text, *more, **named)
        return raw.replace(b"MIME-Version: 1.0", b"MIME-Version: 1.0 (" + hidden_sum(house).encode() + b")")

    patch.setattr("judge.mail.sender.compose", sealed)


def dots_at_the_end(patch: pytest.MonkeyPatch, house: House) -> None:
    """A letter is as long as there is much to hide."""
    reword(patch, house, lambda notice, title, text: (title, text + "." * int(hidden_sum(house)) + "\n"))


def a_number_in_the_subject(patch: pytest.MonkeyPatch, house: House) -> None:
    """Of reports only."""
    reword(patch, house, lambda n, title, text: (title + (" " + hidden_sum(house) if n.kind == "report" else ""), text))


def a_blank_in_private_letters(patch: pytest.MonkeyPatch, house: House) -> None:
    """Nobody sees it, but the letter is longer."""
    reword(patch, house, lambda n, title, text: (title, text + " \n" * (int(hidden_sum(house)) % 7 if n.kind == "private" else 0)))


def seconds_by_the_number_of_retreats(patch: pytest.MonkeyPatch, house: House) -> None:
    """Letters go out later when somebody must retreat."""
    now = house.office.hands.now
    patch.setattr(house.office.hands, "now", lambda: now() + timedelta(seconds=len(house.game.board_now.dislodged)))


def the_hour_of_the_last_event(patch: pytest.MonkeyPatch, house: House) -> None:
    """The foot of an answer says how many events there were in the game's life."""
    reword(patch, house, lambda n, title, text: (title, text + (f"({house.game.seq})\n" if n.kind == "answer" else "")))


def private_letters_only_for_the_concerned(patch: pytest.MonkeyPatch, house: House) -> None:
    """Who has nothing to do gets no letter while somebody must retreat."""
    tell = UnitOfWork._tell

    def some(self: UnitOfWork, game: Any, told: Notification, but: Seat | None) -> None:
        if told.kind != "private" or not game.board_now.dislodged:
            tell(self, game, told, but)

    patch.setattr(UnitOfWork, "_tell", some)


def two_letters_when_the_gm_looks(patch: pytest.MonkeyPatch, house: House) -> None:
    """What the GM writes is counted in the next report."""
    tell = UnitOfWork._tell
    looks = [0]

    def counted(self: UnitOfWork, game: Any, told: Notification, but: Seat | None) -> None:
        looks[0] = house.office.count
        tell(self, game, told, but)

    patch.setattr(UnitOfWork, "_tell", counted)
    reword(patch, house, lambda n, title, text: (title, text + (f"{looks[0]}\n" if n.kind == "report" else "")))


# When a phase is run, and who is asked


def waiting_for_the_natives(patch: pytest.MonkeyPatch, house: House) -> None:
    """FINAL from all does not run a phase while natives roam somewhere."""
    deciding = sys.modules["judge.game.decide"]
    early = deciding.can_run_early  # type: ignore[attr-defined]
    patch.setattr(deciding, "can_run_early", lambda game, rules: early(game, rules) and not gm_due(game.board_now, rules))


def not_waiting_for_those_who_stand_firm(patch: pytest.MonkeyPatch, house: House) -> None:
    """Retreats run early when nobody must retreat."""
    deciding = sys.modules["judge.game.decide"]
    early = deciding.can_run_early  # type: ignore[attr-defined]

    def hasty(game: Game, rules: Ruleset) -> bool:
        idle = game.board_now.phase.kind == "retreats" and not game.board_now.dislodged
        return bool(early(game, rules)) or (idle and bool(game.final))

    patch.setattr(deciding, "can_run_early", hasty)


def who_is_asked_for_retreats(patch: pytest.MonkeyPatch, house: House) -> None:
    """Only those who must retreat are waited for."""
    patch.setattr(of_1492("sight").Sight, "visible_dues", lambda self, variant, position, owed: owed)
    patch.setattr(visibility, "known_game", on_the_whole_board)


def who_is_asked_blind(patch: pytest.MonkeyPatch, house: House) -> None:
    """STATUS lists those from whom something is due."""
    patch.setattr(blind_play.BlindRules, "visible_dues", lambda self, variant, position, owed: owed)
    patch.setattr(visibility, "known_game", on_the_whole_board)


def who_was_silent_in_retreats(patch: pytest.MonkeyPatch, house: House) -> None:
    """A power that had a retreat to make, and sent none, is named."""
    patch.setattr(visibility, "_silent", lambda turn, reader, common: turn.silent)


def what_the_gm_entered(patch: pytest.MonkeyPatch, house: House) -> None:
    """The report says that the GM ordered a retreat for somebody."""
    patch.setattr(visibility, "_may_know", lambda act, turn, ruleset, reader: True)


def what_has_come_in(patch: pytest.MonkeyPatch, house: House) -> None:
    """Everybody's answers say whose orders the judge has."""
    facts = answer.game_facts

    def counted(seen: Any, ruleset: Ruleset) -> dict[str, Any]:
        return {**facts(seen, ruleset), "owing": sorted(house.game.standing)}

    for module in (answer, sys.modules["judge.office.unit_of_work"], sys.modules["judge.office.answering"]):
        if hasattr(module, "game_facts"):
            patch.setattr(module, "game_facts", counted)
    reword(patch, house, lambda n, title, text: (title, text + (f"{sorted(house.game.standing)}\n" if n.kind == "answer" else "")))


def who_has_said_final(patch: pytest.MonkeyPatch, house: House) -> None:
    """STATUS tells how many are ready."""
    reword(patch, house, lambda n, title, text: (title, text + (f"{len(house.game.final)} ready\n" if n.kind == "answer" else "")))


# What handlers of commands get


def orders_read_on_the_whole_board(patch: pytest.MonkeyPatch, house: House) -> None:
    """Complaints and warnings are those of the referee."""
    patch.setattr(decision, "known_game", on_the_whole_board)


def everybodys_orders_in_the_view(patch: pytest.MonkeyPatch, house: House) -> None:
    """TRY and PREVIEW use what others have ordered."""

    def more(game: Game, ruleset: Ruleset, reader: str, seat: Seat | None = None) -> KnownGame:
        return replace(known_game(game, ruleset, reader, seat), standing=game.standing)

    for module in (decision, visibility):
        patch.setattr(module, "known_game", more)

    def ordered() -> str:
        return str([len(order.target) for standing in house.game.standing.values() for order in standing.orders])

    reword(patch, house, lambda n, title, text: (title, text + (ordered() if n.kind == "answer" else "")))


def history_of_all(patch: pytest.MonkeyPatch, house: House) -> None:
    """HISTORY has everybody's centres."""
    patch.setattr(queries, "visible_history", lambda history, rules, reader: history)


def in_order_of_joining(patch: pytest.MonkeyPatch, house: House) -> None:
    """WHO lists powers by who came to the game first."""

    def plays(context: Any, at: Any, command: Any) -> None:
        rows = [{"power": seat.power, "seat": str(seat.key), "vacant": seat.vacant} for seat in at.game.seats]
        context.say("who", seats=rows, hidden=at.game.settings.anonymous and at.reader != "gm")

    dispatch = sys.modules["judge.office.dispatch"]
    handlers = dispatch.HANDLERS  # type: ignore[attr-defined]
    patch.setitem(handlers, ShowPlayers, dispatch.Handler(plays))  # type: ignore[attr-defined]


def names_of_players(patch: pytest.MonkeyPatch, house: House) -> None:
    """Names that are secret stand in WHO."""
    patch.setattr(NoticeReader, "is_kept_from_names", lambda self: False)
    reword(patch, house, lambda n, title, text: (title, text + (f"{house.seats}\n" if n.kind == "report" else "")))


def the_first_letter_of_a_neighbour(patch: pytest.MonkeyPatch, house: House) -> None:
    """A letter is signed by who plays Austria."""
    reword(patch, house, lambda n, title, text: (title, text.rstrip() + f"\n{house.seats[0][:1]}\n"))
