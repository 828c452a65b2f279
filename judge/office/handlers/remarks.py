"""What a letter says that is no command, or not quite one: it is answered, and nothing is done."""

from __future__ import annotations

from judge.commands import KNOWN, Command, row_for_word
from judge.commands.authentication import Confirm
from judge.commands.base import IncompleteCommand, LinesBeyondLimit, UnknownCommand
from judge.commands.foreign_words import why_none
from judge.commands.help_and_lists import UseGame
from judge.commands.press import AmbiguousPress, looks_like_order
from judge.commands.table import find_row
from judge.office.context import LetterContext
from judge.office.handlers.choose_game import use_game
from judge.office.handlers.joining import ask_which_game
from judge.office.lines import SHOWN
from judge.office.unit_of_work import game_key

MOST_SHOWN = 500
"""Characters of a line of press that is shown in the form that sends it."""


def unknown(context: LetterContext, command: UnknownCommand) -> None:
    """Say which commands a line is nearest to, or why there is no such thing."""
    context.say("unknown", line=command.line, near=list(command.nearest), without=why_none(command.line))


def incomplete(context: LetterContext, command: IncompleteCommand) -> None:
    """Show an incomplete command's example, or say that it is the GM's, or that the writer has no seat in the game it names."""
    if command.word == "JOIN":
        ask_which_game(context)
        return
    found = row_for_word(command.word, KNOWN)
    named = game_key((find_row(command.line, KNOWN) or (None, ""))[1].partition(" ")[0])
    about_a_game = found is None or found.about == "game"  # else one need not sit in it: SUBSCRIBE
    if about_a_game and named and not context.sits_in(named) and context.uow.stage(named):
        use_game(context, UseGame(command.line, named))
        return
    seat = context.sits_in(context.game) if context.game else None
    if found and found.who == "gm" and found.about == "game" and seat and not seat.seat.is_gm:
        game = context.uow.opened(context.game)
        alone = game is not None and game.settings.practice
        voted = game is not None and not game.settings.moderated and game.stage == "running"
        context.say("refused", why="practice-alone" if alone else "no-gm" if voted else "gm-only", word=command.line)
        return
    bare = command.line.strip().upper() == command.word
    facts = {"example": found.example if found else "", "bare": bare, "lacks": command.lacks}
    context.say("incomplete", line=command.line, word=command.word, **facts)


def beyond_limit(context: LetterContext, command: LinesBeyondLimit) -> None:
    """Say how many lines were not read."""
    context.say("skipped", line=command.line, count=command.count)


def ambiguous_press(context: LetterContext, command: AmbiguousPress) -> None:
    """Say why press was not published."""
    lines = command.text.split("\n") if command.why == "goes-on" else []
    shown = lines if len(lines) <= SHOWN and all(len(each) <= MOST_SHOWN for each in lines) else []
    quoted = [f'"{each.strip()}"' if looks_like_order(each) else each for each in shown]  # so that PRESS sends it
    context.say(
        "press-in-doubt",
        why=command.why,
        text=command.text[:300],
        word=command.word,
        order=command.order,
        hidden=command.hidden,
        lines=quoted,
    )


def unknown_code(context: LetterContext, command: Confirm) -> None:
    """CONFIRM: one whose code is a held letter's has been dealt with before anything is obeyed."""
    context.say("code", why="unknown")


def nothing(context: LetterContext, command: Command) -> None:
    """PASSWORD: it was looked at before anything is obeyed."""
