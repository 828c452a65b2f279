"""What the seal of a forwarder is worth (ARC, RFC 8617): only one that the operator names, only for letters to its address.

The meanings were written before the code. Ann's provider says p=reject; her club forwards judge@club.example to the judge and adds
a line below each letter, so that Ann's own signature is broken, and her letter comes from a host that may not send for her.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.config import AuthResultsConfig, Config, ForwarderConfig
from judge.letters import Letter
from judge.mail.authentication_results import TrustedServer
from judge.mail.parse import parse_mail
from judge.mail.seals import sealed_sender
from judge.mail.signature_check import SignatureCheck, signature_check
from tests.mail.sealing import sealed
from tests.mail.signing import name_servers, record, signed

ANN = "ann@mail.example"
NOW = datetime(2027, 3, 5, 12, tzinfo=UTC)
CLUB = {"judge@club.example": "club.example"}
LETTER = (
    b"From: Ann <ann@mail.example>\r\nTo: The judge <judge@club.example>\r\nSubject: orders\r\n"
    b"Date: Fri, 05 Mar 2027 12:00:00 +0000\r\nMessage-ID: <1@mail.example>\r\nMIME-Version: 1.0\r\n\r\n"
    b"A Par-Bur\r\nF Bre-MAO\r\n"
)
FOOTER = b"-- \r\nThe club's list, no replies\r\n"
TO = b"To: The judge <judge@club.example>"
KNOWN = name_servers({
    "s1._domainkey.mail.example": [record()],
    "s1._domainkey.club.example": [record()],
    "s1._domainkey.lists.example": [record()],
    "s1._domainkey.evil.example": [record(name="evil")],
    "s1._domainkey.weak.example": [record(512, "weak")],
})  # fmt: skip


def vouched(
    raw: bytes, forwarders: dict[str, str] = CLUB, resolve: Callable[[str, str], Sequence[str]] = KNOWN, at: datetime = NOW
) -> str:
    return sealed_sender(raw, forwarders, at, resolve)


GOOD = {
    "forwarded with a line more": sealed(signed(LETTER) + FOOTER),
    "with a mark in the subject": sealed(LETTER.replace(b"Subject: ", b"Subject: [club] ")),
    "the DMARC result among others": sealed(LETTER, "spf=pass smtp.mailfrom=mail.example; dkim=pass header.d=mail.example;"
                                            " dmarc=pass (p=REJECT) header.from=mail.example"),
    "by way of a list, which the club saw": sealed(sealed(LETTER, domain="lists.example")),
    "the address in Cc": sealed(LETTER.replace(TO, b"To: bob@x.example\r\nCc: JUDGE@club.example")),
    "the address with a plus": sealed(LETTER.replace(TO, b"To: judge+quill.s3.abc@club.example")),
    "headers of the way on top": b"Received: from a by b; Fri, 05 Mar 2027 12:00:01 +0000\r\n" + sealed(LETTER),
    "bare line ends": sealed(LETTER).replace(b"\r\n", b"\n"),
}  # fmt: skip
BAD = {
    "no seal": LETTER,
    "only a signature": signed(LETTER),
    "another's seal": sealed(LETTER, domain="evil.example", name="evil"),
    "another's key": sealed(LETTER, name="evil"),
    "another's seal above the club's": sealed(sealed(LETTER), domain="evil.example", name="evil"),
    "what another found below the club's": sealed(sealed(LETTER, domain="evil.example", name="evil"), "dmarc=none"),
    "DMARC failed there": sealed(LETTER, "dmarc=fail header.from=mail.example"),
    "DMARC was not checked there": sealed(LETTER, "spf=pass smtp.mailfrom=mail.example"),
    "DMARC of another's domain": sealed(LETTER, "dmarc=pass header.from=evil.example"),
    "DMARC in a comment": sealed(LETTER, "spf=none (; dmarc=pass header.from=mail.example)"),
    "DMARC in quotation marks": sealed(LETTER, 'spf=none reason="; dmarc=pass header.from=mail.example"'),
    "two results": sealed(LETTER, "dmarc=pass header.from=mail.example; dmarc=fail header.from=mail.example"),
    "the chain was broken before": sealed(sealed(LETTER, domain="lists.example"), chain="fail"),
    "the chain begins twice": sealed(sealed(LETTER, domain="lists.example"), chain="none"),
    "the first seal is missing": sealed(LETTER, instance=2),
    "a broken seal below": sealed(sealed(LETTER, domain="lists.example", name="evil")),
    "a weak key": sealed(LETTER, domain="weak.example", bits=512, name="weak"),
    "SHA-1": sealed(LETTER, algorithm=b"rsa-sha1"),
    "the body may go on (l=)": sealed(LETTER, length=True) + b"A Mar-Spa\r\n",
    "the body changed later": sealed(LETTER).replace(b"Par-Bur", b"Par-Pic"),
    "From changed later": sealed(LETTER).replace(b"From: Ann <ann@", b"From: Ann <bob@"),
    "From added": b"From: bob@mail.example\r\n" + sealed(LETTER),
    "what was found changed later": sealed(LETTER, "dmarc=fail header.from=mail.example").replace(b"dmarc=fail", b"dmarc=pass"),
    "To not signed": sealed(LETTER, headers=b"from:subject:date:message-id"),
    "Date not signed": sealed(LETTER, headers=b"from:to:subject:message-id"),
    "Subject not signed": sealed(LETTER, headers=b"from:to:date:message-id"),
    "Subject added": b"Subject: other\r\n" + sealed(LETTER),
    "to somebody else there, and sent on by them": sealed(LETTER.replace(TO, b"To: bob@club.example")),
    "to the judge itself, past the club": sealed(LETTER.replace(TO, b"To: judge@pbm.example")),
    "two people in From": sealed(LETTER.replace(b"Ann <ann@mail.example>", b"ann@mail.example, bob@mail.example")),
    "no Message-ID": sealed(LETTER.replace(b"Message-ID: <1@mail.example>\r\n", b"")),
    "four forwarders": sealed(sealed(sealed(sealed(LETTER)))),
    "nonsense": b"ARC-Seal: i=1; hello\r\nARC-Message-Signature: i=1\r\nARC-Authentication-Results: i=1\r\n" + LETTER,
    "a number that is none": b"ARC-Seal: i=99999999999999999999999; a=b\r\n" + LETTER,
}  # fmt: skip


@pytest.mark.parametrize("raw", GOOD.values(), ids=GOOD)
def test_seals_that_vouch(raw: bytes) -> None:
    """RFC 8617, section 7.2.1: what a forwarder found counts where the receiver trusts it."""
    assert vouched(raw) == ANN


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD)
def test_seals_that_do_not(raw: bytes) -> None:
    """Somebody else could have made each of these, or the club does not say who wrote."""
    assert vouched(raw) == ""


def test_forwarders_that_nobody_named() -> None:
    """Anybody can seal: without the operator's word a seal is nothing."""
    assert vouched(sealed(LETTER), {}) == ""
    assert vouched(sealed(LETTER), {"judge@lists.example": "lists.example"}) == ""
    assert vouched(sealed(LETTER), {"judge@club.example": "lists.example"}) == ""


