"""A yes, a no or a choice in a word or two, in reply to a letter of ours: what it is a short form of.

A reply to the letter that asks for a vote is about the vote. Elsewhere a word answers the only question that is open; where several
are open nothing is done, and the answer names them all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.board import Board
from judge.commands import Command
from judge.commands.answers import Answer, is_plain_refusal, parse_answer
from judge.commands.authentication import ForwardToGM
from judge.commands.choices import adds_nothing, is_choice
from judge.commands.gm_review import PublishReport
from judge.commands.help_and_lists import UseGame
from judge.commands.orders import OrderLines
from judge.commands.press import looks_like_order
from judge.commands.voting import Vote
from judge.game import Game
from judge.game.players.draw_votes import surviving_powers
from judge.office.context import LetterContext
from judge.office.intake.invitation_replies import held_of_writer, is_fresh, open_questions
from judge.office.intake.question_replies import answer_in_mail, tells
from judge.office.suggestions import suggestions
from judge.seat import GM
from judge.store import SeatRecord

SHORT = 8
"""Most words of a reply to the letter about a vote that is assumed to be about it."""
MOST_NAMED = 200
"""Characters of a refusal in which places are looked for."""
_SIGNED = re.compile(r"\n\s*[A-Z][^\W\d_]+\s*$")  # a name below
_OF_DRAW = re.compile(
    r"\b(?:(?:to|with|for|on)\s+)?(?:(?:the|a|this|that)\s+)?draw(?:\s+(?:proposal|vote))?\b(?:\s+from me)?", re.IGNORECASE
)
"""What a yes or a no is said to while a vote on a draw is open: `yes to the draw`."""
_SHORT_FORMS = {Answer.YES: Vote("VOTE YES", True), Answer.NO: Vote("VOTE NO", False)}


def written_out(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """What a letter asks for, of which a bare yes or no may be a short form: of VOTE, of PASS ON, of a GM's PUBLISH."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.uow.opened(seat.game) if seat else None
    said = _said(context, commands, game)
    if not seat or not game or game.stage != "running" or said is None or not (seat.seat.is_player or seat.seat == GM):
        return list(commands)
    rest = [left for each in commands if (left := _without(each, said)) is not None]
    named = any(isinstance(each, UseGame) for each in commands) and is_fresh(context)
    held = held_of_writer(context) if named else []
    if held and (lines := _open_lines(context, game, seat)):
        context.say("open-questions", game=game.name, lines=lines, held=len(held))
        return [each for each in rest if not isinstance(each, OrderLines)]
    if seat.seat == GM:
        shown = _is_shown(context, game) or (named and _waits(game))
        return [PublishReport("PUBLISH"), *rest] if said is Answer.YES and shown else list(commands)
    return _players(context, commands, rest, seat, game, said)


def is_asked_elsewhere(context: LetterContext, name: str) -> bool:
    """Whether the writer was asked something about a game, beside whether a letter of theirs is to count."""
    seat, game = context.sits_in(name), context.uow.opened(name)
    return bool(seat and game and (_open_lines(context, game, seat) or open_questions(context, seat)))


def _open_lines(context: LetterContext, game: Game, seat: SeatRecord) -> list[str]:
    """What may be written in answer to the questions that somebody in a running game was asked: about orders, a vote, a report."""
    if game.stage != "running":
        return []
    if seat.seat == GM:
        return ["PUBLISH"] if _waits(game) else []
    votes = game.ballot is not None and game.power_of(seat.seat) in surviving_powers(game, context.uow.rules(game))
    passes = context.uow.work.seats.line_for_gm(seat.game, seat.seat, context.at)
    orders = [text for question in game.questions.get(seat.seat, ()) for text in question.orders]
    return [*dict.fromkeys(orders), *(["VOTE YES", "VOTE NO"] if votes else []), *(["PASS ON"] if passes else [])]


def _waits(game: Game) -> bool:
    """Whether a report waits for the GM, and nothing has changed it since it was shown."""
    return game.held is not None and not (game.entered or game.replaced)


def _players(
    context: LetterContext, commands: Sequence[Command], rest: list[Command], seat: SeatRecord, game: Game, said: Answer
) -> list[Command]:
    """The same for a player who answers `said`. `rest`: the commands without the line that says it."""
    asked = game.questions.get(seat.seat, ())
    line = context.uow.work.seats.line_for_gm(seat.game, seat.seat, context.at)
    votes = game.ballot is not None and game.power_of(seat.seat) in surviving_powers(game, context.uow.rules(game))
    about_vote = votes and _replies_to(context, "news", "proposed")
    if about_vote and said in _SHORT_FORMS:
        return [_SHORT_FORMS[said], *rest]
    if _is_for_orders(context, said) and asked:
        return list(commands)
    if about_vote or (said is not Answer.WEAK and votes and (said not in _SHORT_FORMS or asked or line)) or (asked and line):
        orders = [text for question in asked for text in question.orders]
        _ask(context, votes, list(dict.fromkeys(orders)), bool(line))
        return [each for each in rest if not isinstance(each, OrderLines)]
    if asked or said is Answer.WEAK:
        return list(commands)
    if votes:
        return [_SHORT_FORMS[said], *rest]
    if line:
        return _to_pass_on(context, seat, rest, said)
    context.say("no-question", said=_line(context), spoken_of=suggestions(context)["spoken_of"])
    return rest


