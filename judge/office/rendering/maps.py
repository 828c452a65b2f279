"""Pictures for letters: scenes in, PNGs out, each drawn once however many letters it goes with."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Protocol

from judge.game import PhaseView
from judge.letters import InlineImage
from judge.maps.build_scenes import turn_scenes
from judge.maps.draw import DrawingKit, draw_layers
from judge.maps.mark_rules import Marks
from judge.maps.scene import Scene, write_scene
from judge.rules.ruleset import Ruleset

WIDTH = 1200
"""Pixels of a picture's width; a board that is drawn wider keeps its own, up to MOST."""
MOST = 2000
KEPT = 48
"""Pictures that are remembered: some eight megabytes."""
GROUNDS = 24
"""Grounds that are remembered, some three megabytes: a board's changes with the owners of its land, and is half of the work."""
_PLAIN = re.compile(r"[^a-z0-9]+")

Looks = Callable[[str], tuple[DrawingKit, Marks] | None]
"""A folder's board, letters and words, and what it declares; None for a game without a drawn board."""


class RenderFunction(Protocol):
    """SVG and a width in pixels in, a PNG out, laid upon a ground if one is given (see `judge.maps.rasterize`)."""

    def __call__(self, svg: str, width: int, ground: bytes = b"") -> bytes:
        """Raises RasterizeError."""


class MapRenderer:
    """Draws what letters show. What two letters show alike is drawn once: it is known by its content."""

    def __init__(self, looks: Looks, render: RenderFunction) -> None:
        self.looks, self._render = looks, render
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._grounds: OrderedDict[str, bytes] = OrderedDict()

    def turn(self, folder: str, seen: PhaseView, ruleset: Ruleset) -> tuple[Scene, ...]:
        """What the pictures of a judged phase show; none for a game without a board."""
        looks = self.looks(folder)
        return turn_scenes(seen, ruleset, looks[1]) if looks else ()

    def of(self, scenes: Iterable[tuple[str, Scene]]) -> tuple[InlineImage, ...]:
        """Pictures of (folder, scene). Raises RasterizeError."""
        return tuple(self._picture(folder, scene, looks[0]) for folder, scene in scenes if (looks := self.looks(folder)))

    def _picture(self, folder: str, scene: Scene, kit: DrawingKit) -> InlineImage:
        key = hashlib.sha256(f"{folder} {json.dumps(write_scene(scene))}".encode()).hexdigest()
        if key not in self._kept:
            self._kept[key] = self._drawn(scene, kit)
        _trim(self._kept, key, KEPT)
        shows = f"{scene.game}, {scene.phase}: {kit.words[scene.what]}"
        return InlineImage(f"{_PLAIN.sub('-', shows.lower()).strip('-')}.png", shows, self._kept[key])

    def _drawn(self, scene: Scene, kit: DrawingKit) -> bytes:
        own = round(kit.plate.wider(scene.lots).art.size[0])
        width, (ground, over) = min(max(WIDTH, own), MOST), draw_layers(scene, kit)
        key = hashlib.sha256(f"{width} {ground}".encode()).hexdigest()
        if key not in self._grounds:
            self._grounds[key] = self._render(ground, width)
        _trim(self._grounds, key, GROUNDS)
        return self._render(over, width, self._grounds[key])


def _trim(kept: OrderedDict[str, bytes], key: str, most: int) -> None:
    """Only what was used last stays."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
