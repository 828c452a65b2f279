"""Read judge.yaml into a frozen `Config`, and name every mistake in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import yaml

from judge.config.settings import LMTP_PORT, TOGETHER, WAYS_IN, Config, ConfigError, Password

PASSWORDS = ("password_file", "password_env")
"""The keys that say where a password is. A password is never in the file itself."""
KINDS: Mapping[Any, tuple[str, tuple[type, ...]]] = {
    str: ("a text", (str,)), int: ("a whole number", (int,)), float: ("a number", (int, float)), bool: ("true or false", (bool,)),
    Path: ("a path", (str,)),
}  # fmt: skip
"""The type of a setting → what messages call it, and the types that it may have in the file."""


def load_config(path: Path | None) -> Config:
    """Read a configuration file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or says something that is not understood.
    """
    config, mistakes = load_without_passwords(path)
    if mistakes:
        raise ConfigError("\n".join(f"{path}: {mistake}" for mistake in mistakes))
    return config


def load_without_passwords(path: Path | None) -> tuple[Config, list[str]]:
    """Read a configuration file as far as it can be used to look at a judge: return what is wrong with its passwords beside it.

    Raises:
        ConfigError: the file cannot be read, or says something else that is not understood.
    """
    if path is None:
        return Config(), []
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path}: {_not_yaml(error) if isinstance(error, yaml.YAMLError) else error}") from error
    read = _Reading()
    config: Config = read.part(Config, "", read.ways_in({} if found is None else found))
    if read.mistakes:
        raise ConfigError("\n".join(f"{path}: {mistake}" for mistake in (*read.mistakes, *read.passwords)))
    return config, read.passwords


def _not_yaml(error: yaml.YAMLError) -> str:
    """Return where a file is no YAML, with that line, and what is most often wrong there."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return f"this is no YAML: {error}"
    said = "write `key: value`, a space behind the colon, parts indented by spaces (no tabs), values with : or # in quotation marks"
    return f"line {error.problem_mark.line + 1} cannot be read; {said}\n{error.problem_mark.get_snippet(indent=2) or ''}".rstrip()


class _Reading:
    """A file being read, with every mistake found in it: where it is, what is wrong, and what is allowed."""

    def __init__(self) -> None:
        self.mistakes = list[str]()
        self.passwords = list[str]()
        """The mistakes of passwords, which may be mended without touching the file."""

    def wrong(self, where: str, what: str) -> None:
        self.mistakes.append(f"{where}: {what}" if where else what)

    def ways_in(self, found: Any) -> Any:
        """Read the whole file with only those ways in that are open. Others may be incomplete: their password file need not exist.
        """
        if not isinstance(found, Mapping):
            return found
        values = {key: value for key, value in found.items() if key != "take"}
        opened = self._opened(values, found["take"]) if "take" in found else [
            key for key in WAYS_IN if values.get(key) or (key == "smtp" and values.get(key) is not False)
        ]  # fmt: skip
        for key in WAYS_IN:
            values[key] = ({} if values.get(key) is None else values[key]) if key in opened else None
        if isinstance(values["lmtp"], Mapping):
            values["lmtp"] = {"port": LMTP_PORT, **values["lmtp"]}
        return values

    def _opened(self, values: Mapping[Any, Any], said: Any) -> list[Any]:
        """Return the ways in that `take` names."""
        opened = [said] if isinstance(said, str) else self.value(list[Any], "take", said or [])
        for each in opened or ():
            if each not in WAYS_IN:
                self.wrong("take", f"{each!r} is no way in; known are {', '.join(WAYS_IN)}")
        return opened or []

    def part(self, kind: type[Any], where: str, found: Any) -> Any:
        """Read a part of the file as a value of a dataclass; None if there is a mistake in it."""
        if not isinstance(found, Mapping) or not all(isinstance(key, str) for key in found):
            return self.wrong(where or "the file", f"expected keys and values, found {found!r}")
        before, secrets, types = len(self.mistakes), len(self.passwords), get_type_hints(kind, include_extras=True)
        values = self._with_password(where, dict(found)) if "password" in types else dict(found)
        known = [name for key in types for name in (PASSWORDS if key == "password" else (key,))]
        for key in [key for key in values if key not in types]:
            near = "".join(f" ({each}?)" for each in get_close_matches(key, known, 1))
            self.wrong(where, f"unknown key {key!r}{near}; known are {', '.join(known)}")
        made = {key: self.value(types[key], f"{where}: {key}" if where else key, values[key]) for key in types if key in values}
        needed = [each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING]
        if missing := [key for key in needed if key not in values]:
            self.wrong(where, f"{', '.join(missing)} must be given")
        if len(self.mistakes) > before:
            return None
        whole = kind(**made)
        if len(self.passwords) > secrets:  # what would be said of the values together is that the password is missing
            return whole
        for what in TOGETHER.get(kind, lambda part: ())(whole):
            self.wrong(where, what)
        return whole

    def value(self, kind: Any, where: str, found: Any) -> Any:
        """Read a value of a setting's type; None if there is a mistake in it."""
        kind, *checks = get_args(kind) if get_origin(kind) is Annotated else (kind,)
        if get_origin(kind) is UnionType:  # a part or a path that may be left out
            return None if found in (None, "") else self.value(get_args(kind)[0], where, found)
        if is_dataclass(kind) and isinstance(kind, type):
            return self.part(kind, where, found)
        if get_origin(kind) is Literal:
            *words, last = get_args(kind)
            if found not in (*words, last):
                self.wrong(where, f"expected {', '.join(words)} or {last}, found {found!r}")
            return found
        if get_origin(kind) in (tuple, list):
            if not isinstance(found, list | None):
                return self.wrong(where, f"expected a list, found {found!r}")
            return get_origin(kind)(self.value(get_args(kind)[0], where, each) for each in found or ())
        if kind is Any:
            return found
        called, allowed = KINDS[kind]
        if not isinstance(found, allowed) or isinstance(found, bool) != (kind is bool):
            return self.wrong(where, f"expected {called}, found {found!r}")
        for what in filter(None, (check(found) for check in checks)):
            self.wrong(where, what)
        return Path(str(found)) if kind is Path else found

    def _with_password(self, where: str, values: dict[str, Any]) -> dict[str, Any]:
        """Return the values with the password to which `password_file: PATH` or `password_env: NAME` leads."""
        if "password" in values:
            self.wrong(where, "write password_file or password_env, not the password itself")
        file, name = (values.pop(key, None) for key in PASSWORDS)
        if file is not None and name is not None:
            self.wrong(where, "give password_file or password_env, not both")
        elif file is not None:
            values["password"] = self._secret(where, Path(str(file)))
        elif name is not None:
            values["password"] = os.environ.get(str(name), "")
            if not values["password"]:
                self.passwords.append(f"{where}: password_env: the environment has no {name}")
        return values

    def _secret(self, where: str, path: Path) -> str:
        try:
            if path.stat().st_mode & stat.S_IROTH:
                self.passwords.append(f"{where}: password_file: {path} can be read by everybody; chmod o-r it first")
            found = Password(path.read_text("utf-8").strip())
            found.file = path
            return found
        except OSError as error:
            self.passwords.append(f"{where}: password_file: {path} cannot be read: {error.strerror}")
            return ""
        except UnicodeDecodeError:
            self.passwords.append(f"{where}: password_file: {path} is no text in UTF-8")
            return ""
