"""STATUS and MAP from those who have no seat in a game: they get what anybody may know, and are not told that nothing was done."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

EDITOR, STRANGER = "percy@thefiling.example", "somebody@else.example"
FRANCE = "france@mail.example"
PNG = b"\x89PNG stand-in"


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """Percy prints both games of the house, and plays in neither."""
    monkeypatch.setattr("judge.daemon.world.svg_to_png", lambda svg, width, ground=b"": PNG)
    made = PostOffice(tmp_path, maps=True)
    for name in ("quillfeather", "pinta"):
        made.game(name)
    made.letter(EDITOR, 'SUBSCRIBE Quillfeather, Pinta FOR "The Filing Cabinet"\nCOPYDATE Sundays 12:00 London\nFORMATS text')
    return made


def words(message: EmailMessage) -> str:
    return " ".join(body(message).split())


def pictures(message: EmailMessage) -> list[str]:
    return [str(part.get_filename()) for part in message.walk() if part.get_content_maintype() == "image"]


@pytest.mark.parametrize("writer", [EDITOR, STRANGER])
@pytest.mark.parametrize("line", ["MAP Quillfeather", "MAP Quillfeather SVG", "MAP ORDERS Quillfeather", "MAP Quillfeather START"])
def test_the_map_of_a_game_that_anybody_may_watch_is_sent(office: PostOffice, writer: str, line: str) -> None:
    (answer,) = office.letter(writer, line)
    said = words(answer)
    assert "did nothing" not in said
    assert "You have no seat in Quillfeather" in said
    assert "quillfeather: the map" in said
    assert "your orders" not in said
    assert pictures(answer)


def test_orders_of_players_are_not_on_it(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn before and after an order came in is the same."""
    drawn = list[str]()
    monkeypatch.setattr("judge.office.rendering.maps.draw_layers", lambda scene, *_: drawn.append(repr(scene)) or 1 / 0)
    office.letter(STRANGER, "MAP ORDERS Quillfeather")
    office.letter(FRANCE, "GAME quillfeather\nA(Par)-Bur")
    office.letter("another@else.example", "MAP ORDERS Quillfeather")
    assert drawn
    assert len(set(drawn)) == 1


def test_several_games_are_answered_under_one_sentence(office: PostOffice) -> None:
    (answer,) = office.letter(EDITOR, "STATUS Quillfeather\nSTATUS Pinta")
    said = words(answer)
    assert said.count("You have no seat in Quillfeather and Pinta") == 1
    assert "did nothing" not in said
    assert "QUILLFEATHER: Standard Diplomacy. Spring 1901 is due" in said
    assert "PINTA: Standard Diplomacy. Spring 1901 is due" in said


def test_orders_below_are_not_passed_over(office: PostOffice) -> None:
    """They are for a game in which their writer has no seat: the answer says that they count for nothing."""
    (answer,) = office.letter(STRANGER, "STATUS Quillfeather\nA(Par)-Bur")
    assert "I did not read what followed" in words(answer)
    office.letter(GM, "CREATE heron")
    (answer,) = office.letter(FRANCE, "STATUS Heron\nA(Par)-Bur")
    assert "HERON: Standard Diplomacy" in words(answer)
    assert 'You have no seat in a game called "heron"' in words(answer)
    assert "I did not read what followed" in words(answer)


def test_a_bare_word_below_is_about_the_same_game(office: PostOffice) -> None:
    (answer,) = office.letter(EDITOR, "STATUS Quillfeather\nMAP")
    assert "QUILLFEATHER: Standard Diplomacy" in words(answer)
    assert pictures(answer)


@pytest.mark.parametrize("setting", ["SET OBSERVERS no", "SET LISTED no"])
def test_the_map_of_a_closed_game_is_not_sent(office: PostOffice, setting: str) -> None:
    office.letter(GM, f"GAME quillfeather\n{setting}")
    (answer,) = office.letter(STRANGER, "MAP Quillfeather")
    assert not pictures(answer)
    assert "I do not know this address" in words(answer)


def test_of_a_game_that_is_not_listed_its_editor_is_told(office: PostOffice) -> None:
    office.letter(GM, "GAME quillfeather\nSET LISTED no")
    (answer,) = office.letter(EDITOR, "MAP Quillfeather")
    assert pictures(answer)
