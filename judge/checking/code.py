"""A folder's rules.py, read but not run: what it may not import, and functions in its modules that answer no question."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.rules.base import QUESTIONS, Rules
from judge.variants.modules import MAY_IMPORT
from judge.variants.yaml_source import FolderError

WORLD = frozenset({"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"})
"""Functions of Python's own that reach the world."""


def code_mistakes(path: Path, text: str, modules: Sequence[str]) -> Iterator[FolderError]:
    """Every mistake in a rules.py of which game.yaml names these modules."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = error.lineno if isinstance(error, SyntaxError) else 0
        yield FolderError(str(path), line or 0, f"is not Python: {error.args[0]}")
        return
    for node in ast.walk(tree):
        yield from (FolderError(str(path), getattr(node, "lineno", 0), said) for said in _reaches_out(node))
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
