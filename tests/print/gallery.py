"""The gallery's rich turns as copy with their maps: what the outer programs are given to open."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from judge.assets import find_assets
from judge.cases.case import read_case, read_cases
from judge.cases.run import case_ruleset, judge_case
from judge.daemon import wiring
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.maps.build_scenes import turn_scenes
from judge.maps.draw import draw_svg
from judge.print import PhaseCopy, parse_style, phase_record
from judge.reports import PlayerNames, report_facts
from judge.rules.outcome import PhaseOutcome
from judge.variants import load_ruleset
from tests.rules.boards import Silent

TURNS = Path(__file__).parents[2] / "deploy" / "gallery" / "turns.yaml"
CASES = {case.id: case for case in map(read_case, read_cases(TURNS.read_text("utf-8"), TURNS.name))}
PRESS = [
    ("PARIS: Not for sale.\nNor is the Rhône, <whatever> the Count & his friends may say in long letters.", "France"),
    ("Who is next?", ""),
]


class Quiet(Silent):
    """Puts nothing into words either, and prints nothing."""

    def public(self, outcome: PhaseOutcome) -> dict[str, list[str]]:
        return {}

    def private(self, outcome: PhaseOutcome, name: str) -> dict[str, str]:
        return {}


@cache
def found() -> tuple[Path, ...]:
    """Where games are."""
    return (find_assets().games,)


@cache
def drawn(case: str, style: str = "") -> PhaseCopy:
    """A rich turn, judged, with its map and with press."""
    sheet = CASES[case]
    loaded = load_ruleset(sheet.variant, found(), find_assets().grammars())
    ruleset, words = case_ruleset(sheet, loaded), wiring.template_loader(found(), find_assets())(sheet.variant)
    looks = wiring.map_loader(found(), find_assets())(sheet.variant)
    assert looks is not None
    _, judged = judge_case(sheet, loaded, Quiet())[-1]
    seen = view_phase(JudgedPhase("blot", ruleset.key, outcome=judged.outcome), ruleset, "")
    facts = report_facts(seen, ruleset, PlayerNames("Harriet Lowe"), PRESS)
    kit, marks = looks

    def picture(palette: str) -> str:
        return draw_svg(turn_scenes(seen, ruleset, marks)[-1], kit, palette)

    return PhaseCopy(phase_record(facts, words, ruleset), words, parse_style(style), picture)
