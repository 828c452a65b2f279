"""What an operator may choose, with the defaults that hold without a file, and which values are allowed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal


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


def _heartbeat(said: str) -> str:
    known = said in ("", "daily") or said.startswith(("https://", "http://"))
    return "" if known else f"expected a web address (https://…) or `daily`, found {said!r}"


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


class Password(str):
    """A password as its file had it when the configuration was read."""

    file: Path | None = None

    def now(self) -> str:
        """Return the password as its file has it now; as it was if the file cannot be read. So it may change without a restart."""
        try:
            return (self.file.read_text("utf-8").strip() if self.file else "") or str(self)
        except (OSError, UnicodeDecodeError):
            return str(self)


def current_password(password: str) -> str:
    """Return a configured password as it is now."""
    return password.now() if isinstance(password, Password) else password


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
    """Seconds for which a deadline waits while the mailbox cannot be reached, since it may hold orders; they count from the
    deadline or from the judge's start, whichever is later.
    """


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
    """How many `Received` lines our own servers put on top of each letter. Headers below them prove nothing. A letter counts from
    the time in the last of these lines, however late a server hands it over.
    """
    milter: bool = False
    """Whether the header stands directly below those lines, where a milter in Postfix puts it. The milter must remove such headers
    of others.
    """


@dataclass(frozen=True, slots=True)
class ForwarderConfig:
    """An address elsewhere whose mail is forwarded to the judge, by a provider that seals it (ARC, RFC 8617)."""

    address: Annotated[str, _mail_address]
    """What players write to."""
    seals: str
    """The domain in its seals (`d=` in ARC-Seal), such as google.com for an address at gmail.com."""


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
    outbox_minutes: Annotated[int, _between(1)] = 15
    """Minutes that mail may wait to be sent before the operator is told."""
    metrics: Annotated[str, _metrics] = ""
    """host:port on this machine where Prometheus reads the metrics; '' for none."""
    heartbeat: Annotated[str, _heartbeat] = ""
    """A web address to which the judge gives a sign of life every five minutes, unless something critical is wrong; or `daily`: a
    letter to the operator every morning. '' for neither.
    """
    store: str = "sqlite:///var/judge.db"
    """SQLAlchemy URL of the database; `postgresql://user@host/database` for one that several workers share."""
    backups: Path | None = None
    """The folder into which `judge backup` writes when it is given no file. None: `backups` next to the database."""
    backup_days: Count = 3
    """Days after which `judge status --check` and `judge doctor` call the newest backup too old; 0: they do not look for one."""
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
    forwarders: tuple[ForwarderConfig, ...] = ()
    """Whose word counts about who wrote what they forward to the judge. Nobody else's seals do."""
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
