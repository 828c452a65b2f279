"""Commands that only read: HELP, LIST, STATUS and MAP."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.board import normalize_name
from judge.commands import GENERAL, OF_DICE, TABLE, CommandSpec, row_for_word, rows_by_word
from judge.commands.help_and_lists import Help, ListGames, ShowMap, ShowStatus
from judge.game import Game
from judge.game.gm.settings_facts import settings_facts, settings_list
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers.choose_game import answer_former_player, last_outside, say_no_seat, say_not_in_game, say_outside
from judge.office.handlers.earlier_maps import draw_earlier_map
from judge.office.seat_registry import gm_names
from judge.office.suggestions import public_forming_games, reader_kind
from judge.office.unit_of_work import game_key
from judge.print import FORMATS
from judge.print.style import list_choices
from judge.reports import game_facts
from judge.rules.ruleset import Ruleset
from judge.rules.variant_commands import command_template
from judge.seat import HOUSE_LEVELS, Role, Seat
from judge.store import SeatRecord

MOST = 50
"""Games of each kind that LIST prints at most."""
MOST_OVER, MOST_LOOKED_AT = 10, 500
"""Most games that are over in a LIST, and most cards that are looked at for one."""
EVERYTHING = "ALL"
"""The word after HELP that means all commands; orders have it, too."""
FOR_EDITORS = ("ZINE", "ZINES", "EDITOR", "EDITORS")
"""Words after HELP that mean the way to print games in a zine; no command is called so."""
ALL_SETTINGS = ("SET", "SETTINGS", "CREATE")
"""Words after HELP that mean all settings."""


def show_help(context: LetterContext, command: Help) -> None:
    """HELP: the commands of everybody and of the writer's game, or one of them."""
    own, rules = context.own_rows({context.game}), _rules(context)
    rows = {each.word: each for each in (*TABLE, *own)}
    found = _topic(context, command.topic, own, rules) if command.topic else None
    files = {each.word: command_template(each.word) for each in own if each not in OF_DICE}
    table = [[each.word, each.who, each.example, files.get(each.word, "")] for each in rows.values()]
    topic = found.word if found else FOR_EDITORS[0] if command.topic in FOR_EDITORS else ""
    declared = _declared_rules(context)  # the game's own have its values, not the defaults
    settings = settings_list(declared, "" if topic in ALL_SETTINGS else topic or command.topic) if command.topic else []
    folders = sorted(set(context.uow.house.variants.values())) if topic == "VARIANTS" else []
    context.say(
        "help", topic=topic, asked=command.topic, game=context.game, table=table, settings=settings, whom=reader_kind(context),
        powers=[power.name for power in rules.powers], variants=[each for folder in folders if (each := _variant(context, folder))],
        practice=_alone(context), styles=list_choices() if topic == "STYLE" else [],
        formats=[*FORMATS, "svg"] if topic == "FORMATS" else [], levels=list(HOUSE_LEVELS) if topic == "VACANT" else [],
    )  # fmt: skip


def _alone(context: LetterContext) -> str:
    """Return `practice` or `lesson` if the writer's game is one of these, else ''."""
    game = context.uow.opened(context.game) if context.game and context.sits_in(context.game) else None
    return "" if game is None or not game.settings.practice else "lesson" if game.lesson else "practice"


def _rules(context: LetterContext) -> Ruleset:
    """The rules of the writer's game, or else of the usual one."""
    game = context.uow.opened(context.game) if context.game and context.sits_in(context.game) else None
    return context.uow.rules(game) if game else context.uow.house.rules(context.uow.house.usual)


def _declared_rules(context: LetterContext) -> Ruleset:
    """The same as their folder declares them, with the defaults of all house rules."""
    game = context.uow.opened(context.game) if context.game and context.sits_in(context.game) else None
    return context.uow.house.rules(game.variant if game else context.uow.house.usual)


def _variant(context: LetterContext, folder: str) -> list[Any]:
    """A variant's folder, title and number of players; [] if it cannot be read."""
    try:
        rules = context.uow.house.rules(folder)
    except ValueError:  # a folder that cannot be read stops nobody's HELP
        return []
    return [folder, rules.title, rules.seats]


def _topic(context: LetterContext, named: str, own: list[CommandSpec], rules: Ruleset) -> CommandSpec | None:
    """Return the command that help is asked about. A word of orders means ORDERS, and so does ORDER except from a GM."""
    seat = context.sits_in(context.game) if context.game else None
    found = row_for_word(named, {**GENERAL, **rows_by_word(own)})
    if found and (named != "ORDER" or (seat and seat.seat.is_gm)):
        return found
    written = named != EVERYTHING and normalize_name(named) in rules.notation.vocabulary.phrases
    return GENERAL["orders"] if written or named == "ORDER" else found


