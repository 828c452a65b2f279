"""Press says truly whom it went to: nobody is told that it is for them alone if others read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

MOST = ["Austria", "England", "Germany", "Italy", "Russia"]


@pytest.mark.parametrize(
    ("settings", "line", "readers", "said"),
    [
        ("", "PRESS TO Germany", ["Germany"], "Press for you alone, from France:"),
        ("", "PRESS TO Germany, German", ["Germany"], "Press for you alone, from France:"),
        ("", "PRESS TO Germany and England", ["Germany", "England"], "Press for Germany and England, from France:"),
        ("", "PRESS TO Germany, gm", ["Germany", "GM"], "Press for Germany and the GM, from France:"),
        ("", "PRESS TO all but Turkey", MOST, "Press for Austria, England, Germany, Italy and Russia, from France:"),
        ("", "PRESS ANON TO Germany, England", ["Germany"], "Press for Germany and England, from somebody who does not sign:"),
        ("SET PRESS signed copies", "PRESS TO Germany", ["Germany"], "Press for you and, as a copy, the GM, from France:"),
        ("SET PRESS signed copies", "PRESS TO GM", ["GM"], "Press for you alone, from France:"),
    ],
)
def test_it_names_its_readers(tmp_path: Path, settings: str, line: str, readers: list[str], said: str) -> None:
    """As the writer named them, each of them once."""
    office = PostOffice(tmp_path)
    office.game()
    if settings:
        office.letter(GM, settings)
    sent = {each["To"]: " ".join(body(each).split()) for each in office.orders("France", f"{line}\nShall we talk?\nEND")}
    for reader in readers:
        assert said in sent[GM if reader == "GM" else f"{reader.lower()}@mail.example"]


def test_a_gunboat_game_names_powers_and_no_people(tmp_path: Path) -> None:
    """What the writer wrote, and no more."""
    office = PostOffice(tmp_path)
    office.game(deadline="GUNBOAT with press\nDEADLINE Fridays 21:00 Europe/London")
    sent = {each["To"]: body(each) for each in office.orders("France", "PRESS TO Germany, Italy\nShall we talk?\nEND")}
    reached = {address: text for address, text in sent.items() if "Press for Germany and Italy, from France:" in text}
    assert len(reached) == 2
    assert not any("@" in text for text in reached.values())
