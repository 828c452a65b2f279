"""What one picture shows, for one reader, before it is drawn: plain values, which a notice can keep as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class PowerStyle(NamedTuple):
    """A power in the picture: its name, the letters on its units, its colour (`#rrggbb`) and its centres."""

    name: str
    letters: str
    colour: str
    centres: str = ""
    ground: str = ""
    """The colour of its land; '' for one that follows from its own."""


class SceneUnit(NamedTuple):
    """A unit. `state`: '', `dislodged`, `new` (just built), `gone` (just left the board) or `held` (ordered to stand)."""

    power: str
    kind: str
    place: str
    name: str = ""
    state: str = ""


class SceneOrder(NamedTuple):
    """An order drawn as a line between two places. `of`: the unit it helps; `end`: that unit's destination, or ''."""

    style: str
    power: str
    start: str
    end: str
    of: str = ""
    failed: bool = False
    via: tuple[str, ...] = ()
    """Places it goes through."""
    track: str = ""
    """Line of the board that it runs along."""


class SceneMark(NamedTuple):
    """A shape at a space, in a power's colour ('' for no power)."""

    shape: str
    space: str
    power: str = ""
    text: str = ""
    spot: str = "second"


@dataclass(frozen=True)
class Scene:
    """One picture's content."""

    game: str
    what: str
    """`position`, `results` or `own` (the reader's orders)."""
    title: str
    """What people call the kind of game."""
    phase: str
    powers: tuple[PowerStyle, ...]
    ground: Mapping[str, str]
    """space → kind of ground; a space of the board that is not named here is unseen."""
    owners: Mapping[str, str] = field(default_factory=dict)
    """space → the power whose colour it takes."""
    pieces: tuple[SceneUnit, ...] = ()
    lines: tuple[SceneOrder, ...] = ()
    centres: tuple[SceneMark, ...] = ()
    signs: tuple[SceneMark, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    """Space that is on no board → the title of its panel."""
    lots: Mapping[str, tuple[int, int, tuple[str, ...]]] = field(default_factory=dict)
    """Area beyond the board → its column and row, and what it is known to border."""
    shores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Coast that play made (`27.ec`) → the seas that wash it."""
    legend: tuple[tuple[str, str], ...] = ()
    """(shape, style or ground, what it means) in the words of the game's folder."""


def write_scene(scene: Scene) -> dict[str, Any]:
    """A scene as JSON values, without what is empty."""
    found = {
        "game": scene.game, "what": scene.what, "title": scene.title, "phase": scene.phase,
        "powers": [list(power) for power in scene.powers], "ground": dict(scene.ground), "owners": dict(scene.owners),
        "pieces": [list(piece) for piece in scene.pieces],
        "lines": [[*line[:6], list(line.via), line.track] for line in scene.lines],
        "centres": [list(sign) for sign in scene.centres], "signs": [list(sign) for sign in scene.signs],
        "lots": {code: [x, y, list(borders)] for code, (x, y, borders) in scene.lots.items()},
        "shores": {place: list(seas) for place, seas in scene.shores.items()},
        "beside": dict(scene.beside), "legend": [list(entry) for entry in scene.legend],
    }  # fmt: skip
    return {key: value for key, value in found.items() if value}


def read_scene(body: Mapping[str, Any]) -> Scene:
    """The scene that `write_scene` wrote."""
    return Scene(
        body["game"],
        body["what"],
        body["title"],
        body["phase"],
        tuple(PowerStyle(*power) for power in body.get("powers", ())),
        body.get("ground", {}),
        body.get("owners", {}),
        tuple(SceneUnit(*piece) for piece in body.get("pieces", ())),
        tuple(SceneOrder(*line)._replace(via=tuple(line[6])) for line in body.get("lines", ())),
        tuple(SceneMark(*sign) for sign in body.get("centres", ())),
        tuple(SceneMark(*sign) for sign in body.get("signs", ())),
        body.get("beside", {}),
        {code: (x, y, tuple(borders)) for code, (x, y, borders) in body.get("lots", {}).items()},
        {place: tuple(seas) for place, seas in body.get("shores", {}).items()},
        tuple((shape, text) for shape, text in body.get("legend", ())),
    )
