"""How a failed order is marked, by the editor's choice, in formats with and without underlining."""

from __future__ import annotations

from typing import NamedTuple


class FailureStyle(NamedTuple):
    """What stands before and after a failed order, whether it is underlined, and whether a star stands where the note's number
    would.
    """

    before: str = ""
    after: str = ""
    underlined: bool = False
    star: bool = False


def failure_style(failed: str, word: str) -> FailureStyle:
    """Return the marks of a choice in formats with underlining. `word`: the word for failure."""
    return {
        "notes": FailureStyle(underlined=True, star=True),
        "underline": FailureStyle(underlined=True),
        "asterisks": FailureStyle("*", "*"),
        "brackets": FailureStyle("((", "))"),
        "word": FailureStyle(after=f" ({word})"),
    }[failed]


def typed_failure_style(failed: str, word: str) -> FailureStyle:
    """Return the same for plain characters."""
    if failed == "underline":
        return FailureStyle("_", "_")
    return failure_style(failed, word)._replace(underlined=False)
