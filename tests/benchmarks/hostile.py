"""The worst letters of 256 KB that we could think of: how long each takes to read and parse, and how much memory.

`python -m tests.benchmarks.hostile` prints them, the slowest first. No letter may take 250 ms or 200 MB.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Iterator

from judge.assets import find_assets
from judge.commands import parse
from judge.commands.orders import OrderLines
from judge.mail import limits
from judge.mail.parse import parse_mail
from judge.office.intake.command_text import command_texts
from judge.rules.ruleset import Ruleset
from judge.variants import load_ruleset

HEAD = b"From: Ann Lee <ann@example.org>\r\nTo: judge@here.example\r\nSubject: orders\r\nMIME-Version: 1.0\r\n"
HTML = HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
FULL = limits.RAW


def full(head: bytes, unit: bytes, size: int = FULL) -> bytes:
    """A head and as many units as there is room for."""
    return head + unit * ((size - len(head)) // len(unit))


def nested(kind: bytes, deep: int) -> bytes:
    """Parts in parts."""
    heads = (b"Content-Type: %s; boundary=b%d\r\n\r\n--b%d\r\n" % (kind, n, n) for n in range(deep))
    return HEAD + b"".join(heads) + b"\r\nA Par-Bur"


def letters() -> Iterator[tuple[str, bytes]]:
    """(what it is, the letter)."""
    body = HEAD + b"\r\n"
    for unit in (
        b"<div>",
        b"<p>",
        b"<li>x",
        b"<ol><li>",
        b"<b><p>",
        b"<table><tr><td>",
        b"<blockquote>x",
        b"<a b=",
        b"<!--",
        b"<",
        b"&",
        b"<br>",
        b'<a "',
        b"<td \"'>",
        b"<span hidden>",
        b"<script>",
        b"&#x41;",
        b"<pre>\n",
        b"x",
        b"> <",
    ):
        yield f"HTML {unit.decode()!r}", full(HTML, unit)
    yield "HTML formats", HTML + b"<p>" + b"".join(b"<b a=%d>" % n for n in range(3000)) + b"<p>x" * 40_000
    yield "HTML attributes", HTML + b"<p " + b" ".join(b"a%d" % n for n in range(30_000)) + b">x"
    yield "HTML within list", full(HTML + b"<ol>" * 1000, b"<li>x")
    yield "10,000 parts", full(MIXED, b"--b\r\n\r\nx\r\n")
    yield "parts with types", full(MIXED, b"--b\r\nContent-Type: text/plain\r\n\r\nx\r\n")
    yield "parts within limits", MIXED + b"--b\r\n\r\nx\r\n" * 390 + b"y\r\n" * 80_000
    for deep in (1, 11, 45, 98, 2000):
        yield f"nested {deep}", full(nested(b"multipart/mixed", deep), b"\r\nx")
    yield "letters in letters", full(HEAD, b"Content-Type: message/rfc822\r\n\r\n")
    yield "digests", full(nested(b"multipart/digest", 48), b"\r\nx")
    yield "head of short lines", full(b"", b"X: y\r\n", limits.HEADERS - 400) + body
    yield "head of one line", b"From: a@b.example\r\nX: " + b"x" * 65_000 + b"\r\n\r\nx"
    yield "folded head", b"From: a@b.example\r\nX:" + b" x\r\n" * 15_000 + b"\r\nx"
    yield "To of 64 KB", b"From: a@b.example\r\nTo: " + b"a@b.example, " * 4900 + b"\r\n\r\nx"
    for unit in (b"(", b'"', b"<", b"\\", b"a,", b"=?utf-8?q?a?= "):
        yield f"From of {unit.decode()!r}", full(b"From: ", unit, 8_100) + b"\r\nTo: " + unit * 4000 + b"\r\n\r\nx"
    yield "subject of encoded words", b"From: a@b.example\r\nSubject: " + b"=?a?q?" * 10_000 + b"\r\n\r\nx"
    yield "received", full(b"From: a@b.example\r\n", b"Received: from a by b; x\r\n", 65_000) + b"\r\nx"
    yield "parameters", HEAD + b"Content-Type: text/plain; " + b"a*%d=;" * 300 % tuple(range(300)) + b"\r\n\r\nx"
    yield "quoted parameters", HEAD + b'Content-Type: text/plain; a="' + b";" * 60_000 + b"\r\n\r\nx"
    for kind in (b"base64", b"quoted-printable", b"x-uuencode"):
        unit = b"begin 644 x\r\n" if b"uu" in kind else b"=41"
        yield kind.decode(), full(HEAD + b"Content-Transfer-Encoding: " + kind + b"\r\n\r\n", unit)
    flowed = HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n"
    yield "flowed", full(flowed, b"x \r\n")
    yield "flowed quotes", full(flowed, b">>>> \r\n>")
    yield "utf-7", full(HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n", b"+AAA-")
    for unit in (
        b"On a a ",
        b"On 1\n",
        b"> ",
        b">\n",
        b"PRESS\n",
        b"PRESS\nEND\n",
        b"From:\n",
        b"From:\nSent:\n",
        b"a [1:1\n",
        b"a: b@c.d\n",
        b"a: b@c.d\nb: 1:11 1/1/2020\n\n",
        b"[12/05, 21:14] a: b\n",
        b"-----\n",
        b"____________\n",
        b"\n",
        b"-- x\n",
        b"Cheers\n",
        b"a <b>:\n",
        b"\xe2\x80\x8b",
        b"\xe2\x80\xa8",
        b"\xf0\x9f\x92\xa9\n",
        b"x",
    ):
        yield f"text {unit.decode()!r}", full(body, unit)
    for unit in (
        b"A Par-Bur\n",
        b"A Par-",
        b"A Par-Bur, ",
        b"A Mar S A Par-Bur via convoy\n",
        b"f nao - xyz or ireland\n",
        b"((((\n",
        b"A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A Par-Xyz A P-X A P-X A P-X\n",
        b"F NTH C A Yor-Xyz\n",
        b"A Par moevs Bur, A Mar suports Par, Armi Par hlod, Mvoe Par to Bur, A Par hlod, A Par hlod, Armi Par hlod\n",
        b"F NTH C A Yor-Abcdefghijkl\n",
        b"a " * 99 + b"\n",
        b"st st st st st st st st st st st st st st st st st st st st st st st st st st st st st st st\n",
        b"A(Par)-Bur; " * 16 + b"\n",
        b"JOIN a b\nPREFER c\n",
        b"CREATE a\nname b\n",
        b"1. 1. 1. 1. 1.\n",
        b"please " * 28 + b"\n",
        b"can " * 200 + b"\n",
        b"since A Par-Bur " * 60 + b"\n",
        b"Bur from " * 100 + b"\n",
        b"or A Par-Bur. " * 60 + b"\n",
        b"or A Par-Bur\n",
        b"A Par-Bur\ndon't do Bur\n",
        b"A Par-Bur, not Pic, " * 45 + b"\n",
        b"scrap that, all hold. " * 45 + b"\n",
        b"par bur mar spa bre mao " * 40 + b"\n",
        b"par bur mar spa bre\n",
        b"par s mar bur mar s par\n",
    ):
        yield f"orders {unit[:40].decode()!r}", full(body, unit)


def whole(raw: bytes, rules: Ruleset) -> None:
    """What is done with a letter before anything is decided: read, parse, and each order line read by the notation."""
    mail = parse_mail(raw, "ann@example.org", own="judge@here.example")
    for source in command_texts(mail):
        for command in parse(source.text):
            if isinstance(command, OrderLines):
                rules.notation.read_all(command.lines, rules.board, rules.start, "France")


def measured() -> Iterator[tuple[float, float, str, int]]:
    """(milliseconds of processor time, the better of two; megabytes; what; bytes) of each letter."""
    rules = load_ruleset("standard", [find_assets().games], find_assets().grammars())
    whole(HEAD + b"\r\nA Par-Bur", rules)
    for name, raw in letters():
        took = []
        for _ in range(2):
            gc.collect()
            began = time.process_time()
            whole(raw, rules)
            took.append(time.process_time() - began)
        tracemalloc.start()
        whole(raw, rules)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        yield min(took) * 1000, peak / 2**20, name, len(raw)


def rows() -> Iterator[tuple[str, str, str]]:
    """The table: the slowest letter and the largest, of all that we could think of."""
    found = list(measured())
    milliseconds, _, slow, _ = max(found)
    _, megabytes, large, _ = max(found, key=lambda each: each[1])
    yield f"the slowest of {len(found)} letters of up to {FULL // 1024} KB", f"{milliseconds:.0f} ms", f"{slow} (aim ≤ 250 ms)"
    yield "the one that takes most memory", f"{megabytes:.0f} MB", f"{large} (aim ≤ 200 MB)"


if __name__ == "__main__":
    for milliseconds, megabytes, what, size in sorted(measured(), reverse=True):
        print(f"{milliseconds:8.1f} ms {megabytes:7.1f} MB  {size:7d} bytes  {what}")
