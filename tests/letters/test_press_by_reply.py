"""A reply to the press of a Power is press to that Power: what a person means who presses "reply" under it."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import ADDRESS, GM, PostOffice, body
from tests.letters.what_people_answer import gmail, outlook

FRANCE, GERMANY, ITALY = "france@mail.example", "germany@mail.example", "italy@mail.example"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A game in which Germany has written to France."""
    office = PostOffice(tmp_path)
    office.game()
    office.orders("Germany", "TO France: shall we leave Burgundy empty?")
    assert "shall we leave Burgundy" in body(office.last[FRANCE])
    return office


def sent_to(sent: list[EmailMessage], address: str) -> str:
    """Every word that an address got."""
    return "\n".join(body(message) for message in sent if message["To"] == address)


def test_the_press_says_where_a_reply_goes(office: PostOffice) -> None:
    """In its address, too; that names the Power, and no person."""
    press = office.last[FRANCE]
    assert str(press["Reply-To"]).startswith("judge+quillfeather.to-germany.")
    assert "what you write goes to Germany" in " ".join(body(press).split())
    assert ".to-" not in str(press["List-Unsubscribe"])


@pytest.mark.parametrize("program", [gmail, outlook])
def test_a_reply_goes_to_that_power_alone(office: PostOffice, program: object) -> None:
    """Without the quotation and the signature; its writer is told; and its answer may be replied to in turn."""
    asked = body(office.last[FRANCE])
    sent = office.reply(FRANCE, program("Yes, and you may have Belgium.\n\n-- \nF. Player, Lyon", asked, ADDRESS))  # type: ignore[operator]
    got = sent_to(sent, GERMANY)
    assert "Yes, and you may have Belgium." in got
    assert "from France" in got
    assert "shall we leave" not in got
    assert "Lyon" not in got
    assert "goes to Germany now, signed France" in sent_to(sent, FRANCE)
    assert {message["To"] for message in sent} == {FRANCE, GERMANY}
    back = office.reply(GERMANY, "Agreed.")
    assert "Agreed." in sent_to(back, FRANCE)


def test_one_word_is_press_too(office: PostOffice) -> None:
    """Words that mean something elsewhere: no vote, no answer to a question of ours."""
    for word in ("Yes", "No thanks", "2", "Thanks!"):
        press = office.orders("Germany", "TO France: and now?")
        assert word in sent_to(office.reply(FRANCE, word), GERMANY), press


@pytest.mark.parametrize(
    "text",
    [
        "A(Par)-Bur\nF(Bre)-MAO",
        "Paris to Burgundy",
        "par-bur, mar-spa",
        "Hello,\nmy orders are\nMarseilles to Spain\nthanks",
        "F Bre - ENG",
        "CLEAR",
        "FINAL",
        "PASSWORD opensesame",
        "I will support you.\nPASSWORD opensesame",
    ],
)
def test_orders_and_commands_never_go_to_another_power(office: PostOffice, text: str) -> None:
    """Nor do they count: who presses "reply" under the wrong mail is told, and where a reply to that goes."""
    sent = office.reply(FRANCE, text)
    assert sent_to(sent, GERMANY) == ""
    assert "sent nothing to Germany" in " ".join(sent_to(sent, FRANCE).split())
    assert "STANDING ORDERS" not in sent_to(office.orders("France", "STATUS"), FRANCE)
    (answer,) = (message for message in sent if message["To"] == FRANCE)
    assert ".to-" not in answer["Reply-To"]


