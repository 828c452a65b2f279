"""What expressions of the sources may come to: the values of a fact, and every set of facts that a mapping may hold.

Nothing is run. A name is followed to what it is set to, an argument to every call of its function, a call to what it returns.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path

from tests.reports.sources import (
    ROOT,
    At,
    Unknown,
    assigned,
    bound,
    called,
    callers,
    function_of,
    imports,
    inside,
    modules,
    named,
    tree,
)

SOME = "*"
"""Stands among the values of a fact for whatever the sources do not say."""
MAKING = ("CommandResult", "refused", "Reply", "accepted")
"""What makes a decision, or part of one."""
DEPTH = 14
"""How many names, arguments and calls are followed for one value."""
Values = frozenset[str]
"""What a fact may be: literals as they are written, and SOME."""
Way = frozenset[tuple[str, Values]]
"""One set of facts: each with its values."""
EITHER: Values = frozenset({"True", "False"})
NOTHING: frozenset[Way] = frozenset({frozenset()})


def values(node: ast.expr, at: At, depth: int = DEPTH) -> Values:
    """What an expression may be."""
    if isinstance(node, ast.Constant):
        return frozenset({repr(node.value)})
    if isinstance(node, ast.IfExp):
        return values(node.body, at, depth) | values(node.orelse, at, depth)
    if isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set) and not list(ast.iter_child_nodes(node))[:1]:
        return frozenset({"[]" if not isinstance(node, ast.Dict) else "{}"})
    if isinstance(node, ast.List | ast.Tuple) and not node.elts:
        return frozenset({"[]"})
    if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return EITHER
    if isinstance(node, ast.BoolOp):
        some = [values(each, at, depth) for each in node.values]
        return (
            frozenset().union(*some) if isinstance(node.op, ast.Or) or all(each <= EITHER for each in some) else frozenset({SOME})
        )
    if depth and isinstance(node, ast.Call):
        return _returned(node, at, depth - 1)
    if depth and isinstance(node, ast.Name):
        return _meant(node, at, depth - 1)
    if isinstance(node, ast.Attribute):
        own = _field(node.value.id, node.attr, at) if isinstance(node.value, ast.Name) else frozenset()
        return own or _fields().get(node.attr, frozenset({SOME}))
    return frozenset({SOME})


def _field(name: str, field: str, at: At) -> Values:
    """The words that a field may be of a name's class: an argument's, or that of an error which is caught."""
    args = at.scope.args if isinstance(at.scope, ast.FunctionDef) else None
    types = [each.annotation for each in (*args.args, *args.kwonlyargs) if each.arg == name] if args else []
    types += [each.type for each in inside(at.scope) if isinstance(each, ast.ExceptHandler) and each.name == name]
    words = frozenset[str]()
    for kind in (each.id for each in types if isinstance(each, ast.Name)):
        path = ROOT.parent / f"{imports(at.path)[kind].replace('.', '/')}.py" if kind in imports(at.path) else at.path
        nodes = ast.walk(tree(path)) if path.exists() else ()
        classes = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == kind]
        parts = [each for node in classes for each in ast.walk(node) if isinstance(each, ast.arg | ast.AnnAssign)]
        said = [each for each in parts if field == (each.arg if isinstance(each, ast.arg) else named(each.target))]
        words |= frozenset[str]().union(*(_typed(each.annotation, path) for each in said))
    return words


def codes_of(name: str) -> set[str]:
    """The first word of every value of a class that the sources make."""
    found = frozenset[str]().union(*(values(call.args[0], at) for call, at in called().get(name, ()) if call.args))
    return {str(ast.literal_eval(each)) for each in found - {SOME}}


@cache
def _fields() -> Mapping[str, Values]:
    """The fields that are one of a few words, whatever has a field of this name."""
    fields = [(path, each) for path in modules() for top in tree(path).body if isinstance(top, ast.ClassDef) for each in top.body]
    said: dict[str, list[Values]] = {}
    for path, each in fields:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            said.setdefault(each.target.id, []).append(_typed(each.annotation, path))
    return {name: frozenset().union(*some) for name, some in said.items() if all(some)}


def _typed(annotation: ast.expr | None, path: Path) -> Values:
    """The words of a Literal, or of a name for one; none for any other type."""
    if isinstance(annotation, ast.Name):
        some = assigned(annotation.id, At(path, tree(path))) or _imported(annotation.id, At(path, tree(path)))
        return _typed(some[0], path) if some and not isinstance(some[0], ast.Name) else frozenset()
    if isinstance(annotation, ast.Subscript) and named(annotation.value) == "Literal":
        words = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        return frozenset(repr(each.value) for each in words if isinstance(each, ast.Constant))
    return frozenset()


def _returned(node: ast.Call, at: At, depth: int) -> Values:
    name = named(node.func)
    if name in ("bool", "any", "all", "isinstance"):
        return EITHER
    if name in ("list", "dict", "sorted", "tuple") and not node.args:
        return frozenset({"{}" if name == "dict" else "[]"})
    found = function_of(node, at)
    some = [values(each.value, There, depth) for each, There in _ends(node, at) if each.value] if found else []
    return frozenset().union(*some) if some else frozenset({SOME})


def _meant(node: ast.Name, at: At, depth: int) -> Values:
    if node.id in at.given:
        value, there = at.given[node.id]
        return values(value, there, depth)
    if some := assigned(node.id, at):
        return frozenset().union(*(values(each, at, depth) for each in some))
    if node.id in at.arguments and isinstance(at.scope, ast.FunctionDef):
        args = at.scope.args
        said = next(each.annotation for each in (*args.posonlyargs, *args.args, *args.kwonlyargs) if each.arg == node.id)
        if words := _typed(said, at.path):
            return words
    if node.id in at.arguments and (found := callers(at)):
        return frozenset().union(*(values(*each.given[node.id], depth) for each in found if node.id in each.given)) or frozenset(
            {SOME}
        )
    constants = assigned(node.id, At(at.path, tree(at.path))) if not isinstance(at.scope, ast.Module) else []
    literal = [each for each in constants if isinstance(each, ast.Constant)] or _imported(node.id, at)
    return frozenset().union(*(values(each, at, 0) for each in literal)) if literal else frozenset({SOME})


def _imported(name: str, at: At) -> list[ast.expr]:
    """The constant of this name in the module that it is imported from."""
    there = ROOT.parent / f"{imports(at.path)[name].replace('.', '/')}.py" if name in imports(at.path) else None
    return assigned(name, At(there, tree(there))) if there and there.exists() else []


def ways(node: ast.expr, at: At, depth: int = DEPTH) -> frozenset[Way]:
    """Every set of facts that a mapping may hold. Raises Unknown for one that cannot be followed."""
    if depth:
        if isinstance(node, ast.Dict):
            return _written(node, at, depth)
        if isinstance(node, ast.IfExp):
            return ways(node.body, at, depth) | ways(node.orelse, at, depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return merged(ways(node.left, at, depth), ways(node.right, at, depth))
        if isinstance(node, ast.DictComp):
            return _picked(node, at, depth - 1)
        if isinstance(node, ast.Call):
            return _made(node, at, depth - 1)
        if isinstance(node, ast.Name):
            return _named(node, at, depth - 1)
        if isinstance(node, ast.Attribute) and node.attr == "facts":  # a reply's own, of another decision: `taken.replies[0].facts`
            base = next((each for each in ast.walk(node.value) if isinstance(each, ast.Name)), None)
            if base is not None and (found := _decided(base, at, depth - 1)):
                return found
    raise Unknown(f"{at.where(node)}: nothing tells what {ast.unparse(node)} holds")


def merged(first: frozenset[Way], second: frozenset[Way]) -> frozenset[Way]:
    """Every set of the first with every set of the second over it."""
    return frozenset(frozenset({**dict(one), **dict(other)}.items()) for one, other in product(first, second))


def _written(node: ast.Dict, at: At, depth: int) -> frozenset[Way]:
    found = NOTHING
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            found = merged(found, ways(value, at, depth - 1))
        elif isinstance(key, ast.Constant):
            found = merged(found, frozenset({frozenset({(str(key.value), values(value, at, depth))})}))
        else:
            names = values(key, at, depth)
            if SOME in names:
                raise Unknown(f"{at.where(node)}: nothing tells the name {ast.unparse(key)}")
            each = [frozenset({(str(ast.literal_eval(name)), values(value, at, depth))}) for name in sorted(names)]
            found = merged(found, frozenset(each))
    return found


def _picked(node: ast.DictComp, at: At, depth: int) -> frozenset[Way]:
    """`{key: facts[key] for key in TOLD}`, `{part: [] for part in parts}`, `{key: … for key, value in facts.items()}`."""
    listed = node.generators[0].iter
    if isinstance(listed, ast.Call) and isinstance(listed.func, ast.Attribute) and listed.func.attr == "items":
        return ways(listed.func.value, at, depth)
    some_names = (
        [*assigned(listed.id, at), *assigned(listed.id, At(at.path, tree(at.path)))] if isinstance(listed, ast.Name) else []
    )
    names = set(ast.literal_eval(some_names[0])) if some_names else set()
    if names and isinstance(node.value, ast.Subscript):
        return frozenset(frozenset(fact for fact in way if fact[0] in names) for way in ways(node.value.value, at, depth))
    if names:
        return frozenset({frozenset((name, values(node.value, at)) for name in names)})
    raise Unknown(f"{at.where(node)}: nothing tells what {ast.unparse(node)} holds")


def _made(node: ast.Call, at: At, depth: int) -> frozenset[Way]:
    """What a call returns: of a function of ours; of `dict(…)` what is put in."""
    if named(node.func) == "dict" and len(node.args) < 2:
        inner = ways(node.args[0], at, depth) if node.args else NOTHING
        more = frozenset({frozenset((each.arg, values(each.value, at)) for each in node.keywords if each.arg)})
        return merged(inner, more)
    found = frozenset[Way]().union(*(ways(each.value, there, depth) for each, there in _ends(node, at) if each.value))
    if not found:
        raise Unknown(f"{at.where(node)}: nothing tells what {ast.unparse(node)} returns")
    return found


def _ends(node: ast.Call, at: At) -> list[tuple[ast.Return, At]]:
    """What a called function returns, with what it was given."""
    found = function_of(node, at)
    if found is None:
        return []
    function, path = found
    there = At(path, function, bound(node, function, at))
    return [(each, there) for each in inside(function) if isinstance(each, ast.Return)]


def _named(node: ast.Name, at: At, depth: int) -> frozenset[Way]:
    if node.id in at.given:
        value, there = at.given[node.id]
        return ways(value, there, depth)
    if some := assigned(node.id, at):
        return _changed(node, at, frozenset[Way]().union(*(ways(each, at, depth) for each in some)), depth)
    if parts := _unpacked(node.id, at):
        return frozenset[Way]().union(*(ways(each, there, depth) for each, there in parts))
    if node.id in at.arguments:
        found = [ways(*each.given[node.id], depth) for each in callers(at) if node.id in each.given]
        if found:
            return frozenset[Way]().union(*found)
    raise Unknown(f"{at.where(node)}: nothing tells what {node.id} holds")


def _changed(node: ast.Name, at: At, found: frozenset[Way], depth: int) -> frozenset[Way]:
    """With what is put in on the way to where the name stands (`facts |= {…}`, `facts["was"] = …`); or without, if under an if."""
    body = at.scope.body if isinstance(at.scope, ast.FunctionDef) else []
    for each in inside(at.scope):
        more: frozenset[Way] | None = None
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name) and each.target.id == node.id:
            more = ways(each.value, at, depth) if each.lineno < node.lineno else None
        elif isinstance(each, ast.Assign) and isinstance(to := each.targets[0], ast.Subscript) and each.lineno < node.lineno:
            key = to.slice.value if isinstance(to.slice, ast.Constant) else None
            if isinstance(to.value, ast.Name) and to.value.id == node.id and key is not None:
                more = frozenset({frozenset({(str(key), values(each.value, at))})})
        if more is not None:
            found = merged(found, more) | (frozenset() if each in body else found)
    return found


def _unpacked(name: str, at: At) -> list[tuple[ast.expr, At]]:
    """What a name is set to as one of several that a function returns: `events, facts = shown(…)`."""
    found = []
    for node in inside(at.scope):
        if isinstance(node, ast.Assign) and isinstance(to := node.targets[0], ast.Tuple) and isinstance(node.value, ast.Call):
            names = [each.id if isinstance(each, ast.Name) else "" for each in to.elts]
            ends = _ends(node.value, at) if name in names else []
            found += [(each.value.elts[names.index(name)], there) for each, there in ends if isinstance(each.value, ast.Tuple)]
    return found


def _decided(base: ast.Name, at: At, depth: int) -> frozenset[Way]:
    """The facts of whatever is answered by the functions that a decision may come from."""
    found = frozenset[Way]()
    for call, there in _origins(base, at, depth):
        made = function_of(call, there)
        if made is None:
            continue
        function, path = made
        within = At(path, function)
        for each in inside(function):
            if isinstance(each, ast.Call) and named(each.func) in ("Reply", "accepted"):
                found |= given_by(each, within)
            elif isinstance(each, ast.Return) and isinstance(each.value, ast.Call) and named(each.value.func) not in MAKING:
                found |= _answered(each.value, within, depth - 1)
    return found


def _answered(call: ast.Call, at: At, depth: int) -> frozenset[Way]:
    made = function_of(call, at)
    if made is None or not depth:
        return frozenset()
    within = At(made[1], made[0])
    some = [each for each in inside(made[0]) if isinstance(each, ast.Call) and named(each.func) in ("Reply", "accepted")]
    return frozenset[Way]().union(*(given_by(each, within) for each in some))


def _origins(base: ast.Name, at: At, depth: int) -> list[tuple[ast.Call, At]]:
    """The calls that a name is set from, or that are given for an argument."""
    some = [(each, at) for each in assigned(base.id, at)]
    if not some and base.id in at.arguments and depth:
        some = [each.given[base.id] for each in callers(at) if base.id in each.given]
    found: list[tuple[ast.Call, At]] = []
    for value, there in some:
        if isinstance(value, ast.Call):
            found.append((value, there))
        elif isinstance(value, ast.Name) and depth:
            found += _origins(value, there, depth - 1)
    return found


def given_by(call: ast.Call, at: At) -> frozenset[Way]:
    """The facts of `say(kind, fact=…)`, `accepted(kind, event, fact=…)` and `Reply(kind, {…})`."""
    found = frozenset({frozenset((each.arg, values(each.value, at)) for each in call.keywords if each.arg)})
    for each in call.keywords:
        if each.arg is None:
            found = merged(found, ways(each.value, at))
    return merged(found, ways(call.args[1], at)) if named(call.func) == "Reply" else found
