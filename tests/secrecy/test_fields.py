"""Whose each field of a game, a position, an outcome and a judged phase is. A new field must be listed here first.

`public`: everybody may know it. `own`: a reader's view holds his share of it and nobody else's. `hidden`: no player's view has it.
`filed`: it goes to no reader as it is; what makes letters takes from it what the reader may know.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, replace

import pytest

from judge.board import Position
from judge.game.model.game import CurrentOrders, FutureOrders, Game
from judge.game.model.gm_actions import GMOrders, HeldPhase, LateOrders
from judge.game.phases.adjudicate import JudgedPhase
from judge.game.visibility import GameView, PhaseView, visible_game
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome
from judge.seat import Seat
from tests.secrecy.antilla import OTHERS, READER, Antilla, Hidden, name_of, position_of

GAME = {
    "public": """name variant version settings stage seats early press due history turn ending winners seal seed throws stated
        since late grace paused ran ran_phase ran_due doomed called happened observers invited struck revisions replaced facts""",
    "own": "position standing reserve later",
    "hidden": "held entered lates shown looked",
    "filed": "final waits ballot reminded absences missed standbys questions undo seq",
}
POSITION = {"public": "phase", "own": "units owners dislodged standoffs facts"}
OUTCOME = {"public": "counted winners", "own": "before position results removed changed", "hidden": "facts", "filed": "throws"}
TURN = {
    "public": """game variant due zone press number anonymous ending run revision seal stated record moved stood_in called vacated
        replaced reasons replaces why happened""",
    "own": "outcome silent history prepared entered looked",
}
CLASSES = {
    "Game": (GAME, [f.name for f in fields(Game)]),
    "Position": (POSITION, [f.name for f in fields(Position)]),
    "Outcome": (OUTCOME, list(PhaseOutcome._fields)),
    "Turn": (TURN, [f.name for f in fields(JudgedPhase)]),
}


@pytest.mark.parametrize("name", CLASSES)
def test_each_field_is_somebodys(name: str) -> None:
    """Once, and nothing is listed that there is not."""
    listed, there = CLASSES[name]
    assert sorted(" ".join(listed.values()).split()) == sorted(there), f"say in this file whose each field of {name} is"


@pytest.fixture(scope="module")
def antilla(tmp_path_factory: pytest.TempPathFactory) -> Antilla:
    """A game in which much is hidden from Portugal."""
    return Antilla(tmp_path_factory.mktemp("antilla"))


def test_a_players_game_holds_nothing_of_what_is_hidden(antilla: Antilla) -> None:
    """Each field that is another's or the GM's, filled with a mark that is looked for in the view."""
    mark = "Zzyzx"
    order = (Order("move", UnitRef("F", mark), mark),)
    game = replace(
        antilla.game, position=position_of(Hidden(), antilla.rules),
        standing={power: CurrentOrders(1, order) for power in OTHERS}, reserve={power: CurrentOrders(1, order) for power in OTHERS},
        later={power: (FutureOrders("Autumn 1494", (mark,)),) for power in OTHERS},
        held=HeldPhase(None, dict.fromkeys(OTHERS, order)), entered=(GMOrders("England", order, mark),),
        lates=(LateOrders(Seat.player(1), "Spring 1493", (mark,), mark),), shown={mark: 3}, looked=(mark,),
    )  # fmt: skip
    view = visible_game(game, antilla.rules, READER)
    told = [name for name in " ".join((GAME["own"], GAME["hidden"])).split() if mark in repr(getattr(view, name))]
    assert told == []
    assert not [name for name in ("STU", "YZA", "PQR", "VWX", "UVW") if name_of(name, Hidden()) in repr(view.position)]


@pytest.mark.parametrize("kind", [GameView, PhaseView])
def test_what_letters_are_made_of_has_no_defaults(kind: type) -> None:
    """Each field is said where it is made: a new one is an error there until somebody has thought of who may know it."""
    assert not [f.name for f in fields(kind) if f.default is not MISSING or f.default_factory is not MISSING]  # type: ignore[arg-type]
