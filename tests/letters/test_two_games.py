"""One person plays in two games, and writes a new mail: orders without A and F are read below a line GAME, or below a subject that
names the game; where nothing names one, the mail is asked about.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, POWERS, PostOffice, body

CHLOE = "france@mail.example"
"""Plays France in quillfeather and Germany in pinta."""


def opened(office: PostOffice) -> None:
    """Begin both games."""
    office.game()
    office.letter(f"Harriet Lowe <{GM}>", "CREATE pinta\nDEADLINE Fridays 21:00 Europe/London")
    for power in POWERS:
        player = CHLOE if power == "Germany" else f"other-{power.lower()}@mail.example"
        office.letter(f"{power} Other <{player}>", f"JOIN pinta PREFER {power}")
    office.letter(GM, "GAME pinta\nSTART")


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    made = PostOffice(tmp_path)
    made.staged(lambda: opened(made), "two games")
    return made


def answers(office: PostOffice, text: str, subject: str = "hello") -> dict[str, str]:
    """The answers by the game in their subject."""
    sent = office.letter(CHLOE, text, subject=subject)
    return {str(each["Subject"]).partition("]")[0].strip("["): body(each) for each in sent}


def test_orders_below_the_game(office: PostOffice) -> None:
    said = answers(office, "GAME pinta\nMun-Ruh, Kie-Den")
    assert set(said) == {"pinta"}
    assert "> A(Mun)-Ruh\n" in said["pinta"]
    assert "> F(Kie)-Den\n" in said["pinta"]


def test_each_games_orders_below_its_name(office: PostOffice) -> None:
    """Both games get theirs, and both answer."""
    said = answers(office, "GAME quillfeather\nPar-Bur\nMar-Spa\nGAME pinta\nBer-Pru")
    assert set(said) == {"quillfeather", "pinta"}
    assert "> A(Par)-Bur\n" in said["quillfeather"]
    assert "> A(Mar)-Spa\n" in said["quillfeather"]
    assert "> A(Ber)-Pru\n" in said["pinta"]
    assert not any("understand" in each for each in said.values())


@pytest.mark.parametrize("text", ["Mun-Ruh, Kie-Den, Ber-Kie", "Par Bur", "HOLD", "Mun-Ruh\nKie-Den\n\nThanks\nChloe"])
@pytest.mark.parametrize("subject", ["hello", "pinta and quillfeather"])
def test_orders_of_no_game_are_asked_about(office: PostOffice, text: str, subject: str) -> None:
    said = answers(office, text, subject)["judge"]
    assert "> GAME pinta\n" in said
    assert "> GAME quillfeather\n" in said
    assert "couldn't find" not in said


@pytest.mark.parametrize("subject", ["pinta", "Pinta", "Orders for pinta", "pinta, Spring 1901", "Re: pinta S1901M"])
@pytest.mark.parametrize("text", ["Mun-Ruh, Kie-Den", "A Mun-Ruh\nF Kie-Den"])
def test_the_subject_names_the_game(office: PostOffice, text: str, subject: str) -> None:
    said = answers(office, text, subject)
    assert "> A(Mun)-Ruh\n" in said["pinta"]
    assert "> F(Kie)-Den\n" in said["pinta"]


def test_hold_is_an_order_below_a_game(office: PostOffice) -> None:
    """From a player it is no command of the GM's."""
    assert "> A(Mun) stands\n" in answers(office, "GAME pinta\nHOLD Munich")["pinta"]


def test_talk_of_no_game_is_talk(office: PostOffice) -> None:
    assert "couldn't find an order" in answers(office, "Hello, how are you all?")["judge"]
