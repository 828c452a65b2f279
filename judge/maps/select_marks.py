"""Select the spaces at which a folder's marks stand in a position: by its facts and its map's notes, and only what the reader sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.board import Board, Position
from judge.maps.mark_rules import Mark, SpaceSelection, SpaceSelector
from judge.maps.scene import SceneMark


def selected_spaces(where: SpaceSelection, position: Position, board: Board) -> dict[str, Any]:
    """Map each selected space to the fact's entry for it ('' if it has none), in the order of the declaration."""
    found: dict[str, Any] = {}
    for choice in where.at:
        for space, entry in _spaces(choice, position, board):
            found.setdefault(space, entry)
    out = {space for choice in where.but for space, _ in _spaces(choice, position, board)}
    return {space: entry for space, entry in found.items() if space not in out}


def _spaces(choice: SpaceSelector, position: Position, board: Board) -> Iterator[tuple[str, Any]]:
    if choice.source == "fact":
        for space, entry in _entries(position.facts.get(choice.name)):
            if not choice.value or choice.value in _values(entry):
                yield space, entry
        return
    for code, place in board.spaces.items():
        told = {"note": place.notes.get(choice.name, ""), "kind": place.kind if place.kind == choice.name else "",
                "homes": place.home, "centres": "yes" if place.centre else ""}[choice.source]  # fmt: skip
        if told and (not choice.value or told == choice.value):
            yield code, told


def _entries(fact: Any) -> list[tuple[str, Any]]:
    """Return a fact's spaces: a table's keys, a list of spaces, or a list of tables with a place (`at`)."""
    if isinstance(fact, Mapping):
        return [(str(space), entry) for space, entry in fact.items()]
    listed = fact if isinstance(fact, list | tuple) else []
    return [(str(item["at"]), item) if isinstance(item, Mapping) else (str(item), "") for item in listed]


def _values(entry: Any) -> set[str]:
    return {str(part) for part in entry.values()} if isinstance(entry, Mapping) else {str(entry)}


def entry_field(entry: Any, name: str, owner: str) -> str:
    """Return a field of an entry, the entry itself (`value`), or the space's owner (`owner`); '' for no name."""
    if name == "owner":
        return owner
    if isinstance(entry, Mapping):
        return str(entry.get(name, "")) if name else ""
    return str(entry) if name == "value" else ""


def placed_marks(marks: tuple[Mark, ...], position: Position, board: Board) -> list[SceneMark]:
    """Yield every mark with each space at which it stands."""
    found = []
    for mark in marks:
        for space, entry in selected_spaces(mark.where, position, board).items():
            owner = position.owners.get(space, "")
            found.append(
                SceneMark(
                    mark.shape, space, entry_field(entry, mark.colour, owner), entry_field(entry, mark.text, owner), mark.spot
                )
            )
    return found
