"""What the office needs from outside: everything that differs between a test and a running daemon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from judge.chance import Chance
from judge.game import Game
from judge.game.model.events import Event
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.maps.mark_rules import Marks
from judge.rules.ruleset import Ruleset
from judge.store import Store
from judge.variants import DEFAULT
from judge.variants.jdip_board import JdipBoard

Listener = Callable[[Any, Game, Any], None]
"""A function called after an event, with the `UnitOfWork`, the game after the event, and the event."""


class Environment(NamedTuple):
    """The store, the judge's address, the games it knows, and where its secrets come from."""

    store: Store
    address: str
    """The judge's own address."""
    variants: Mapping[str, str]
    """Names by which people may call a variant, folded → its folder."""
    rules: Callable[[str], Ruleset]
    """Returns a folder's rules. Raises FolderError if they cannot be read."""
    read: Callable[[Letter], ParsedMail]
    nonce: Callable[[], str]
    """Returns a random value that makes the token of a seat's new holder differ from the last holder's."""
    seed: Callable[[], str]
    """Returns a new secret for a game."""
    chance: Chance
    elapsed: Callable[[], float]
    """Returns the seconds since some fixed moment, regardless of clock changes."""
    marks: Callable[[str], Marks | None] = lambda folder: None
    """Returns what a folder declares about its map; None where no maps are drawn. Raises FolderError."""
    jdip: Callable[[str], JdipBoard | None] = lambda folder: None
    """Returns a folder's board as jDip has it; None if jDip has none. Raises FolderError."""
    usual: str = DEFAULT
    """The folder of a game that is created without naming a variant."""
    trust_from: bool = False
    """Whether a From line alone identifies the writer, if nothing else does."""
    operator: str = ""
    """The operator's address, for problems that no GM can solve; '' for none."""
    games_a_day: int = 3
    """Most games that one person may open in a day; 0 for any number. The next two likewise."""
    guests_a_day: int = 20
    """Most people whom one person may invite in a day."""
    invitation_days: int = 7
    """Days before somebody is invited again, by anybody."""
    letters: int = 30
    """Most letters of one writer in an hour that are answered one by one."""
    strangers: int = 30
    """Most letters in an hour, of all strangers together, that are answered."""
    listeners: Mapping[type[Event], Listener] = {}
    """A type of event → what else is done before the last such event of a transaction is stored."""
