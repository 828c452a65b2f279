"""Who is it: what forgers try, by letters; and passwords, which are kept as hashes and guessed five times a day."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.office.passwords import LEAST, REST, TRIES, check_password, hash_password
from tests.letters.post_office import ADDRESS, GM, PostOffice, body

FRANCE, MALLORY = "france@mail.example", "mallory@evil.example"
RECEIVED = "Received: from outside by mx.pbm.example; Mon, 1 Mar 2027 12:00:00 +0000"
VOUCHED = "Authentication-Results: mx.pbm.example; dmarc=pass header.from=mail.example"
PASSWORD = "correct horse battery".replace(" ", "-")
COUNTS, ASKED, IGNORED = "Received", "does not count yet", "I did nothing"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A careful house with a game; France has a password."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    office.staged(lambda: office.reply(FRANCE, f"SET PASSWORD {PASSWORD}"))
    return office


FORGERIES = {
    "a plain From": ([f"From: {FRANCE}"], "", FRANCE, ASKED),
    "our server vouches": ([VOUCHED, RECEIVED, f"From: {FRANCE}"], "", FRANCE, COUNTS),
    "vouched for below the trust boundary": ([RECEIVED, VOUCHED, f"From: {FRANCE}"], "", FRANCE, ASKED),
    "vouched for by another": ([VOUCHED.replace("mx.pbm", "mx.evil"), RECEIVED, f"From: {FRANCE}"], "", FRANCE, ASKED),
    "another's domain": ([VOUCHED.replace("mail.example", "evil.example"), RECEIVED, f"From: {FRANCE}"], "", FRANCE, ASKED),
    "found to be forged": ([VOUCHED.replace("pass", "fail"), RECEIVED, f"From: {FRANCE}"], "", FRANCE, ASKED),
    "two addresses in From": ([VOUCHED, RECEIVED, f"From: {FRANCE}, {MALLORY}"], "", FRANCE, ASKED),
    "two From headers": ([VOUCHED, RECEIVED, f"From: {MALLORY}", f"From: {FRANCE}"], "", FRANCE, ASKED),
    "Reply-To of the player": ([f"From: {MALLORY}", f"Reply-To: {FRANCE}"], "", MALLORY, IGNORED),
    "Sender of the player": ([f"From: {MALLORY}", f"Sender: {FRANCE}"], "", MALLORY, IGNORED),
    "Reply-To of another": ([VOUCHED, RECEIVED, f"From: {FRANCE}", f"Reply-To: {MALLORY}"], "", FRANCE, COUNTS),
    "the player in the name only": ([f'From: "{FRANCE}" <{MALLORY}>'], "", MALLORY, IGNORED),
    "the password": ([f"From: {FRANCE}"], f"PASSWORD {PASSWORD}\n", FRANCE, COUNTS),
    "a wrong password": ([f"From: {FRANCE}"], "PASSWORD letmein-letmein\n", FRANCE, ASKED),
    "the password from elsewhere": ([f"From: {MALLORY}"], f"PASSWORD {PASSWORD}\n", MALLORY, IGNORED),
    "a wrong password, though vouched for": ([VOUCHED, RECEIVED, f"From: {FRANCE}"], "PASSWORD letmein-letmein\n", FRANCE, ASKED),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_what_a_letter_shows(office: PostOffice, name: str) -> None:
    """The answer goes to the registered address or, to a stranger, without a word about the game; unproved orders wait."""
    head, text, to, wanted = FORGERIES[name]
    lines = [*head, f"To: {ADDRESS}", "Subject: orders", f"Message-ID: <{len(name)}@x.example>", "", f"{text}A(Par)-Bur"]
    [answer] = office.raw("\r\n".join(lines).encode(), MALLORY)
    assert answer["To"] == to
    assert wanted in f"{answer['Subject']}\n{body(answer)}"
    assert ("France       1 of 3 orders in" in body(office.reply("harriet@zine.example", "STATUS")[0])) == (wanted == COUNTS)
    assert PASSWORD not in body(answer)
    if to == MALLORY:
        assert "quillfeather" not in body(answer)


OLD = "The address that you replied to is no longer in use: the seat has changed hands, or my mail was very old."


def said(answer: EmailMessage) -> str:
    """Its words without their line breaks."""
    return " ".join(body(answer).split())


def changed(address: str) -> str:
    """A reply address with another token of the same length."""
    local, _, host = address.partition("@")
    return f"{local[:-4]}{'abcd' if local[-4:] != 'abcd' else 'efgh'}@{host}"


def test_a_changed_token(office: PostOffice) -> None:
    """From a known address, even a vouched one: told what to do, and nothing done. From elsewhere no game is named."""
    to = changed(str(office.last[FRANCE]["Reply-To"]))
    for head in ([f"From: {FRANCE}"], [VOUCHED, RECEIVED, f"From: {FRANCE}"]):
        [answer] = office.raw("\r\n".join([*head, f"To: {to}", "Subject: x", "", "A(Par)-Bur"]).encode(), FRANCE, to)
        assert answer["To"] == FRANCE
        assert OLD in said(answer)
        assert "> GAME quillfeather" in said(answer)
    [answer] = office.letter(MALLORY, "A(Par)-Bur", to=to)
    assert answer["To"] == MALLORY
    assert "quillfeather" not in body(answer)
    assert "You have no orders in for Spring 1901 yet." in body(office.reply(FRANCE, "STATUS")[0])


def test_the_token_of_somebody_who_was_replaced(office: PostOffice) -> None:
    """Nobody orders with it any more: neither who had it, nor who plays now, nor whoever found it; the new one works."""
    old, sam = str(office.last[FRANCE]["Reply-To"]), "sam@mail.example"
    office.careful = False
    office.letter(f"Sam Stand <{sam}>", "STANDBY quillfeather")
    office.reply(GM, "EJECT France REASON silent")
    office.reply(GM, "TAKEOVER France BY Sam Stand")
    office.careful = True
    new = str(office.last[sam]["Reply-To"])
    for sender in (FRANCE, sam, MALLORY):
        assert not any("STANDING ORDERS" in body(answer) for answer in office.letter(sender, "A(Par)-Bur", to=old))
    assert "STANDING ORDERS" in body(office.letter(sam, "A(Par)-Bur", to=new)[0])


def test_what_only_a_gm_can_do(office: PostOffice) -> None:
    """A player is told so; whoever runs another game is asked, for a line before can turn to it."""
    assert "Shall I pass it on?" in said(office.reply(FRANCE, "EJECT Italy REASON rude")[0])
    to = str(office.last[FRANCE]["Reply-To"])
    office.careful = False
    office.letter(FRANCE, "CREATE pinta")
    office.careful = True
    [asked] = office.letter(FRANCE, "EXTEND pinta 3 days\nEJECT Italy REASON rude", to=to)
    assert "Please confirm" in asked["Subject"]


def test_five_wrong_guesses_and_a_day_of_rest(office: PostOffice) -> None:
    """Then not even the right one is looked at; a day after the last guess it is, and counting begins anew."""
    office.hands.time += timedelta(hours=2)  # of joining there were letters in this hour, too

    def orders(password: str) -> str:
        [answer] = office.letter(FRANCE, f"PASSWORD {password}\nA(Par)-Bur")
        return said(answer)

    for number in range(TRIES):
        assert "the password in it is wrong" in orders(f"letmein-{number}-letmein")
    assert "I look at none until tomorrow" in orders(PASSWORD)
    office.hands.time += REST - timedelta(minutes=5)
    assert "I look at none until tomorrow" in orders(PASSWORD)
    office.hands.time += timedelta(minutes=5)
    assert "STANDING ORDERS" in orders(PASSWORD)


def guess(office: PostOffice, verdict: str, password: str, number: int) -> str:
    """Orders with a password, in a letter of which our server says this; what is answered."""
    vouched = VOUCHED.replace("pass", verdict)
    lines = [vouched, RECEIVED, f"From: {FRANCE}", "Subject: x", f"Message-ID: <{verdict}{number}@x.example>", ""]
    said_in_it = [f"PASSWORD {password}", f"A(Par)-{'Pic' if number % 2 else 'Bur'}", f"number {number}"]
    answers = office.raw("\r\n".join([*lines, *said_in_it]).encode(), FRANCE)
    return said(answers[0]) if answers else ""


def test_forged_guesses_lock_nobody_out(office: PostOffice) -> None:
    """What our server says is forged is no guess, right or wrong; what nothing proves locks out no letter that it vouches for."""
    office.hands.time += timedelta(hours=2)
    for number in range(TRIES + 1):
        assert "its sender is forged" in guess(office, "fail", "letmein-letmein", number)
    assert "STANDING ORDERS" in guess(office, "none", PASSWORD, 20)
    office.hands.time += timedelta(hours=2)
    assert "STANDING ORDERS" not in guess(office, "fail", PASSWORD, 21)
    office.hands.time += timedelta(hours=2)
    for number in range(TRIES + 1):
        guess(office, "none", "letmein-letmein", 30 + number)
    assert "STANDING ORDERS" in guess(office, "pass", PASSWORD, 40)


def test_guesses_count_in_a_row(office: PostOffice) -> None:
    """The right one between forgives the wrong ones before; one player's guesses are not another's."""
    at = office.hands.time
    with office.parts.store.work() as work:
        person, other = (work.people.by_address(address) for address in (FRANCE, "italy@mail.example"))
        assert person is not None
        assert other is not None
        for _ in range(3):
            assert [check_password(work, person.id, "x" * 9, at) for _ in range(TRIES - 1)] == ["password"] * (TRIES - 1)
            assert check_password(work, person.id, PASSWORD, at) == ""
        assert check_password(work, other.id, PASSWORD, at) == "password", "who has none cannot guess it"
        assert check_password(work, other.id, "", at) == "password"


def test_what_is_kept_of_a_password(office: PostOffice) -> None:
    """A scrypt hash with a salt of its own; the word itself is nowhere but in the letter as it came."""
    with office.parts.store.look() as work:
        person = work.people.by_address(FRANCE)
        assert person is not None
        kept, _, _ = work.people.password(person.id)
    salt, _, digest = kept.partition("$")
    assert (len(bytes.fromhex(salt)), len(bytes.fromhex(digest))) == (16, 64)
    assert hash_password(PASSWORD, b"one") != hash_password(PASSWORD, b"two")
    assert not any(PASSWORD in body(message) for message in office.last.values())


def test_a_password_too_short_is_none(office: PostOffice) -> None:
    """And the one before it is as it was."""
    [answer] = office.reply(FRANCE, f"SET PASSWORD {'x' * (LEAST - 1)}")
    assert f"{LEAST} characters or more" in body(answer)
    assert "x" * (LEAST - 1) not in body(answer)
    assert "STANDING ORDERS" in body(office.letter(FRANCE, f"PASSWORD {PASSWORD}\nA(Par)-Bur")[0])


def plain(office: PostOffice, text: str, subject: str = "my orders", to: str = ADDRESS) -> list[EmailMessage]:
    """A letter from France that nothing proves to be hers."""
    return office.letter(FRANCE, text, subject, to)


def test_replies_to_questions_are_no_letters_to_be_asked_about(office: PostOffice) -> None:
    """A player whose mail nothing vouches for writes six letters and says yes to each question: each is obeyed, none refused.

    A seventh within the hour, which nothing shows to be hers, is asked about later, together with others.
    """
    office.hands.time += timedelta(hours=1)  # since she joined
    for number, order in enumerate(("Gas", "Pic", "Bur", "Gas", "Pic", "Bur")):
        [asked] = plain(office, f"A(Par)-{order}\nF(Bre)-MAO\nletter number {number}")
        assert ASKED in f"{asked['Subject']}\n{body(asked)}", number
        [answer] = plain(office, "YES", f"Re: {asked['Subject']}", str(asked["Reply-To"]))
        assert f"A(Par)-{order}" in body(answer), number
    assert not plain(office, "A(Par)-Gas\none more")
    assert not plain(office, "A(Par)-Pic\nand more")
    [question] = office.wait(minutes=16)
    assert "2 more mails came in your name" in said(question)


def test_a_reply_that_comes_twice_is_answered_once(office: PostOffice) -> None:
    """The same yes, delivered twice, is one; also once its writer's orders stand."""
    [asked] = plain(office, "A(Par)-Bur")
    yes = f"From: {FRANCE}\nTo: {asked['Reply-To']}\nSubject: Re: it\nMessage-ID: <yes@mail.example>\n\nYES\n".encode()
    assert len(office.raw(yes, FRANCE, str(asked["Reply-To"]))) == 1
    assert office.raw(yes, FRANCE, str(asked["Reply-To"])) == []


def test_a_wrong_code_is_a_letter_to_be_asked_about(office: PostOffice) -> None:
    """An invented code in the address shows nothing: whoever makes them up has no more questions asked than before."""
    sent = [plain(office, f"A(Par)-Bur\nnumber {n}", to="judge+confirm.aaaabbbbcccc@pbm.example") for n in range(12)]
    asked = [each for letters in sent for each in letters if ASKED in f"{each['Subject']}\n{body(each)}"]
    assert len(asked) <= 6


def test_another_s_code_does_not_spare_a_forger_the_limit(office: PostOffice) -> None:
    """Mallory's own question gives Mallory no free letters in France's name."""
    [mine] = office.letter(f"Mallory <{MALLORY}>", "OBSERVE quillfeather")
    sent = [plain(office, f"A(Par)-Bur\nnumber {n}", to=str(mine["Reply-To"])) for n in range(12)]
    assert sum(ASKED in f"{each['Subject']}\n{body(each)}" for letters in sent for each in letters) <= 6
    assert "France       1 of 3 orders in" not in body(office.reply(GM, "STATUS")[0])
