"""What a DKIM signature is worth that the judge has verified itself: only a letter which nobody else can have made counts.

The meanings were written before the code: a row is a letter, and whether it may speak for the address in its From.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.signatures import signed_sender
from tests.mail.signing import name_servers, record, signed

JUDGE = "judge@pbm.example"
ANN = "ann@mail.example"
NOW = datetime(2027, 3, 5, 12, tzinfo=UTC)
LETTER = (
    b"From: Ann <ann@mail.example>\r\nTo: Judge <judge+quill.s3.abc@pbm.example>\r\nSubject: orders\r\n"
    b"Date: Fri, 05 Mar 2027 12:00:00 +0000\r\nMessage-ID: <1@mail.example>\r\nMIME-Version: 1.0\r\n\r\n"
    b"A Par-Bur\r\nF Bre-MAO\r\n"
)
TO = b"To: Judge <judge+quill.s3.abc@pbm.example>"
KNOWN = name_servers({
    "s1._domainkey.mail.example": [record()],
    "s1._domainkey.evil.example": [record(name="evil")],
    "s1._domainkey.example": [record()],
    "s1._domainkey.weak.example": [record(512, "weak")],
})  # fmt: skip


def vouched(raw: bytes, resolve: Callable[[str, str], Sequence[str]] = KNOWN, at: datetime = NOW) -> str:
    return signed_sender(raw, JUDGE, at, resolve)


def said(text: str) -> Callable[[str, str], Sequence[str]]:
    return name_servers({"s1._domainkey.mail.example": [text]})


GOOD = {
    "relaxed": signed(LETTER),
    "simple": signed(LETTER, canonical=(b"simple", b"simple")),
    "bare line ends": signed(LETTER).replace(b"\r\n", b"\n"),
    "the domain above signs": signed(LETTER.replace(b"ann@mail.example", b"ann@cs.mail.example")),
    "capitals": signed(LETTER.replace(b"ann@mail.example", b"Ann@Mail.Example")),
    "the judge in Cc": signed(LETTER.replace(TO, b"To: bob@x.example\r\nCc: JUDGE@pbm.example")),
    "a mailing list's signature on top": signed(signed(LETTER), "evil.example", name="evil"),
    "headers of the way on top": b"Received: from a by b; Fri, 05 Mar 2027 12:00:01 +0000\r\nReturn-Path: <x@y.example>\r\n"
    + signed(LETTER),
    "the signer names the writer": signed(LETTER, identity="ann@mail.example"),
    "no subject": signed(LETTER.replace(b"Subject: orders\r\n", b"")),
}  # fmt: skip
BAD = {
    "not signed": LETTER,
    "another's domain": signed(LETTER, "evil.example", name="evil"),
    "a top domain signs": signed(LETTER, "example"),
    "another's key": signed(LETTER, name="evil"),
    "no key there": signed(LETTER.replace(b"mail.example", b"none.example"), "none.example"),
    "a weak key": signed(LETTER.replace(b"mail.example", b"weak.example"), "weak.example", bits=512, name="weak"),
    "SHA-1": signed(LETTER, algorithm=b"rsa-sha1"),
    "the body may go on (l=)": signed(LETTER, length=True) + b"A Mar-Spa\r\n",
    "l= though nothing follows": signed(LETTER, length=True),
    "changed body": signed(LETTER).replace(b"Par-Bur", b"Par-Pic"),
    "added body": signed(LETTER) + b"A Mar-Spa\r\n",
    "changed From": signed(LETTER).replace(b"ann@mail", b"bob@mail"),
    "From added on top": b"From: bob@mail.example\r\n" + signed(LETTER),
    "From added below": signed(LETTER).replace(b"\r\n\r\n", b"\r\nFrom: bob@mail.example\r\n\r\n", 1),
    "two people in From": signed(LETTER.replace(b"Ann <ann@mail.example>", b"ann@mail.example, bob@mail.example")),
    "From not signed": signed(LETTER, unsigned=b"from"),
    "To not signed": signed(LETTER, headers=b"from:subject:date:message-id"),
    "Date not signed": signed(LETTER, headers=b"from:to:subject:message-id"),
    "Message-ID not signed": signed(LETTER, headers=b"from:to:subject:date"),
    "Subject not signed": signed(LETTER, headers=b"from:to:date:message-id"),
    "no Message-ID": signed(LETTER.replace(b"Message-ID: <1@mail.example>\r\n", b"")),
    "Subject added": b"Subject: [other] orders\r\n" + signed(LETTER),
    "To added": b"To: judge@pbm.example\r\n" + signed(LETTER.replace(b"judge+quill.s3.abc@pbm.example", b"bob@x.example")),
    "Cc added": b"Cc: judge@pbm.example\r\n"
    + signed(LETTER.replace(b"judge+quill.s3.abc@pbm.example", b"bob@x.example"), headers=b"from:to:subject:date:message-id"),
    "to somebody else, and replayed": signed(LETTER.replace(b"judge+quill.s3.abc@pbm.example", b"bob@x.example")),
    "to one who is called like the judge": signed(LETTER.replace(TO, b'To: "judge@pbm.example" <bob@x.example>')),
    "the judge's name at another place": signed(LETTER.replace(b"@pbm.example", b"@pbm.example.evil.example")),
    "the signer names another": signed(LETTER, identity="bob@mail.example"),
    "a head that ends early for one reader": signed(LETTER).replace(b"\r\nSubject:", b"\r\nX-A: b\r\rA Mar-Spa\r\r\nSubject:", 1),
    "a line end that only some see": signed(LETTER).replace(b"\r\nSubject:", b"\r\nX-A: b\rFrom: bob@mail.example\r\nSubject:", 1),
    "a line that is no header": signed(LETTER).replace(b"\r\nSubject:", b"\r\nnothing\r\nSubject:", 1),
    "an envelope's From line inside": signed(LETTER).replace(b"\r\nSubject:", b"\r\nFrom bob\r\nSubject:", 1),
    "two content types": b"Content-Type: text/html\r\nContent-Type: text/plain\r\n" + signed(LETTER),
    "a tag twice": signed(LETTER).replace(b"; d=mail.example;", b"; d=mail.example; d=evil.example;", 1),
    "no tags": b"DKIM-Signature: hello\r\n" + LETTER,
    "three false signatures first": signed(signed(signed(signed(LETTER), name="evil"), name="evil"), name="evil"),
}  # fmt: skip


@pytest.mark.parametrize("raw", GOOD.values(), ids=GOOD)
def test_signatures_that_vouch(raw: bytes) -> None:
    """RFC 6376; RFC 7489, section 3.1.1 (alignment), upwards only: what is below a domain may belong to somebody else."""
    assert vouched(raw) in (ANN, "ann@cs.mail.example")


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD)
def test_signatures_that_do_not(raw: bytes) -> None:
    """Each of these somebody else could have made, of nothing or of a letter that Ann did sign."""
    assert vouched(raw) == ""


@pytest.mark.parametrize(
    "tags",
    ["v=DKIM1; k=rsa; t=y;", "v=DKIM1; t=s:y;", "v=DKIM1; s=tlsrpt;", "s=other;", "v=DKIM1; h=sha1;", "v=DKIM2;", "k=other;"],
)
def test_keys_that_are_not_for_this(tags: str) -> None:
    """RFC 6376, section 3.6.1: a domain that only tries DKIM out; a key for something else."""
    assert vouched(signed(LETTER), said(record(tags=tags))) == ""


def test_two_keys_or_a_withdrawn_one() -> None:
    """Of several records none counts; an empty one takes the key back."""
    both = name_servers({"s1._domainkey.mail.example": [record(), record()]})
    assert vouched(signed(LETTER), both) == ""
    assert vouched(signed(LETTER), said("v=DKIM1; p=")) == ""


def test_a_signature_that_has_run_out() -> None:
    """`x=` is compared with when the letter came, whenever it is looked at (RFC 6376, section 3.5)."""
    ends = 4102444800  # in the year 2100: the library compares with its own clock, too
    raw = signed(LETTER, extra={"x": str(ends)})
    assert vouched(raw, at=datetime.fromtimestamp(ends - 1, UTC)) == ANN
    assert vouched(raw, at=datetime.fromtimestamp(ends + 1, UTC)) == ""


def test_name_servers_that_do_not_answer() -> None:
    """No verdict: the writer is asked, as if there were no signature."""

    def silent(name: str, kind: str) -> Sequence[str]:
        raise OSError("no answer")

    assert vouched(signed(LETTER), silent) == ""


def test_an_enormous_key_is_not_used() -> None:
    """Whoever signs chooses the numbers that we calculate with."""
    assert vouched(signed(LETTER), said(record() + "A" * 4000)) == ""


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"", b" " * 200_000 + b"x"), (b"", b"\r\n" * 120_000 + b"x"), (b"", b"\t \r\n" * 60_000 + b"x"), (b"", b"a \t" * 80_000),
        (b"", b"a" * 250_000), (b":x" * 20_000, b""), (b"\x0b" * 50_000, b""), (b"\r\n \x0b" * 15_000, b""),
    ],
)  # fmt: skip
def test_no_letter_takes_long(header: bytes, body: bytes) -> None:
    """Blanks and empty lines, of which a library's patterns make squares: such a letter is not verified."""
    began = time.process_time()
    vouched(b"DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=mail.example; s=s1; h=from:to:cc:subject:date:message-id"
            + header + b";\r\n bh=AAAA; b=AAAA\r\n" + LETTER + body)  # fmt: skip
    assert time.process_time() - began < 5  # seconds; a square takes minutes


@given(st.binary(max_size=300), st.integers(0, 600))
def test_nothing_raises(noise: bytes, at: int) -> None:
    """Any bytes anywhere in a signed letter."""
    raw = signed(LETTER)
    assert vouched(raw[:at] + noise + raw[at:]) in ("", ANN)
    assert vouched(noise) == ""


def test_a_letter_changed_anywhere_does_not_count() -> None:
    """One changed character in the signed part, wherever it is, or the letter is the same to every reader."""
    raw = signed(LETTER)
    start = raw.index(b"From: Ann")
    for at in range(start, len(raw)):
        changed = raw[:at] + (b"x" if raw[at : at + 1] != b"x" else b"y") + raw[at + 1 :]
        assert vouched(changed) == "", changed[start:]
    assert vouched(raw, at=NOW + timedelta(days=1)) == ANN
