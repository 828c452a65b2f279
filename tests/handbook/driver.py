"""Follows the handbook inside the machine of sandbox.py: runs its commands one block after the other, and plays what is around it.

Around it are name servers, which know what the operator puts into the DNS; for a hosted mailbox a provider (Dovecot, and a server
that sends); and somebody outside who writes HELP. It reads a plan (JSON) from standard input: `blocks`, each [what is typed, the
commands], `domain`, `operator`, `hosted`, and `checks`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

LENT, DEPS = Path("/lent"), Path("/deps")
SKIPPED = ("judge", "_judge", "__editable__")
for each in (DEPS, Path("/srv/copies")):
    each.mkdir(exist_ok=True)
for each in LENT.iterdir():
    if not each.name.startswith(SKIPPED):
        (DEPS / each.name).symlink_to(each)
sys.path[:0] = ["/handbook", str(DEPS)]

import dns.flags  # noqa: E402
import dns.message  # noqa: E402
import dns.name  # noqa: E402
import dns.rcode  # noqa: E402
import dns.rdatatype  # noqa: E402
import dns.reversename  # noqa: E402
import dns.zone  # noqa: E402

from tests.mail import dovecot  # noqa: E402
from tests.mail.servers import listening  # noqa: E402
from tests.waiting import until  # noqa: E402

PLAN: dict[str, Any] = json.load(sys.stdin)
DOMAIN = PLAN["domain"]
OUTSIDE, HOME = "198.51.100.7", "home.example.net"
ZONES = {
    HOME: "@ IN MX 10 mx\nmx IN A 203.0.113.9\n@ IN A 203.0.113.9\n"
    f'@ IN TXT "v=spf1 ip4:{OUTSIDE} -all"\n_dmarc IN TXT "v=DMARC1; p=reject"\n'
}
PROVIDED = (
    "@ IN MX 10 imap\nimap IN A 127.0.0.1\nsmtp IN A 127.0.0.1\n"
    '@ IN TXT "v=spf1 mx -all"\njudge._domainkey IN TXT "v=DKIM1; k=rsa; p=MIIB"\n_dmarc IN TXT "v=DMARC1; p=reject"\n'
)
"""What a hosted mailbox's provider has in the DNS."""


SNAPSHOT = """
mkdir /tmp/source; cd /handbook
git -c safe.directory=/handbook ls-files -z --cached --others --exclude-standard |
    tar --create --null --files-from=- --ignore-failed-read 2>/dev/null | tar --extract --directory=/tmp/source
cd /tmp/source; git init -q; git add -A; git -c user.name=x -c user.email=x@example.org commit -qm x
"""
"""The repository that is cloned: this checkout as it is."""


PRELUDE = 'judge() { command judge "$@" || [ "$1" = doctor ]; }\n'
"""What doctor says is looked at afterwards."""
LEFT_ALONE = {"clock-alone"}
"""No time server sets the clock of this machine: nobody may, but its owner."""


def say(text: str) -> None:
    print(text, flush=True)


def zones() -> Iterator[dns.zone.Zone]:
    """What the name servers know now: the operator has put mail/dns.zone into the DNS as soon as it is there."""
    texts = dict(ZONES)
    ours = Path("/etc/judge/mail/dns.zone")
    if PLAN["hosted"]:
        texts[DOMAIN] = PROVIDED
    elif ours.exists():
        texts[DOMAIN] = ours.read_text()
    if found := re.search(r"^mx +IN A +(\S+)", texts.get(DOMAIN, ""), re.MULTILINE):
        texts[dns.reversename.from_address(found[1]).to_text()] = f"@ IN PTR mx.{DOMAIN}.\n"  # whoever gave the address has set it
    for name, text in texts.items():
        yield dns.zone.from_text(text if "$TTL" in text else f"$TTL 60\n{text}", name, relativize=False, check_origin=False)


def answer(asked: bytes) -> bytes:
    query = dns.message.from_wire(asked)
    [question] = query.question
    made = dns.message.make_response(query)
    made.flags |= dns.flags.RA
    found = [zone for zone in zones() if question.name.is_subdomain(zone.origin)]
    node = found[0].get_node(question.name) if found else None
    if node is None:
        made.set_rcode(dns.rcode.NXDOMAIN)
    elif there := node.get_rdataset(question.rdclass, question.rdtype):
        from dns.rrset import from_rdata_list

        made.answer.append(from_rdata_list(question.name, 60, list(there)))
    return made.to_wire(max_size=4096)


