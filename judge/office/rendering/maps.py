"""Pictures for letters: draw each scene as a PNG once, however many letters it goes with."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol, TypeVar

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
"""How many pictures are remembered: about eight megabytes."""
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


class MapRenderer:
    """Draws what letters show. The same content is drawn once."""

    def __init__(self, looks: Looks, render: RenderFunction) -> None:
        self.looks, self._render = looks, render
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._grounds: OrderedDict[str, bytes] = OrderedDict()

    def turn(self, folder: str, seen: PhaseView, ruleset: Ruleset) -> tuple[Scene, ...]:
        """Return what the pictures of a phase show; nothing for a game without a board."""
        looks = self.looks(folder)
        return turn_scenes(seen, ruleset, looks[1]) if looks else ()

    def of(self, scenes: Iterable[tuple[str, Scene]]) -> tuple[InlineImage, ...]:
        """Return the pictures of (folder, scene), each with its parts if it is too wide for a phone. Raises RasterizeError."""
        known = ((folder, scene, looks[0]) for folder, scene in scenes if (looks := self.looks(folder)))
        return tuple(picture for each in known for picture in self._pictures(*each))

    def _pictures(self, folder: str, scene: Scene, kit: DrawingKit) -> Iterator[InlineImage]:
        key = hashlib.sha256(f"{folder} {json.dumps(write_scene(scene))}".encode()).hexdigest()
        shows = f"{scene.game}, {scene.phase}: {kit.words[scene.what]}"
        yield self._picture(key, shows, lambda: self._drawn(scene, kit))
        strips = draw_strips(scene, kit)
        for n, strip in enumerate(strips, 1):
            part = f"{shows}, {kit.words['part']} {n}/{len(strips)}"
            yield self._picture(f"{key} {n}", part, partial(self._render, strip, WIDTH))

    def _picture(self, key: str, shows: str, draw: Callable[[], bytes]) -> InlineImage:
        if key not in self._kept:
            self._kept[key] = draw()
        _trim(self._kept, key, KEPT)
        return InlineImage(f"{_PLAIN.sub('-', shows.lower()).strip('-')}.png", shows, self._kept[key])

    def _drawn(self, scene: Scene, kit: DrawingKit) -> bytes:
        own = round(kit.plate.wider(scene.lots).art.size[0])
        width = min(max(WIDTH, own), MOST)
        layers = draw_layers(scene, kit, width)
        key = hashlib.sha256(f"{width} {layers.ground}".encode()).hexdigest()
        if key not in self._grounds:
            self._grounds[key] = self._render(layers.ground, width)
        _trim(self._grounds, key, GROUNDS)
        return self._render(layers.over, width, self._grounds[key])


def _trim(kept: OrderedDict[str, Kept], key: str, most: int) -> None:
    """Keep only what was used last."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
