"""The page of a whole game: a replay, the reports, who played, how the centres went. One file, which asks for no other."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from judge.board import space_of
from judge.maps.draw_orders import order_key
from judge.maps.scene import Scene
from judge.print.copy import Erratum, GameEnding, PhaseCopy, file_name_part
from judge.print.graph import centres_graph
from judge.print.packing import pack_pictures, unpack_picture
from judge.print.phase_record import sanitize_json

Json = dict[str, Any]
HOME = "index.html"
_TAGS = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class GameStory:
    """A game from its first phase to its last. `players`: (Power, a sentence on who played it) while it is running."""

    game: str
    copies: Sequence[PhaseCopy]
    ending: GameEnding | None = None
    errata: Sequence[Erratum] = ()
    players: Sequence[tuple[str, str]] = ()
    site: str = ""
    """The address at which the archive stands, for links from elsewhere; '' if it is not known."""
    files: Sequence[tuple[str, str]] = field(default=())
    """(address, words) of files that stand beside the page."""


def game_page(story: GameStory) -> bytes:
    """Return the page. It is whole without its script: then every phase is on it, below the last map."""
    last = story.copies[-1]
    frames, pictures = _frames(story)
    packed = pack_pictures(pictures)
    words, data = last.words, {**packed, "frames": frames, "spaces": _spaces(story, len(frames))}
    script = words.source("print/game.js").replace("</", "<\\/")
    facts = {
        **last.facts, "story": story, "title": story.game.capitalize(), "frames": frames, "sections": _sections(story),
        "picture": Markup(_svg(pictures[-1], unpack_picture(packed, len(frames) - 1))) if pictures else "",
        "graph": Markup(story_graph(story)), "ending": story.ending, "errata": sanitize_json([vars(each) for each in story.errata]),
        "data": Markup(_for_script(data)), "script": Markup(script), "seal": _seal(script), "players": story.players,
        "began": story.copies[0].record["run"], "until": last.record["run"], "page": True, "top": 1,
    }  # fmt: skip
    return words.whole("print/game.html.j2", **facts).encode()


def players_of(copies: Sequence[PhaseCopy]) -> list[tuple[str, str]]:
    """Return who plays which Power, as the last report names them."""
    found = {block["power"]: block["player"] for copy in copies for block in copy.record["powers"] if block["player"]}
    return list(found.items())


def phase_anchor(copy: PhaseCopy) -> str:
    """Return the name of a phase's place on its game's page: `autumn-1905`."""
    return file_name_part(copy.record["phase"])


def _svg(picture: str, inside: str) -> str:
    """Return a picture with its parts as the script puts them there."""
    return picture[: picture.index(">") + 1] + inside + "</svg>"


def _for_script(data: Json) -> str:
    """Return JSON that no text in it can end."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("\u2028", " ")


