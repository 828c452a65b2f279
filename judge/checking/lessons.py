"""Mistakes in a folder's lessons: boards and orders that cannot be read, and solutions that miss their goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.board import Position
from judge.game.lessons import goal_reached, lesson_board
from judge.game.position_text import PositionFault
from judge.notation import Order
from judge.notation.reader import ParsedOrder
from judge.rules import adjudicate
from judge.rules.lessons import Lesson
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.variants.folder import LESSON, read_text
from judge.variants.lesson_yaml import read_course
from judge.variants.yaml_source import FolderError, YamlNode, parse_document


def lesson_file_mistakes(path: Path, powers: Sequence[Power]) -> Iterator[FolderError]:
    """Return what stops the lessons of a folder from being read, if something does."""
    try:
        read_course(parse_document(read_text(path / LESSON), str(path / LESSON)), powers)
    except FolderError as wrong:
        yield wrong


def lesson_mistakes(path: Path, ruleset: Ruleset) -> Iterator[FolderError]:
    """Return what is wrong with the lessons of a folder, which could be read as data."""
    if ruleset.course is None:
        return
    sheet = parse_document(read_text(path / LESSON), str(path / LESSON))
    for at, lesson in zip(sheet.get("lessons").list(), ruleset.course.lessons, strict=True):
        try:
            board = lesson_board(lesson, ruleset)
        except PositionFault as fault:
            yield at.get("position").wrong(str(fault))
            continue
        yield from _unsolved(at, lesson, board, ruleset, ruleset.course.power)


def _unsolved(at: YamlNode, lesson: Lesson, board: Position, ruleset: Ruleset, pupil: str) -> Iterator[FolderError]:
    orders: dict[str, list[Order]] = {}
    for power, lines in {**lesson.others, pupil: lesson.solution}.items():
        found = ruleset.notation.read_all(lines, ruleset.board_at(board), board, power)
        orders[power] = [each.order for each in found if isinstance(each, ParsedOrder)]
        if len(orders[power]) != len(lines):
            yield at.get("solution" if power == pupil else "others").wrong(f"an order of {power} cannot be read")
    if not goal_reached(lesson, pupil, adjudicate(board, orders, ruleset, lambda subject: 1)):
        yield at.get("solution").wrong(f"does not reach the goal {', '.join(lesson.goal)}")
