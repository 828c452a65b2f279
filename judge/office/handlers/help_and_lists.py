"""What there is to read: HELP, LIST, STATUS and MAP."""

from __future__ import annotations

from judge.board import normalize_name
from judge.commands import GENERAL, OF_DICE, TABLE, CommandSpec, row_for_word, rows_by_word
from judge.commands.help_and_lists import Help, ListGames, ShowMap, ShowStatus
from judge.game import Game
from judge.office.context import LetterContext
from judge.office.handlers.choose_game import answer_former_player
from judge.office.suggestions import public_forming_games
from judge.office.unit_of_work import game_key
from judge.reports import game_facts
from judge.rules.variant_commands import command_template
from judge.store import SeatRecord

MOST = 50
"""Games that LIST prints at most."""


def show_help(visit: LetterContext, command: Help) -> None:
    """HELP: the commands of everybody and of the writer's game, or one of them."""
    own = visit.own_rows({visit.game})
    rows = {each.word: each for each in (*TABLE, *own)}
    found = _topic(visit, command.topic, own) if command.topic else None
    files = {each.word: command_template(each.word) for each in own if each not in OF_DICE}
    table = [[each.word, each.who, each.example, files.get(each.word, "")] for each in rows.values()]
    visit.say("help", topic=found.word if found else "", asked=command.topic, game=visit.game, table=table)


def _topic(visit: LetterContext, named: str, own: list[CommandSpec]) -> CommandSpec | None:
    """The command that help is wanted on. A word of orders means ORDERS, and so does ORDER but from a GM."""
    seat = visit.sits_in(visit.game) if visit.game else None
    found = row_for_word(named, {**GENERAL, **rows_by_word(own)})
    if found and (named != "ORDER" or (seat and seat.seat.is_gm)):
        return found
    game = visit.books.opened(visit.game) if seat else None
    rules = visit.books.rules(game) if game else visit.books.house.rules(visit.books.house.usual)
    written = normalize_name(named) in rules.notation.vocabulary.phrases
    return GENERAL["orders"] if written or named == "ORDER" else found


def list_games(visit: LetterContext, command: ListGames) -> None:
    """LIST: games that wait for players, and the writer's own."""
    work = visit.books.work
    forming = [card.facts for card in public_forming_games(visit)]
    mine = [card.facts for card in work.games.listings({seat.game for seat in visit.seats})]
    visit.say("list", forming=forming[:MOST], more=len(forming[MOST:]), mine=mine)


def status(visit: LetterContext, command: ShowStatus) -> None:
    """STATUS: where a game of the writer's stands."""
    if found := _own_game(visit, command.game):
        game, seat = found
        visit.say("status", now=game_facts(visit.books.seen(game, seat.seat), visit.books.rules(game)))


def draw_map(visit: LetterContext, command: ShowMap) -> None:
    """MAP: the picture of a game, with the writer's own orders if asked for."""
    if found := _own_game(visit, command.game):
        game, seat = found
        scene = visit.books.scene(game, seat.seat, command.orders)
        phase = game.position.phase.name if game.position else ""
        why = "" if scene else "none" if game.position else "not-begun"
        visit.say("map", game=game.name, orders=command.orders, phase=phase, scene=scene, why=why)


def _own_game(visit: LetterContext, called: str) -> tuple[Game, SeatRecord] | None:
    """The game that is asked about, if the sender sits in it; else they are told why not."""
    name = game_key(called) or visit.game
    seat = visit.sits_in(name)
    if seat is None and not visit.seats and (visit.lost or answer_former_player(visit)) and not called:
        visit.lost = True
        return None
    if seat is None:
        visit.lost = True
        visit.say("not-in-game" if name and visit.seats else "stranger" if name else "which-game", game=name,
                  games=sorted({seat.game for seat in visit.seats}))  # fmt: skip
        return None
    game = visit.catch_up(name)
    if game is None:
        return None
    visit.turn_to(name)
    return game, seat
