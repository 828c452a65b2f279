"""End a game by agreement: a proposal needs a yes of every surviving Power before the vote closes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from judge.commands.voting import ProposeEnd, Vote
from judge.game.clock.deadline_spec import parse_single_deadline
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.dice.throws import revealed_seed
from judge.game.model.events import BallotClosed, Ended, Proposed, Voted
from judge.game.model.game import Ballot, Game
from judge.game.model.known_game import ballot_facts
from judge.game.power_names import find_power
from judge.rules.ruleset import Ruleset

USUAL = timedelta(days=7)
"""How long a vote is open in a game without deadlines."""
NEAREST = timedelta(hours=24)
"""The shortest time in which everybody can vote."""


def propose(asked: TruthContext, command: ProposeEnd) -> CommandResult:
    """PROPOSE DRAW and CONCEDE: a secret vote of all survivors, with its own closing time. The proposer votes yes."""
    game, survivors = asked.truth, surviving_powers(asked.truth, asked.ruleset)
    if game.ballot:
        return refused("vote-open", **ballot_facts(game.ballot, asked.power))
    if asked.power not in survivors:
        return refused("not-surviving")
    named = [(text, find_power(text, asked.ruleset)) for text in command.powers]
    if unknown := [text for text, name in named if name not in survivors]:
        return refused("draw-whom", words=unknown, alive=list(survivors))
    if command.what == "draw" and named and game.settings.draws == "survivors":
        return refused("draw-of-all")
    try:
        closes = _closes(asked, command.closes)
    except UnclearTime as unclear:
        return refused("vote-closes", unclear=unclear.why, word=unclear.word, near=list(unclear.near))
    event = Proposed(command.what, tuple(name for _, name in named), asked.power, command.signed, closes)
    facts = {"what": command.what, "powers": list(event.powers), "closes": closes.isoformat(), "vacant": game.settings.vacant_votes}
    told = {**facts, "proposal": command.what, "what": "proposed", "by": asked.power if command.signed else ""}
    reply = Reply("proposed", {**facts, "signed": command.signed})
    return CommandResult((event,), (reply,), (Notification(Group.ALL, "news", told),))


def vote(asked: TruthContext, command: Vote) -> CommandResult:
    """VOTE: record a secret vote, which may be changed while the vote is open. The vote closes early once all have said yes."""
    game, ballot = asked.truth, asked.truth.ballot
    if ballot is None:
        return refused("no-vote")
    if asked.power not in surviving_powers(game, asked.ruleset):
        return refused("not-surviving")
    said, before = "yes" if command.yes else "no", ballot.votes.get(asked.power, "")
    decision = accepted("voted", Voted(asked.power, said), **{"vote": said, "before": before, "closes": ballot.closes.isoformat()})
    if not _agreed({**ballot.votes, asked.power: said}, game, asked.ruleset):
        return decision
    end = _end(game, ballot, asked.ruleset, asked.secret)
    return CommandResult((*decision.events, *end.events), decision.replies, end.notices)


def close_vote(game: Game, ballot: Ballot, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Close a vote: end the game, or tell everybody only that the proposal failed."""
    if _agreed(ballot.votes, game, ruleset):
        return _end(game, ballot, ruleset, secret)
    told = {"what": "vote-failed", "proposal": ballot.what, "powers": list(ballot.powers)}
    return CommandResult((BallotClosed(False),), notices=(Notification(Group.ALL, "news", told),))


def surviving_powers(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the Powers that have units or centres, in the game's order."""
    position = game.board_now
    return tuple(power.name for power in ruleset.powers if position.units_of(power.name) or position.centres(power.name))


def _closes(asked: TruthContext, text: str) -> datetime:
    """Return when the vote closes: as asked for, at the second deadline from now, or in a week. Raises UnclearTime."""
    game, earliest = asked.truth, asked.now + NEAREST
    if text:
        when = parse_single_deadline(text, game.zone, asked.now)
        if when is None:
            raise UnclearTime("no-date", text)
        if when < earliest:
            raise UnclearTime("too-soon", text)
        return when
    clock = game.settings.clock("movement")
    return max(earliest, clock.after(asked.now)) if clock else asked.now + USUAL


def _agreed(votes: Mapping[str, str], game: Game, ruleset: Ruleset) -> bool:
    """Whether every survivor that has a player says yes."""
    asked = [power for power in surviving_powers(game, ruleset) if power not in _vacant(game)]
    return bool(asked) and all(votes.get(power) == "yes" for power in asked)


def _vacant(game: Game) -> set[str]:
    return {seat.power for seat in game.seats if seat.vacant}


def _end(game: Game, ballot: Ballot, ruleset: Ruleset, secret: bytes) -> CommandResult:
    alive = surviving_powers(game, ruleset)
    if game.settings.vacant_votes == "out":
        alive = tuple(power for power in alive if power not in _vacant(game))
    winners = tuple(power for power in ballot.powers if power in alive) or alive
    ended = Ended("won" if ballot.what == "concede" else "draw", winners, revealed_seed(game, secret))
    return CommandResult((BallotClosed(True), ended), notices=(Notification(Group.ALL, "ended", {"how": ballot.what}),))
