"""What helps a newcomer in a practice game: MOVES, HINT, WHAT IF and HELP, and that their words fit each other and the phase."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.letters.post_office import PostOffice, body
from tests.letters.test_practice import ANNA, AT, said, to_anna


@pytest.fixture
def house(tmp_path: Path) -> PostOffice:
    return PostOffice(tmp_path)


def lines(house: PostOffice, text: str) -> list[str]:
    """The orders that an answer lists first, without the house form's spaces."""
    (answer,) = house.reply(AT, text, sender=ANNA)
    above = body(answer).partition("\n\nSTANDING ORDERS")[0].partition("\n\nYou have no orders")[0]
    return [line.strip()[2:] for line in above.splitlines() if line.strip().startswith("> ")]


def test_moves_shows_where_a_unit_may_go_first(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    to_anna(house, "A Par-Bur\nA Mar-Spa\nF Bre-ENG\nFINAL")
    found = lines(house, "MOVES A Bur")
    assert found[:8] == [
        "A(Bur) stands", "A(Bur)-Bel", "A(Bur)-Gas", "A(Bur)-Mar", "A(Bur)-Mun", "A(Bur)-Par", "A(Bur)-Pic", "A(Bur)-Ruh",
    ]  # fmt: skip
    assert len(found) <= 10, "the rest on request"
    answer = to_anna(house, "MOVES A Bur")
    more = re.search(r"MOVES A\(Bur\) SUPPORTS lists all (\d+) supports", answer)
    assert more, answer
    supports = lines(house, "MOVES A(Bur) SUPPORTS")
    assert len(supports) == int(more[1])
    assert all(" S " in line for line in supports)
    assert lines(house, "MOVES A(Bur) ALL") == [*found[:8], *supports]


@pytest.mark.parametrize(
    "asked", ["MOVES of the fleet?", "MOVES fleet", "moves of my fleet", "MOVES of the fleet in Brest?", "MOVES F"]
)
def test_moves_of_the_only_fleet(house: PostOffice, asked: str) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    assert lines(house, asked)[:3] == ["F(Bre) stands", "F(Bre)-ENG", "F(Bre)-Gas"]


def test_moves_of_all_armies(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    found = lines(house, "MOVES of my armies")
    assert {line[:6] for line in found} == {"A(Mar)", "A(Par)"}
    assert not any(" S " in line for line in found)


def test_moves_in_winter_are_builds(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    to_anna(house, "A Par-Bur\nA Mar-Spa\nF Bre-MAO")
    while "Winter" not in to_anna(house, "STATUS"):
        to_anna(house, "FINAL")
    found = lines(house, "MOVES Paris")
    assert "build A(Par)" in found
    assert "build F(Bre)" in found


def test_a_hint_does_not_fail_in_what_if(house: PostOffice) -> None:
    """Whatever was ordered before, WHAT IF of the hinted order shows it come off; where nothing would, HINT says so."""
    for power in ("France", "Turkey", "Germany"):
        begun = house.letter(ANNA, f"PRACTICE AS {power} AGAINST calm")
        assert "has begun" in said(begun)
        for _ in range(4):
            hint = to_anna(house, "HINT")
            found = re.search(r"A hint: > (.+?) (?=[A-Z][a-z]|It |The |You )", hint)
            if found and "It may be stopped" not in hint:
                tried = to_anna(house, f"WHAT IF {found[1]}")
                assert f"{found[1]}: fails" not in tried, f"{hint}\n{tried}"
                assert f"{found[1]}: void" not in tried, f"{hint}\n{tried}"
            to_anna(house, "FINAL")
        to_anna(house, "TERMINATE")


def test_a_hint_of_a_game_with_dice_explores(house: PostOffice) -> None:
    """Who follows the hints comes to the New World, though nobody knows what a throw will bring."""
    house.letter(ANNA, "PRACTICE columbus AS Portugal AGAINST calm")
    hints = []
    for _ in range(8):
        hints += [line for line in lines(house, "HINT") if line]
        to_anna(house, f"{hints[-1]}\nFINAL")
    assert any(re.match(r"F\(\w+\)-\d+", hint) for hint in hints), hints


def test_moves_of_a_unit_with_a_number(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE outer space")
    assert any(line.startswith("A1(ORB)-") for line in lines(house, "MOVES A1(ORB)"))


def test_what_if_in_winter_speaks_of_builds(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    to_anna(house, "A Par-Bur\nA Mar-Spa\nF Bre-MAO")
    while "Winter" not in to_anna(house, "STATUS"):
        to_anna(house, "FINAL")
    answer = to_anna(house, "WHAT IF build A Par")
    assert "hold" not in answer.partition("You have no orders")[0].partition("1 build still open")[0]
    assert "build A(Par)" in answer


@pytest.mark.parametrize("game", ["PRACTICE AS France", "LESSON"])
def test_help_is_short_and_about_practice(house: PostOffice, game: str) -> None:
    house.letter(ANNA, game)
    (answer,) = house.reply(AT, "HELP", sender=ANNA)
    text = body(answer)
    assert len(text.splitlines()) <= 45, text
    for word in ("HINT", "MOVES", "WHAT IF", "WHY", "TERMINATE", "HELP ALL"):
        assert word in text, word
    assert "SUBSCRIBE" not in text
    assert "SUBSCRIBE" in said(house.reply(AT, "HELP ALL", sender=ANNA))


def test_a_strangers_help_begins_with_lesson_and_practice(house: PostOffice) -> None:
    (answer,) = house.letter("Otto Blume <otto@mail.example>", "HELP")
    top = "\n".join(body(answer).splitlines()[:20])
    assert "> LESSON" in top
    assert "> PRACTICE" in top


def test_an_odd_byte_is_asked_about_and_the_rest_is_read(house: PostOffice) -> None:
    house.letter(ANNA, "PRACTICE AS France")
    last = house.last[AT]
    head = f"From: {ANNA}\r\nTo: {last['Reply-To']}\r\nSubject: orders\r\nMessage-ID: <odd@p>\r\n\r\n"
    (answer,) = house.raw(head.encode() + b"A Par-Bur\r\nA Mar-Sp\x00a\r\n", AT, last["Reply-To"])
    text = " ".join(body(answer).split())
    assert "> A(Par)-Bur" in text
    assert 'You wrote "A Mar-Sp' in text