def _seal(script: str) -> str:
    """Return the fingerprint by which the page's policy knows its script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _frames(story: GameStory) -> tuple[list[Json], list[str]]:
    """Return what the replay steps through, and the pictures: each phase, then the position after the last."""
    frames, pictures = list[Json](), list[str]()
    for n, copy in enumerate(story.copies):
        r = copy.record
        frames.append({"id": phase_anchor(copy), "name": r["phase"], "kind": r["kind"], "year": r["year"], "say": _said(copy)})
        if copy.scenes is None or copy.pointed_at is None:
            continue
        scenes = copy.scenes()
        pictures.append(copy.pointed_at(scenes[0], _told(copy)))
        if n == len(story.copies) - 1 and len(scenes) > 1:
            words = copy.words.listed("print/words.j2")
            final = words["final"] if story.ending else words["now"]
            frames.append({"id": "position", "name": final, "kind": "position", "year": r["year"], "say": final})
            pictures.append(copy.pointed_at(scenes[-1], {}))
    return (frames, pictures) if len(pictures) == len(frames) else (frames[: len(story.copies)], [])


def _said(copy: PhaseCopy) -> str:
    """Return what is said of a phase when it is shown: its name, how many orders failed, and its headline."""
    orders = [order for block in copy.record["powers"] for order in block["orders"]]
    failed = sum(order["failed"] for order in orders)
    told = copy.words.said("print/step.j2", r=copy.record, failed=failed, orders=len(orders))
    return " ".join(told.split())


def _told(copy: PhaseCopy) -> dict[str, str]:
    """Return what is said of each order when it is pointed at: the order, what became of it, and why."""
    notes = {note["number"]: note["text"] for note in copy.record["notes"]}
    found: dict[str, str] = {}
    for block in copy.record["powers"]:
        for order in block["orders"]:
            if order["unit"]:
                coast = f".{order['unit']['coast']}" if order["unit"]["coast"] else ""
                why = notes.get(order["note"], "")
                said = f"{block['power']}: {order['text']}{order['mark']} ({order['word']})"
                found[order_key(block["power"], order["unit"]["space"] + coast)] = f"{said}. {why}" if why else f"{said}."
    return found


def _sections(story: GameStory) -> list[Json]:
    """Return each phase's report without a map, with its place on the page."""
    made = []
    for copy in story.copies:
        facts = {**copy.facts, "top": 1, "again": True, "page": True, "id": phase_anchor(copy)}
        record = {**facts["r"], "history": {"years": [], "rows": []}}  # the page has it once
        if copy is not story.copies[-1]:
            record |= {"deadline": "", "addresses": []}
        made.append({
            "id": phase_anchor(copy), "name": copy.record["phase"],
            "report": Markup(copy.words.whole("print/report.html.j2", **{**facts, "r": record})),
        })  # fmt: skip
    return made


def story_graph(story: GameStory) -> str:
    """Return the graph of a game's centres as SVG; '' for fewer than two years."""
    last = story.copies[-1]
    colours = {power.name: power.colour for power in _powers(story)}
    short = {power.name[:3]: power.colour for power in _powers(story)}
    history = last.record["history"]
    return centres_graph(history, {**short, **colours}, last.words.listed("print/words.j2")["years"])


def _powers(story: GameStory) -> Iterable[Any]:
    """Return every Power that a picture shows, once."""
    found = {power.name: power for copy in story.copies if copy.scenes for power in copy.scenes()[0].powers}
    return found.values()


def _spaces(story: GameStory, frames: int) -> Json:
    """Return space → its name, and what happened there: (frame, words)."""
    names, happened, units, owners = dict[str, str](), dict[str, list[tuple[int, str]]](), dict[str, str](), dict[str, str]()
    for n, copy in enumerate(story.copies):
        if copy.scenes is None:
            return {}
        names |= _names(copy.record)
        scenes = copy.scenes()
        shown = [(n, scenes[0])] + ([(n + 1, scenes[-1])] if n + 1 < frames and copy is story.copies[-1] else [])
        for at, scene in shown:
            words = copy.words.listed("print/words.j2")
            _note_changes(happened, at, units, _units(scene, words), words["empty"])
            _note_changes(happened, at, owners, _owners(scene, words), words["unowned"])
    return {space: [names.get(space, space), told] for space, told in happened.items()}


def _note_changes(
    happened: dict[str, list[tuple[int, str]]], at: int, before: dict[str, str], now: Mapping[str, str], none: str
) -> None:
    """Add what is different from before, and remember how things are."""
    for space in sorted(before.keys() | now.keys()):
        if before.get(space, "") != now.get(space, ""):
            happened.setdefault(space, []).append((at, now.get(space) or none))
    before.clear()
    before.update(now)


def _units(scene: Scene, words: Mapping[str, str]) -> dict[str, str]:
    """Return space → the unit that stands there."""
    found = dict[str, str]()
    for piece in scene.pieces:
        if piece.state != "gone":
            kind = {"A": words["army"], "F": words["fleet"]}.get(piece.kind, piece.kind)
            found.setdefault(space_of(piece.place), f"{piece.power}: {kind}")
    return found


def _owners(scene: Scene, words: Mapping[str, str]) -> dict[str, str]:
    return {sign.space: f"{words['centre']}: {sign.power}" for sign in scene.centres if sign.power}


def _names(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the spaces that orders speak of."""
    orders = [order for block in record["powers"] for order in block["orders"]]
    places = [order[part] for order in orders for part in ("unit", "target", "of") if order[part]]
    return {place["space"]: place["name"] for place in places}
