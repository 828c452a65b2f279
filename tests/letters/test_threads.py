"""How mail programs put letters together: by References, and Gmail by equal subjects as well."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body, headline

FRANCE = "france@mail.example"


@pytest.fixture(scope="module")
def phase(tmp_path_factory: pytest.TempPathFactory) -> list[EmailMessage]:
    """Everything that France gets from the report of one phase to the last mail before the next."""
    office = PostOffice(tmp_path_factory.mktemp("threads"))
    office.game(deadline="DEADLINE every 7 days 21:00 Europe/London\nREMIND 2 days")
    sent = office.letter(GM, "PROCESS")
    sent += office.orders("France", "A(Par)-Bur")
    sent += office.reply(FRANCE, "A(Mar)-Spa\nF(Bre)-MAO")
    sent += office.reply(FRANCE, "WHO") + office.reply(FRANCE, "F(Bre)-Xyz") + office.reply(FRANCE, "CLEAR")
    sent += office.reply(FRANCE, "my dog has eaten my homework")
    sent += office.wait(days=6)
    return [message for message in sent if message["To"] == FRANCE]


def subject(message: EmailMessage) -> str:
    return re.sub(r"^(Re: )+", "", str(message["Subject"]).strip())


def test_all_letters_of_a_game_refer_to_one_root(phase: list[EmailMessage]) -> None:
    """And an answer to the letter that it answers, too."""
    for letter in phase:
        root, *answered = str(letter["References"]).split()
        assert root == "<game.quillfeather@pbm.example>"
        assert str(letter["In-Reply-To"]) == (answered or [root])[-1]
    assert [len(str(letter["References"]).split()) for letter in phase] == [1, 2, 2, 2, 2, 2, 2, 1]


def test_a_phase_has_one_subject(phase: list[EmailMessage]) -> None:
    """The report that begins it, answers, refusals and the reminder."""
    assert {subject(letter) for letter in phase} == {"[quillfeather] Autumn 1901"}


def test_the_first_line_says_what_counts_and_what_needs_the_reader(phase: list[EmailMessage]) -> None:
    """In place of the subject."""
    report, first, second, _, wrong, cleared, nothing, reminder = (body(letter).split("\n\n")[1] for letter in phase)
    assert "Autumn 1901: 3 orders due" in report
    assert "1 of 3 orders" in first
    assert "all 3 orders in" in second
    assert "1 needs you" in wrong
    assert "0 of 3 orders" in cleared
    assert "nothing understood" in nothing
    assert "no orders yet" in reminder


def test_the_next_report_begins_another(tmp_path: Path) -> None:
    """So does the letter that begins the game; mail before that has a subject of its own, and mail after the end."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet <{GM}>", "CREATE solo\nDEADLINE every 7 days 21:00 Europe/London")
    assert subject(office.letter(GM, "STATUS")[0]) == "[solo] Before the start"
    (tmp_path / "another").mkdir()
    office = PostOffice(tmp_path / "another")
    office.game(anew=True)
    assert subject(office.last[FRANCE]) == "[quillfeather] Spring 1901"
    assert "You play France" in headline(office.last[FRANCE])
    office.letter(GM, "PROCESS")
    assert subject(office.last[FRANCE]) == "[quillfeather] Autumn 1901"
    office.letter(GM, "TERMINATE")
    office.wait(days=8)
    assert subject(office.last[FRANCE]) == "[quillfeather] The game is over, and nobody has won"
    assert subject(office.orders("France", "STATUS")[0]) == "[quillfeather] The game is over"


def test_orders_under_the_subject_of_a_past_phase_are_for_that_phase(tmp_path: Path) -> None:
    """Where a mail program tells nothing else of what is answered."""
    office = PostOffice(tmp_path)
    office.game()
    office.letter(GM, "PROCESS")
    late, _ = office.letter(FRANCE, "A(Par)-Bur", "Re: [quillfeather] Spring 1901")
    assert "too late for Spring 1901" in headline(late)
    (now,) = office.letter(FRANCE, "A(Par)-Bur", "AW: Re: [quillfeather] Autumn 1901")
    assert "1 of 3 orders" in headline(now)


def test_a_question_keeps_its_own_subject(tmp_path: Path) -> None:
    """It is a conversation of its own."""
    office = PostOffice(tmp_path, careful=True)
    office.game()
    (asked,) = office.reply(FRANCE, "RESIGN")
    assert subject(asked) == "[quillfeather] Please confirm: RESIGN"
