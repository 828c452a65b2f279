"""Our own mail server's word about a sender: believed only where nobody else can have written it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.authentication_results import TrustedServer, sender_verdict
from judge.mail.parse import parse_mail

OURS = TrustedServer("mx.pbm.example")
OUTSIDE = ("received", "from mail.example by mx.pbm.example; Mon, 1 Mar 2027 12:00:00 +0000")
ANN = "ann@mail.example"


def results(text: str, name: str = "mx.pbm.example") -> tuple[str, str]:
    return "authentication-results", f"{name}; {text}"


GOOD = results("dmarc=pass (p=none dis=none) header.from=mail.example")


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ([GOOD, OUTSIDE], "pass"),
        ([results("spf=pass smtp.mailfrom=x@else.example; dmarc=pass header.from=mail.example"), OUTSIDE], "pass"),
        ([results("dmarc=pass header.from=mail.example", "MX.pbm.example 1"), OUTSIDE], "pass"),
        ([OUTSIDE, GOOD], "none"),  # below the boundary: the sender wrote it
        ([GOOD], "none"),  # no Received at all: nothing of ours has touched it
        ([results("dmarc=pass header.from=mail.example", "mx.else.example"), OUTSIDE], "none"),
        ([results("dmarc=pass header.from=else.example"), OUTSIDE], "none"),
        ([results("dmarc=pass header.from=mail.example.else.example"), OUTSIDE], "none"),
        ([results("spf=pass (dmarc=pass header.from=mail.example)"), OUTSIDE], "none"),
        ([results('dkim=pass reason="; dmarc=pass header.from=mail.example"'), OUTSIDE], "none"),
        ([results("dmarc=none header.from=mail.example"), OUTSIDE], "none"),
        ([results("dmarc=fail header.from=mail.example"), OUTSIDE], "fail"),
        ([results("dmarc=fail header.from=mail.example"), GOOD, OUTSIDE], "fail"),
        ([results("none"), OUTSIDE], "none"),
        # the sender chooses what stands in the strings and comments
        ([results(r'spf=fail smtp.mailfrom="a\"; dmarc=pass header.from=mail.example; x="@evil.example'), OUTSIDE], "none"),
        ([results(r"spf=fail (a\) ; dmarc=pass header.from=mail.example; x=) smtp.mailfrom=b@evil.example"), OUTSIDE], "none"),
        ([results('spf=fail (5" ; dmarc=fail) ; dmarc=pass header.from=mail.example'), OUTSIDE], "pass"),
        ([results('spf=none smtp.mailfrom="(" ; dmarc=fail header.from=mail.example; x=")"'), OUTSIDE], "fail"),
        ([results("dmarc=pass header.from=mail.example; dmarc=none header.from=mail.example"), OUTSIDE], "none"),
        ([results("dmarc=pass header.from=mail.example; dmarc=fail header.from=mail.example"), OUTSIDE], "fail"),
        ([results("dmarc=pass header.from=mail.example; arc=fail; dkim=fail"), OUTSIDE], "pass"),
    ],
)
def test_the_verdict(headers: list[tuple[str, str]], wanted: str) -> None:
    """RFC 8601, sections 2.2, 5 and 7.1: only our server, only above the boundary, only this From."""
    assert sender_verdict(headers, ANN, OURS) == wanted


def test_several_servers_of_ours() -> None:
    """Where two of ours put a Received line on top, the header stands between them; the third is the outside's."""
    headers = [("received", "from mx by store"), GOOD, OUTSIDE, GOOD]
    assert sender_verdict(headers, ANN, TrustedServer("mx.pbm.example", 2)) == "pass"
    assert sender_verdict(headers, ANN, OURS) == "none"
    assert sender_verdict(headers, ANN, None) == "none"


def test_a_milter_of_postfix() -> None:
    """It cannot write above its Postfix's own Received line: where we are told so, one header below it counts, and no other."""
    milter = TrustedServer("mx.pbm.example", milter=True)
    failed = ("authentication-results", "mx.pbm.example; dmarc=fail header.from=mail.example")
    assert sender_verdict([OUTSIDE, GOOD, ("from", ANN)], ANN, milter) == "pass"
    assert sender_verdict([OUTSIDE, GOOD, ("from", ANN)], ANN, OURS) == "none"
    assert sender_verdict([OUTSIDE, failed, GOOD], ANN, milter) == "fail"
    assert sender_verdict([OUTSIDE, ("dkim-signature", "x"), GOOD], ANN, milter) == "none"
    assert sender_verdict([OUTSIDE, OUTSIDE, GOOD], ANN, milter) == "none"
    assert sender_verdict([GOOD], ANN, milter) == "none"


@given(st.text(), st.text())
def test_any_header(name: str, value: str) -> None:
    """Nothing in it raises, and rubbish proves nothing."""
    assert sender_verdict([("authentication-results", f"{name};{value}"), OUTSIDE], ANN, OURS) in ("none", "fail", "pass")
    assert sender_verdict([("authentication-results", value), OUTSIDE], ANN, TrustedServer("no such server")) == "none"


def test_read_from_a_letter() -> None:
    """As it stands in a letter's head, folded over two lines."""
    raw = (
        b"Authentication-Results: mx.pbm.example;\r\n dmarc=pass header.from=mail.example\r\n"
        b"Received: from x by mx.pbm.example\r\nFrom: ann@mail.example\r\n\r\nHELP\r\n"
    )
    assert parse_mail(raw, verifier=OURS).verdict == "pass"
    assert parse_mail(raw.replace(b"From: ann@", b"From: ann@else.example, ann@"), verifier=OURS).verdict == "none"
    assert parse_mail(raw).verdict == "none"
