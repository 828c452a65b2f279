"""Thirty-four people play Chaos by mail: the winter that opens it, a year, builds where the first centre is not, and a replay."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.cli.replay import replay_game
from tests.letters.post_office import GM, PostOffice, body, headline


def address(power: str) -> str:
    return f"{power.lower().replace(' ', '')}@mail.example"


def to(power: str, sent: list[EmailMessage]) -> EmailMessage:
    return next(message for message in sent if message["To"] == address(power))


@pytest.fixture
def office(tmp_path: Path) -> PostOffice:
    """Babel, a game of Chaos that has just begun."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE Babel VARIANT chaos\nDEADLINE Fridays 21:00 Europe/London")
    for power in office.parts.rules("chaos").powers:
        office.letter(f"{power.name} Player <{address(power.name)}>", f"JOIN Babel PREFER {power.name}")
    return office


def row(power: str, message: EmailMessage) -> list[str]:
    """A power's row among the adjustments, word by word."""
    return next(line for line in body(message).splitlines() if line.startswith(f" {power} ")).split()


@pytest.mark.slow
def test_a_year_of_chaos(office: PostOffice) -> None:
    """One build each of one's own choice, then moves, then builds in any free centre that is owned."""
    begun = office.letter(GM, "START")
    assert "Winter 1900" in headline(to("Warsaw", begun))
    assert "1 build still open" in body(to("Warsaw", begun))
    winter(office)
    office.letter(address("Paris"), "A Par-Bur")
    office.letter(address("Munich"), "A Mun S Paris A Par-Bur")
    office.letter(GM, "PROCESS")
    office.letter(address("Paris"), "A Bur-Mar")
    sent = office.letter(GM, "PROCESS")
    assert "Winter 1901" in headline(to("Paris", sent))
    assert row("Paris", to("Paris", sent)) == ["Paris", "Par", "+Mar", "2", "builds", "1"]
    assert row("Constantinople", to("Paris", sent)) == ["Constantinople", "Con", "1", "builds", "1"]
    refused = office.letter(address("Paris"), "build A Bre")
    assert "Bre belongs to another Power now." in " ".join(body(refused[0]).split())
    office.letter(address("Paris"), "build A Par")
    sent = office.letter(GM, "PROCESS")
    assert "Par A(Mar) A(Par)" in body(to("Berlin", sent))
    lines, same = replay_game(office.parts, "babel")
    assert same, lines


def winter(office: PostOffice) -> None:
    """The first one: a coast must be named, and whoever says nothing has no unit."""
    asked = office.letter(address("St Petersburg"), "build fleet St Petersburg")
    assert {"F(StP.nc)", "F(StP.sc)"} <= {word.strip(".,?") for word in body(asked[0]).split()}
    office.letter(address("St Petersburg"), "build F St Petersburg/nc")
    for power in ("Paris", "Munich", "Moscow"):
        office.letter(address(power), f"build army {power}")
    sent = office.letter(GM, "PROCESS")
    assert "Spring 1901" in headline(to("Paris", sent))
    assert "ST PETERSBURG (St Petersburg Player): build F(StP.nc) [1]" in body(to("Paris", sent))
    assert "ROME (Rome Player): NBR! Plays 1 short. [0]" in body(to("Paris", sent))
