"""WHY answers about the phase that is meant: the one it names, or the last one with such an order or unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.letters.post_office import GM, PostOffice, body

MEANT = {
    "WHY A(Bur)-Bel": ("Spring 1902", "A(Bur)-Bel: succeeded"),
    "WHY A(Bur)": ("Spring 1902", "A(Bur)-Bel: succeeded"),
    "WHY A(Mar)": ("Spring 1902", "A(Mar) stands: held"),
    "WHY Bel": ("Spring 1902", "A(Bur)-Bel: succeeded"),
    # an order, a unit or a space of an older phase only
    "WHY A(Bur)-Mun": ("Autumn 1901", "A(Bur)-Mun: fails"),
    "WHY A(Par)-Bur": ("Spring 1901", "A(Par)-Bur: succeeded"),
    "WHY A Par": ("Spring 1901", "A(Par)-Bur: succeeded"),
    "WHY F MAO-Spa": ("Autumn 1901", "F(MAO)-Spa.sc: succeeded"),
    "WHY A(Mar) S A(Par)-Bur": ("Spring 1901", "A(Mar) S A(Par)-Bur: support given"),
    "WHY MAO": ("Autumn 1901", "F(MAO)-Spa.sc: succeeded"),
    # a phase in other words
    "WHY A Bur fall 1901": ("Autumn 1901", "A(Bur)-Mun: fails"),
    "WHY A Bur in the fall of 1901": ("Autumn 1901", "A(Bur)-Mun: fails"),
    "WHY A Bur F1901M": ("Autumn 1901", "A(Bur)-Mun: fails"),
    "WHY A(Mar) last year": ("Autumn 1901", "A(Mar) stands: held"),
    "WHY Mun in autumn?": ("Autumn 1901", "A(Bur) 1 stayed out"),
    "WHY did Belgium fall?": ("Spring 1902", "A(Bur)-Bel: succeeded"),
    "WHY A(Bur)-Mun in 1901": ("Autumn 1901", "A(Bur)-Mun: fails"),
    "WHY A(Mar) in spring": ("Spring 1902", "A(Mar) stands: held"),
    "WHY A(Bur)-Mun last turn": ("Spring 1902", "A(Bur)-Bel: succeeded"),
    "WHY A(Bur) last moves": ("Spring 1902", "A(Bur)-Bel: succeeded"),
    # nothing like it ever happened: what the unit did last
    "WHY A(Bur)-Ruh": ("Spring 1902", "A(Bur)-Bel: succeeded"),
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> PostOffice:
    """A game in its second autumn."""
    office = PostOffice(tmp_path_factory.mktemp("why"))
    office.game()
    for france in ("A Par - Bur\nF Bre - MAO\nA Mar S A Par - Bur", "A Bur - Mun\nF MAO - Spa/sc\nA Mar H", "waive", "A Bur - Bel"):
        office.orders("France", france)
        office.letter(GM, "PROCESS")
    assert "Autumn 1902" in body(office.letter(GM, "STATUS")[0])
    return office


@pytest.mark.parametrize("asked", MEANT)
def test_the_phase_that_is_meant(office: PostOffice, asked: str) -> None:
    phase, told = MEANT[asked]
    said = " ".join(body(office.orders("France", asked)[0]).split())
    assert f", {phase} " in said
    assert told in said


def test_a_year_without_such_a_phase_is_told(office: PostOffice) -> None:
    assert '"1899" has not been adjudicated.' in " ".join(body(office.orders("France", "WHY A(Mar) in 1899")[0]).split())


def test_what_one_may_not_know_is_looked_for_no_further(tmp_path: Path) -> None:
    """In a blind game an order of somebody else's is in no phase."""
    office = PostOffice(tmp_path)
    office.letter(f"Harriet Lowe <{GM}>", "CREATE mist\nSET BLIND yes")
    for power in ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"):
        office.letter(f"{power} Player <{power.lower()}@mail.example>", f"JOIN mist PREFER {power}")
    office.letter(GM, "START")
    office.orders("Turkey", "A Con - Bul")
    office.letter(GM, "PROCESS")
    office.letter(GM, "PROCESS")
    said = " ".join(body(office.orders("France", "WHY A(Con)-Bul")[0]).split())
    assert "No unit stood there, as far as you know." in said
    assert "Turkish" not in said
