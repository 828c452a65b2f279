"""People who do not play: observers, and people who were invited and have not answered."""

from __future__ import annotations

from dataclasses import replace

from judge.commands.joining import Join, Resign
from judge.commands.observers import Observe, StopObserving
from judge.commands.press import Press
from judge.commands.standbys import StandBy
from judge.game.decision import CommandContext, CommandResult, Notification, TruthContext, accepted, refused
from judge.game.model.seat_events import ObserverCame, SeatGivenUp
from judge.game.players import press, seats, standbys
from judge.seat import GM, Role, Seat


def observe(asked: CommandContext, command: Observe) -> CommandResult:
    """OBSERVE: receive the reports that everybody gets, and the news."""
    game = asked.game
    if asked.by:
        return refused("watching-already" if asked.by.is_observer else "already-seated")
    if game.stage == "finished":
        return refused("is-over")
    if not game.settings.observers:
        return refused("no-observers")
    seat = Seat(Role.OBSERVER, game.seq)
    told = Notification(GM, "news", {"what": "observer", "by": str(seat)})
    return replace(accepted("observing", ObserverCame(seat), game=game.name, press=game.settings.observer_press), notices=(told,))


def stop_observing(asked: CommandContext, command: StopObserving) -> CommandResult:
    """UNWATCH of somebody who is no observer: say so."""
    return refused("not-watching")


def leave(asked: CommandContext, command: Resign | StopObserving) -> CommandResult:
    """UNWATCH and RESIGN of an observer."""
    return accepted("unwatched", SeatGivenUp(asked.seat))


def decline(asked: CommandContext, command: Resign | StopObserving) -> CommandResult:
    """UNWATCH and RESIGN of somebody who was invited: decline."""
    told = Notification(GM, "news", {"what": "declined", "by": str(asked.seat)})
    return replace(accepted("declined", SeatGivenUp(asked.seat)), notices=(told,))


def join_as_promised(asked: TruthContext, command: Join) -> CommandResult:
    """JOIN of somebody who was invited: accept, with the promised Power."""
    promised = asked.game.invited.get(asked.seat, "")
    return seats.join(asked, replace(command, power=promised) if promised else command)


def observe_instead(asked: CommandContext, command: Observe) -> CommandResult:
    """OBSERVE of somebody who was invited to play."""
    return _instead(asked, observe(replace(asked, by=None), command))


def stand_by_instead(asked: CommandContext, command: StandBy) -> CommandResult:
    """STANDBY of an observer, or of somebody who was invited to play."""
    return _instead(asked, standbys.join_standbys(replace(asked, by=None), command))


def _instead(asked: CommandContext, found: CommandResult) -> CommandResult:
    """Give somebody a new role in place of the old one."""
    return replace(found, events=(SeatGivenUp(asked.seat), *found.events)) if found.events else found


def write_press(asked: CommandContext, command: Press) -> CommandResult:
    """PRESS of an observer: keep it for the next report, if the GM's setting allows it."""
    may = asked.game.settings.observer_press
    if may == "none":
        return refused("observers-silent")
    if command.to or command.but:
        return refused("observers-to-all")
    if may == "signed" and not command.signed:
        return refused("press-signed-only")
    return press.press(asked, command)
