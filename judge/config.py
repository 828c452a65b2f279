"""Configuration: judge.yaml → frozen Settings. Read once, passed in; without a file the embedded defaults stand."""

from __future__ import annotations

import dataclasses
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import yaml

T = TypeVar("T")


class ConfigError(ValueError):
    """The configuration cannot be used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Intake:
    """Where the judge itself takes letters by SMTP."""

    host: str = "127.0.0.1"
    port: int = 8025
    """0 lets the system choose a free one."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox that letters are fetched from by IMAP."""

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 993
    tls: bool = True
    folder: str = "INBOX"
    processed: str = "Processed"
    """Where fetched letters are moved; made if it does not exist."""
    every: float = 60.0
    """Seconds from one look to the next."""
    patience: float = 3600.0
    """Seconds for which a mailbox out of reach holds up a deadline, since letters for it may lie there."""


@dataclass(frozen=True, slots=True)
class Relay:
    """The mail server that outgoing letters are handed to."""

    host: str
    port: int = 587
    starttls: bool = True
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator may choose. Relative paths count from the working directory."""

    address: str = "judge@localhost"
    """The judge's own address; its domain stands in every Message-ID."""
    name: str = "Judge"
    """The name beside it."""
    store: str = "sqlite:///var/judge.db"
    """SQLAlchemy URL of the database."""
    smtp: Intake | None = field(default_factory=Intake)
    """The built-in intake; None (`smtp: off`) where letters only come from a mailbox or a pipe."""
    imap: Mailbox | None = None
    maildir: Path = Path("var/mail")
    """Where outgoing letters go while there is no relay: one Maildir for each address."""
    relay: Relay | None = None
    games: tuple[Path, ...] = ()
    """Further folders of games, looked through before the judge's own."""


def load(path: Path | None) -> Settings:
    """Read a configuration file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or says something that is not understood.
    """
    if path is None:
        return Settings()
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path}: {error}") from error
    try:
        return settings({} if found is None else found)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def settings(found: Any) -> Settings:
    """Settings from a parsed file (a mapping).

    Raises:
        ConfigError: an unknown key, a missing one, a wrong kind of value; the message names it.
    """
    values = dict(_mapping("the file", found))
    if values.get("smtp") is not False:
        values["smtp"] = _part(Intake, "smtp", values.get("smtp") or {})
    else:
        values["smtp"] = None
    for key, kind in (("imap", Mailbox), ("relay", Relay)):
        if values.get(key) is not None:
            values[key] = _part(kind, key, values[key])
    values["maildir"] = Path(str(values.get("maildir", Settings.__dataclass_fields__["maildir"].default)))
    values["games"] = tuple(Path(str(folder)) for folder in _list("games", values.get("games") or []))
    return _checked(_part(Settings, "the file", values))


def _checked(found: Settings) -> Settings:
    if found.address.count("@") != 1 or not found.address.isascii() or found.address != "".join(found.address.split()):
        raise ConfigError(f"address: {found.address!r} is no mail address")
    return found


def _part(kind: type[T], where: str, found: Any) -> T:
    values = _with_password(where, dict(_mapping(where, found)))
    fields = {each.name: each for each in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key, value in values.items():
        if key not in fields:
            raise ConfigError(f"{where}: unknown key {key!r}; known are {', '.join(fields)}")
        values[key] = _value(f"{where}: {key}", str(fields[key].type), value)
    missing = [name for name, each in fields.items() if _is_required(each) and name not in values]
    if missing:
        raise ConfigError(f"{where}: {', '.join(missing)} must be given")
    return kind(**values)


def _is_required(each: dataclasses.Field[Any]) -> bool:
    return each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING


_KINDS: Mapping[str, tuple[type, ...]] = {"str": (str,), "int": (int,), "float": (int, float), "bool": (bool,)}


def _value(where: str, kind: str, value: Any) -> Any:
    allowed = _KINDS.get(kind)
    if allowed and (not isinstance(value, allowed) or isinstance(value, bool) != (kind == "bool")):
        raise ConfigError(f"{where}: expected {kind}, found {value!r}")
    return value


def _with_password(where: str, values: dict[str, Any]) -> dict[str, Any]:
    """A password is never written in the file itself: `password_file: PATH` or `password_env: NAME` says where it is."""
    if "password" in values:
        raise ConfigError(f"{where}: write password_file or password_env, not the password itself")
    if "password_file" in values:
        values["password"] = _secret_file(where, Path(str(values.pop("password_file"))))
    elif "password_env" in values:
        name = str(values.pop("password_env"))
        if name not in os.environ:
            raise ConfigError(f"{where}: password_env: the environment has no {name}")
        values["password"] = os.environ[name]
    return values


def _secret_file(where: str, path: Path) -> str:
    try:
        if path.stat().st_mode & stat.S_IROTH:
            raise ConfigError(f"{where}: password_file: {path} can be read by everybody; chmod o-r it first")
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{where}: password_file: {error}") from error


def _mapping(where: str, found: Any) -> Mapping[str, Any]:
    if not isinstance(found, Mapping) or not all(isinstance(key, str) for key in found):
        raise ConfigError(f"{where}: expected keys and values, found {found!r}")
    return found


def _list(where: str, found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise ConfigError(f"{where}: expected a list, found {found!r}")
    return found
