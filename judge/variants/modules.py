"""The modules of a folder's rules.py, loaded by path so that an operator's own folder of games works the same way."""

from __future__ import annotations

import sys
import traceback
from importlib import invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from judge.variants.yaml_source import FolderError, YamlNode

MAY_IMPORT = (
    "judge.board", "judge.notation", "judge.rules",
    "__future__", "abc", "collections", "dataclasses", "enum", "functools", "itertools", "math", "operator", "re",
    "types", "typing",
)  # fmt: skip
"""What a rules.py may import: the rooms that know no world, and what of Python's library does not either; and its own folder."""
ROOM, RULES = "judge_games", "rules"
"""What the modules of all folders stand under, and the file that has its folder's name there."""


def rule_modules(names: YamlNode, rules: Path) -> list[Any]:
    """What game.yaml's `modules` names, in its order: `Rail` is in the folder's rules.py, `signals.Rail` in its signals.py.

    Raises FolderError.
    """
    return [] if names.empty else [_module(item, rules) for item in names.list()]


def _module(item: YamlNode, rules: Path) -> Any:
    file, _, name = item.text().rpartition(".")
    path = rules.with_stem(file) if file.isidentifier() else rules
    if not path.is_file():
        raise item.wrong(f"modules are named, but there is no {path.name} beside this file")
    code = load_rules(path)
    if not hasattr(code, name):
        raise item.wrong(f"{path.name} has no {name!r}")
    return getattr(code, name)


def unload_modules(folder: Path) -> None:
    """Forget a folder's modules, so that they run again: two readings of it share no class."""
    for name in list(sys.modules):  # a list first, made in one go: other threads import
        if f"{name}.".startswith(f"{ROOM}.{folder.name}."):
            del sys.modules[name]
    invalidate_caches()


def load_rules(path: Path) -> ModuleType:
    """A file of a folder's rules as its own module name, run once until it is forgotten. It may import another of its folder
    (`from .harbours import ports`). Raises FolderError with the line at which it fails.
    """
    package = f"{ROOM}.{path.parent.name}"
    name = package if path.stem == RULES else f"{package}.{path.stem}"
    known = sys.modules.get(name)
    if known is not None and getattr(known, "__file__", None) == str(path):
        return known
    for above, where in ((ROOM, []), (package, [str(path.parent)])):
        if getattr(sys.modules.get(above), "__path__", None) != where:
            sys.modules[above] = ModuleType(above)
            sys.modules[above].__path__ = where
    found = [str(path.parent)] if name == package else None
    spec = spec_from_file_location(name, path, submodule_search_locations=found)
    if spec is None or spec.loader is None:
        raise FolderError(str(path), 0, "cannot be loaded as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there while it loads
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise FolderError(str(path), _line(error, path), f"does not load: {error!r}") from error
    return module


def _line(error: Exception, path: Path) -> int:
    """The line of the folder's own file at which the error came up; 0 if it came from elsewhere."""
    if isinstance(error, SyntaxError):
        return error.lineno or 0
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return (frames[-1].lineno or 0) if frames else 0
