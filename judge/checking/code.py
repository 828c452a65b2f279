"""A folder's rules.py, read but not run: what it may not import, and functions in its modules that answer no question."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from judge.rules.base import QUESTIONS, Rules
from judge.rules.house_rules import HouseRule
from judge.variants.modules import MAY_IMPORT
from judge.variants.yaml_source import FolderError

WORLD = frozenset({"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"})
"""Functions of Python's own that reach the world."""
READERS: Mapping[type, str] = {bool: "flag", int: "number", str: "word"}
"""The method of a variant that reads a house rule of each type."""


def code_mistakes(
    path: Path, text: str, modules: Sequence[str], house_rules: Mapping[str, HouseRule] | None = None
) -> Iterator[FolderError]:
    """Every mistake in a rules.py of which game.yaml names these modules, and has these house rules (None: they are not known)."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else 0
        yield FolderError(str(path), line or 0, f"is not Python: {error.args[0]}")
        return
    for node in ast.walk(tree):
        yield from (FolderError(str(path), getattr(node, "lineno", 0), said) for said in _reaches_out(node))
    if house_rules is not None:
        yield from (FolderError(str(path), line, said) for line, said in _wrong_house_rules(tree, house_rules))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    bases = {base for node in classes for base in _bases(node)}
    for node in classes:
        yield from (FolderError(str(path), line, said) for line, said in _wrong_module(node, node.name in {*modules, *bases}))


def _reaches_out(node: ast.AST) -> Iterator[str]:
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    if isinstance(node, ast.ImportFrom):
        names = [node.module or ""] if node.level != 1 else []
    for name in names:
        if not any(name == known or name.startswith(f"{known}.") for known in MAY_IMPORT):
            yield f"imports {name}; rules may import judge.rules, judge.notation, judge.board, their folder, little else"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLD:
        yield f"calls {node.func.id}(); rules know no world outside the game"


def _wrong_house_rules(tree: ast.Module, house_rules: Mapping[str, HouseRule]) -> Iterator[tuple[int, str]]:
    """(line, what) for house rules that are read by a name that the game does not have, or as another type than theirs."""
    constants: dict[str, str] = {}
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                constants[name] = text
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=reader), args=[ast.Constant(value=str(rule)), *_]):
                pass
            case ast.Call(func=ast.Attribute(attr=reader), args=[ast.Name(id=name), *_]) if name in constants:
                rule = constants[name]
            case _:
                continue
        if reader in READERS.values() and (said := _misread(reader, rule, house_rules)):
            yield node.lineno, said


def _misread(reader: str, name: str, house_rules: Mapping[str, HouseRule]) -> str:
    """What is wrong with reading a house rule by this method, '' if nothing."""
    if name not in house_rules:
        near = get_close_matches(name, house_rules, 1)
        return f"no house rule {name!r}" + (f"; did you mean {near[0]!r}?" if near else f" among {', '.join(sorted(house_rules))}")
    right = READERS[type(house_rules[name].value)]
    return "" if reader == right else f"house rule {name!r} is a {right}; read it by .{right}({name!r})"


def _wrong_module(module: ast.ClassDef, named: bool) -> Iterator[tuple[int, str]]:
    """(line, what) for the functions of a class."""
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    if not named:
        if Rules.__name__ in _bases(module):
            yield module.lineno, f"{module.name} answers questions, but game.yaml does not name it among its modules"
        return
    if not module.bases:
        yield module.lineno, f"{module.name} is no module of rules; write class {module.name}(Rules)"
    for function in functions:
        if function.name not in QUESTIONS:
            yield function.lineno, f"{module.name}.{function.name} answers no question; the questions are {', '.join(QUESTIONS)}"
        elif function.decorator_list:
            shape = f"def {function.name}(self, ...)"
            yield function.lineno, f"{module.name}.{function.name} is no method; write {shape} without a decorator"
        elif said := _wrong_parameters(function):
            yield function.lineno, f"{module.name}.{function.name} {said}"


def _bases(module: ast.ClassDef) -> list[str]:
    return [base.id for base in module.bases if isinstance(base, ast.Name)]


def _wrong_parameters(function: ast.FunctionDef) -> str:
    """What is wrong with the parameters of an answer, '' if nothing."""
    if function.args.vararg or function.args.kwonlyargs or function.args.kwarg:
        return ""
    mine = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args)]
    asked = list(inspect.signature(getattr(Rules, function.name)).parameters)
    needed = len(mine) - len(function.args.defaults)
    if needed <= len(asked) <= len(mine):
        return ""
    return f"takes ({', '.join(mine)}), but is asked with ({', '.join(asked)})"