def _ask(context: LetterContext, vote: bool, orders: list[str], passes: bool) -> None:
    """Say that a word is no answer, or not clear which question it answers, and what to write."""
    several = vote + bool(orders) + passes > 1
    context.say("which-meant", said=_line(context), vote=vote, choices=orders, passes=passes, several=several)


def _to_pass_on(context: LetterContext, seat: SeatRecord, rest: list[Command], said: Answer) -> list[Command]:
    """Carry out a yes or a no to the question whether something is to be passed on to the GM."""
    if said is Answer.YES:
        return [ForwardToGM("PASS ON"), *rest]
    if said is Answer.NO:
        line = context.uow.work.seats.take_line_for_gm(seat.game, seat.seat, context.at)
        context.say("not-passed-on", line=line)
    else:
        _ask(context, False, [], True)
    return rest


def _said(context: LetterContext, commands: Sequence[Command], game: Game | None) -> Answer | None:
    """What a letter answers that does nothing else but give orders or ask for something to read: YES, NO, WEAK; UNCLEAR for a
    choice, for a refusal of something else (`that was not me`), or for a word or two about a vote. None for other letters.
    """
    text = context.mail.text.strip()
    acting = [each for each in commands if not isinstance(each, ForwardToGM | OrderLines)]
    passes_on = any(isinstance(each, ForwardToGM) and "pass" in each.line.lower() for each in commands)
    orders = any(isinstance(each, OrderLines) and any(map(looks_like_order, each.lines)) for each in commands)
    if not text or passes_on or not all(map(tells, acting)) or (orders and looks_like_order(_line(context))):
        return None
    if game is not None and _begins_with_place(context, game):
        return None
    drawn = game is not None and game.ballot is not None and game.ballot.what == "draw"
    bare = _OF_DRAW.sub("", text) if drawn else text
    said = answer_in_mail(context.mail._replace(text=bare))
    if said in (Answer.YES, Answer.WEAK):
        return said
    if said is Answer.NO and is_plain_refusal(_SIGNED.sub("", bare)):
        return Answer.NO
    if said is Answer.NO and game is not None and game.ballot is None and _names_places(context, game, bare):
        return None  # `Cancel Aegean`
    if said is Answer.NO:
        return None if orders or _orders(context, commands) else Answer.UNCLEAR  # `A Ruh-Bel` above `cancel that`; `no build`
    if orders or acting:
        return None
    about_vote = _replies_to(context, "news", "proposed") and len(text.split()) <= SHORT
    return Answer.UNCLEAR if is_choice(_line(context)) or about_vote else None


def _begins_with_place(context: LetterContext, game: Game) -> bool:
    """Whether a letter begins with the code of a space, in capitals, and says something of it: `NAO goes home`. In small letters
    a code may be a word that answers (`não`).
    """
    first, _, rest = context.mail.text.strip().partition(" ")
    board = _board_seen(context, game)
    return board is not None and first.isupper() and first in board.spaces and not adds_nothing(rest)


def _names_places(context: LetterContext, game: Game, text: str) -> bool:
    board = _board_seen(context, game)
    return board is not None and bool(context.uow.rules(game).notation.named(text[:MOST_NAMED], board)[0])


def _board_seen(context: LetterContext, game: Game) -> Board | None:
    """The board that the writer knows; None before the start."""
    seat = context.sits_in(context.game) if context.game else None
    position = context.uow.seen(game, seat.seat).position if seat else None
    return context.uow.rules(game).board_at(position) if position else None


def _orders(context: LetterContext, commands: Sequence[Command]) -> bool:
    """Whether lines that do not look like orders nevertheless give orders in the writer's game, or say what not to do."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.catch_up(context.game) if seat else None
    if not seat or not game or not seat.seat.is_player:
        return False
    lines = [each for each in commands if isinstance(each, OrderLines)]
    found = [context.decide(each, game, seat.seat).replies for each in lines]
    return any(reply.facts.get("taken") or reply.facts.get("problems") for replies in found for reply in replies)


def _is_for_orders(context: LetterContext, said: Answer) -> bool:
    """Whether a word chooses among orders, which a vote does not have."""
    return said is Answer.UNCLEAR and is_choice(_line(context)) and not _replies_to(context, "news", "proposed")


def _line(context: LetterContext) -> str:
    """The first line of a letter."""
    return context.mail.text.strip().partition("\n")[0]


def _without(command: Command, said: Answer) -> Command | None:
    """Return a command without `said`: without the line that says it, or None for a yes that would pass something on."""
    if isinstance(command, ForwardToGM):
        return None
    if not isinstance(command, OrderLines):
        return command
    lines = tuple(line for line in command.lines if parse_answer(line) is not said)
    return replace(command, lines=lines) if any(map(looks_like_order, lines)) else None


def _replies_to(context: LetterContext, kind: str, what: str = "") -> bool:
    """Whether a letter replies to one of ours of this kind."""
    found = context.uow.work.outbox.by_message_ids(context.mail.references[-1:]) if context.mail.references else []
    return any(sent.kind == kind and sent.facts.get("what", "") == what and sent.game == context.game for sent in found)


def _is_shown(context: LetterContext, game: Game) -> bool:
    """Whether a letter of the GM replies to the preview of the phase that is held, which nothing has changed since."""
    found = context.uow.work.outbox.by_message_ids(context.mail.references[-1:]) if context.mail.references else []
    shown = any(sent.kind == "preview" and sent.facts.get("phase") == game.board_now.phase.name for sent in found)
    return shown and _waits(game)
