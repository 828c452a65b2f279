"""The page of a whole game: a replay, the reports, who played, how the centres went. One file, which asks for no other."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from markupsafe import Markup

from judge.print.copy import Erratum, GameEnding, PhaseCopy, file_name_part
from judge.print.graph import centres_graph
from judge.print.map_file import order_stories, owners_of, units_of
from judge.print.packing import PicturePacker, unpack_picture
from judge.print.phase_record import sanitize_json
from judge.print.seasons import by_season, combined

Json = dict[str, Any]
HOME = "index.html"
_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
PANORAMA = 1.5
"""From how many heights on a map is moved sideways on a phone, and stands above the reports elsewhere, as wide as the page: as a
strip nobody could read its names.
"""
BROAD = 13000.0
"""From which width (tenths) on a map that stands beside the reports takes more of the page than they do: its names are small."""


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


class EarlierPhases(NamedTuple):
    """Phases of a game as they were laid out before, as JSON, so that only what follows them is laid out again."""

    phases: Sequence[Json] = ()
    """What `_phase` made of each."""
    packed: Mapping[str, Any] = MappingProxyType({})
    """Their pictures (`judge.print.packing`)."""


def game_page(story: GameStory) -> bytes:
    """Return the page. It is whole without its script: then every phase is on it, below the last map."""
    return continued_page(story, EarlierPhases())[0]


def continued_page(story: GameStory, earlier: EarlierPhases) -> tuple[bytes, EarlierPhases]:
    """Return the page of a game whose `copies` follow the phases that were laid out earlier, and as they are laid out now all
    phases of which nothing more will be said: not the last, nor the movement before it if that is of its retreats. The page is the
    same as if all of them were laid out now.
    """
    last, packer, groups = story.copies[-1], PicturePacker(earlier.packed), by_season(story.copies)
    done = [phase for group in groups[:-1] for phase in _laid_out(group, False)]
    phases = [*earlier.phases, *done, *_laid_out(groups[-1], True)]
    for copy in story.copies[: len(done)]:
        _draw(packer, copy, 0)
    kept = EarlierPhases([*earlier.phases, *done], packer.packed())
    for copy in groups[-1]:
        _draw(packer, copy, 0)
    frames = [phase["frame"] for phase in phases]
    if last.scenes and len(last.scenes()) > 1 and packer.count == len(frames):
        headings = last.words.listed("print/words.j2")
        said = headings["final"] if story.ending else headings["now"]
        frames.append({"id": "position", "name": said, "kind": "position", "year": last.record["year"], "say": said})
        _draw(packer, last, -1)
    packed = packer.packed() if packer.count == len(frames) else PicturePacker({}).packed()
    page = _page(story, phases, frames, packed, packer.first if packed["p"] else "")
    return page, kept


def _draw(packer: PicturePacker, copy: PhaseCopy, which: int) -> None:
    """Add a picture of a phase: of its orders (0), or of the position after them (-1)."""
    if copy.scenes and copy.pointed_at:
        packer.add(copy.pointed_at(copy.scenes()[which], order_stories(copy.record) if which == 0 else {}))


def _page(story: GameStory, phases: Sequence[Json], frames: Sequence[Json], packed: Json, head: str) -> bytes:
    last = story.copies[-1]
    words, data = last.words, {**packed, "frames": frames, "spaces": _spaces(phases, len(frames), last)}
    script = words.source("print/game.js").replace("</", "<\\/")
    facts = {
        **last.facts, "story": story, "title": story.game.capitalize(), "frames": frames, "sections": _sections(phases),
        "phases": [(phase["frame"]["id"], phase["frame"]["name"]) for phase in phases],
        "picture": Markup(head + unpack_picture(packed, len(frames) - 1) + "</svg>") if head else "",
        "graph": Markup(_graph(last, {name: colour for phase in phases for name, colour in phase["powers"]})),
        "ending": story.ending, "errata": sanitize_json([vars(each) for each in story.errata]),
        "data": Markup(_for_script(data)), "script": Markup(script), "seal": _seal(script), "players": story.players,
        "shape": _shape(head), "began": phases[0]["run"], "until": last.record["run"], "page": True, "top": 1,
    }  # fmt: skip
    return words.whole("print/game.html.j2", **facts).encode()


def _shape(head: str) -> str:
    """Return `panorama` or `broad` for a map that needs more of the page than others; '' for others, and for no map."""
    found = _BOX.search(head)
    if found is None:
        return ""
    wide, high = float(found[1]), float(found[2])
    return "panorama" if wide > PANORAMA * high else "broad" if wide > BROAD else ""


def players_of(copies: Sequence[PhaseCopy]) -> list[tuple[str, str]]:
    """Return who plays which Power, as the last report names them."""
    return list({power: name for copy in copies for power, name in _players(copy).items()}.items())


def players_in(earlier: EarlierPhases, copies: Sequence[PhaseCopy]) -> list[tuple[str, str]]:
    """Return what `players_of` does, of phases that were laid out earlier and copies of those that follow."""
    found = {power: name for phase in earlier.phases for power, name in phase["players"].items()}
    return list((found | dict(players_of(copies))).items())


def _players(copy: PhaseCopy) -> dict[str, str]:
    """Return who played each Power in a phase: a person, or a computer unless nobody is named."""
    people = {block["power"]: block["player"] for block in copy.record["powers"] if block["player"]}
    return people | (dict(copy.record["computers"]) if copy.style.names != "none" else {})


def phase_anchor(copy: PhaseCopy) -> str:
    """Return the name of a phase's place on its game's page: `autumn-1905`."""
    return file_name_part(copy.record["phase"])


def _for_script(data: Json) -> str:
    """Return JSON that no text in it can end."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("\u2028", " ")


