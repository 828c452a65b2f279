"""A board small enough to be drawn by hand: two lands, an island's worth of sea round them, and scenery."""

from __future__ import annotations

from functools import cache

from judge.assets import find_assets
from judge.maps.art import Arc, Art, Decoration, Label, SpaceLayout
from judge.maps.board_paths import BoardPaths
from judge.maps.draw import DrawingKit
from judge.maps.mark_rules import Marks
from judge.maps.scene import PowerStyle, Scene, SceneMark, SceneOrder, SceneUnit
from judge.maps.typeface import read_faces

WORDS = {
    key: key
    for key in (
        "position", "results", "own", "move", "support", "convoy", "retreat", "failed", "held", "dislodged", "new", "gone", "army",
        "fleet", "centre", "neutral", "beyond",
    )
}  # fmt: skip

ART = Art(
    size=(600.0, 400.0),
    arcs=(
        Arc("Ash", "Sea", "coast", ((300.0, 100.0), (100.0, 100.0), (100.0, 300.0), (300.0, 300.0))),
        Arc("Ash", "Elm", "land", ((300.0, 300.0), (310.0, 200.0), (300.0, 100.0))),
        Arc("Elm", "Sea", "coast", ((300.0, 300.0), (500.0, 300.0), (500.0, 100.0), (300.0, 100.0))),
        Arc("", "Sea", "edge", ((0.0, 0.0), (600.0, 0.0), (600.0, 400.0), (0.0, 400.0), (0.0, 0.0))),
        Arc("Sea", "~land", "coast", ((520.0, 320.0), (580.0, 320.0), (580.0, 380.0), (520.0, 320.0))),
    ),
    faces={"Ash": ((1, 2),), "Elm": ((3, -2),), "Sea": ((-4,), (-3, -1), (5,)), "~land": ((-5,),)},
    places={
        "Ash": SpaceLayout((180.0, 200.0), (220.0, 240.0), Label("Ash", (180.0, 150.0)), (150.0, 260.0)),
        "Elm": SpaceLayout((420.0, 200.0), (450.0, 240.0), Label("Elm", (420.0, 150.0)), (380.0, 260.0), {"nc": (420.0, 110.0)}),
        "Sea": SpaceLayout((300.0, 350.0), (340.0, 350.0), Label("SEA", (200.0, 360.0))),
    },
    cartouche=(5.0, 5.0, 60.0, 60.0),
    extras=(
        Decoration(
            "track", "line", ((120.0, 280.0), (300.0, 270.0), (480.0, 280.0)), {"Ash": (120.0, 280.0), "Elm": (480.0, 280.0)}
        ),
    ),
)
MARKS = Marks()


@cache
def kit() -> DrawingKit:
    """Board, letters and words."""
    return DrawingKit(BoardPaths(ART), read_faces(find_assets().glyphs.read_text("utf-8")), WORDS)


def scene(**changes: object) -> Scene:
    """Two powers in the middle of everything a picture can show."""
    usual: dict[str, object] = {
        "game": "blot",
        "what": "results",
        "title": "A Test",
        "phase": "Spring 10",
        "powers": (PowerStyle("West", "W", "#b5413b", "1"), PowerStyle("East", "Eas", "#2b3f8f", "0")),
        "ground": {"Ash": "land", "Elm": "land", "Sea": "sea"},
        "owners": {"Ash": "West"},
        "pieces": (
            SceneUnit("West", "A", "Ash"),
            SceneUnit("East", "A", "Elm", "", "dislodged"),
            SceneUnit("West", "F", "Sea"),
            SceneUnit("East", "F", "Elm.nc"),
            SceneUnit("East", "A", "Orbit", "1"),
            SceneUnit("West", "TF", "Sea", "", "new"),
            SceneUnit("West", "A", "Sea", "", "gone"),
        ),
        "lines": (
            SceneOrder("move", "West", "Ash", "Elm"),
            SceneOrder("support", "West", "Sea", "Elm", "Ash"),
            SceneOrder("support", "East", "Sea", "", "Elm", True),
            SceneOrder("convoy", "West", "Sea", "Elm", "Ash"),
            SceneOrder("retreat", "East", "Elm", "Ash", failed=True),
            SceneOrder("train", "East", "Elm", "Ash", track="line"),
            SceneOrder("move", "East", "Orbit", "Ash"),
            SceneOrder("throw", "East", "Elm", "Sea"),
            SceneOrder("claim", "East", "Elm", "Elm"),
            SceneOrder("board", "West", "Ash", "Sea"),
            SceneOrder("pass", "West", "Sea", "Elm"),
        ),
        "centres": (SceneMark("ring", "Ash", "West", "", "centre"), SceneMark("age", "Elm", "", "2", "centre")),
        "signs": (SceneMark("ball", "Ash", "West", "3"), SceneMark("tower", "Ash"), SceneMark("number", "Sea", "", "2")),
        "beside": {"Orbit": "Above"},
        "legend": (("ball", "balls"), ("ruin", "ruins"), ("train", "by train")),
    }
    return Scene(**{**usual, **changes})  # type: ignore[arg-type]
