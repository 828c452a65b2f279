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
class SmtpInConfig:
    """Where the judge itself takes letters, by SMTP or by LMTP."""

    host: str = "127.0.0.1"
    port: int = 8025
    """0 lets the system choose a free one."""


@dataclass(frozen=True, slots=True)
class ImapConfig:
    """A mailbox that letters are fetched from by IMAP."""

    host: str
    user: str
    password: str = field(default="", repr=False)
    token_command: str = ""
    """A program, with its arguments, that prints an OAuth 2 token: logs in by XOAUTH2 instead of a password."""
    port: int = 993
    tls: bool = True
    ca_file: str = ""
    """Certificates (PEM) of those who may vouch for the server, instead of the system's."""
    folder: str = "INBOX"
    processed: str = "Processed"
    """Where fetched letters are moved; made if it does not exist."""
    failed: str = "Failed"
    """Where a letter is moved that the server cannot hand over; made if it does not exist."""
    idle: bool = True
    """Let the server say when a letter comes (IDLE), where it can."""
    every: float = 60.0
    """Seconds from one look to the next, whatever the server says or does not say."""
    patience: float = 3600.0
    """Seconds for which a mailbox out of reach holds up a deadline, since letters for it may lie there."""


@dataclass(frozen=True, slots=True)
class MaildirInConfig:
    """A Maildir on this machine that a mail server delivers into, and the judge empties."""

    path: str
    every: float = 2.0
    """Seconds from one look to the next."""
    patience: float = 3600.0
    """Seconds for which a Maildir that cannot be read holds up a deadline."""


@dataclass(frozen=True, slots=True)
class RelayConfig:
    """The mail server that outgoing letters are handed to."""

    host: str
    port: int = 587
    tls: str = "starttls"
    """`starttls` (port 587) or `implicit` (port 465): nothing is ever sent in the clear. `none`: for a server on this machine."""
    ca_file: str = ""
    """Certificates (PEM) of those who may vouch for the server, instead of the system's."""
    user: str = ""
    password: str = field(default="", repr=False)
    token_command: str = ""
    """A program, with its arguments, that prints an OAuth 2 token: logs in by XOAUTH2 instead of a password."""


@dataclass(frozen=True, slots=True)
class AuthResultsConfig:
    """Our own mail server, which checks senders by DMARC and says so in `Authentication-Results` (RFC 8601)."""

    authserv: str
    """The name it gives itself there."""
    received: int = 1
    """How many `Received` lines our own servers put on top of each letter; what stands below them proves nothing."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything an operator may choose. Relative paths count from the working directory."""

    address: str = "judge@localhost"
    """The judge's own address; its domain stands in every Message-ID."""
    name: str = "Judge"
    """The name beside it."""
    maps: bool = True
    """Whether letters bring maps."""
    operator: str = ""
    """Who is told of what no game master can mend: a letter to a GM that cannot be sent, one that the judge stumbled over, an
    outbox that ages, a clock that leaps; '' tells the log only."""
    outbox_minutes: int = 60
    """How long a letter may wait to be sent before the operator is told."""
    metrics: str = ""
    """host:port, on this machine, where Prometheus may ask how the judge is; '' for nowhere."""
    store: str = "sqlite:///var/judge.db"
    """SQLAlchemy URL of the database; `postgresql://user@host/database` for one that several workers share."""
    key: Path | None = None
    """File with the key that reply addresses are made from; None: beside the database (a file), made at the first start."""
    trust_from: bool = False
    """Whether a plain From line says who wrote, where nothing else does. Anybody can forge one."""
    letters_an_hour: int = 30
    """Letters of one writer that are answered one by one; what comes beyond them is read and obeyed without an answer."""
    games_a_day: int = 3
    """Games that one person may open within a day (24 hours). 0: any number."""
    guests_a_day: int = 20
    """People to whom the judge writes for one person within a day: INVITE, and TAKEOVER with an address. 0: any number."""
    invitation_days: int = 7
    """Days for which an address that was written to so is not written to again, whoever asks. 0: at any time."""
    keep_days: int = 90
    """Days after which the words of letters, theirs and ours, are deleted; games stay whole. 0: never."""
    verified: AuthResultsConfig | None = None
    """The mail server whose word about senders counts; None where there is none."""
    smtp: SmtpInConfig | None = field(default_factory=SmtpInConfig)
    """The built-in intake; None where letters only come by other ways."""
    lmtp: SmtpInConfig | None = None
    imap: ImapConfig | None = None
    inbox: MaildirInConfig | None = None
    maildir: Path = Path("var/mail")
    """Where outgoing letters go while there is no relay: one Maildir for each address."""
    relay: RelayConfig | None = None
    games: tuple[Path, ...] = ()
    """Further folders of games, looked through before the judge's own."""


def load_config(path: Path | None) -> Config:
    """Read a configuration file; without one, the defaults.

    Raises:
        ConfigError: the file cannot be read, or says something that is not understood.
    """
    if path is None:
        return Config()
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"{path}: {error}") from error
    try:
        return parse_config({} if found is None else found)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error


