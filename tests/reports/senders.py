"""Every place in the sources that has the judge say something in a letter, with the template and every set of facts it can give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from judge.game.decision import Group
from judge.seat import GM, Seat
from tests.reports.sources import ROOT, At, Unknown, assigned, callers, calls, modules, named
from tests.reports.ways import SOME, Way, given_by, merged, values, ways

PASSED_ON = ("tell", "row", "r", "notice", "reply")
"""What notices are made of again: as they were queued, or from a Tell."""
WHOM: Mapping[str, Seat | Group] = {"GM": GM, **{str(group): group for group in Group}}
"""Who is told, as the sources say it."""
BY_WHAT = ("news", "alert", "trouble")
"""Letters that are told apart by what happened: their fact `what`."""


class Sender(NamedTuple):
    """One letter, or part of an answer, that may be sent: from where, how, what, and with which facts."""

    where: str
    how: str
    """What it is sent with: `reply`, `tell` or `notice`."""
    kind: str
    to: Seat | Group | None
    """For whom a `tell` is, if that is always the same."""
    about: bool
    """Whether a `notice` names its game."""
    ways: frozenset[Way]

    @property
    def whats(self) -> tuple[str, ...]:
        """What may have happened, of a letter that says it."""
        found = {word for way in self.ways for name, some in way if name == "what" for word in some}
        return tuple(sorted(str(ast.literal_eval(word)) for word in found)) if self.how != "reply" and SOME not in found else ()

    @property
    def template(self) -> str:
        """What writes it: `reply/orders`, `news/vacant`, `alert/disk`, `report`."""
        if self.how == "reply":
            return f"reply/{self.kind}"
        return f"{self.kind}/{'|'.join(self.whats)}" if self.kind in BY_WHAT else self.kind


@cache
def senders() -> list[Sender]:
    """All of them."""
    return [each for path in modules() for call, at in calls(path) for each in _sent(call, at)]


def _sent(call: ast.Call, at: At) -> Iterator[Sender]:
    name = named(call.func)
    if name in ("say", "accepted", "Reply") and not _is_word(call, at, name):
        yield from _reply(call, at)
    elif name == "refused" and isinstance(call.func, ast.Name) and call.args:
        yield from _refusals(call, at, call.args[0])
    elif name == "Notification":
        yield from _letter(call, at, "tell", call.args[1], call.args[2])
    elif name == "Notice" and len(call.args) > 2 and not _is_copy(call.args[2]) and not _is_nobody(call.args[1]):
        facts = call.args[3] if len(call.args) > 3 else ast.Dict([], [])
        yield from _letter(call, at, "notice", call.args[2], facts)


def _is_word(call: ast.Call, at: At, name: str) -> bool:
    """Whether it is no part of an answer: the renderer's own `say`, or what `say` and `accepted` themselves do."""
    inside = at.scope.name if isinstance(at.scope, ast.FunctionDef) else ""
    if ROOT.joinpath("game") not in at.path.parents and ROOT.joinpath("office") not in at.path.parents:
        return True
    passed = not call.args or _is_copy(call.args[0]) or (isinstance(call.args[0], ast.Name) and call.args[0].id in PASSED_ON)
    return passed or inside in ("say", "accepted") or (name == "Reply" and len(call.args) < 2)


def _is_copy(kind: ast.expr) -> bool:
    return isinstance(kind, ast.Attribute) and isinstance(kind.value, ast.Name) and kind.value.id in PASSED_ON


def _is_nobody(to: ast.expr) -> bool:
    """Whether a notice goes nowhere: what print is made of."""
    return isinstance(to, ast.Constant) and to.value == ""


def _reply(call: ast.Call, at: At) -> Iterator[Sender]:
    kinds = values(call.args[0], at)
    if SOME in kinds:
        raise Unknown(f"{at.where(call)}: nothing tells which reply {ast.unparse(call.args[0])} is")
    for kind in sorted(map(ast.literal_eval, kinds)):
        if kind != "refused":
            yield Sender(at.where(call), "reply", kind, None, True, given_by(call, at))
        elif reason := next((each.value for each in call.keywords if each.arg == "why"), None):
            yield from _refusals(call, at, reason)


def _refusals(call: ast.Call, at: At, reason: ast.expr) -> Iterator[Sender]:
    """A refusal once for each reason that it may have: `refused("key", fact=…)`, `say("refused", why="key", fact=…)`."""
    found = values(reason, at) - {"None"}
    if SOME in found:
        raise Unknown(f"{at.where(call)}: nothing tells what {ast.unparse(reason)} may be")
    for why in sorted(map(ast.literal_eval, found)):
        way = frozenset({("why", frozenset({repr(why)}))})
        yield Sender(at.where(call), "reply", f"refused/{why}", None, True, merged(given_by(call, at), frozenset({way})))


def _letter(call: ast.Call, at: At, how: str, kind: ast.expr, facts: ast.expr) -> Iterator[Sender]:
    """A letter, once for each call of the function that it stands in, if that is given its kind or its facts."""
    if values(kind, at) == frozenset({repr("answer")}):  # what it is made of are the replies, each of which is looked at by itself
        return
    for there in _each(at, [kind, facts]):
        words = values(kind, there)
        if SOME in words:
            raise Unknown(f"{at.where(call)}: nothing tells which letter {ast.unparse(kind)} is")
        about = how == "tell" or len(call.args) > 4 or any(each.arg == "game" for each in call.keywords)
        about = about and not (len(call.args) > 4 and isinstance(call.args[4], ast.Constant))
        for word in sorted(map(ast.literal_eval, words)):
            place = at.where(call) if not there.given else f"{at.where(call)}<-{_from(there)}"
            whom = WHOM.get(ast.unparse(call.args[0])) if how == "tell" else None
            yield Sender(place, how, word, whom, about, ways(facts, there))


def _from(at: At) -> str:
    """Where a function is called, as is known from what it is given."""
    lines = [there.where(value) for value, there in at.given.values() if there.scope is not at.scope]
    return lines[0].removeprefix(f"{ROOT.name}/") if lines else ""


def _each(at: At, nodes: list[ast.expr], depth: int = 3) -> list[At]:
    """A function as it is called, where what it is given says which letter it is or what that holds; else as it stands."""
    if not depth or not any(_hangs_on(node, at) for node in nodes):
        return [at]
    found = []
    for each in callers(at):
        beyond = next((there for _, there in each.given.values() if there.scope is not at.scope), None)
        given = [value for name, (value, there) in each.given.items() if there is beyond]
        for outer in _each(beyond, given, depth - 1) if beyond else []:
            bound = {name: (value, outer if there is beyond else there) for name, (value, there) in each.given.items()}
            found.append(At(at.path, at.scope, bound))
    return found or [at]


def _hangs_on(node: ast.expr, at: At) -> bool:
    """Whether an argument of the function is a mapping of this, or its kind, or what happened."""
    if isinstance(node, ast.Name):
        some = assigned(node.id, at)
        return node.id in at.arguments if not some else any(_hangs_on(each, at) for each in some)
    if isinstance(node, ast.Dict):
        inner = [value for key, value in zip(node.keys, node.values, strict=True) if key is None or _is_what(key)]
        return any(_hangs_on(each, at) for each in inner)
    if isinstance(node, ast.BinOp):
        return _hangs_on(node.left, at) or _hangs_on(node.right, at)
    if isinstance(node, ast.Call) and named(node.func) == "redact_facts":
        return _hangs_on(node.args[0], at)
    return False


def _is_what(key: ast.expr) -> bool:
    return isinstance(key, ast.Constant) and key.value == "what"
