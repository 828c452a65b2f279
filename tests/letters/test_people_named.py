"""People as a GM names them: by name, by address, or as a mail program writes both; and names that nobody has."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body, headline

NEWF = "newf@x.example"
WRITTEN = (
    NEWF, f"<{NEWF}>", f"Newf Person <{NEWF}>", f'"Person, Newf" <{NEWF}>', f"{NEWF} (Newf Person)", f"Newf Person {NEWF}",
    f"mailto:{NEWF}", f"Newf Person <{NEWF.upper()}>",
)  # fmt: skip
"""One person, as letters write people."""
NOBODY = (
    "olaf",
    "Olaf",
    "olaf@x.example",
    "otto",
    "s",
    "o",
    "s1x",
    "standby",
    "gmail person",
    "gm2000",
    "o99999",
    "i7",
    "sister",
    "1",
    "*",
)
"""Names of nobody in the game, some of which begin as the judge's own keys do."""


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    found = PostOffice(tmp_path)
    found.game()
    return found


def said(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def people(office: PostOffice) -> list[str]:
    """The addresses of everybody whom the judge knows."""
    with office.parts.store.look() as work:
        return [person.address for number in range(1, 60) if (person := work.people.by_id(number))]


@pytest.mark.parametrize("written", WRITTEN)
def test_a_vacant_power_is_offered_to_an_address(office: PostOffice, written: str) -> None:
    """That address, and nothing else, has the letter, and a reply to it takes the seat."""
    office.letter(GM, "VACANT France REASON gone")
    sent = office.letter(GM, f"TAKEOVER France BY {written}")
    (offer,) = [each for each in sent if each["To"].lower() == NEWF]
    assert "France" in said(offer)
    (answer,) = [each for each in sent if each["To"] == GM]
    assert f"I have offered France to {offer['To']}," in said(answer)
    assert "<" not in said(answer)
    office.hands.sent.clear()
    taken = office.letter(offer["To"], "Yes please.\nTAKEOVER France", f"Re: {offer['Subject']}", offer["Reply-To"])
    assert any("France" in said(each) and each["To"] == offer["To"] for each in taken)
    assert "France" in said(office.letter(offer["To"], "STATUS")[0])


@pytest.mark.parametrize(
    "written", ["Newf Person", "Newf <newf>", "newf@", "@x.example", "a@b <c@d>", "new f@x.example@y", "newf@x..ex ample"]
)
def test_no_seat_is_offered_to_what_is_no_address(office: PostOffice, written: str) -> None:
    """It is asked who is meant, and nobody is registered under such a thing."""
    office.letter(GM, "VACANT France REASON gone")
    sent = office.letter(GM, f"TAKEOVER France BY {written}")
    assert [each["To"] for each in sent] == [GM]
    assert "I do not know whom you mean by" in said(sent[0])


@pytest.mark.parametrize("written", NOBODY)
@pytest.mark.parametrize("command", ["PROMOTE", "EJECT"])
def test_a_name_that_nobody_has_is_asked_about(office: PostOffice, command: str, written: str) -> None:
    """With what can be said instead; no letter is put aside, and nobody else hears of it."""
    (answer,) = office.letter(GM, f"{command} {written}")
    assert answer["To"] == GM
    assert "I do not know whom you mean by" in said(answer)
    assert "1 needs you" in headline(answer)


@pytest.mark.parametrize(
    "written", ["otto blume", "otto@x.example", "Otto Blume <otto@x.example>", "<otto@x.example>", "OTTO BLUME"]
)
def test_an_observer_is_promoted_or_put_out_by_name_or_address(tmp_path: Path, written: str) -> None:
    """The same words do for both."""
    for command, done in (("PROMOTE", "runs the game"), ("EJECT", "has been told")):
        office = PostOffice(tmp_path / command)
        office.game()
        office.letter("Otto Blume <otto@x.example>", "OBSERVE quillfeather")
        sent = office.letter(GM, f"{command} {written}")
        assert [each for each in sent if each["To"] == "otto@x.example"], done
        assert "I do not know" not in said(next(each for each in sent if each["To"] == GM))


@pytest.mark.parametrize("line", ["DRAW REASON enough", "DRAW because nobody writes any more", "DRAW France, Italy REASON enough"])
def test_a_draw_may_have_its_reason(office: PostOffice, line: str) -> None:
    """Everybody reads it."""
    sent = office.letter(GM, line)
    (ended,) = [each for each in sent if each["To"] == "france@mail.example"]
    assert "a draw between" in said(ended)
    assert "The reason: enough" in said(ended) or "The reason: nobody writes any more" in said(ended)
    assert ("a draw between France and Italy." in said(ended)) == ("Italy" in line)