def list_games(context: LetterContext, command: ListGames) -> None:
    """LIST: games that wait for players, Powers without a player, games to watch or that are over, and the writer's own games."""
    work = context.uow.work
    if command.game and (game := context.public_game(command.game)):
        _say_how_run(context, game)
        return
    forming = [card.facts for card in public_forming_games(context)]
    own = {seat.game for seat in context.seats}
    mine = [card.facts for card in work.games.listings(own)]
    watch = [card.facts for card in work.games.first_due(MOST_LOOKED_AT) if card.name not in own and card.open_to_observers]
    running = [card for card in work.games.in_stage("running", MOST_LOOKED_AT) if card.name not in own]
    over = [card.facts for card in work.games.in_stage("finished", MOST_LOOKED_AT) if card.listed and card.name not in own]
    context.say(
        "list", forming=forming[:MOST], more=len(forming[MOST:]), mine=mine, watch=watch[:MOST], over=over[:MOST_OVER],
        vacant=[card.facts for card in running if card.vacant][:MOST],
    )  # fmt: skip


def _say_how_run(context: LetterContext, game: Game) -> None:
    """How a game is run, as anybody may know it: no names of players, nothing of the board."""
    rules = context.uow.rules(game)
    gms = gm_names(context.uow.work, game.name)
    context.say(
        "game", name=game.name, title=rules.title, stage=game.stage, phase=game.position.phase.name if game.position else "",
        due=game.due.isoformat() if game.due else "", zone=game.zone, taken=len(game.taken()), seats=rules.seats, gms=gms,
        begins=game.begins.isoformat() if game.begins else "",
        vacant=[seat.power for seat in game.seats if seat.vacant and seat.power], settings=settings_facts(game.settings),
    )  # fmt: skip


def status(context: LetterContext, command: ShowStatus) -> None:
    """STATUS: the state of a game of the writer's. Of another that anybody may know of, what LIST says of it."""
    if other := _outside(context, command.game):
        say_outside(context, other.name)
        _say_how_run(context, other)
    elif found := _own_game(context, command.game):
        game, seat = found
        context.say("status", now=game_facts(context.uow.seen(game, seat.seat), context.uow.rules(game)))


def draw_map(context: LetterContext, command: ShowMap) -> None:
    """MAP: a picture of a game, with the writer's own orders if asked for, of a phase, of the start, or of the board alone. Of
    another that anybody may observe, what an observer sees.
    """
    if (other := _outside(context, command.game)) and other.settings.observers:
        say_outside(context, other.name)
        watching = SeatRecord(other.name, Seat(Role.OBSERVER), 0, "", "", "")
        _draw_map(context, SeatInGame(other, watching), replace(command, orders=False))
    elif found := _own_game(context, command.game):
        _draw_map(context, SeatInGame(*found), command)


def _draw_map(context: LetterContext, at: SeatInGame, command: ShowMap) -> None:
    game = at.game
    if command.phase or not game.position:
        draw_earlier_map(context, at, command.phase, command.svg)
        return
    scene = context.uow.scene(game, at.seat.seat, command.orders)
    phase = game.position.phase.name
    context.say("map", game=game.name, orders=command.orders, phase=phase, scene=scene, svg=command.svg, turn=-1)


def _outside(context: LetterContext, called: str) -> Game | None:
    """The game that is named, if anybody may know of it and the writer has no seat in it; without a name, for one who has no seat
    anywhere, the one that the letter named last.
    """
    called = called or ("" if context.seats else last_outside(context))
    return context.public_game(called) if called and not context.sits_in(game_key(called)) else None


def _own_game(context: LetterContext, called: str) -> tuple[Game, SeatRecord] | None:
    """Return the game that is asked about, if the sender has a seat in it; if not, say why."""
    name = game_key(called) or context.game
    seat = context.sits_in(name)
    if seat is None and not context.seats and (context.lost or answer_former_player(context)) and not called:
        context.lost = True
        return None
    if seat is None:
        context.lost = True
        if name and not context.seats:
            say_no_seat(context, name)
        elif name:
            say_not_in_game(context, name)
        else:
            context.say("which-game", games=sorted({seat.game for seat in context.seats}))
        return None
    game = context.catch_up(name)
    if game is None:
        return None
    context.turn_to(name)
    return game, seat
