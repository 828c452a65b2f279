"""Talk that orders nothing is not taken for orders, but for some sentences, of which there may only become fewer."""

from __future__ import annotations

from pathlib import Path

import yaml

from judge.notation.reader import ParsedOrder
from judge.rules.ruleset import Ruleset

TALK: dict[str, list[str]] = yaml.safe_load(Path(__file__).with_name("talk.yaml").read_text(encoding="utf-8"))
TAKEN = 148
"""How many sentences may be taken for orders."""


def test_talk_is_not_taken_for_orders(ruleset: Ruleset) -> None:
    """A sentence that tells of others, of another time, of wishes or doubts is asked about, or is talk."""
    taken = [
        f"{power}: {sentence}"
        for power, sentences in TALK.items()
        for sentence in sentences
        for read in [ruleset.notation.read_all(sentence.split("\n"), ruleset.board, ruleset.start, power)]
        if any(isinstance(each, ParsedOrder) for each in read)
    ]
    assert len(taken) <= TAKEN, "\n".join(taken)
