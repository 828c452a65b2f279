"""The year of three mail programs through the servers of deploy/, signed and verified, with forged letters among the real ones.

What people write goes to their own provider, which signs it (DKIM) and hands it to the judge's Postfix; rspamd checks it, and the
judge gets it by LMTP. The judge's letters go out by the same Postfix, signed, into the people's mailboxes. Before each letter comes
a forged one in the same person's name.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import smtplib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email import message_from_bytes
from itertools import count
from pathlib import Path
from typing import Any

import dkim
import pytest

from tests.mail import programs, real_servers
from tests.mail.real_servers import HOME, OUTSIDE, Key
from tests.mail.servers import listening
from tests.mail.test_year import GAME, SCRIPT, Person, headline, wait, words
from tests.parent import ends_with_us
from tests.ports import free_port
from tests.waiting import LONGEST

pytestmark = [pytest.mark.dovecot, pytest.mark.slow]
JUDGE, EVIL = "judge@pbm.example", "203.0.113.9"
SIGNED = [b"from", b"to", b"subject"]
HARM = ("CLEAR\nFINAL", "RESIGN", "{game}: HOLD ALL\nFINAL", "VOTE DRAW")


def signed(raw: bytes, key: Key, domain: str = HOME) -> bytes:
    """A letter with the signature of a domain above it."""
    signature: bytes = dkim.sign(raw, b"mail", domain.encode(), key.private, include_headers=SIGNED)
    return signature + raw


def handed_to(port: int, address: str, name: str, sender: str, to: str, raw: bytes) -> None:
    """Hand a letter to the judge's Postfix as a server at some address of the internet."""
    with smtplib.SMTP("127.0.0.1", port, timeout=LONGEST) as line:
        line.ehlo("localhost")
        assert line.docmd("XCLIENT", f"ADDR={address} NAME={name}")[0] == 220
        line.ehlo(name)
        line.sendmail(sender, [to], raw)


