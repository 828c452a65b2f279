"""The throws of a case: those it states by subject, and for every other subject one drawn from its seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.dice import SIDES, draw_throw
from judge.variants.yaml_source import YamlNode


@dataclass(frozen=True)
class SeededDice:
    """Hands out throws, the same for a subject however often it is asked."""

    stated: Mapping[str, int]
    seed: str

    @classmethod
    def of(cls, sheet: YamlNode, seed: str) -> SeededDice:
        """The dice of a block (`{50: 1}`). Raises FolderError at a throw that no die shows."""
        stated = {}
        for subject, told in sheet.table().items():
            stated[subject] = told.number()
            if not 1 <= stated[subject] <= SIDES:
                raise told.wrong(f"a throw is a number from 1 to {SIDES}, not {stated[subject]}")
        return cls(stated, seed)

    def throw(self, subject: str) -> int:
        """The throw for a subject."""
        return self.stated[subject] if subject in self.stated else draw_throw(self.seed.encode(errors="replace"), subject)
