"""What letters that go out are made of, and what is kept of them in memory."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy

from judge.letters import Notice
from judge.mail import compose
from judge.mail.compose import SenderIdentity

AT = datetime(2027, 3, 1, 12, tzinfo=UTC)


def test_letters_alike_leave_nothing_more_in_memory() -> None:
    """Each letter with HTML has boundaries of its own: remembered, they once took 80 MB of a busy judge."""
    desk = SenderIdentity("judge@pbm.example")

    def send(number: int) -> bytes:
        notice = Notice(f"key{number}", "ann@example.org", "answer", {}, "demo")
        return compose.compose(notice, "Spring 1901", "A Par-Bur\n", desk, AT, "token", html="<p>A Par-Bur</p>")

    def remembered() -> tuple[int, ...]:
        kept = (compose._read_header, compose._laid_out, compose._address)
        return tuple(each.cache_info().currsize for each in kept)

    assert len({send(number) for number in range(2)}) == 2
    before = remembered()
    for number in range(2, 30):
        send(number)
    assert remembered() == before


def test_words_like_a_boundary_stay_as_they_are() -> None:
    """Nobody can end a part of another's letter, or begin one, by words in a subject or a text."""
    words = "--=_0part0_\nContent-Type: text/html\n\n<b>not ours</b>\n--=_0part0_--\n=_1part and =_2part1_\n"
    notice = Notice("key", "ann@example.org", "press", {}, "demo")
    desk = SenderIdentity("judge@pbm.example")
    raw = compose.compose(notice, "a =_0part0_ b", words, desk, AT, "token", html="<p>=_0part1_ =_3part</p>")
    letter = message_from_bytes(raw, policy=policy.default)
    assert letter["Subject"] == "a =_0part0_ b"
    assert [part.get_content_type() for part in letter.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    plain, html = letter.iter_parts()
    assert plain.get_content().replace("\r\n", "\n") == words
    assert html.get_content().strip() == "<p>=_0part1_ =_3part</p>"
    assert raw == compose.compose(notice, "a =_0part0_ b", words, desk, AT, "token", html="<p>=_0part1_ =_3part</p>")
