"""Set pages for a printer with typst. All text is passed as data, never as markup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import typst

from judge.reports.text_layout import rejoin, short_year

Json = dict[str, Any]


def render_pdf(issue: Mapping[str, Any], source: str, pictures: Mapping[str, str] | None = None) -> bytes:
    """Return the PDF of an issue (`judge.print.formats.issue_facts`). `source`: the layout; `pictures`: SVG that it uses,
    by name.
    """
    maps: dict[str, str] = dict(pictures or {})
    areas = [{**area, "parts": [_part(part, maps) for part in area["parts"]]} for area in issue["areas"]]
    cover = {"cover": issue["cover"]} if "cover" in issue else {}
    given = {**cover, **{key: issue[key] for key in ("zine", "date", "errata", "idle", "w")}, "s": vars(issue["s"]), "areas": areas}
    made = typst.compile(
        source.encode(), format="pdf", sys_inputs={"given": json.dumps(given), "page": issue["s"].page, **maps}
    )
    if not isinstance(made, bytes):
        raise TypeError("one PDF was asked for")
    return made


def _part(part: Mapping[str, Any], maps: dict[str, str]) -> Json:
    """Return a phase for the layout. Its maps go into `maps`, under names."""
    names = [f"map-{len(maps) + n}" for n in range(len(part["svgs"]))]
    maps.update(zip(names, part["svgs"], strict=True))
    told = {key: part[key] for key in ("r", "hosts", "key", "headline", "columns")}
    told["events"] = rejoin(part["r"]["events"])
    told["heads"] = [short_year(year) for year in part["r"]["history"]["years"]]
    return {**told, "s": vars(part["s"]), "look": part["look"]._asdict(), "maps": names}
