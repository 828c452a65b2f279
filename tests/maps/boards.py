"""A board small enough to be drawn by hand: two lands, an island's worth of sea round them, and scenery."""

from __future__ import annotations

from functools import cache

from judge.assets import assets
from judge.maps.art import Arc, Art, Extra, Label, Place
from judge.maps.board_paths import Plate
from judge.maps.draw import Kit
from judge.maps.mark_rules import Marks
from judge.maps.scene import Line, Piece, Scene, Sign, Tinct
from judge.maps.typeface import read_faces

WORDS = {
    key: key
    for key in (
        "position", "results", "own", "move", "support", "convoy", "retreat", "failed", "held", "dislodged", "new", "gone", "army",
        "fleet", "centre", "beyond",
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
        "Ash": Place((180.0, 200.0), (220.0, 240.0), Label("Ash", (180.0, 150.0)), (150.0, 260.0)),
        "Elm": Place((420.0, 200.0), (450.0, 240.0), Label("Elm", (420.0, 150.0)), (380.0, 260.0), {"nc": (420.0, 110.0)}),
        "Sea": Place((300.0, 350.0), (340.0, 350.0), Label("SEA", (200.0, 360.0))),
    },
    cartouche=(5.0, 5.0, 60.0, 60.0),
    extras=(
        Extra("track", "line", ((120.0, 280.0), (300.0, 270.0), (480.0, 280.0)), {"Ash": (120.0, 280.0), "Elm": (480.0, 280.0)}),
    ),
)
MARKS = Marks()


@cache
def kit() -> Kit:
    """Board, letters and words."""
    return Kit(Plate(ART), read_faces(assets().glyphs.read_text("utf-8")), WORDS)


def scene(**changes: object) -> Scene:
    """Two powers in the middle of everything a picture can show."""
    usual: dict[str, object] = {
        "game": "blot", "what": "results", "title": "A Test", "phase": "Spring 10",
        "powers": (Tinct("West", "W", "#b5413b", "1"), Tinct("East", "Eas", "#2b3f8f", "0")),
        "ground": {"Ash": "land", "Elm": "land", "Sea": "sea"},
        "owners": {"Ash": "West"},
        "pieces": (
            Piece("West", "A", "Ash"), Piece("East", "A", "Elm", "", "dislodged"), Piece("West", "F", "Sea"),
            Piece("East", "F", "Elm.nc"), Piece("East", "A", "Orbit", "1"), Piece("West", "TF", "Sea", "", "new"),
            Piece("West", "A", "Sea", "", "gone"),
        ),
        "lines": (
            Line("move", "West", "Ash", "Elm"), Line("support", "West", "Sea", "Elm", "Ash"),
            Line("support", "East", "Sea", "", "Elm", True), Line("convoy", "West", "Sea", "Elm", "Ash"),
            Line("retreat", "East", "Elm", "Ash", failed=True),
            Line("train", "East", "Elm", "Ash", track="line"), Line("move", "East", "Orbit", "Ash"),
            Line("throw", "East", "Elm", "Sea"), Line("claim", "East", "Elm", "Elm"), Line("board", "West", "Ash", "Sea"),
            Line("pass", "West", "Sea", "Elm"),
        ),
        "centres": (Sign("ring", "Ash", "West", "", "centre"), Sign("age", "Elm", "", "2", "centre")),
        "signs": (Sign("ball", "Ash", "West", "3"), Sign("tower", "Ash"), Sign("number", "Sea", "", "2")),
        "beside": {"Orbit": "Above"},
        "legend": (("ball", "balls"), ("ruin", "ruins"), ("train", "by train")),
    }  # fmt: skip
    return Scene(**{**usual, **changes})  # type: ignore[arg-type]
