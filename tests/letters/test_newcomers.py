"""What newcomers write who ask to play in plain words leads to a seat, or to one line that does (`newcomers.yaml`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.letters.post_office import GM, PostOffice, body

TOLD = yaml.safe_load((Path(__file__).parent / "newcomers.yaml").read_text("utf-8"))
ELENA = '"Russo, Elena" <elena@mail.example>'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A house as by default, in which one game waits for players."""
    house = PostOffice(tmp_path_factory.mktemp("newcomers"), careful=True, strangers_an_hour=1000)
    house.careful = False
    house.letter(f"Harriet Lowe <{GM}>", "CREATE Sandpit\nDEADLINE Fridays 21:00 Europe/London\n")
    house.letter(GM, "YES", to=house.last[GM]["Reply-To"])
    house.careful = True
    return house


def told(house: PostOffice, text: str, sender: str = ELENA) -> tuple[str, str]:
    """The subject and the words of the answer to a letter; each from another address."""
    sender = sender.replace("@", f"{house.count}@")
    answers = [each for each in house.letter(sender, text) if each["To"] != GM]
    return (str(answers[0]["Subject"]), body(answers[0])) if answers else ("", "")


def lines(kind: str) -> list[tuple[str, str]]:
    return [(wish, text) for wish, texts in TOLD[kind].items() for text in texts]


@pytest.mark.parametrize(("wish", "text"), lines("joins"))
def test_a_game_is_named(house: PostOffice, wish: str, text: str) -> None:
    subject, answer = told(house, text)
    assert subject == "[judge] Please confirm: join sandpit as Elena Russo", answer
    assert "Hello Elena," in answer
    found = re.search(r"\| PREFER (.*)", answer)
    assert (found[1] if found else "") == wish


@pytest.mark.parametrize(("wish", "text"), lines("told"))
def test_no_game_is_named(house: PostOffice, wish: str, text: str) -> None:
    _, answer = told(house, text)
    assert f"> JOIN sandpit PREFER {wish or 'France'}" in answer
    assert "Fridays 21:00 London" in " ".join(answer.split())


@pytest.mark.parametrize("text", TOLD["left"])
def test_no_wish(house: PostOffice, text: str) -> None:
    subject, answer = told(house, text)
    assert "Please confirm" not in subject
    assert "Which game would you like to join" not in answer


@pytest.mark.parametrize(("name", "called"), [
    ('"Russo, Elena"', "Elena Russo"), ('"Van den Berg, Jan"', "Jan Van den Berg"), ('"Smith, Jr."', "Smith, Jr."),
    ("A\u202enn\u200ba", "Anna"), ("Mary Judge", "Mary Judge"),
])  # fmt: skip
def test_what_a_letter_calls_its_writer(house: PostOffice, name: str, called: str) -> None:
    subject, _ = told(house, "JOIN sandpit", f"{name} <elena@mail.example>")
    assert re.fullmatch(rf"\[judge\] Please confirm: join sandpit as {called}\d*", subject)


@pytest.mark.parametrize("name", ["Harriet Lowe (GM)", "Harriet - GM", "Anna | Moderator", "Müller (Judge)", "GM Harriet", "12345"])
def test_names_that_cannot_be(house: PostOffice, name: str) -> None:
    _, answer = told(house, f"JOIN sandpit\nNAME {name}" if name.isdigit() is False else f"JOIN sandpit NAME {name}")
    assert "| NAME" not in answer
