"""What a writer adds below a rule like the mark of a signature."""

from __future__ import annotations

from collections.abc import Sequence

_BEGIN = (
    "forget", "cancel", "ignore", "scratch", "disregard", "withdraw", "oops", "wait", "no,", "sorry,", "correction", "change",
    "make that", "p.s.", "ps:", "ps.", "on second thoughts", "second thoughts", "actually",
)  # fmt: skip
"""How words begin that take back or add to what stands above them. No signature does."""


def is_afterthought(below: Sequence[str]) -> bool:
    """Whether the lines below a rule begin like an afterthought: `Forget Warsaw.`"""
    return next((line for line in below if line.strip()), "").strip().lower().startswith(_BEGIN)
