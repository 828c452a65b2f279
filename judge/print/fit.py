"""Plain text cut to an editor's number of lines: what is least missed goes first, and the text says what went."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Cut = tuple[tuple[str, ...], int]
"""What is left out (`why`, `position`, `run-on`, `press`), and how many of the older pieces of press."""


def cuts(pieces: int) -> Iterator[Cut]:
    """What is left out, more and more: the reasons, where units stand, a line for each order, then press, the oldest first."""
    yield (), 0
    for number in (1, 2, 3):
        yield ("why", "position", "run-on")[:number], 0
    for older in range(1, pieces + 1):
        yield ("why", "position", "run-on", "press"), older


def fitted(facts: Mapping[str, Any], render: Callable[[Mapping[str, Any]], str]) -> str:
    """The text with as little left out as its style's lines allow; the shortest there is if nothing is short enough."""
    limit, made = facts["s"].lines, ""
    for cut, older in cuts(len(facts["r"]["press"])):
        if "run-on" in cut and facts["s"].orders != "lines":
            cut = tuple(what for what in cut if what != "run-on")
        made = render({**facts, "cut": cut, "older": older})
        if not limit or made.count("\n") <= limit:
            break
    return made
