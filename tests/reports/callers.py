"""What the sources say to people: every refusal with the facts that its caller gives, found in the code itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import judge

ROOT = Path(judge.__file__).parent
ROOMS = ("game", "office")
"""The folders whose code answers people."""


class Said(NamedTuple):
    """One call: where it is, the key of its words, and the names of its facts."""

    where: str
    key: str
    facts: frozenset[str]


class Unknown(AssertionError):
    """A call whose key or facts cannot be told from the sources: a test could not know what to render."""


@cache
def tree(path: Path) -> ast.Module:
    """A source, parsed."""
    return ast.parse(path.read_text("utf-8"), str(path))


def sources() -> list[Path]:
    """Every source of the rooms that answer."""
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def refusals() -> list[Said]:
    """Every refusal: `refuse("key", fact=…)` of the games, and `say("refused", why="key", fact=…)` of the office."""
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
        if name == "refuse" and isinstance(call.func, ast.Name) and call.args and len(call.args) == 1:
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
        found = list(_raised("Unfit", path))
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


def replies() -> list[Said]:
    """Every reply but refusals, with the facts that it has whatever happens: `say(…)`, `accept(…)` and `Reply(…)`."""
    return [said for path in sources() for said in _replies(path)]


def _replies(path: Path) -> Iterator[Said]:
    scopes = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    inner = {id(node) for scope in scopes for node in ast.walk(scope)}
    for scope in (*scopes, tree(path)):
        for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call)):
            name = _name(call.func)
            known = call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value != "refused"
            if name not in ("say", "accept", "Reply") or not known or (scope is tree(path) and id(call) in inner):
                continue
            where = f"{path.relative_to(ROOT.parent)}:{call.lineno}"
            given = {each.arg for each in call.keywords if each.arg}
            maps = [each.value for each in call.keywords if each.arg is None] + (call.args[1:] if name == "Reply" else [])
            for each in maps:
                given |= _sure(each, scope, path, where)
            assert isinstance(call.args[0], ast.Constant)
            yield Said(where, str(call.args[0].value), frozenset(given))


def _sure(node: ast.expr, scope: ast.AST, path: Path, where: str) -> set[str]:
    """The keys that a mapping has whatever happens. Raises Unknown for one that cannot be followed."""
    if isinstance(node, ast.Dict):
        pairs = list(zip(node.keys, node.values, strict=True))
        return {str(key.value) for key, _ in pairs if isinstance(key, ast.Constant)}.union(
            *(_sure(value, scope, path, where) for key, value in pairs if key is None)
        )
    if isinstance(node, ast.IfExp):
        return _sure(node.body, scope, path, where) & _sure(node.orelse, scope, path, where)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _sure(node.left, scope, path, where) | _sure(node.right, scope, path, where)
    if isinstance(node, ast.DictComp) and isinstance(node.generators[0].iter, ast.Name):  # {key: facts[key] for key in TOLD}
        (listed,) = _assigned(node.generators[0].iter.id, tree(path))
        return set(ast.literal_eval(listed))
    if isinstance(node, ast.Call) and (found := _function(_name(node.func), _home(node.func, path))):
        function, at = found
        kept = [_sure(each.value, function, at, where) for each in _returns(function) if each.value]
        return set.intersection(*kept) if kept else set()
    if isinstance(node, ast.Name) and (values := _assigned(node.id, scope)):
        added = [_sure(each, scope, path, where) for each in _added(node, scope)]
        return set.intersection(*(_sure(value, scope, path, where) for value in values)).union(*added)
    if isinstance(node, ast.Name) and (parts := _unpacked(node.id, scope, path)):
        return set.intersection(*(_sure(value, function, path, where) for value, function in parts))
    if isinstance(node, ast.Name) and isinstance(scope, ast.FunctionDef) and node.id in {each.arg for each in scope.args.args}:
        return _passed(node.id, scope, path, where)
    if (isinstance(node, ast.Attribute) and node.attr in ("facts", "dry")) or isinstance(node, ast.Subscript):
        return {"*"}  # another reply's own, which are looked at where that is made
    raise Unknown(f"{where}: nothing tells what {ast.unparse(node)} holds")


def _home(func: ast.expr, path: Path) -> Path:
    """The module that a call names its function in: `asking.pointers(…)` beside this one."""
    beside = path.with_name(f"{func.value.id}.py") if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) else path
    return beside if beside.exists() else path


def _returns(function: ast.FunctionDef) -> list[ast.Return]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Return)]


def _assigned(name: str, scope: ast.AST) -> list[ast.expr]:
    """What a name is set to in a function."""
    found: list[ast.expr] = []
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign) and any(isinstance(each, ast.Name) and each.id == name for each in node.targets):
            found.append(node.value)
        if isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and isinstance(node.target, ast.Name) and node.target.id == name:
            found += [node.value] if node.value else []
    return found


def _added(name: ast.Name, scope: ast.AST) -> list[ast.expr]:
    """What is added to a name on the way to where it stands, whatever happens (`facts |= {…}`)."""
    body = scope.body if isinstance(scope, ast.FunctionDef) else []
    some = [each for each in body if isinstance(each, ast.AugAssign) and each.lineno < name.lineno]
    return [each.value for each in some if isinstance(each.target, ast.Name) and each.target.id == name.id]


def _unpacked(name: str, scope: ast.AST, path: Path) -> list[tuple[ast.expr, ast.FunctionDef]]:
    """What a name is set to as one of several that a function of the module returns, with that function."""
    found = []
    for node in ast.walk(scope):
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if not isinstance(node, ast.Assign) or not isinstance(target, ast.Tuple) or not isinstance(node.value, ast.Call):
            continue
        names = [each.id if isinstance(each, ast.Name) else "" for each in target.elts]
        known = _function(_name(node.value.func), path)
        if name in names and known and known[1] == path:
            some = [each.value for each in _returns(known[0])]
            found += [(each.elts[names.index(name)], known[0]) for each in some if isinstance(each, ast.Tuple)]
    return found


def _passed(name: str, function: ast.FunctionDef, path: Path, where: str) -> set[str]:
    """What a function's argument has in every call of it in its module."""
    place = [each.arg for each in function.args.args].index(name)
    kept = []
    for scope in (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call) and _name(node.func) == function.name):
            by_name = [each.value for each in call.keywords if each.arg == name]
            given = by_name[0] if by_name else call.args[place] if place < len(call.args) else None
            kept += [_sure(given, scope, path, where)] if given else []
    if not kept:
        raise Unknown(f"{where}: nobody calls {function.name}")
    return set.intersection(*kept)


def _function(name: str, path: Path) -> tuple[ast.FunctionDef, Path] | None:
    """The function of this name in a module, or in the one that it is imported from."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node, path
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and any(each.name == name for each in node.names):
            there = ROOT.parent / f"{node.module.replace('.', '/')}.py"
            there = there if there.exists() else ROOT.parent / node.module.replace(".", "/") / f"{name}.py"
            return _function(name, there) if there.exists() else None
    return None
