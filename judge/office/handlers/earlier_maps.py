"""MAP of a judged phase, of the start of a game, and of its board alone; each as the asker may see it."""

from __future__ import annotations

from judge.commands.help_and_lists import BLANK, START
from judge.game import PhaseView, view_phase
from judge.game.model.serialization import read_turn
from judge.maps.build_scenes import blank_scene, opening_scene, turn_scenes
from judge.maps.scene import Scene, write_scene
from judge.office.context import LetterContext, SeatInGame
from judge.office.handlers.queries import judged_phase


def draw_earlier_map(context: LetterContext, at: SeatInGame, wanted: str, svg: bool) -> None:
    """Answer with a picture of what `wanted` names, and if `svg` with a file. Before the start there is only the start."""
    game, uow = at.game, context.uow
    marks, rules, now = uow.house.marks(game.variant), uow.rules(game), uow.seen(game, at.seat.seat)
    board = now.position or now.opening
    position = board.phase.name if board else ""
    if marks is None or not board:
        _say(context, at, position, None, "", svg)
    elif wanted == BLANK:
        _say(context, at, position, blank_scene(now, rules, marks), BLANK, svg)
    elif now.opening:
        _say(context, at, position, _now(context, at), START, svg)
    elif wanted == START:
        first = next((seen for kept in uow.judged(game)[:1] if (seen := _seen(context, at, kept.seq))), None)
        if first is None:  # nothing has been judged: it is as it began
            _say(context, at, position, None if uow.judged(game) else _now(context, at), START, svg)
        else:
            _say(context, at, first.before.phase.name, opening_scene(first, rules, marks), START, svg)
    elif kept := judged_phase(context, at, wanted):
        seen = _seen(context, at, kept.seq)
        _say(context, at, kept.phase, turn_scenes(seen, rules, marks)[0] if seen else None, "phase", svg, kept.seq)


def _now(context: LetterContext, at: SeatInGame) -> dict[str, object] | None:
    return context.uow.scene(at.game, at.seat.seat)


def _seen(context: LetterContext, at: SeatInGame, seq: int) -> PhaseView | None:
    """Return a judged phase as the asker may see it; None if they may see nothing of the board."""
    body = context.uow.work.games.position(at.game.name, seq)
    seen = view_phase(read_turn(body), context.uow.rules(at.game), at.reader) if body else None
    return seen if seen and (seen.common or seen.reader) else None


def _say(
    context: LetterContext, at: SeatInGame, phase: str, scene: Scene | dict[str, object] | None, when: str, svg: bool,
    turn: int = -1,
) -> None:  # fmt: skip
    """Say what the map shows, with the number of the judged phase if it shows one."""
    drawn = write_scene(scene) if isinstance(scene, Scene) else scene
    context.say("map", game=at.game.name, orders=False, phase=phase, scene=drawn, when=when, svg=svg, turn=turn)
