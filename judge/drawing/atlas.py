"""The outlines of countries: a TopoJSON atlas in, shapes in longitude and latitude out. Fetches it, too."""

from __future__ import annotations

import json
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import shapely
from shapely import affinity

PACKAGE, MEMBER = "world-atlas@2.0.2", "package/countries-50m.json"
"""Natural Earth (public domain), 1:50 million, as npm packs it."""
Ring = list[tuple[float, float]]
TURN = 360.0


def download_atlas(package: str, member: str) -> bytes:
    """A file of an npm package. Raises OSError or CalledProcessError if npm cannot get it."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder) / done.stdout.split()[-1]) as packed:
            file = packed.extractfile(member)
            assert file is not None  # a pinned version of a package holds what it held
            return file.read()


def read_atlas(text: str | bytes, box: Sequence[float]) -> dict[str, Any]:
    """Country → its area within a box (west, south, east, north), in degrees.

    Longitudes run on past 180 where a country does, and every area is looked for a turn east and west as well.
    """
    data = json.loads(text)
    arcs = list(_arcs(data))
    window = shapely.box(*box)
    found: dict[str, Any] = {}
    for country in data["objects"]["countries"]["geometries"]:
        shapes = [_shape(rings, arcs) for rings in _polygons(country)]
        turned = [affinity.translate(shape, turn) for shape in shapes for turn in (-TURN, 0.0, TURN)]
        area = shapely.union_all([shapely.intersection(shape, window) for shape in turned if shape.intersects(window)])
        name = country["properties"]["name"]
        if not area.is_empty:
            found[name] = shapely.union(found[name], area) if name in found else area
    return found


def _arcs(data: Mapping[str, Any]) -> Iterator[Ring]:
    """The atlas's arcs, their steps added up and brought to degrees."""
    (kx, ky), (x0, y0) = data["transform"]["scale"], data["transform"]["translate"]
    for steps in data["arcs"]:
        x = y = 0
        points = []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            points.append((x * kx + x0, y * ky + y0))
        yield points


def _polygons(country: Mapping[str, Any]) -> list[list[list[int]]]:
    if country.get("type") == "Polygon":
        return [country["arcs"]]
    return list(country.get("arcs", ())) if country.get("type") == "MultiPolygon" else []


def _shape(rings: Sequence[Sequence[int]], arcs: Sequence[Ring]) -> Any:
    outer, *holes = [_unwrapped([point for arc in ring for point in _arc(arc, arcs)]) for ring in rings]
    return shapely.make_valid(shapely.Polygon(outer, holes))


def _arc(number: int, arcs: Sequence[Ring]) -> Ring:
    """An arc by its number; `~n` is the same one backwards."""
    return arcs[number] if number >= 0 else arcs[~number][::-1]


def _unwrapped(ring: Ring) -> Ring:
    """Longitudes without the jump at the date line."""
    found: Ring = []
    for lon, lat in ring:
        last = found[-1][0] if found else lon
        found.append((lon + TURN * round((last - lon) / TURN), lat))
    return found
