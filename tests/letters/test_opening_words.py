"""A GM opens a game and sets it up in their own words: one game is opened, and it is the one meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body

GM = "Zed Young <zed@mail.example>"


def answered(folder: Path, text: str) -> list[str]:
    """The letters that a mail to an empty judge brings, each as its subject and words in one line."""
    return [" ".join(f"{mail['Subject']} {body(mail)}".split()) for mail in PostOffice(folder).letter(GM, text)]


@pytest.mark.parametrize(
    ("text", "opened", "variant"),
    [
        ("create a game called Tulip", "tulip", "Standard Diplomacy"),
        ("Create a new game named 'Tulip'.", "tulip", "Standard Diplomacy"),
        ("Please create a game called Tulip, standard rules.", "tulip", "Standard Diplomacy"),
        ("Please create a game called Magpie with the variant France vs Austria.", "magpie", "France vs Austria"),
        ("create a game of France vs Austria called magpie", "magpie", "France vs Austria"),
        ("Create Heron, standard.", "heron", "Standard Diplomacy"),
        ("CREATE heron, pure", "heron", "Pure"),
    ],
)
def test_one_game_is_opened(text: str, opened: str, variant: str, tmp_path: Path) -> None:
    [said] = answered(tmp_path, text)
    assert said.startswith(f"[{opened}]")
    assert f"The game is open: {variant}" in said


def test_two_games_are_opened_where_two_are_named(tmp_path: Path) -> None:
    assert [said.partition("]")[0] for said in answered(tmp_path, "CREATE heron, egret")] == ["[heron", "[egret"]


@pytest.mark.parametrize(
    "line",
    [
        "SET ENTRY only invited", "SET ENTRY by invitation only", "SET PRESS signed please", "preview on, please",
        "GRACE 24 hours, thanks!",
    ],
)  # fmt: skip
def test_courtesies_and_little_words_change_no_value(line: str, tmp_path: Path) -> None:
    [said] = answered(tmp_path, f"CREATE heron\n{line}")
    assert " ? " not in said
    assert ("Only people whom you invite can join" in said) == ("ENTRY" in line)


def test_a_deadline_that_cannot_be_read_is_quoted(tmp_path: Path) -> None:
    """Among other lines nobody could tell which it was."""
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE heron")
    [answer] = office.letter(GM, "SET PRESS none\nDEADLINE FRI\nSET LISTED no")
    assert 'You wrote "DEADLINE FRI". It needs a time, like 21:00.' in " ".join(body(answer).split())


def test_how_to_keep_strangers_out_is_a_question(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.letter(GM, "CREATE heron")
    [answer] = office.letter(GM, "How can I make sure that only my friends can join?")
    assert "HELP ENTRY" in body(answer)
