"""Judge: runs games of Diplomacy and its variants by mail.

A mail's way through the packages:

    mail      bytes in: what the mail says, who it is from, whether to answer at all
    commands  its text becomes commands
    game      whose turn it is and what may be asked now; decide() says what happens
    notation  order lines become orders, and orders are written in the usual notation
    rules     the referee: adjudicate() says who moves, and why
    reports   what each reader may see becomes words (every word is in templates/)
    store     mails, events, positions and notices, durable before anything is acknowledged
    mail      mails out, one recipient each, with the same Message-ID however often they are sent

What this package promises to programs and notebooks is in `__all__` and in docs/api.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.api import JudgedOrder, LoadedGame, PhaseResult, adjudicate, load_game
    from judge.board import Position

    __version__: str

__all__ = ["JudgedOrder", "LoadedGame", "PhaseResult", "Position", "adjudicate", "load_game"]


def __getattr__(name: str) -> Any:
    """Load a name of the public API, or `__version__`, when it is first used. Raises AttributeError for any other name."""
    if name == "__version__":
        return import_module("judge.version").judge_version()
    if name not in __all__:
        raise AttributeError(f"module 'judge' has no attribute {name!r}")
    return getattr(import_module("judge.api"), name)
