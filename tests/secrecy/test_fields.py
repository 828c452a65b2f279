"""Whose each field of a game, a position, an outcome and a judged phase is. A new field must be listed here first.

`public`: everybody may know it. `own`: a reader's view holds his share of it and nobody else's. `hidden`: no player's view has it.
`filed`: it goes to no reader as it is; what makes letters takes from it what the reader may know.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest
from mypy import api

import judge
from judge.board import Position
from judge.game.model.game import (
    GM_READER,
    Absence,
    Ballot,
    CurrentOrders,
    FutureOrders,
    Game,
    OpenQuestion,
    PendingPress,
    PublicGame,
)
from judge.game.model.gm_actions import GMOrders, Habit, HeldPhase, LateOrders, PastPhase
from judge.game.model.judged_phase import JudgedPhase, PublicPhase
from judge.game.model.known_game import KnownGame, known_game
from judge.game.visibility import GameView, PhaseView, view_phase
from judge.notation import Order, UnitRef
from judge.rules import PhaseOutcome, adjudicate
from judge.seat import Seat
from tests.game.test_game import standard
from tests.secrecy.antilla import OTHERS, READER, Antilla, Hidden, name_of, position_of

PUBLIC_OF_GAME = """name variant version settings stage seats early due ending winners seal late grace paused ran ran_phase ran_due
    doomed seq luck begins begins_short lesson missed_goals statements_until
    statements_closed"""
OWN_OF_GAME = "position standing final waits later questions press absences invited ballot waits_for_gm words too_late"
POSITION = {"public": "phase", "own": "units owners dislodged standoffs facts"}
OUTCOME = {"public": "counted winners", "own": "before position results removed changed", "hidden": "facts", "filed": "throws"}
PUBLIC_OF_PHASE = """game variant due zone number anonymous run revision seal record moved stood_in called vacated why happened
    house practice moderated"""
OWN_OF_PHASE = """reader title before after results removed changed counted winners facts silent owed history throws stated prepared
    entered looked replaced reasons otherwise whole common"""
CLASSES = {
    "PublicGame": ({"public": PUBLIC_OF_GAME}, [f.name for f in fields(PublicGame)]),
    "KnownGame": ({"public": PUBLIC_OF_GAME, "own": OWN_OF_GAME}, [f.name for f in fields(KnownGame)]),
    "Position": (POSITION, [f.name for f in fields(Position)]),
    "Outcome": (OUTCOME, list(PhaseOutcome._fields)),
    "PublicPhase": ({"public": PUBLIC_OF_PHASE}, [f.name for f in fields(PublicPhase)]),
    "PhaseView": ({"public": PUBLIC_OF_PHASE, "own": OWN_OF_PHASE}, [f.name for f in fields(PhaseView)]),
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
    """Each field of a game that is not everybody's, filled with a mark of others, which is looked for in the whole of the view."""
    mark, away, at = "Zzyzx", Seat.player(4711), antilla.game.due or antilla.office.hands.time
    order = (Order("move", UnitRef("F", mark), mark),)
    filled: dict[str, Any] = {
        **{name: {power: CurrentOrders(1, order) for power in OTHERS} for name in ("standing", "reserve")},
        **{name: {mark: 3} for name in ("shown", "throws", "replaced", "revisions", "missed")},
        **{name: {mark: mark} for name in ("stated", "facts", "called", "standbys")},
        "invited": {away: mark}, "applicants": {away: mark}, "draw_wishes": frozenset({mark}), "words": {away: mark},
        **dict.fromkeys(("position", "opening", "past_start"), position_of(Hidden(), antilla.rules)),
        "past": (PastPhase(mark, {mark: order}),), "final": frozenset({mark}), "waits": frozenset({mark}),
        "later": {power: (FutureOrders("Autumn 1494", (mark,)),) for power in OTHERS},
        "questions": {away: (OpenQuestion(at, (mark,)),)}, "press": (PendingPress(1, away, 1),), "seed": mark,
        "absences": (Absence(away, mark, mark, True),), "ballot": Ballot("draw", (), "", False, at, {mark: "yes"}),
        "held": HeldPhase(None, dict.fromkeys(OTHERS, order)), "entered": (GMOrders("England", order, mark),),
        "lates": (LateOrders(Seat.player(1), "Spring 1493", (mark,), mark),), "looked": (mark,), "observers": (away,),
        "heir": away, "habit": Habit("always", order), "happened": ({"what": mark},), "history": ((1492, {mark: 3}),),
    }  # fmt: skip
    counters = {"turn", "since", "before_pause", "reminded", "struck", "undo", "full", "gm_reminded", "house_played"}
    assert {*filled, *counters} == {f.name for f in fields(Game)} - {f.name for f in fields(PublicGame)}, "fill the new field, too"
    view = known_game(replace(antilla.game, **filled), antilla.rules, READER, Seat.player(1))
    assert mark not in repr(view)
    assert repr(away) not in repr(view)
    assert not [name for name in ("STU", "YZA", "PQR", "VWX", "UVW") if name_of(name, Hidden()) in repr(view.position)]


