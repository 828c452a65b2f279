"""What the office is given: everything that is not the same in a test and in a running daemon."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from judge.game import Game
from judge.game.model.events import Event
from judge.letters import Letter
from judge.mail.parsed import ParsedMail
from judge.maps.mark_rules import Marks
from judge.rules.ruleset import Ruleset
from judge.store import Store
from judge.variants import DEFAULT

Listener = Callable[[Any, Game, Any], None]
"""What else is done when an event has happened: it is given the `UnitOfWork`, the game as it stands after it, and the event."""


class Environment(NamedTuple):
    """The store, the judge's address, the games it knows, and where its secrets come from."""

    store: Store
    address: str
    """The judge's own."""
    variants: Mapping[str, str]
    """What people call a game, folded → its folder."""
    rules: Callable[[str], Ruleset]
    """A folder's rules. Raises FolderError if they cannot be read."""
    read: Callable[[Letter], ParsedMail]
    nonce: Callable[[], str]
    """Makes the token of a seat's new holder differ from the last holder's."""
    seed: Callable[[], str]
    """A new secret for a game."""
    marks: Callable[[str], Marks | None] = lambda folder: None
    """What a folder declares about its map; None where no maps are drawn. Raises FolderError."""
    usual: str = DEFAULT
    """The folder of a game created without naming a variant."""
    trust_from: bool = False
    """Whether a plain From line says who wrote, where nothing else does."""
    operator: str = ""
    """The operator's address, for troubles that no GM can mend; '' for none."""
    games_a_day: int = 3
    """Games that one person may open within a day; 0 for any number. So with the two below."""
    guests_a_day: int = 20
    """People whom one person may have asked to play within a day."""
    invitation_days: int = 7
    """Days before somebody is asked to play again, by whomever."""
    letters: int = 30
    """Letters within an hour, of one writer, that are answered one by one."""
    strangers: int = 30
    """Letters within an hour, of all people unknown together, that are answered."""
    listeners: Mapping[type[Event], Listener] = {}
    """A type of event → what else is done before the last such event of a transaction is stored."""
