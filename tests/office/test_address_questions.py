"""ADDRESS has the judge write to a mailbox whose owner may have asked for nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.letters.post_office import PostOffice, body

GERMANY, VICTIM = "germany@mail.example", "victim@bank.example"


def asked(post: PostOffice, to: str, address: str) -> list[str]:
    """To whom the judge writes once Germany has said yes to ADDRESS, and what it says to Germany."""
    [question] = post.letter(GERMANY, f"ADDRESS {address}", to=to)
    return [f"{each['To']}: {' '.join(body(each).split())}" for each in post.letter(GERMANY, "YES", to=question["Reply-To"])]


def test_nobody_is_asked_again_and_again(tmp_path: Path) -> None:
    """Three questions a day, whoever they go to; the fourth is refused with the time from which it may be asked."""
    post = PostOffice(tmp_path, careful=True)
    post.game()
    to = str(post.last[GERMANY]["Reply-To"])
    told = [line for number in range(8) for line in asked(post, to, VICTIM if number % 2 else f"v{number}@bank.example")]
    assert sum(not line.startswith(GERMANY) for line in told) == 3
    assert "so I have not written to victim@bank.example. Please send it again after Tue 2 March" in told[-1]
    post.hands.time += timedelta(days=1)
    assert any(line.startswith(VICTIM) for line in asked(post, to, VICTIM))
