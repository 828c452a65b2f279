"""What was read in a letter, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from judge.commands import Command, Create, Join, OrderLines, Press, Rollback


def lines_of(commands: Sequence[Command]) -> list[str]:
    """What was read, a line each, as it was written."""
    found: list[str] = []
    for command in commands:
        heading = [command.line] if not isinstance(command, OrderLines) or command.asked else []
        found += heading + _below(command)
    return list(dict.fromkeys(" ".join(line.split()) for line in found))


def _below(command: Command) -> list[str]:
    """The lines below a command's own that belong to it."""
    match command:
        case OrderLines():
            return list(command.lines)
        case Join():
            parts = {"PREFER": command.power, "NAME": command.name}
            return [f"{word} {text}" for word, text in parts.items() if text and text not in command.line]
        case Create():
            said = command.variant.lower() in command.line.lower()
            return [*([] if said else [f"VARIANT {command.variant}"]), *command.settings]
        case Rollback():
            return [change.line for change in command.changes]
        case Press():
            return [*command.text.split("\n"), "END"]
        case _:
            return []
