"""`judge new-world`: draw the part of a game's board that differs from game to game, from a seed, by the game's own worlds.py."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.assets import find_assets
from judge.cases.texts import load_case_templates
from judge.variants import FolderError, load_ruleset
from judge.variants.folder import extends_chain, read_text
from judge.variants.modules import load_rules
from judge.variants.yaml_source import parse_document

WORLDS = "worlds.py"
"""The module in a game's folder that makes worlds. It has `make(ruleset, seed, flat)`, which returns facts; `drawing(facts)`;
`nearest(ruleset, world)`; and `read(ruleset, sheet)`, which returns faults and warnings. Their texts are in words/.
"""
WRONG = 2
"""Exit status if nothing can be made."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `judge new-world`."""
    parser.add_argument("game", help="the game's folder")
    parser.add_argument("--seed", type=int, default=0, help="a whole number; the same seed makes the same world")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--cylinder", dest="flat", action="store_false", help="east and west meet (the default)")
    shape.add_argument("--flat", action="store_true", help="the earth has an end")
    parser.add_argument("--sketch", action="store_true", help="draw it, for the GM's eyes")
    parser.add_argument("--check", type=Path, metavar="FILE", help="say what is wrong with a world of your own instead")
    parser.add_argument("--games", type=Path, action="append", default=[], metavar="DIR", help="a folder of games besides ours")


def run(args: argparse.Namespace) -> int:
    """Print a world as YAML, its drawing, or the faults of a given one; return the exit status."""
    data = find_assets()
    try:
        roots = (*args.games, data.games)
        ruleset, code = load_ruleset(args.game, roots, data.grammars()), load_world_module(args.game, roots)
        words = load_case_templates(ruleset, data.templates, roots).words
        if args.check:
            found = code.read(ruleset, parse_document(read_text(args.check), str(args.check)))
            said = [words.said("game/world-fault.j2", fault=fault) for fault in (*found.faults, *found.warnings)]
            print("\n".join(said) or "no fault found")
            return 1 if found.faults else 0
        facts = code.make(ruleset, args.seed, args.flat)
    except (FolderError, ValueError) as error:
        print(error, file=sys.stderr)
        return WRONG
    if not args.sketch:
        print(format_world(facts), end="")
        return 0
    away = {power: far[:3] for power, far in code.nearest(ruleset, facts["world"]).items()}
    print(code.drawing(facts), words.said("game/world-away.j2", told={"away": away}), sep="\n\n")
    return 0


def load_world_module(game: str, roots: tuple[Path, ...]) -> ModuleType:
    """Load worlds.py from a folder, or from one that it extends. Raises FolderError if there is none."""
    paths = [each.path / WORLDS for each in extends_chain(game, roots)]
    found = [path for path in paths if path.is_file()]
    if not found:
        raise FolderError(str(paths[-1]), 0, "this game has no worlds to make")
    return load_rules(found[-1])


def format_world(facts: Mapping[str, Any]) -> str:
    """Format a world's facts as YAML, one area a line."""
    lines = []
    for name, fact in facts.items():
        if isinstance(fact, Mapping):
            lines += [f"{name}:", *(f"  {code}: {_flow(area)}" for code, area in fact.items())]
        else:
            lines.append(f"{name}: {_flow(fact)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    text = str(value)
    return f'"{text}"' if not text.replace(" ", "").isalnum() else text


