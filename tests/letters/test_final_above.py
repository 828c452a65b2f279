"""FINAL above the orders of the same mail, from the last player who is waited for."""

from __future__ import annotations

from pathlib import Path

from tests.letters.post_office import POWERS, PostOffice, body


def test_final_above_the_orders_does_not_run_the_phase_without_them(tmp_path: Path) -> None:
    house = PostOffice(tmp_path)
    house.game()
    for power in POWERS:
        if power != "France":
            house.orders(power, "FINAL")
    letters = house.orders("France", "FINAL\nA Par-Bur\nA Mar-Spa\nF Bre-MAO")
    report = next(body(letter) for letter in letters if "results" in body(letter))
    assert "FRANCE (France Player): A(Par)-Bur; A(Mar)-Spa; F(Bre)-MAO [3]" in report
    answer = " ".join(body(letters[0]).split())
    assert "You have no orders in for Autumn 1901 yet." in answer


def test_each_game_of_a_letter_keeps_its_own_final(tmp_path: Path) -> None:
    house = PostOffice(tmp_path)
    house.game()
    house.game("pinta", anew=True)
    letters = house.letter(
        "france@mail.example", "GAME quillfeather\nFINAL\nA Par-Bur\nGAME pinta\nA Par-Pic\nNOT FINAL"
    )
    answers = {letter["Subject"].split("]")[0].strip("["): " ".join(body(letter).split()) for letter in letters}
    assert "You have said FINAL" in answers["quillfeather"]
    assert "You have said FINAL" not in answers["pinta"]


def test_final_does_not_run_a_phase_over_a_question(tmp_path: Path) -> None:
    """Nor over words that may be orders; sent by itself, it does."""
    for unread in ("A Mar-Xyz", "Changed my mind: Marseilles might help Spain, who knows."):
        house = PostOffice(tmp_path / str(len(unread)))
        house.game()
        for power in POWERS:
            if power != "France":
                house.orders(power, "FINAL")
        [answer] = house.orders("France", f"A Par-Bur\n{unread}\nFINAL")
        words = " ".join(body(answer).split())
        assert "Your FINAL does not count yet" in words
        assert unread.split()[0] in words
        assert any("results" in body(letter) for letter in house.orders("France", "FINAL"))
