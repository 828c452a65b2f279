"""Letters as mail programs and enemies write them: what is read, and that nothing raises."""

from __future__ import annotations

import random
from email.header import Header
from email.message import EmailMessage

import pytest

from judge.account import Piece
from judge.mail.parse import parse_mail
from judge.mail.parsed import ParsedMail

HEAD = b"From: Ann Lee <Ann@Example.org>\r\nTo: judge@here.example\r\nSubject: orders\r\nMessage-ID: <m1@example.org>\r\n"


def body(text: bytes, *headers: bytes) -> ParsedMail:
    return parse_mail(HEAD + b"".join(line + b"\r\n" for line in headers) + b"\r\n" + text, "ann@example.org")


def test_a_plain_letter() -> None:
    """Sender in lower case, one-line subject, ids, recipients with the envelope's first, text with plain line ends."""
    raw = HEAD + b"References: <a@x> <b@x>\r\nIn-Reply-To: <b@x>\r\n\r\nA Par-Bur\r\nF Bre H\r\n"
    assert parse_mail(raw, "ann@example.org", "judge+paris.fra.tok@here.example") == ParsedMail(
        sender="ann@example.org",
        sender_name="Ann Lee",
        subject="orders",
        message_id="<m1@example.org>",
        references=("<a@x>", "<b@x>"),
        recipients=("judge+paris.fra.tok@here.example", "judge@here.example"),
        text="A Par-Bur\nF Bre H",
        pieces=(Piece("unread", "A Par-Bur\nF Bre H\n"),),
        claimed=("ann@example.org",),
    )


@pytest.mark.parametrize(
    ("raw", "declared", "text"),
    [
        ("A Par–Bur".encode(), "us-ascii", "A Par–Bur"),
        ("Münch".encode("latin-1"), "iso-8859-1", "Münch"),
        ("“Bur”".encode("cp1252"), "iso-8859-1", "“Bur”"),
        ("Бур".encode("koi8-r"), "koi8-r", "Бур"),
        ("A Par-Bur".encode("utf-16"), "utf-16", "A Par-Bur"),
        ("A Par–Bur £".encode("utf-7"), "utf-7", "A Par–Bur £"),
        ("巴黎 A Par-Bur".encode("gb18030"), "gb18030", "巴黎 A Par-Bur"),
        ("巴黎 A Par-Bur".encode("hz"), "hz-gb-2312", "巴黎 A Par-Bur"),
        ("命令 Ａ Par-Bur".encode("iso2022_jp"), "ISO-2022-JP", "命令 Ａ Par-Bur"),
        ("파리 A Par-Bur".encode("iso2022_kr"), "iso-2022-kr", "파리 A Par-Bur"),
        ("A Par–Bur".encode(), "iso-2022-jp", "A Par–Bur"),
        (b"A Par-Bur \xff", "x-unknown", "A Par-Bur ÿ"),
        (b"A Par-Bur", "base64", "A Par-Bur"),
    ],
)
def test_charsets(raw: bytes, declared: str, text: str) -> None:
    """UTF-8 before what is declared, iso-8859-1 as cp1252, and no charset's name can raise."""
    mail = body(raw, b"Content-Type: text/plain; charset=" + declared.encode())
    assert (mail.text, mail.problem) == (text, "")


@pytest.mark.parametrize(
    ("encoding", "raw"),
    [(b"base64", b"QSBQYXItQnVy\r\n"), (b"quoted-printable", b"A=20Par-=\r\nBur"), (b"8bit", b"A Par-Bur")],
)
def test_transfer_encodings(encoding: bytes, raw: bytes) -> None:
    """Base64 and quoted-printable are undone."""
    assert body(raw, b"Content-Transfer-Encoding: " + encoding).text == "A Par-Bur"


def test_the_first_plain_text_is_read() -> None:
    """Of a letter with HTML, an attached file and a forwarded letter, the writer's own plain text."""
    letter = EmailMessage()
    letter["From"] = "ann@example.org"
    letter.set_content("A Par-Bur\n")
    letter.add_alternative("<p>A Par-Pic</p>", subtype="html")
    letter.add_attachment("F Bre H\n", filename="orders.txt")
    assert parse_mail(letter.as_bytes()).text == "A Par-Bur"


