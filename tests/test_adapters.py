"""Only named adapters touch the machine: clock, chance, network, processes, threads, disk. Everything else is given what it needs,
so that a whole judge can be run on a simulated machine. The adapters, and why each is one, are in adapters.yaml.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

JUDGE = Path(__file__).parents[1] / "judge"
FILES = sorted(path for path in JUDGE.rglob("*.py") if "_assets" not in path.parts)
SAID: Mapping[str, Any] = yaml.safe_load(Path(__file__).with_name("adapters.yaml").read_text("utf-8"))
KINDS: Mapping[str, list[str]] = SAID["kinds"]
ADAPTERS: Mapping[str, Mapping[str, str]] = SAID["adapters"]
PROGRAMS: Mapping[str, str] = SAID["programs"]
WRITES = frozenset(SAID["methods that write"])
HARMLESS = frozenset(SAID["harmless"])


def touched(code: str) -> set[str]:
    """What a module touches: the kinds of `adapters.yaml`."""
    tree = ast.parse(code)
    known = dict(_imports(tree))
    names = {name for node in _run(tree) if (name := _name(node, known))}
    found = {kind for kind, begins in KINDS.items() for name in names for each in begins if _under(name, each)}
    return found | ({"disk"} if any(_writes(node) for node in _run(tree)) else set())


def _under(name: str, begins: str) -> bool:
    return name not in HARMLESS and (name == begins or name.startswith(f"{begins}."))


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that is bound by an import, with what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield (each.asname, each.name) if each.asname else (each.name.partition(".")[0],) * 2
        elif isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                yield each.asname or each.name, f"{node.module}.{each.name}"


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node but those that only describe: annotations, the types of exceptions, the arguments of `isinstance`. Of
    `a.b.c` only the whole is yielded.
    """
    for name, value in ast.iter_fields(tree):
        only_describes = name in ("annotation", "returns") or (name == "type" and isinstance(tree, ast.ExceptHandler))
        for node in [] if only_describes else value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST):
                yield node
                yield from [] if _is_chain(node) or _asks_type(node) else _run(node)


def _is_chain(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and (isinstance(node.value, ast.Name) or _is_chain(node.value))


def _asks_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _name(node: ast.AST, known: Mapping[str, str]) -> str:
    """Return what a name or an attribute stands for, dotted; '' if it is no name of a module or of what is in one."""
    if isinstance(node, ast.Name):
        return known.get(node.id, "")
    before = _name(node.value, known) if isinstance(node, ast.Attribute) else ""
    return f"{before}.{node.attr}" if before and isinstance(node, ast.Attribute) else ""


def _writes(node: ast.AST) -> bool:
    """Whether it is a call that writes to the disk: of a method that does, or of `open` with a mode for writing."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute | ast.Name):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
    if name != "open":
        return name in WRITES and isinstance(node.func, ast.Attribute)
    modes = [each.value for each in [*node.args, *(more.value for more in node.keywords)] if isinstance(each, ast.Constant)]
    return any(isinstance(mode, str) and mode.strip("rbt") != mode.strip("rbtwax+") for mode in modes)


def place(path: Path) -> str:
    return path.relative_to(JUDGE.parent).as_posix()


def is_program(path: Path) -> bool:
    """Whether it belongs to a program that a person starts, beside the daemon."""
    return any(place(path).startswith(each) for each in PROGRAMS)


@pytest.mark.each_row
@pytest.mark.parametrize("path", [path for path in FILES if not is_program(path)], ids=place)
def test_a_module_touches_what_its_row_says(path: Path) -> None:
    """No more, and no less: a row that is not needed any more goes."""
    assert touched(path.read_text("utf-8")) == set(ADAPTERS.get(place(path), {}))


def test_every_row_is_about_a_module_and_says_why() -> None:
    """Of kinds that are known, in a sentence."""
    assert {name for name in ADAPTERS if not (JUDGE.parent / name).is_file()} == set()
    assert {kind for row in ADAPTERS.values() for kind in row} <= {*KINDS, "disk"}
    assert all(len(why) > 15 for row in ADAPTERS.values() for why in row.values())
    assert all((JUDGE.parent / name).exists() for name in PROGRAMS)


TOUCH = {
    "import time\ntime.sleep(1)": {"clock"},
    "from time import monotonic as gone\nprint(gone())": {"clock"},
    "from datetime import datetime\ndatetime.now()": {"clock"},
    "from judge.clock import SystemClock\nSystemClock()": {"clock"},
    "def f():\n    from random import choice\n    return choice('ab')": {"chance"},
    "from random import Random\nRandom(7)": set(),
    "from judge.chance import random_bytes\nx = random_bytes": {"chance"},
    "import uuid\nuuid.uuid4()": {"chance"},
    "import os\nos.urandom(3)": {"chance"},
    "import smtplib\nsmtplib.SMTP('x')": {"network"},
    "import smtplib\ntry: f()\nexcept smtplib.SMTPException: pass": set(),
    "import subprocess\nsubprocess.run(['true'])": {"processes"},
    "import threading\nthreading.Thread()": {"threads"},
    "import threading\nthreading.Lock()": set(),
    "import threading\ndef f(stop: threading.Event) -> None: ...": set(),
    "from pathlib import Path\nPath('x').write_text('y')": {"disk"},
    "from pathlib import Path\nPath('x').open('rb')": set(),
    "open('x', 'w')": {"disk"},
    "import os\nos.rename('a', 'b')": {"disk"},
}


@pytest.mark.each_row
@pytest.mark.parametrize("code", TOUCH)
def test_what_touches_the_machine_is_found(code: str) -> None:
    """However it is imported; what is only named in an annotation, or only compared with, touches nothing."""
    assert touched(code) == TOUCH[code]
