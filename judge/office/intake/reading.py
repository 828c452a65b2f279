"""What a letter asks for, and which game it is about if it does not say so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from judge.account import Account, Piece
from judge.commands import Command, CommandSpec
from judge.commands.answers import Answer, is_courtesy, is_name, parse_answer
from judge.commands.authentication import ForwardToGM
from judge.commands.base import IncompleteCommand
from judge.commands.gm import CreateGame, StartGame
from judge.commands.help_and_lists import UseGame
from judge.commands.joining import Join, is_name_line
from judge.commands.line_reader import NOWHERE
from judge.commands.observers import Observe
from judge.commands.orders import OrderLines
from judge.commands.parse import ORDERED, Parsed, parse_lines
from judge.commands.positions import ImportGame
from judge.commands.press import looks_like_order
from judge.commands.standbys import StandBy
from judge.commands.table import find_row
from judge.game.variant_commands import variant_command_rows
from judge.mail.parsed import ParsedMail
from judge.office.context import LetterContext
from judge.office.handlers.game_commands import says_nothing
from judge.office.handlers.game_titles import find_variant
from judge.office.intake.command_text import command_texts, unread_attachments
from judge.office.intake.invitation_replies import acting_commands, answered
from judge.office.intake.practice_wish import said_there, wish_completed
from judge.office.intake.press_below import here
from judge.office.intake.press_replies import press_to_powers
from judge.office.intake.short_replies import written_out
from judge.office.intake.strangers import gives_orders
from judge.office.intake.wish_to_play import asks_for_seat
from judge.office.unit_of_work import game_key
from judge.office.unreadable_games import UnreadableGame
from judge.store import SeatRecord

_TO = re.compile(r"^\W{0,3}(?:press\b.{0,20})?\bto\b", re.IGNORECASE | re.MULTILINE)
"""A line that may begin with whom press is for."""
MOST_GAMES = 10
"""In how many games of a writer's it is looked whether a letter gives orders there."""
MOST_SUBJECT = 200
"""Characters of a subject in which a game's name is looked for."""
_BESIDE_NAME = re.compile(
    r"\b(?:re|aw|fwd?|game|my|the|for|of|in|orders?|moves?|retreats?|builds?|adjustments?|spring|summer|autumn|fall|winter"
    r"|[sfaw]?\d{2,4}[mrab]?)\b",
    re.IGNORECASE,
)
"""What may stand beside a game's name in a subject that says no more than which game its orders are for."""
_SUBJECT_GAME = re.compile(r"\[([^\[\]]{1,60})\]")


def read(context: LetterContext) -> list[Command]:
    """Return what a letter asks for. Afterwards `context.game` is the game that it is about."""
    if context.mail.problem not in ("", "empty", "binary"):
        context.say("unreadable", problem=context.mail.problem, some=bool(context.mail.text.strip()))
    if (press := press_to_powers(context)) is not None:
        return press
    written = _read(context)
    _take_game_from_head(context, written)
    talkless, told = _worth_reading(context, written), len(context.replies)
    said = asks_for_seat(context, written_out(context, answered(context, talkless)))
    if said != talkless or len(context.replies) > told:  # its words are a short form of something
        for line in _order_lines(written) - _order_lines(said):
            context.account.take(Piece("answer", line.strip()))
    if talkless != written:
        context.account.sort("courtesy", is_courtesy)
        context.account.sort("name", lambda line: is_name(line) and not looks_like_order(line))
    commands = [_with_game(context, _with_saved_game(context, each)) for each in _orders_first(context, said)]
    context.called = next((command.name for command in commands if is_name_line(command)), "")
    return commands


def read_commands(context: LetterContext, text: str) -> list[Command]:
    """Return what a text of the writer's asks for. Afterwards `context.game` is the game that it is about."""
    return _worth_reading(context, _parsed(context, text).commands)


def _take_game_from_head(context: LetterContext, commands: Sequence[Command]) -> None:
    """Of `GAME heron` above a yes or a no, make the game the one that the letter is about; the rest is read as if by itself."""
    name = headed_game(context, commands)
    if name:
        context.game = name
        context.mail = without_head(context.mail)


def without_head(mail: ParsedMail) -> ParsedMail:
    """Return a letter without its first line."""
    return mail._replace(text=mail.text.strip().partition("\n")[2].strip())