def test_a_letter_in_html_only() -> None:
    """Blocks become lines, inline elements do not; quotations get their mark and go; scripts say nothing."""
    source = (
        b"<html><head><style>b {x}</style></head><body><!-- A Ruh-Hol --><div><b>A</b>&nbsp;Par-Bur<br>F Bre &#8211; MAO</div>"
        b"<script>A Mun H</script><p>A Mar\r\nS A Par-Bur</p><blockquote><div>A Ven-Tri</div></blockquote></body></html>"
    )
    mail = body(source, b"Content-Type: text/html; charset=utf-8")
    assert mail.text == "A\N{NO-BREAK SPACE}Par-Bur\nF Bre – MAO\n\nA Mar S A Par-Bur"
    assert mail.problem == ""


def test_soft_line_breaks_are_undone() -> None:
    """format=flowed: a wrapped order is one line, a signature never joins."""
    mail = body(b"A MAR SUPPORT A PAR \r\n- BUR\r\n F Bre H\r\n-- \r\nAnn", b"Content-Type: text/plain; format=flowed")
    assert mail.text == "A MAR SUPPORT A PAR - BUR\nF Bre H"
    mail = body(b"A Par-B \r\nur\r\n", b"Content-Type: text/plain; format=flowed; delsp=yes")
    assert mail.text == "A Par-Bur"


MARK = "=== write above this line ==="


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (f"A Par-Bur\n\n{MARK}\nA Mun-Bur", "A Par-Bur"),
        (f"A Par-Bur\n\nOn Monday Judge wrote:\n> {MARK}\n> A Mun-Bur", "A Par-Bur"),
        (f"A Par-Bur\n\nAm 1. April schrieb Judge:\n{MARK}\nA Mun-Bur", "A Par-Bur"),
        (f"On Monday\nJudge <judge@here.example> wrote:\n> {MARK}\n> A Mun-Bur\n\nA Par-Bur", "A Par-Bur"),
        (f"> {MARK}\n> F Lon H\nA Par-Bur\n> F Edi H\nF Bre H", "A Par-Bur\nF Bre H"),
        (f"\n\n{MARK}\nA Mun-Bur", ""),
        ("A Par-Bur\n-- \nAnn, Paris\nA Mun-Bur", "A Par-Bur"),
        ("A Par-Bur\n\n-----Original Message-----\nA Mun-Bur", "A Par-Bur"),
        ("A Par-Bur\nVon: Judge\nGesendet: heute\nAn: Ann\nBetreff: Orders\nA Mun-Bur", "A Par-Bur"),
        ("----- Orders -----\nA Par-Bur\n__________\nF Bre H", "----- Orders -----\nA Par-Bur\n__________\nF Bre H"),
        (">From 15 I sail on to 14.", "From 15 I sail on to 14."),  # made of "From" by programs that keep letters in one file
        ("Hi,\n\n>From the North Sea I hear nothing.\nF 15-14", "Hi,\n\nFrom the North Sea I hear nothing.\nF 15-14"),
        (">From Greece to Serbia.\n>From Rome to Venice.", "From Greece to Serbia.\nFrom Rome to Venice."),
        (">A Mun-Bur\n>From Otto\n\nA Par-Bur", "A Par-Bur"),
        ("A Par-Bur\n\nOtto wrote:\n>From Munich I march.", "A Par-Bur"),
        (
            "PRESS TO ALL\n> as you said:\n-- \nbye\nEND\n> gone\nA Par-Bur",
            "PRESS TO ALL\n> as you said:\n-- \nbye\nEND\nA Par-Bur",
        ),
    ],
)
def test_what_the_writer_wrote(written: str, kept: str) -> None:
    """Top-posters, bottom-posters, signatures, Outlook; rules drawn by a player cut nothing; press stays whole."""
    assert body(written.encode()).text == kept