def test_a_provider_that_seals_in_another_name() -> None:
    """As google.com does for gmail.com."""
    assert vouched(sealed(LETTER, domain="lists.example"), {"judge@club.example": "lists.example"}) == ANN


def test_name_servers_that_do_not_answer() -> None:
    """No verdict: the writer is asked."""

    def silent(name: str, kind: str) -> Sequence[str]:
        raise OSError("no answer")

    assert vouched(sealed(LETTER), resolve=silent) == ""


def test_a_seal_counts_more_than_what_our_server_sees_behind_the_forwarder() -> None:
    """Our server finds that the club may not send for Ann's provider: of course, for it only forwards (RFC 8617, section 7.2.1)."""
    found = b"Authentication-Results: mx.pbm.example; dmarc=fail header.from=mail.example\r\nReceived: from a by b; 1 Jan 2027\r\n"
    server = TrustedServer("mx.pbm.example")
    assert parse_mail(found + LETTER, own="judge@pbm.example", verifier=server).verdict == "fail"
    assert parse_mail(found + LETTER, own="judge@pbm.example", verifier=server, signed=ANN).verdict == "pass"
    assert parse_mail(found + LETTER, own="judge@pbm.example", verifier=server, signed="bob@mail.example").verdict == "fail"


@given(st.binary(max_size=300), st.integers(0, 2500))
def test_nothing_raises(noise: bytes, at: int) -> None:
    """Any bytes anywhere in a sealed letter."""
    raw = sealed(LETTER)
    assert vouched(raw[:at] + noise + raw[at:]) in ("", ANN)


def test_a_letter_changed_anywhere_does_not_count() -> None:
    """One changed character, wherever it is in the letter."""
    raw = sealed(LETTER)
    start = raw.index(b"From: Ann")
    for at in range(start, len(raw)):
        changed = raw[:at] + (b"x" if raw[at : at + 1] != b"x" else b"y") + raw[at + 1 :]
        assert vouched(changed) == "", changed[start:]


def test_seals_are_verified_also_where_our_server_verifies_signatures() -> None:
    """The server's verdict is of the forwarder; signatures are left to it."""
    letters = [Letter(raw, NOW, "smtp:1") for raw in (sealed(LETTER), signed(LETTER.replace(b"club.example", b"pbm.example")))]
    for own, told in (("", [ANN, ""]), ("judge@pbm.example", [ANN, ANN])):
        check = SignatureCheck(own, KNOWN, CLUB)
        assert [each.signed for each in check.verify(letters)] == told
        check.close()
    server, club = AuthResultsConfig("mx.pbm.example"), ForwarderConfig("Judge@club.example", "Club.example")
    assert signature_check(Config(verified=server)) is None
    assert signature_check(Config(verify_signatures=False)) is None
    assert signature_check(Config(verified=server, forwarders=(club,))) is not None
