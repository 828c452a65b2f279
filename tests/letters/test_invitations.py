"""INVITE with several people on a line: each is asked for himself, and what is no address is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

BOTH = {"ada@a.example", "ben@b.example"}
LINES = {
    "INVITE ada@a.example as Italy; ben.b.example; ben@b.example": ["ben.b.example"],
    "INVITE ada@a.example, ben@b..example, ben@b.example": ["ben@b..example"],
    "INVITE ada@a.example and ben@b.example and cleo@@c.example": ["cleo@@c.example"],
    "invite ada@a.example, ben@b.example, cleo@@c.example": ["cleo@@c.example"],
    "INVITE ada@a.example, my brother Tom, ben@b.example, dora(at)d.example": ["my brother Tom", "dora(at)d.example"],
    "INVITE Ada Lowe <ada@a.example>, Ben <ben@b.example>, Cleo <cleo.example>": ["Cleo <cleo.example>"],
    "INVITE ada@a.example, ben@b.example, please": [],
}


@pytest.mark.parametrize("below", [False, True], ids=["by itself", "below CREATE"])
@pytest.mark.parametrize("line", LINES)
def test_one_bad_address_keeps_nobody_out(tmp_path: Path, line: str, below: bool) -> None:
    """The others are invited, and the GM reads which one is no address."""
    office = PostOffice(tmp_path)
    text = f"CREATE quillfeather\n{line}"
    if not below:
        office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather")
        text = f"GAME quillfeather\n{line}"
    sent = office.letter(f"Harriet Lowe <{GM}>", text)
    assert {letter["To"] for letter in sent if letter["To"] != GM} == BOTH
    (answer,) = [" ".join(body(letter).split()) for letter in sent if letter["To"] == GM]
    for address in BOTH:
        assert f"I have invited {address}" in answer
    for bad in LINES[line]:
        assert f'I have not invited "{bad}": that is not an e-mail address.' in answer
    assert answer.count("I have not invited") == len(LINES[line])


@pytest.mark.parametrize("line", ["INVITE", "INVITE my brother Tom", "INVITE ben.b.example"])
def test_without_any_address_the_form_is_told(tmp_path: Path, line: str) -> None:
    """Nobody is written to."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather")
    (answer,) = office.letter(GM, line)
    assert "INVITE ada@example.org AS Italy; ben@example.org" in " ".join(body(answer).split())


def test_talk_of_an_invitation_is_none(tmp_path: Path) -> None:
    """Half a sentence behind an address is no list of people."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather")
    sent = office.letter(GM, "Invite ada@a.example if you like, or should I ask my brother first?")
    assert {letter["To"] for letter in sent} == {GM}
