"""Order-like texts of the rule sheets are read exactly as they stand there (sheets.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.assets import find_assets
from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset
from judge.cases.starting_position import parse_position
from judge.notation.reader import ParsedOrder
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

TABLE: Any = yaml.load(Path(__file__).with_name("sheets.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
ROWS = [
    pytest.param(game, group, line, said, id=f"{game}: {line!r}")
    for game, groups in TABLE.items()
    for group in groups
    for line, said in group["lines"].items()
]


@cache
def game_of(folder: str) -> Ruleset:
    """A game as it is shipped."""
    found = find_assets()
    return load_ruleset(folder, [found.games], found.grammars())


@pytest.mark.each_row
@pytest.mark.parametrize(("game", "group", "line", "said"), ROWS)
def test_an_order_of_a_sheet_is_read_as_it_stands_there(game: str, group: Mapping[str, Any], line: str, said: str) -> None:
    told = {"variant": game, **{key: part for key, part in group.items() if key in ("phase", "units", "state")}}
    case = read_case(read_cases(yaml.dump(told), "sheets.yaml")[0])
    rules = case_ruleset(case, game_of(game))
    position = parse_position(case, rules)
    readings = rules.notation.read(line, rules.board_at(position), position, group["power"])
    assert [rules.notation.write(r.order) if isinstance(r, ParsedOrder) else r for r in readings] == [said]
