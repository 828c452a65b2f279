"""Pages for a printer, set by typst. Everything said is data for it: no text of anybody's is ever markup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import typst


def pages(facts: Mapping[str, Any], source: str, svg: str, page: str) -> bytes:
    """The PDF. `source`: the layout; `svg`: the map, '' for none; `page`: `a5`, `a4` or `letter`."""
    given = {"r": facts["r"], "w": facts["w"], "s": asdict(facts["s"]), "key": facts["key"], "headline": facts["headline"]}
    made = typst.compile(source.encode(), format="pdf", sys_inputs={"given": json.dumps(given), "map": svg, "page": page})
    if not isinstance(made, bytes):
        raise TypeError("one PDF was asked for")
    return made
