"""What the sources say to people: every refusal with the facts that its caller gives, found in the code itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.reports.sources import ROOT, Unknown, tree

ROOMS = ("game", "office")
"""The folders whose code answers people."""
UNFIT = ("UnfitPersonName", "UnfitPowerName")
"""Classes whose `why` is the key of a refusal."""


class Said(NamedTuple):
    """One call: where it is, the key of its words, and the names of its facts."""

    where: str
    key: str
    facts: frozenset[str]


def sources() -> list[Path]:
    """Every source of the rooms that answer."""
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def refusals() -> list[Said]:
    """Every refusal: `refused("key", fact=…)` of the games, and `say("refused", why="key", fact=…)` of the office."""
    return list(dict.fromkeys(said for path in sources() for said in _refusals(path)))


def codes_of(name: str) -> set[str]:
    """The first word of every value of a class that the rooms make; one that is made of another has that one's."""
    calls = [(path, node) for path in sources() for node in ast.walk(tree(path)) if isinstance(node, ast.Call)]
    made = [(path, call) for path, call in calls if _name(call.func) == name and not isinstance(call.args[0], ast.Attribute)]
    return {word for path, call in made for word in _keys(call.args[0], path, f"{path}:{call.lineno}")}


def _refusals(path: Path) -> Iterator[Said]:
    for call in (node for node in ast.walk(tree(path)) if isinstance(node, ast.Call)):
        name = _name(call.func)
        key: ast.expr | None = None
        if name == "refused" and isinstance(call.func, ast.Name) and call.args and len(call.args) == 1:
            key = call.args[0]
        elif name == "say" and _is(call.args, "refused"):
            key = next((each.value for each in call.keywords if each.arg == "why"), None)
        if key is None:
            continue
        where = f"{path.relative_to(ROOT.parent)}:{call.lineno}"
        facts = frozenset(fact for each in call.keywords for fact in _facts(each, path, where)) - {"why"}
        for word in _keys(key, path, where):
            yield Said(where, word, facts)


def _name(func: ast.expr) -> str:
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def _is(args: list[ast.expr], word: str) -> bool:
    return bool(args) and isinstance(args[0], ast.Constant) and args[0].value == word


def _keys(node: ast.expr, path: Path, where: str) -> Iterator[str]:
    """The keys that an expression may be: a word, one of two, or the `why` of an error of this module or one it reads from."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _keys(node.body, path, where)
        yield from _keys(node.orelse, path, where)
    elif isinstance(node, ast.Attribute) and node.attr == "why":
        found = [word for name in UNFIT for word in _raised(name, path)]
        if not found:
            raise Unknown(f"{where}: nothing tells what {ast.unparse(node)} may be")
        yield from found
    elif isinstance(node, ast.Name) and (made := _made(node.id, path)):
        for value in made:
            yield from _keys(value, path, where)
    else:
        raise Unknown(f"{where}: nothing tells what {ast.unparse(node)} may be")


def _made(name: str, path: Path) -> list[ast.expr]:
    """What the function returns, besides nothing, that a name is set from (`if fault := _fault(…)`)."""
    called = {
        node.value.func.id
        for node in ast.walk(tree(path))
        if isinstance(node, ast.NamedExpr) and node.target.id == name
        and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
    }  # fmt: skip
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef) and node.name in called]
    returned = [node.value for function in functions for node in ast.walk(function) if isinstance(node, ast.Return)]
    return [part for value in returned if value for part in _parts(value) if not _nothing(part)]


def _parts(value: ast.expr) -> list[ast.expr]:
    return [*_parts(value.body), *_parts(value.orelse)] if isinstance(value, ast.IfExp) else [value]


def _nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _raised(name: str, path: Path) -> Iterator[str]:
    """The first word of every value of a class that a module makes, or the module that it has the class from."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and any(each.name == name for each in node.names):
            yield from _raised(name, ROOT.parent / f"{node.module.replace('.', '/')}.py")
        if isinstance(node, ast.Call) and _name(node.func) == name and node.args:
            yield from _keys(node.args[0], path, str(path))


def _facts(keyword: ast.keyword, path: Path, where: str) -> Iterator[str]:
    """The names that a keyword gives: its own, or those of the dictionary that a function returns."""
    if keyword.arg is not None:
        yield keyword.arg
        return
    value = keyword.value
    if isinstance(value, ast.Call):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and node.name == _name(value.func):
                yield from _returned(node, where)
                return
    raise Unknown(f"{where}: nothing tells what **{ast.unparse(value)} holds")


def _returned(function: ast.FunctionDef, where: str) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            if not isinstance(node.value, ast.Dict):
                raise Unknown(f"{where}: {function.name} returns no dictionary that can be read here")
            for key in node.value.keys:
                if not (isinstance(key, ast.Constant) and isinstance(key.value, str)):
                    raise Unknown(f"{where}: {function.name} returns a key that cannot be read here")
                yield key.value
