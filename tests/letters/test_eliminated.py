"""A Power that is out of the game is told so, and so is everybody who may know it."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.letters.laid import lay
from tests.letters.post_office import GM, PostOffice, body, headline

GAME = "quillfeather"


def placed(office: PostOffice, phase: str, units: Sequence[str], owners: dict[str, str]) -> None:
    """Austria has these units and, of its own centres, these; Italy's army is in Trieste."""
    lost = {"Vie": "", "Bud": "", "Tri": ""}
    lay(office, GAME, phase, {"Austria": units, "Italy": ["A(Tri)", "A(Ven)", "A(Rom)", "F(Nap)"]}, lost | owners, others=True)


def said(letter: EmailMessage) -> str:
    return " ".join(body(letter).split())


def to(sent: Sequence[EmailMessage], power: str, about: str = "") -> str:
    """The words of all letters to a player whose subject has some words."""
    mine = [each for each in sent if each["To"] == f"{power.lower()}@mail.example" and about in headline(each)]
    return " ".join(map(said, mine))


@pytest.mark.parametrize("units", [["A(Gal)"], []])
def test_everybody_reads_who_is_eliminated(tmp_path: Path, units: list[str]) -> None:
    """With its last centre gone, with or without a unit left to remove; once, and no more afterwards."""
    office = PostOffice(tmp_path)
    office.game()
    placed(office, "Autumn 1901", units, {"Tri": "Austria"})
    sent = office.letter(GM, "PROCESS")
    assert "Austria is eliminated: it has no centre left." in to(sent, "France")
    assert "Italy is eliminated" not in to(sent, "France")
    if not units:
        assert "Austria: your Power is eliminated: it has no centres left" in to(sent, "Austria")
    else:  # the winter is run at once, for there is nothing to choose in it
        assert "removes 1" in to(sent, "France")
        assert "Austria: your Power is out of the game, so nothing more is due from you." in to(sent, "Austria")
    assert to(sent, "France").count("Austria is eliminated") == 1
    spring = office.letter(GM, "PROCESS")
    assert "Austria is eliminated" not in to(spring, "France")
    assert "Austria: your Power is out of the game, so nothing more is due from you." in to(spring, "Austria")


def test_a_power_with_units_and_no_centre_has_a_line_in_the_table(tmp_path: Path) -> None:
    """Its centres were lost before; it must remove all its units, and everybody reads it."""
    office = PostOffice(tmp_path)
    office.game()
    placed(office, "Autumn 1901", ["A(Gal)", "A(Boh)", "F(ADR)"], {"Tri": "Italy"})
    text = to(office.letter(GM, "PROCESS"), "France")
    assert "Austria is eliminated" in text
    assert "Austria 0 removes 3" in text


def test_a_power_that_lives_is_not_called_eliminated(tmp_path: Path) -> None:
    """One centre and no unit, or units and a centre: it plays on."""
    office = PostOffice(tmp_path)
    office.game()
    placed(office, "Autumn 1901", [], {"Vie": "Austria"})
    sent = office.letter(GM, "PROCESS")
    assert "eliminated" not in " ".join(map(said, sent))


def test_in_a_blind_game_nobody_else_is_told(tmp_path: Path) -> None:
    """The report for all tells nobody's numbers; the Power's own letter tells it that it is out."""
    office = PostOffice(tmp_path)
    office.game(deadline="SET BLIND yes\nDEADLINE Fridays 21:00 Europe/London")
    placed(office, "Autumn 1901", ["A(Gal)"], {"Tri": "Austria"})
    sent = office.letter(GM, "PROCESS")
    assert "eliminated" in to(sent, "Austria")
    for power in ("France", "Italy", "Turkey"):
        assert "eliminated" not in to(sent, power)


def test_a_power_whose_last_unit_must_retreat_is_asked_where_to(tmp_path: Path) -> None:
    """It has no centre, and its unit is off the board until it has retreated: it is not out; if the unit disbands, it is."""
    office = PostOffice(tmp_path)
    office.game()
    lost = {"Vie": "", "Bud": "", "Tri": ""}
    lay(office, GAME, "Autumn 1901", {"Austria": ["A(Gal)"], "Russia": ["A(War)", "A(Ukr)"]}, lost, others=True)
    office.letter("russia@mail.example", "A(War)-Gal\nA(Ukr) S A(War)-Gal")
    sent = to(office.letter(GM, "PROCESS"), "Austria")
    assert "Austria: 1 retreat due from you" in sent
    assert "out of the game" not in sent
    office.letter("austria@mail.example", "A(Gal) disbands")
    sent = office.letter(GM, "PROCESS")
    assert "Austria is eliminated: it has no centre left." in to(sent, "France")
    assert "Austria: your Power is eliminated" in to(sent, "Austria")
