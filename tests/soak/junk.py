"""What a public judge gets besides honest letters: forged, automatic and hostile ones, as our own mail server hands them over."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

import yaml

from tests.benchmarks import hostile

SERVER = "mx.judge.example"
"""The mail server in front of the judge; the judge believes what it says of senders."""
JUDGE = "judge@localhost"
SHARES = {"forged": 9, "automatic": 8, "hostile": 3}
CORPUS = yaml.safe_load((Path(__file__).parents[1] / "letters/strangers.yaml").read_text())["machines"]
AWAY = (
    {"Auto-Submitted": "auto-replied"}, {"X-Autoreply": "yes"}, {"Precedence": "bulk"}, {"List-Id": "<games.list.example>"},
    {"Auto-Submitted": "auto-generated (vacation)"}, {"Content-Type": "multipart/report; report-type=delivery-status; boundary=b"},
)  # fmt: skip
"""Headers of machines that write in a player's name, as the player's own vacation does."""


class Seat(NamedTuple):
    """Somebody who plays: in which game and seat, for which Power, from where, and where replies go."""

    game: str
    seat: str
    power: str
    address: str
    reply_to: str


class Junk(NamedTuple):
    """A letter that is not honest."""

    kind: str
    key: str
    """Its Message-ID."""
    sender: str
    """In its envelope; '' for bounces."""
    to: str
    raw: bytes
    author: str
    """In its From line."""


def handed_over(verdict: str, domain: str) -> str:
    """The lines that our mail server puts above a letter; it says nothing of the sender where there is no verdict."""
    said = f"Authentication-Results: {SERVER}; dmarc={verdict} header.from={domain}\r\n" if verdict else ""
    return f"{said}Received: from client.example by {SERVER}; Mon, 1 Mar 2027 12:00:00 +0000\r\n"


def junk(seats: Sequence[Seat], target: Sequence[Seat], random: Random) -> Iterator[Junk]:
    """Letters without end.

    Args:
        seats: of honest players, in whose names some are forged.
        target: seats whose reply addresses hostile letters are sent to, so that they are read to the end.
        random: decides everything.
    """
    numbers = count(1)
    makers = {
        "forged": forged(seats, random, numbers),
        "automatic": automatic(seats, random, numbers),
        "hostile": hostile_letters(target, random, numbers),
    }
    while True:
        yield next(makers[random.choices(list(SHARES), list(SHARES.values()))[0]])


def forged(seats: Sequence[Seat], random: Random, numbers: Iterator[int]) -> Iterator[Junk]:
    """Letters in players' names, by somebody who knows addresses and games, but neither mailboxes nor reply addresses."""
    words = ("CLEAR", "RESIGN", "{game}\nHOLD ALL\nFINAL", "FINAL", "A Mun H\nF Lon H\nA Par H\nFINAL", "CONFIRM 7f3k2m9x4c1v8b5n",
             "VOTE DRAW", "SET ADDRESS evil@evil.example", "PRESS TO ALL\nI surrender.\nEND", "TERMINATE", "PROCESS")  # fmt: skip
    while True:
        seat, number = random.choice(seats), next(numbers)
        domain = seat.address.partition("@")[2]
        wrong = f"judge+{seat.game}.{seat.seat}.{''.join(random.choices('abcdefghijklmnopqrstuvwxyz234567', k=24))}@localhost"
        honest_looking = f"From: {seat.power} <{seat.address}>\r\n"
        own = f"Authentication-Results: {SERVER}; dmarc=pass header.from={domain}\r\n"
        top, author, to = random.choice([
            (handed_over("fail", domain), honest_looking, JUDGE),
            (handed_over("", domain), honest_looking, JUDGE),
            (handed_over("fail", domain), honest_looking, wrong),
            (handed_over("fail", domain) + own, honest_looking, JUDGE),
            (handed_over("", domain) + own, honest_looking, wrong),
            (handed_over("pass", "evil.example"), f"From: evil@evil.example\r\n{honest_looking}", JUDGE),
            (handed_over("pass", "evil.example"), f'From: "{seat.power} {seat.address}" <evil@evil.example>\r\n', wrong),
            (handed_over("pass", "evil.example"), f"From: evil@evil.example\r\nReply-To: {seat.address}\r\n", JUDGE),
        ])  # fmt: skip
        text = random.choice(words).format(game=seat.game)
        yield _letter("forged", number, top + author, to, f"Re: [{seat.game}] orders", text, "evil@evil.example")


