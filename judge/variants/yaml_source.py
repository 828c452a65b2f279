"""YAML and JSON read without guesses: every scalar is text, and every value knows its file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

import yaml

LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
DEEPEST = 40
"""The deepest nesting that a file may have."""


class FolderError(ValueError):
    """A mistake in a game's folder or in a case: which file, which line (0: the file as a whole), what is wrong."""

    def __init__(self, file: str, line: int, message: str, at: YamlNode | None = None) -> None:
        super().__init__(f"{file}:{line}: {message}" if line else f"{file}: {message}")
        self.file, self.line, self.message = file, line, message
        self.at = at
        """The value that is wrong, where it is one."""


@dataclass(frozen=True)
class YamlNode:
    """One value of a file: a text, a list of sheets or a table of sheets."""

    value: str | tuple[YamlNode, ...] | Mapping[str, YamlNode]
    file: str
    line: int
    key: str = ""
    """Where it stands, for messages: `units`, `units.France`, …"""

    def wrong(self, message: str) -> FolderError:
        """The error that says what is wrong with this value."""
        return FolderError(self.file, self.line, f"{self.key}: {message}" if self.key else message, self)

    @property
    def empty(self) -> bool:
        """Whether nothing stands here (`units:` with nothing behind it, `[]`, `{}`)."""
        return not self.value

    def text(self) -> str:
        """The value as text. Raises FolderError if it is a list or a table."""
        if not isinstance(self.value, str):
            raise self.wrong("expected one value here, not a list or a table")
        return self.value

    def number(self) -> int:
        """The value as a whole number. Raises FolderError."""
        text = self.text()
        if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 12:
            raise self.wrong(f"{text!r} is not a whole number")
        return int(text)

    def flag(self) -> bool:
        """The value as yes or no. Raises FolderError."""
        text = self.text().lower()
        if text not in ("yes", "no", "true", "false", "on", "off"):
            raise self.wrong(f"{text!r} is neither yes nor no")
        return text in ("yes", "true", "on")

    def list(self) -> tuple[YamlNode, ...]:
        """The value as a list; nothing is an empty list, one text is a list of one. Raises FolderError."""
        if isinstance(self.value, tuple):
            return self.value
        if isinstance(self.value, str):
            return (self,) if self.value else ()
        raise self.wrong("expected a list here, not a table")

    def texts(self) -> tuple[str, ...]:
        """The value as a list of texts. Raises FolderError."""
        return tuple(item.text() for item in self.list())

    def table(self) -> Mapping[str, YamlNode]:
        """The value as a table; nothing is an empty table. Raises FolderError."""
        if isinstance(self.value, Mapping):
            return self.value
        if self.empty:
            return {}
        raise self.wrong("expected `name: value` pairs here")

    def get(self, key: str) -> YamlNode:
        """What stands under a key of this table; an empty sheet if nothing does. Raises FolderError."""
        found = self.table().get(key)
        return found if found is not None else YamlNode("", self.file, self.line, join_key(self.key, key))

    def only(self, *known: str) -> None:
        """Raise FolderError at the first key of this table that is not known."""
        for key, sheet in self.table().items():
            if key not in known:
                raise sheet.wrong(f"unknown key {key!r}; known here: {', '.join(known)}")

    def plain(self) -> Any:
        """The value with every text as text, no lines: what JSON would hold."""
        if isinstance(self.value, str):
            return self.value
        if isinstance(self.value, tuple):
            return [item.plain() for item in self.value]
        return {key: item.plain() for key, item in self.value.items()}


def join_key(key: str, part: str) -> str:
    """The key of a part of a table: `units.France`."""
    return f"{key}.{part}" if key else part


@lru_cache(maxsize=128)
def parse_documents(text: str, file: str) -> tuple[YamlNode, ...]:
    """Every document of a YAML (or JSON) text, kept for a while: a folder is read again by each that extends it.

    Raises FolderError with the line of the first mistake.
    """
    try:
        events: Iterator[Any] = yaml.parse(text, Loader=LOADER)
        starts = (event for event in events if isinstance(event, yaml.DocumentStartEvent))
        return tuple(_sheet(events, next(events), file, "", 0) for _ in starts)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FolderError(file, mark.line + 1 if mark else 0, error.problem or "not readable as YAML") from None
    except yaml.YAMLError as error:
        raise FolderError(file, 0, f"not readable as YAML ({str(error).splitlines()[0]})") from None


def parse_document(text: str, file: str) -> YamlNode:
    """The only document of a text; an empty text is an empty table. Raises FolderError."""
    sheets = parse_documents(text, file)
    if len(sheets) > 1:
        raise sheets[1].wrong("only one document is expected in this file")
    return sheets[0] if sheets else YamlNode({}, file, 0)


def parse_json_line(text: str, file: str, line: int) -> YamlNode:
    """A JSON text that stands on one line of a file. Raises FolderError."""
    try:
        return node_from_json(json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=_pairs), file, line)
    except (ValueError, RecursionError) as error:
        raise FolderError(file, line, f"not readable as JSON ({error})") from None


def node_from_json(value: Any, file: str, line: int, key: str = "") -> YamlNode:
    """A sheet of JSON values; true, false and null become the texts people write for them."""
    if isinstance(value, Mapping):
        return YamlNode({k: node_from_json(v, file, line, join_key(key, k)) for k, v in value.items()}, file, line, key)
    if isinstance(value, list | tuple):
        return YamlNode(tuple(node_from_json(v, file, line, key) for v in value), file, line, key)
    text = "" if value is None else str(value)
    return YamlNode(text.lower() if isinstance(value, bool) else text, file, line, key)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return table


def _sheet(events: Iterator[Any], event: Any, file: str, key: str, depth: int) -> YamlNode:
    """The value that begins with an event. Read from events: composing is recursive and has no floor."""
    line = event.start_mark.line + 1
    if depth > DEEPEST or isinstance(event, yaml.AliasEvent) or event.anchor:
        raise FolderError(file, line, "aliases (&, *) and very deep nesting are not read")
    if isinstance(event, yaml.MappingStartEvent):
        return YamlNode(dict(_items(events, file, key, depth)), file, line, key)
    if isinstance(event, yaml.SequenceStartEvent):
        listed = takewhile(lambda part: not isinstance(part, yaml.SequenceEndEvent), events)
        return YamlNode(tuple(_sheet(events, part, file, key, depth + 1) for part in listed), file, line, key)
    return YamlNode(str(event.value), file, line, key)


def _items(events: Iterator[Any], file: str, key: str, depth: int) -> Iterator[tuple[str, YamlNode]]:
    known: set[str] = set()
    while not isinstance(name := next(events), yaml.MappingEndEvent):
        line = name.start_mark.line + 1
        if not isinstance(name, yaml.ScalarEvent):
            raise FolderError(file, line, "a key must be one plain text")
        if name.value in known:
            raise FolderError(file, line, f"{join_key(key, name.value)}: this key stands twice")
        known.add(name.value)
        sheet = _sheet(events, next(events), file, join_key(key, name.value), depth + 1)
        yield name.value, YamlNode(sheet.value, file, line if isinstance(sheet.value, str) else sheet.line, sheet.key)
