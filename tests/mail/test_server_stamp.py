"""A letter counts from when it reached our own mail server, however late that server could hand it over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.authentication_results import TrustedServer
from judge.mail.server_stamp import stamped

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
OURS = TrustedServer("mx.pbm.example")
CAME = "Received: from mail.example (mail.example [192.0.2.7])\r\n\tby mx.pbm.example (Postfix) with ESMTPS id 4X; "
EARLIER = CAME + "Mon, 1 Mar 2027 11:10:00 +0000\r\n"
FORGED = "Received: from a by mx.pbm.example; Mon, 1 Mar 2027 08:00:00 +0000\r\n"
REST = "From: ann@mail.example\r\nSubject: orders\r\n\r\nReceived: by mx.pbm.example; Mon, 1 Mar 2027 08:00:00 +0000\r\n"


@pytest.mark.parametrize(
    ("head", "server", "hour"),
    [
        (CAME + "Mon, 1 Mar 2027 11:30:00 +0000 (UTC)\r\n", OURS, "11:30"),
        (CAME + "Mon,  1 Mar 2027 13:00:00 +0200 (EET)\r\n" + FORGED, OURS, "11:00"),
        ("Authentication-Results: mx.pbm.example; none\r\n" + CAME + "Mon, 1 Mar 2027 11:30:00 +0000\r\n", OURS, "11:30"),
        (CAME + "Mon, 1 Mar 2027 11:59:00 +0000\r\n" + EARLIER + FORGED, OURS._replace(received=2), "11:10"),
        (CAME + "Mon, 1 Mar 2027 11:30:00 +0000\r\n", None, "12:00"),  # nobody's word counts
        (CAME + "Mon, 1 Mar 2027 11:30:00 +0000\r\n", OURS._replace(received=2), "12:00"),  # too few lines
        (CAME + "Mon, 1 Mar 2027 12:30:00 +0000\r\n", OURS, "12:00"),  # the server's clock is ahead
        (CAME + "Mon, 1 Feb 2027 11:30:00 +0000\r\n", OURS, "12:00"),  # no server keeps a letter for a month
        (CAME + "yesterday\r\n", OURS, "12:00"),
        (CAME + "Mon, 1 Mar 2027 25:61:00 +0000\r\n", OURS, "12:00"),
        ("", OURS, "12:00"),  # not through a server at all; the body is not a head
    ],
)
def test_when_it_came(head: str, server: TrustedServer | None, hour: str) -> None:
    """Only the line of our own servers counts (RFC 5321, section 4.4): those below are the sender's, and so is the body."""
    assert f"{stamped((head + REST).encode(), server, NOW):%H:%M}" == hour


@given(st.binary(max_size=300), st.integers(1, 3))
def test_any_bytes(raw: bytes, received: int) -> None:
    """Whatever a letter holds, it came no later than now and no more than some days ago."""
    for each in (raw, b"Received: by mx; " + raw):
        assert NOW - timedelta(days=5) <= stamped(each, TrustedServer("mx", received), NOW) <= NOW