def _seal(script: str) -> str:
    """Return the fingerprint by which the page's policy knows its script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _laid_out(group: Sequence[PhaseCopy], is_last: bool) -> list[Json]:
    """Return what a page needs of the phases of a group, besides their pictures: values of JSON only. They have one report, that of
    the first. Of the last phase of all it says more, and the position after it is known.
    """
    within = {"report": phase_anchor(group[0])}
    report = _section(combined(group), is_last, phase_anchor(group[1]) if len(group) > 1 else "")
    return [
        _phase(copy, is_last and copy is group[-1], *((report, {}) if copy is group[0] else ("", within))) for copy in group
    ]


def _phase(copy: PhaseCopy, is_last: bool, report: str, within: Json) -> Json:
    """Return what a page needs of a phase. `within`: whose report has its own, if it has none."""
    r, words = copy.record, copy.words.listed("print/words.j2")
    scenes = copy.scenes() if copy.scenes else ()
    shown = [scenes[0], *([scenes[-1]] if is_last else [])] if scenes else []
    frame = {"id": phase_anchor(copy), "name": r["phase"], "kind": r["kind"], "year": r["year"], "say": _said(copy), **within}
    return {
        "frame": frame, "run": r["run"], "report": report, "players": _players(copy), "names": _names(r) if scenes else {},
        "powers": [[power.name, power.colour] for power in scenes[0].powers] if scenes else [],
        "shown": [[units_of(scene, words), owners_of(scene, words)] for scene in shown],
    }  # fmt: skip


def _said(copy: PhaseCopy) -> str:
    """Return what is said of a phase when it is shown: its name, how many orders failed, and its headline."""
    orders = [order for block in copy.record["powers"] for order in block["orders"]]
    failed = sum(order["failed"] for order in orders)
    told = copy.words.said("print/step.j2", r=copy.record, failed=failed, orders=len(orders))
    return " ".join(told.split())


def _section(copy: PhaseCopy, is_last: bool, retreated: str) -> str:
    """Return a phase's report without a map. `retreated`: the place of the retreats after it."""
    facts = {**copy.facts, "top": 1, "again": True, "page": True, "id": phase_anchor(copy), "retreated": retreated}
    record = {**facts["r"], "history": {"years": [], "rows": []}}  # the page has it once
    if not is_last:
        record |= {"deadline": "", "addresses": []}
    return copy.words.whole("print/report.html.j2", **{**facts, "r": record})


def _sections(phases: Sequence[Json]) -> list[Json]:
    """Return each phase's report, with its place on the page."""
    shown = [each for each in phases if each["report"]]
    return [{"id": each["frame"]["id"], "name": each["frame"]["name"], "report": Markup(each["report"])} for each in shown]


def story_graph(story: GameStory) -> str:
    """Return the graph of a game's centres as SVG; '' for fewer than two years."""
    return _graph(story.copies[-1], {p.name: p.colour for copy in story.copies if copy.scenes for p in copy.scenes()[0].powers})


def _graph(last: PhaseCopy, colours: Mapping[str, str]) -> str:
    """Return the graph of centres of the last phase. `colours`: of every Power that a picture shows."""
    short = {name[:3]: colour for name, colour in colours.items()}
    return centres_graph(last.record["history"], {**short, **colours}, last.words.listed("print/words.j2")["years"])


def _spaces(phases: Sequence[Json], frames: int, last: PhaseCopy) -> Json:
    """Return space → its name, and what happened there: (frame, words)."""
    names, happened, units, owners = dict[str, str](), dict[str, list[tuple[int, str]]](), dict[str, str](), dict[str, str]()
    words = last.words.listed("print/words.j2")
    for n, phase in enumerate(phases):
        if not phase["shown"]:
            return {}
        names |= phase["names"]
        for at, shown in enumerate(phase["shown"], n):
            if at < frames:
                _note_changes(happened, at, units, shown[0], words["empty"])
                _note_changes(happened, at, owners, shown[1], words["unowned"])
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


def _names(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the spaces that orders speak of."""
    orders = [order for block in record["powers"] for order in block["orders"]]
    places = [order[part] for order in orders for part in ("unit", "target", "of") if order[part]]
    return {place["space"]: place["name"] for place in places}
