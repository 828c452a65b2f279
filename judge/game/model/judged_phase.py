"""One judged phase as a value: what everybody may know of it, and the truth, which the store keeps."""

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
    """What everybody may know of a judged phase. A field stands here only if it tells nobody anything that is another's."""

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
    """The record of all throws (`judge.game.dice.record`) if the game is over by this phase."""
    moved: bool = False
    """Whether the next phase's deadline was moved because somebody is away."""
    stood_in: tuple[str, ...] = ()
    """Powers whose standby's orders were used."""
    called: Mapping[str, Seat] = field(default_factory=dict)
    """power → seat of the standby who was called for it."""
    vacated: tuple[str, ...] = ()
    """Powers whose seats are vacant from now on, by the rule on silence."""
    why: str = ""
    """The GM's reason for correcting an earlier report, which this one replaces."""
    happened: tuple[Mapping[str, Any], ...] = ()
    """What else the report tells: `PhaseRun.tells`."""


@dataclass(frozen=True, kw_only=True)
class JudgedPhase(PublicPhase):
    """A judged phase with the news of its report: the truth. The store keeps it under the number of its PhaseRun.

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
    """Subjects thrown for in this phase whose throws the GM had stated."""
    prepared: Mapping[str, Any] = field(default_factory=dict)
    """power → what its player is told about the orders they sent in advance for the next phase."""
    entered: tuple[GMOrders, ...] = ()
    """What the GM ordered for powers, as far as it stood."""
    looked: tuple[str, ...] = ()
    """Subjects whose throws the GM was shown since the last report, before they were made."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """subject → the throw that had been drawn, where the GM put another in its place."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """subject → the GM's reason."""
    replaces: int = -1
    """Event number of the phase whose report this one corrects."""
