"""How a failed order is marked, by the editor's choice, for formats that can underline and for those that cannot."""

from __future__ import annotations

from typing import NamedTuple


class FailureStyle(NamedTuple):
    """What stands before and behind a failed order, and whether it is underlined and has a star where its note's number stands."""

    before: str = ""
    after: str = ""
    underlined: bool = False
    star: bool = False


def failure_style(failed: str, word: str) -> FailureStyle:
    """The look of a style's choice where a line can be drawn below an order. `word`: what says that it failed."""
    return {
        "notes": FailureStyle(underlined=True, star=True),
        "underline": FailureStyle(underlined=True),
        "asterisks": FailureStyle("*", "*"),
        "brackets": FailureStyle("((", "))"),
        "word": FailureStyle(after=f" ({word})"),
    }[failed]


def typed_failure_style(failed: str, word: str) -> FailureStyle:
    """The same where there are only letters."""
    if failed == "underline":
        return FailureStyle("_", "_")
    return failure_style(failed, word)._replace(underlined=False)