@pytest.mark.parametrize(
    ("line", "auto"),
    [
        (b"Auto-Submitted: auto-replied (vacation)", "auto-reply"),
        (b"Auto-Submitted: No", None),
        (b"Precedence: bulk", "list"),
        (b"List-Id: <x.example>", "list"),
        (b"X-Autoreply: yes", "auto-reply"),
        (b"X-Auto-Response-Suppress: All", None),
        (b"X-Judge-Loop: here.example", "loop"),
        (b"Return-Path: <>", "bounce"),
        (b"Content-Type: multipart/report; report-type=delivery-status; boundary=x", "bounce"),
        (b"\r\n".join([b"Received: from a by b"] * 26), "loop"),
        (b"Auto-Submitted: (by a rule) auto-generated", "auto-reply"),
        (b"Auto-Submitted: (by hand) no", None),
        (b"X-Yahoo-Autoreply: yes", "auto-reply"),
        (b"X-Auto-Generated: yes", "auto-reply"),
        (b"X-MS-Exchange-Inbox-Rules-Loop: ann@example.org", "auto-reply"),
        (b"X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent", "auto-reply"),
        (b"X-JIRA-FingerPrint: 0a1b", "auto-reply"),
        (b"X-RT-Loop-Prevention: rt.example.org", "auto-reply"),
        (b"X-OTRS-Loop: help@example.org", "auto-reply"),
        (b"X-Zendesk-From-Account-Id: 12ab", "auto-reply"),
        (b"X-GitHub-Reason: mention", "auto-reply"),
        (b"Content-Type: text/calendar; method=REPLY; charset=utf-8", "auto-reply"),
        (b"Content-Type: text/plain; charset=utf-8", None),
    ],
)
def test_the_guard(line: bytes, auto: str | None) -> None:
    """Machines are known by their headers."""
    assert body(b"A Par-Bur", line).auto == auto


@pytest.mark.parametrize(
    ("subject", "auto"),
    [
        ("Automatic reply: [quillfeather] France, Spring 1901: 3 orders due", "auto-reply"),
        ("Automatische Antwort: [quillfeather] France", "auto-reply"),
        ("Réponse automatique : [quillfeather] France", "auto-reply"),
        ("Respuesta automática: [quillfeather] France", "auto-reply"),
        ("Автоматический ответ: [quillfeather] France", "auto-reply"),
        ("自动回复：[quillfeather] France", "auto-reply"),
        ("Out of Office AutoReply: [quillfeather] France", "auto-reply"),
        ("自动答复: [quillfeather] France", "auto-reply"),
        ("自動応答: [quillfeather] France", "auto-reply"),
        ("不在通知: [quillfeather] France", "auto-reply"),
        ("Re: Automatic reply: your holidays", None),
        ("Out of office next week, so my orders come now", None),
        ("Orders: A(Par)-Bur", None),
    ],
)
def test_machines_that_say_so_in_the_subject_only(subject: str, auto: str | None) -> None:
    """Five languages and more, encoded as they come; who writes about an automatic reply is no machine."""
    raw = b"From: ann@example.org\r\nSubject: " + Header(subject, "utf-8").encode(linesep="\r\n").encode() + b"\r\n\r\nA Par-Bur"
    assert parse_mail(raw, "ann@example.org").auto == auto


CALENDAR = "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR"


@pytest.mark.parametrize(
    ("whole", "kind", "auto"),
    [
        ("alternative", "text/calendar; method=REPLY", "auto-reply"),
        ("alternative", "text/calendar; charset=utf-8; method=REQUEST", "auto-reply"),
        ("alternative", "text/vnd.google.email-reaction+json", "auto-reply"),
        ("alternative", "text/html", None),
        ("mixed", "text/calendar; method=REQUEST; name=match.ics", None),
    ],
)
def test_calendars_and_thumbs_up(whole: str, kind: str, auto: str | None) -> None:
    """A program writes these when somebody presses a button. A calendar's file beside one's own words is only an attachment."""
    parts = f"--b\r\nContent-Type: text/plain\r\n\r\nAnn has accepted\r\n--b\r\nContent-Type: {kind}\r\n\r\n{CALENDAR}\r\n--b--\r\n"
    raw = f"From: ann@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/{whole}; boundary=b\r\n\r\n{parts}"
    assert parse_mail(raw.encode(), "ann@example.org").auto == auto


