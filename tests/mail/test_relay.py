"""Letters handed to a relay: nothing in the clear that should not be, connections kept and made anew, tokens for passwords."""

from __future__ import annotations

import base64
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from judge.mail import delivery as module
from judge.mail.delivery import DeferredMessage, DeliveryUnavailable, OutgoingMessage, RejectedMessage, SmtpRelay
from judge.mail.oauth import run_token_program
from tests.mail.servers import listening
from tests.ports import free_port

RAW = b"Subject: x\r\n\r\ny\r\n"


class Relay:
    """A mail server that keeps what it is handed, and what it saw of the way it came."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.sessions: list[Any] = []
        self.answers: list[str] = []
        self.logins: list[Any] = []
        self.senders = True

    async def handle_MAIL(self, server: SMTP, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if address.strip("<>") == "" and not self.senders:
            return "550 5.7.1 Null sender is not allowed"
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            self.got.append(envelope.original_content)
            self.sessions.append(session)
        return answer

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:
        self.logins.append(base64.b64decode(args[1]))
        return AuthResult(success=True, auth_data="judge")


Listen = Callable[..., tuple[Relay, int]]


@pytest.fixture
def listen(certificate: Path) -> Iterator[Listen]:
    """Starts servers on free ports: plain, with STARTTLS, or with TLS from the first byte."""
    with ExitStack() as servers:

        def start(tls: str = "none") -> tuple[Relay, int]:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(certificate)
            options: dict[str, Any] = {"tls_context": context} if tls == "starttls" else {}
            relay, secure = Relay(), context if tls == "implicit" else None
            return relay, servers.enter_context(listening(relay, secure, auth_require_tls=False, **options))

        yield start


def hand_over(way: SmtpRelay, *letters: bytes) -> None:
    with way.open() as send:
        for number, raw in enumerate(letters):
            send(OutgoingMessage(number, "judge@here.example", "ann@example.org", raw))


@pytest.mark.parametrize("tls", ["starttls", "implicit"])
def test_letters_go_out_encrypted(listen: Listen, certificate: Path, tls: str) -> None:
    """STARTTLS or TLS from the first byte, to a server that the configured authority vouches for."""
    relay, port = listen(tls)
    hand_over(SmtpRelay("localhost", port, tls=tls, ca_file=f"{certificate}.crt"), RAW, RAW)
    assert relay.got == [RAW, RAW]
    assert relay.sessions[0].ssl is not None or tls == "implicit"
    assert relay.sessions[0] is relay.sessions[1], "over one connection"


@pytest.mark.parametrize(
    ("offered", "wanted", "host", "vouched"),
    [
        ("none", "starttls", "localhost", True),
        ("none", "implicit", "localhost", True),
        ("starttls", "starttls", "localhost", False),
        ("implicit", "implicit", "localhost", False),
        ("starttls", "starttls", "127.0.0.1", True),
    ],
    ids=["no STARTTLS", "no TLS", "unknown authority", "unknown authority, implicit", "a certificate for another name"],
)
def test_nothing_is_said_where_tls_is_not_to_be_trusted(
    listen: Listen, certificate: Path, offered: str, wanted: str, host: str, vouched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No way back to plain text, and no certificate that nobody vouches for: the letter waits, the password is never sent."""
    monkeypatch.setattr(module, "TIMEOUT", 2.0)
    relay, port = listen(offered)
    asked: list[int] = []
    way = SmtpRelay(host, port, tls=wanted, ca_file=f"{certificate}.crt" if vouched else "", user="judge",
                    secret=lambda: asked.append(1) or "hush")  # fmt: skip
    with pytest.raises(DeliveryUnavailable):
        hand_over(way, RAW)
    assert (relay.got, asked) == ([], [])


def printed() -> str:
    return run_token_program("/bin/echo token-17")


def test_a_login_by_token(listen: Listen, certificate: Path) -> None:
    """XOAUTH2, the token fetched anew for each connection."""
    relay, port = listen("starttls")
    way = SmtpRelay("localhost", port, ca_file=f"{certificate}.crt", user="judge", secret=printed, oauth=True)
    hand_over(way, RAW)
    assert relay.logins == [b"user=judge\1auth=Bearer token-17\1\1"]
    assert relay.got == [RAW]


def test_a_token_that_cannot_be_had_is_trouble_that_may_pass() -> None:
    """A program that fails, prints nothing, or is not there; what it printed is in no message."""
    for command in ("/bin/false", "/bin/true", "/no/such/program", "'"):
        with pytest.raises(OSError, match=r"token_command|No such file"):
            run_token_program(command)
    with pytest.raises(OSError, match="status 3") as found:
        run_token_program("/bin/sh -c 'echo hush; exit 3'")
    assert "hush" not in str(found.value)


def test_a_relay_that_has_had_enough_is_called_again(listen: Listen, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 421 for the second letter, and after as many letters as one connection may carry."""
    relay, port = listen()
    relay.answers = ["250 OK", "421 that was one too many"]
    hand_over(SmtpRelay("localhost", port, tls="none"), RAW, RAW, RAW)
    assert len(relay.got) == 3
    assert len({id(session) for session in relay.sessions}) == 2
    monkeypatch.setattr(module, "LETTERS", 2)
    hand_over(SmtpRelay("localhost", port, tls="none"), *[RAW] * 5)
    assert len({id(session) for session in relay.sessions[3:]}) == 3


def test_no_and_not_now(listen: Listen) -> None:
    """5xx is for good, 4xx for now; either is about this letter only, and the connection stays."""
    relay, port = listen()
    relay.answers = ["554 spam", "452 full"]
    with SmtpRelay("localhost", port, tls="none").open() as send:
        with pytest.raises(RejectedMessage, match="554 spam"):
            send(OutgoingMessage(1, "", "ann@example.org", RAW))
        with pytest.raises(DeferredMessage, match="452 full"):
            send(OutgoingMessage(2, "", "ann@example.org", RAW))
        send(OutgoingMessage(3, "", "ann@example.org", RAW))
    assert relay.got == [RAW]


def test_an_envelope_sender_that_is_refused_is_trouble_that_may_pass(listen: Listen) -> None:
    """For it is the relay that does so, whatever the letter: it goes out once the relay is mended, and its words are told."""
    relay, port = listen()
    relay.senders = False
    with SmtpRelay("localhost", port, tls="none").open() as send:
        with pytest.raises(DeferredMessage, match="Null sender"):
            send(OutgoingMessage(1, "", "ann@example.org", RAW))
        send(OutgoingMessage(2, "judge@here.example", "ann@example.org", RAW))
    assert relay.got == [RAW]


def test_nobody_there() -> None:
    """A closed port says that the way is closed, not that a letter is bad."""
    with pytest.raises(DeliveryUnavailable, match="refused"):
        hand_over(SmtpRelay("127.0.0.1", free_port(), tls="none"), RAW)
