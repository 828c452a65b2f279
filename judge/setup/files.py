"""Answers → the files of a judge: judge.yaml, passwords, and what its mail server, its DNS and systemd are told."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from judge.reports import Templates
from judge.setup.answers import SMTPS, Answers, Server

OPEN, GROUP, SECRET = 0o644, 0o640, 0o600
RSPAMD = ("actions.conf", "milter_headers.conf", "worker-normal.inc", "worker-proxy.inc")
SIGNING = "dkim_signing.conf"
"""rspamd's files; the last where it signs what goes out."""
ZONE = "mail/dns.zone"
"""The DNS records, beside judge.yaml."""
DNS_TEXT = 250
"""The most characters in one string of a TXT record; longer texts have several (RFC 1035, section 3.3.14)."""


class Machine(NamedTuple):
    """What is not asked: the machine's IP address as others see it ('' if unknown), and the DKIM keys that were made for it."""

    address: str = ""
    private: str = ""
    """PEM; '' where rspamd does not sign."""
    public: str = ""
    """Base64."""


class SetupFile(NamedTuple):
    """A file to be written, below the folder of judge.yaml."""

    path: str
    text: str
    mode: int = OPEN

    @property
    def secret(self) -> bool:
        """Whether its text must not be shown."""
        return self.mode == SECRET


def secrets_needed(answers: Answers) -> dict[str, tuple[str, str]]:
    """Return the passwords that must be known: key of an answer → the file that keeps it, and whose it is, in words."""
    needed = dict[str, tuple[str, str]]()
    if answers.mailbox:
        needed["mailbox_password"] = ("imap-password", f"{answers.mailbox.login} at {answers.mailbox.host}")
    if answers.relay:
        needed["relay_password"] = ("smtp-password", f"{answers.relay.login} at {answers.relay.host}")
    if answers.store_line:
        needed["store_password"] = ("pgpass", f"the database at {answers.store_line.partition(':')[0]}")
    return needed


def setup_files(
    answers: Answers, machine: Machine, secrets: Mapping[str, str], words: Templates, folder: str, config: str = "judge.yaml"
) -> Iterator[SetupFile]:
    """Make every file.

    Args:
        secrets: the passwords by their keys (`secrets_needed`); with Dovecot also `mailbox_password`, made by the caller.
        folder: where they will be.
        config: the name of the configuration there.
    """
    facts = _facts(answers, machine, folder)
    yield SetupFile(config, _printed(words, "judge.yaml", facts), GROUP)
    for key, name in (("mailbox_password", "imap-password"), ("relay_password", "smtp-password")):
        if key in secrets:
            yield SetupFile(name, secrets[key] + "\n", SECRET)
    if answers.store_line:
        yield SetupFile("pgpass", answers.store_line + _escaped(secrets["store_password"]) + "\n", SECRET)
    yield SetupFile("systemd/judge-backup.timer.d/setup.conf", _printed(words, "timer.conf", facts))
    if facts["elsewhere"]:
        yield SetupFile("systemd/judge-backup.service.d/setup.conf", _printed(words, "service.conf", facts))
    if answers.host:
        yield from mail_files(answers, machine, secrets, words, folder)


def mail_files(
    answers: Answers, machine: Machine, secrets: Mapping[str, str], words: Templates, folder: str
) -> Iterator[SetupFile]:
    """Make the files of a mail server of one's own."""
    facts = _facts(answers, machine, folder)
    yield SetupFile("mail/main.cf", _printed(words, "main.cf", facts))
    yield SetupFile(ZONE, _printed(words, "dns.zone", facts))
    for name in RSPAMD if answers.relay else (*RSPAMD, SIGNING):
        yield SetupFile(f"mail/rspamd/local.d/{name}", _printed(words, f"rspamd/{name}", facts))
    if machine.private:
        yield SetupFile("mail/dkim.key", machine.private, SECRET)
    if answers.dovecot:
        yield SetupFile("mail/dovecot.conf", _printed(words, "dovecot.conf", facts))
        yield SetupFile("mail/dovecot-users", f"{answers.address}:{hashed(secrets['mailbox_password'], answers.address)}\n", SECRET)


def next_steps(answers: Answers, words: Templates, folder: str) -> str:
    """Return what is to be done with the files."""
    return _printed(words, "next", _facts(answers, Machine(), folder))


def hashed(password: str, salt: str) -> str:
    """Return a password as Dovecot compares it. The password is random, so that its salt need not be."""
    grains = hashlib.sha256(salt.encode()).digest()[:8]
    return "{SSHA256}" + base64.b64encode(hashlib.sha256(password.encode() + grains).digest() + grains).decode()


def kept_secret(key: str, text: str, answers: Answers) -> str:
    """Return the password that a file of an earlier setup has; '' if it is not for this judge."""
    if key != "store_password":
        return text.strip()
    line = text.strip()
    return re.sub(r"\\(.)", r"\1", line.removeprefix(answers.store_line)) if line.startswith(answers.store_line) else ""


def _escaped(password: str) -> str:
    """Return a password as libpq's password file has it."""
    return password.replace("\\", "\\\\").replace(":", "\\:")


def _printed(words: Templates, name: str, facts: Mapping[str, Any]) -> str:
    return words.printed(f"setup/{name}.j2", **facts) + "\n"


def _facts(answers: Answers, machine: Machine, folder: str) -> dict[str, Any]:
    record = f"v=DKIM1; k=rsa; p={machine.public}"
    store = answers.store + (f"?passfile={folder}/pgpass" if answers.store_line else "")
    mailbox = answers.mailbox or (Server("127.0.0.1", 143, answers.address) if answers.dovecot else None)
    return {
        "address": answers.address, "domain": answers.domain, "operator": answers.operator, "host": answers.host,
        "folder": folder, "state": answers.state, "store": _plain(store), "mailbox": _safe(mailbox),
        "relay": _safe(answers.relay), "dovecot": answers.dovecot, "verified": answers.verified, "signatures": answers.signatures,
        "trust_from": answers.trust_from, "backups": answers.backups, "zone": answers.zone,
        "implicit": bool(answers.relay and answers.relay.port == SMTPS),
        "elsewhere": not f"{answers.backups}/".startswith(f"{answers.state}/"),
        "key": " ".join(f'"{record[at : at + DNS_TEXT]}"' for at in range(0, len(record), DNS_TEXT)) if machine.public else "",
        "ip": machine.address, "kind": "AAAA" if ":" in machine.address else "A", "postgresql": store.startswith("postgresql"),
    }  # fmt: skip


def _safe(server: Server | None) -> dict[str, Any] | None:
    return {**server._asdict(), "login": _plain(server.login)} if server else None


def _plain(value: str) -> str:
    """Return a text as YAML has it, in quotation marks where it needs them."""
    return yaml.safe_dump(value, width=1000).removesuffix("\n...\n").strip()
