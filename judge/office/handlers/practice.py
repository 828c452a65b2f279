"""Practice: PRACTICE opens a game against house players, LESSON one that teaches; HINT and MOVES help in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, count, product
from string import ascii_lowercase

from judge.commands.gm import StartGame
from judge.commands.practice import Hint, Practise, ShowMoves, TakeLesson
from judge.game import Game
from judge.game.decision import CommandResult, open_context
from judge.game.gm.lifecycle import start_game
from judge.game.lessons import course_of, lesson_hint, lesson_letter, pupil_seated, set_lesson
from judge.game.model.events import Event
from judge.game.model.game import GM_READER
from judge.game.model.seat_events import Joined
from judge.game.power_names import find_power
from judge.game.practice import WRITER, practice_created, seats_taken
from judge.office import limits
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers import names
from judge.office.handlers.game_titles import find_variant, similar_variants
from judge.office.hints import hint_facts
from judge.office.legal_moves import moves_facts, units_named
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
        context.say("refused", why="no-variant", game="", practice=True, word=command.variant, near=near, known=known)
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
    elif limits.may_practise(context):
        _open(context, rules, power, command.level or USUAL)


def would_practise(context: LetterContext, command: Practise) -> bool:
    """Whether PRACTICE would open a game."""
    return len(_running(context)) < MOST


def take_lesson(context: LetterContext, command: TakeLesson) -> None:
    """LESSON: open a lesson game, or go to a lesson of the one that the writer has; without a number, send the open one again."""
    house = context.uow.house
    name = next((each for each in _running(context) if _opened(context, each).lesson), "")
    rules = context.uow.rules(_opened(context, name)) if name else house.rules(house.usual)
    last = len(rules.course.lessons) if rules.course else 0
    now = _opened(context, name).lesson if name else 1
    steps = {"": now, "next": now + 1, "back": now - 1}
    number = steps[command.which] if command.which in steps else int(command.which)
    if not last:
        context.say("refused", why="lesson-none", word=rules.title)
    elif not 1 <= number <= last:
        context.say("refused", why="lesson-which", word=command.which, last=last)
    elif name:
        context.turn_to(name)
        moved = (set_lesson(number, rules),) if number != now else ()
        context.uow.carry_out(_opened(context, name), CommandResult(moved, (), (lesson_letter(number, rules),)))
        context.say("lesson-sent", number=number, of=last)
    elif len(running := _running(context)) >= MOST:
        context.say("refused", why="practice-enough", games=running, most=MOST)
    elif limits.may_practise(context):
        game = _begin(context, rules, "course", pupil_seated(rules), (set_lesson(1, rules),))
        moved = (set_lesson(number, rules),) if number > 1 else ()
        context.uow.carry_out(game, CommandResult(moved, (), (lesson_letter(number, rules),)))
        context.say("lesson-begun", game=game.name, of=last)


def give_hint(context: LetterContext, at: SeatInGame, command: Hint) -> None:
    """HINT: one order that a house player would give for the writer, with what speaks for it."""
    seen, rules = context.uow.seen(at.game, at.seat.seat), context.uow.rules(at.game)
    if not at.game.settings.practice or seen.position is None or seen.stage != "running":
        context.say("refused", why="is-over" if at.game.stage == "finished" else "hint-practice")
        return
    if at.game.lesson:
        context.say("lesson-hint", text=lesson_hint(course_of(rules).lessons[at.game.lesson - 1], at.game.missed_goals))
        return
    mine = [unit for unit in legal_orders(seen.position, rules, at.reader) if unit is not None] if command.unit else []
    units = units_named(command.unit, rules.board_at(seen.position), rules, mine) if mine else None
    if units == []:
        context.say("refused", why="moves-whose", word=command.unit, units=list(map(str, mine)), ask="HINT")
        return
    hint = hint_facts(seen.position, rules, at.reader, seen.standing.orders if seen.standing else (), units)
    context.say("hint", **hint) if hint else context.say("refused", why="nothing-due", phase=seen.position.phase.name, power="")


def show_moves(context: LetterContext, at: SeatInGame, command: ShowMoves) -> None:
    """MOVES: the legal orders of a unit of the writer's, or of all, or of all of a kind; first where it may go."""
    seen, rules = context.uow.seen(at.game, at.seat.seat), context.uow.rules(at.game)
    if seen.position is None or seen.stage != "running" or not at.reader:
        context.say("refused", why="not-begun" if at.game.stage == "forming" else "is-over" if at.reader else "no-seat")
        return
    if at.reader == GM_READER:
        context.say("refused", why="gm-has-no-units")
        return
    choices, free = legal_orders(seen.position, rules, at.reader), seen.position.phase.kind == "adjustments"
    mine = [unit for unit in choices if unit is not None]
    units = units_named(command.unit, rules.board_at(seen.position), rules, mine) if command.unit else mine
    asked = [(str(unit), choices[unit]) for unit in units] or ([("", choices[None])] if free and None in choices else [])
    if not asked:
        context.say("refused", why="moves-whose", word=command.unit, units=[str(unit) for unit in choices if unit], ask="MOVES")
    else:
        context.say("moves", units=[moves_facts(name, orders, command.what, len(asked) > 1, rules) for name, orders in asked])


def _running(context: LetterContext) -> list[str]:
    """Return the writer's practice games that are not over."""
    games = [context.uow.opened(seat.game) for seat in context.seats if seat.seat.is_player]
    return [game.name for game in games if game and game.settings.practice and game.stage != "finished"]


def _open(context: LetterContext, rules: Ruleset, power: str, level: str) -> None:
    game = _begin(context, rules, "practice", seats_taken(rules, power, level))
    mine = game.power_of(WRITER)
    unit = next((str(unit) for unit in game.board_now.units_of(mine)), "")
    context.say("practice", game=game.name, title=rules.title, level=level, power=mine, unit=unit)


def _begin(
    context: LetterContext, rules: Ruleset, called: str, seats: tuple[Joined, Sequence[Event]], first: tuple[Event, ...] = ()
) -> Game:
    """Open a game with the writer in one seat and house players in the others, and begin it; `first` is done while it forms. Of a
    lesson game nobody is told that it has begun: the lesson says so.
    """
    uow = context.uow
    person = names.register_person(context, context.called)
    name = _free_name(context, person, called)
    seed = uow.house.seed()
    mine, others = seats
    context.turn_to(name)
    uow.add(practice_created(name, rules, seed.encode()), None, uow.house.nonce(), seed)
    limits.count_action(context, "practice", name)
    game = uow.carry_out(_opened(context, name), CommandResult(first))
    game = uow.carry_out(game, CommandResult((mine,)), person)
    game = uow.carry_out(game, CommandResult(tuple(others)))
    begun = start_game(open_context(game, GM, uow.now, uow.rules(game), seed.encode()), StartGame("START"))
    game = uow.carry_out(game, replace(begun, notices=()) if game.lesson else begun)
    context.by_token, context.seats = None, uow.work.seats.of_person(person.id)
    return game


def _opened(context: LetterContext, name: str) -> Game:
    game = context.uow.open(name)
    if game is None:
        raise LookupError(name)
    return game


def _free_name(context: LetterContext, person: Person, called: str) -> str:
    """Return a name that no game has: practice12 for the person with this number, then practice12b, practice12c, …"""
    first = f"{called}{person.id}"
    names = (f"{first}{''.join(end)}" for length in count(1) for end in product(ascii_lowercase[1:], repeat=length))
    return next(name for name in chain([first], names) if not context.uow.stage(name))
