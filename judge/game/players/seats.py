"""Seats: who may take one, which Power goes with it, and giving it up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from judge.commands.joining import Join, Resign
from judge.commands.people_in_game import Admit
from judge.game.decision import CommandContext, CommandResult, Group, Notification, Reply, TruthContext, accepted, refused
from judge.game.model.seat_events import Applied, Ejected, Joined, Left, Resigned, SeatGivenUp, Wished
from judge.game.players.custom_powers import UnfitPowerName, new_power
from judge.game.players.entry import entry_refusal, open_invitations
from judge.game.players.examples import example_orders
from judge.game.power_names import find_power, listed_powers
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.seat import GM, Role, Seat


def join(asked: TruthContext, command: Join) -> CommandResult:
    """JOIN: give somebody the next seat, and note the Power that was asked for as a preference; or ask the GM to admit them."""
    game, seats = asked.truth, asked.ruleset.seats
    if asked.by == GM and game.settings.moderated:
        return refused("gm-plays-not")
    if asked.role is Role.PLAYER:
        return _wish(asked, command) if command.power and game.stage == "forming" else _seated(asked)
    if game.stage != "forming":
        return refused("has-begun")
    if asked.by and asked.by in game.applicants:
        return refused("applied-already", game=game.name)
    if shut := entry_refusal(game, asked.by, command):
        return shut
    kept = 0 if asked.by in game.invited else open_invitations(game)
    if seats and len(game.seats) + kept >= seats:
        return refused("full", seats=seats, kept=kept)
    if game.settings.admits == "approved" and asked.by not in (*game.invited, GM):
        return _apply(asked, command)
    seat = Seat.player(max((each.key.number for each in game.seats), default=0) + 1)
    facts: dict[str, object] = {"taken": len(game.seats) + 1, "seats": seats, "comment": game.settings.comment, "seal": game.seal}
    if asked.ruleset.open:
        return _bring(asked, command, seat, facts)
    prefers, unknown = read_wishes(command.power, asked.ruleset)
    promised = game.invited.get(asked.by, "") if asked.by else ""
    facts |= {"prefers": list(prefers), "unknown": unknown, "promised": promised}
    event = Joined(seat, prefers, asked.by, promised, at=asked.now, last=len(game.seats) + 1 == seats)
    reply = accepted("joined", event, seat=str(seat), examples=example_orders(asked.ruleset), **facts)
    return CommandResult(reply.events, reply.replies, (Notification(GM, "news", {"what": "joined", "by": str(seat), **facts}),))


def admit(asked: TruthContext, command: Admit) -> CommandResult:
    """ADMIT and TURN AWAY: the GM's answer to somebody who asked to join."""
    game, seats = asked.truth, asked.ruleset.seats
    wish = game.applicants.get(command.seat) if command.seat else None
    if wish is None or command.seat is None:
        return refused("admit-whom", word=command.whom, any=bool(game.applicants))
    if not command.yes:
        return accepted("turned-away", Ejected(command.seat, command.reason), to=command.whom)
    if seats and len(game.seats) + open_invitations(game) >= seats:
        return refused("full", seats=seats, kept=open_invitations(game))
    seat = Seat.player(max((each.key.number for each in game.seats), default=0) + 1)
    last = len(game.seats) + 1 == seats
    event = Joined(seat, wish.prefers, command.seat, brings=wish.brings, at=asked.now, last=last)
    facts = {"taken": len(game.seats) + 1, "seats": seats, "comment": game.settings.comment}
    return CommandResult((event,), (Reply("admitted", {"to": command.whom, **facts}),), (Notification(seat, "admitted", facts),))


def _apply(asked: TruthContext, command: Join) -> CommandResult:
    """JOIN in a game whose GM admits each player: the GM is asked."""
    brings = _own_power(asked, command) if asked.ruleset.open else None
    if isinstance(brings, CommandResult):
        return brings
    prefers, unknown = ((), []) if asked.ruleset.open else read_wishes(command.power, asked.ruleset)
    seat = Seat(Role.INVITED, asked.truth.seq)
    facts = {"by": str(seat), "prefers": list(prefers), "due": command.due, "silent": command.silent}
    gone = (SeatGivenUp(asked.by),) if asked.by and asked.by.is_observer else ()
    reply = accepted("applied", *gone, Applied(seat, prefers, brings), prefers=list(prefers), unknown=unknown)
    return replace(reply, notices=(Notification(GM, "news", {"what": "applied", **facts}),))


