"""Who may join besides those whom the GM invites: a least record, addresses and domains that are shut out, or alone let in."""

from __future__ import annotations

from pathlib import Path

from tests.letters.post_office import GM, PostOffice, body

XAVER = "Xaver Brix <xaver@x.example>"


def joins(office: PostOffice, address: str, game: str) -> str:
    """What somebody is answered who asks for a seat."""
    sent = office.letter(address, f"JOIN {game}")
    return next(" ".join(body(each).split()) for each in sent if each["To"] == address.rpartition("<")[2].rstrip(">"))


def test_a_least_record(tmp_path: Path) -> None:
    """Who let too many phases pass is told both shares; a newcomer, of whom nothing is known, may join."""
    office = PostOffice(tmp_path)
    office.game()
    for _ in range(6):
        office.orders("italy", "A Rom H")
        office.letter(GM, "PROCESS")
    office.letter(XAVER, "CREATE heron\nSET RECORD 80%")
    assert "at least 80% of their phases; you have for 0%" in joins(office, "austria@mail.example", "heron")
    assert "Welcome." in joins(office, "italy@mail.example", "heron")
    assert "Welcome." in joins(office, "Nina Noon <nina@mail.example>", "heron")


def test_addresses_and_domains(tmp_path: Path) -> None:
    """Whom the GM invites may join all the same, and nobody is told which addresses are named."""
    office = PostOffice(tmp_path)
    office.letter(XAVER, "CREATE heron\nSET DENY otto@mail.example, @spam.example")
    for address in ("Otto Blume <otto@mail.example>", "Bob Best <bob@spam.example>"):
        assert "does not take everybody into the game" in joins(office, address, "heron")
    assert "Welcome." in joins(office, "Nina Noon <nina@mail.example>", "heron")
    office.letter(XAVER, "SET ALLOW @club.example")
    assert "does not take everybody into the game" in joins(office, "Ida Berg <ida@mail.example>", "heron")
    assert "Welcome." in joins(office, "Carl Club <carl@club.example>", "heron")
    office.letter(XAVER, "INVITE otto@mail.example")
    office.reply("otto@mail.example", "Yes, my name is Otto Blume")
    with office.parts.store.look() as work:
        assert {row.name for row in work.seats.of_game("heron") if row.seat.is_player} == {"Nina Noon", "Carl Club", "Otto Blume"}