def test_the_guard_knows_envelope_and_senders() -> None:
    """The empty envelope sender, a mailer daemon, ourselves, nobody, and two people at once."""
    assert parse_mail(HEAD + b"\r\nx", "").auto == "bounce"
    assert parse_mail(b"From: MAILER-DAEMON@x.example\r\n\r\nx").auto == "bounce"
    assert parse_mail(b"From: Judge@here.example\r\n\r\nx", own="judge@here.example").auto == "loop"
    assert parse_mail(b"From: Judge+quill.3.abc@Here.example\r\n\r\nx", own="judge@here.example").auto == "loop"
    assert parse_mail(b"From: judgement@here.example\r\n\r\nx", own="judge@here.example").auto is None
    assert parse_mail(b"Reply-To: ann@example.org\r\n\r\nx").auto == "no sender"
    two = parse_mail(b"From: ann@example.org, bob@example.org\r\n\r\nx")
    assert (two.sender, two.claimed) == ("", ("ann@example.org", "bob@example.org"))
    two = parse_mail(b"From: ann@example.org\r\nFrom: bob@example.org\r\n\r\nx")
    assert (two.sender, two.claimed) == ("", ("ann@example.org", "bob@example.org"))


def test_letters_that_cannot_be_read() -> None:
    """Each has its problem, and the sender is known all the same."""
    assert body(b"\x00\x01\x02\xff" * 50).problem == "binary"
    assert body(b"R0lGODlh", b"Content-Type: image/gif", b"Content-Transfer-Encoding: base64").problem == "binary"
    assert body(b"").problem == "empty"
    large = body(b"A Par-Bur\r\n" * 30_000)
    assert (large.problem, large.text, large.sender) == ("too large", "", "ann@example.org")
    assert parse_mail(b"X: y\r\n" * 20_000).problem == "too large"
    junk = body(b"this is line after line of junk\r\n" * 5_000)
    assert (junk.problem, len(junk.text) <= 65_536) == ("too long", True)


def test_short_lines_in_parts_within_parts_are_too_much() -> None:
    """Each of them would be compared with every boundary. Five parts in each other are read, with a file as large as may come."""
    large = _nested(b"multipart/mixed", 5) + b"\r\n--b4\r\nContent-Type: image/png\r\n\r\n" + (b"iVBORw0KGgo" * 7 + b"\r\n") * 3_000
    assert "A Par-Bur" in parse_mail(large).text
    assert parse_mail(_nested(b"multipart/mixed", 8) + b"\r\nx" * 60_000).problem == "unreadable"


def _nested(kind: bytes, deep: int) -> bytes:
    lines = [b"Content-Type: %s; boundary=b%d\r\n\r\n--b%d\r\n" % (kind, n, n) for n in range(deep)]
    return HEAD + b"".join(lines) + b"\r\nA Par-Bur"


