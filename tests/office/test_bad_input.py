"""Nothing a letter holds may stop the office or lose another letter; each has one clear answer, and good orders stand."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from judge.game import CommandResult, Game
from judge.game.phases import scheduled
from judge.letters import Letter
from judge.office.intake import reading
from judge.rules.ruleset import Ruleset
from judge.store import StoreUnavailable, locks
from tests.letters.post_office import ADDRESS, PostOffice, body, headline

GOOD = "A(Par)-Bur\nA(Mar) S A(Par)-Bur\nF(Bre)-MAO\n"
STANDS = ("> A(Par)-Bur", "> A(Mar) S A(Par)-Bur", "> F(Bre)-MAO")


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """A game that has begun, with good orders from France."""
    found = PostOffice(tmp_path)
    found.game()
    found.orders("France", GOOD)
    return found


def one(sent: list[EmailMessage]) -> str:
    """The words of the one answer."""
    assert len(sent) == 1
    return body(sent[0])


def stands(answer: str) -> bool:
    return all(order in answer for order in STANDS)


def states(office: PostOffice) -> list[str]:
    """The state of every letter, in order."""
    engine = create_engine(office.parts.settings.store)
    with engine.connect() as connection:
        return [row[0] for row in connection.execute(text("select state from letters order by id"))]


def test_orders_for_another_powers_unit(office: PostOffice) -> None:
    """A German army ordered by France is pointed out by its owner, and nothing else changes."""
    answer = one(office.orders("France", "A(Mun)-Bur"))
    assert "A(Mun) is not yours: it is German A(Mun)." in answer
    assert stands(answer)


def test_orders_for_the_phase_before(office: PostOffice) -> None:
    """A late reply to a letter about Spring changes nothing in Autumn; the GM has a copy."""
    office.wait(days=5)
    office.orders("France", "A(Bur) stands")
    late = office.orders("France", "A(Bur)-Mun", subject="Re: [quillfeather] Spring 1901")
    answer, copy = (body(message) for message in late)
    assert "Spring 1901 had been run" in " ".join(answer.split())
    assert "> A(Bur) stands" in answer
    assert "    > A(Bur)-Mun\n" in copy


def test_orders_written_before_the_deadline_that_come_after_it(office: PostOffice) -> None:
    """J12: they are not taken for the next phase's, whatever they say; the GM has a copy."""
    office.wait(days=5)
    late = office.orders("France", "A(Bur)-Mun", Date="Fri, 5 Mar 2027 20:58:00 +0000")
    answer, copy = (body(message) for message in late)
    assert "but the GM has a copy." in " ".join(answer.split())
    assert "    > A(Bur)-Mun\n" in copy


def test_a_letter_after_the_deadline_finds_the_phase_run(office: PostOffice) -> None:
    """What counts is when our server took the letter, even if the office comes to it before the deadline's own turn."""
    late = office.hands.time + timedelta(days=5)
    raw = b"From: france@mail.example\r\nTo: judge@pbm.example\r\nSubject: orders\r\n\r\nORDERS FOR Spring 1901\nA(Par)-Gas\n"
    office.parts.store.take(Letter(raw, late, "test:late", "france@mail.example", ADDRESS))
    office.hands.time = late
    office.parts.office.receive_next(late)
    sent = office.work()
    texts = [body(message) for message in sent if message["To"] == "france@mail.example"]
    assert any("A(Par)-Bur; A(Mar) S A(Par)-Bur; F(Bre)-MAO" in words for words in texts)
    assert any("Spring 1901 had been run at" in words for words in texts)


@pytest.mark.parametrize(
    "junk",
    [
        "A(Par)-" * 30,
        "{{ 7 * 7 }} {% raw %} \x00 \u202e",
        "A(Par)-Bur\N{ZERO WIDTH JOINER}\N{PILE OF POO}",
        "ORDERS FOR " + "x" * 500,
        "PRESS\nA(Par)-Gas\nEND",
        "PRESS\nnever ended",
        "CLEAR nowhere at all",
        "JOIN " + "y" * 30,
        "CREATE ../../etc VARIANT ../..",
        "GAME nosuch\nCLEAR",
        "DRAW\nPROCESS\nSTART\nDEADLINE Fridays 21:00",
        "HELP nonsense",
        "STATUS nosuch",
        "((((((((((((((((((((",
        "f" * 20000,
    ],
)
def test_junk_costs_nothing(office: PostOffice, junk: str) -> None:
    """Whatever the text, there is one answer, and the orders that stood still stand."""
    one(office.orders("France", junk.replace("\x00", "")))
    assert stands(one(office.orders("France", "STATUS")))
    assert set(states(office)) == {"done"}


