"""The sources as they are read here: where a call stands, what a name is set to, which function a call means. Nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent


class Unknown(AssertionError):
    """A mapping whose facts cannot be told from the sources: a test could not know what to render."""


@dataclass(frozen=True, eq=False)
class At:
    """Where an expression stands: its module, the function around it, and what that was called with, if one call is meant."""

    path: Path
    scope: ast.AST
    given: Mapping[str, tuple[ast.expr, At]] = field(default_factory=dict)

    def where(self, node: ast.expr) -> str:
        """File and line."""
        return f"{self.path.relative_to(ROOT.parent)}:{node.lineno}"

    @property
    def arguments(self) -> list[str]:
        """The names of the function's arguments."""
        args = self.scope.args if isinstance(self.scope, ast.FunctionDef) else None
        return [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)] if args else []


@cache
def tree(path: Path) -> ast.Module:
    """A source, parsed."""
    return ast.parse(path.read_text("utf-8"), str(path))


ROOMS = ("daemon", "game", "office", "notation", "store", "mail")
"""The folders whose code sends letters, and is called for what it puts into them."""


@cache
def modules() -> tuple[Path, ...]:
    """Every source of the rooms that send letters."""
    return tuple(sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")))


@cache
def imports(path: Path) -> Mapping[str, str]:
    """Name → the module that it is imported from."""
    some = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom) and node.module]
    return {each.name: str(node.module) for node in some for each in node.names}


@cache
def functions(path: Path) -> Mapping[str, ast.FunctionDef]:
    """The functions of a module, and its classes' own, by name."""
    return {node.name: node for node in reversed([*ast.walk(tree(path))]) if isinstance(node, ast.FunctionDef)}


@cache
def calls(path: Path) -> tuple[tuple[ast.Call, At], ...]:
    """Every call of a module, with the innermost function around it."""
    return tuple(_calls(tree(path), At(path, tree(path))))


def _calls(node: ast.AST, at: At) -> Iterator[tuple[ast.Call, At]]:
    inside = At(at.path, node) if isinstance(node, ast.FunctionDef) else at
    if isinstance(node, ast.Call):
        yield node, at
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, inside)


@cache
def called() -> Mapping[str, tuple[tuple[ast.Call, At], ...]]:
    """Every call, by the last word of what is called."""
    found: dict[str, list[tuple[ast.Call, At]]] = {}
    for path in modules():
        for call, at in calls(path):
            found.setdefault(named(call.func), []).append((call, at))
    return {name: tuple(some) for name, some in found.items()}


def named(func: ast.expr) -> str:
    """The last word of what is called."""
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def callers(at: At) -> list[At]:
    """A function once for each call of it, with what it is given there; one that is private in those of its own module."""
    if not isinstance(at.scope, ast.FunctionDef):
        return []
    some = [(call, there) for call, there in called().get(at.scope.name, ()) if _fits(call, at.scope)]
    near = [(call, there) for call, there in some if there.path == at.path]
    chosen = near or some if at.scope.name.startswith("_") else some
    return [At(at.path, at.scope, bound(call, at.scope, there)) for call, there in chosen if there.scope is not at.scope]


def _own(function: ast.FunctionDef) -> list[str]:
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _fits(call: ast.Call, function: ast.FunctionDef) -> bool:
    names, by_name = _own(function), {each.arg for each in call.keywords if each.arg}
    must = names[: len(names) - len(function.args.defaults)]
    known = {*names, *(each.arg for each in function.args.kwonlyargs)}
    most = len(names) if function.args.vararg is None else len(call.args)
    if function.args.kwarg is None and not by_name <= known:
        return False
    return len(call.args) <= most and all(name in by_name for name in must[len(call.args) :])


def bound(call: ast.Call, function: ast.FunctionDef, there: At) -> dict[str, tuple[ast.expr, At]]:
    """Argument → what a call gives for it; what it leaves out is as the function says."""
    names, args = _own(function), function.args
    here = At(there.path, function)
    given = {name: (value, here) for name, value in zip(names[::-1], args.defaults[::-1], strict=False)}
    given |= {each.arg: (value, here) for each, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value}
    given |= {name: (value, there) for name, value in zip(names, call.args, strict=False)}
    return given | {each.arg: (each.value, there) for each in call.keywords if each.arg}


@cache
def inside(scope: ast.AST) -> tuple[ast.AST, ...]:
    """What stands in a function, in its order, without the functions in it."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(scope):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            found += inside(child)
    return tuple(found)


def assigned(name: str, at: At) -> list[ast.expr]:
    """What a name is set to in a function, or in a module outside of any, as a whole."""
    return _assigned(name, at.scope)


@cache
def _assigned(name: str, scope: ast.AST) -> list[ast.expr]:
    found: list[ast.expr] = []
    for node in scope.body if isinstance(scope, ast.Module) else inside(scope):
        if isinstance(node, ast.Assign) and any(isinstance(each, ast.Name) and each.id == name for each in node.targets):
            found.append(node.value)
        elif isinstance(node, ast.Assign) and isinstance(to := node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            found += [
                value
                for each, value in zip(to.elts, node.value.elts, strict=False)
                if isinstance(each, ast.Name) and each.id == name
            ]
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and isinstance(node.target, ast.Name) and node.target.id == name:
            found += [node.value] if node.value else []
    return found


def function_of(node: ast.Call, at: At) -> tuple[ast.FunctionDef, Path] | None:
    """The function that a call means: its module's, one's that is named in it (`names.given(…)`), or an imported one."""
    func, path = node.func, at.path
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id not in ("self", "cls"):
        module = ROOT.parent / imports(path).get(func.value.id, "").replace(".", "/") / f"{func.value.id}.py"
        return _function(func.attr, module) if module.exists() else None
    if isinstance(func, ast.Attribute) and not isinstance(func.value, ast.Name):
        return None
    return _function(named(func), path)


@cache
def _function(name: str, path: Path) -> tuple[ast.FunctionDef, Path] | None:
    if name in functions(path):
        return functions(path)[name], path
    if name not in imports(path):
        return None
    module = ROOT.parent / imports(path)[name].replace(".", "/")
    there = next((each for each in (module.with_suffix(".py"), module / f"{name}.py") if each.exists()), None)
    return _function(name, there) if there else None
