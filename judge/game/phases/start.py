"""Begin a game: who plays what, the board, and the first deadline."""

from __future__ import annotations

from datetime import datetime

from judge.game.decision import CommandResult, Group, Notification
from judge.game.model.events import Began, StartSet
from judge.game.model.game import Game
from judge.game.model.seat_events import SeatGivenUp
from judge.game.phases.past import with_past
from judge.game.players.power_assignment import assign_powers
from judge.game.starting_position import eve_of, first_position, opening_notifications, powers_to_play
from judge.rules.phases import begin_position as begun
from judge.rules.ruleset import Ruleset
from judge.rules.variant import LEAST
from judge.seat import GM, Seat


def begin_game(
    game: Game, now: datetime, ruleset: Ruleset, secret: bytes, without: frozenset[str] = frozenset()
) -> CommandResult:
    """Assign the powers and begin; everybody is told. Where there are fewer players than powers, those `without` have no player,
    and as many others as needed. `secret`: the game's seed.
    """
    names = powers_to_play(game, ruleset)
    given = names if len(names) >= len(game.seats) else [power.name for power in ruleset.powers]
    powers = assign_powers(game.seats, [name for name in given if name not in without], secret)
    left = [name for name in names if name not in powers.values()]
    first = max((seat.key.number for seat in game.seats), default=0) + 1
    vacant = {Seat.player(first + n): power for n, power in enumerate(left)}
    position = begun(first_position(game, ruleset, secret), ruleset)
    clock = game.settings.clock(position.phase.kind)
    due = clock.after(now) if clock else None
    vacancies = (Notification(Group.STANDBYS, "vacancy", {"power": power}) for power in left)
    letters = (*opening_notifications(game, powers, position, ruleset, left), *vacancies)
    gone = () if game.settings.moderated else (SeatGivenUp(GM),)
    if game.past_start:
        return CommandResult((), (), letters).then(with_past(game, powers, due, now, ruleset, vacant)).then(CommandResult(gone))
    event = Began(powers, position, due, eve_of(position, ruleset), now, vacant)
    return CommandResult((event, *gone), (), letters)


def begin_on_date(game: Game, now: datetime, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Begin a game whose date has come, or that is full. If it may not begin with those who are there, its date is forgotten, and
    everybody is told.
    """
    free = max(0, len(powers_to_play(game, ruleset)) - len(game.seats))
    few = len(game.seats) < (LEAST if ruleset.open or game.begins_short else 1)
    if not few and (not free or game.begins_short):
        return begin_game(game, now, ruleset, secret)
    facts = {"what": "start-missed", "free": free, "enough": len(game.seats) >= LEAST and not ruleset.open}
    return CommandResult((StartSet(None, at=now),), (), (Notification(Group.ALL, "news", facts),))