@pytest.mark.parametrize("reader", [READER, GM_READER, ""])
def test_a_new_field_of_a_game_is_nobodys(reader: str, antilla: Antilla) -> None:
    """Not even the GM's, until somebody has thought of who may know it."""

    @dataclass(frozen=True, slots=True)
    class Longer(Game):
        planted: str = "Zzyzx"

    old = {f.name: getattr(antilla.game, f.name) for f in fields(Game)}
    assert "Zzyzx" not in repr(known_game(Longer(**old), antilla.rules, reader))


@pytest.mark.parametrize("reader", [READER, GM_READER, ""])
def test_a_new_field_of_a_judged_phase_is_nobodys(reader: str, antilla: Antilla) -> None:
    """As with a game."""

    @dataclass(frozen=True, kw_only=True)
    class Longer(JudgedPhase):
        planted: str = "Zzyzx"

    table = standard()
    turn = Longer("blot", table.key, outcome=adjudicate(table.start, {}, table))
    assert turn.planted not in repr(view_phase(turn, table, reader))


@pytest.mark.parametrize("visible", [False, True])
def test_others_orders_are_nobodys_in_a_game_that_hides_nothing_else(visible: bool) -> None:
    """In standard Diplomacy a power knows the whole board, and of the orders before a deadline its own."""
    table = standard()
    game = replace(
        Game("blot", table.key, table.version, stage="running", position=table.start),
        standing={power: CurrentOrders(1, ()) for power in ("France", "Italy")}, final=frozenset({"France", "Italy"}),
    )  # fmt: skip
    known = known_game(game, table, GM_READER if visible else "Italy")
    assert known.position == table.start
    assert set(known.standing) == set(known.final) == ({"France", "Italy"} if visible else {"Italy"})


LEAKY = {
    "a field of the truth": ("def handler(asked: CommandContext) -> object:\n    return asked.game.lates", "attr-defined"),
    "the truth itself": ("def handler(asked: CommandContext) -> object:\n    return asked.truth", "attr-defined"),
    "running the phase": (
        "def handler(asked: CommandContext) -> object:\n    return process_due_phases(asked.game, asked.now, asked.ruleset, b'')",
        "arg-type",
    ),
    "an event applied": ("def handler(asked: CommandContext, event: Event) -> object:\n    return apply_event(asked.game, event)",
                         "arg-type"),
    "the truth taken for what is known": ("def handler(asked: TruthContext) -> KnownGame:\n    return asked.truth", "return-value"),
    "a judged phase told as it is": (
        "def told(turn: JudgedPhase, rules: Ruleset) -> object:\n    return report_facts(turn, rules, PlayerNames())", "arg-type",
    ),
    "a share that nobody thought of": (
        "@dataclass(frozen=True, kw_only=True)\nclass More(KnownGame):\n    planted: str\n\n\n"
        "def more(known: KnownGame) -> More:\n"
        "    return More(*(getattr(known, f.name) for f in fields(PublicGame)), "
        + ", ".join(f"{name}=known.{name}" for name in OWN_OF_GAME.split()) + ")",
        "call-arg",
    ),
}  # fmt: skip
IMPORTS = """from dataclasses import dataclass, fields
from judge.game.decision import CommandContext, TruthContext
from judge.game.model.apply import apply_event
from judge.game.model.events import Event
from judge.game.model.game import PublicGame
from judge.game.model.known_game import KnownGame
from judge.game.model.judged_phase import JudgedPhase
from judge.game.phases.process import process_due_phases
from judge.reports.report import PlayerNames, report_facts
from judge.rules.ruleset import Ruleset
"""


@pytest.mark.slow
def test_a_handler_that_leaks_is_an_error_of_types(tmp_path: Path) -> None:
    """Each leak by itself is found by mypy, and nothing else is."""
    expected = []
    for n, (code, error) in enumerate(LEAKY.values()):
        (tmp_path / f"leak{n}.py").write_text(IMPORTS + "\n\n" + code + "\n")
        expected.append((f"leak{n}.py", error))
    root = Path(judge.__file__).parent.parent
    files = [str(tmp_path / name) for name, _ in expected]
    told, trouble, _ = api.run(["--config-file", str(root / "pyproject.toml"), "--cache-dir", str(root / ".mypy_cache"), *files])
    found = re.findall(r"(leak\d+\.py):\d+: error: .*\[([a-z-]+)\]", told)
    assert (sorted(found), trouble) == (expected, ""), told


@pytest.mark.parametrize("kind", [GameView, KnownGame, PhaseView])
def test_what_letters_are_made_of_has_no_defaults(kind: type) -> None:
    """What is not everybody's is given where the view is made: a new field is an error there until somebody gives it."""
    own = {f.name: f for f in fields(kind)}
    public = {f.name for f in fields(PublicGame if kind is KnownGame else PublicPhase)}
    assert not [
        name for name, f in own.items() if name not in public and not (f.default is MISSING and f.default_factory is MISSING)
    ]