class Provider:
    """Everybody's mail provider, and whoever forges their letters: a forged one goes before each real one, of each kind in turn."""

    def __init__(self, port: int, home: Key, evil: Key) -> None:
        self._port, self._home, self._evil = port, home, evil
        self._numbers = count()
        self.forged = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        await asyncio.get_running_loop().run_in_executor(None, self._pass_on, envelope)
        return "250 OK"

    def _pass_on(self, envelope: Any) -> None:
        self._forge(envelope.mail_from)
        raw = signed(envelope.original_content, self._home)
        handed_to(self._port, OUTSIDE, f"out.{HOME}", envelope.mail_from, envelope.rcpt_tos[0], raw)

    def _forge(self, victim: str) -> None:
        number = next(self._numbers)
        text = HARM[number // 4 % len(HARM)].format(game=GAME).replace("\n", "\r\n")
        head = f"From: {victim}\r\nTo: {JUDGE}\r\nSubject: orders for {GAME}\r\nMessage-ID: <forged{number}@evil.example>\r\n"
        plain = f"{head}\r\n{text}\r\n".encode()
        said = f"Authentication-Results: mx.pbm.example; dmarc=pass header.from={HOME}; dkim=pass header.d={HOME}\r\n".encode()
        raw = (
            plain,
            signed(plain.replace(text.encode(), b"HELP"), self._home).replace(b"HELP", text.encode()),
            signed(plain, self._evil, "evil.example"),
            said + plain,
        )[number % 4]
        handed_to(self._port, EVIL, "mx.evil.example", "evil@evil.example", JUDGE, raw)
        self.forged += 1


@contextmanager
def daemon(folder: Path, lmtp: int, relay: int) -> Iterator[Path]:
    """`judge run` as deploy/mail/main.cf says; nobody's From line is believed by itself."""
    config, log = folder / "judge.yaml", folder / "log"
    config.write_text(
        f"address: {JUDGE}\nstore: sqlite:///{folder}/judge.db\ntake: lmtp\nlmtp: {{port: {lmtp}}}\nmaps: false\n"
        f"verified: {{authserv: mx.pbm.example, milter: true}}\nrelay: {{host: 127.0.0.1, port: {relay}, tls: none}}\n"
    )
    with log.open("w") as file:
        command = [sys.executable, "-m", "judge", "run", "--config", str(config)]
        process = subprocess.Popen(command, stderr=file, preexec_fn=ends_with_us(signal.SIGTERM))
    try:
        yield log
        assert process.poll() is None, log.read_text()
    finally:
        process.terminate()
        process.wait(timeout=LONGEST)


@contextmanager
def servers(box: int, lmtp: int, keys: dict[str, Key]) -> Iterator[int]:
    """The port of the judge's mail server."""
    records = {
        HOME: f"v=spf1 ip4:{OUTSIDE} -all", f"mail._domainkey.{HOME}": keys[HOME].record, f"_dmarc.{HOME}": "v=DMARC1; p=reject",
        "evil.example": f"v=spf1 ip4:{EVIL} -all", "mail._domainkey.evil.example": keys["evil"].record,
    }  # fmt: skip
    with (
        real_servers.names(records) as resolver,
        real_servers.rspamd(resolver, keys["judge"]) as milter,
        real_servers.postfix(milter, lmtp, box) as port,
    ):
        yield port


def test_a_year_through_the_servers_of_deploy(dovecot: Any, tmp_path: Path) -> None:
    """Each real letter is believed without a question and answered once; no forged one does anything; all of ours are signed."""
    if reason := real_servers.missing() or programs.missing():
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    keys = {HOME: real_servers.new_key(), "evil": real_servers.new_key(), "judge": real_servers.new_key(2048)}
    home, lmtp = tmp_path / "home", free_port()
    home.mkdir()
    with servers(dovecot.lmtp, lmtp, keys) as port, daemon(tmp_path, lmtp, port) as log:
        provider = Provider(port, keys[HOME], keys["evil"])
        with listening(provider) as outgoing:
            people = played(dovecot.root / "mail", outgoing, home, log)
            wait(lambda: decided(tmp_path / "judge.db", sum(each.sent for each in people) + provider.forged), log)
    check(tmp_path / "judge.db", people, keys["judge"])


def played(boxes: Path, port: int, home: Path, log: Path) -> list[Person]:
    """The year, from CREATE to its last report; everybody who was in it."""
    gm = Person(SCRIPT["gm"]["name"], "", "swaks", boxes, port, home)
    players = [
        Person(each["name"], power, programs.NAMES[number % 3], boxes, port, home)
        for number, (power, each) in enumerate(SCRIPT["players"].items())
    ]
    gm.write(f"CREATE {GAME}\nDEADLINE every 300 days 21:00", "a new game")
    confirm(gm, log)
    for each in players:
        each.write(f"JOIN {GAME} PREFER {each.power} NAME {each.name}", "joining")
    for each in players:
        confirm(each, log)

    def over() -> bool:
        gm.master()
        for each in players:
            each.play()
        return any("Winter 1901 results" in headline(letter) for letter in gm.read)

    wait(over, log)
    return [gm, *players]


def confirm(each: Person, log: Path) -> None:
    """Say yes to the question that everybody new is asked, whoever vouches for the address."""

    def asked() -> bool:
        for letter in each.look():
            each.write("CONFIRM", f"Re: {letter['Subject']}", letter)
        return bool(each.read)

    wait(asked, log)


def decided(store: Path, number: int) -> bool:
    """Whether so many letters are decided, and everything is sent that was to be said about them."""
    with closing(sqlite3.connect(store)) as db:
        [letters] = db.execute("SELECT count(*) FROM letters WHERE state != 'received'").fetchone()
        [waiting] = db.execute("SELECT count(*) FROM notices WHERE state != 'sent'").fetchone()
    return bool(letters == number and not waiting)


def check(store: Path, people: list[Person], key: Key) -> None:
    """What became of the letters, and of the year, whose positions are known by hand."""
    with closing(sqlite3.connect(store)) as db:
        letters = [(bytes(raw), state, note) for raw, state, note in db.execute("SELECT raw, state, note FROM letters")]
        said = [(str(answers), json.loads(facts)) for answers, facts in db.execute("SELECT answers, facts FROM notices")]
    forged = [each for each in letters if b"\r\nMessage-ID: <forged" in each[0]]
    real = [each for each in letters if each not in forged]
    assert all(b"dmarc=fail" in raw for raw, _, _ in forged)
    assert all(b"dmarc=pass" in raw for raw, _, _ in real)
    assert len(real) == sum(each.sent for each in people)
    assert [(state, note) for _, state, note in real if state != "done"] == []
    assert [count for raw, _, _ in real if (count := sum(answers == number(raw) for answers, _ in said)) != 1] == []
    for raw in [raw for raw, state, _ in forged if state == "done"]:  # what would be refused is answered, at the registered address
        [facts] = [facts for answers, facts in said if answers == number(raw)]
        assert {reply["kind"] for reply in facts["replies"]} <= {"refused", "incomplete"}
    list(people[0].look())
    [report] = [words(each) for each in people[0].read if "Winter 1901 results" in headline(each)]
    assert "ENGLAND (Ben Okafor): build F(Lon) [4]" in report
    assert " Ger A(Ber) A(Hol) A(Kie) A(Mun) F(Den)" in report
    mails = [path.read_bytes() for each in people for path in each.mails()]
    assert len(mails) > len(real)
    assert [raw.decode() for raw in mails if not dkim.verify(raw, dnsfunc=lambda name, timeout=5: key.record.encode())] == []


def number(raw: bytes) -> str:
    """A letter's Message-ID."""
    return str(message_from_bytes(raw)["Message-ID"]).strip()
