"""A processed phase as a value: the public part, and the whole, which the store keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judge.game.model.gm_actions import GMOrders
from judge.rules.outcome import PhaseOutcome
from judge.seat import Seat


@dataclass(frozen=True)
class PublicPhase:
    """What everybody may know of a processed phase. A field belongs here only if it reveals nothing private."""

    game: str
    variant: str
    due: datetime | None = None
    """The next phase's deadline."""
    zone: str = "UTC"
    number: str = ""
    anonymous: bool = False
    run: datetime | None = None
    """When it was judged."""
    revision: int = 1
    seal: str = ""
    """Fingerprint of the seed of the game's throws; '' for a game without dice."""
    record: str = ""
    """The record of all throws (`judge.game.dice.record`) if the phase ended the game."""
    moved: bool = False
    """Whether the next phase's deadline was moved because of an absence."""
    stood_in: tuple[str, ...] = ()
    """Powers whose standby's orders were used."""
    called: Mapping[str, Seat] = field(default_factory=dict)
    """Power → seat of the standby called for it."""
    vacated: tuple[str, ...] = ()
    """Powers whose seats became vacant by the game's NMR policy."""
    house: Mapping[str, str] = field(default_factory=dict)
    """Power → level of the house player that ordered for it."""
    practice: bool = False
    """Whether it is of a practice game."""
    moderated: bool = True
    """Whether the game has a GM."""
    why: str = ""
    """The GM's reason for correcting an earlier report, which this one replaces."""
    happened: tuple[Mapping[str, Any], ...] = ()
    """Other news in the report: `PhaseRun.tells`."""


@dataclass(frozen=True, kw_only=True)
class JudgedPhase(PublicPhase):
    """A processed phase, whole, with the news of its report. The store keeps it under the number of its PhaseRun.

    A reader gets a `PhaseView` instead. It holds only what `view_phase` lets that reader know.
    """

    outcome: PhaseOutcome
    silent: tuple[str, ...] = ()
    """Powers that owed orders and sent none."""
    history: tuple[tuple[int, Mapping[str, int]], ...] = ()
    press: tuple[int, ...] = ()
    """Event numbers of the press it prints."""
    ending: str = ""
    stated: tuple[str, ...] = ()
    """Subjects of this phase whose throws the GM had stated."""
    prepared: Mapping[str, Any] = field(default_factory=dict)
    """power → what its player is told about the orders they sent in advance for the next phase."""
    entered: tuple[GMOrders, ...] = ()
    """The GM's orders for powers, as far as they still counted."""
    looked: tuple[str, ...] = ()
    """Subjects whose throws the GM was shown since the last report, before they were made."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """Subject → the drawn throw that the GM replaced."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """subject → the GM's reason."""
    replaces: int = -1
    """Event number of the phase whose report this one corrects."""