def test_five_thousand_lines_of_junk(office: PostOffice) -> None:
    """Thousands of unreadable lines: one answer of readable length; `make bench` says how long such letters take."""
    answer = one(office.orders("France", "A(Par)-Nowhere\n" * 5000))
    assert len(answer) < 20000
    assert stands(answer)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff\xfe\x00\x01" * 100,
        b"From: france@mail.example\r\nTo: judge@pbm.example\r\nContent-Type: application/pdf\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQK\r\n",
        b"From: france@mail.example\r\nContent-Type: multipart/mixed; boundary=\r\n\r\n--\r\n" * 20,
        b"",
    ],
)
def test_binary_letters(office: PostOffice, raw: bytes) -> None:
    """No text in it: at most one answer, and the next letter is read as ever."""
    assert len(office.raw(raw, "france@mail.example")) <= 1
    assert stands(one(office.orders("France", "STATUS")))


def test_a_letter_without_text_is_told_so(office: PostOffice) -> None:
    """An attached document is not silently dropped."""
    raw = b"From: france@mail.example\r\nTo: judge@pbm.example\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n"
    assert "Your mail came with a picture." in one(office.raw(raw, "france@mail.example"))


@pytest.mark.parametrize("header", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}])
def test_machines_are_neither_answered_nor_obeyed(office: PostOffice, header: dict[str, str]) -> None:
    """An out-of-office note that quotes orders changes nothing and has no answer."""
    assert office.orders("France", "A(Par)-Gas", **header) == []
    assert states(office)[-1] == "refused"
    assert stands(one(office.orders("France", "STATUS")))


def test_bounces_are_stored_and_not_answered(office: PostOffice) -> None:
    """A letter without an envelope sender is a bounce."""
    assert office.raw(b"From: MAILER-DAEMON@x.example\r\nSubject: failed\r\n\r\nA(Par)-Gas\r\n", "") == []
    assert states(office)[-1] == "refused"