def name_servers() -> None:
    Path("/etc/resolv.conf").unlink(missing_ok=True)
    Path("/etc/resolv.conf").write_text("nameserver 127.0.0.1\n")
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", 53))

    def serve() -> None:
        while True:
            asked, client = line.recvfrom(4096)
            with contextlib.suppress(Exception):
                line.sendto(answer(asked), client)

    threading.Thread(target=serve, daemon=True).start()


class Provider:
    """A provider's server that sends: it takes letters after a login, over TLS, and delivers those to its own mailbox."""

    def __init__(self, mailbox: int) -> None:
        self.letters, self.mailbox = list[bytes](), mailbox

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if envelope.rcpt_tos[0].endswith(f"@{DOMAIN}"):
            await asyncio.to_thread(self.deliver, envelope)
        else:
            self.letters.append(envelope.original_content)
        return "250 OK"

    def deliver(self, envelope: Any) -> None:
        with smtplib.LMTP("127.0.0.1", self.mailbox, timeout=60) as line:
            line.sendmail(envelope.mail_from, envelope.rcpt_tos, envelope.original_content)


@contextlib.contextmanager
def provider() -> Iterator[tuple[dovecot.Dovecot, int, Provider]]:
    """IMAP over TLS, and a relay with a login, whose certificate this machine trusts."""
    import ssl

    from aiosmtpd.smtp import AuthResult

    both = Path("/tmp/both.pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "90"]
    command += ["-subj", f"/CN={DOMAIN}", "-addext", f"subjectAltName=DNS:imap.{DOMAIN},DNS:smtp.{DOMAIN}"]
    subprocess.run([*command, "-keyout", str(both), "-out", f"{both}.crt"], check=True, capture_output=True)
    both.write_bytes(both.read_bytes() + Path(f"{both}.crt").read_bytes())
    os.environ["SSL_CERT_FILE"] = f"{both}.crt"
    server = dovecot.Dovecot(Path("/tmp/provider"), 1143, 1024, imaps=1993, certificate=both)
    server.root.mkdir()
    server.start()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)

    def known(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=(data.login, data.password) == (f"judge@{DOMAIN}".encode(), b"secret"))

    relay = Provider(server.lmtp)
    options = {"tls_context": context, "authenticator": known, "auth_required": True, "require_starttls": True}
    with listening(relay, **options) as port:
        yield server, port, relay


def logs() -> str:
    """The end of each log."""
    found = [*Path("/var/log").glob("judge*.log"), Path("/var/log/rspamd/rspamd.log")]
    return "\n".join(f"--- {log}\n{log.read_text(errors='replace')[-4000:]}" for log in found if log.exists())


def run(typed: str, commands: str) -> None:
    """Run a block as somebody who pastes it, and types this."""
    say("\n".join(f"$ {line}" for line in commands.splitlines()))
    surroundings = {
        **os.environ, "PYTHONPATH": str(DEPS), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_ROOT_USER_ACTION": "ignore", "PIP_CONFIG_FILE": "/dev/null", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }  # fmt: skip
    Path("/tmp/block").write_text(PRELUDE + commands)
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "/tmp/block"], input=typed, text=True, env=surroundings, cwd="/root", check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
    )  # fmt: skip
    say(done.stdout)
    if done.returncode:
        say(logs())
        sys.exit(f"status {done.returncode}")
    if commands.endswith(("judge doctor\n", "judge doctor --round-trip\n")):
        told = subprocess.run(["judge", "doctor", "--json"], capture_output=True, text=True, env=surroundings, check=False).stdout
        to_do = {each["key"] for each in json.loads(told) if each["state"] == "TO DO"} - LEFT_ALONE
        assert not to_do, to_do


def from_outside(to: str, text: str, port: int = 25) -> str:
    """A letter from another machine; returns its Message-ID."""
    name, text = f"<{time.monotonic_ns()}@{HOME}>", text.replace("\n", "\r\n")
    raw = f"From: You <you@{HOME}>\r\nTo: {to}\r\nSubject: hello\r\nMessage-ID: {name}\r\n\r\n{text}\r\n"
    with smtplib.SMTP("127.0.0.1", port, timeout=60, source_address=(OUTSIDE, 0)) as line:
        line.ehlo(f"mx.{HOME}")
        line.sendmail(f"you@{HOME}", [to], raw.encode())
    return name


def queued(to: str) -> list[bytes]:
    """The letters to somebody that wait in Postfix's queue: nobody can be reached from here."""
    listed = subprocess.run(["postqueue", "-j"], capture_output=True, text=True, check=True).stdout.splitlines()
    ids = [entry["queue_id"] for entry in map(json.loads, listed) if to in [each["address"] for each in entry["recipients"]]]
    return [subprocess.run(["postcat", "-qbh", each], capture_output=True, check=True).stdout for each in ids]


