"""Drive Lark's LALR machine, which takes an order's tokens one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lark import Token as Fed
from lark import Tree
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser


def choices(machine: InteractiveParser) -> Mapping[str, Any]:
    """Return the terminals for which the machine's table has an entry here."""
    possible: Mapping[str, Any] = machine.choices()  # type: ignore[no-untyped-call]
    return possible


def feed(machine: InteractiveParser, token: Fed) -> bool:
    """Give the machine a token. Return False if it cannot accept it, since LALR tables list slightly too many terminals."""
    try:
        machine.feed_token(token)
    except UnexpectedInput:
        return False
    return True


def finish(machine: InteractiveParser) -> Tree[Any] | None:
    """Return what the machine has read, if it is complete."""
    try:
        tree = machine.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return None
    return tree if isinstance(tree, Tree) else None


def differ(actions: Sequence[tuple[Any, Any]]) -> bool:
    """Whether the machine has several actions here. Actions that end the same rule count as one, because a later state tells them
    apart.
    """
    return len(actions) > 1 and (any(action is Shift for action, _ in actions) or len({id(rule) for _, rule in actions}) > 1)
