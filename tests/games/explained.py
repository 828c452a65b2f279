"""What every report has to hold, whoever reads it: a reason and its rule for each order that failed, and no unit he cannot see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.cases.run import JudgedCasePhase
from judge.game import PhaseView, view_phase
from judge.game.model.judged_phase import JudgedPhase
from judge.reports import PlayerNames, Templates, report_facts
from judge.rules.reasons import Unexplained
from judge.rules.ruleset import Ruleset

FAILED = ("fails", "illegal", "invalid", "cut", "disrupted", "not possible")
"""What became of orders that failed; a game's own words may be for success, and have a reason if they are not."""
UNIT = re.compile(r"[A-Z]+(?:/[A-Z]+)?\d*\([^()\s]+\)")
NOWHERE = ("(OB)", "(?)")
"""Where units stand that a reader is told of without being told where."""


def unexplained(judged: JudgedCasePhase, ruleset: Ruleset, words: Templates) -> Iterator[str]:
    """Every fault in the notes of a phase: for all who see different things each by himself, else for everybody at once."""
    hidden = ruleset.rules.hides_information(ruleset)
    for reader in ("gm", "", *(power.name for power in ruleset.powers)) if hidden else ("",):
        seen = view_phase(JudgedPhase("x", ruleset.key, outcome=judged.outcome), ruleset, reader)
        facts = report_facts(seen, ruleset, PlayerNames())
        lines = [line for block in facts["blocks"] for line in block.lines]
        for line in lines:
            reason, own = line.result.reason, seen.whole or line.result.power == reader
            if own and (line.failed or line.result.word in FAILED) and not (reason and line.note):
                yield f"{reader}: {line.text} has no note"
            if isinstance(reason, Unexplained):
                yield f"{reader}: {line.text} is not explained"
        yield from _told_without_rule(facts, words)
        if not seen.whole:
            yield from _told_too_much(seen, facts, [line.text for line in lines], words)


def _told_without_rule(facts: Mapping[str, Any], words: Templates) -> Iterator[str]:
    """Notes that say nothing, or not by which rule: a number of the game's own, or a heading that RULES explains."""
    headings = words.listed("sheet.j2")
    for note in facts["notes"]:
        text, rule = words.noted(note["reason"], facts["told"], note["result"], note=note)
        if len(text) < 8 or not (headings.get(rule) or re.match(r"\d", rule)):
            yield f"{note['result'].order}: {text!r} by {rule!r}"


def _told_too_much(seen: PhaseView, facts: Mapping[str, Any], lines: Iterable[str], words: Templates) -> Iterator[str]:
    """Units in a note that neither stand where the reader sees them nor are named in an order that he reads."""
    known = [unit for position in (seen.before, seen.after) for unit in (*position.units, *(b.unit for b in position.dislodged))]
    allowed = {str(unit) for unit in known}.union(*map(UNIT.findall, lines))
    for note in facts["notes"]:
        text = words.why(note["reason"], facts["told"], note=note, result=note["result"])
        for unit in UNIT.findall(text):
            if unit not in allowed and not unit.endswith(NOWHERE):
                yield f"{seen.reader}: {unit} in {text!r}"