def headed_game(context: LetterContext, commands: Sequence[Command]) -> str:
    """The game that a line GAME names above a yes or a no that is all of a letter but for a line NAME; '' for any other letter."""
    first, *below = context.mail.text.strip().split("\n")
    said = acting_commands(commands)
    named, rest = (said[0], said[1:]) if said else (None, [])
    if not isinstance(named, UseGame) or named.line.strip() != first.strip() or not all(map(is_name_line, rest)):
        return ""
    name, names = game_key(named.game), {each.line.strip() for each in rest}
    answer = parse_answer("\n".join(line for line in below if line.strip() not in names))
    return name if context.sits_in(name) and answer in (Answer.YES, Answer.WEAK, Answer.NO) else ""


def _order_lines(commands: Sequence[Command]) -> Counter[str]:
    return Counter(line for each in commands if isinstance(each, OrderLines) for line in each.lines)


def _parsed(context: LetterContext, text: str) -> Parsed:
    games = {seat.game for seat in context.seats}
    found = parse_lines(text, games=games)
    context.game = _first_game(context, found.commands)
    about = [context.game, *(game_key(c.game) for c in found.commands if isinstance(c, UseGame))]
    own = context.own_rows(set(about))
    own += _rows_to_come(context, found.commands)
    said, never = said_there(context), frozenset({ORDERED}) if _only_plays(context, about) else frozenset[str]()
    press = _TO.search(text) is not None
    if not (own or said or press or never):
        return found
    return parse_lines(text, own, games, said, here(context, about) if press else NOWHERE, never)


def _only_plays(context: LetterContext, about: Sequence[str]) -> bool:
    """Whether the writer has a Power in each game that a letter is about and a seat in, and one of these games runs. A letter that
    names none may be about any.
    """
    named = [seat for name in about if name and (seat := context.sits_in(name))]
    seats = named or ([] if any(about) else context.seats)
    return all(seat.seat.is_player for seat in seats) and any(_plays(context, seat.game) for seat in seats)


def _plays(context: LetterContext, name: str) -> bool:
    """Whether the writer is a player of a game, which runs."""
    seat = context.sits_in(name) if name else None
    return bool(seat and seat.seat.is_player and context.uow.stage(seat.game) == "running")


def _rows_to_come(context: LetterContext, commands: Sequence[Command]) -> list[CommandSpec]:
    """Return the commands that only the games have which the letter opens: `CREATE caravel VARIANT 1492`, and WORLD below it."""
    house, folders = context.uow.house, set[str]()
    for each in commands:
        if isinstance(each, CreateGame):
            like = context.uow.opened(each.like) if each.like else None
            usual = like.variant if like else house.usual
            folders.add(find_variant(each.variant, house.variants) if each.variant else usual)
    return [row for folder in sorted(filter(None, folders)) for row in variant_command_rows(house.rules(folder))]


def asks(context: LetterContext, command: Command) -> bool:
    """Whether a command is more than talk. Lines that may be orders are tried on the game, without changing it; if the letter names
    none, on those that its writer plays in.
    """
    if not isinstance(command, OrderLines):
        return True
    if not command.lines or any(map(looks_like_order, command.lines)):
        return bool(command.lines)
    if not context.game:
        played = [each for each in context.seats if _plays(context, each.game)]
        return any(_asks_in(context, command, each) for each in played[:MOST_GAMES])
    seat = context.sits_in(context.game)
    return seat is not None and _asks_in(context, command, seat)


def _asks_in(context: LetterContext, command: OrderLines, seat: SeatRecord) -> bool:
    """Whether lines give orders in a game of the writer's, or what the game would ask about or complain of."""
    try:
        game = context.catch_up(seat.game)
    except UnreadableGame:
        return False
    if not game:
        return False
    replies = context.decide(command, game, seat.seat).replies
    return any(reply.kind == "incomplete" for reply in replies) if seat.seat.is_gm else not says_nothing(replies)


def _read(context: LetterContext) -> list[Command]:
    for source in command_texts(context.mail):
        found = _parsed(context, source.text)
        if source.game and game_key(source.game) != context.game:
            continue
        if any(asks(context, each) for each in _worth_reading(context, found.commands)):
            if source.where != "letter":
                context.say("read-from", where=source.where, name=source.name)
                context.account = Account([Piece("unread", source.text)])
            if source.where == "subject":
                found = found._replace(commands=tuple(wish_completed(context, found.commands)))
            context.came = unread_attachments(context.mail, source)
            break
    else:
        context.came = unread_attachments(context.mail, None)
        found = _parsed(context, context.mail.text)
    for piece in found.account:
        context.account.take(piece)
    return list(found.commands)


