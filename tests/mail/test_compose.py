"""What is kept in memory of letters that have gone out."""

from __future__ import annotations

from datetime import UTC, datetime

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
