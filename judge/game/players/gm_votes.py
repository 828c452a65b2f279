"""Another GM without the GM's own doing: the players elect one, or a second GM claims the game. Any word of the GM's stops it."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.commands.voting import ProposeEnd
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, refused
from judge.game.model.events import BallotClosed, Proposed
from judge.game.model.game import Ballot, Game
from judge.game.model.known_game import ballot_facts
from judge.game.model.seat_events import GMChanged
from judge.seat import GM, Seat

NOTICE = timedelta(days=7)
"""How long the GM has to answer."""
OF_GM = ("gm", "claim")
"""Kinds of ballots that are about who is the GM."""


def propose_gm(asked: TruthContext, command: ProposeEnd) -> CommandResult:
    """PROPOSE GM: a vote of the players on another GM; more than half of them must say yes, and the GM must not answer.
    `command.seat` is that of who would be the GM.
    """
    game, heir = asked.truth, command.seat
    if game.ballot:
        return refused("vote-open", **ballot_facts(game.ballot, asked.power))
    if not asked.power:
        return refused("gm-has-no-units")
    if heir is None or not (heir in (*game.standbys, *game.observers) or (heir.is_gm and heir != GM)):
        return refused("propose-gm-whom", word=" ".join(command.powers))
    return _opened(asked, Proposed("gm", (), asked.power, command.signed, _closes(asked.now), str(heir)))


def claim(asked: TruthContext) -> CommandResult:
    """EJECT of the GM by a second GM: unless the GM answers within a week, the second GM is the GM."""
    if asked.truth.stage == "finished":
        return refused("is-over")
    if asked.truth.ballot:
        return refused("vote-open", **ballot_facts(asked.truth.ballot, asked.power))
    return _opened(asked, Proposed("claim", (), "", True, _closes(asked.now), str(asked.seat)))


def gm_answers(game: Game) -> CommandResult:
    """The GM has written while somebody else was to be the GM: that is off, and everybody is told."""
    told = {"what": "gm-answers", "proposal": game.ballot.what if game.ballot else ""}
    letters = (Notification(Group.ALL, "news", told, but=GM), Notification(Group.STANDBYS, "news", told))
    return CommandResult((BallotClosed(False, quiet=True),), (Reply("still-gm", {}),), letters)


def new_gm(ballot: Ballot, now: datetime) -> CommandResult:
    """The GM has not answered, and the vote has passed: there is a new GM."""
    how = "voted" if ballot.what == "gm" else "claimed"
    return CommandResult((BallotClosed(True), GMChanged(Seat.read(ballot.text), how, now)), (), gm_letters(how))


def gm_letters(how: str) -> tuple[Notification, ...]:
    """Return the letters about a new GM: to the new one, and to everybody else in the game. `how`: as of `GMChanged`."""
    facts = {"what": "new-gm", "how": how}
    return (
        Notification(GM, "new-gm", {"how": how}),
        Notification(Group.ALL, "news", facts, but=GM),
        Notification(Group.STANDBYS, "news", facts),
    )


def _closes(now: datetime) -> datetime:
    return (now + NOTICE).replace(second=0, microsecond=0)


def _opened(asked: TruthContext, event: Proposed) -> CommandResult:
    facts = {
        "what": event.what, "powers": [], "closes": event.closes.isoformat(), "vacant": asked.game.settings.vacant_votes,
        "text": event.text, "gm": False,
    }  # fmt: skip
    told = {**facts, "proposal": event.what, "what": "proposed", "by": event.by if event.signed else "", "silent": False}
    letters = (Notification(Group.ALL, "news", told), Notification(Group.STANDBYS, "news", told))
    return CommandResult((event,), (Reply("proposed", {**facts, "signed": event.signed}),), letters)
