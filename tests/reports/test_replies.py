"""Every reply in the sources gives the facts that its words speak of."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from judge.assets import assets
from tests.reports.callers import Said, replies

TEMPLATES = Path(str(assets().templates)) / "reply"
ADDED = {
    "why": {"known", "whole", "phase", "verdicts", "untold", "contests"},
    "rules": {"page", "sheet"},
    "own": {"text"},
    "own-refused": {"text"},
}
"""What is added when a letter is written (`judge.office.sayer`)."""


def spoken_of(kind: str) -> set[str]:
    """The facts without which a reply's words cannot be made: those named outside of any condition and default."""
    found: set[str] = set()

    def walk(node: nodes.Node) -> None:
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "reply":
            found.add(node.attr)
        if isinstance(node, nodes.If | nodes.CondExpr):
            walk(node.test)
        elif isinstance(node, nodes.And | nodes.Or):
            walk(node.left)
        elif not (isinstance(node, nodes.Test) and node.name in ("defined", "undefined")) and not (
            isinstance(node, nodes.Filter) and node.name == "default"
        ):
            for child in node.iter_child_nodes():
                walk(child)

    walk(Environment(trim_blocks=True, lstrip_blocks=True).parse((TEMPLATES / f"{kind}.j2").read_text("utf-8")))
    return found - {"kind"}


@pytest.mark.parametrize("said", replies(), ids=lambda said: f"{said.key}-{said.where}")
def test_every_reply_gives_what_its_words_speak_of(said: Said) -> None:
    """There are words for it, and nothing that they need is missing."""
    needed = spoken_of(said.key) - ADDED.get(said.key, set())
    assert needed <= said.facts or "*" in said.facts