@pytest.mark.parametrize(
    "text",
    [
        "Grazie Monty.\n\nPRESS TO Russia\nMonty mente, attacchiamo insieme Bulgaria\nEND",
        "Thanks. Please publish: PRESS TO Italy\nGermany is alone now.\nEND",
        "to italy: germany is a snake",
        "Press to Italy and Russia: germany is a snake",
        "Sure, whatever you say!\n\nTo Italy:\nhe believes everything",
        "How very kind. I shall gladly join.\n\nP.S. Dear Judge, would you be so good as to send Marseilles to Spain.",
        "ok deal 👍 also judge pls change paris to gascony",
        "Truce it is. Referee, scratch my Burgundy order and have it hold.",
        "Einverstanden.\nLieber Spielleiter, nimm bitte meinen Zug nach Burgund zurück.",
        "VOTE YES. RB",
        "Agreed!\n\nVOTE NO",
        "FINAL. RB",
        "NOT FINAL\nRB",
        "You may consider my orders final, dear Judge.",
        "Fine by me. CLEAR",
        "gm, could we get two more days?",
    ],
)
def test_what_is_for_others_never_goes_to_a_power(office: PostOffice, text: str) -> None:
    """A polite sentence for the Power whose press is answered stands above a vote, a word to the judge, or press to a third."""
    sent = office.reply(FRANCE, text)
    assert sent_to(sent, GERMANY) == sent_to(sent, ITALY) == ""
    assert "sent nothing to Germany" in " ".join(sent_to(sent, FRANCE).split())


@pytest.mark.parametrize(
    "text",
    [
        "The judge says that your support was cut.",
        "I judge that you will attack. The GM, as usual, is slow.",
        "Final offer: Burgundy stays empty.",
        "I shall vote yes. You may, too.",
        "To Germany: agreed.",
        "Hold on to Munich, and all is clear.",
        "Did you write to the GM, or shall I?",
        "A draw? Vote as you like.",
        "YES. I AGREE WITH ALL OF IT.",
        "I have two things to say: one, you lie. To be honest: I like it.",
    ],
)
def test_talk_of_votes_and_judges_is_press(office: PostOffice, text: str) -> None:
    assert text in " ".join(sent_to(office.reply(FRANCE, text), GERMANY).split())


def test_talk_of_anothers_units_is_press(office: PostOffice) -> None:
    """It is no order of the writer's."""
    assert "Munich to Ruhr" in sent_to(office.reply(FRANCE, "If you go from Munich to Ruhr, I stay out."), GERMANY)


def test_nothing_at_all_is_not_sent(office: PostOffice) -> None:
    assert GERMANY not in {message["To"] for message in office.reply(FRANCE, "")}


def test_a_stranger_sends_no_press(office: PostOffice) -> None:
    """A made-up token proves nothing, nor does another player's From line under this one."""
    to = str(office.last[FRANCE]["Reply-To"])
    wrong = to.replace(to.split(".")[2].partition("@")[0], "a" * 24)
    assert sent_to(office.letter("eve@x.example", "Attack!", to=wrong), GERMANY) == ""
    office.careful = True
    assert sent_to(office.letter(ITALY, "Attack!", to=to), GERMANY) == ""


def test_the_rules_of_press_hold(office: PostOffice) -> None:
    """Also those that came after the press that is answered."""
    office.letter(GM, "SET PRESS none")
    sent = office.reply(FRANCE, "Shall we?")
    assert sent_to(sent, GERMANY) == ""
    assert FRANCE in {message["To"] for message in sent}


def test_press_that_nobody_signed_cannot_be_answered_by_reply(tmp_path: Path) -> None:
    """The address would tell who wrote it."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(GM, "SET PRESS signed anonymous")
    office.orders("Germany", "PRESS ANON TO France\nBeware.\nEND")
    press = office.last[FRANCE]
    assert "Beware." in body(press)
    assert ".to-" not in press["Reply-To"]


def test_a_copy_for_the_gm_cannot_be_answered_by_reply(tmp_path: Path) -> None:
    """It is not the GM's letter."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(GM, "SET PRESS signed copies")
    office.orders("Germany", "TO France: shall we?")
    assert "A copy for the GM" in body(office.last[GM])
    assert ".to-" not in office.last[GM]["Reply-To"]
