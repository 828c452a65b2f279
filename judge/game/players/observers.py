"""Who does not play: observers, and people who have been invited and have not answered. What they may say is decided here."""

from __future__ import annotations

from dataclasses import replace

from judge.commands import Join, Observe, Press, Resign, StandBy, StopObserving, WithdrawPress
from judge.game.decision import CommandContext, CommandResult, Notification, accepted, refused
from judge.game.model.game import GM, OBSERVER, is_observer
from judge.game.model.seat_events import ObserverCame, SeatGivenUp
from judge.game.players import press, seats, standbys


def observe(asked: CommandContext, command: Observe) -> CommandResult:
    """OBSERVE: the reports that everybody gets, and the news."""
    game = asked.game
    if asked.by:
        return refused("watching-already" if is_observer(asked.by) else "already-seated")
    if game.stage == "finished":
        return refused("is-over")
    if not game.settings.observers:
        return refused("no-observers")
    key = f"{OBSERVER}{game.seq}"
    told = Notification(GM, "news", {"what": "observer", "by": key})
    return replace(accepted("observing", ObserverCame(key), game=game.name, press=game.settings.observer_press), notices=(told,))


def stop_observing(asked: CommandContext, command: StopObserving) -> CommandResult:
    """UNWATCH of somebody who does not look on."""
    return refused("not-watching")


def decide_for_observer(command: object, asked: CommandContext) -> CommandResult:
    """What an observer may say: no longer to look on, to play or to stand by instead, and press if the GM allows it."""
    left = SeatGivenUp(asked.by)
    outside = asked._replace(by="")
    if isinstance(command, Resign | StopObserving):
        return accepted("unwatched", left)
    if isinstance(command, Join):
        return seats.join(asked, command)
    if isinstance(command, StandBy):
        found = standbys.join_standbys(outside, command)
        return replace(found, events=(left, *found.events)) if found.events else found
    if isinstance(command, Press | WithdrawPress):
        return _writes(command, asked)
    return refused("watching-already" if isinstance(command, Observe) else "observer-watches")


def decide_for_invitee(command: object, asked: CommandContext) -> CommandResult:
    """What somebody invited may say: yes, with the power that was promised; or no."""
    if isinstance(command, Join):
        promised = asked.game.invited.get(asked.by, "")
        return seats.join(asked, replace(command, power=promised) if promised else command)
    if isinstance(command, Resign | StopObserving):
        told = Notification(GM, "news", {"what": "declined", "by": asked.by})
        return replace(accepted("declined", SeatGivenUp(asked.by)), notices=(told,))
    if isinstance(command, Observe | StandBy):
        outside = asked._replace(by="")
        found = observe(outside, command) if isinstance(command, Observe) else standbys.join_standbys(outside, command)
        return replace(found, events=(SeatGivenUp(asked.by), *found.events)) if found.events else found
    return refused("invited-only", game=asked.game.name)


def _writes(command: Press | WithdrawPress, asked: CommandContext) -> CommandResult:
    """Press of an observer's: for the next report, as the GM's setting has it."""
    if isinstance(command, WithdrawPress):
        return press.withdraw_press(asked, command)
    may = asked.game.settings.observer_press
    if may == "none":
        return refused("observers-silent")
    if command.to or command.but:
        return refused("observers-to-all")
    if may == "signed" and not command.signed:
        return refused("press-signed-only")
    return press.press(asked, command)
