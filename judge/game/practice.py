"""Practice games: one person against house players, without a GM and without a clock."""

from __future__ import annotations

from collections.abc import Sequence

from judge.commands import Command, CommandSpec
from judge.commands.gm import DeclareDraw, ProcessPhase
from judge.commands.joining import Resign
from judge.commands.orders import MarkFinal
from judge.commands.people_in_game import Terminate
from judge.commands.voting import ProposeEnd
from judge.game.decision import CommandResult, Reply, TruthContext, refused
from judge.game.dice.throws import seed_fingerprint
from judge.game.gm.lifecycle import declare_draw, process_now
from judge.game.model.events import Created, Event
from judge.game.model.game_settings import GameSettings
from judge.game.model.seat_events import HouseSeated, Joined
from judge.game.orders.clear_and_final import set_final
from judge.game.phases.scheduled import terminated
from judge.game.players.house import house_waits
from judge.rules.ruleset import Ruleset
from judge.rules.variant import Power
from judge.seat import Seat

OTHERS = (
    Power("Ambers", "Amber", "Amb"), Power("Cobalts", "Cobalt", "Cob"), Power("Jades", "Jade", "Jad"),
    Power("Rubies", "Ruby", "Rub"), Power("Violets", "Violet", "Vio"),
)  # fmt: skip
"""Powers for a game to which players bring their own: the first is the person's, unless they name one."""
TABLE = 4
"""How many powers such a game has in practice."""
WRITER = Seat.player(1)


def practice_created(name: str, ruleset: Ruleset, secret: bytes) -> CommandResult:
    """Return the creation of a practice game. Its START is an ordinary one, once all seats are taken."""
    settings = GameSettings(practice=True, listed=False, observers=False, press=(), reminders=())
    return CommandResult((Created(name, ruleset.key, ruleset.version, settings, seed_fingerprint(ruleset, secret)),))


def seats_taken(ruleset: Ruleset, power: str, level: str) -> tuple[Joined, Sequence[Event]]:
    """Return the writer's seat, with the power that they asked for ('' for any), and the seats of the house players."""
    powers = OTHERS[:TABLE] if ruleset.open else ruleset.powers
    brings = list(powers) if ruleset.open else []
    if brings and power:
        brings[0] = Power(power, power, power[:3])
    mine = Joined(WRITER, promised="" if brings else power, brings=brings[0] if brings else None)
    seats = [Seat.player(number) for number in range(2, len(powers) + 1)]
    theirs = [Joined(seat, brings=brings[n] if brings else None) for n, seat in enumerate(seats, 1)]
    return mine, [*theirs, *(HouseSeated(seat, level) for seat in seats)]


def alone(asked: TruthContext, row: CommandSpec, command: Command) -> CommandResult | None:
    """Return what comes of a command of the person who plays a practice game, where it differs from other games; else None.

    They may do what a GM would do, as far as it concerns them alone: run the phase, end the game.
    """
    if not asked.power or asked.game.stage != "running":
        return None
    if isinstance(command, MarkFinal | ProcessPhase) and asked.truth.ran == asked.now:
        return CommandResult()  # the orders of the same mail have run the phase that it is about
    if isinstance(command, ProcessPhase):
        return set_final(asked, MarkFinal(command.line)) if house_waits(asked.truth) else process_now(asked, command)
    if isinstance(command, Terminate | Resign | ProposeEnd):
        shared = isinstance(command, ProposeEnd) and command.what == "draw"
        return declare_draw(asked, DeclareDraw(command.line)) if shared else _end(asked)
    if isinstance(command, DeclareDraw):
        return declare_draw(asked, command)
    return refused("practice-alone", word=command.line) if row.who == "gm" else None


def _end(asked: TruthContext) -> CommandResult:
    told = Reply("practice-over", {"course": bool(asked.truth.lesson)})
    return CommandResult(terminated(asked.truth, asked.secret).events, (told,))
