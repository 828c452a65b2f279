"""An Art as the text of art.json: small, one thing a line, the same from run to run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.maps.art import TENTHS, VERSION, Art, Decoration, Label, OffBoardBox, Point, SpaceLayout


def format_art(art: Art) -> str:
    """The text that `read_art` reads back as this board."""
    parts = [f'"version":{VERSION}', f'"source":{_flat(art.source)}', f'"size":{_flat(_tidy(art.size))}']
    parts += [f'"margins":{_flat(_tidy(art.margins))}'] if any(art.margins) else []
    parts += [f'"scale":{_flat(round(art.scale, 2))}'] if art.scale != 1 else []
    parts += [f'"cartouche":{_flat(_tidy(art.cartouche))}'] if art.cartouche else []
    arcs = [{"sides": [arc.left, arc.right], "kind": arc.kind, "points": _steps(arc.points)} for arc in art.arcs]
    parts += [f'"arcs":[\n{_lines(map(_flat, arcs))}\n]', f'"faces":{_table(art.faces)}']
    parts += [f'"places":{_table({name: _place(place) for name, place in art.places.items()})}']
    parts += [f'"extras":[\n{_lines(_flat(_extra(extra)) for extra in art.extras)}\n]'] if art.extras else []
    parts += [f'"rim":{_flat(_steps(art.rim))}'] if art.rim else []
    parts += [f'"boxes":{_table({name: _box(box) for name, box in art.boxes.items()})}'] if art.boxes else []
    return "{" + ",\n".join(parts) + "}\n"


def _flat(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _lines(lines: Iterable[str]) -> str:
    return ",\n".join(lines)


def _table(table: Mapping[str, Any]) -> str:
    return "{\n" + _lines(f"{_flat(name)}:{_flat(value)}" for name, value in table.items()) + "\n}"


def _tidy(value: Any) -> Any:
    """Numbers to a tenth, whole ones without a dot."""
    if isinstance(value, list | tuple):
        return [_tidy(part) for part in value]
    number = round(float(value), 1)
    return int(number) if number == int(number) else number


def _steps(points: Iterable[Point]) -> list[int]:
    return list(_stepped(points))


def _stepped(points: Iterable[Point]) -> Iterator[int]:
    last = (0, 0)
    for x, y in points:
        here = (round(x * TENTHS), round(y * TENTHS))
        yield from (here[0] - last[0], here[1] - last[1])
        last = here


def _spots(table: Mapping[str, Point]) -> dict[str, Any]:
    return {name: _tidy(point) for name, point in table.items()}


def _label(label: Label) -> dict[str, Any]:
    return {"text": label.text, "at": _tidy(label.at), "anchor": label.anchor, "size": _tidy(label.size)}


def _place(place: SpaceLayout) -> dict[str, Any]:
    found: dict[str, Any] = {"unit": _tidy(place.unit), "second": _tidy(place.second)}
    found |= {"label": _label(place.label)} if place.label else {}
    found |= {"centre": _tidy(place.centre)} if place.centre else {}
    found |= {"coasts": _spots(place.coasts)} if place.coasts else {}
    return found | ({"coast_labels": _spots(place.coast_labels)} if place.coast_labels else {})


def _extra(extra: Decoration) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": extra.kind}
    told = {"name": extra.name, "points": _steps(extra.points), "stops": _spots(extra.stops), "between": list(extra.between)}
    return found | {key: value for key, value in (told | {"text": extra.text, "size": _tidy(extra.size)}).items() if value}


def _box(box: OffBoardBox) -> dict[str, Any]:
    found = {"rect": _tidy(box.rect), "unit": _tidy(box.unit), "second": _tidy(box.second), "label": _label(box.label)}
    found |= {"note": _label(box.note)} if box.note else {}
    return found | ({"towards": _tidy(box.towards)} if box.towards else {})
