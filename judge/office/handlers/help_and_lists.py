"""Letters that ask what there is: HELP, LIST, STATUS, MAP, MAPS; and what a question in plain words is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.board import normalize_name
from judge.commands import (
    GENERAL,
    OF_DICE,
    TABLE,
    CommandSpec,
    Help,
    ListGames,
    MapsOnOff,
    ShowMap,
    ShowStatus,
    row_for_word,
    rows_by_word,
)
from judge.commands.suggestions import suggest_commands
from judge.game import Game
from judge.game.model.game import is_gm
from judge.office.handlers import preferences
from judge.office.unit_of_work import game_key
from judge.reports import game_facts
from judge.rules.variant_commands import command_template
from judge.store import GameListing, SeatRecord

if TYPE_CHECKING:
    from judge.office.context import LetterContext

MOST_ASKED = 2000
"""Characters of a letter in which a question is looked for."""
MOST_POINTERS = 3
"""Commands that a letter of prose is told at most."""
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
    if found and (named != "ORDER" or (seat and is_gm(seat.seat))):
        return found
    game = visit.books.opened(visit.game) if seat else None
    rules = visit.books.rules(game) if game else visit.books.house.rules(visit.books.house.usual)
    written = normalize_name(named) in rules.notation.vocabulary.phrases
    return GENERAL["orders"] if written or named == "ORDER" else found


def public_forming_games(visit: LetterContext) -> list[GameListing]:
    """The games that wait for players and that anybody may hear of."""
    return [card for card in visit.books.work.games.forming() if card.listed]


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


def maps(visit: LetterContext, command: MapsOnOff) -> None:
    """MAPS: whether pictures come with reports."""
    if visit.person is None:
        visit.say("stranger")
        return
    visit.books.work.people.set_wants_maps(visit.person.id, command.on)
    visit.say("maps", on=command.on)


def question_subject(visit: LetterContext) -> dict[str, Any] | None:
    """What a question is about, where the sender's game has a judged phase to tell of: its number, spaces, kinds of unit."""
    seat = visit.sits_in(visit.game) if visit.game else None
    game = visit.books.opened(visit.game) if seat else None
    judged = visit.books.judged(game) if game else []
    if not game or not judged:
        return None
    rules = visit.books.rules(game)
    spaces, kinds = rules.notation.named(visit.mail.text[:MOST_ASKED], rules.board)
    return {"turn": judged[-1].seq, "spaces": sorted(spaces), "kinds": sorted(kinds)} if spaces or kinds else None


def suggestions(visit: LetterContext) -> dict[str, Any]:
    """What a letter of prose may be after: what it asks about, commands of use to its writer; for a stranger also games that wait
    for players, those that it names if it names any.
    """
    said, work = visit.mail.text[:MOST_ASKED], visit.books.work
    seat = visit.sits_in(visit.game) if visit.game else None
    game = visit.books.opened(visit.game) if seat else None
    if seat and game:
        gm, forming = is_gm(seat.seat), game.stage == "forming"
        whom = ("opener" if gm else "waiting") if forming else "gm" if gm else "player"
    else:
        whom = "editor" if visit.person and work.zines.of_person(visit.person.id) else "stranger" if not visit.seats else ""
    words = f" {normalize_name(said)} "
    known = [card.name for card in public_forming_games(visit)] if whom == "stranger" else []
    return {
        "about": question_subject(visit),
        "whom": whom,
        "waiting": ([name for name in known if f" {normalize_name(name)} " in words] or known)[:MOST_POINTERS],
        "spoken_of": list(suggest_commands(said, whom))[:MOST_POINTERS],
    }


def _own_game(visit: LetterContext, called: str) -> tuple[Game, SeatRecord] | None:
    """The game that is asked about, if the sender sits in it; else they are told why not."""
    name = game_key(called) or visit.game
    seat = visit.sits_in(name)
    if seat is None and not visit.seats and (visit.lost or preferences.answer_former_player(visit)) and not called:
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