def _wish(asked: CommandContext, command: Join) -> CommandResult:
    """PREFER, or JOIN again: new preferences; unknown powers change nothing."""
    seat = asked.game.seat(asked.by)
    prefers, unknown = read_wishes(command.power, asked.ruleset)
    if asked.ruleset.open or seat is None:
        return _seated(asked)
    events = (Wished(asked.seat, prefers),) if prefers else ()
    return accepted("wishes", *events, prefers=list(prefers), unknown=unknown, promised=seat.promised)


def _seated(asked: CommandContext) -> CommandResult:
    wishes = asked.game.stage == "forming" and not asked.ruleset.open
    return refused("already-seated", seat=str(asked.seat), power=asked.power, wishes=wishes)


def _own_power(asked: CommandContext, command: Join) -> Power | CommandResult:
    """Return the Power that a JOIN defines, or why it defines none."""
    if not command.power:
        return refused("power-unsaid", game=asked.game.name)
    try:
        return new_power(asked, command)
    except UnfitPowerName as unfit:
        return refused(unfit.why, word=unfit.word)


def _bring(asked: CommandContext, command: Join, seat: Seat, facts: Mapping[str, object]) -> CommandResult:
    """JOIN with a Power of the player's own."""
    power = _own_power(asked, command)
    if isinstance(power, CommandResult):
        return power
    brings = {"name": power.name, "short": power.short, "adjective": power.adjective}
    event = Joined(seat, by=asked.by, brings=power)
    examples = example_orders(asked.ruleset.with_powers([power]))
    reply = accepted("joined", event, seat=str(seat), brings=brings, prefers=[], unknown=[], examples=examples, **facts)
    news = Notification(GM, "news", {"what": "joined", "by": str(seat), "brings": brings, **facts})
    return CommandResult(reply.events, reply.replies, (news,))


def resign(asked: CommandContext, command: Resign) -> CommandResult:
    """RESIGN: before the start the seat is free again; later its units hold, but orders already given count for this phase."""
    if asked.game.stage == "finished":
        return refused("is-over")
    forming = asked.game.stage == "forming"
    event = Left(asked.seat) if forming else Resigned(asked.seat)
    standing = asked.game.standing.get(asked.power)
    phase = asked.game.board_now.phase.name if standing and standing.orders and not forming else ""
    facts = {"power": asked.power, "counts": phase}
    reply = accepted("resigned", event, forming=forming, **facts)
    letters: tuple[Notification, ...] = (Notification(GM, "news", {"what": "resigned", **facts}),)
    if asked.power and not forming:
        vacant = {"what": "vacant", "power": asked.power, "reason": "resigned"}
        standbys = Notification(Group.STANDBYS, "vacancy", {"power": asked.power})
        letters += (Notification(Group.ALL, "news", vacant, but=GM), standbys)
    return CommandResult(reply.events, reply.replies, letters)


def _initials(text: str, ruleset: Ruleset) -> list[str]:
    """Return the Powers of a preference list in njudge's form, `E[FGR][TAI]` (brackets: in any order); [] for anything else."""
    if not re.fullmatch(r"(?:[A-Z]|\[[A-Z]+\])*\[[A-Z]+\](?:[A-Z]|\[[A-Z]+\])*\*?", text.strip(), re.IGNORECASE):
        return []
    found = [[power.name for power in ruleset.powers if power.name[0] == letter] for letter in re.findall("[A-Z]", text.upper())]
    return [names[0] for names in found] if all(len(names) == 1 for names in found) else []


def read_wishes(text: str, ruleset: Ruleset) -> tuple[tuple[str, ...], list[str]]:
    """Return the Powers that are preferred, best first, and the words that name none: `Italy, Germany`, `Italy or else Germany`."""
    if letters := _initials(text, ruleset):
        return tuple(dict.fromkeys(letters)), []
    words = [wish.strip(" .") for wish in re.split(r"[,;/>]|\b(?:then|or|else|and)\b", text) if wish.strip(" .")]
    found = [(part, find_power(part, ruleset)) for word in words for part in _parts(word, ruleset)]
    return tuple(dict.fromkeys(power for _, power in found if power)), [word for word, power in found if not power]


def _parts(wish: str, ruleset: Ruleset) -> list[str]:
    """Split a part of a list: `italy turkey austria` into three."""
    return wish.split() if not find_power(wish, ruleset) and listed_powers(wish, ruleset) else [wish]
