"""A real mail server for tests and benchmarks: Debian's Dovecot, as the user who runs them, on free ports of loopback."""

from __future__ import annotations

import base64
import getpass
import grp
import hashlib
import hmac
import json
import os
import pwd
import re
import shutil
import signal
import smtplib
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from imapclient import IMAPClient

from judge.config import ImapConfig
from tests.parent import ends_with_us
from tests.ports import free_port, is_free
from tests.waiting import LONGEST, until

HERE = Path(__file__).parent
KEY = b"nobody else knows this"
OAUTH = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={root}/keys/
username_attribute = sub
"""


@dataclass
class Dovecot:
    """A running server with one mailbox, `judge`, read by IMAP and filled by LMTP."""

    root: Path
    port: int
    lmtp: int
    prefix: str = ""
    imaps: int = 0
    """Its port for TLS, if it has a certificate."""
    certificate: Path | None = None
    """Key and certificate, in one file (PEM)."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def box(self) -> ImapConfig:
        """The mailbox as the poller is told of it."""
        return ImapConfig("127.0.0.1", "judge", "secret", port=self.port, tls=False, every=0.05, idle=False)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        ports = {"imap": self.port, "imaps": self.imaps, "lmtp": self.lmtp}
        given = {"root": self.root, **ports, "prefix": self.prefix, "tls": self._tls(), **self._users()}
        text = (HERE / f"dovecot-{version()}.conf").read_text()
        (self.root / "dovecot.conf").write_text(re.sub(r"\{(\w+)\}", lambda found: str(given[found[1]]), text))
        (self.root / "users").write_text("judge:{PLAIN}secret\n")
        (self.root / "oauth2.conf").write_text(OAUTH.format(root=self.root))
        (self.root / "keys/default/HS256").mkdir(parents=True, exist_ok=True)
        (self.root / "keys/default/HS256/default").write_bytes(base64.b64encode(KEY))
        command = [program(), "-F", "-c", str(self.root / "dovecot.conf")]
        alone: dict[str, Any] = {"start_new_session": True, "preexec_fn": ends_with_us(signal.SIGTERM)}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **alone)
        until(lambda: self._answers() or self.process.poll() is not None, self._log)  # type: ignore[union-attr]
        if self.process.poll() is not None:
            raise RuntimeError(f"Dovecot has ended: {self._log()}")

    def _tls(self) -> str:
        if not self.certificate:
            return "ssl = no"
        cert, key = ("ssl_cert = <", "ssl_key = <") if version() == "2.3" else ("ssl_server_cert_file = ", "ssl_server_key_file = ")
        return f"ssl = yes\n{cert}{self.certificate}\n{key}{self.certificate}"

    def _answers(self) -> bool:
        try:
            self.client().logout()
        except (OSError, IMAPClient.Error):
            return False
        return True

    def _log(self) -> str:
        return (self.root / "log").read_text() if (self.root / "log").exists() else ""

    def _users(self) -> dict[str, object]:
        """Whose processes they are. Dovecot will not log people in, or open mail, as root: then Debian's users do it."""
        if os.getuid():
            me, group = getpass.getuser(), grp.getgrgid(os.getgid()).gr_name
            return {"internal": me, "group": group, "login": me, "uid": os.getuid(), "gid": os.getgid()}
        nobody = pwd.getpwnam("nobody")
        self.root.chmod(0o755)
        (self.root / "mail").mkdir(exist_ok=True)
        os.chown(self.root / "mail", nobody.pw_uid, nobody.pw_gid)
        return {"internal": "dovecot", "group": "dovecot", "login": "dovenull", "uid": nobody.pw_uid, "gid": nobody.pw_gid}

    def stop(self) -> None:
        """Stop it, cutting every connection."""
        if self.process:
            self.process.terminate()
            self._ended()

    def kill(self) -> None:
        """Kill it and all its children, in the middle of whatever they do."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self._ended()

    def _ended(self) -> None:
        """Wait until it is no more, and its children, who listen at its ports."""
        assert self.process
        self.process.wait(timeout=LONGEST)
        self.process = None
        until(lambda: is_free(self.port) and is_free(self.lmtp))

    def client(self) -> IMAPClient:
        """A connection of the test's own, logged in."""
        client = IMAPClient("127.0.0.1", self.port, ssl=False, timeout=LONGEST)
        client.login("judge", "secret")
        return client

    def put(self, *letters: bytes) -> None:
        """Lay letters into the INBOX."""
        client = self.client()
        for raw in letters:
            client.append("INBOX", raw)
        client.logout()

    def deliver(self, raw: bytes, *to: str, sender: str = "ann@example.org") -> None:
        """Hand a letter over by LMTP, as a mail server would."""
        for recipient in to:
            with smtplib.LMTP("127.0.0.1", self.lmtp, timeout=LONGEST) as line:
                line.sendmail(sender, [recipient], raw)

    def count(self, folder: str) -> int:
        """How many letters a folder holds."""
        client = self.client()
        found = client.folder_status(folder, "MESSAGES")[b"MESSAGES"] if client.folder_exists(folder) else 0
        client.logout()
        return int(found)


def token(user: str) -> str:
    """An OAuth 2 token that the server takes: a JWT (RFC 7519) signed with its key."""
    parts = [{"alg": "HS256", "typ": "JWT"}, {"sub": user, "exp": 4_000_000_000}]
    text = b".".join(_url64(json.dumps(part).encode()) for part in parts)
    return (text + b"." + _url64(hmac.new(KEY, text, hashlib.sha256).digest())).decode()


def _url64(raw: bytes) -> bytes:
    return base64.urlsafe_b64encode(raw).rstrip(b"=")


def program() -> str:
    """Where Dovecot is; empty if it is not."""
    return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or ""


@cache
def version() -> str:
    """`2.3` or `2.4`."""
    said = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    return ".".join(said.split(".")[:2])


def missing() -> str:
    """Why there can be no Dovecot; empty if there can."""
    if not program() or not Path("/usr/lib/dovecot/lmtp").exists():
        return "no Dovecot here: apt-get install dovecot-imapd dovecot-lmtpd"
    known = (HERE / f"dovecot-{version()}.conf").exists()
    return "" if known else f"no configuration for Dovecot {version()}"


@contextmanager
def running() -> Iterator[Dovecot]:
    """A Dovecot with an empty mailbox, and nothing left of it afterwards."""
    # Its Unix sockets must have short names (108 bytes), so pytest's own folders are too deep.
    server = Dovecot(Path(tempfile.mkdtemp(prefix="dovecot-", dir="/tmp")), free_port(), free_port())
    try:
        server.start()
        yield server
    finally:
        if server.process:
            server.kill()  # to stop it in good order takes a second
        shutil.rmtree(server.root, ignore_errors=True)
