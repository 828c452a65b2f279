"""The settings of a game as a value: what its GM chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.game.clock.deadline_spec import DeadlineSpec

POLICIES = ("stand", "standby", "abandon", "disorder")
"""What the game does about a power that sends no orders (NMR).

    stand     its units hold; nothing else
    standby   a standby is called, whose orders are used if the player misses orders again
    abandon   after some missed phases the seat is vacant and offered to the standbys
    disorder  after some missed phases the seat is vacant and stays so: civil disorder
"""
RHYTHMS = ("separate", "quick", "together")
"""The calendars of postal games.

    separate  every phase has its own deadline by the game's clock
    quick     retreats and adjustments have their own, shorter deadlines
    together  retreats and adjustments are processed with the movement before them, from orders given in advance
"""
GM_SILENT = ("publish", "pause", "vote")
"""What the game does about a GM who has not answered for a fortnight.

    publish  the judge sends the report that waits, or begins the game
    pause    the game goes on waiting
    vote     the players vote on another GM
"""
ENTRIES = ("open", "invited", "approved", "word")
"""Who may join a forming game besides those who were invited.

    open      anybody
    invited   nobody
    approved  those whom the GM admits
    word      those who know the join word
"""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings that the GM chose."""

    deadlines: Mapping[str, DeadlineSpec] = field(default_factory=dict)
    """kind of phase (`movement`, …) → its clock; '' is the clock of all other phases."""
    house_rules: Mapping[str, str] = field(default_factory=dict)
    """Switches that differ from the variant's defaults."""
    number: str = ""
    """Boardman or Miller number, if the game has one."""
    anonymous: bool = False
    """Whether reports leave out the players' names."""
    blind: bool = False
    """Whether each power sees only what is near its own units and centres (`judge.rules.blind_play`)."""
    listed: bool = True
    """Whether LIST shows the forming game to everybody; otherwise people must know its name to join."""
    observers: bool = True
    """Whether anybody may observe."""
    observer_press: str = "none"
    """What press observers may have printed: `none`, `signed`, or `any`."""
    draws: str = "survivors"
    """Who can share a draw by vote: `survivors`, exactly all of them, or `named`, the powers in the proposal."""
    press: tuple[str, ...] = ("signed", "anonymous")
    """The kinds of press allowed: `signed`, `anonymous`, `black` (under any dateline); if none of them, there is no press. With
    `copies`, the GM gets a copy of what players write to each other.
    """
    vacant_votes: str = "out"
    """How a power without a player counts in a vote: `out`, it neither votes nor shares; `yes`, it agrees and shares."""
    grace: Mapping[str, int] = field(default_factory=dict)
    """Kind of phase ('' for all) → seconds of grace after the deadline."""
    closed: bool = True
    """Whether players who were in time may not change their orders during the grace period."""
    reminders: tuple[int, ...] = (48 * 3600, 12 * 3600)
    """Seconds before a deadline at which players with outstanding orders are reminded."""
    absences: int = 1
    """How many absences of one player move a deadline in a calendar year."""
    silence: str = "stand"
    """What happens to a power without orders, apart from its units holding: one of POLICIES."""
    patience: int = 2
    """After how many movement phases in a row without orders `abandon` and `disorder` vacate a seat."""
    rhythm: str = "separate"
    """When retreats and adjustments are due: one of RHYTHMS."""
    quick: int = 3
    """Days that retreats and adjustments have in the `quick` rhythm."""
    practice: bool = False
    """Whether one person plays against house players, without a GM and without a clock; nobody else hears of the game."""
    preview: int | None = None
    """Whether the GM reviews every report before it is sent: None if not, else the seconds after which it is sent anyway; 0 for
    never.
    """
    gm_silent: str = "publish"
    """What happens if the game has waited for its GM for a fortnight: one of GM_SILENT."""
    moderated: bool = True
    """Whether the game has a GM once it has begun; without one, players vote on what a GM would decide."""
    entry: str = "open"
    """Who may join: one of ENTRIES."""
    join_word: str = ""
    """Fingerprint of the word that a JOIN must give if `entry` is `word`."""
    least_record: int = 0
    """The least share of phases, in percent, for which a player must have sent orders."""
    allowed: tuple[str, ...] = ()
    """Fingerprints of the addresses and domains from which people may join; () for all."""
    comment: str = ""
    """The GM's own words on the rules of the game."""
    denied: tuple[str, ...] = ()
    """Fingerprints of the addresses and domains from which nobody may join."""

    @property
    def admits(self) -> str:
        """Who may join: as `entry` says; a game that LIST does not show is closed to those who were not invited."""
        return "invited" if self.entry == "open" and not self.listed else self.entry

    def clock(self, kind: str) -> DeadlineSpec | None:
        """The clock for a kind of phase; None if there is none, and phases wait for FINAL or PROCESS."""
        usual = self.deadlines.get("") or self.deadlines.get("movement")
        found = self.deadlines.get(kind) or (usual if kind != "movement" and self.rhythm == "quick" else self.deadlines.get(""))
        short = kind != "movement" and self.rhythm == "quick" and kind not in self.deadlines
        if found is None or not found.runs:
            return None
        return found.quickened(self.quick) if short else found

    def waits(self, kind: str) -> int:
        """Seconds of grace after a deadline of this kind."""
        return self.grace.get(kind, self.grace.get("", 0))
