"""ONLY MY ADDRESS: for somebody whose reply addresses others may have got hold of. Only mail from the registered mailbox counts."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

KEPT: dict[int, EmailMessage] = {}
"""Each house's answer to ONLY MY ADDRESS."""
FRANCE, ELSEWHERE = "france@mail.example", "thief@else.example"


@pytest.fixture
def post(tmp_path: Path) -> PostOffice:
    """France has chosen it, by a reply."""
    post = PostOffice(tmp_path, careful=True)
    post.game()
    [answer] = post.reply(FRANCE, "ONLY MY ADDRESS")
    assert "only from france@mail.example" in " ".join(body(answer).split())
    KEPT[id(post)] = answer
    return post


def ordinary(post: PostOffice, text: str, sender: str = "") -> list[EmailMessage]:
    """A reply to an ordinary mail, whatever came last."""
    post.last[FRANCE] = KEPT[id(post)]
    return post.reply(FRANCE, text, sender=sender)


def orders(post: PostOffice) -> str:
    [answer] = ordinary(post, "STATUS")
    return body(answer)


def test_replies_from_there_count(post: PostOffice) -> None:
    """As before; also with capitals in the address."""
    assert "A(Par)-Bur" in body(post.reply(FRANCE, "A Par-Bur", sender="France@Mail.example")[0])


def test_a_reply_from_elsewhere_is_asked_about(post: PostOffice) -> None:
    """The registered mailbox is asked, and told from where it came; a yes from there makes it count."""
    [asked] = post.reply(FRANCE, "A Par-Pic", sender=ELSEWHERE)
    assert asked["To"] == FRANCE
    said = " ".join(body(asked).split())
    assert ELSEWHERE in said
    assert "does not count yet" in said
    assert "A(Par)-Pic" not in orders(post)
    post.last[FRANCE] = asked
    post.reply(FRANCE, "YES")
    assert "A(Par)-Pic" in orders(post)


def test_a_yes_from_elsewhere_does_not_count(post: PostOffice) -> None:
    """Even with the question's own code: it may have been forwarded with the rest."""
    [asked] = post.reply(FRANCE, "A Par-Pic", sender=ELSEWHERE)
    post.last[FRANCE] = asked
    post.reply(FRANCE, "YES", sender=ELSEWHERE)
    assert "A(Par)-Pic" not in orders(post)


def test_nobody_turns_it_off_from_elsewhere(post: PostOffice) -> None:
    """ANY ADDRESS takes a reply from the registered mailbox."""
    [asked] = post.reply(FRANCE, "ANY ADDRESS", sender=ELSEWHERE)
    assert asked["To"] == FRANCE
    ordinary(post, "A Par-Bur", ELSEWHERE)
    assert "A(Par)-Bur" not in orders(post)
    [answer] = ordinary(post, "ANY ADDRESS")
    assert "from any address" in " ".join(body(answer).split())
    [taken] = post.reply(FRANCE, "A Par-Bur", sender=ELSEWHERE)
    assert "A(Par)-Bur" in body(taken)


FORGED = {"Authentication-Results": "mx.pbm.example; dmarc=fail header.from=mail.example", "Received": "from x by mx.pbm.example"}
"""What our own mail server writes on top of a letter with somebody else's address in From."""


def test_who_has_the_reply_address_and_forges_the_own_one_is_found_out(post: PostOffice) -> None:
    """Our mail server says that it is forged: it comes from elsewhere, whatever its From says, and the question tells why."""
    post.last[FRANCE] = KEPT[id(post)]
    [asked] = forged(post, "A Par-Pic")
    assert asked["To"] == FRANCE
    assert "forged" in body(asked)
    assert "A(Par)-Pic" not in orders(post)
    [asked] = forged(post, "ANY ADDRESS")
    assert "any address again" not in body(asked)
    post.last[FRANCE] = asked
    post.reply(FRANCE, "NO")
    assert ordinary(post, "A Par-Bur", ELSEWHERE)[0]["Reply-To"].startswith("judge+quillfeather.confirm.")


def forged(post: PostOffice, text: str) -> list[EmailMessage]:
    """A reply to an ordinary mail of France's, with France's address in From, from somewhere else."""
    letter = KEPT[id(post)]
    head = "".join(f"{name}: {value}\n" for name, value in FORGED.items())
    raw = f"{head}From: {FRANCE}\nTo: {letter['Reply-To']}\nSubject: x\nMessage-ID: <{text.replace(' ', '')}@x.example>\n\n{text}\n"
    return post.raw(raw.encode(), ELSEWHERE, letter["Reply-To"])


@pytest.mark.parametrize("words", ["ONLY MY ADDRESS", "only from my address", "Accept mail only from my address, please"])
def test_it_is_said_in_several_ways(words: str, tmp_path: Path) -> None:
    post = PostOffice(tmp_path, careful=True)
    post.game()
    found: list[EmailMessage] = post.reply(FRANCE, words)
    assert "only from france@mail.example" in " ".join(body(found[0]).split())


def test_others_write_from_where_they_like(tmp_path: Path) -> None:
    """Without it a reply counts from any address, as people write from several."""
    post = PostOffice(tmp_path, careful=True)
    post.game()
    [taken] = post.reply(FRANCE, "A Par-Bur", sender=ELSEWHERE)
    assert "A(Par)-Bur" in body(taken)
