"""Lesson games: prepared phases against house players that order what the lesson says, and what is said to the pupil's orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.board import Position, Unit
from judge.game.decision import CommandResult, Notification
from judge.game.dice.throws import revealed_seed
from judge.game.model.events import Ended, Event
from judge.game.model.game import Game
from judge.game.model.gm_events import LessonSet
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.seat_events import HouseSeated, Joined
from judge.game.position_text import read_position_text
from judge.rules.lessons import Course, Lesson
from judge.rules.outcome import PhaseOutcome
from judge.rules.ruleset import Ruleset
from judge.seat import Seat

PUPIL = Seat.player(1)
LEVEL = "calm"
"""The level that house players of a lesson game are said to have; they order what the lesson says."""


def course_of(ruleset: Ruleset) -> Course:
    """Return a game's lessons. Raises LookupError if it has none."""
    if ruleset.course is None:
        raise LookupError(f"{ruleset.key} has no lessons")
    return ruleset.course


def lesson_board(lesson: Lesson, ruleset: Ruleset) -> Position:
    """Return the board of a lesson. Raises PositionFault where it cannot be read."""
    start = ruleset.start
    return read_position_text(lesson.phase, lesson.position, Position(start.phase, (), {}, facts=start.facts), ruleset)


def set_lesson(number: int, ruleset: Ruleset, missed_goals: int = 0) -> LessonSet:
    """Return the beginning of a lesson, by its number."""
    return LessonSet(number, missed_goals, lesson_board(course_of(ruleset).lessons[number - 1], ruleset))


def pupil_seated(ruleset: Ruleset) -> tuple[Joined, Sequence[Event]]:
    """Return the seat of the pupil, and those of the house players: the powers of the first lesson's board."""
    course = course_of(ruleset)
    board = lesson_board(course.lessons[0], ruleset)
    others = [power.name for power in ruleset.powers if power.name != course.power and board.units_of(power.name)]
    seats = {Seat.player(number): name for number, name in enumerate(others, 2)}
    theirs = [Joined(seat, promised=name) for seat, name in seats.items()]
    return Joined(PUPIL, promised=course.power), [*theirs, *(HouseSeated(seat, LEVEL) for seat in seats)]


def orders_of_others(game: Game, ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """Return what the house players of a lesson order: what it says, and that all other units stand."""
    position, told = game.board_now, course_of(ruleset).lessons[game.lesson - 1].others
    stands = position.phase.kind == "movement"
    return {
        seat.power: (
            *told.get(seat.power, ()),
            *(f"{unit} H" for unit in position.units_of(seat.power) if stands and not _has_order(unit, told.get(seat.power, ()))),
        )
        for seat in game.seats
        if seat.house
    }


def _has_order(unit: Unit, lines: Sequence[str]) -> bool:
    return any(line.startswith(str(unit)) for line in lines)


def lesson_letter(
    number: int,
    ruleset: Ruleset,
    passed: bool | None = None,
    said: Sequence[str] = (),
    hint: str = "",
    finished: bool = False,
    waiting: bool = False,
) -> Notification:
    """Return the letter with a lesson to its pupil.

    Args:
        number: the lesson's.
        ruleset: the game's.
        passed: whether the phase before it reached its goal; None if there was none.
        said: what is said to the orders of that phase, a paragraph each.
        hint: what helps to reach the goal that was missed.
        finished: whether that phase was the last.
        waiting: whether it reminds a pupil who has been silent.
    """
    lessons = course_of(ruleset).lessons
    lesson = lessons[number - 1]
    facts = {
        "number": number, "of": len(lessons), "title": lesson.title, "task": _paragraphs(lesson.task), "passed": passed,
        "said": list(said), "hint": hint, "finished": finished, "waiting": waiting,
    }  # fmt: skip
    return Notification(PUPIL, "lesson", facts)


def lesson_judged(game: Game, events: Sequence[Event], turn: JudgedPhase, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Return what comes of a lesson's phase and its `events`: the next lesson, the same again with a hint, or the end."""
    course = course_of(ruleset)
    lesson = course.lessons[game.lesson - 1]
    passed = goal_reached(lesson, course.power, turn.outcome)
    said = _paragraphs(lesson.done if passed else _reply(lesson, course.power, turn.outcome, ruleset))
    if passed and game.lesson == len(course.lessons):
        letter = lesson_letter(game.lesson, ruleset, passed=True, said=said, finished=True)
        return CommandResult((*events, Ended("terminated", (), revealed_seed(game, secret))), (), (letter,), (turn,))
    number, missed = (game.lesson + 1, 0) if passed else (game.lesson, game.missed_goals + 1)
    hint = "" if passed else lesson_hint(lesson, missed)
    letter = lesson_letter(number, ruleset, passed=passed, said=said, hint=hint)
    return CommandResult((*events, set_lesson(number, ruleset, missed)), (), (letter,), (turn,))


def lesson_hint(lesson: Lesson, missed: int) -> str:
    """Return the hint of a lesson whose goal was missed so often."""
    return lesson.hints[min(max(missed, 1), len(lesson.hints)) - 1]


def goal_reached(lesson: Lesson, power: str, outcome: PhaseOutcome) -> bool:
    """Whether the pupil's units stand after a phase where its lesson wants them."""
    return set(lesson.goal) <= {str(unit) for unit in outcome.position.units_of(power)}


def _reply(lesson: Lesson, power: str, outcome: PhaseOutcome, ruleset: Ruleset) -> str:
    wrote = {ruleset.notation.write(result.order) for result in outcome.results if result.power == power}
    return next((reply.say for reply in lesson.replies if set(reply.when) <= wrote), lesson.otherwise)


def _paragraphs(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
