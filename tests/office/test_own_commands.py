"""A letter about several games: each has its own commands, and HELP lists those of the game it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, POWERS, PostOffice, body

AUSTRIA = "austria@mail.example"


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """One standard game and one with dice and commands of its own, with the same people."""
    found = PostOffice(tmp_path)
    found.game()
    found.letter(GM, "CREATE patch VARIANT garden")
    for power in POWERS:
        if power != "Italy":
            found.letter(f"{power.lower()}@mail.example", f"JOIN patch PREFER {power}")
    found.letter(GM, "GAME patch\nSTART")
    return found


def test_a_command_is_read_for_the_game_it_is_about(office: PostOffice) -> None:
    """Only the game named has it; in the other the same line is refused, because the letter showed that it is no talk."""
    sent = office.letter(AUSTRIA, "GAME patch\nPLANT Swi roses\nGAME quillfeather\nPLANT Vie roses\nA(Vie)-Gal")
    answer = body(next(letter for letter in sent if letter["To"] == AUSTRIA))
    assert "You plant roses in Swi." in answer
    assert "This game has no command PLANT." in answer
    assert "> A(Vie)-Gal" in answer
    assert {letter["To"] for letter in sent} == {f"{p.lower()}@mail.example" for p in POWERS if p != "Italy"} | {GM}


def test_dice_of_another_game_are_none_here(office: PostOffice) -> None:
    """DIE in a game without dice."""
    (answer,) = office.letter(GM, "GAME patch\nGAME quillfeather\nDIE Vie = 2 REASON at the club")
    assert "Nothing is thrown for in this game." in body(answer)


def test_help_lists_the_commands_of_the_game(office: PostOffice) -> None:
    """And of no other."""
    (answer,) = office.letter(AUSTRIA, "GAME patch\nHELP\nHELP PLANT\nHELP DIG")
    assert " PLANT        plant something where you have a unit\n" in body(answer)
    assert " WEED OUT     take away" in body(answer)
    assert " DIE          state a throw" in body(answer)
    assert "PLANT: plant something where you have a unit.\n    > PLANT Swi tulips" in body(answer)
    assert 'I have no help on "DIG".' in body(answer)
    (answer,) = office.letter(AUSTRIA, "GAME quillfeather\nHELP")
    assert "PLANT" not in body(answer)
    assert " DIE " not in body(answer)