def test_a_letter_that_makes_the_judge_raise(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is shunted with its traceback, GM and writer are told, nothing of it is kept, and the next letter is dealt with."""
    token = one(office.orders("France", "STATUS"))
    reply_to = office.orders("France", "STATUS")[0]["Reply-To"]
    real = reading.parse_lines
    monkeypatch.setattr(reading, "parse_lines", lambda text, *own, **more: 1 / 0 if "boom" in text else real(text, *own, **more))
    told = office.orders("France", "boom\nCLEAR", to=str(reply_to))
    assert [message["To"] for message in told] == ["harriet@zine.example", "france@mail.example"]
    assert "Something went wrong on my side while processing a mail" in body(told[0])
    assert "Something went wrong on my side while processing your mail" in body(told[1])
    assert states(office)[-1] == "shunted"
    assert stands(token)
    assert stands(one(office.orders("France", "STATUS")))


def test_a_token_counts_from_any_address(office: PostOffice) -> None:
    """A letter to a seat's own address is that seat's, and the answer goes to the registered address."""
    reply_to = str(office.orders("France", "STATUS")[0]["Reply-To"])
    sent = office.letter("chloe@holiday.example", "F(Bre)-ENG", to=reply_to)
    assert [message["To"] for message in sent] == ["france@mail.example"]
    assert "> F(Bre)-ENG" in body(sent[0])


def test_someone_in_two_games_is_asked_which(office: PostOffice) -> None:
    """Orders from an address with two games wait for the game's name; the subject or a GAME line gives it."""
    office.game("pinta")
    answer = one(office.orders("France", "F(Bre)-ENG"))
    assert "> GAME pinta" in answer
    assert "> GAME quillfeather" in answer
    assert "> F(Bre)-ENG" in one(office.orders("France", "GAME Quillfeather\nF(Bre)-ENG"))
    assert "> F(Bre)-Pic" in one(office.orders("France", "F(Bre)-Pic", subject="Re: [quillfeather] Spring 1901"))


def test_sample_orders_in_our_letters_are_not_orders(office: PostOffice) -> None:
    """A whole answer sent back, marker and quotation marks stripped, orders nothing."""
    office.orders("France", "CLEAR")
    help_text = one(office.orders("France", "HELP"))
    samples = [line for line in help_text.split("\n") if line.lstrip().startswith("> ")]
    assert samples
    assert "You have no orders in for Spring 1901 yet." in one(office.orders("France", "\n".join(samples)))


def test_a_deadline_that_cannot_be_dealt_with(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """The GM is told, the game stays as it was, other games go on, and it is tried again."""
    office.game("pinta")
    real = scheduled.close_phase

    def run(game: Game, now: datetime, rules: Ruleset, secret: bytes) -> CommandResult:
        if game.name == "quillfeather":
            raise ArithmeticError("the referee stumbles")
        return real(game, now, rules, secret)

    with monkeypatch.context() as patch:
        patch.setattr(scheduled, "close_phase", run)
        sent = office.wait(days=5)
    assert len([message for message in sent if "[pinta] Spring 1901 results" in headline(message)]) == 8
    assert [message["To"] for message in sent if "Trouble" in headline(message)] == ["harriet@zine.example"]
    assert len(office.wait(hours=2)) == 8


def test_a_store_out_of_reach_is_not_the_letters_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter met while another process holds the store waits, and is answered once the store can be had again."""
    monkeypatch.setattr(locks, "BUSY_MS", 50)
    office = PostOffice(tmp_path)
    raw = b"From: chloe@mail.example\nSubject: hello\n\nHELP\n"
    office.parts.store.take(Letter(raw, office.hands.time, "locked", "chloe@mail.example"))
    other = create_engine(office.parts.settings.store, isolation_level="AUTOCOMMIT")
    with other.connect() as elsewhere:
        elsewhere.exec_driver_sql("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            office.parts.office.receive_next(office.hands.time)
        elsewhere.exec_driver_sql("ROLLBACK")
    assert states(office) == ["received"]
    assert "HELP" in one(office.work())


@pytest.mark.parametrize("subject", ["[quillfeather] A Par-Bur, F Bre-MAO", "A Par-Bur, F Bre-MAO"])
def test_orders_in_a_subject_that_names_the_game_are_read(office: PostOffice, subject: str) -> None:
    answer = one(office.orders("France", "see subject", subject=subject))
    assert "> A(Par)-Bur" in answer
    assert "> F(Bre)-MAO" in answer
    assert "I read its subject line" in " ".join(answer.split())


@pytest.mark.parametrize("subject", ["Re: [quillfeather] A Par-Bur, F Bre-MAO", "AW: Re: [quillfeather] A Par - Bur; F Bre - MAO"])
def test_orders_in_the_subject_of_a_reply_without_words_are_read(office: PostOffice, subject: str) -> None:
    """Their writer has put them in the place of ours. Above a text they may have been written long ago."""
    answer = one(office.orders("France", "", subject=subject))
    assert "> A(Par)-Bur" in answer
    assert "> F(Bre)-MAO" in answer
    assert "I read its subject line" in " ".join(answer.split())
    office.orders("France", "A Par - Pic")
    for words in ("thanks!", "Hello judge,\n\nsee you on Friday."):
        assert "> A(Par)-Bur" not in one(office.orders("France", words, subject=subject))
    assert "> A(Par)-Pic" in one(office.orders("France", "STATUS"))


@pytest.mark.parametrize(
    "subject",
    [
        "Re: [quillfeather] France, Spring 1901: 2 of 3 orders.", "Re: [quillfeather] Please confirm: RESIGN",
        "Fwd: [quillfeather] A Par-Bur",
    ],
)
def test_the_subject_of_a_mail_that_is_replied_to_is_no_order(office: PostOffice, subject: str) -> None:
    office.orders("France", "CLEAR")
    answer = one(office.orders("France", "", subject=subject))
    assert "I read its subject line" not in " ".join(answer.split())
    assert "You have no orders in for Spring 1901 yet" in answer


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Re: [pinta] A Par-Bur", ""),  # another game than that of the mail
        ("Re: [quillfeather] A Par-Bur", "> A Mar-Spa\n> F Bre-MAO"),  # the writer has written something else
    ],
)
def test_orders_in_the_subject_of_a_reply_are_not_guessed(office: PostOffice, subject: str, text: str) -> None:
    office.orders("France", "CLEAR")
    last = office.last["france@mail.example"]
    answer = one(office.letter("france@mail.example", text, subject, last["Reply-To"], In_Reply_To=last["Message-ID"]))
    assert "> A(Par)-Bur" not in answer


def test_a_subject_of_ours_asks_for_nothing(office: PostOffice) -> None:
    """A command in it is what we asked about."""
    answer = one(office.orders("France", "well", subject="[quillfeather] Please confirm: RESIGN"))
    assert "I read its subject line" not in " ".join(answer.split())
