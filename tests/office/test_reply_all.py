"""Replies to all: letters that carry another player's reply address, or a question's code, and speak for their own writer."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import ADDRESS, CONFIRM, GM, PostOffice, body

FRANCE, GERMANY, ITALY = "france@mail.example", "germany@mail.example", "italy@mail.example"
PERCY, OLGA, STAN, INA = "percy@zine.example", "olga@mail.example", "stan@mail.example", "ina@mail.example"
RECEIVED = "Received: from outside by mx.pbm.example; Mon, 1 Mar 2027 12:00:00 +0000"
VOUCHED = "Authentication-Results: mx.pbm.example; dmarc=pass header.from=mail.example"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A careful house with a game; Olga looks on, Stan stands by, Ina is asked to play in one that forms."""
    office = PostOffice(tmp_path)
    office.game()
    office.staged(lambda: office.letter(f"Olga Observer <{OLGA}>", "OBSERVE quillfeather"))
    office.staged(lambda: office.letter(f"Stan Standby <{STAN}>", "STANDBY quillfeather"))
    office.careful = True
    house = PostOffice(tmp_path, careful=True)
    house.hands.time, house.count, house.last = office.hands.time, office.count, office.last
    office.parts.store.close()
    return house


def token(office: PostOffice, address: str) -> str:
    return str(office.last[address]["Reply-To"])


def vouched(office: PostOffice, sender: str, text: str, to: str, subject: str = "Re: your orders") -> list[EmailMessage]:
    """A letter whose From our own mail server vouches for."""
    lines = [VOUCHED, RECEIVED, f"From: {sender}", f"To: {to}", f"Subject: {subject}", f"Message-ID: <{office.count}@v.example>"]
    return office.raw("\r\n".join([*lines, "", text]).encode(), sender, to.split(",")[0].strip())


def status(office: PostOffice) -> str:
    """How the game stands, as its GM has it."""
    return body(office.letter(GM, "STATUS quillfeather")[0])


def test_a_reply_all_is_its_own_writer_s(office: PostOffice) -> None:
    """Germany presses reply-all to what France wrote to the judge: Germany's orders are taken, and France hears nothing."""
    sent = vouched(office, GERMANY, "A(Mun)-Bur", f"{token(office, FRANCE)}, {FRANCE}")
    assert [message["To"] for message in sent] == [GERMANY]
    assert "STANDING ORDERS" in body(sent[0])
    assert "A(Mun)-Bur" in body(sent[0])
    assert "France       nothing yet" in status(office)
    assert "Germany      1 of 3 orders in" in status(office)


def test_orders_of_a_space_of_the_holder_s_are_not_the_holder_s(office: PostOffice) -> None:
    """Germany writes an order for a French unit with France's reply address: France has none, and is not told of it."""
    sent = vouched(office, GERMANY, "A(Par)-Bur", token(office, FRANCE))
    assert [message["To"] for message in sent] == [GERMANY]
    assert "France       nothing yet" in status(office)


@pytest.mark.parametrize("sender", [GERMANY, GM, OLGA, STAN])
def test_an_unproved_reply_all_is_asked_about_or_does_nothing(office: PostOffice, sender: str) -> None:
    """A plain From: whatever kind of seat it names, the token's holder has no letter, and no orders."""
    sent = office.letter(sender, "A(Mun)-Bur\nA(Par)-Bur\nPRESS\nSecret words.\nEND", to=f"{token(office, FRANCE)}, {FRANCE}")
    assert [message["To"] for message in sent] == [sender]
    if sender == GERMANY:
        assert CONFIRM in sent[0]["Reply-To"]
        [answer] = office.reply(GERMANY, "yes")[:1]
        assert "A(Mun)-Bur" in body(answer)
    assert "France       nothing yet" in status(office)


@pytest.mark.parametrize("first", [FRANCE, GERMANY])
def test_two_tokens_in_to(office: PostOffice, first: str) -> None:
    """The writer's own proves whose letter it is, wherever it stands; the same letter comes to both addresses, and counts once."""
    second = GERMANY if first == FRANCE else FRANCE
    to = f"{token(office, first)}, {token(office, second)}"
    lines = [f"From: {GERMANY}", f"To: {to}", "Subject: ours", "Message-ID: <both@mail.example>", "", "A(Mun)-Bur"]
    sent = [letter for each in to.split(", ") for letter in office.raw("\r\n".join(lines).encode(), GERMANY, each)]
    assert [message["To"] for message in sent] == [GERMANY]
    assert "STANDING ORDERS" in body(sent[0])
    assert "France       nothing yet" in status(office)


