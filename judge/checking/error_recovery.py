"""A reader that stops at its first mistake, made to find them all: what was wrong is taken out, and it reads again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from judge.variants.yaml_source import FolderError, YamlNode

T = TypeVar("T")


def parse_with_all_mistakes(read: Callable[[YamlNode], T], sheet: YamlNode) -> tuple[T | None, list[FolderError]]:
    """What a reader makes of a sheet without its mistakes, and these; None if too little is left to be read."""
    found: list[FolderError] = []
    while True:
        try:
            return read(sheet), found
        except FolderError as wrong:
            found.append(wrong)
            less = remove_value(sheet, wrong.at)
            if less is None:
                return None, found
            sheet = less


def remove_value(sheet: YamlNode, part: YamlNode | None) -> YamlNode | None:
    """The sheet without one of its values; None if that is no value of it."""
    if isinstance(sheet.value, str) or part is None or sheet is part:
        return None
    table = isinstance(sheet.value, Mapping)
    items = list(sheet.value.items()) if isinstance(sheet.value, Mapping) else list(enumerate(sheet.value))
    for at, (key, value) in enumerate(items):
        less = value if value is not part else None
        if less is not None and (less := remove_value(value, part)) is None:
            continue
        kept = items[:at] + ([(key, less)] if less is not None else []) + items[at + 1 :]
        whole = {str(name): item for name, item in kept} if table else tuple(item for _, item in kept)
        return YamlNode(whole, sheet.file, sheet.line, sheet.key)
    return None
