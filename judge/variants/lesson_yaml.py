"""A folder's lesson.yaml to values."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.lessons import Course, Lesson, LessonReply
from judge.rules.variant import Power
from judge.variants.yaml_source import YamlNode

KEYS = ("title", "phase", "position", "others", "task", "goal", "done", "replies", "otherwise", "hints", "solution")


def read_course(sheet: YamlNode, powers: Sequence[Power]) -> Course | None:
    """Return the lessons of a folder, None if it has none. Raises FolderError."""
    if sheet.empty:
        return None
    sheet.only("power", "lessons")
    known = [power.name for power in powers]
    if sheet.get("power").text() not in known:
        raise sheet.get("power").wrong(f"{sheet.get('power').text()!r} is no power of this game")
    return Course(sheet.get("power").text(), tuple(_lesson(each, known) for each in sheet.get("lessons").list()))


def _lesson(sheet: YamlNode, powers: Sequence[str]) -> Lesson:
    sheet.only(*KEYS)
    for key in KEYS:
        if sheet.get(key).empty and key not in ("others", "replies"):
            raise sheet.wrong(f"a lesson needs {key!r}")
    for power, orders in sheet.get("others").table().items():
        if power not in powers:
            raise orders.wrong(f"{power!r} is no power of this game")
    return Lesson(
        title=sheet.get("title").text(),
        phase=sheet.get("phase").text(),
        position=sheet.get("position").text(),
        others={power: orders.texts() for power, orders in sheet.get("others").table().items()},
        task=sheet.get("task").text(),
        goal=sheet.get("goal").texts(),
        done=sheet.get("done").text(),
        replies=tuple(_reply(each) for each in sheet.get("replies").list()),
        otherwise=sheet.get("otherwise").text(),
        hints=sheet.get("hints").texts(),
        solution=sheet.get("solution").texts(),
    )


def _reply(sheet: YamlNode) -> LessonReply:
    sheet.only("when", "say")
    return LessonReply(sheet.get("when").texts(), sheet.get("say").text())