@pytest.mark.parametrize(
    "raw",
    [
        _nested(b"multipart/mixed", 2000),
        _nested(b"multipart/mixed", 40),
        HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 3000,
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 10_000,
        HEAD + b"Content-Type: text/plain; name*\r\n\r\nA Par-Bur",
        HEAD + b"Content-Type: text/plain; charset*0*=a''%ff; charset*1=x\r\n\r\nA Par-Bur",
        HEAD + b"Content-Type: multipart/mixed\r\n\r\nA Par-Bur",
        b"From: (c):\r\nTo: (c):\r\nMessage-ID: <[x@microsoft.com]>\r\n\r\nx",
        b"From: =?UTF-8?Q?=0AMy?= <ann@example.org>\r\nSubject: =?x?b?!!!?= =?utf-8?b?a?=\r\n\r\nx",
        b"From: ann@example.org\r\nTo: " + b"a@b.example, " * 4000 + b"\r\n\r\nx",
        b"From: " + b"(" * 8000 + b"\r\n\r\nx",
        b"From: ann@example.org\r\nSubject: " + b"=?a?q?" * 10_000 + b"\r\n\r\nx",
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<a b=" * 12_000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<!--" * 16_000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"<blockquote>x" * 9_000,
        HEAD + b"Content-Type: text/html\r\n\r\n" + b"&" * 60_000,
        HEAD + b"\r\n" + b"On a a " * 9_000,
        HEAD + b"\r\n" + b"On \n" * 16_000,
        HEAD + b"\r\n" + b"> " * 30_000,
        HEAD + b"\r\n" + b"PRESS\n" * 10_000,
        HEAD + b"\r\n\xed\xa0\x80\xf0\x9f\x92\xa9",
        b"",
        b"\r\n",
        b"\x00" * 5000,
    ],
    ids=lambda raw: f"{len(raw)}:{raw[100:140]!r}",
)
def test_hostile_letters_are_read(raw: bytes) -> None:
    """Nesting bombs, malformed headers and repeated prefixes do not raise; `make bench` says how long the worst take."""
    mail = parse_mail(raw)
    for text in (mail.text, mail.subject, mail.sender_name, *mail.recipients):
        text.encode()
        assert "\0" not in text


def test_bytes_at_random_never_raise() -> None:
    """Letters with bytes changed at random, and bytes that never were a letter."""
    dice = random.Random(1901)
    letter = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8; '
    letter += b"format=flowed\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nA=20Par-Bur \r\n> x\r\n--b--\r\n"
    for _ in range(300):
        changed = bytearray(letter)
        for _ in range(dice.randrange(1, 12)):
            changed[dice.randrange(len(changed))] = dice.choice(b"\x00\r\n<>@=?*;\"':( \xff\xc3")
        assert isinstance(parse_mail(bytes(changed)), ParsedMail)
        assert isinstance(parse_mail(dice.randbytes(200)), ParsedMail)


def test_a_letter_that_is_too_large_is_read_as_far_as_its_parts_are_whole() -> None:
    """Orders with a picture of ten megabytes count; of a text that is cut off nothing is used."""
    letter = EmailMessage()
    letter["From"] = "ann@example.org"
    letter.set_content("A Par-Bur\n")
    letter.add_attachment(b"\xff\xd8" * 5_000_000, maintype="image", subtype="jpeg", filename="map.jpg")
    mail = parse_mail(letter.as_bytes())
    assert (mail.problem, mail.text, [each.kind for each in mail.enclosed]) == ("too large", "A Par-Bur", ["picture"])
    cut = body(b"A Par-Bur\r\nF Bre-MAO\r\n" * 20_000)
    assert (cut.problem, cut.text) == ("too large", "")


def test_five_thousand_lines() -> None:
    """No more are read, and it is said."""
    mail = body(b"x\r\n" * 6_000)
    assert (mail.problem, mail.text.count("\n")) == ("too long", 4_999)


@pytest.mark.parametrize(
    "line",
    [
        b"From: =?utf-8?q?Ann=0D=0ABcc:_x@example.org?= <ann@example.org>",
        b"From: =?utf-8?b?QW5uCkJjYzogeEBleGFtcGxlLm9yZw==?= <ann@example.org>",
        b"Subject: =?utf-8?q?hello=0D=0ABcc:_x@example.org=00=1B[31m?=",
        b"Message-ID: <a\x01b@example.org>",
    ],
)
def test_headers_that_would_become_headers_of_ours(line: bytes) -> None:
    """Line breaks and control characters in encoded words are blanks; a Message-ID with any is none."""
    mail = parse_mail(line + b"\r\nFrom: ann@example.org\r\n\r\nx" if not line.startswith(b"From") else line + b"\r\n\r\nx")
    for value in (mail.sender, mail.sender_name, mail.subject, mail.message_id):
        assert value.isprintable()
    assert mail.sender in ("ann@example.org", "")
