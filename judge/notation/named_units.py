"""How a parsed order names its unit: with its kind, by its kind alone, or not at all."""

from __future__ import annotations

from typing import Any

from lark import Tree

from judge.notation.tokens import Token

KINDS = {"_ARMY": "kind_a", "_FLEET": "kind_f"}
"""Words for a unit of one kind."""


def names_no_unit(tree: Tree[Any]) -> bool:
    """Whether it is a retreat that does not name its unit."""
    return tree.data == "retreat" and len(tree.children) == 1


def names_kind_only(tree: Tree[Any]) -> bool:
    """Whether an order names its unit by kind, without a place or a number."""
    units = (child for child in tree.children if isinstance(child, Tree) and child.data == "unit")
    return any(unit.children[0].data == "lone" and len(unit.children[0].children) == 1 for unit in units)


def names_kind(tree: Tree[Any], word: Token) -> bool:
    """Whether a word in brackets is the kind of the order's unit, or may be: `Par - Bur (army)`."""
    kind = KINDS.get(word.kind)
    refs = list(tree.find_data("ref")) if kind else []
    parts = [str(each.data) for ref in refs for each in ref.children if isinstance(each, Tree)]
    said = {part for part in parts if part.startswith("kind_")}
    if kind and len(refs) == 1 and not said:
        refs[0].children.insert(-1, Tree(kind, []))
    return kind is not None and said <= {kind}
