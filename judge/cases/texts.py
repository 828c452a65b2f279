"""What a case's outcome says, through the templates that letters use; a game's own words go before the common ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, PrefixLoader

from judge.cases.check import Difference
from judge.game.model.judged_phase import JudgedPhase
from judge.game.visibility import view_phase
from judge.notation.reader import Reading, UnreadableText
from judge.reports import PlayerNames, Templates, report_facts
from judge.reports.notes import Notes
from judge.rules.outcome import OrderResult, PhaseOutcome
from judge.rules.ruleset import Ruleset
from judge.variants.folder import variant_sources

PUBLIC = ""


@dataclass(frozen=True)
class CaseTemplates:
    """The words of one game."""

    words: Templates
    ruleset: Ruleset

    def unread(self, power: str, reading: Reading) -> str:
        """An order line that is no order, quoted, with the cause."""
        complaint = reading.complaint if isinstance(reading, UnreadableText) else None
        orders = [self.ruleset.notation.write(order) for order in complaint.suggestions] if complaint else []
        return self.words.said("case/unread.j2", power=power, text=reading.text, complaint=complaint, suggestions=orders)

    def why(self, result: OrderResult, outcome: PhaseOutcome) -> str:
        """Why an order came to what it came to; '' if it has no reason."""
        if result.reason is None:
            return ""
        return self.words.why(result.reason, Notes((), {}, outcome.results, self.ruleset).told, result=result)

    def report(self, outcome: PhaseOutcome, name: str) -> str:
        """The public report of a phase, as the players of a game of this name would get it."""
        return self._letter("report", outcome, name, PUBLIC)

    def read_by(self, outcome: PhaseOutcome, name: str, reader: str) -> str:
        """What one power is told of a phase: its private mail where something is hidden, else the report as it gets it."""
        kind = "private" if self.ruleset.rules.hides_information(self.ruleset) else "report"
        return self._letter(kind, outcome, name, reader)

    def private(self, outcome: PhaseOutcome, name: str) -> dict[str, str]:
        """power → what it alone is told of a phase, in a game where readers see different things."""
        powers = self.ruleset.powers if self.ruleset.rules.hides_information(self.ruleset) else ()
        return {power.name: self._letter("private", outcome, name, power.name) for power in powers}

    def public(self, outcome: PhaseOutcome) -> dict[str, list[str]]:
        """power → its orders as the public report prints them, those that failed with a star."""
        facts = self._facts(outcome, "", PUBLIC)
        return {b.power: [line.text + " *" * line.failed for line in b.lines] for b in facts["blocks"] if b.lines}

    def _letter(self, kind: str, outcome: PhaseOutcome, name: str, reader: str) -> str:
        _, text = self.words.letter(kind, {**self._facts(outcome, name, reader), "case": True})  # nothing to reply to, no deadline
        return text.strip("\n")

    def _facts(self, outcome: PhaseOutcome, name: str, reader: str) -> dict[str, Any]:
        seen = view_phase(JudgedPhase(name, self.ruleset.key, outcome=outcome), self.ruleset, reader)
        return report_facts(seen, self.ruleset, PlayerNames())

    def difference(self, name: str, difference: Difference) -> str:
        """One line for something that came out otherwise."""
        return self.words.said("case/difference.j2", id=name, **difference._asdict())


def load_case_templates(ruleset: Ruleset, templates: Path, roots: Sequence[Path]) -> CaseTemplates:
    """The words of a game: those of its folder, then the common ones. Raises FolderError."""
    sources = variant_sources(ruleset.key, roots)
    texts = {name: (source.text, str(source.file), lambda: True) for name, source in sources.items()}  # a mistake names its file
    loader = ChoiceLoader([PrefixLoader({"game": FunctionLoader(texts.get)}), FileSystemLoader(templates)])
    return CaseTemplates(Templates(loader), ruleset)
