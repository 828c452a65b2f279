"""HELP teaches: what each word of it must say to whom (help_words.yaml), in lines that fit a narrow screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.game.gm.settings_table import SETTINGS
from judge.game.model.game_settings import GameSettings
from tests.letters.post_office import GM, PostOffice, body

ASKED = yaml.safe_load((Path(__file__).parent / "help_words.yaml").read_text())
WHO = {
    "stranger": "zoe@mail.example", "france": "france@mail.example", "harriet": "harriet@zine.example", "nora": "nora@zine.example",
}  # fmt: skip
NARROW = 60


@pytest.mark.parametrize("each", ASKED, ids=lambda each: f"{each['who']}: {each['text']}")
def test_an_answer_says_what_its_reader_needs(each: dict[str, Any], tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    office.letter("Nora Lind <nora@zine.example>", "CREATE pinta")
    office.careful = True  # a question back is an answer, too
    who = WHO[each["who"]]
    said = body([mail for mail in office.letter(who, each["text"]) if mail["To"] == who][-1])
    flat = " ".join(said.split())
    assert [word for word in each["says"] if str(word).lower() not in flat.lower()] == [], said
    assert len(said.split("\n")) <= each["most"]
    if each["who"] == "stranger" and "WATCH" not in each["text"]:  # others are told how their game stands, too
        assert [line for line in said.split("\n") if len(line) > NARROW] == []


@pytest.mark.parametrize("word", SETTINGS)
def test_the_values_that_help_prints_can_be_written(word: str) -> None:
    row = SETTINGS[word]
    assert all(row.read(GameSettings(), value) for value in row.values)
    if row.default:
        changed = row.read(GameSettings(), next((value for value in row.values if value != row.default), row.default))
        again = row.read(changed, row.default)
        assert row.read(GameSettings(), row.default) == GameSettings() or word == "grace"
        assert again == row.read(again, row.default)


@pytest.mark.parametrize("word", [*(word for word, row in SETTINGS.items() if row.until in ("begun", "agreed")), "paradox", "over"])
def test_help_names_a_vote_exactly_where_one_is_possible(word: str, tmp_path: Path) -> None:
    """In a game that has begun, HELP and a fixed rule shows the line that asks the players, and that line asks them."""
    office = PostOffice(tmp_path)
    office.game()
    if word == "over":
        said = body(office.letter(WHO["harriet"], "HELP PRESS")[-1])
        assert "PROPOSE SET" not in said, "the GM sets it alone"
        return
    said = body(office.letter(WHO["harriet"], f"HELP {word}")[-1])
    shown = [line.strip("> ") for line in said.split("\n") if "> PROPOSE SET" in line]
    row = SETTINGS.get(word)
    value = next(value for value in row.values if value != row.default) if row else "all-hold"
    sent = office.letter(WHO["harriet"], f"PROPOSE SET {word} {value}")
    asked = any(mail["To"] == WHO["france"] for mail in sent)
    assert asked == (word in ("calendar", "anonymous", "gunboat", "paradox"))
    assert len(shown) == asked


def test_a_game_of_friends_is_not_shown_to_strangers(tmp_path: Path) -> None:
    office = PostOffice(tmp_path)
    office.game()
    office.letter(WHO["harriet"], "GAME quillfeather\nSET LISTED no")
    assert "quillfeather" not in body(office.letter(WHO["stranger"], "LIST")[-1])
    office.letter(WHO["harriet"], "GAME quillfeather\nSET LISTED yes\nSET OBSERVERS no")
    assert "quillfeather" not in body(office.letter(WHO["stranger"], "LIST")[-1])


def test_the_default_of_a_house_rule_stays_the_default(tmp_path: Path) -> None:
    """The GM has chosen another value: the one in [ ] is still what holds in a game where nothing is said."""
    post = PostOffice(tmp_path)
    post.letter(GM, "CREATE quillfeather\nRULE builds owned")
    [said] = post.letter(GM, "HELP SETTINGS")
    assert "home; owned; owned-with-home; any-home [home]" in " ".join(body(said).split())
