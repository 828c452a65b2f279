"""What somebody without a seat may learn of a game, and ask of it: its rules, how it is run, nothing of a closed one; wishes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

STRANGER = "eve@x.example"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    office = PostOffice(tmp_path)
    office.game()
    office.letter(GM, "CREATE open VARIANT standard\nDEADLINE Fridays 21:00 Europe/London\nRULE builds owned\nCOMMENT Be kind.")
    office.letter(GM, "CREATE shut VARIANT standard\nLISTED no")
    return office


def asked(office: PostOffice, line: str) -> str:
    [answer] = [each for each in office.letter(STRANGER, line) if each["To"] == STRANGER]
    return " ".join(body(answer).partition("===\n")[2].split())


@pytest.mark.parametrize("line", ["RULES OF open", "RULES open", "rules of the game open"])
def test_the_rules_of_a_game_that_one_may_join(office: PostOffice, line: str) -> None:
    told = asked(office, line)
    assert told.startswith("OPEN: Standard Diplomacy. House rules of this game:")
    assert "builds: owned" in told
    assert "Be kind." in told
    assert "Deadlines: Fridays 21:00 London" in told


@pytest.mark.parametrize("line", ["RULES standard", "RULES OF standard", "Rules for Standard Diplomacy"])
def test_the_rules_of_a_variant(office: PostOffice, line: str) -> None:
    """As they are when nobody changes them, and its page."""
    told = asked(office, line)
    assert told.startswith("STANDARD DIPLOMACY. House rules, as they are unless a GM changes them:")
    assert "builds: home" in told
    assert "Seven powers, 75 provinces, 34 supply centres" in told
    assert "How this game is run" not in told


def test_a_variant_that_there_is_not(office: PostOffice) -> None:
    assert 'I know no variant, and no game that anybody may look at, called "gnostic".' in asked(office, "RULES OF gnostic")
    assert "RULES OF standard" in asked(office, "RULES OF standrad")


@pytest.mark.parametrize("line", ["STATUS open", "LIST open"])
def test_how_a_game_stands(office: PostOffice, line: str) -> None:
    told = asked(office, line)
    assert ("If you play there, write from the address" in told) is ("STATUS" in line)  # one may have a seat from elsewhere
    assert "OPEN: Standard Diplomacy. It waits for players: 0 of 7 seats taken. GM:" in told
    assert "JOIN open" in told


def test_a_game_that_is_played(office: PostOffice) -> None:
    told = asked(office, "STATUS quillfeather")
    assert "QUILLFEATHER: Standard Diplomacy. Spring 1901 is due" in told
    assert "OBSERVE quillfeather" in told


@pytest.mark.parametrize("line", ["RULES OF shut", "STATUS shut", "LIST shut"])
def test_nothing_is_said_of_a_closed_game(office: PostOffice, line: str) -> None:
    assert "SHUT: " not in asked(office, line)


def test_wishes_in_letters_as_njudge_has_them(office: PostOffice) -> None:
    """`E[FGR][TAI]`: England, then any of three, then any of the others."""
    told = asked(office, "JOIN open NAME Eve PREFER E[FGR][TAI]")
    assert "You asked for England, France, Germany, Russia, Turkey, Austria, Italy." in told
