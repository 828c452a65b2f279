"""INVITE with several people on a line: each is asked for himself, and what is no address is named."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest

from judge.game.model.serialization import read_game
from tests.letters.post_office import GM, POWERS, PostOffice, body

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


SEVEN = {
    f"{name}.of.a.long.name@club.example": power
    for name, power in zip(("anna", "ed", "fay", "gus", "ida", "jon", "timo"), POWERS, strict=True)
}
TABLES = {
    "a line": "INVITE " + "; ".join(f"{guest} as {power}" for guest, power in SEVEN.items()),
    "commas": "INVITE " + ", ".join(f"{guest} as {power}" for guest, power in SEVEN.items()),
    "a line each": "INVITE\n" + "\n".join(f"{guest} as {power}" for guest, power in SEVEN.items()),
}


@pytest.mark.parametrize("create", [False, True], ids=["below GAME", "below CREATE"])
@pytest.mark.parametrize("width", [0, 64, 72, 78])
@pytest.mark.parametrize("text", TABLES)
def test_a_whole_table_is_invited_at_once(tmp_path: Path, text: str, width: int, create: bool) -> None:
    """On one line, and as a mail program wraps it."""
    office = PostOffice(tmp_path)
    lines = "\n".join(wrap(TABLES[text], width)) if width and text != "a line each" else TABLES[text]
    if not create:
        office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather")
    head = "CREATE quillfeather" if create else "GAME quillfeather"
    sent = office.letter(f"Harriet Lowe <{GM}>", f"{head}\n{lines}\nSET LISTED no")
    told = {letter["To"]: " ".join(body(letter).split()) for letter in sent}
    assert set(told) == {GM, *SEVEN}
    for guest, power in SEVEN.items():
        assert power in told[guest]
        assert f"I have invited {guest}" in told[GM]
    assert "not an e-mail address" not in told[GM]
    with office.parts.store.look() as work:
        stored = work.games.get("quillfeather")
    assert stored is not None
    assert not read_game(stored.head).settings.listed


BELOW = ["thanks", "or ask ben@b.example if he likes", "Great Britain", "SET LISTED no", "PRESS TO ALL\nben@b.example"]


@pytest.mark.parametrize("below", BELOW)
def test_what_stands_below_is_no_guest(tmp_path: Path, below: str) -> None:
    """Only lines of nothing but guests go on with an INVITE."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE quillfeather")
    sent = office.letter(f"Harriet Lowe <{GM}>", f"INVITE ada@a.example AS Italy\n{below}")
    assert {letter["To"] for letter in sent} == {GM, "ada@a.example"}
    [answer] = [" ".join(body(letter).split()) for letter in sent if letter["To"] == GM]
    assert "not an e-mail address" not in answer
    assert "Italy" in answer
