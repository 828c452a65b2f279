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


def answer(office: PostOffice, text: str) -> str:
    """What the GM is answered."""
    return next(" ".join(body(each).split()) for each in office.letter(GM, text) if each["To"] == GM)


def test_a_game_that_is_not_listed_is_closed_and_its_gm_reads_why(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE heron\nSET LISTED no")
    why = "That is so because the game is not listed; SET LISTED yes lets anybody join."
    assert why in answer(office, "SET ENTRY open")
    assert why not in answer(office, "SET ENTRY invited")
    office.letter(GM, "SET ENTRY open")
    assert "LIST shows this game while it waits for players, and anybody can join." in answer(office, "SET LISTED yes")
    assert "Welcome." in joins(office, "Nina Noon <nina@mail.example>", "heron")
    assert "only people whom the GM has invited can join" in answer(office, "SET LISTED no")


def test_turn_away_is_refused_by_its_own_name(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    assert "TURN AWAY only works before the game begins" in answer(office, "TURN AWAY Dora Blum REASON friends only")
    assert "ADMIT only works before the game begins" in answer(office, "ADMIT Dora Blum")
