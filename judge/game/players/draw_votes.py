"""End a game by agreement: a proposal needs a yes of every surviving Power before the vote closes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from judge.commands.voting import ProposeEnd, Vote, WishDraw
from judge.game.clock.deadline_spec import parse_single_deadline
from judge.game.clock.time_zones import UnclearTime
from judge.game.decision import CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.dice.throws import revealed_seed
from judge.game.model.events import BallotClosed, DrawWished, Ended, Proposed, Voted
from judge.game.model.game import Ballot, Game
from judge.game.model.known_game import ballot_facts
from judge.game.players import gm_votes
from judge.game.power_names import find_power
from judge.rules.ruleset import Ruleset
from judge.seat import GM

USUAL = timedelta(days=7)
"""How long a vote is open in a game without deadlines."""
MAJORITY = ("gm", "line")
"""Kinds of ballots for which more than half is enough."""
LINES = ("rule", "line")
"""Kinds of ballots on a line that counts as if the GM had written it: a rule that people joined for, or the running of the game."""
NEAREST = timedelta(hours=24)
"""The shortest time in which everybody can vote."""


def propose(asked: TruthContext, command: ProposeEnd) -> CommandResult:
    """PROPOSE DRAW and CONCEDE: a secret vote of all survivors, with its own closing time. The proposer votes yes."""
    if command.what == "gm":
        return gm_votes.propose_gm(asked, command)
    game, survivors = asked.truth, surviving_powers(asked.truth, asked.ruleset)
    if not asked.power:
        return refused("gm-has-no-units")
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
    facts: dict[str, Any] = {
        "what": command.what, "powers": list(event.powers), "closes": closes.isoformat(), "vacant": game.settings.vacant_votes,
        "text": "", "gm": False,
    }  # fmt: skip
    told = {**facts, "proposal": command.what, "what": "proposed", "by": asked.power if command.signed else "", "silent": False}
    reply = Reply("proposed", {**facts, "signed": command.signed})
    return CommandResult((event,), (reply,), (Notification(Group.ALL, "news", told),))


def propose_line(asked: TruthContext, command: ProposeEnd, rule: bool) -> CommandResult:
    """PROPOSE and a line of the GM's. `rule`: it changes what people joined for, so that everybody must agree."""
    game = asked.truth
    if game.ballot:
        return refused("vote-open", **ballot_facts(game.ballot, asked.power))
    if asked.by != GM and asked.power not in surviving_powers(game, asked.ruleset):
        return refused("not-surviving")
    try:
        closes = _closes(asked, command.closes)
    except UnclearTime as unclear:
        return refused("vote-closes", unclear=unclear.why, word=unclear.word, near=list(unclear.near))
    what, by = "rule" if rule else "line", asked.power
    event = Proposed(what, (), by, command.signed or not by, closes, command.text)
    facts = {"powers": [], "closes": closes.isoformat(), "vacant": game.settings.vacant_votes, "text": command.text, "gm": not by}
    told = {**facts, "proposal": what, "what": "proposed", "by": by if command.signed else "", "silent": False}
    reply = Reply("proposed", {**facts, "what": what, "signed": event.signed})
    return CommandResult((event,), (reply,), (Notification(Group.ALL, "news", told, but=None if by else GM),))


def vote(asked: TruthContext, command: Vote) -> CommandResult:
    """VOTE: record a secret vote, which may be changed while the vote is open. The vote closes early once all have said yes."""
    game, ballot = asked.truth, asked.truth.ballot
    if ballot is None:
        return refused("no-vote" if asked.power else "gm-has-no-units")
    if asked.by == GM and ballot.what in gm_votes.OF_GM:
        return gm_votes.gm_answers(game)
    if not asked.power:
        return refused("gm-has-no-units")
    if asked.power not in surviving_powers(game, asked.ruleset):
        return refused("not-surviving")
    said, before = "yes" if command.yes else "no", ballot.votes.get(asked.power, "")
    decision = accepted("voted", Voted(asked.power, said), **{"vote": said, "before": before, "closes": ballot.closes.isoformat()})
    if ballot.what in gm_votes.OF_GM or not _agreed({**ballot.votes, asked.power: said}, game, asked.ruleset, ballot.what):
        return decision
    end = _passed(game, ballot, asked.ruleset, asked.secret, asked.now)
    return CommandResult((*decision.events, *end.events), decision.replies, end.notices)


