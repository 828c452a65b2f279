"""The judge writes to nobody who cannot answer: not to itself, under whatever name, and to no machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

NOBODY = (
    "judge@pbm.example", "Judge@PBM.example", "judge+quillfeather.3.abc@pbm.example", "mailer-daemon@x.example",
    "postmaster@x.example", "no-reply@shop.example", "diplomacy-request@list.example",
)  # fmt: skip


def answer(post: PostOffice, sender: str, text: str) -> tuple[str, list[str]]:
    """What the sender is answered last, and to whom else the judge has written."""
    sent = post.letter(sender, text)
    mine = [each for each in sent if each["To"] == sender]
    return " ".join(body(mine[-1]).split()), [str(each["To"]) for each in sent if each["To"] != sender]


@pytest.mark.parametrize("address", NOBODY)
@pytest.mark.parametrize("command", ["CREATE inv\nINVITE {}", "CREATE inv\nINVITE {} AS Italy"])
def test_they_are_not_invited(tmp_path: Path, address: str, command: str) -> None:
    said, others = answer(PostOffice(tmp_path), GM, command.format(address))
    assert "nobody reads mail there" in said
    assert others == []


@pytest.mark.parametrize("address", NOBODY)
def test_nobody_moves_there(tmp_path: Path, address: str) -> None:
    post = PostOffice(tmp_path)
    post.game()
    said, others = answer(post, "france@mail.example", f"ADDRESS {address}")
    assert "nobody reads mail there" in said
    assert others == []


@pytest.mark.parametrize("line", ["INVITE a@b@c", "INVITE http://evil.example/x@y.example", "INVITE ada"])
def test_an_invitation_below_create_that_cannot_be_read_is_told(tmp_path: Path, line: str) -> None:
    """It said nothing of such a line, and the GM waited for a guest who was never asked."""
    said, others = answer(PostOffice(tmp_path), GM, f"CREATE inv\n{line}")
    assert line.partition(" ")[2] in said
    assert "that is not an e-mail address" in said
    assert others == []
