"""What the sending of letters tells besides their words: how many there are, when, in what order, and how large."""

from __future__ import annotations

from typing import Literal, NamedTuple

from judge.game.model.game_settings import GameSettings
from judge.rules.ruleset import Ruleset


class Dependence(NamedTuple):
    """Something about letters that depends on what their reader does not see."""

    of: Literal["number", "time", "order", "size"]
    """What of them depends on it. What makes letters more or fewer, or moves them, changes their order, too."""
    on: str
    """The hidden fact."""
    why: str
    """Why it may depend on it."""


def sending_depends_on(settings: GameSettings, ruleset: Ruleset) -> tuple[Dependence, ...]:
    """List all that the number, time, order and size of a reader's letters tell of what that reader does not see.

    Nothing else may: two truths that agree on the board as the reader sees it and on what is listed here bring the same letters,
    byte by byte, but for marks made with the judge's key, which mean nothing to anybody else. `tests/secrecy` plays such pairs.
    """
    found = [
        Dependence("time", "that all who are asked have said FINAL", "it is what FINAL is for; who said it last is not told"),
        Dependence("time", "when the GM runs, holds or publishes a phase", "the GM does it, and may do it at any time"),
        Dependence("number", "that somebody proposes, writes press or joins", "the letter says so, and nothing else is told by it"),
    ]
    if any(settings.waits(season.kind) for season in ruleset.calendar.seasons):
        found.append(
            Dependence("number", "who is late", "the GM chose to wait for the late, who are named; never where that is secret")
        )
    hidden = ruleset.rules.hides_information(ruleset)
    if hidden and any(season.kind == "retreats" and not season.always for season in ruleset.calendar.seasons):
        found.append(
            Dependence("number", "that somebody must retreat, somewhere", "the calendar holds retreats only when there are any")
        )
    if hidden and not all(season.always for season in ruleset.calendar.seasons if season.kind == "adjustments"):
        found.append(Dependence("number", "that somebody builds or removes", "the calendar holds adjustments only when due"))
    if hidden and ruleset.rules.counts_are_public(ruleset):
        found.append(Dependence("size", "how many units and centres each power has", "these numbers are printed for everybody"))
    if hidden:
        found.append(Dependence("size", "which powers are still in the game", "they are listed"))
        found.append(Dependence("number", "that somebody has won", "the game is over, and everything is shown"))
    if settings.anonymous:
        found.append(Dependence("number", "that a seat has become vacant, or is taken over", "only the power is named"))
    return tuple(found)
