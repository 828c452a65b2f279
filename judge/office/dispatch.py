"""Pass commands to their handlers. One table has exactly one handler for each type of command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

from judge.account import Piece
from judge.commands.answers import is_thanks
from judge.commands.authentication import Confirm, ForwardToGM, GivePassword
from judge.commands.base import Command, IncompleteCommand, LinesBeyondLimit, UnknownCommand
from judge.commands.deadlines import ExtendDeadline
from judge.commands.dice import ShowThrows
from judge.commands.gm import CreateGame, ProcessPhase
from judge.commands.help_and_lists import Help, ListGames, ShowMap, ShowStatus, UseGame
from judge.commands.joining import Join, Resign, is_name_line
from judge.commands.observers import Observe
from judge.commands.orders import MarkFinal, OrderLines
from judge.commands.people_in_game import Admit, Eject, Invite, Promote
from judge.commands.personal import ChangeAddress, RenewToken
from judge.commands.positions import ExportGame, ShowPosition
from judge.commands.practice import Hint, Practise, ShowMoves, TakeLesson
from judge.commands.press import AmbiguousPress, looks_like_order
from judge.commands.queries import (
    ExplainResult,
    PreviewOrders,
    ShowBorders,
    ShowHistory,
    ShowPlayers,
    ShowResults,
    ShowRules,
    ShowRulesOf,
    TryAgainstLikely,
    TryOrders,
)
from judge.commands.standbys import ShowRecordOf, StandBy, TakeOver
from judge.commands.succession import AcceptHandover, HandOver
from judge.commands.table import BY_TYPE
from judge.commands.voting import ProposeEnd
from judge.commands.zines import DeclineZine, ResendIssue, SendSample, SubscribeZine, UnsubscribeZine, ZineSetting
from judge.game.decide import HANDLERS as DECIDED_BY_GAME
from judge.office import refusals
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers import (
    address_change,
    board_queries,
    choose_game,
    forward_to_gm,
    game_commands,
    help_and_lists,
    inviting,
    joining,
    practice,
    preferences,
    queries,
    remarks,
    series,
    succession,
    zine_subscriptions,
)
from judge.office.repeated_commands import MOST, Often, without_repeats
from judge.office.suggestions import reader_kind
from judge.office.unreadable_games import UnreadableGame


def always(context: LetterContext, command: Command) -> bool:
    """Return True: an unknown command is assumed to change something."""
    return True


class Handler(NamedTuple):
    """The function that carries a command out, and one that tells in advance whether it would change anything."""

    obey: Callable[..., None]
    """Takes the letter's context, what the command's row says it is about (`CommandSpec.about`: a `SeatInGame`, a `Person`, or
    nothing), and the command.
    """
    would_act: Callable[[LetterContext, Any], bool] = always
    """For commands that do not only read. Changes nothing. Raises UnreadableGame."""


ABOUT_ITS_GAME = Invite | Join | Observe | StandBy
"""Commands that are about the letter's game if they name none."""
BY_GAME = Handler(game_commands.obey, game_commands.would_act)

