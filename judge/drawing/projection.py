"""From the globe to the drawing: an azimuthal picture round a centre, compressed towards its rim, with magnifying glasses on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

EARTH = 6371.0
"""Kilometres from its middle."""


class Magnifier(NamedTuple):
    """A magnifying glass over a place: what lies closer than `radius` units moves outward, to 1 + `gain` times as far at most."""

    at: Sequence[float]
    radius: float
    gain: float


def magnify(points: Any, spot: Any, glass: Magnifier) -> Any:
    """An array of [x, y] under a glass whose middle lies at a spot of the drawing."""
    away = points - spot
    far = np.hypot(away[:, 0], away[:, 1]) / glass.radius
    return spot + away * (1 + glass.gain * np.clip(1 - far, 0, 1) ** 2)[:, None]


class Projection:
    """Longitude and latitude to units of the drawing.

    `centre`: where it is true; `lens`, in kilometres: what lies d away is drawn lens × asinh(d / lens) away; `window`: places
    whose bounding box is the frame, `width` units wide. `size`: the frame's width and height,
    the latter as the window has it if it is not told.
    """

    def __init__(
        self,
        centre: Sequence[float],
        lens: float,
        window: Sequence[Sequence[float]],
        width: float,
        glasses: Sequence[Magnifier] = (),
        height: float = 0,
    ) -> None:
        self.centre, self.lens = np.radians(centre), lens
        flat = self._flat(np.array(window))
        self.corner = flat.min(axis=0)
        wide, high = flat.max(axis=0) - self.corner
        self.scale = width / wide
        self.size = (float(width), float(height or round(high * self.scale)))
        self.glasses: list[tuple[Any, Magnifier]] = []
        for glass in glasses:  # a glass lies where those before it have moved its place
            self.glasses.append((self(np.array([glass.at]))[0], glass))

    def __call__(self, points: Any) -> Any:
        """An array of [longitude, latitude] as an array of [x, y]."""
        found = (self._flat(np.asarray(points, dtype=float)) - self.corner) * self.scale
        for spot, glass in self.glasses:
            found = magnify(found, spot, glass)
        return found

    def _flat(self, points: Any) -> Any:
        """Kilometres east and south of the centre, compressed."""
        lon0, lat0 = self.centre
        lon, lat = np.radians(points[:, 0]) - lon0, np.radians(points[:, 1])
        along = np.sin(lat0) * np.sin(lat) + np.cos(lat0) * np.cos(lat) * np.cos(lon)
        angle = np.arccos(np.clip(along, -1, 1))
        east = np.cos(lat) * np.sin(lon)
        south = np.sin(lat0) * np.cos(lat) * np.cos(lon) - np.cos(lat0) * np.sin(lat)
        length = np.hypot(east, south)
        far = self.lens * np.arcsinh(angle * EARTH / self.lens)
        return np.stack([east, south], axis=1) * np.divide(far, length, out=np.zeros_like(far), where=length > 0)[:, None]