def test_two_players_tokens_from_an_address_nobody_knows(office: PostOffice) -> None:
    """Nobody can tell whose it is: nothing is done, and neither of them is written to."""
    elsewhere = "who@elsewhere.example"
    sent = office.letter(elsewhere, "A(Mun)-Bur\nA(Par)-Bur", to=f"{token(office, FRANCE)}, {token(office, GERMANY)}")
    assert {message["To"] for message in sent} <= {elsewhere}
    assert "orders in" not in status(office)


def test_another_address_of_the_holder_still_works(office: PostOffice) -> None:
    """One that nobody knows, and one of somebody who plays in another game only."""
    for elsewhere, order in (("work@france.example", "A(Par)-Bur"), (PERCY, "A(Par)-Gas")):
        if elsewhere == PERCY:
            office.careful = False
            office.letter(PERCY, "CREATE pinta")
            office.careful = True
        [answer] = office.letter(elsewhere, order, to=token(office, FRANCE))
        assert (answer["To"], order in body(answer)) == (FRANCE, True)


def test_several_from_lines_with_another_player_among_them(office: PostOffice) -> None:
    """France's token does not make Germany's letter France's because both are named in From."""
    lines = [f"From: {FRANCE}, {GERMANY}", f"To: {token(office, FRANCE)}", "Subject: x", "", "A(Par)-Bur"]
    office.raw("\r\n".join(lines).encode(), GERMANY, token(office, FRANCE))
    assert "France       nothing yet" in status(office)


def test_a_gm_s_reply_address_in_a_player_s_letter(office: PostOffice) -> None:
    """A player who replies to all with the GM's token cannot end the phase."""
    before = status(office)
    sent = vouched(office, GERMANY, "PROCESS", token(office, GM))
    assert [message["To"] for message in sent] == [GERMANY]
    assert status(office) == before


def test_a_guest_s_invitation_in_a_player_s_letter(tmp_path: Path) -> None:
    """Ben, who has a seat, replies to all with Ina's invitation: she has said nothing."""
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE pinta")
    office.letter("Ben Bell <ben@mail.example>", "JOIN pinta")
    office.letter(GM, f"INVITE {INA}")
    office.careful = True
    sent = office.letter("ben@mail.example", "yes", to=token(office, INA))
    assert INA not in {message["To"] for message in sent}
    assert "1 of 7" in body(office.letter(GM, "STATUS pinta")[0])


def test_an_editor_s_copy_in_a_player_s_letter(office: PostOffice) -> None:
    """A player of a game that the zine prints replies to all with the editor's address: the zine stays as it is."""
    office.careful = False
    office.letter(PERCY, 'SUBSCRIBE quillfeather FOR "The Filing Cabinet"\nFORMATS text')
    office.careful = True
    address = token(office, PERCY)
    assert ".editor." in address or "+editor." in address
    sent = vouched(office, GERMANY, 'UNSUBSCRIBE "The Filing Cabinet"', address)
    assert [message["To"] for message in sent] == [GERMANY]
    [answer] = office.letter("typist@zine.example", "STYLE failed=brackets", to=address)
    assert (answer["To"], "failed=brackets" in body(answer)) == (PERCY, True)


@pytest.mark.parametrize("how", ["reply", "line"])
@pytest.mark.parametrize("sender", [GERMANY, GM, OLGA])
def test_a_code_counts_from_no_other_player(office: PostOffice, how: str, sender: str) -> None:
    """France is asked whether orders are hers; another's reply-all to that question is not her yes, nor is another's CONFIRM."""
    [asked] = office.letter(FRANCE, "A(Par)-Bur")
    to, code = str(asked["Reply-To"]), str(asked["Reply-To"]).partition("@")[0].rpartition(".")[2]
    if how == "reply":
        sent = vouched(office, sender, "yes", f"{to}, {FRANCE}", f"Re: {asked['Subject']}")
    else:
        sent = vouched(office, sender, f"CONFIRM {code}", ADDRESS)
    assert FRANCE not in {message["To"] for message in sent}
    assert "France       nothing yet" in status(office)
    office.last[FRANCE] = asked
    assert "STANDING ORDERS" in body(office.reply(FRANCE, "yes", "other@france.example")[0]), "the question still waits"