def wish_draw(asked: TruthContext, command: WishDraw) -> CommandResult:
    """SET DRAW and NO DRAW: a secret standing wish; when every survivor with a player has it, the game ends as a draw of all.
    While a vote on that draw is open they are votes, too.
    """
    game = asked.truth
    if asked.power not in surviving_powers(game, asked.ruleset):
        return refused("not-surviving")
    same = (asked.power in game.draw_wishes) == command.on
    if game.ballot and game.ballot.what == "draw" and not (command.on and game.ballot.powers):
        wished = () if same else (DrawWished(asked.power, command.on),)
        voted = vote(asked, Vote(command.line, command.on))
        return CommandResult((*wished, *voted.events), voted.replies, voted.notices)
    decision = accepted("draw-wish", *(() if same else (DrawWished(asked.power, command.on),)), on=command.on, same=same)
    wishes = game.draw_wishes | {asked.power}
    if not command.on or not _agreed(dict.fromkeys(wishes, "yes"), game, asked.ruleset, "draw"):
        return decision
    ended = _shared(game, (), "draw", asked.ruleset, asked.secret)
    return CommandResult((*decision.events, ended), decision.replies, (Notification(Group.ALL, "ended", {"how": "draw"}),))


def close_vote(game: Game, ballot: Ballot, ruleset: Ruleset, secret: bytes, now: datetime) -> CommandResult:
    """Close a vote: end the game or change its GM, or tell everybody only that the proposal failed."""
    if ballot.what == "claim" or _agreed(ballot.votes, game, ruleset, ballot.what):
        return _passed(game, ballot, ruleset, secret, now)
    told = {"what": "vote-failed", "proposal": ballot.what, "powers": list(ballot.powers), "text": ballot.text}
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


def _agreed(votes: Mapping[str, str], game: Game, ruleset: Ruleset, what: str) -> bool:
    """Whether every survivor that has a player says yes; where only the running of the game is voted on, more than half of them."""
    asked = [power for power in surviving_powers(game, ruleset) if power not in _vacant(game)]
    if what in MAJORITY:
        return 2 * sum(votes.get(power) == "yes" for power in asked) > len(asked)
    return bool(asked) and all(votes.get(power) == "yes" for power in asked)


def _vacant(game: Game) -> set[str]:
    return {seat.power for seat in game.seats if seat.vacant}


def _passed(game: Game, ballot: Ballot, ruleset: Ruleset, secret: bytes, now: datetime) -> CommandResult:
    """What a vote that has passed does. A line that was voted on is carried out by the caller, who can decide on any command."""
    if ballot.what in gm_votes.OF_GM:
        return gm_votes.new_gm(ballot, now)
    if ballot.what in LINES:
        return CommandResult((BallotClosed(True),))
    return _end(game, ballot, ruleset, secret)


def _end(game: Game, ballot: Ballot, ruleset: Ruleset, secret: bytes) -> CommandResult:
    ended = _shared(game, ballot.powers, "won" if ballot.what == "concede" else "draw", ruleset, secret)
    return CommandResult((BallotClosed(True), ended), notices=(Notification(Group.ALL, "ended", {"how": ballot.what}),))


def _shared(game: Game, powers: Sequence[str], ending: str, ruleset: Ruleset, secret: bytes) -> Ended:
    """Return the end of a game that these powers share, or win; all survivors if none are named."""
    alive = surviving_powers(game, ruleset)
    if game.settings.vacant_votes == "out":
        alive = tuple(power for power in alive if power not in _vacant(game))
    return Ended(ending, tuple(power for power in powers if power in alive) or alive, revealed_seed(game, secret))
