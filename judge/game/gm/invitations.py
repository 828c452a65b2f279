"""INVITE, EJECT and PROMOTE people, and TERMINATE a game without a winner."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.commands.people_in_game import Eject, Invite, Promote, Terminate
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, TruthContext, refused
from judge.game.gm.settings_facts import settings_facts
from judge.game.model.events import Doomed
from judge.game.model.seat_events import Ejected, Invited, Promoted
from judge.game.phases.scheduled import terminated
from judge.game.power_names import find_power
from judge.seat import GM, Role, Seat

MOST_GUESTS = 40
"""How many invitations may be open. Without a limit a GM could make the judge write to any number of strangers."""
NOTICE = timedelta(days=7)
"""The notice that everybody is given before a game is terminated."""


def invite(asked: CommandContext, command: Invite) -> CommandResult:
    """INVITE one guest, who accepts by a reply. A named power is promised."""
    game, (address, text) = asked.game, command.guests[0]
    if game.stage != "forming":
        return refused("is-over" if game.stage == "finished" else "invite-late")
    if len(game.invited) >= MOST_GUESTS:
        return refused("guests-enough", most=MOST_GUESTS)
    if asked.ruleset.seats and len(game.seats) >= asked.ruleset.seats:
        return refused("full", seats=asked.ruleset.seats)
    power = find_power(text, asked.ruleset) if text else ""
    if text and not power:
        return refused("which-power", word=text)
    if power and power in {*game.invited.values(), *(seat.promised for seat in game.seats)}:
        return refused("promised-else", power=power)
    guest = Seat(Role.INVITED, game.seq)
    letter = Notification(
        guest, "invitation", {"power": power, "seats": asked.ruleset.seats, "settings": settings_facts(game.settings)}
    )
    return CommandResult((Invited(guest, power),), (Reply("invited", {"to": address, "power": power}),), (letter,))


def eject(asked: TruthContext, command: Eject) -> CommandResult:
    """EJECT: put anybody out of the game. A player's seat becomes vacant, or free again before the start."""
    game, out = asked.truth, command.seat
    if out == GM:
        return refused("gm-stays")
    seat = game.seat(out)
    if out is None or not (seat or out.is_gm or out in (*game.standbys, *game.observers, *game.invited)):
        return refused("eject-whom", word=command.whom)
    if seat and seat.vacant:
        return refused("vacant-already", power=seat.power)
    if seat and game.stage == "finished":
        return refused("is-over")
    facts = {"power": seat.power if seat else "", "forming": game.stage == "forming", "reason": command.reason}
    tells: list[Notification] = []
    if seat:
        tells.append(Notification(Group.ALL, "news", {"what": "ejected", **facts}))
    if seat and seat.power and game.stage == "running":
        tells.append(Notification(Group.STANDBYS, "vacancy", {"power": seat.power}))
    return CommandResult((Ejected(out, command.reason),), (Reply("ejected", {**facts, "plays": seat is not None}),), tuple(tells))


def promote(asked: TruthContext, command: Promote) -> CommandResult:
    """PROMOTE: make an observer or a standby a second GM, under their own name. A player cannot be one."""
    game, was = asked.truth, command.seat
    if game.seat(was):
        return refused("promote-player")
    if was and was.is_gm:
        return refused("promoted-already")
    if was is None or was not in (*game.standbys, *game.observers):
        return refused("promote-whom", word=command.whom)
    seat = Seat(Role.GM, game.seq)
    told = Notification(Group.ALL, "news", {"what": "promoted", "seat": str(seat)}, but=seat)
    return CommandResult(
        (Promoted(seat, was),), (Reply("promoted", {"seat": str(seat)}),), (told, Notification(seat, "promotion", {}))
    )


def terminate(asked: TruthContext, command: Terminate) -> CommandResult:
    """TERMINATE: stop the clock, and end the game in a week unless the GM sends RESUME. End a game that has not begun at once."""
    game = asked.truth
    if game.stage == "finished":
        return refused("is-over")
    if game.doomed:
        return refused("doomed-already", until=game.paused.isoformat() if game.paused else None)
    if game.stage == "forming":
        return replace(terminated(game, asked.secret, command.reason), replies=(Reply("terminated", {}),))
    until = (asked.now + NOTICE).replace(second=0, microsecond=0)
    facts = {"until": until.isoformat(), "reason": command.reason}
    event = Doomed(until, command.reason)
    return CommandResult((event,), (Reply("doomed", facts),), (Notification(Group.ALL, "news", {"what": "doomed", **facts}),))