HANDLERS: Mapping[type[Command], Handler] = {
    **dict.fromkeys(DECIDED_BY_GAME, BY_GAME),
    # about a game, and more than the game decides
    OrderLines: Handler(game_commands.obey_orders, game_commands.would_act),
    ExtendDeadline: Handler(game_commands.obey),
    TakeOver: Handler(joining.take_over, joining.would_take_over),
    Eject: Handler(inviting.eject_or_promote, inviting.would_eject_or_promote),
    Promote: Handler(inviting.eject_or_promote, inviting.would_eject_or_promote),
    AcceptHandover: Handler(succession.accept_handover, game_commands.would_act),
    Admit: Handler(inviting.admit, inviting.would_admit),
    ProposeEnd: Handler(inviting.propose, inviting.would_propose),
    HandOver: Handler(succession.hand_over, succession.would_hand_over),
    Resign: Handler(succession.resign, succession.would_resign),
    # questions about a game
    ExplainResult: Handler(queries.explain_result),
    PreviewOrders: Handler(queries.preview_orders),
    ShowHistory: Handler(queries.show_history),
    ShowPlayers: Handler(queries.show_players),
    ShowPosition: Handler(queries.show_position),
    ExportGame: Handler(queries.export_game),
    ShowResults: Handler(queries.show_results),
    ShowRules: Handler(queries.show_rules),
    ShowRulesOf: Handler(queries.show_rules_of),
    ShowThrows: Handler(queries.show_throws),
    TryOrders: Handler(queries.show_trial),
    TryAgainstLikely: Handler(queries.show_likely),
    ShowBorders: Handler(board_queries.show_borders),
    # a game that need not be the writer's yet
    CreateGame: Handler(joining.create, joining.would_create),
    Invite: Handler(inviting.invite),
    Join: Handler(joining.join, joining.would_join),
    Observe: Handler(joining.observe),
    ShowMap: Handler(help_and_lists.draw_map),
    ShowStatus: Handler(help_and_lists.status),
    StandBy: Handler(joining.stand_by),
    UseGame: Handler(choose_game.use_game),
    # practice
    Practise: Handler(practice.practise, practice.would_practise),
    TakeLesson: Handler(practice.take_lesson),
    Hint: Handler(practice.give_hint),
    ShowMoves: Handler(practice.show_moves),
    # the writer
    **{kind: Handler(obey) for kind, obey in preferences.HANDLERS.items()},
    ChangeAddress: Handler(address_change.ask_new_address),
    RenewToken: Handler(address_change.renew_token),
    ShowRecordOf: Handler(preferences.record_of),
    # series
    **{kind: Handler(obey) for kind, obey in series.HANDLERS.items()},
    # zines
    DeclineZine: Handler(zine_subscriptions.decline),
    ResendIssue: Handler(zine_subscriptions.resend_issue),
    SendSample: Handler(zine_subscriptions.send_sample),
    SubscribeZine: Handler(zine_subscriptions.subscribe),
    UnsubscribeZine: Handler(zine_subscriptions.unsubscribe),
    ZineSetting: Handler(zine_subscriptions.change_zine_setting),
    # the judge, and the letter itself
    Confirm: Handler(remarks.unknown_code),
    ForwardToGM: Handler(forward_to_gm.forward_request),
    GivePassword: Handler(remarks.nothing),
    Help: Handler(help_and_lists.show_help),
    ListGames: Handler(help_and_lists.list_games),
    AmbiguousPress: Handler(remarks.ambiguous_press),
    IncompleteCommand: Handler(remarks.incomplete),
    LinesBeyondLimit: Handler(remarks.beyond_limit),
    UnknownCommand: Handler(remarks.unknown),
}
"""Every type of command → its handler."""


def obey(context: LetterContext, commands: Sequence[Command]) -> None:
    """Do what was read, each question once.

    Raises:
        UnreadableGame: all of it is about games that cannot be opened.
    """
    commands, games, questions = without_repeats(commands)
    context.obeyed = True
    often = Often()
    if context.game and context.sits_in(context.game):
        with suppress(UnreadableGame):  # the parts of the letter about it say so
            context.catch_up(context.game)
    names = [command for command in commands if is_name_line(command)]
    context.called = names[0].name if names else ""
    commands = _final_below_orders(commands)
    if not context.person:
        commands = [*(each for each in commands if each not in names), *names]
    for number, command in enumerate(commands):
        if _would_run_without(context, command, commands[number + 1 :]):
            continue
        if often.allows(command, context.game):
            _obey(context, command)
    _wait_for_repair(context)
    _look_for_orders(context)
    _hear_former_player(context)
    if games:
        context.say("one-game", games=games)
    if questions:
        context.say("one-mail", most=MOST, lines=questions)
    if left := often.left():
        context.say("too-often", left=left)
    if any(reply.kind == "press" for reply in context.replies) and context.mail.signed:
        context.say("signature-out")


def _final_below_orders(commands: Sequence[Command]) -> list[Command]:
    """Put FINAL behind the orders that stand below it, for it may run the phase; not beyond where another game begins."""
    found, above = list[Command](), list[Command]()
    for number, command in enumerate(commands):
        rest = takewhile(lambda each: not isinstance(each, UseGame), commands[number + 1 :])
        if isinstance(command, MarkFinal) and any(isinstance(each, OrderLines) for each in rest):
            above.append(command)
            continue
        found.append(command)
        if above and not any(isinstance(each, OrderLines) for each in rest):
            found += above
            above = []
    return found


def _would_run_without(context: LetterContext, command: Command, rest: Sequence[Command]) -> bool:
    """Whether a command would run the phase without something above it that was not understood. It is refused then."""
    if isinstance(command, MarkFinal) and command.on and (words := _unsettled(context, rest)):
        context.say("refused", why="final-open", words=words)
        return True
    if isinstance(command, ProcessPhase) and (words := _unentered(context)):
        context.say("refused", why="process-open", words=words)
        return True
    return False


