"""A game passes to another GM: HANDOVER with the other's yes, and RESIGN of the GM where a second one takes the game over."""

from __future__ import annotations

from dataclasses import replace

from judge.commands.joining import Resign
from judge.commands.succession import AcceptHandover, DeclineHandover, HandOver
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.model.seat_events import GMChanged, HandoverOffered, Invited, SeatGivenUp
from judge.game.players import seats
from judge.game.players.gm_votes import gm_letters
from judge.game.power_names import find_power
from judge.seat import GM, Role, Seat


def hand_over(asked: TruthContext, command: HandOver) -> CommandResult:
    """HANDOVER: ask somebody to be the GM. `command.seat` is theirs; without one, `whom` is an address that has no seat here."""
    game, heir = asked.truth, command.seat
    if game.stage == "finished":
        return refused("is-over")
    if not command.whom:
        return accepted("handover-off", HandoverOffered(None)) if game.heir else refused("no-handover")
    if game.seat(heir) or game.seat_of(find_power(command.whom, asked.ruleset)):
        return refused("handover-player")
    if heir == GM:
        return refused("handover-self")
    if heir is None and "@" not in command.whom:
        return refused("handover-whom", word=command.whom)
    seat = heir or Seat(Role.INVITED, game.seq)
    events = (*(() if heir else (Invited(seat),)), HandoverOffered(seat))
    return CommandResult(events, (Reply("handover", {"to": command.whom}),), (Notification(seat, "handover", {}),))


def not_first_gm(asked: CommandContext, command: HandOver) -> CommandResult:
    """HANDOVER of a second GM: only the GM can give the game away."""
    return refused("handover-second")


def accept_handover(asked: TruthContext, command: AcceptHandover) -> CommandResult:
    """The answer yes: the writer is the GM from now on, and the one before has no seat any more."""
    if asked.by is None or asked.truth.heir != asked.by:
        return refused("no-handover")
    return _change(asked, asked.by, "handover", Reply("handover-taken", {}))


def decline_handover(asked: TruthContext, command: DeclineHandover) -> CommandResult:
    """The answer no: the GM stays, and is told."""
    if asked.by is None or asked.truth.heir != asked.by:
        return refused("no-handover")
    told = Notification(GM, "news", {"what": "handover-declined", "by": str(asked.by)})
    gone = (SeatGivenUp(asked.by),) if asked.by.is_invited else ()
    return CommandResult((HandoverOffered(None), *gone), (Reply("handover-no", {}),), (told,))


def resign(asked: TruthContext, command: Resign) -> CommandResult:
    """RESIGN: a player gives a seat up; the GM gives the game up if a second GM can take it over."""
    if asked.by != GM:
        return seats.resign(asked, command)
    if asked.game.stage == "finished":
        return refused("is-over")
    if command.heir is None:
        return refused("gm-stays")
    return _change(asked, command.heir, "resigned", Reply("gm-resigned", {}))


def resign_as_second(asked: CommandContext, command: Resign) -> CommandResult:
    """RESIGN from a second GM."""
    told = Notification(Group.ALL, "news", {"what": "stepped-down", "by": str(asked.seat)}, but=asked.by)
    return replace(accepted("stepped-down", SeatGivenUp(asked.seat)), notices=(told,))


def _change(asked: TruthContext, heir: Seat, how: str, reply: Reply) -> CommandResult:
    letters = gm_letters(how)
    told = letters[1:] if heir == asked.by else letters
    return CommandResult((GMChanged(heir, how, asked.now),), (reply,), told)
