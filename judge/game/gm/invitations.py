"""Those whom a GM brings into a game and puts out of it: INVITE, EJECT, PROMOTE, and the end that nobody wins, TERMINATE."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.commands.joining import Resign
from judge.commands.people_in_game import Eject, Invite, Promote, Terminate
from judge.game.decision import CommandContext, CommandResult, Notification, Reply, accepted, refused
from judge.game.dice.throws import revealed_seed
from judge.game.gm.settings import settings_facts
from judge.game.model.events import Doomed, Ended
from judge.game.model.game import GM, INVITED, STANDBY, Game, is_gm
from judge.game.model.seat_events import Ejected, Invited, Promoted, SeatGivenUp
from judge.game.players.seats import find_power

MOST_GUESTS = 40
"""Invitations that may wait for an answer: whoever opens a game could else have the judge write to all the world."""
NOTICE = timedelta(days=7)
"""How long everybody is given before a game is terminated."""


def invite(asked: CommandContext, command: Invite) -> CommandResult:
    """INVITE, of one guest: a letter that is accepted by a reply. A power that is named is promised."""
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
    key = f"{INVITED}{game.seq}"
    letter = Notification(
        key, "invitation", {"power": power, "seats": asked.ruleset.seats, "settings": settings_facts(game.settings)}
    )
    return CommandResult((Invited(key, power),), (Reply("invited", {"to": address, "power": power}),), (letter,))


def eject(asked: CommandContext, command: Eject) -> CommandResult:
    """EJECT: out of the game, whoever it is; a player's seat is vacant, or free again before the start. `whom` is a seat key."""
    game, key = asked.game, command.whom
    if key == GM:
        return refused("gm-stays")
    seat = game.seat(key)
    if not seat and not (is_gm(key) or key in (*game.standbys, *game.observers, *game.invited)):
        return refused("eject-whom", word=command.whom)
    if seat and seat.vacant:
        return refused("vacant-already", power=seat.power)
    if seat and game.stage == "finished":
        return refused("is-over")
    facts = {"power": seat.power if seat else "", "forming": game.stage == "forming", "reason": command.reason}
    tells: list[Notification] = []
    if seat:
        tells.append(Notification("*", "news", {"what": "ejected", **facts}))
    if seat and seat.power and game.stage == "running":
        tells.append(Notification(STANDBY, "vacancy", {"power": seat.power}))
    return CommandResult((Ejected(key, command.reason),), (Reply("ejected", {**facts, "plays": seat is not None}),), tuple(tells))


def promote(asked: CommandContext, command: Promote) -> CommandResult:
    """PROMOTE: an observer or a standby runs the game, too, in his own name. A player cannot. `whom` is a seat key."""
    game = asked.game
    if game.seat(command.whom):
        return refused("promote-player")
    if is_gm(command.whom):
        return refused("promoted-already")
    if command.whom not in (*game.standbys, *game.observers):
        return refused("promote-whom", word=command.whom)
    key = f"{GM}{asked.game.seq}"
    told = Notification("*", "news", {"what": "promoted", "seat": key}, but=key)
    return CommandResult(
        (Promoted(key, command.whom),), (Reply("promoted", {"seat": key}),), (told, Notification(key, "promotion", {}))
    )


def resign_as_gm(asked: CommandContext, command: Resign) -> CommandResult:
    """RESIGN of somebody who was promoted."""
    told = Notification("*", "news", {"what": "stepped-down", "by": asked.by}, but=asked.by)
    return replace(accepted("stepped-down", SeatGivenUp(asked.by)), notices=(told,))


def terminate(asked: CommandContext, command: Terminate) -> CommandResult:
    """TERMINATE: the clock stops, and in a week the game is over; RESUME takes it back. A game that has not begun ends now."""
    game = asked.game
    if game.stage == "finished":
        return refused("is-over")
    if game.doomed:
        return refused("doomed-already", until=game.paused.isoformat() if game.paused else None)
    if game.stage == "forming":
        return replace(terminated(game, asked.secret, command.reason), replies=(Reply("terminated", {}),))
    until = (asked.now + NOTICE).replace(second=0, microsecond=0)
    facts = {"until": until.isoformat(), "reason": command.reason}
    event = Doomed(until, command.reason)
    return CommandResult((event,), (Reply("doomed", facts),), (Notification("*", "news", {"what": "doomed", **facts}),))


def terminated(game: Game, secret: bytes, reason: str = "") -> CommandResult:
    """The game is over, and nobody has won."""
    facts = {"how": "terminated", "reason": reason}
    tells = (Notification("*", "ended", facts), Notification(STANDBY, "ended", facts))
    return CommandResult((Ended("terminated", (), revealed_seed(game, secret)),), (), tells)
