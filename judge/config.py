"""Configuration: judge.yaml → a frozen Config. It is read once and passed on; without a file the defaults below hold."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import yaml


class ConfigError(ValueError):
    """The configuration cannot be used; the message says where and why, a line for each mistake."""


Check = Callable[[Any], str]
"""Takes a value of the right type; returns what is wrong with it, or ''."""


def _between(least: float, most: float = 0) -> Check:
    expected = f"{least} to {most}" if most else f"{least} or more"
    return lambda value: "" if value >= least and (not most or value <= most) else f"expected {expected}, found {value!r}"


def _more_than_none(value: float) -> str:
    return "" if 0 < value < float("inf") else f"expected more than 0, found {value!r}"


def _mail_address(value: str) -> str:
    plain = value.count("@") == 1 and value.isascii() and value == "".join(value.split())
    return "" if plain else f"{value!r} is no mail address"


def _mail_address_or_none(value: str) -> str:
    return _mail_address(value) if value else ""


def _readable(path: str) -> str:
    return f"{path} cannot be read" if path and not os.access(path, os.R_OK) else ""


def _kept_long_enough(days: int) -> str:
    if days == 0 or days >= LEAST_DAYS:
        return ""
    return f"{days} is too few; letters may wait {LEAST_DAYS} days for a reply (0: for ever)"


def _metrics(said: str) -> str:
    host, port = _host_and_port(said)
    if not said:
        return ""
    if port < 0:
        return f"{said!r} is no host:port"
    return "" if _is_here(host) else f"{host} could be asked from outside; use 127.0.0.1, and a proxy if need be"


def _host_and_port(said: str) -> tuple[str, int]:
    """Host and port of `host:port`; the port is -1 if it is not valid."""
    host, _, port = said.rpartition(":")
    return host.strip("[]"), int(port) if port.isdecimal() and int(port) < 65536 else -1


def _is_here(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


LONGEST_REST = 60
"""The most days for which the judge may remember who was invited."""
LEAST_DAYS = 14
"""The fewest days for which mail is kept: held mail waits for its writer, unsent mail for a mail server."""

Port = Annotated[int, _between(0, 65535)]
Count = Annotated[int, _between(0)]
Seconds = Annotated[float, _more_than_none]
Certificates = Annotated[str, _readable]


@dataclass(frozen=True, slots=True)
class SmtpInConfig:
    """Where the judge itself receives mail, by SMTP or by LMTP."""

    host: str = "127.0.0.1"
    port: Port = 8025
    """0 lets the system choose a free one."""


@dataclass(frozen=True, slots=True)
class ImapConfig:
    """A mailbox from which mail is fetched by IMAP."""

    host: str
    user: str
    password: str = field(default="", repr=False)
    token_command: str = ""
    """A program, with its arguments, that prints an OAuth 2 token: logs in by XOAUTH2 instead of a password."""
    port: Port = 993
    tls: bool = True
    ca_file: Certificates = ""
    """Certificates (PEM) of the authorities that may sign the server's certificate, instead of the system's."""
    folder: str = "INBOX"
    processed: str = "Processed"
    """The folder to which fetched letters are moved; made if it does not exist."""
    failed: str = "Failed"
    """The folder to which a letter is moved that the server cannot hand over; made if it does not exist."""
    idle: bool = True
    """Whether to wait for the server to report new mail (IDLE), where it can."""
    every: Seconds = 60.0
    """Seconds between two looks, whatever the server reports."""
    patience: Annotated[float, _between(0)] = 3600.0
    """Seconds for which a deadline waits while the mailbox cannot be reached, since it may hold orders."""


@dataclass(frozen=True, slots=True)
class MaildirInConfig:
    """A Maildir on this machine into which a mail server delivers, and which the judge empties."""

    path: str
    every: Seconds = 2.0
    """Seconds between two looks."""
    patience: Annotated[float, _between(0)] = 3600.0
    """Seconds for which a deadline waits while the Maildir cannot be read."""


@dataclass(frozen=True, slots=True)
class RelayConfig:
    """The mail server that takes outgoing mail."""

    host: str
    port: Port = 587
    tls: Literal["starttls", "implicit", "none"] = "starttls"
    """`starttls` (port 587) or `implicit` (port 465): nothing is ever sent unencrypted. `none`: only for a server on this machine.
    """
    ca_file: Certificates = ""
    """Certificates (PEM) of the authorities that may sign the server's certificate, instead of the system's."""
    user: str = ""
    password: str = field(default="", repr=False)
    token_command: str = ""
    """A program, with its arguments, that prints an OAuth 2 token: logs in by XOAUTH2 instead of a password."""


@dataclass(frozen=True, slots=True)
class AuthResultsConfig:
    """Our own mail server, which checks senders by DMARC and reports it in `Authentication-Results` (RFC 8601)."""

    authserv: str
    """The name that it gives itself in that header (authserv-id)."""
    received: Annotated[int, _between(1)] = 1
    """How many `Received` lines our own servers put on top of each letter. Headers below them prove nothing."""
    milter: bool = False
    """Whether the header stands directly below those lines, where a milter in Postfix puts it. The milter must remove such headers
    of others.
    """


@dataclass(frozen=True, slots=True)
class Config:
    """All that an operator may choose. Relative paths count from the working directory."""

    address: Annotated[str, _mail_address] = "judge@localhost"
    """The judge's own address; its domain stands in every Message-ID."""
    name: str = "Judge"
    """The display name of the address."""
    maps: bool = True
    """Whether mail includes maps."""
    operator: Annotated[str, _mail_address_or_none] = ""
    """Who is told of trouble that no GM can mend: a mail to a GM that cannot be sent, a letter that could not be processed, an
    outbox that does not empty, a clock that jumps. '' writes it to the log only.
    """
    outbox_minutes: Annotated[int, _between(1)] = 60
    """Minutes that mail may wait to be sent before the operator is told."""
    metrics: Annotated[str, _metrics] = ""
    """host:port on this machine where Prometheus reads the metrics; '' for none."""
    store: str = "sqlite:///var/judge.db"
    """SQLAlchemy URL of the database; `postgresql://user@host/database` for one that several workers share."""
    key: Path | None = None
    """File with the key from which reply addresses are made. None: a file next to the database, made at the first start."""
    trust_from: bool = False
    """Whether the From line alone proves who wrote, where nothing else does. Anybody can forge it."""
    letters_an_hour: Count = 30
    """Letters of one writer an hour that are each answered. More are read and obeyed, but not answered."""
    strangers_an_hour: Count = 30
    """Letters an hour from all unknown writers together that are answered. More are dropped."""
    games_a_day: Count = 3
    """Games that one person may open within a day (24 hours). 0: any number."""
    guests_a_day: Count = 20
    """People to whom the judge writes within a day for one person: by INVITE, and TAKEOVER with an address. 0: any number."""
    invitation_days: Annotated[int, _between(0, LONGEST_REST)] = 7
    """Days before an address may be invited again, by anyone. 0: at any time."""
    keep_days: Annotated[int, _kept_long_enough] = 90
    """Days after which the text of mail in both directions is deleted; games stay whole. 0: never."""
    verified: AuthResultsConfig | None = None
    """The mail server whose Authentication-Results count; None for no server."""
    verify_signatures: bool = True
    """Whether the judge verifies DKIM signatures itself, where `verified` names no server. It asks name servers for the keys."""
    smtp: SmtpInConfig | None = field(default_factory=SmtpInConfig)
    """The built-in SMTP server; None where mail only comes in other ways."""
    lmtp: SmtpInConfig | None = None
    imap: ImapConfig | None = None
    inbox: MaildirInConfig | None = None
    maildir: Path = Path("var/mail")
    """The folder for outgoing mail while there is no relay: it gets one Maildir for each address."""
    relay: RelayConfig | None = None
    games: tuple[Path, ...] = ()
    """Further folders with games, searched before the judge's own."""


