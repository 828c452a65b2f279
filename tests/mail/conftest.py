"""A real mailbox: Debian's Dovecot, as the user who runs the tests, on a free port, with a folder of its own."""

from __future__ import annotations

import getpass
import grp
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from imapclient import IMAPClient

from judge.config import Mailbox

CONFIG = """
base_dir = {root}/run
state_dir = {root}/run
log_path = {root}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = {internal}
default_internal_group = {group}
default_login_user = {login}
first_valid_uid = {uid}
first_valid_gid = {gid}
mail_location = maildir:{root}/mail/%n
imap_capability = {capability}
passdb {{
  driver = passwd-file
  args = {root}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={root}/mail/%n allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


@dataclass
class Dovecot:
    """A running server with one mailbox."""

    root: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def box(self) -> Mailbox:
        """The mailbox as the poller is told of it."""
        return Mailbox("127.0.0.1", "judge", "secret", port=self.port, tls=False, every=0.05)

    def start(self, capability: str = "") -> None:
        """Start it, and wait until it answers."""
        given = {"root": self.root, "port": self.port, "capability": capability or "+"}
        (self.root / "dovecot.conf").write_text(CONFIG.format(**given, **self._users()))
        (self.root / "users").write_text("judge:{PLAIN}secret\n")
        command = [program(), "-F", "-c", str(self.root / "dovecot.conf")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                self.client().logout()
                return
            except (OSError, IMAPClient.Error):
                time.sleep(0.02)
        raise RuntimeError(f"Dovecot does not answer: {(self.root / 'log').read_text()}")

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
            self.process.wait(timeout=10)
            self.process = None

    def client(self) -> IMAPClient:
        """A connection of the test's own, logged in."""
        client = IMAPClient("127.0.0.1", self.port, ssl=False, timeout=10)
        client.login("judge", "secret")
        return client

    def put(self, *letters: bytes) -> None:
        """Lay letters into the INBOX."""
        client = self.client()
        for raw in letters:
            client.append("INBOX", raw)
        client.logout()

    def count(self, folder: str) -> int:
        """How many letters a folder holds."""
        client = self.client()
        found = client.folder_status(folder, "MESSAGES")[b"MESSAGES"] if client.folder_exists(folder) else 0
        client.logout()
        return int(found)


def program() -> str:
    """Where Dovecot is; empty if it is not."""
    return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or ""


def missing() -> str:
    """Why there can be no Dovecot; empty if there can."""
    if not program():
        return "no Dovecot here: apt-get install dovecot-imapd"
    version = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    return "" if version.startswith("2.3") else f"this configuration is for Dovecot 2.3, found {version}"


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    """A Dovecot with an empty mailbox. Without the program the tier is missing, and in CI that is a failure."""
    if reason := missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    # Its Unix sockets must have short names (108 bytes), so pytest's own folders are too deep.
    server = Dovecot(Path(tempfile.mkdtemp(prefix="dovecot-", dir="/tmp")), port)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(server.root, ignore_errors=True)
