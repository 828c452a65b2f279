"""A folder's cases: those that cannot be read, those of another game, and, if they are run, those that come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.assets import Assets
from judge.cases.case import read_case, read_cases
from judge.cases.check import Difference, differences
from judge.cases.failures import judging_failure
from judge.cases.letters import letter_refusals
from judge.cases.run import JudgedCasePhase, case_ruleset, judge_case, outcome_of
from judge.cases.starting_position import parse_phase, parse_position
from judge.cases.texts import CaseTemplates, load_case_templates
from judge.game import view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.reports import PlayerNames, Templates, report_facts
from judge.rules.ruleset import Ruleset
from judge.variants import FolderError, load_ruleset
from judge.variants.folder import read_text
from judge.variants.yaml_source import YamlNode


def case_mistakes(path: Path, roots: Sequence[Path], assets: Assets | None, run: bool) -> Iterator[FolderError]:
    """Mistakes in a folder's cases. The game's own names in them are read only if the game can be loaded.

    `assets`: None if it must not be, for its rules would reach the world. `run`: judge the cases.
    """
    ruleset = _ruleset(path.name, roots, assets) if assets else None
    words = load_case_templates(ruleset, assets.templates, roots) if assets and ruleset and run else None
    files = sorted((path / "cases").glob("*.yaml"))
    failed: set[tuple[str, int]] = set()
    if not files:
        yield FolderError(str(path / "cases"), 0, "there are no cases; a game needs a few to be trusted")
    for file in files:
        try:
            sheets = read_cases(read_text(file), str(file))
        except FolderError as wrong:
            yield wrong
            continue
        yield from _doubled(sheets)
        for sheet in sheets:
            try:
                yield from _wrong_case(sheet, path.name, ruleset, words)
            except FolderError as wrong:
                yield wrong
            except Exception as error:  # a game's rules may raise anything
                failure = judging_failure(error, sheet, roots)
                if (failure.file, failure.line) not in failed:  # one mistake stops many cases
                    yield failure
                failed.add((failure.file, failure.line))


def _ruleset(folder: str, roots: Sequence[Path], assets: Assets) -> Ruleset | None:
    try:
        return load_ruleset(folder, roots, assets.grammars())
    except FolderError:
        return None


def _doubled(sheets: Sequence[YamlNode]) -> Iterator[FolderError]:
    seen: set[str] = set()
    for sheet in sheets:
        name = sheet.get("id") if isinstance(sheet.value, Mapping) else sheet
        if isinstance(name.value, str) and name.value in seen:
            yield name.wrong(f"another case is called {name.value!r} too")
        seen.add(str(name.value))


def _wrong_case(sheet: YamlNode, folder: str, ruleset: Ruleset | None, words: CaseTemplates | None) -> Iterator[FolderError]:
    """Mistakes in one case. Raises FolderError for the first that prevents reading, and anything that a rule raises."""
    case = read_case(sheet)
    if case.variant != folder:
        yield sheet.get("variant").wrong(f"this case is of {case.variant!r}; write variant: {folder}")
        return
    if ruleset is None:
        return
    rules = case_ruleset(case, ruleset)
    parse_position(case, rules)
    for block in case.blocks:
        parse_phase(block.phase, rules)
    if words is None:
        return
    told = CaseTemplates(words.words, rules)
    every = judge_case(case, ruleset, told)
    for said in letter_refusals(case, every, rules):
        yield sheet.wrong(said)
    for block, judged in every:
        row = outcome_of(case, judged, rules, told)
        for found in differences(block.expect, row, judged, rules):
            yield _at(block.expect, found.key).wrong(words.difference(case.id, _shown(found)))
        yield from (sheet.wrong(said) for said in _notes_without_rule(judged, rules, words.words))


def _notes_without_rule(judged: JudgedCasePhase, rules: Ruleset, words: Templates) -> Iterator[str]:
    """Yield what to do about each note of a report that players could not look up."""
    headings = words.listed("sheet.j2")
    seen = view_phase(JudgedPhase("x", rules.key, outcome=judged.outcome), rules, "gm")
    facts = report_facts(seen, rules, PlayerNames())
    for note in facts["notes"]:
        text, rule = words.noted(note["reason"], facts["told"], note["result"], note=note)
        if not rule:
            yield f"the reason {text!r} names no rule; let it end with the number of one in brackets: [2]"
        elif not (rule[0].isdigit() or headings.get(rule)):
            yield f"the rule of {text!r} is to be found under {rule!r}, which words/sheet.j2 does not explain"


def _at(expect: YamlNode, key: str) -> YamlNode:
    """The value of an expectation that a difference is about, or the nearest above it."""
    for name, part in expect.table().items() if isinstance(expect.value, Mapping) else ():
        if key == name or key.startswith(f"{name}."):
            return _at(part, key[len(name) + 1 :])
    return expect


def _shown(found: Difference) -> Difference:
    return found._replace(expected=str(found.expected), found=str(found.found))
