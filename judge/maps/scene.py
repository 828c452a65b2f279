"""The content of one picture for one reader, before it is drawn: plain values that a notice can store as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class PowerStyle(NamedTuple):
    """A power in the picture: its name, the letters on its units, its colour (`#rrggbb`) and its number of centres."""

    name: str
    letters: str
    colour: str
    centres: str = ""
    ground: str = ""
    """The colour of its land; '' to derive it from the power's colour."""


class SceneUnit(NamedTuple):
    """A unit. `state`: '', `dislodged`, `new` (just built), `gone` (just left the board) or `held` (ordered to hold)."""

    power: str
    kind: str
    place: str
    name: str = ""
    state: str = ""


class SceneOrder(NamedTuple):
    """An order drawn as a line between two places. `of`: the unit it supports or convoys; `end`: that unit's destination, or ''."""

    style: str
    power: str
    start: str
    end: str
    of: str = ""
    failed: bool = False
    via: tuple[str, ...] = ()
    """The places it goes through."""
    track: str = ""
    """The line of the board that it follows."""
    unit: str = ""
    """The kind and name of the unit that is ordered (`A1`), since several of a Power may stand in one space."""


class SceneMark(NamedTuple):
    """A shape at a space, in a power's colour ('' for no power)."""

    shape: str
    space: str
    power: str = ""
    text: str = ""
    spot: str = "second"


@dataclass(frozen=True)
class Scene:
    """The content of one picture."""

    game: str
    what: str
    """`position`, `after` (the position after the phase), `results` or `own` (the reader's orders)."""
    title: str
    """The title of the variant."""
    phase: str
    powers: tuple[PowerStyle, ...]
    ground: Mapping[str, str]
    """Space → kind of ground. A space of the board that is missing here is unseen."""
    owners: Mapping[str, str] = field(default_factory=dict)
    """Space → the power whose colour it has."""
    pieces: tuple[SceneUnit, ...] = ()
    lines: tuple[SceneOrder, ...] = ()
    centres: tuple[SceneMark, ...] = ()
    signs: tuple[SceneMark, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    """Space that is not on the board → the title of its panel."""
    lots: Mapping[str, tuple[int, int, tuple[str, ...]]] = field(default_factory=dict)
    """Area beyond the board → its column and row, and its known borders."""
    shores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Coast that was made in play (`27.ec`) → the seas that it borders."""
    legend: tuple[tuple[str, str], ...] = ()
    """(shape, style or ground, its meaning), in the words of the game's folder."""


def write_scene(scene: Scene) -> dict[str, Any]:
    """Return a scene as JSON values, without empty ones."""
    found = {
        "game": scene.game, "what": scene.what, "title": scene.title, "phase": scene.phase,
        "powers": [list(power) for power in scene.powers], "ground": dict(scene.ground), "owners": dict(scene.owners),
        "pieces": [list(piece) for piece in scene.pieces],
        "lines": [[*line[:6], list(line.via), *line[7:]] for line in scene.lines],
        "centres": [list(sign) for sign in scene.centres], "signs": [list(sign) for sign in scene.signs],
        "lots": {code: [x, y, list(borders)] for code, (x, y, borders) in scene.lots.items()},
        "shores": {place: list(seas) for place, seas in scene.shores.items()},
        "beside": dict(scene.beside), "legend": [list(entry) for entry in scene.legend],
    }  # fmt: skip
    return {key: value for key, value in found.items() if value}


def read_scene(body: Mapping[str, Any]) -> Scene:
    """Read a scene that `write_scene` wrote."""
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
