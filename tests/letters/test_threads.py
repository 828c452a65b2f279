"""How mail programs put letters together: by References, and Gmail by equal subjects as well."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

FRANCE = "france@mail.example"


def phase_of_letters(office: PostOffice, threads: bool) -> list[EmailMessage]:
    """Everything that France gets from the report of one phase to the last mail before the next."""
    office.game(deadline="DEADLINE every 7 days 21:00 Europe/London\nREMIND 2 days")
    office.orders("France", "THREADS ON" if threads else "STATUS")
    sent = office.letter(GM, "PROCESS")
    sent += office.orders("France", "A(Par)-Bur")
    sent += office.reply(FRANCE, "A(Mar)-Spa\nF(Bre)-MAO\nVTOE YES")
    sent += office.reply(FRANCE, "WHO") + office.reply(FRANCE, "F(Bre)-Xyz") + office.reply(FRANCE, "CLEAR")
    sent += office.wait(days=6)
    return [message for message in sent if message["To"] == FRANCE]


def subject(message: EmailMessage) -> str:
    return re.sub(r"^(Re: )+", "", str(message["Subject"]).strip())


@pytest.mark.parametrize("threads", [False, True])
def test_all_letters_of_a_game_refer_to_one_root(threads: bool, tmp_path: Path) -> None:
    """And an answer to the letter that it answers, too."""
    letters = phase_of_letters(PostOffice(tmp_path), threads)
    assert len(letters) == 7
    for letter in letters:
        root, *answered = str(letter["References"]).split()
        assert root == "<game.quillfeather@pbm.example>"
        assert str(letter["In-Reply-To"]) == (answered or [root])[-1]
    assert [len(str(letter["References"]).split()) for letter in letters] == [1, 2, 2, 2, 2, 2, 1]


def test_a_phase_has_one_subject_for_who_wants_threads(tmp_path: Path) -> None:
    """What needs the reader then stands in the letter alone, at its head."""
    letters = phase_of_letters(PostOffice(tmp_path), threads=True)
    assert {subject(letter) for letter in letters} == {"[quillfeather] Autumn 1901"}
    assert body(letters[4]).split("\n")[2] == "NEEDS YOU"


def test_other_subjects_say_how_one_stands(tmp_path: Path) -> None:
    """Those of answers begin alike."""
    office = PostOffice(tmp_path)
    letters = phase_of_letters(office, threads=False)
    assert all(subject(letter).startswith("[quillfeather] France, Autumn 1901: ") for letter in letters[1:6])
    assert len({subject(letter) for letter in letters}) > 3


def test_a_question_keeps_its_own_subject(tmp_path: Path) -> None:
    office = PostOffice(tmp_path, careful=True)
    office.game()
    office.reply(FRANCE, "THREADS ON")
    (asked,) = office.reply(FRANCE, "RESIGN")
    assert subject(asked) == "[quillfeather] Please confirm: RESIGN"