WAYS_IN: Mapping[str, type[Any]] = {"smtp": SmtpInConfig, "lmtp": SmtpInConfig, "imap": ImapConfig, "inbox": MaildirInConfig}
"""The ways in that the daemon serves. `judge deliver` needs no daemon and always works."""
LMTP_PORT = 8024
PASSWORDS = ("password_file", "password_env")
"""The keys that say where a password is. A password is never in the file itself."""


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


def parse_metrics_address(said: str) -> tuple[str, int]:
    """Return host and port of `metrics`. Raises ConfigError if they are not valid, or can be reached from other machines."""
    if not said or (wrong := _metrics(said)):
        raise ConfigError(f"metrics: {wrong if said else 'nothing is said'}")
    return _host_and_port(said)


def _mailbox(way: ImapConfig) -> Iterator[str]:
    if bool(way.password) == bool(way.token_command):
        yield "give one of password_file, password_env and token_command"
    if not way.tls and not _is_here(way.host):
        yield "tls: false would send the password in the clear; only a server on this machine may do so"
    if way.folder in (way.processed, way.failed):
        yield f"processed and failed must be other folders than {way.folder!r}"


def _relay(relay: RelayConfig) -> Iterator[str]:
    if relay.tls == "none" and not _is_here(relay.host):
        yield "tls: none would send letters in the clear; only a server on this machine may have them so"
    if relay.password and relay.token_command:
        yield "give one of password_file, password_env and token_command"
    if bool(relay.user) != bool(relay.password or relay.token_command):
        yield "user goes with password_file, password_env or token_command, and they with user"


TOGETHER: Mapping[type, Callable[[Any], Iterator[str]]] = {ImapConfig: _mailbox, RelayConfig: _relay}
"""A part of the configuration → what is wrong with its values together, though each is valid by itself."""
KINDS: Mapping[Any, tuple[str, tuple[type, ...]]] = {
    str: ("a text", (str,)), int: ("a whole number", (int,)), float: ("a number", (int, float)), bool: ("true or false", (bool,)),
    Path: ("a path", (str,)),
}  # fmt: skip
"""The type of a setting → what messages call it, and the types that it may have in the file."""


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
            return path.read_text("utf-8").strip()
        except OSError as error:
            self.passwords.append(f"{where}: password_file: {path} cannot be read: {error.strerror}")
            return ""
        except UnicodeDecodeError:
            self.passwords.append(f"{where}: password_file: {path} is no text in UTF-8")
            return ""