def test_a_newcomer_s_code_counts_from_no_player_of_that_game(office: PostOffice) -> None:
    """A stranger's question about a game is the stranger's; whoever plays there cannot say yes to it."""
    office.careful = False
    office.letter(GM, "CREATE pinta")
    office.letter(GERMANY, "JOIN pinta")
    office.careful = True
    [asked] = office.letter("Nell New <nell@new.example>", "JOIN pinta")
    sent = vouched(office, GERMANY, "yes", str(asked["Reply-To"]))
    assert "nell@new.example" not in {message["To"] for message in sent}
    assert "1 of 7" in body(office.letter(GM, "STATUS pinta")[0])


def test_a_code_for_another_mailbox_counts_from_no_other_player(office: PostOffice) -> None:
    """France moves to a new mailbox; Germany, who was sent a copy of that question, cannot move her."""
    new = "chloe@new.example"
    office.reply(FRANCE, f"ADDRESS {new}")
    office.reply(FRANCE, "yes")
    asked = office.last[new]
    vouched(office, GERMANY, "yes", str(asked["Reply-To"]))
    with office.parts.store.look() as work:
        assert work.people.by_address(FRANCE)
    office.reply(new, "yes")
    with office.parts.store.look() as work:
        assert work.people.by_address(new)


def test_a_letter_that_cannot_be_dealt_with_is_not_shown_to_the_token_s_holder(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it said to be hers."""
    with monkeypatch.context() as broken:
        broken.setattr("judge.office.worker.accept_letter", lambda *_: 1 / 0)
        sent = vouched(office, GERMANY, "A(Mun)-Bur", token(office, FRANCE))
    assert {message["To"] for message in sent} == {GERMANY, GM}


def put_out(office: PostOffice, how: str) -> str:
    """Somebody who had a seat of this kind and has it no more; the address."""
    office.careful = False
    if how == "ejected":
        office.reply(GM, "EJECT Italy REASON abusive letters")
    elif how == "vacated":
        office.reply(GM, "VACANT Italy REASON silent")
    elif how == "resigned":
        office.letter(ITALY, "RESIGN")
    elif how == "observer":
        office.letter(OLGA, "UNWATCH")
    elif how == "standby":
        office.letter(STAN, "RESIGN")
    office.letter(GM, "STATUS quillfeather")
    office.careful = True
    with office.parts.store.look() as work:
        address = {"observer": OLGA, "standby": STAN}.get(how, ITALY)
        person = work.people.by_address(address)
        assert person
        assert not work.seats.of_person(person.id)
    return address


@pytest.mark.parametrize("how", ["ejected", "vacated", "resigned", "observer", "standby"])
def test_somebody_put_out_does_not_act_with_another_s_reply_address(office: PostOffice, how: str) -> None:
    """Whoever had a seat in the game is known to the house: no order, pause or phase by the GM's or France's reply address."""
    sender = put_out(office, how)
    for command, holder in (("PAUSE", GM), ("PROCESS", GM), ("A(Par)-Gas", FRANCE)):
        sent = office.letter(sender, command, to=token(office, holder))
        sent += vouched(office, sender, command, token(office, holder))
        assert {message["To"] for message in sent} <= {sender, GM}, command
        assert not any("STANDING ORDERS" in body(message) for message in sent), command
    now = status(office)
    assert "Spring 1901" in now
    assert "France       nothing yet" in now
    assert "paused" not in now.lower()


@pytest.mark.parametrize("how", ["ejected", "observer"])
def test_somebody_put_out_does_not_say_another_s_yes(office: PostOffice, how: str) -> None:
    """Germany is asked about RESIGN; the reply-all of somebody who once had a seat is not Germany's yes."""
    sender = put_out(office, how)
    [asked] = office.letter(GERMANY, "RESIGN")
    vouched(office, sender, "YES", f"{asked['Reply-To']}, {GERMANY}", f"Re: {asked['Subject']}")
    office.letter(sender, "YES", f"Re: {asked['Subject']}", str(asked["Reply-To"]))
    with office.parts.store.look() as work:
        person = work.people.by_address(GERMANY)
        assert person
        assert work.seats.of_person(person.id)


def test_somebody_put_out_before_the_game_began_does_not_act(tmp_path: Path) -> None:
    """A player who left a game that forms, and a guest who declined, had seats there."""
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE pinta\nDEADLINE Fridays 21:00 London")
    office.letter("Ben Bell <ben@mail.example>", "JOIN pinta")
    office.letter(GM, f"INVITE {INA}")
    office.letter(INA, "RESIGN", to=token(office, INA))
    office.letter("ben@mail.example", "RESIGN")
    office.letter(GM, "STATUS pinta")
    office.careful = True
    for sender in ("ben@mail.example", INA):
        sent = vouched(office, sender, "SET PRESS none", token(office, GM))
        assert GM not in {message["To"] for message in sent}
