"""Pictures for letters: draw each scene as a PNG once, however many letters it goes with."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from judge.game import PhaseView
from judge.letters import InlineImage
from judge.maps.build_scenes import turn_scenes
from judge.maps.draw import DrawingKit, draw_layers, draw_strips
from judge.maps.mark_rules import Marks
from judge.maps.scene import Scene, write_scene
from judge.rules.ruleset import Ruleset

WIDTH = 1200
"""Pixels of a picture's width; a board that is drawn wider keeps its own, up to MOST."""
MOST = 2000
KEPT = 48
"""Of how many scenes the pictures are remembered: about eight megabytes."""
GROUNDS = 24
"""How many grounds are remembered, about three megabytes: a board's ground changes with the owners of its land, and takes most of
the time to draw.
"""
_PLAIN = re.compile(r"[^a-z0-9]+")

Kept = TypeVar("Kept")

Looks = Callable[[str], tuple[DrawingKit, Marks] | None]
"""A folder's board, letters and words, and what it declares; None for a game without a drawn board."""


class RenderFunction(Protocol):
    """SVG and a width in pixels in, a PNG out, laid upon a ground if one is given (see `judge.maps.rasterize`)."""

    def __call__(self, svg: str, width: int, ground: bytes = b"") -> bytes:
        """Raises RasterizeError."""


Together = Callable[[Sequence[Callable[[], bytes]]], list[bytes]]
"""Does several things, which may take long, and returns what each of them returns, in order."""


def one_by_one(some: Sequence[Callable[[], bytes]]) -> list[bytes]:
    """Do one thing after the other."""
    return [each() for each in some]


class MapRenderer:
    """Draws what letters show. The same content is drawn once, and what is new `together`."""

    def __init__(self, looks: Looks, render: RenderFunction, together: Together = one_by_one) -> None:
        self.looks, self._render, self._together = looks, render, together
        self._kept: OrderedDict[str, tuple[InlineImage, ...]] = OrderedDict()
        self._grounds: OrderedDict[str, bytes] = OrderedDict()

    def turn(self, folder: str, seen: PhaseView, ruleset: Ruleset) -> tuple[Scene, ...]:
        """Return what the pictures of a phase show; nothing for a game without a board."""
        looks = self.looks(folder)
        return turn_scenes(seen, ruleset, looks[1]) if looks else ()

    def of(self, scenes: Iterable[tuple[str, Scene]]) -> tuple[InlineImage, ...]:
        """Return the pictures of (folder, scene), each with its parts if it is too wide for a phone. Raises RasterizeError."""
        wanted = [(_name(folder, scene), scene, looks[0]) for folder, scene in scenes if (looks := self.looks(folder))]
        if new := {name: (scene, kit) for name, scene, kit in wanted if name not in self._kept}:
            self._draw(new)
        found = [self._kept[name] for name, _, _ in wanted]
        for name, _, _ in wanted:
            _trim(self._kept, name, KEPT)
        return tuple(picture for pictures in found for picture in pictures)

    def _draw(self, new: Mapping[str, tuple[Scene, DrawingKit]]) -> None:
        """Draw scenes: grounds that are not known first, then what stands on them, and their parts."""
        sheets = {name: self._sheet(*each) for name, each in new.items()}
        bare = {each.key: each for each in sheets.values() if each.key not in self._grounds}
        made = self._together([partial(self._render, each.ground, each.width) for each in bare.values()])
        self._grounds.update(zip(bare, made, strict=True))
        jobs = dict[str, list[Callable[[], bytes]]]()
        for name, each in sheets.items():
            over = partial(self._render, each.over, each.width, self._grounds[each.key])
            jobs[name] = [over, *(partial(self._render, strip, WIDTH) for strip in draw_strips(*new[name]))]
        drawn = iter(self._together([job for some in jobs.values() for job in some]))
        for name, (scene, kit) in new.items():
            self._kept[name] = tuple(_named(scene, kit, [next(drawn) for _ in jobs[name]]))
            _trim(self._grounds, sheets[name].key, GROUNDS)

    @staticmethod
    def _sheet(scene: Scene, kit: DrawingKit) -> _Sheet:
        own = round(kit.plate.wider(scene.lots).art.size[0])
        width = min(max(WIDTH, own), MOST)
        layers = draw_layers(scene, kit, width)
        return _Sheet(hashlib.sha256(f"{width} {layers.ground}".encode()).hexdigest(), width, layers.ground, layers.over)


class _Sheet(NamedTuple):
    """A picture before it is drawn: its ground, known by `key`, and what stands on it."""

    key: str
    width: int
    ground: str
    over: str


def _name(folder: str, scene: Scene) -> str:
    return hashlib.sha256(f"{folder} {json.dumps(write_scene(scene))}".encode()).hexdigest()


def _named(scene: Scene, kit: DrawingKit, drawn: Sequence[bytes]) -> Iterator[InlineImage]:
    """Name a picture, and its parts behind it."""
    whole = f"{scene.game}, {scene.phase}: {kit.words[scene.what]}"
    parts = [f"{whole}, {kit.words['part']} {n}/{len(drawn) - 1}" for n in range(1, len(drawn))]
    for shows, png in zip([whole, *parts], drawn, strict=True):
        yield InlineImage(f"{_PLAIN.sub('-', shows.lower()).strip('-')}.png", shows, png)


def _trim(kept: OrderedDict[str, Kept], key: str, most: int) -> None:
    """Keep only what was used last."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
