"""Debian's Postfix and rspamd, set up by what deploy/ has for operators, and a DNS of our own: all on loopback, gone afterwards.

Postfix must be root. What tests change of deploy/'s files: places, ports, and that letters to the outside go to a Dovecot here.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

from tests.mail.test_postfix import SERVICES
from tests.parent import ends_with_us
from tests.ports import free_port, is_free
from tests.waiting import until

DEPLOY = Path(__file__).parents[2] / "deploy/mail"
HOME = "home.example"
OUTSIDE = "198.51.100.7"
"""Where letters from home.example come from."""
SMTPD = "127.0.0.1:{port} inet n - n - - smtpd"


class Key(NamedTuple):
    """A DKIM key."""

    private: bytes
    record: str
    """What stands in the DNS."""


def missing() -> str:
    """Why there can be no servers; empty if there can."""
    gone = [name for name in ("postfix", "rspamd") if not shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")]
    if gone:
        return f"no {', '.join(gone)} here: apt-get install {' '.join(gone)}"
    return "" if os.getuid() == 0 else "not root, which Postfix must be"


def new_key(bits: int = 1024) -> Key:
    """A key that nobody else has."""
    private = subprocess.run(["openssl", "genrsa", "-traditional", str(bits)], check=True, capture_output=True).stdout
    public = subprocess.run(["openssl", "rsa", "-pubout"], input=private, check=True, capture_output=True).stdout
    return Key(private, f"v=DKIM1; k=rsa; p={''.join(public.decode().splitlines()[1:-1])}")


@contextmanager
def names(records: Mapping[str, str]) -> Iterator[int]:
    """The port of a DNS server that knows these TXT records, and of nothing else."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))
        server = threading.Thread(target=_answer, args=(line, records), daemon=True)
        server.start()
        yield line.getsockname()[1]
        line.sendto(b"", line.getsockname())  # nothing asked: the end
        server.join()


def _answer(line: socket.socket, records: Mapping[str, str]) -> None:
    while True:
        asked, client = line.recvfrom(4096)
        if not asked:
            return
        query = dns.message.from_wire(asked)
        [question] = query.question
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        name = question.name.to_text(omit_final_dot=True).lower()
        if found := records.get(name):
            if question.rdtype == dns.rdatatype.TXT:
                parts = " ".join(f'"{found[at : at + 250]}"' for at in range(0, len(found), 250))
                answer.answer.append(dns.rrset.from_text(question.name, 300, "IN", "TXT", parts))
        else:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        line.sendto(answer.to_wire(max_size=4096), client)


@contextmanager
def folder(name: str) -> Iterator[Path]:
    """A folder with a short name, which other users may enter."""
    root = Path(tempfile.mkdtemp(prefix=f"{name}-", dir="/tmp"))
    root.chmod(0o755)
    try:
        yield root
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def rspamd(resolver: int, key: Key) -> Iterator[int]:
    """The port of an rspamd that speaks to Postfix, looks names up at a port, and signs letters from pbm.example."""
    port = free_port()
    with folder("rspamd") as root:
        shutil.copytree(DEPLOY / "rspamd/local.d", root / "local.d")
        signing = root / "local.d/dkim_signing.conf"
        signing.write_text(re.sub(r'path = ".*"', f'path = "{root}/key"', signing.read_text()))
        (root / "key").write_bytes(key.private)
        (root / "override.d").mkdir()
        for file, text in {
            "worker-proxy.inc": f'bind_socket = "127.0.0.1:{port}";',
            "worker-controller.inc": "enabled = false;",
            "options.inc": f'dns {{ nameserver = ["127.0.0.1:{resolver}"]; timeout = 20s; }}\ntask_timeout = 60s;',
            "logging.inc": 'level = "info";',
        }.items():
            (root / "override.d" / file).write_text(text + "\n")
        for each in (root, *root.rglob("*")):
            shutil.chown(each, "_rspamd", "_rspamd")
        places = [f"--var={name}={root}" for name in ("LOCAL_CONFDIR", "DBDIR", "RUNDIR", "LOGDIR")]
        command = ["rspamd", "-f", "-c", "/etc/rspamd/rspamd.conf", "-u", "_rspamd", "-g", "_rspamd", *places]
        ends = ends_with_us(signal.SIGTERM)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=ends)
        log = root / "rspamd.log"
        try:
            until(lambda: not is_free(port) or process.poll() is not None, lambda: log.read_text() if log.exists() else "")
            assert process.poll() is None, log.read_text()
            yield port
        finally:
            if kept := os.environ.get("REAL_SERVERS_LOG"):
                shutil.copy(log, kept)
            process.terminate()
            process.wait(timeout=60)


def settings(text: str) -> dict[str, str]:
    """A main.cf's parameters."""
    return dict(re.findall(r"^(\w+) = ?(.*)$", text, re.MULTILINE))


@contextmanager
def postfix(milter: int, judge: int, dovecot: int) -> Iterator[int]:
    """The port of a Postfix as deploy/ has it: the judge's letters go to it by LMTP, what it writes to a Dovecot."""
    port = free_port()
    with folder("postfix") as root:
        for name in ("etc", "queue", "data"):
            (root / name).mkdir()
        shutil.chown(root / "data", "postfix", "postfix")
        base = settings((Path(__file__).parent / "postfix.conf").read_text().replace("{root}", str(root)))
        ours = settings((DEPLOY / "main.cf").read_text().replace("127.0.0.1:11332", f"127.0.0.1:{milter}"))
        own = {
            "transport_maps": f"inline:{{ {HOME}=lmtp:inet:127.0.0.1:{dovecot} }}", "smtpd_authorized_xclient_hosts": "127.0.0.1",
            "virtual_transport": ours["virtual_transport"].replace(":8024", f":{judge}"), "relay_domains": "",
            "maximal_backoff_time": "1s",
        }  # fmt: skip
        lines = [f"{name} = {value}" for name, value in {**base, **ours, **own}.items()]
        (root / "etc/main.cf").write_text("\n".join(lines) + "\n")
        (root / "etc/master.cf").write_text(SMTPD.format(port=port) + SERVICES)
        subprocess.run(["postfix", "-c", str(root / "etc"), "start"], check=True, capture_output=True)
        try:
            yield port
        finally:
            if kept := os.environ.get("REAL_SERVERS_LOG"):
                shutil.copy(root / "log", kept + ".postfix")
            subprocess.run(["postfix", "-c", str(root / "etc"), "stop"], check=False, capture_output=True)
