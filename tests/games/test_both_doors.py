"""Every case through both doors: the case reader, and a real game by letters. They agree in positions, words, reasons and notes.

A case's position is laid down in a running game; the players mail the case's lines, the GM states the throws and runs the phase.
Lines that no letter could give (the case says why in `loose`) are left out on both sides. The judge must have asked about no other.
The cases are those of all games and those of the DATC.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judge.assets import find_assets
from judge.cases.case import Case, CasePhase, read_case, read_cases
from judge.cases.run import JudgedCasePhase, case_ruleset, judge_case, outcome_of
from judge.cases.texts import CaseTemplates, load_case_templates
from judge.game.model.judged_phase import JudgedPhase
from judge.game.model.serialization import write_turn
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.reasons import TooMany
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset
from judge.variants.yaml_source import YamlNode
from tests.games.mail_door import MailDoor, PlayedPhase, by_mail, sendable
from tests.letters.post_office import body
from tests.letters.table import mail_of

SHIPPED = Path(__file__).parents[2] / "games"
CASES = [
    pytest.param(sheet, id=f"{path.parent.parent.name}/{sheet.get('id').text()}")
    for path in sorted(SHIPPED.glob("*/cases/*.yaml"))
    for sheet in read_cases(path.read_text("utf-8"), str(path))
    if path.parent.parent.name != "_template"  # nobody plays it by mail
]
DATC = [
    pytest.param(sheet, id=f"datc/{sheet.get('id').text()}", marks=pytest.mark.slow)
    for path in sorted((Path(__file__).parents[1] / "datc").glob("*.yaml"))
    for sheet in read_cases(path.read_text("utf-8"), str(path))
]
WHY = "WHY (rule in brackets)"
ASKED, NOTHING_DUE, NOWHERE = " ? You wrote", "Nothing is due", "no free place to build"
OTHERWISE = {"is occupied.": "is standing there.", "and that is Turkish A(Egy).": "and that is not you.",
             "and that is British A(Egy).": "and that is not you."}  # fmt: skip
"""How notes end whose answers to the writer say the same in other words."""
DOORS: dict[tuple[Any, ...], MailDoor] = {}
"""Houses that were begun already, by what their game is."""


@cache
def judge_of(folder: str) -> CaseTemplates:
    """A game and its words, loaded once for all its cases."""
    found = find_assets()
    ruleset = load_ruleset(folder, [found.games], found.grammars())
    return load_case_templates(ruleset, found.templates, [found.games])


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where they keep their books."""
    yield tmp_path_factory.mktemp("doors")
    DOORS.clear()


def door_of(case: Case, rules: Ruleset, houses: Path) -> MailDoor:
    """The house for cases of this kind."""
    kind = (case.variant, tuple(sorted(case.house_rules.items())), tuple(power.name for power in rules.powers))
    if kind not in DOORS:
        DOORS[kind] = MailDoor(houses / str(len(DOORS)), case, rules)
    return DOORS[kind]


def sent_only(case: Case, every: Sequence[tuple[CasePhase, JudgedCasePhase]], rules: Ruleset) -> Case:
    """The case without the lines that nobody could send."""
    blocks: list[CasePhase] = []
    for block in case.blocks:
        for told, judged in every:
            if told.phase is block.phase:
                retreating = judged.outcome.before.phase.kind == "retreats" and not block.retreats.empty
                key = "retreats" if retreating else "orders"
                block = replace(block, **{key: _written(sendable(rules, block, judged, getattr(block, key)), getattr(block, key))})
        blocks.append(block)
    return replace(case, blocks=tuple(blocks))


def _written(lines: Mapping[str, Sequence[str]], at: YamlNode) -> YamlNode:
    table = {p: YamlNode(tuple(YamlNode(line, at.file, at.line) for line in said), at.file, at.line) for p, said in lines.items()}
    return YamlNode(table, at.file, at.line)


@pytest.mark.parametrize("sheet", [*CASES, *DATC])
def test_a_case_comes_out_by_letters_as_it_does_by_itself(sheet: YamlNode, houses: Path) -> None:
    case = read_case(sheet)
    game = judge_of(case.variant)
    rules = case_ruleset(case, game.ruleset)
    words = CaseTemplates(game.words, rules)
    every = judge_case(case, game.ruleset, words)
    if case.loose:
        every = judge_case(sent_only(case, every, rules), game.ruleset, words)
    assert [*disagreements(case, every, rules, words, houses)] == []


