"""From ground and seeds to labelled faces: countries in groups, borders half-way between the seeds of one group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely
from scipy.spatial import Voronoi, cKDTree

from judge.drawing.projection import Projection
from judge.maps.hand_drawn import round_corners

LAND, LAKE, WATER = "~land", "~lake", "SEA"
"""Ground and water that are no space; the group of all water."""
FINE = 0.1
"""Every corner lies on a grid this fine, so that what touches has its corners in common."""
STEP, OFF = 4.0, 2.0
"""How far apart the seeds along a stroke stand, and how far from it, in units."""
NEAREST = 0.4
"""Seeds closer together than this are one."""


@dataclass
class RegionSeeds:
    """The seeds of one group in drawing units, each with its label."""

    points: list[tuple[float, float]] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)

    def add(self, label: str, points: Any) -> None:
        """Seeds of one label; one that lies on another is dropped."""
        for x, y in points:
            if all(abs(x - a) + abs(y - b) > NEAREST for a, b in self.points):
                self.points.append((float(x), float(y)))
                self.labels.append(label)

    def nearest(self, points: Any) -> list[str]:
        """The label of the seed nearest each point."""
        return [self.labels[n] for n in cKDTree(np.array(self.points)).query(points)[1]]

    def ridges(self, frame: Any) -> Any:
        """The lines half-way between seeds of different labels."""
        west, south, east, north = frame.bounds
        far = 4 * max(east - west, north - south)
        corners = [(west - far, south - far), (west - far, north + far), (east + far, south - far), (east + far, north + far)]
        if len(set(self.labels)) < 2:
            return shapely.MultiLineString()
        drawn = Voronoi(np.array([*self.points, *corners]))
        labels = [*self.labels, "", "", "", ""]
        lines = [
            drawn.vertices[ends]
            for (a, b), ends in zip(drawn.ridge_points, drawn.ridge_vertices, strict=True)
            if labels[a] != labels[b] and labels[a] and labels[b] and -1 not in ends
        ]
        return shapely.intersection(shapely.MultiLineString(lines), frame)


def read_seeds(source: Mapping[str, Any], project: Projection) -> dict[str, RegionSeeds]:
    """Group → its seeds, those along strokes last."""
    found = {group: RegionSeeds() for group in source["seeds"]}
    for group, lands in source["seeds"].items():
        for label, points in lands.items():
            found[group].add(label, project(_points(points)))
    for stroke in source.get("strokes", ()):
        left, right = _alongside(project(_points(stroke["line"])), stroke.get("off", OFF))
        found[stroke["group"]].add(stroke["left"], left)
        found[stroke["group"]].add(stroke["right"], right)
    return found


def _points(value: Any) -> Any:
    """One point or a list of them, as an array."""
    return np.array(value, dtype=float).reshape(-1, 2)


def _alongside(line: Any, off: float) -> tuple[Any, Any]:
    """Points left and right of a line in the drawing, whose y goes down."""
    drawn = shapely.LineString(line)
    where = np.linspace(0, drawn.length, max(2, round(drawn.length / STEP)))
    here = shapely.get_coordinates(shapely.line_interpolate_point(drawn, where))
    ahead = shapely.get_coordinates(shapely.line_interpolate_point(drawn, np.minimum(where + 0.5, drawn.length)))
    behind = shapely.get_coordinates(shapely.line_interpolate_point(drawn, np.maximum(where - 0.5, 0)))
    way = ahead - behind
    way /= np.hypot(way[:, 0], way[:, 1])[:, None]
    aside = np.stack([way[:, 1], -way[:, 0]], axis=1) * off
    return here + aside, here - aside


def country_areas(
    source: Mapping[str, Any], countries: Mapping[str, Any], project: Projection, seeds: Mapping[str, RegionSeeds]
) -> dict[str, Any]:
    """Group → its area in the drawing, water and scenery among them; together they fill the frame."""
    frame = _outline(source, project)
    wanted = {country: group for group, names in source["groups"].items() for country in names}
    found: dict[str, Any] = {group: shapely.Polygon() for group in (*source["groups"], LAND)}
    for name, area in countries.items():
        if name not in source.get("drop", ()):
            shape = shapely.transform(shapely.segmentize(area, 0.5), project)
            shape = _areas(shapely.set_precision(shapely.intersection(shapely.make_valid(shape), frame), FINE))
            group = wanted.get(name, LAND)
            found[group] = _areas(shapely.union(found[group], shape, grid_size=FINE))
    _edit(source, project, found, wanted, frame)
    land = shapely.union_all([*found.values()], grid_size=FINE)
    isles = shapely.union_all(list(_isles(land, source["smallest_isle"], seeds)))
    found = {group: shapely.difference(area, isles, grid_size=FINE) for group, area in found.items()}
    found[WATER] = shapely.difference(frame, shapely.difference(land, isles, grid_size=FINE), grid_size=FINE)
    return found


def _outline(source: Mapping[str, Any], project: Projection) -> Any:
    """The frame, or the edge of the drawing within it."""
    if "outline" not in source:
        return shapely.box(0, 0, *project.size)
    return shapely.set_precision(shapely.Polygon(round_corners([*source["outline"], source["outline"][0]], 3)), FINE)


def _areas(shape: Any) -> Any:
    """What of a shape has an area."""
    parts = [part for part in shapely.get_parts(shapely.get_parts(shape)) if part.geom_type == "Polygon"]
    return shapely.union_all(parts) if parts else shapely.Polygon()


def _edit(source: Mapping[str, Any], project: Projection, found: dict[str, Any], wanted: Mapping[str, str], frame: Any) -> None:
    """Close straits and open them, as the source says."""
    for edit in source.get("edits", ()):
        piece = shapely.intersection(shapely.Polygon(project(_points(edit["poly"]))), frame)
        if edit["op"] == "add":
            group = wanted.get(edit["to"], LAND)
            others = shapely.union_all([area for name, area in found.items() if name != group])
            found[group] = shapely.union(found[group], shapely.difference(piece, others), grid_size=FINE)
        else:
            for group, area in found.items():
                found[group] = _areas(shapely.difference(area, piece, grid_size=FINE))


def _isles(land: Any, smallest: float, seeds: Mapping[str, RegionSeeds]) -> Iterator[Any]:
    """Islands too small to be drawn, unless a seed stands on them."""
    stands = shapely.MultiPoint([point for group, of in seeds.items() if group != WATER for point in of.points])
    for isle in shapely.get_parts(land):
        if isle.area < smallest and not isle.intersects(stands):
            yield isle.buffer(FINE)


def cut_faces(areas: Mapping[str, Any], seeds: Mapping[str, RegionSeeds]) -> tuple[list[Any], list[str]]:
    """The ground cut along every line, and each piece's label. A piece without a seed of its label is scenery."""
    frame = shapely.union_all(list(areas.values())).envelope
    lines = [area.boundary for area in areas.values() if not area.is_empty]
    for group, of in seeds.items():
        if len(of.points) > 3:
            lines.append(shapely.intersection(of.ridges(frame), areas[group].buffer(FINE)))
    pieces = list(shapely.get_parts(shapely.polygonize([*shapely.get_parts(shapely.union_all(lines, grid_size=FINE))])))
    pieces = [piece for piece in pieces if piece.area > 0]
    inside = shapely.get_coordinates(shapely.point_on_surface(pieces))
    names = list(areas)
    tree = shapely.STRtree([areas[name] for name in names])
    groups = [""] * len(pieces)
    for piece, area in zip(*tree.query(shapely.points(inside), predicate="within"), strict=True):
        groups[piece] = names[area]
    labels = [""] * len(pieces)
    for group in names:
        mine = [n for n, of in enumerate(groups) if of == group]
        if mine and group in seeds:
            for n, label in zip(mine, seeds[group].nearest(inside[mine]), strict=True):
                labels[n] = label
        for n in mine if group not in seeds else ():
            labels[n] = LAND
    return pieces, labels
