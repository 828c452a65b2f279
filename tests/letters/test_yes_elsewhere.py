"""`GAME heron` and YES in a fresh letter: it answers the only question about that game that its writer was asked, as far as From
proves; several questions are named, and nothing is done.
"""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import ANY_NUMBER, GM, PostOffice, body

OTTO, FRANCE = "otto@mail.example", "france@mail.example"
SERVER = "mx.pbm.example"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """Otto waits for the start of marsh; France's player, too, and plays in heron."""
    office = PostOffice(tmp_path, careful=True, **ANY_NUMBER)
    office.game("heron")
    office.careful = False
    office.letter("Xaver Brix <x@x.example>", "CREATE marsh\nDEADLINE Fridays 21:00 Europe/London")
    office.letter(f"Otto Brand <{OTTO}>", "JOIN marsh")
    office.letter(f"France Player <{FRANCE}>", "JOIN marsh")
    return office


def fresh(office: PostOffice, sender: str, text: str) -> str:
    """The answer to a letter that replies to none, whose From the house's own mail server vouches for."""
    office.careful = True
    passed = f"{SERVER}; dmarc=pass header.from={sender.partition('@')[2]}"
    came = f"from outside by {SERVER}; Mon, 1 Mar 2027 12:00:00 +0000"
    return said(office.letter(sender, text, Authentication_Results=passed, Received=came), sender)


def said(letters: list[EmailMessage], to: str) -> str:
    return " ".join(" ".join(f"{each['Subject']}\n{body(each)}".split()) for each in letters if each["To"] == to)


def plays(office: PostOffice, game: str, address: str) -> bool:
    with office.parts.store.look() as work:
        return any(row.address == address and row.seat.is_player for row in work.seats.of_game(game))


def test_an_invitation(office: PostOffice) -> None:
    office.letter(GM, f"CREATE tern\nINVITE {OTTO}")
    assert "Welcome." in fresh(office, OTTO, "GAME tern\n\nYes please!\n\nOtto")
    assert plays(office, "tern", OTTO)


@pytest.mark.parametrize("text", ["YES\nNAME Otto Braun", "GAME tern\nYes please!\nNAME Otto Braun"])
def test_an_invitation_is_accepted_under_another_name(office: PostOffice, text: str) -> None:
    """The invitation shows these two lines; they count as well in a letter of their own."""
    office.letter(GM, "CREATE tern\nINVITE kim@mail.example")
    answer = fresh(office, "kim@mail.example", text)
    assert "Welcome." in answer
    assert "I have not asked you" not in answer
    with office.parts.store.look() as work:
        assert [row.name for row in work.seats.of_game("tern") if row.seat.is_player] == ["Otto Braun"]


def test_an_invitation_is_accepted_with_a_wish(office: PostOffice) -> None:
    office.letter(GM, "CREATE tern\nINVITE kim@mail.example")
    answer = fresh(office, "kim@mail.example", "Yes, I'd like to play Turkey.\nNAME Kim Marsh")
    assert "Welcome." in answer
    assert "Turkey" in answer


def test_an_invitation_is_declined(office: PostOffice) -> None:
    office.letter(GM, f"CREATE tern\nINVITE {OTTO}")
    assert "Thank you for your answer" in fresh(office, OTTO, "GAME tern\nNo thanks")
    assert "I have not asked you" in fresh(office, OTTO, "GAME marsh\nYES")


def test_an_unproved_one_is_asked_whether_it_is_theirs(office: PostOffice) -> None:
    office.letter(GM, f"CREATE tern\nINVITE {OTTO}")
    office.careful = True
    sent = office.letter(OTTO, "GAME tern\nYES")
    assert "Is this mail yours?" in said(sent, OTTO)
    assert not plays(office, "tern", OTTO)
    office.reply(OTTO, "YES")
    assert plays(office, "tern", OTTO)


def test_the_offer_of_a_power_and_of_the_game(office: PostOffice) -> None:
    """Both need a reply by their nature: the writer is asked for one, with what it would do."""
    office.letter(GM, f"GAME heron\nVACANT Italy REASON gone\nTAKEOVER Italy BY {OTTO}\nHANDOVER ida@mail.example")
    office.letter("ida@mail.example", "JOIN marsh")
    assert "Please confirm: TAKEOVER Italy" in fresh(office, OTTO, "GAME heron\nYES")
    office.reply(OTTO, "YES")
    assert plays(office, "heron", OTTO)
    assert "Please confirm: ACCEPT HANDOVER" in fresh(office, "ida@mail.example", "GAME heron\nYes")


def test_two_powers(office: PostOffice) -> None:
    office.letter(GM, f"GAME heron\nVACANT Italy REASON gone\nVACANT Turkey REASON gone\nTAKEOVER Italy BY {OTTO}")
    answer = fresh(office, OTTO, "GAME heron\nYES")
    assert "More than one question" in answer
    assert "> TAKEOVER Italy > TAKEOVER Turkey" in answer
    assert not plays(office, "heron", OTTO)


def test_a_vote_and_a_question(office: PostOffice) -> None:
    office.orders("italy", "GAME heron\nPROPOSE DRAW")
    assert "Your vote is YES." in fresh(office, FRANCE, "GAME heron\nYES")
    assert "Please confirm: RESIGN" in fresh(office, FRANCE, "GAME heron\nRESIGN")
    answer = fresh(office, FRANCE, "GAME heron\nYES")
    assert "More than one question" in answer
    assert "> VOTE YES > VOTE NO" in answer
    assert "whether a mail of yours counts" in answer
    assert plays(office, "heron", FRANCE)


def test_what_cannot_be_undone_still_needs_a_reply(office: PostOffice) -> None:
    fresh(office, FRANCE, "GAME heron\nRESIGN")
    answer = fresh(office, FRANCE, "GAME heron\nYES")
    assert "My question is still open: what it is about needs a reply" in answer
    assert "| RESIGN" in answer
    assert plays(office, "heron", FRANCE)
    office.reply(FRANCE, "YES")
    assert not plays(office, "heron", FRANCE)


def test_orders_of_which_nobody_knew_whose_they_are(office: PostOffice) -> None:
    office.careful = True
    assert "Is this mail yours?" in said(office.letter(FRANCE, "GAME heron\nA Par-Bur"), FRANCE)
    assert "A(Par)-Bur" in fresh(office, FRANCE, "GAME heron\nYES, that was me")


def test_a_report_that_waits(office: PostOffice) -> None:
    office.letter(GM, "GAME heron\nPREVIEW ON\nPROCESS")
    office.letter(GM, "JOIN marsh")
    assert "Please confirm: PUBLISH" in fresh(office, GM, "GAME heron\nYES")