def _unsettled(context: LetterContext, rest: Sequence[Command]) -> str:
    """Return what of the letter's orders so far is asked about, or was not understood and names several places; '' for nothing.

    FINAL below it would run the phase without it. `rest`: the commands that are obeyed later.
    """
    asked = (problem for reply in context.replies if reply.kind == "orders" for problem in reply.facts.get("problems", ()))
    if problem := next(asked, None):
        return str(problem["text"])
    doubted = (str(reply.facts.get("order", "")) for reply in context.replies if reply.kind == "press-in-doubt")
    if order := next(filter(None, doubted), ""):
        return order
    game = context.uow.opened(context.game) if context.game else None
    if not game or not game.position or game.stage != "running" or any(isinstance(each, OrderLines | UseGame) for each in rest):
        return ""
    rules, board = context.uow.rules(game), context.uow.rules(game).board_at(game.position)
    unread = (piece.text.strip() for piece in context.account.pieces() if piece.kind == "unread")
    return next((text for text in unread if len(rules.notation.named(text, board)[0]) > 1), "")


def _unentered(context: LetterContext) -> str:
    """Return what of the GM's orders for Powers was not read, '' for nothing. PROCESS below it would run the phase without it."""
    for reply in context.replies:
        facts = reply.facts
        if reply.kind == "entered" and facts["problems"]:
            return str(facts["problems"][0]["text"])
        if reply.kind == "refused" and facts["why"] in ("gm-has-no-units", "order-whom", "order-what", "which-phase"):
            return str((facts.get("wrote") or [facts.get("word") or "ORDER"])[0])
        if reply.kind == "incomplete" and facts["word"] in ("ORDER", "ACCEPT LATE"):
            return str(facts["line"])
    return ""


def _look_for_orders(context: LetterContext) -> None:
    """Make sure that no order is taken for a signature: a line that looks like an order, or names several places of the board."""
    game = context.uow.opened(context.game) if context.game else None
    if game and game.position:
        rules, board = context.uow.rules(game), context.uow.rules(game).board_at(game.position)
        context.account.unsign(lambda line: looks_like_order(line) or len(rules.notation.named(line, board)[0]) > 1)


def _hear_former_player(context: LetterContext) -> None:
    """Answer prose of a former player of a game that runs as one, not as a stranger: who just lost the seat writes no commands."""
    mail = context.mail
    unread = mail.problem or context.came or mail.unmarked
    if not (context.replies or context.parked or unread or is_thanks(mail.text)) and reader_kind(context) == "stranger":
        choose_game.answer_former_player(context)


def _obey(context: LetterContext, command: Command) -> None:
    game, before = context.game, len(context.replies)
    try:
        _hand_over(context, command)
    except UnreadableGame as found:
        if found.game not in context.shut:  # said once for each
            context.shut[found.game] = found
            context.say("shut", game=found.game)
    said = before if context.game == game else 0
    context.replies[said:] = replies = refusals.about(command, context.replies[said:])
    if isinstance(command, OrderLines) and (replies or context.lost) and all(reply.kind != "orders" for reply in replies):
        for line in command.lines:
            context.account.take(Piece("order", line.strip()))


def _hand_over(context: LetterContext, command: Command) -> None:
    """Give a command to its handler if its game or person exists; else say what is missing."""
    row, handler = BY_TYPE.get(type(command)), HANDLERS[type(command)]
    if context.unopened and isinstance(command, ABOUT_ITS_GAME) and not getattr(command, "game", ""):
        choose_game.say_lost(context)
    elif row is None or row.about == "nothing":
        handler.obey(context, command)
    elif row.about == "person":
        if context.person:
            handler.obey(context, context.person, command)
        else:
            context.say("stranger")
    elif context.lost:
        choose_game.say_lost(context)
    elif at := _seat_for(context, command):
        handler.obey(context, at, command)


def _seat_for(context: LetterContext, command: Command) -> SeatInGame | None:
    """The game that a command names, or that the letter is about, and the writer's seat there; None, and said so, for no seat."""
    if named := getattr(command, "game", ""):
        choose_game.use_game(context, UseGame(command.line, named))
    seat = context.sits_in(context.game) if context.game and not context.lost else None
    if seat is None:
        choose_game.say_which_game(context)
        return None
    game = context.catch_up(context.game)
    if game is None:
        raise LookupError(f"{context.game} has seats but is no game")
    return SeatInGame(game, seat)


def _wait_for_repair(context: LetterContext) -> None:
    """Raises UnreadableGame if a letter is about games that cannot be opened, and about nothing else: it is kept as it came."""
    said = [reply for replies in (context.replies, *context.parked.values()) for reply in replies]
    if context.shut and all(reply.kind in ("shut", "read-from") for reply in said):
        found = next(iter(context.shut.values()))
        found.to, found.answers = context.address, context.mail.message_id
        raise found