def automatic(seats: Sequence[Seat], random: Random, numbers: Iterator[int]) -> Iterator[Junk]:
    """Letters of machines: the strangers of our corpus, and vacations, lists and bounces in players' names, to their own reply
    addresses, with orders quoted.
    """
    while True:
        number = next(numbers)
        if random.random() < 0.6:
            each = random.choice(CORPUS)
            author = each.get("from", f"m{number}@mail.example")
            more = "".join(f"{name}: {str(value).replace('{us}', SERVER)}\r\n" for name, value in each.get("headers", {}).items())
            head, subject, text, to = f"{more}From: {author}\r\n", each.get("subject", "hello"), str(each["text"]), JUDGE
        else:
            seat = random.choice(seats)
            author, to, subject = seat.address, seat.reply_to, f"Re: [{seat.game}] orders"
            head = handed_over("pass", seat.address.partition("@")[2]) + f"From: {author}\r\n"
            head += "".join(f"{name}: {value}\r\n" for name, value in random.choice(AWAY).items())
            text = "I am away until Monday.\nCLEAR\nFINAL\n"
        yield _letter("automatic", number, head, to, subject, text, "" if random.random() < 0.3 else author, author)


def hostile_letters(target: Sequence[Seat], random: Random, numbers: Iterator[int]) -> Iterator[Junk]:
    """One shape after the other, each as large as it may be, to the reply addresses of a game that nobody else plays."""
    shapes = [raw for _, raw in hostile.letters()] + list(_bombs())
    random.shuffle(shapes)
    for raw, seat in zip(cycle(shapes), cycle(target), strict=False):
        key = f"<junk{next(numbers)}@evil.example>"
        yield Junk("hostile", key, "ann@example.org", seat.reply_to, f"Message-ID: {key}\r\n".encode() + raw, "ann@example.org")


def _bombs() -> Iterator[bytes]:
    """What is small and would be large, what is large anyway, what is no letter, and commands that cost."""
    packed = base64.encodebytes(zlib.compress(b"\0" * (100 << 20), 9)).replace(b"\n", b"\r\n")
    kinds = (b"application/zip", b"application/gzip", b"text/plain; name=orders.txt", b"message/rfc822")
    for kind in kinds:
        part = b"--b\r\nContent-Type: %s\r\nContent-Transfer-Encoding: base64\r\n\r\n%s--b--\r\n" % (kind, packed)
        yield hostile.MIXED + part
        yield hostile.MIXED + part + b"x" * 70 + b"\r\n" * 1_000_000
    noise = Random(7)
    for size in (100, 10_000, 250_000):
        yield noise.randbytes(size).replace(b"\n", b"").replace(b"\r", b"") + b"\r\n"
        yield hostile.HEAD + b"\r\n" + noise.randbytes(size).replace(b"\n", b"").replace(b"\r", b"") + b"\r\n"
    yield b"\r\n"
    yield hostile.HEAD[:40]
    for words in (b"HELP", b"RESULTS", b"SET PASSWORD secretword", b"STATUS", b"LIST", b"HISTORY", b"MAP", b"CONFIRM abcdefgh"):
        yield hostile.HEAD + b"\r\n" + (words + b"\r\n") * 1500


def _letter(kind: str, number: int, head: str, to: str, subject: str, text: str, sender: str, author: str = "") -> Junk:
    key = f"<junk{number}@evil.example>"
    whole = f"{head}To: {to}\r\nSubject: {subject}\r\nMessage-ID: {key}\r\n\r\n{text}\r\n"
    return Junk(kind, key, sender, to, whole.replace("\r\n", "\n").replace("\n", "\r\n").encode(), author)