def _first_game(context: LetterContext, commands: Sequence[Command]) -> str:
    """The game a letter is about before it says so: its token's, its subject's, or the only one of its sender's that runs; of games
    that are over and one that is not, the latter. A subject names a game in brackets, or says nothing else.

    For START it is the only one that has not begun.
    """
    if context.by_token:
        return context.by_token.game
    if context.who.about and context.sits_in(context.who.about):
        return context.who.about
    named = _SUBJECT_GAME.search(context.mail.subject)
    if named and context.sits_in(game_key(named[1])):
        return game_key(named[1])
    if len(context.seats) == 1:
        return context.seats[0].game
    stage = "forming" if any(isinstance(command, StartGame) for command in commands) else "running"
    stages = {seat.game: context.uow.stage(seat.game) for seat in context.seats}
    fitting = [game for game, its in stages.items() if its == stage]
    going_on = [game for game, its in stages.items() if its in ("forming", "running")]
    if (called := game_key(_BESIDE_NAME.sub(" ", context.mail.subject[:MOST_SUBJECT]))) in going_on:
        return called
    return next((found[0] for found in (fitting, going_on) if len(found) == 1), "")


def _worth_reading(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """Return the commands without the talk around them. For what is about a game that the writer plays in, return all of it: the
    game tells orders from talk.
    """
    seat = context.sits_in(context.game) if context.game else None
    if seat and not seat.seat.is_gm and context.uow.stage(context.game) == "running":
        return list(commands)
    kept, about = list[Command](), ""
    for each in commands:
        if isinstance(each, UseGame):
            name = game_key(each.game)
            about = name if context.sits_in(name) else name[1:] if each.lettered else ""
        if not isinstance(each, OrderLines) or each.asked or _plays(context, about) or _may_be_orders(context, each):
            kept.append(each)
    return kept


def _may_be_orders(context: LetterContext, command: OrderLines) -> bool:
    if any(map(looks_like_order, command.lines)) or gives_orders(context, command.lines):
        return True
    seat = context.sits_in(context.game) if context.game else None
    return (not context.game or bool(seat and seat.seat.is_gm)) and asks(context, command)


def _orders_first(context: LetterContext, commands: Sequence[Command]) -> list[Command]:
    """What a letter asks for; a bare yes is about orders while a question about them is open, with the lines below it."""
    seat = context.sits_in(context.game) if context.game else None
    game = context.uow.opened(seat.game) if seat else None
    if not seat or not game or not game.questions.get(seat.seat):
        return list(commands)
    found = list[Command]()
    for each in commands:
        above = found[-1] if found else None
        if isinstance(each, ForwardToGM) and "pass" not in each.line.lower():
            found.append(OrderLines(each.line, (each.line,)))
        elif isinstance(each, OrderLines) and isinstance(above, OrderLines) and not each.asked and not each.phase:
            found[-1] = replace(above, lines=(*above.lines, *each.lines))
        else:
            found.append(each)
    return found


def _with_saved_game(context: LetterContext, command: Command) -> Command:
    """IMPORT with the game that is attached, if one is; without any it lacks what it is about."""
    if not isinstance(command, ImportGame):
        return command
    attached = [each for each in context.mail.enclosed if each.kind in ("game", "text") and each.text.strip()]
    if len(attached) == 1 and (attached[0].kind == "game" or not command.text.strip()):
        context.came = [each for each in context.came if each != [attached[0].kind, attached[0].name]]
        return replace(command, text=attached[0].text)
    return command if command.text.strip() else IncompleteCommand(command.line, "IMPORT")


def _with_game(context: LetterContext, command: Command) -> Command:
    """If no game has the whole text as its name, try the first word alone; the rest may be a password."""
    if not isinstance(command, Join | Observe | StandBy) or not command.game or context.uow.stage(command.game):
        return command
    _, rest = find_row(command.line) or (None, "")
    first = game_key(rest.partition(" ")[0])
    return replace(command, game=first) if first and context.uow.stage(first) else command