def parse_config(found: Any) -> Config:
    """Settings from a parsed file (a mapping).

    Raises:
        ConfigError: an unknown key, a missing one, a wrong kind of value; the message names it.
    """
    values = dict(_mapping("the file", found))
    taken = _taken(values)
    for key in WAYS_IN:
        values[key] = _way_in(key, values.get(key) or {}, key in taken)
    if values.get("relay") is not None:
        values["relay"] = _relay(_part(RelayConfig, "relay", values["relay"]))
    if values.get("verified") is not None:
        values["verified"] = _part(AuthResultsConfig, "verified", values["verified"])
    values["maildir"] = Path(str(values.get("maildir", Config.__dataclass_fields__["maildir"].default)))
    values["key"] = Path(str(values["key"])) if values.get("key") else None
    values["games"] = tuple(Path(str(folder)) for folder in _list("games", values.get("games") or []))
    return _checked(_part(Config, "the file", values))


WAYS_IN: Mapping[str, type[Any]] = {"smtp": SmtpInConfig, "lmtp": SmtpInConfig, "imap": ImapConfig, "inbox": MaildirInConfig}
"""Ways in that the daemon sees to. `judge deliver` needs no daemon, and is always there."""
LMTP_PORT = 8024
LONGEST_REST = 60
"""Days that it is remembered at most who was asked to play."""
LEAST_DAYS = 14
"""Days that letters are kept at least: held ones wait for their writers, unsent ones for mail servers."""


def _taken(values: dict[str, Any]) -> list[str]:
    """The ways in that are open: those that `take` names; without it SMTP and every other that is described."""
    if "take" not in values:
        described = [key for key in WAYS_IN if key != "smtp" and values.get(key)]
        return described if values.get("smtp") is False else ["smtp", *described]
    said = values.pop("take")
    taken = [said] if isinstance(said, str) else _list("take", said or [])
    for each in taken:
        if each not in WAYS_IN:
            raise ConfigError(f"take: {each!r} is no way in; known are {', '.join(WAYS_IN)}")
    return taken


def _way_in(key: str, found: Any, wanted: bool) -> Any:
    """A way in that can work; None if it is not wanted: its password file, say, need not be there."""
    if not wanted:
        return None
    if key == "lmtp":
        found = {"port": LMTP_PORT, **_mapping(key, found)}
    way = _part(WAYS_IN[key], key, found)
    return _mailbox(key, way) if isinstance(way, ImapConfig) else way


def _mailbox(where: str, way: ImapConfig) -> ImapConfig:
    if bool(way.password) == bool(way.token_command):
        raise ConfigError(f"{where}: give one of password_file, password_env and token_command")
    if not way.tls and not _is_here(way.host):
        raise ConfigError(f"{where}: tls: false would send the password in the clear; only a server on this machine may do so")
    _certificates(where, way.ca_file)
    if way.folder in (way.processed, way.failed):
        raise ConfigError(f"{where}: processed and failed must be other folders than {way.folder!r}")
    return way


def _relay(relay: RelayConfig) -> RelayConfig:
    if relay.tls not in ("starttls", "implicit", "none"):
        raise ConfigError(f"relay: tls: expected starttls, implicit or none, found {relay.tls!r}")
    if relay.tls == "none" and not _is_here(relay.host):
        raise ConfigError("relay: tls: none would send letters in the clear; only a server on this machine may have them so")
    _certificates("relay", relay.ca_file)
    if relay.password and relay.token_command:
        raise ConfigError("relay: give one of password_file, password_env and token_command")
    if bool(relay.user) != bool(relay.password or relay.token_command):
        raise ConfigError("relay: user goes with password_file, password_env or token_command, and they with user")
    return relay


def _certificates(where: str, path: str) -> None:
    if path and not os.access(path, os.R_OK):
        raise ConfigError(f"{where}: ca_file: {path} cannot be read")


def _is_here(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _checked(found: Config) -> Config:
    for key, address in (("address", found.address), ("operator", found.operator)):
        plain = address.count("@") == 1 and address.isascii() and address == "".join(address.split())
        if not plain and (address or key == "address"):
            raise ConfigError(f"{key}: {address!r} is no mail address")
    if found.metrics:
        parse_metrics_address(found.metrics)
    for key, number, most in (("games_a_day", found.games_a_day, 0), ("guests_a_day", found.guests_a_day, 0),
                              ("invitation_days", found.invitation_days, LONGEST_REST)):  # fmt: skip
        if number < 0 or (most and number > most):
            raise ConfigError(f"{key}: expected {f'0 to {most}' if most else '0 or more'}, found {number}")
    if 0 < found.keep_days < LEAST_DAYS or found.keep_days < 0:
        raise ConfigError(f"keep_days: {found.keep_days} is too few; letters may wait {LEAST_DAYS} days for a reply (0: for ever)")
    return found


def parse_metrics_address(said: str) -> tuple[str, int]:
    """Host and port of `metrics`. Raises ConfigError if they are none, or others could ask from outside."""
    host, _, port = said.rpartition(":")
    if not port.isdigit() or not 0 <= int(port) < 65536:
        raise ConfigError(f"metrics: {said!r} is no host:port")
    if not _is_here(host.strip("[]")):
        raise ConfigError(f"metrics: {host} could be asked from outside; use 127.0.0.1, and a proxy if need be")
    return host.strip("[]"), int(port)


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
