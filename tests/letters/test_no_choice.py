"""A winter asks nobody who has nothing to choose: neither a Power that loses all its units, nor one that has no room to build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

from tests.letters.laid import lay
from tests.letters.post_office import GM, PostOffice, body

GAME = "quillfeather"
FORCED = {"Austria": ["A(Gal)", "A(Boh)", "F(ADR)"]}
LOST = {"Vie": "Italy", "Bud": "Italy", "Tri": "Italy"}
ITALY = {"Italy": ["A(Ven)", "A(Rom)", "F(Nap)", "A(Vie)", "A(Bud)", "A(Tri)"]}


def autumn(folder: Path, units: Mapping[str, Sequence[str]], owners: Mapping[str, str], **more: str) -> PostOffice:
    """A game in the Autumn of 1901 in which Austria has lost its last centre and has three units."""
    office = PostOffice(folder)
    office.game(**more)
    lay(office, GAME, "Autumn 1901", {**FORCED, **ITALY, **units}, {**LOST, **owners}, others=True)
    return office


def to(sent: Sequence[EmailMessage], address: str) -> str:
    letters = [f"{letter['Subject']} {body(letter)}" for letter in sent if letter["To"] == address]
    return " ".join(" ".join(letters).split())


def test_a_winter_of_forced_removals_waits_for_nobody(tmp_path: Path) -> None:
    """It is run with the autumn; Austria reads that its units are gone, and not that it has forgotten anything."""
    sent = autumn(tmp_path, {}, {}).letter(GM, "PROCESS")
    for address in ("austria@mail.example", "france@mail.example"):
        text = to(sent, address)
        assert "WINTER 1901" in text
        assert "Austria is eliminated" in text
        assert "NBR!" not in text
        assert "Spring 1902" in text
    assert "due from you for Winter" not in to(sent, "austria@mail.example")


def test_a_power_without_a_choice_is_neither_asked_nor_reminded_nor_named(tmp_path: Path) -> None:
    """France may build, so the winter waits for France; as soon as it has ordered that the phase is run."""
    office = autumn(tmp_path, {"France": ["A(Bur)", "F(MAO)"]}, {"Par": "France", "Bre": "France", "Mar": "France"})
    sent = office.letter(GM, "PROCESS")
    assert "Due from France." in to(sent, "italy@mail.example")
    austria = to(sent, "austria@mail.example")
    assert "all your units are removed in Winter 1901, and nothing is due from you" in austria
    assert "3 removals due" not in austria
    assert "Austria 0 removes 3" in austria
    status = to(office.letter("austria@mail.example", "STATUS"), "austria@mail.example")
    assert "Nothing is due from you in Winter 1901" in status
    assert "Due from France." in status
    told = to(office.letter(GM, "STATUS"), GM)
    assert "France nothing yet" in told
    assert "Austria nothing yet" not in told
    reminded = office.wait(days=3, hours=10)
    assert "Winter 1901" in to(reminded, "france@mail.example")
    assert not to(reminded, "austria@mail.example")
    ran = office.letter("france@mail.example", "build A Par")
    later = [*ran, *office.wait(hours=7)]
    assert "WINTER 1901" in to(later, "austria@mail.example")
    assert "NBR!" not in to(later, "italy@mail.example")


def test_it_is_not_late_and_has_no_mark_on_its_record(tmp_path: Path) -> None:
    """Only France is named as having sent nothing."""
    office = autumn(tmp_path, {"France": ["A(Bur)", "F(MAO)"]}, {"Par": "France", "Bre": "France", "Mar": "France"})
    office.letter(GM, "PROCESS")
    text = to(office.letter(GM, "PROCESS"), "italy@mail.example")
    assert text.count("NBR!") == 1
    assert "FRANCE (France Player): NBR!" in text


def test_a_power_without_an_open_home_centre_is_not_asked(tmp_path: Path) -> None:
    """France has five centres and three units, and all its home centres are full: nothing is due from it."""
    owners = {"Par": "France", "Bre": "France", "Mar": "France", "Spa": "France", "Por": "France", "Tri": "Austria"}
    units = {"Austria": ["A(Tri)"], "Italy": ITALY["Italy"][:5], "France": ["A(Par)", "F(Bre)", "A(Mar)"]}
    sent = autumn(tmp_path, units, owners).letter(GM, "PROCESS")
    assert "France: 3 orders due from you, by" in to(sent, "france@mail.example")
    assert "DEADLINE Spring 1902" in to(sent, "france@mail.example")


def test_a_blind_game_asks_as_before(tmp_path: Path) -> None:
    """There nobody may learn who has lost its last centre: the winter waits for its deadline."""
    office = autumn(tmp_path, {}, {}, deadline="SET BLIND yes\nDEADLINE Fridays 21:00 Europe/London")
    sent = office.letter(GM, "PROCESS")
    assert "WINTER 1901" not in to(sent, "france@mail.example")
    assert "3 removals due from you" in to(sent, "austria@mail.example")