def own_server() -> None:
    """HELP is answered and signed by the key that is in the DNS; postmaster reaches the operator; nobody else has mail."""
    import dkim

    from_outside(f"judge@{DOMAIN}", "HELP")
    [answered] = until(lambda: queued(f"you@{HOME}"))
    assert b"JOIN" in answered, answered
    where = dns.name.from_text(f"judge._domainkey.{DOMAIN}")
    record = next(zone for zone in zones() if where.is_subdomain(zone.origin)).get_rdataset(where, "TXT")
    text = b"".join(record[0].strings)
    sent = answered.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    assert dkim.verify(sent, dnsfunc=lambda name, timeout=5: text), answered.partition(b"\n\n")[0].decode()
    for name in ("postmaster", "abuse"):
        from_outside(f"{name}@{DOMAIN}", f"for {name}")
    assert until(lambda: len(queued(PLAN["operator"])) >= 2)
    try:
        from_outside(f"nobody@{DOMAIN}", "hello")
    except smtplib.SMTPRecipientsRefused as refused:
        [(code, _)] = refused.recipients.values()
        assert code == 550
    else:
        raise AssertionError("a letter to nobody is taken")
    say("own server: well")


def hosted(server: dovecot.Dovecot, relay: Provider) -> None:
    """HELP, in the mailbox, is answered through the relay."""
    with smtplib.LMTP("127.0.0.1", server.lmtp, timeout=60) as line:
        raw = f"From: you@{HOME}\r\nTo: judge@{DOMAIN}\r\nSubject: hello\r\nMessage-ID: <1@{HOME}>\r\n\r\nHELP\r\n"
        line.sendmail(f"you@{HOME}", [f"judge@{DOMAIN}"], raw.encode())
    sent = [message_from_bytes(raw, policy=policy.default) for raw in until(lambda: answers(relay))]
    assert len(sent) == 1
    [letter] = sent
    assert letter["To"] == f"you@{HOME}"
    assert "+" in letter["Reply-To"] or letter["From"]
    say("hosted: well")


def answers(relay: Provider) -> list[bytes]:
    """What was sent, but for letters to the operator."""
    return [raw for raw in relay.letters if f"To: {PLAN['operator']}".encode() not in raw]


def far_worker() -> None:
    """A worker elsewhere reaches the database by its password, over TLS."""
    answers = Path("/root/far.yaml")
    answers.touch(0o600)
    store = f"postgresql://judge@{OUTSIDE}/judge"
    answers.write_text(
        f"address: judge@{DOMAIN}\nmailbox: own\noperator: {PLAN['operator']}\nstore: {store}\nstore_password: 'pass: word'\n"
    )
    run("", "install -d -o judge -g judge /etc/judge/far; install -m600 -o judge /root/far.yaml /etc/judge/far/said.yaml")
    config = "--config /etc/judge/far/judge.yaml"
    run("", f"judge setup {config} --answers /etc/judge/far/said.yaml\njudge status {config}")
    say("far worker: well")


def believed() -> None:
    """A newcomer is asked once. After that a fresh letter, of which DMARC says that it may come from where it does, counts."""

    def answer_to(name: str) -> Any:
        def found() -> list[Any]:
            sent = [message_from_bytes(raw, policy=policy.default) for raw in queued(f"you@{HOME}")]
            return [each for each in sent if each["In-Reply-To"] == name]

        return until(found)[0]

    asked = answer_to(from_outside(f"judge@{DOMAIN}", "CREATE Believed VARIANT standard\nDEADLINE Fridays 21:00 Europe/London"))
    answer_to(from_outside(asked["Reply-To"], "YES"))
    told = answer_to(from_outside(f"judge@{DOMAIN}", "GAME Believed\nREMIND 12 hours"))
    assert asked["Subject"] == "[judge] Please confirm: CREATE Believed VARIANT standard"
    assert told["Subject"] == "[believed] Before the start", told["Subject"]
    say("believed: well")


CHECKS = {"own": own_server, "far": far_worker, "believed": believed}


def main() -> None:
    name_servers()
    subprocess.run(["bash", "-ec", SNAPSHOT], check=True)
    with provider() if PLAN["hosted"] else contextlib.nullcontext() as around:
        for typed, commands in PLAN["blocks"]:
            run(typed.replace("PORT", str(around[1]) if around else ""), commands)
        if around:
            hosted(around[0], around[2])
        for name in PLAN["checks"]:
            try:
                CHECKS[name]()
            except AssertionError:
                say(logs())
                raise
    say("all is well")


main()
