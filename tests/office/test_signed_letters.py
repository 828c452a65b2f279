"""A player's fresh letter, signed by the mail server of the player's domain: it counts at once, and nobody else can write one."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.letters import Letter
from judge.mail.signatures import signed_sender
from tests.letters.post_office import ADDRESS, PostOffice, body
from tests.mail.signing import name_servers, record, signed

FRANCE, GERMANY = "france@mail.example", "germany@mail.example"
KNOWN = name_servers({"s1._domainkey.mail.example": [record()], "s1._domainkey.evil.example": [record(name="evil")]})


def written(post: PostOffice, text: str, sender: str = FRANCE, number: int = 1) -> bytes:
    return (
        f"From: {sender}\r\nTo: {ADDRESS}\r\nSubject: hello\r\nDate: {post.hands.time:%a, %d %b %Y %H:%M:%S} +0000\r\n"
        f"Message-ID: <fresh{number}@mail.example>\r\n\r\n{text}\r\n"
    ).encode()


def sent(post: PostOffice, raw: bytes, sender: str = FRANCE) -> list[EmailMessage]:
    """What a letter brings that came as intakes take it: looked at before it is kept."""
    post.count += 1
    found = signed_sender(raw, ADDRESS, post.hands.time, KNOWN)
    post.parts.store.take(Letter(raw, post.hands.time, f"test:{post.count}", sender, ADDRESS, found))
    return post.work()


@pytest.fixture
def post(tmp_path: Path) -> PostOffice:
    """A house as by default, with the game of seven."""
    post = PostOffice(tmp_path, careful=True)
    post.game()
    return post


def test_a_signed_letter_needs_no_question(post: PostOffice) -> None:
    """Without a signature the same letter is asked about."""
    [asked] = sent(post, written(post, "A Par-Bur"))
    assert "Is this mail yours?" in asked["Subject"]
    [answer] = sent(post, signed(written(post, "A Par-Pic", number=2)))
    assert "A(Par)-Pic" in body(answer)


def test_another_domains_signature_is_none(post: PostOffice) -> None:
    """Germany signs a letter in France's name with a key of their own."""
    [asked] = sent(post, signed(written(post, "A Par-Bur"), "evil.example", name="evil"), GERMANY)
    assert asked["To"] == FRANCE
    assert "Is this mail yours?" in asked["Subject"]


def test_a_letter_sent_again_does_nothing(post: PostOffice) -> None:
    """Whoever gets hold of a signed letter cannot bring old orders back with it."""
    first, second = signed(written(post, "A Par-Bur", number=1)), signed(written(post, "A Par-Pic", number=2))
    sent(post, first)
    sent(post, second)
    sent(post, b"Received: from evil.example by x\r\n" + first, GERMANY)
    sent(post, b"Content-Type: text/plain; charset=latin-1\r\n" + first, GERMANY)
    [report] = sent(post, signed(written(post, "STATUS", number=3)))
    assert "A(Par)-Pic" in body(report)
    assert "A(Par)-Bur" not in body(report)


def test_a_signature_gives_no_more_than_the_address(post: PostOffice) -> None:
    """What cannot be undone is asked about all the same."""
    [asked] = sent(post, signed(written(post, "RESIGN")))
    assert "confirm" in asked["Subject"].lower()


def test_it_is_the_sender_of_the_letter_that_counts(post: PostOffice) -> None:
    """A verdict about one address says nothing about a letter from another."""
    raw = written(post, "A Mun-Bur", GERMANY)
    post.parts.store.take(Letter(raw, post.hands.time, "test:x", GERMANY, ADDRESS, FRANCE))
    [asked] = post.work()
    assert "Is this mail yours?" in asked["Subject"]


@pytest.mark.parametrize("top", [b"Content-Type: text/html\r\n", b"Content-Type: text/plain; format=flowed; delsp=yes\r\n"])
def test_an_unsigned_header_makes_no_second_letter_of_one(post: PostOffice, top: bytes) -> None:
    """Most servers do not sign how the body is to be read. Whoever was sent a copy could have the same press sent again."""
    letter = signed(written(post, "TO Austria: shall we \r\nmeet?\r\nTO Italy: no\r\n"))
    assert "austria@mail.example" in [each["To"] for each in sent(post, letter)]
    again = sent(post, top + letter, GERMANY)
    assert [each["To"] for each in again] == [FRANCE]
    assert "does not count yet" in body(again[0])
    assert "earlier mail" in " ".join(body(again[0]).split())


def test_a_spoilt_copy_does_not_keep_the_true_letter_out(post: PostOffice) -> None:
    """Somebody who has a copy sends it first, made unreadable. The letter itself is asked about, and a yes makes it count."""
    letter = signed(written(post, "A Par-Bur"))
    sent(post, b"Content-Transfer-Encoding: base64\r\n" + letter, GERMANY)
    sent(post, letter)
    [answer] = post.reply(FRANCE, "YES")
    assert "A(Par)-Bur" in body(answer)
