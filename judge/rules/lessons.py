"""A lesson game as its folder tells it: prepared positions, what the pupil is to do in each, and what is said to their orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class LessonReply(NamedTuple):
    """What is said to a pupil who missed the goal and wrote these orders, among others."""

    when: tuple[str, ...]
    """Orders in the house form."""
    say: str


class Lesson(NamedTuple):
    """One phase of a lesson game."""

    title: str
    phase: str
    position: str
    """The lines between POSITION and END."""
    others: Mapping[str, tuple[str, ...]]
    """Other power → its orders; units without one stand."""
    task: str
    goal: tuple[str, ...]
    """Units of the pupil's that stand there after the phase if the goal is reached."""
    done: str
    """What is said then."""
    replies: tuple[LessonReply, ...]
    """What is said if not: the first that fits."""
    otherwise: str
    """What is said if none fits."""
    hints: tuple[str, ...]
    """One for each time that the goal was missed, the last ever after."""
    solution: tuple[str, ...]
    """Orders that reach the goal."""


class Course(NamedTuple):
    """All lessons of a game, and the power that the pupil plays in them."""

    power: str
    lessons: tuple[Lesson, ...]