def disagreements(
    case: Case, every: Sequence[tuple[CasePhase, JudgedCasePhase]], rules: Ruleset, words: CaseTemplates, houses: Path
) -> Iterator[str]:
    """What comes out otherwise by letters, and what the judge asked about."""
    for judged, played in by_mail(door_of(case, rules, houses), every):
        refused, questions = refused_orders(judged, played, rules, words)
        yield from questions
        by_case, by_letters = outcome_facts(judged.outcome, refused), outcome_facts(played.judged.outcome, refused)
        for key in by_case:
            if by_case[key] != by_letters[key]:
                yield f"{key}: {by_case[key]} by the case, by letters {by_letters[key]}"
        row = outcome_of(case, judged, rules, words)
        answered = {without_rule(words.why(result, judged.outcome)) for result in refused}
        for power in rules.powers:
            mine = [body(message) for message in played.mailed if message["To"] == mail_of(power.name)]
            told = sum((notes_of(text) for text in mine), Counter())
            missing = notes_of(row["report"]) + notes_of(row["private"].get(power.name, "")) - told
            yield from (f"{power.name} is not told: {note}" for note in missing if without_rule(note) not in answered)


def refused_orders(
    judged: JudgedCasePhase, played: PlayedPhase, rules: Ruleset, words: CaseTemplates
) -> tuple[list[OrderResult], list[str]]:
    """The orders that the referee finds illegal and that the judge refused for the same reason; and its other questions."""
    refused: list[OrderResult] = []
    answers = {p.name: in_a_line(*(body(a) for a in played.answers if a["To"] == mail_of(p.name))) for p in rules.powers}
    asked = Counter({power: answer.count(ASKED) for power, answer in answers.items()})
    for result in judged.outcome.results:
        if result.word == "illegal" and result.reason and result.ordered:
            answer, order = answers[result.power], rules.notation.write(result.order)
            said = without_rule(words.why(result, judged.outcome))
            otherwise = next((text for text in OTHERWISE if said.endswith(text)), "")
            if f'". {said}' in answer or (otherwise and OTHERWISE[otherwise] in answer):
                asked[result.power] -= 1
                refused.append(result)
                continue
            no_room = NOWHERE in answer and result.order.verb == "build"
            if (isinstance(result.reason, TooMany) and order in answer) or (NOTHING_DUE in answer and ("due" in said or no_room)):
                refused.append(result)
    unread = Counter(said.split(":")[0] for said in judged.errors)
    return refused, [answers[power] for power, count in asked.items() if count > unread[power]]


def without_rule(text: str) -> str:
    """A note without the number of its rule, in one line."""
    return re.sub(r" \[[^\[\]]*\]$", "", in_a_line(text))


def in_a_line(*texts: str) -> str:
    """Texts without their line breaks."""
    return " ".join(" ".join(texts).split())


def outcome_facts(outcome: PhaseOutcome, refused: Sequence[OrderResult]) -> dict[str, Any]:
    """An outcome as the store writes it, its results in no order and without those of orders that were refused."""
    idle = {result.unit for result in refused if result.unit}
    left = [r for r in outcome.results if r not in refused and (r.ordered or r.unit not in idle)]
    told = write_turn(JudgedPhase("", "", outcome=outcome._replace(results=tuple(left))))["outcome"]
    for result in told["results"]:
        if "unit" in result:  # letters call it as lists do: A/F for a fleet with an army
            result["order"].pop("unit", None)
    told["results"] = sorted(json.dumps(result, sort_keys=True) for result in told["results"])
    found: dict[str, Any] = json.loads(json.dumps(told, sort_keys=True))
    return found


def notes_of(text: str) -> Counter[str]:
    """The notes of a report or a private letter, without their numbers."""
    found: Counter[str] = Counter()
    for part in text.split(WHY)[1:]:
        notes = part.split("\n\n")[0]
        found.update(" ".join(note.split()) for note in re.split(r"\n(?= ?\d+ )", notes) if note.strip())
    return Counter({re.sub(r"^\d+ | \(note \d+\)", "", note): count for note, count in found.items()})
