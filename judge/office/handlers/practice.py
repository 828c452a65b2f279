"""Practice: PRACTICE opens a game against house players, HINT and MOVES help in it."""

from __future__ import annotations

from itertools import chain, count, product
from string import ascii_lowercase

from judge.commands.gm import StartGame
from judge.commands.practice import Hint, Practise, ShowMoves
from judge.game import Game
from judge.game.decision import CommandResult, open_context
from judge.game.gm.lifecycle import start_game
from judge.game.model.game import GM_READER
from judge.game.power_names import find_power
from judge.game.practice import practice_created, seats_taken
from judge.office import limits
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers import names
from judge.office.handlers.game_titles import find_variant, similar_variants
from judge.office.hints import hint_facts, spaces_named
from judge.rules.legal_orders import legal_orders
from judge.rules.ruleset import Ruleset
from judge.seat import GM, HOUSE_LEVELS
from judge.store import Person

MOST = 3
"""Practice games that one person may have at a time."""
USUAL = "steady"


def practise(context: LetterContext, command: Practise) -> None:
    """PRACTICE: open a game with its writer in one seat and house players in all others, and begin it."""
    house = context.uow.house
    folder = find_variant(command.variant, house.variants) if command.variant else house.usual
    if not folder:
        near, known = similar_variants(command.variant, house.variants), sorted(set(house.variants.values()))
        context.say("refused", why="no-variant", game="", word=command.variant, near=near, known=known)
        return
    rules = house.rules(folder)
    power = find_power(command.power, rules) if command.power and not rules.open else command.power
    if not rules.by_mail:
        context.say("refused", why="cases-only", word=rules.title)
    elif command.power and not power:
        context.say("refused", why="practice-power", word=command.power, powers=[each.name for each in rules.powers])
    elif command.level and command.level not in HOUSE_LEVELS:
        context.say("refused", why="practice-level", word=command.level, levels=list(HOUSE_LEVELS))
    elif len(running := _running(context)) >= MOST:
        context.say("refused", why="practice-enough", games=running, most=MOST)
    elif limits.may_open_game(context, ""):
        _open(context, rules, power, command.level or USUAL)


def would_practise(context: LetterContext, command: Practise) -> bool:
    """Whether PRACTICE would open a game."""
    return len(_running(context)) < MOST


def give_hint(context: LetterContext, at: SeatInGame, command: Hint) -> None:
    """HINT: one order that a house player would give for the writer, with what speaks for it."""
    seen, rules = context.uow.seen(at.game, at.seat.seat), context.uow.rules(at.game)
    if not at.game.settings.practice or seen.position is None or seen.stage != "running":
        context.say("refused", why="is-over" if at.game.stage == "finished" else "hint-practice")
        return
    hint = hint_facts(seen.position, rules, at.reader, seen.standing.orders if seen.standing else ())
    context.say("hint", **hint) if hint else context.say("refused", why="nothing-due", phase=seen.position.phase.name, power="")


def show_moves(context: LetterContext, at: SeatInGame, command: ShowMoves) -> None:
    """MOVES: every legal order of a unit of the writer's."""
    seen, rules = context.uow.seen(at.game, at.seat.seat), context.uow.rules(at.game)
    if seen.position is None or seen.stage != "running" or not at.reader:
        context.say("refused", why="not-begun" if at.game.stage == "forming" else "is-over" if at.reader else "no-seat")
        return
    if at.reader == GM_READER:
        context.say("refused", why="gm-has-no-units")
        return
    choices = legal_orders(seen.position, rules, at.reader)
    spaces = spaces_named(command.unit, rules.board_at(seen.position))
    units = [unit for unit in choices if unit is not None and unit.space in spaces]
    write = rules.notation.write
    if not units:
        context.say("refused", why="moves-whose", word=command.unit, units=[str(unit) for unit in choices if unit])
    else:
        context.say("moves", units=[{"unit": str(unit), "orders": [write(order) for order in choices[unit]]} for unit in units])


def _running(context: LetterContext) -> list[str]:
    """Return the writer's practice games that are not over."""
    games = [context.uow.opened(seat.game) for seat in context.seats if seat.seat.is_player]
    return [game.name for game in games if game and game.settings.practice and game.stage != "finished"]


def _open(context: LetterContext, rules: Ruleset, power: str, level: str) -> None:
    uow = context.uow
    person = names.register_person(context, context.called)
    name = _free_name(context, person)
    seed = uow.house.seed()
    mine, others = seats_taken(rules, power, level)
    context.turn_to(name)
    uow.add(practice_created(name, rules, seed.encode()), None, uow.house.nonce(), seed)
    limits.count_action(context, "games", name)
    game = _opened(context, name)
    game = uow.carry_out(game, CommandResult((mine,)), person)
    game = uow.carry_out(game, CommandResult(tuple(others)))
    begun = start_game(open_context(game, GM, uow.now, uow.rules(game), seed.encode()), StartGame("START"))
    uow.carry_out(game, begun)
    context.by_token, context.seats = None, uow.work.seats.of_person(person.id)
    context.say("practice", game=name, title=rules.title, level=level, power=_opened(context, name).power_of(mine.seat))


def _opened(context: LetterContext, name: str) -> Game:
    game = context.uow.open(name)
    if game is None:
        raise LookupError(name)
    return game


def _free_name(context: LetterContext, person: Person) -> str:
    """Return a name that no game has: practice12 for the person with this number, then practice12b, practice12c, …"""
    first = f"practice{person.id}"
    names = (f"{first}{''.join(end)}" for length in count(1) for end in product(ascii_lowercase[1:], repeat=length))
    return next(name for name in chain([first], names) if not context.uow.stage(name))
