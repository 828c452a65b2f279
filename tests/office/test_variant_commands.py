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
    first, second = [letter for letter in sent if letter["To"] == AUSTRIA]
    assert ("[patch]" in first["Subject"], "[quillfeather]" in second["Subject"]) == (True, True)
    assert "You plant roses in Swi." in body(first)
    assert "This game has no command called PLANT." in body(second)
    assert "> A(Vie)-Gal" in body(second)
    assert {letter["To"] for letter in sent} == {f"{p.lower()}@mail.example" for p in POWERS if p != "Italy"} | {GM}


def test_dice_of_another_game_are_none_here(office: PostOffice) -> None:
    """DIE in a game without dice."""
    (answer,) = office.letter(GM, "GAME patch\nGAME quillfeather\nDIE Vie = 2 REASON at the club")
    assert "This game doesn't use dice." in body(answer)


@pytest.fixture
def forming(tmp_path: Path) -> PostOffice:
    """A game with commands of its own that has not begun."""
    found = PostOffice(tmp_path)
    found.letter(GM, "CREATE patch VARIANT garden\nRULE gnomes awake")
    for power in POWERS:
        if power != "Italy":
            found.letter(f"{power.lower()}@mail.example", f"JOIN patch PREFER {power}")
    return found


def test_what_is_said_before_the_start_is_part_of_it(forming: PostOffice) -> None:
    """Lines up to END are the command's, read as YAML; everybody is told; the first position has the facts."""
    sent = forming.letter(GM, 'SOW\nSwi: roses\nVie:  "blue bells"\nEND\nSTATUS')
    answer = next(body(letter) for letter in sent if letter["To"] == GM)
    assert "Sown in Swi and Vie.\nEverybody hears of it.\n\n Swi   roses\n Vie   blue bells\n" in answer
    assert [letter["Subject"] for letter in sent if letter["To"] == AUSTRIA] == ["[patch] SOW: The GM has sown Swi and Vie"]
    sent = forming.letter(GM, "START")
    assert {("2 plants: Swi, Vie." in body(m), "2 plants." in body(m)) for m in sent if m["To"] == AUSTRIA} == {(False, True)}
    assert any("2 plants: Swi, Vie." in body(m) for m in sent if m["To"] == GM)
    (answer,) = map(body, forming.letter(AUSTRIA, "PLANT Vie tulips"))
    assert "In Vie there is blue bells already." in answer
    (answer,) = map(body, forming.letter(GM, "SOW\nSwi: thistles\nEND"))
    assert "SOW only works before the game begins, and this game has begun." in answer


def test_what_nobody_has_settled_follows_from_the_secret(forming: PostOffice) -> None:
    """And stands in the event of the start, so that nothing is worked out again."""
    forming.letter(GM, "START")
    with forming.parts.store.look() as work:
        events = [stored.body for stored in work.games.events("patch")]
        facts = work.games.get("patch").head["position"]["facts"]
    assert facts["growing"]["Ber"].startswith("seedling ")
    assert next(event for event in events if event["event"] == "Began")["position"]["facts"] == facts


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("SOW", "That is no table."),
        ("SOW\n- a\nEND", "Write for example Swi: roses."),
        ("SOW\nSwi: [roses\nVie: tulips\nEND", "I cannot read the lines below SOW, from line 2 on"),
        ("SOW\nSwi: roses\nSwi: tulips\nEND", "The line says: Swi: tulips"),
        ("SOW\nSwi: &a roses\nVie: *a\nEND", "from line 1 on"),
        ("SOW\n" + "a: " + "[" * 100 + "]" * 100 + "\nEND", "very deep nesting"),
        ("SOW\n" + "Swi: roses # and so on and so on\n" * 2000 + "END", "I read at most 60000"),
    ],
)
def test_lines_that_cannot_be_read_change_nothing(lines: str, said: str, forming: PostOffice) -> None:
    """Each is answered with its line; nobody else hears of it."""
    (answer,) = forming.letter(GM, lines)
    assert said in " ".join(body(answer).split())
    with forming.parts.store.look() as work:
        assert not work.games.get("patch").head["facts"]


def test_news_go_to_whom_they_are_for(office: PostOffice) -> None:
    """To one power and the GM, and to nobody else."""
    sent = office.letter(AUSTRIA, "GAME patch\nWHISPER France\nI love you.\nEND\nA(Vie)-Gal")
    assert {m["To"] for m in sent} == {AUSTRIA, "france@mail.example", GM}
    assert "Austria whispers: I love you." in body(next(m for m in sent if m["To"] == GM))
    assert "> A(Vie)-Gal" in body(next(m for m in sent if m["To"] == AUSTRIA))


def test_help_lists_the_commands_of_the_game(office: PostOffice) -> None:
    """And of no other."""
    (answer,) = office.letter(AUSTRIA, "GAME patch\nHELP\nHELP PLANT\nHELP WEED")
    assert " PLANT           plant something where you have a unit\n" in body(answer)
    assert " WEED OUT        take away" in body(answer)
    assert " DIE             state a roll" in body(answer)
    assert "PLANT: plant something where you have a unit.\n    > PLANT Swi tulips" in body(answer)
    assert 'I have no help on "WEED".' in body(answer)
    (answer,) = office.letter(AUSTRIA, "GAME quillfeather\nHELP")
    assert "PLANT" not in body(answer)
    assert " DIE " not in body(answer)


def test_a_command_of_one_game_needs_proof(tmp_path: Path) -> None:
    """Who merely writes in a player's name is asked at the player's address, as with orders."""
    office = PostOffice(tmp_path, careful=True)
    office.game("patch", "VARIANT garden")
    (asked,) = office.letter(AUSTRIA, "PLANT Swi roses")
    assert (asked["To"], "does not count yet" in asked["Subject"]) == (AUSTRIA, True)
    assert "You plant roses in Swi." in body(office.reply(AUSTRIA)[0])
