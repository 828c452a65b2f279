"""A cache of the last few phases: a report goes to many readers, and a correction is about two phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from judge.game import PhaseView
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import read_turn
from judge.reports import PlayerNames
from judge.reports.report import SharedFacts, shared_facts
from judge.rules import Supposing
from judge.rules.ruleset import Ruleset

MOST = 6
"""How many phases are kept: as many as one letter may mention repeatedly."""


class _Kept(NamedTuple):
    turn: JudgedPhase
    supposing: Supposing | None


class _Shared(NamedTuple):
    """From what the facts of a phase follow that all share who may know the same of it."""

    seen: PhaseView
    ruleset: Ruleset
    cast: PlayerNames
    headline: str


class PhaseCache:
    """Judged phases, read by `stored` from game and event. What one reader who sees everything asked of a phase is not worked out
    again for another, and what several may know alike is put into words once.
    """

    def __init__(self, stored: Callable[[str, int], dict[str, Any] | None]) -> None:
        self._stored = stored
        self._kept: dict[tuple[str, int], _Kept] = {}
        self._shared: tuple[tuple[_Shared, SharedFacts], ...] = ()

    def read(self, game: str, seq: int) -> JudgedPhase:
        """The phase of this event. Raises LookupError: the store has none."""
        kept = self._kept.get((game, seq))
        if kept is None:
            body = self._stored(game, seq)
            if body is None:
                raise LookupError(f"{game} has no judged phase {seq}")
            kept = self._keep((game, seq), _Kept(read_turn(body), None))
        return kept.turn

    def supposing(self, game: str, seq: int, fresh: Supposing) -> Supposing:
        """What the first asked of a phase who saw all of it; `fresh` if nobody has."""
        kept = self._kept.get((game, seq)) or _Kept(self.read(game, seq), None)
        if kept.supposing is None:
            kept = self._keep((game, seq), kept._replace(supposing=fresh))
        return kept.supposing or fresh

    def shared(self, seen: PhaseView, ruleset: Ruleset, cast: PlayerNames, headline: str) -> SharedFacts:
        """The facts that all readers share for whom `seen_by_all` is this, who are told of the same people and headline."""
        wanted = _Shared(seen, ruleset, cast, headline)
        for known, facts in self._shared:
            if known == wanted:
                return facts
        made = shared_facts(seen, ruleset, cast, headline)
        self._shared = (*self._shared[1 - MOST :], (wanted, made))
        return made

    def _keep(self, key: tuple[str, int], kept: _Kept) -> _Kept:
        """Add the phase as the last. The whole mapping is replaced at once, so that other threads see the old or the new one."""
        others = [(other, each) for other, each in self._kept.items() if other != key]
        self._kept = dict([*others[1 - MOST :], (key, kept)])
        return kept
