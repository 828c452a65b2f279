"""HELP for editors: whoever never saw the judge learns by mail what a zine can have, from examples that work as they stand."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice

EDITOR = "Molly Keane <molly@example.net>"
CHOICES = {
    "failed": "notes underline asterisks brackets word", "names": "full surname none", "orders": "run-on lines",
    "map": "colour grey off", "board": "orders position both", "maps": "last each", "page": "a5 a4 letter", "why": "on off",
    "rules": "on off", "addresses": "on off", "lines": "none", "phase": "none",
}  # fmt: skip
FORMATS = "text html page docx pdf grey markdown latex njudge json"


def words(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def help_on(office: PostOffice, topic: str) -> str:
    (answer,) = office.letter(EDITOR, f"HELP {topic}")
    return words(answer)


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    monkeypatch.setattr("judge.daemon.world.svg_to_png", lambda svg, width, ground=b"": b"\x89PNG stand-in")
    made = PostOffice(tmp_path, maps=True)
    made.game()
    made.letter(GM, "SET OBSERVERS open")
    return made


def test_list_marks_the_finished_games_that_a_zine_may_print(office: PostOffice) -> None:
    """And only those: what it says to write is done for a game with *, and refused for one without."""
    office.game("closed", "DEADLINE Fridays 21:00 Europe/London\nSET OBSERVERS no")
    for game in ("quillfeather", "closed"):
        office.letter(GM, f"GAME {game}\nPROCESS\nDRAW France, England")
    (answer,) = office.letter(EDITOR, "LIST")
    told = " ".join(words(answer).partition("GAMES THAT ARE OVER")[2].split())
    marked = {name for name in ("quillfeather", "closed") if re.search(rf"{name}: Standard[^:*]* \*", told)}
    assert marked == {"quillfeather"}
    assert 'A zine may print those with *: > SUBSCRIBE Quillfeather FOR "Your zine"' in told
    done = [words(letter) for letter in office.letter(EDITOR, 'SUBSCRIBE Quillfeather FOR "Your zine"')]
    assert any('"Your zine" prints Quillfeather' in said for said in done)
    (refused,) = office.letter(EDITOR, 'SUBSCRIBE Closed FOR "Your zine"')
    assert "there is no copy of it" in " ".join(words(refused).split())


def test_subscribe_without_a_zine_says_what_lacks(office: PostOffice) -> None:
    """Not that its writer has no seat in the game, which an editor need not have."""
    (answer,) = office.letter(EDITOR, "SUBSCRIBE Quillfeather")
    assert 'SUBSCRIBE Quillfeather, Pinta FOR "The Filing Cabinet"' in words(answer)
    assert "seat" not in words(answer)


def test_help_style_lists_every_choice(office: PostOffice) -> None:
    lines = help_on(office, "STYLE").splitlines()
    for key, values in CHOICES.items():
        at = next((n for n, line in enumerate(lines) if line.split()[:1] == [key]), None)
        assert at is not None, key
        said = " ".join(lines[at : at + 3])
        assert all(re.search(rf"(?<!\w){value}(?!\w)", said) for value in values.split()), (key, said)


def test_help_formats_says_what_each_is(office: PostOffice) -> None:
    lines = help_on(office, "FORMATS").splitlines()
    for name in FORMATS.split():
        assert any(line.split()[:1] == [name] and len(line.split()) > 2 for line in lines), name


@pytest.mark.parametrize("topic", ["ZINE", "zines", "EDITOR", "SUBSCRIBE"])
def test_help_for_a_zine_is_a_way_to_go(office: PostOffice, topic: str) -> None:
    said = help_on(office, topic)
    assert "no help on" not in said
    assert [word for word in ("LIST", "SUBSCRIBE", "COPYDATE", "FORMATS", "STYLE", "SAMPLE") if f"> {word}" not in said] == []


def test_every_example_works_as_it_stands(office: PostOffice) -> None:
    """What HELP shows, mailed back in the same order, is obeyed line by line."""
    examples = [line.removeprefix("    > ") for topic in ("ZINE", "STYLE", "FORMATS", "PAGE")
                for line in help_on(office, topic).splitlines() if line.startswith("    > ")]  # fmt: skip
    assert len(examples) >= 10
    office.letter(GM, "PROCESS")
    for example in dict.fromkeys(examples):
        asked = example.replace("Quillfeather, Pinta", "quillfeather")
        (answer, *_) = office.letter(EDITOR, asked)
        assert " ?  " not in words(answer), (asked, words(answer))


@pytest.mark.parametrize("none", ["none", "off", "no limit", "0", "none a game"])
def test_no_limit_is_said_in_any_way(office: PostOffice, none: str) -> None:
    office.letter(EDITOR, 'SUBSCRIBE quillfeather FOR "Echo"\nCOPYDATE Sundays 12:00 London\nMAXLINES 120, 40 A PHASE')
    (answer,) = office.letter(EDITOR, f"MAXLINES {none}")
    assert "> PAGE A5 MAXLINES 40 A PHASE" in words(answer)
    assert " ?  " not in words(answer)
